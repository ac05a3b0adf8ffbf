"""The integers of Calcory's actions.

0–59    a place, row by row from the top left: the card to turn; after a take first the
        card to put back, by where it lay, and then, in an action of its own, where to
60      stop
61      pass
"""

from typing import Final

from quartett.core.event import Action
from quartett.games.calcory.actions import Pass, Return, Stop, Turn
from quartett.games.calcory.layout.cards import STANDARD

STOP: Final = STANDARD.size
PASS: Final = STOP + 1
ACTIONS: Final = PASS + 1


def number(action: Action) -> tuple[int, ...]:
    """The integers that make the action: one, and for a return two.

    >>> number(Turn((2, 6))), number(Return((2, 6), (0, 9))), number(Stop())
    ((26,), (26, 9), (60,))
    """
    if isinstance(action, Turn):
        return (STANDARD.index(action.at),)
    if isinstance(action, Return):
        return STANDARD.index(action.card), STANDARD.index(action.to)
    return (STOP if isinstance(action, Stop) else PASS,)


def action(number: int, to: int | None = None) -> Action:
    """
    >>> str(action(26)), str(action(26, 9)), str(action(60)), str(action(61))
    ('c7', 'c7>a10', '.', '-')
    """
    if to is not None:
        return Return(STANDARD.place(number), STANDARD.place(to))
    if number < STOP:
        return Turn(STANDARD.place(number))
    return Stop() if number == STOP else Pass()
