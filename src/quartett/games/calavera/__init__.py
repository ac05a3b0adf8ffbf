"""Calavera: roll, mark, freeze in time, and mind the skulls."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from quartett.core import state as core
from quartett.core.event import CHANCE, Action, Event, Seat, Start
from quartett.core.game import Game
from quartett.core.state import Rng
from quartett.games.calavera import notation, rules, view
from quartett.games.calavera.actions import Freeze, Mark, Reroll, Roll, Skip
from quartett.games.calavera.rules import State
from quartett.games.calavera.sheet import PADS, Pad, Sheet
from quartett.games.calavera.view import Options, View


class Calavera(Game):
    id = "calavera"
    name = "Calavera"
    players = range(2, 5)
    Options = Options
    player_actions = (Reroll, Mark, Freeze, Skip)
    chance_actions = (Start, Roll)

    if TYPE_CHECKING:

        def start(self, players: int, options: core.Options | None = None) -> State: ...

    def begin(self, players: int, options: view.Options) -> State:
        return rules.begin(players, options)

    def parse(self, text: str) -> Action:
        return notation.parse(text)

    def variants(self) -> Sequence[view.Options]:
        return (Options(), Options(sheet="short"), Options(start_player=1))

    def resample(
        self, start: core.State, log: Sequence[Event], seat: Seat | None, rng: Rng
    ) -> list[Event]:
        """Only choices still hidden at the end of the log may be others than they were."""
        state, shown, before = start, 0, start
        for place, event in enumerate(log):
            state = state.apply(event)
            if not _has_secret(state):
                shown, before = place + 1, state
        return [*log[:shown], *(_other(before, event, seat, rng) for event in log[shown:])]


def _has_secret(state: core.State) -> bool:
    assert isinstance(state, State)
    return bool(state.picks)


def _other(before: core.State, event: Event, seat: Seat | None, rng: Rng) -> Event:
    """Another choice that this actor might have made before anyone had chosen."""
    if event.actor == seat or event.actor == CHANCE:
        return event
    return Event(event.actor, before.random_action(event.actor, rng))


__all__ = [
    "PADS",
    "Calavera",
    "Freeze",
    "Mark",
    "Options",
    "Pad",
    "Reroll",
    "Roll",
    "Sheet",
    "Skip",
    "Start",
    "State",
    "View",
]
