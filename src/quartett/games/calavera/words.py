"""Texts for people: how to write actions, what is expected, and what was done."""

from typing import Final

from quartett.core.event import Action, Start
from quartett.games.calavera.actions import Freeze, Mark, Reroll, Roll
from quartett.games.calavera.dice import CURSE, ROSE, SKULL
from quartett.games.calavera.view import View

legend: Final = (
    "136 rerolls dice 1, 3, 6 · o g p b mark · ro rg rp rb mark with roses · *o freezes · - skips"
)


def expects(view: View) -> str:
    """What the viewing seat is asked to do now."""
    if view.phase == "pick":
        cursed = view.faces.count(SKULL) >= CURSE
        why = "is cursed by three skulls" if cursed else "rolled a skull"
        return f"Player {view.active + 1} {why}: choose from the dice that are left."
    if view.can_reroll:
        roll = f"roll {view.rolls} of {view.options.rolls}"
        return f"Your turn, {roll}: reroll dice, or mark or freeze a row."
    return "Your turn, the last roll: mark or freeze a row."


def describe(action: Action, shows: object = None) -> str:  # noqa: ARG001
    """The action in words.

    >>> describe(Mark("rose", "pink"))
    'mark pink with the roses'
    """
    match action:
        case Start(seat):
            return f"player {seat + 1} begins"
        case Roll(faces):
            return f"the dice show {', '.join(faces)}"
        case Reroll(dice):
            numbers = ", ".join(str(die + 1) for die in dice)
            return f"reroll {'die' if len(dice) == 1 else 'dice'} {numbers}"
        case Mark(use, row):
            return f"mark {row} with the roses" if use == ROSE else f"mark {row}"
        case Freeze(row):
            return f"freeze {row}"
    return "skip"
