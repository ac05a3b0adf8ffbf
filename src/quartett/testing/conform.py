"""Random games of every number of players, checked against the contract on the way."""

import random
from collections import Counter
from collections.abc import Callable, Iterable

from msgspec import Struct

from quartett.core import fairness
from quartett.core.driver import Driver
from quartett.core.errors import IllegalAction, QuartettError
from quartett.core.event import Event
from quartett.core.game import Game
from quartett.core.parts import faults, parts_of
from quartett.core.state import Options, State
from quartett.testing import actions, leaks, records, states
from quartett.testing.failure import NonConformant, demand, raised


class Report(Struct):
    """What a run of the suite went through."""

    games: int = 0
    events: int = 0
    longest: int = 0
    positions: int = 0
    """Positions at which every check ran."""
    twins: int = 0
    """Logs compared with one that a seat could not distinguish from it."""
    changed: Counter[str] = Counter()
    """How often a twin had another action of this kind."""
    hidden: Counter[str] = Counter()
    """How often an action of this kind was hidden from a seat, in whole or in part."""


def conform(
    game: Game,
    games: int = 20,
    *,
    seed: int | str = 0,
    players: Iterable[int] | None = None,
    options: Iterable[Options] | None = None,
    positions: int = 6,
    max_events: int = 100_000,
    progress: Callable[[], object] = lambda: None,
) -> Report:
    """Play random games for each number of players; raise NonConformant at the first fault.

    The games are spread over the variants. At `positions` random places of each game,
    and at its end, every check of the suite runs; the cheap ones run at every event.

    >>> import quartett
    >>> conform(quartett.game("calavera"), games=2).games
    6
    """
    report = Report(changed=Counter(), hidden=Counter())
    _check_parts(game)
    variants = list(options or game.variants())
    for count in players or game.players:
        for number in range(games):
            trial = Trial(game, count, variants[number % len(variants)], f"{seed}/{count}/{number}")
            try:
                trial.run(report, positions, max_events)
            except NonConformant as fault:
                raise NonConformant(f"{fault}\n{trial}") from None
            except Exception as error:  # whatever the game's own code raises
                raise NonConformant(f"{raised(error)}\n{trial}") from error
            progress()
    _demand_twins(report)
    return report


class Checked(Driver):
    """A game in which nothing that was drawn may be refused."""

    def apply(self, event: Event) -> None:
        try:
            super().apply(event)
        except IllegalAction as error:
            raise NonConformant(f"{event} was drawn, but is refused: {error}") from None


def _check_parts(game: Game) -> None:
    """What a game has beside its rules satisfies the protocol of each part."""
    try:
        found = parts_of(game)
    except QuartettError as error:
        raise NonConformant(str(error)) from None
    for protocol, part in found.items():
        wrong = faults(part, protocol)
        demand(not wrong, f"{game.name} is no {protocol.__name__}: {'; '.join(wrong)}")


class Trial:
    """One random game under test, with chance derived as in a real one."""

    def __init__(self, game: Game, players: int, options: Options, seed: str) -> None:
        self.game = game
        self.options = options
        self.seed = seed
        self.rng = random.Random(seed)
        self.secrets = fairness.Secrets.seeded(seed, players)
        self.states: list[State] = [game.start(players, options)]
        self.driver = Checked(self.states[0], self.secrets.key)
        self.log = self.driver.events

    def __str__(self) -> str:
        """Enough to see the fault again."""
        notes = " ".join(str(event.action) for event in self.log[-40:])
        table = (
            f"{self.game.id}, {self.states[0].players} players, {self.options}, seed {self.seed!r}"
        )
        return f"in {table}\nafter {len(self.log)} events: … {notes}"

    def run(self, report: Report, positions: int, max_events: int) -> None:
        demand(
            states.encoded(self.states[0])
            == states.encoded(self.game.start(self.states[0].players, self.options)),
            "two starts of the same table differ",
        )
        self._play(max_events)
        for place in self._places(positions):
            self._check_position(place, report)
        records.check(self.game, self.options, self.states, self.log, self.secrets, self.rng)
        leaks.count_hidden(self.states, self.log, report)
        report.games += 1
        report.events += len(self.log)
        report.longest = max(report.longest, len(self.log))

    def _play(self, max_events: int) -> None:
        driver = self.driver
        states.check_turn(driver.state)
        for _ in driver.play(self._decide):
            states.check_turn(driver.state)
            self.states.append(driver.state)
            ends = driver.state.over or len(self.log) < max_events
            demand(ends, f"the game goes on after {max_events} events")

    def _decide(self, state: State) -> Event:
        """Any legal action of any seat that may act."""
        seat = sorted(state.to_act)[self.rng.randrange(len(state.to_act))]
        return Event(seat, state.random_action(seat, self.rng))

    def _places(self, positions: int) -> list[int]:
        """Anywhere, at the end, and where something has just been hidden from a spectator."""
        last = len(self.states) - 1
        hidden = [
            place + 1
            for place, (state, event) in enumerate(zip(self.states, self.log, strict=False))
            if state.redact(event, None).action != event.action
        ]
        secret = self.rng.sample(hidden, min(len(hidden), 2))
        return sorted({last, *secret, *(self.rng.randrange(last + 1) for _ in range(positions))})

    def _check_position(self, place: int, report: Report) -> None:
        state = self.states[place]
        event = self.log[place] if place < len(self.log) else None
        states.check_pure(state, event, self.rng)
        states.check_views(state)
        states.check_chance(state, self.rng)
        actions.check(self.game, state, self.log, self.rng)
        leaks.check(self.game, self.states[: place + 1], self.log[:place], self.rng, report)
        report.positions += 1


def _demand_twins(report: Report) -> None:
    """A leak test that never varied what it hides would prove nothing."""
    for kind in report.hidden:
        demand(
            report.changed[kind] > 0 or report.games < 10,
            f"{kind!r} is hidden from some seat, but `resample` never changed one: "
            "the leak test proved nothing about it",
        )
