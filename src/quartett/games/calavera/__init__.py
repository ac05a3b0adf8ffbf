"""Calavera: roll, mark, freeze in time, and mind the skulls."""

from collections.abc import Mapping, Sequence
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

if TYPE_CHECKING:
    from rich.console import RenderableType

    from quartett.bots import Advice, Bot


class Calavera(Game):
    id = "calavera"
    name = "Calavera"
    players = range(2, 5)
    Options = Options
    player_actions = (Reroll, Mark, Freeze, Skip)
    chance_actions = (Start, Roll)
    legend = notation.LEGEND

    def begin(self, players: int, options: view.Options) -> State:
        return rules.begin(players, options)

    def parse(self, text: str) -> Action:
        return notation.parse(text)

    def expects(self, seen: core.View) -> str:
        assert isinstance(seen, View)
        return notation.expects(seen)

    def describe(self, action: Action, shows: object = None) -> str:
        return notation.describe(action)

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

    def draw(self, seen: core.View, draft: str = "") -> "RenderableType":
        from quartett.games.calavera.draw import draw

        assert isinstance(seen, View)
        return draw(seen, draft)

    def bots(self) -> Mapping[str, type["Bot"]]:
        from quartett.games.calavera.bots import LEVELS

        return LEVELS

    def explain(self, seen: core.View) -> "Advice":
        from quartett.games.calavera.advice import explain

        assert isinstance(seen, View)
        return explain(seen)


def _has_secret(state: core.State) -> bool:
    assert isinstance(state, State)
    return any(chosen is not None for chosen in state.picks)


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
