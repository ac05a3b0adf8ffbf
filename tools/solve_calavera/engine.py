"""The value of a turn by the plain rules: it shares nothing with the solver that it checks."""

from collections.abc import Callable
from typing import Any, cast

import numpy as np

from quartett.core.event import CHANCE, Event
from quartett.games.calavera.actions import Roll
from quartett.games.calavera.bots.turn_values import TurnValues
from quartett.games.calavera.dice import ALL_DICE, DICE, multisets
from quartett.games.calavera.rules import State
from quartett.games.calavera.sheet import Sheet
from quartett.games.calavera.view import Options

Leaf = Callable[[tuple[Sheet, ...], int], float]
"""What a position is worth to the seat that rolls next."""


def options(sheet: str, start_player: int = 0) -> Options:
    """By the pad's name: tests play on pads of their own."""
    return Options(start_player=start_player, sheet=cast(Any, sheet))


def before(sheets: tuple[Sheet, ...], active: int, sheet: str) -> State:
    """The active seat is about to roll."""
    return State(2, options(sheet), sheets, active=active, rolling=ALL_DICE, is_chance=True)


def turn(sheets: tuple[Sheet, ...], active: int, sheet: str, leaf: Leaf) -> TurnValues:
    """The active seat's turn, every event of it played by the rules."""
    start = before(sheets, active, sheet)
    finals = [
        _value(start.apply(Event(CHANCE, Roll(faces))), active, leaf)
        for faces, _ in multisets(DICE)
    ]
    return TurnValues(np.array(finals))


def _value(state: State, seat: int, leaf: Leaf) -> float:
    """The worth to this seat of a state in which nobody rerolls any more."""
    if state.over:
        mine, other = state.scores()[seat], state.scores()[1 - seat]
        return 0.5 if mine == other else float(mine > other)
    if state.is_chance:
        return 1 - leaf(state.sheets, state.active)
    (actor,) = state.to_act
    values = [
        _value(state.apply(Event(actor, action)), seat, leaf) for action in state.view(actor).uses()
    ]
    return max(values) if actor == seat else min(values)
