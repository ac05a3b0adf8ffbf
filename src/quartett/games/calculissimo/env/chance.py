"""Calculissimo's draws tile by tile; a tile's number is its kind."""

from collections.abc import Sequence
from typing import Any, Final

from quartett.core.event import Action
from quartett.core.state import State
from quartett.envs.factored.chance import LISTED, ChanceNumbering, Drawn, Outcomes, Steps, weighted
from quartett.games.calculissimo.actions import Draw, Start
from quartett.games.calculissimo.board.tiles import KIND, TILES
from quartett.games.calculissimo.rules.draws import Lots


class TileByTile(Steps):
    """The tiles that a seat draws from the bag."""

    def outcomes(self, state: Any, drawn: Drawn) -> Outcomes:
        left = list(state.bag)
        for kind in drawn:
            left[kind] -= 1
        return weighted(left)

    def action(self, state: Any, drawn: Drawn) -> Action | None:
        if len(drawn) < state.to_draw:
            return None
        return Draw(state.drawing[0], tuple(TILES[kind] for kind in drawn))

    def path(self, state: Any, action: Draw) -> list[int]:
        return [KIND[tile] for tile in action.tiles]

    def label(self, state: Any, outcome: int) -> str:
        return TILES[outcome]


class DrawForStart(Steps):
    """Listed where there is a short example of the draw for every seat, as there nearly always is.

    Tile by tile it could go on for ever, and no seat minds how it came to start.
    """

    def outcomes(self, state: Any, drawn: Drawn) -> Outcomes:
        if _lists_all_seats(state):
            return LISTED.outcomes(state, drawn)
        return weighted(_lots(state, drawn).bag)

    def action(self, state: Any, drawn: Drawn) -> Action | None:
        if _lists_all_seats(state):
            return LISTED.action(state, drawn)
        lots = _lots(state, drawn)
        return None if lots.leader is None else Start(lots.leader, tuple(lots.drawn))

    def path(self, state: Any, action: Start) -> Sequence[int]:
        if _lists_all_seats(state):
            return LISTED.path(state, action)
        return [KIND[tile] for tile in action.drawn]

    def label(self, state: Any, outcome: int) -> str:
        return LISTED.label(state, outcome) if _lists_all_seats(state) else TILES[outcome]


def _lists_all_seats(state: State) -> bool:
    return sum(1 for _ in state.outcomes()) == state.players


def _lots(state: Any, drawn: Drawn) -> Lots:
    lots = Lots(state.players, state.bag)
    for kind in drawn:
        lots.draw(TILES[kind])
    return lots


CHANCE: Final = ChanceNumbering(len(TILES), {"start": DrawForStart(), "draw": TileByTile()})
