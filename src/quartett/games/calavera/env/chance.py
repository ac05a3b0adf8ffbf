"""Calavera's rolls by their multiset, which is all that matters."""

from fractions import Fraction
from functools import cache
from typing import Any, Final

from quartett.core.event import Action
from quartett.envs.factored.chance import ChanceNumbering, Drawn, Outcomes, Steps
from quartett.games.calavera.actions import Roll
from quartett.games.calavera.dice import multisets


class Rolls(Steps):
    def outcomes(self, state: Any, drawn: Drawn) -> Outcomes:
        return _chances(len(state.rolling))

    def action(self, state: Any, drawn: Drawn) -> Action:
        return _rolls(len(state.rolling))[drawn[0]]

    def path(self, state: Any, action: Action) -> list[int]:
        return [_rolls(len(state.rolling)).index(action)]

    def label(self, state: Any, outcome: int) -> str:
        return str(_rolls(len(state.rolling))[outcome])


@cache
def _multisets(dice: int) -> dict[Action, Fraction]:
    return {Roll(faces): chance for faces, chance in multisets(dice)}


@cache
def _rolls(dice: int) -> list[Action]:
    return list(_multisets(dice))


@cache
def _chances(dice: int) -> Outcomes:
    return list(enumerate(_multisets(dice).values()))


CHANCE: Final = ChanceNumbering(462, {"roll": Rolls()})
"""Six dice with six faces have 462 multisets."""
