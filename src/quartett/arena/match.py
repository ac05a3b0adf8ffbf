"""One game between bots (a person at a terminal is a bot too), with provable chance."""

import math
import random
import time
from collections.abc import Iterator, Sequence

import msgspec

from quartett.bots import Bot, find_bot
from quartett.core import fairness
from quartett.core.errors import BadTable, QuartettError
from quartett.core.event import CHANCE, Action, Event, Seat, Seen
from quartett.core.game import Game
from quartett.core.record import Forfeit, Head, Record, Result, winners
from quartett.core.registry import game as find_game
from quartett.core.state import Options


class Match:
    """A game being played.

    A bot that raises, answers with something illegal, or runs out of time forfeits: from
    then on a stand-in makes random legal moves for its seat, so that the others finish
    their game; the seat cannot win, and the record says why.
    """

    def __init__(
        self,
        game: Game | str,
        bots: Sequence[Bot | str],
        *,
        seed: int | str | None = None,
        options: Options | None = None,
        seats: Sequence[str] | None = None,
        seconds: float = math.inf,
    ) -> None:
        self.game = find_game(game) if isinstance(game, str) else game
        self.state = self.game.start(len(bots), options)
        self.events: list[Event] = []
        self.forfeits: list[Forfeit] = []
        self.thinking = [0.0] * len(bots)
        """Seconds each seat has taken in all."""
        self.slowest = [0.0] * len(bots)
        self.decisions = [0] * len(bots)
        self.seconds = seconds
        self._secret, nonces, seeds = _secrets(seed, len(bots))
        self._key = fairness.game_key(self._secret, nonces)
        self._stand_in = random.Random(seeds.pop())
        self.bots = [
            find_bot(self.game, bot)(bot_seed) if isinstance(bot, str) else bot
            for bot, bot_seed in zip(bots, seeds, strict=True)
        ]
        self.head = Head(
            self.game.id,
            len(bots),
            msgspec.to_builtins(options or self.game.Options()),
            tuple(seats or [_name(bot) for bot in bots]),
            fairness.commitment(self._secret),
            tuple(nonce.hex() for nonce in nonces),
        )
        if len(self.head.seats) != len(bots):
            raise BadTable(f"{len(bots)} bots need as many names, not {len(self.head.seats)}")

    def steps(self) -> Iterator[Event]:
        """Play on, event by event."""
        while not self.state.over:
            event = self._next_event()
            before, self.state = self.state, self.state.apply(event)
            self.events.append(event)
            for seat, bot in enumerate(self.bots):
                self._shown(seat, bot, before.redact(event, seat))
            yield event

    def check(self, seat: Seat, action: Action) -> None:
        """The house's answer to a person who asks whether this may be done."""
        self.state.check(seat, action)

    def record(self) -> Record:
        """The record so far; the secret is in it only once the game is over."""
        return Record(self.head, tuple(self.events), self._result() if self.state.over else None)

    def _next_event(self) -> Event:
        if self.state.is_chance:
            return Event(CHANCE, self.state.sample(fairness.Stream(self._key, len(self.events))))
        seat = min(self.state.to_act)
        return Event(seat, self._answer(seat))

    def _answer(self, seat: Seat) -> Action:
        if not self._has_forfeited(seat):
            began = time.monotonic()
            try:
                return self._asked(seat, began + self.seconds)
            except Exception as error:  # a stranger's code may raise anything
                self._forfeit(seat, error)
            finally:
                took = time.monotonic() - began
                self.thinking[seat] += took
                self.slowest[seat] = max(self.slowest[seat], took)
                self.decisions[seat] += 1
        return self.state.random_action(seat, self._stand_in)

    def _asked(self, seat: Seat, deadline: float) -> Action:
        action = self.bots[seat].choose(self.state.view(seat), deadline)
        if not isinstance(action, Action):
            raise QuartettError(f"answered {action!r}, which is not an action")
        self.state.check(seat, action)
        if time.monotonic() > deadline:
            raise QuartettError(f"took more than {self.seconds:g} s")
        return action

    def _shown(self, seat: Seat, bot: Bot, seen: Seen) -> None:
        if self._has_forfeited(seat):
            return
        try:
            bot.observe(seen)
        except Exception as error:
            self._forfeit(seat, error)

    def _has_forfeited(self, seat: Seat) -> bool:
        return any(forfeit.seat == seat for forfeit in self.forfeits)

    def _forfeit(self, seat: Seat, error: Exception) -> None:
        kind = "" if isinstance(error, QuartettError) else f"{type(error).__name__}: "
        why = " ".join(f"{kind}{error}".split())[:200]
        self.forfeits.append(Forfeit(seat, len(self.events), why))

    def _result(self) -> Result:
        forfeits = tuple(self.forfeits)
        best = winners(self.state, forfeits)
        return Result(self.state.scores(), best, self._secret.hex(), forfeits)


def play(
    game: Game | str,
    bots: Sequence[Bot | str],
    *,
    seed: int | str | None = None,
    options: Options | None = None,
    seconds: float = math.inf,
) -> Record:
    """Play one game; bots are instances, or names of levels.

    >>> record = play("calavera", ["hard", "easy"], seed=7)
    >>> record.head.seats
    ('hard', 'easy')
    """
    match = Match(game, bots, seed=seed, options=options, seconds=seconds)
    for _ in match.steps():
        pass
    return match.record()


def _secrets(seed: int | str | None, players: int) -> tuple[bytes, list[bytes], list[int]]:
    """The house's secret, a nonce a seat, and a seed for each bot and for the stand-in."""
    if seed is None:
        nonces = [fairness.new_nonce() for _ in range(players)]
        seeds = [int.from_bytes(fairness.new_nonce(), "big") for _ in range(players + 1)]
        return fairness.new_secret(), nonces, seeds
    nonces = [fairness.seeded(seed, f"nonce {s}")[: fairness.NONCE_BYTES] for s in range(players)]
    seeds = [int.from_bytes(fairness.seeded(seed, f"bot {s}"), "big") for s in range(players + 1)]
    return fairness.seeded(seed, "secret"), nonces, seeds


def _name(bot: Bot | str) -> str:
    return bot if isinstance(bot, str) else bot.name or type(bot).__name__
