"""Calcory: turn cards up to thirteen, and remember where they lie."""

from collections.abc import Sequence

from quartett.core import state as core
from quartett.core.event import Action, Event, Seat, Start
from quartett.core.game import Game
from quartett.core.state import Rng
from quartett.games.calcory import notation, rules, twins, view
from quartett.games.calcory.actions import (
    Deal,
    HiddenDeal,
    HiddenReturn,
    Pass,
    Return,
    Stop,
    Turn,
)
from quartett.games.calcory.layout.cards import STANDARD, Card, Layout, Lying, Place, small
from quartett.games.calcory.rules import State
from quartett.games.calcory.view import Bid, Options, View


class Calcory(Game):
    id = "calcory"
    name = "Calcory"
    players = range(2, 5)
    Options = Options
    player_actions = (Turn, Stop, Return, Pass)
    chance_actions = (Start, Deal)
    remembering = True

    def begin(self, players: int, options: view.Options) -> State:
        return rules.begin(players, options)

    def parse(self, text: str) -> Action:
        return notation.parse(text)

    def variants(self) -> Sequence[view.Options]:
        return (Options(), Options(max_turns=40, open_seconds=0), Options(start_player=1))

    def resample(
        self, start: core.State, log: Sequence[Event], seat: Seat | None, rng: Rng
    ) -> list[Event]:
        """Cards never shown may lie anywhere; what others put back may be any they took."""
        assert isinstance(start, State)
        return twins.twin(start, log, seat, rng)


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
