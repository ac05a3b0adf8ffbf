"""Calcory: turn cards up to thirteen, and remember where they lie."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from quartett.core import state as core
from quartett.core.event import Action, Event, Seat, Start
from quartett.core.game import Game
from quartett.core.state import Rng
from quartett.games.calcory import notation, rules, twins, view, words
from quartett.games.calcory.actions import (
    Deal,
    HiddenDeal,
    HiddenReturn,
    Pass,
    Return,
    Stop,
    Turn,
)
from quartett.games.calcory.cards import STANDARD, Card, Layout, Lying, Place, small
from quartett.games.calcory.rules import State
from quartett.games.calcory.view import Bid, Options, View

if TYPE_CHECKING:
    from rich.console import RenderableType

    from quartett.bots import Advice, Bot


class Calcory(Game):
    id = "calcory"
    name = "Calcory"
    players = range(2, 5)
    Options = Options
    player_actions = (Turn, Stop, Return, Pass)
    chance_actions = (Start, Deal)
    legend = words.LEGEND

    def begin(self, players: int, options: view.Options) -> State:
        return rules.begin(players, options)

    def parse(self, text: str) -> Action:
        return notation.parse(text)

    def expects(self, seen: core.View) -> str:
        assert isinstance(seen, View)
        return words.expects(seen)

    def describe(self, action: Action, shows: object = None) -> str:
        return words.describe(action, shows)

    def variants(self) -> Sequence[view.Options]:
        return (Options(), Options(max_turns=40), Options(start_player=1))

    def resample(
        self, start: core.State, log: Sequence[Event], seat: Seat | None, rng: Rng
    ) -> list[Event]:
        """Cards never shown may lie anywhere; what others put back may be any they took."""
        assert isinstance(start, State)
        return twins.twin(start, log, seat, rng)

    def draw(self, seen: core.View, draft: str = "") -> "RenderableType":
        from quartett.games.calcory.draw import draw

        assert isinstance(seen, View)
        return draw(seen, draft)

    def bots(self) -> Mapping[str, type["Bot"]]:
        from quartett.games.calcory.bots import LEVELS

        return LEVELS

    def explain(self, seen: core.View) -> "Advice":
        from quartett.games.calcory.advice import explain

        assert isinstance(seen, View)
        return explain(seen)


__all__ = [
    "STANDARD",
    "Bid",
    "Calcory",
    "Card",
    "Deal",
    "HiddenDeal",
    "HiddenReturn",
    "Layout",
    "Lying",
    "Options",
    "Pass",
    "Place",
    "Return",
    "Start",
    "State",
    "Stop",
    "Turn",
    "View",
    "small",
]
