"""One game between bots (a person at a terminal is a bot too), with provable chance."""

import math
import random
import time
import traceback
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TypeAlias

from quartett.bots import Bot, find_bot
from quartett.core import fairness
from quartett.core.driver import Driver, ToSeats
from quartett.core.errors import BadTable, QuartettError
from quartett.core.event import Action, Event, Seat, Seen
from quartett.core.game import Game
from quartett.core.record import Forfeit, Head, Record, Result, winners
from quartett.core.registry import game as find_game
from quartett.core.state import Options, State

_HERE = Path(__file__).resolve()

Player: TypeAlias = Bot | type[Bot] | str
"""Who plays: a bot, a class of which one is made, or the name of a level."""


class Match(Driver):
    """A game being played by bots.

    A bot that answers with something illegal or runs out of time forfeits: from then on a
    stand-in makes random legal moves for its seat, so that the others finish their game; the
    seat cannot win, and the record says why. So does a bot that raises, unless `forfeit` is
    False: then the match raises what the bot raised.
    """

    def __init__(
        self,
        game: Game | str,
        bots: Sequence[Player],
        *,
        seed: int | str | None = None,
        options: Options | None = None,
        seats: Sequence[str] | None = None,
        seconds: float = math.inf,
        forfeit: bool = True,
    ) -> None:
        self.game = find_game(game) if isinstance(game, str) else game
        self._secrets = _secrets(seed, len(bots))
        seeds = _bot_seeds(seed, len(bots))
        self._stand_in = random.Random(seeds.pop())
        start = self.game.start(len(bots), options)
        self.bots = [
            _made(self.game, bot, bot_seed) for bot, bot_seed in zip(bots, seeds, strict=True)
        ]
        observers = {seat: partial(self._shown, seat) for seat in range(len(bots))}
        super().__init__(start, self._secrets.key, ToSeats(observers))
        names = seats or [_name(bot) for bot in bots]
        if len(names) != len(bots):
            raise BadTable(f"{len(bots)} bots need as many names, not {len(names)}")
        self.head = Head.of(self.game, options or self.game.Options(), names, self._secrets)
        self.forfeits: list[Forfeit] = []
        self.seconds = seconds
        self._raises = not forfeit
        self.thinking = [0.0] * len(bots)
        """Seconds each seat has taken in all."""
        self.slowest = [0.0] * len(bots)
        self.decisions = [0] * len(bots)

    def steps(self) -> Iterator[Event]:
        """Play on, event by event."""
        return self.play(self._decide)

    def check(self, seat: Seat, action: Action) -> None:
        """Refuse an action as the rules would, with the reason, without doing it."""
        self.state.check(seat, action)

    def record(self) -> Record:
        """The record so far; the secret is in it only once the game is over."""
        return Record(self.head, tuple(self.events), self._result() if self.state.over else None)

    def _decide(self, state: State) -> Event:
        seat = min(state.to_act)
        return Event(seat, self._answer(seat))

    def _answer(self, seat: Seat) -> Action:
        if not self._has_forfeited(seat):
            began = time.monotonic()
            try:
                return self._asked(seat, began + self.seconds)
            except Exception as error:  # third-party code may raise anything
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

    def _shown(self, seat: Seat, seen: Seen) -> None:
        if self._has_forfeited(seat):
            return
        try:
            self.bots[seat].observe(seen)
        except Exception as error:
            self._forfeit(seat, error)

    def _has_forfeited(self, seat: Seat) -> bool:
        return bool(self.forfeits) and any(forfeit.seat == seat for forfeit in self.forfeits)

    def _forfeit(self, seat: Seat, error: Exception) -> None:
        if self._raises:
            raise error
        kind = "" if isinstance(error, QuartettError) else f"{type(error).__name__}: "
        said = " ".join(f"{kind}{error}{_place(error)}".split())[:200]
        why = said.encode(errors="backslashreplace").decode()  # names of files may be no text
        self.forfeits.append(Forfeit(seat, len(self.events), why))

    def _result(self) -> Result:
        forfeits = tuple(self.forfeits)
        best = winners(self.state, forfeits)
        return Result(self.state.scores(), best, self._secrets.secret.hex(), forfeits)


def play(
    game: Game | str,
    bots: Sequence[Player],
    *,
    seed: int | str | None = None,
    options: Options | None = None,
    seconds: float = math.inf,
    forfeit: bool = False,
) -> Record:
    """Play one game; bots are instances, classes, or names of levels.

    What a bot raises is raised here, and so are its illegal answers. With `forfeit` it loses
    the game instead: a stand-in makes random moves for it, and the record says why.

    >>> record = play("calavera", ["hard", "easy"], seed=7)
    >>> record.head.seats
    ('hard', 'easy')
    """
    match = Match(game, bots, seed=seed, options=options, seconds=seconds, forfeit=forfeit)
    for _ in match.steps():
        pass
    return match.record()


def _secrets(seed: int | str | None, players: int) -> fairness.Secrets:
    if seed is None:
        return fairness.Secrets.new(players)
    return fairness.Secrets.seeded(seed, players)


def _bot_seeds(seed: int | str | None, players: int) -> list[int]:
    """A seed for each bot, and one for the stand-in."""
    if seed is None:
        drawn = [fairness.new_nonce() for _ in range(players + 1)]
    else:
        drawn = [fairness.seeded(seed, f"bot {seat}") for seat in range(players + 1)]
    return [int.from_bytes(number, "big") for number in drawn]


def _place(error: Exception) -> str:
    """Where a bot's own code raised it: the file and the line."""
    if isinstance(error, QuartettError):
        return ""
    frames = traceback.extract_tb(error.__traceback__)
    theirs = [frame for frame in frames if Path(frame.filename).resolve() != _HERE]
    return f" ({Path(theirs[-1].filename).name}, line {theirs[-1].lineno})" if theirs else ""


def _made(game: Game, bot: Player, seed: int) -> Bot:
    if isinstance(bot, Bot):
        return bot
    return (find_bot(game, bot) if isinstance(bot, str) else bot)(seed)


def _name(bot: Player) -> str:
    if isinstance(bot, str):
        return bot
    return bot.name or (bot if isinstance(bot, type) else type(bot)).__name__
