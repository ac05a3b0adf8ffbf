"""Cubus: everybody builds one picture of a stack of boxes."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar

from quartett.core import state as core
from quartett.core.event import Action, Event, Seat, Start
from quartett.core.game import Game
from quartett.core.parts import Timing
from quartett.core.state import Rng
from quartett.games.cubus import notation, rules, view
from quartett.games.cubus.actions import Build, Draw, Knock, Pass, Place, Remove, Waive
from quartett.games.cubus.builder.listing import best_builds, builds
from quartett.games.cubus.builder.solver import BestBuild, best_build, has_build
from quartett.games.cubus.rules import State
from quartett.games.cubus.stacks.cards import Cards
from quartett.games.cubus.stacks.stack import Stack
from quartett.games.cubus.view import Options, View


class Cubus(Game, Timing[View]):
    id = "cubus"
    name = "Cubus"
    players = range(2, 7)
    Options = Options
    player_actions = (Build, Pass, Knock, Waive, Remove)
    chance_actions = (Start, Draw, Place)
    lists_slowly = True
    added_options: ClassVar[Mapping[str, object]] = {"both_start": False}

    if TYPE_CHECKING:

        def start(self, players: int, options: core.Options | None = None) -> State: ...

    def begin(self, players: int, options: view.Options) -> State:
        return rules.begin(players, options)

    def parse(self, text: str) -> Action:
        return notation.parse(text)

    def variants(self) -> Sequence[view.Options]:
        return (
            Options(),
            Options(last_build="contest"),
            Options(knocking=False, last_build="underdog", dismantling="after", start_player=1),
            Options(knocking=False, dismantling="cards"),
            Options(dismantling="alone"),
            Options(dismantling="alone", both_start=False),
            Options(knocking=False, last_build="contest"),
        )

    def silence(self, view: View) -> Action | None:
        """A player who does not knock waives."""
        return Waive() if view.phase == "knock" else None

    def resample(
        self, start: core.State, log: Sequence[Event], seat: Seat | None, rng: Rng
    ) -> list[Event]:
        """Drawn cards lie open; only last builds handed in and not yet shown are hidden."""
        state, hidden = start, len(log)
        for place, event in enumerate(log):
            before, state = state, state.apply(event)
            assert isinstance(before, State) and isinstance(state, State)
            if not (before.handed and state.handed):
                hidden = place + 1
        return [*log[:hidden], *(_other(state, event, seat, rng) for event in log[hidden:])]


def _other(state: core.State, event: Event, seat: Seat | None, rng: Rng) -> Event:
    """Another last build of the same player; the stack and the pool are the same for all."""
    assert isinstance(state, State)
    if event.actor == seat or not isinstance(event.actor, int):
        return event
    return Event(event.actor, state.random_action(event.actor, rng))


__all__ = [
    "BestBuild",
    "Build",
    "Cards",
    "Cubus",
    "Draw",
    "Knock",
    "Options",
    "Pass",
    "Place",
    "Remove",
    "Stack",
    "Start",
    "State",
    "View",
    "Waive",
    "best_build",
    "best_builds",
    "builds",
    "has_build",
]
