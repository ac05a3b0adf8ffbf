"""The integers of Calavera's actions.

0–62    reroll the dice whose bits are set in the number + 1 (bit 0: the first die)
63–66   mark orange, green, pink, black with dice of that colour
67–70   mark orange, green, pink, black with the roses
71–74   freeze orange, green, pink, black
75      skip
"""

from typing import Final

from quartett.core.event import Action
from quartett.games.calavera.actions import Freeze, Mark, Reroll, Skip
from quartett.games.calavera.dice import COLOURS, DICE, ROSE

KINDS: Final = ("own", "rose", "freeze", "skip")
USES: Final[tuple[Action, ...]] = (
    *(Mark(colour, colour) for colour in COLOURS),
    *(Mark(ROSE, colour) for colour in COLOURS),
    *(Freeze(colour) for colour in COLOURS),
    Skip(),
)
PICKS: Final = (*USES[: 2 * len(COLOURS)], USES[-1])
"""What may be chosen from another player's dice."""
REROLLS: Final = tuple(
    Reroll(tuple(die for die in range(DICE) if number >> die & 1)) for number in range(1, 1 << DICE)
)
BY_NUMBER: Final[tuple[Action, ...]] = (*REROLLS, *USES)
ACTIONS: Final = len(BY_NUMBER)
SKIP: Final = ACTIONS - 1
_NUMBERS: Final = {action: number for number, action in enumerate(BY_NUMBER)}


def number(action: Action) -> int:
    """
    >>> number(Reroll((0, 2))), number(Mark("rose", "green")), number(Skip())
    (4, 68, 75)
    """
    return _NUMBERS[action]


def action(number: int) -> Action:
    """
    >>> str(action(4)), str(action(68)), str(action(75))
    ('13', 'rg', '-')
    """
    return BY_NUMBER[number]
