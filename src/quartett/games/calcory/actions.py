"""What players and chance do, each with its notation, and what others see of it.

A place is written by the letter of its row and the number of its column: `c7`.
"""

from typing import Final

from quartett.core.errors import IllegalAction
from quartett.core.event import Action
from quartett.games.calcory.layout.cards import COLOURS, COLUMNS, ROWS, Card, Place

LETTERS: Final = tuple(colour[0] for colour in COLOURS)


class Deal(Action, frozen=True):
    """Chance: the cards laid out face down, row by row."""

    cards: tuple[Card, ...]

    def __post_init__(self) -> None:
        if type(self.cards) is not tuple or not all(_is_card(card) for card in self.cards):
            raise IllegalAction("malformed", "a deal lists cards as colour 0 to 4 and digit 0 to 9")

    def __str__(self) -> str:
        return ":" + "".join(f"{LETTERS[colour]}{digit}" for colour, digit in self.cards)


class HiddenDeal(Action, frozen=True, tag="deal"):
    """The deal as everybody sees it: card backs."""

    def __str__(self) -> str:
        return ":"


class Turn(Action, frozen=True):
    """Turn the card at this place face up.

    >>> str(Turn(Place(2, 6)))
    'c7'
    """

    at: Place

    def __post_init__(self) -> None:
        _check_place(self.at)

    def __str__(self) -> str:
        return written(self.at)


class Stop(Action, frozen=True):
    """Turn no more cards."""

    def __str__(self) -> str:
        return "."


class Return(Action, frozen=True):
    """Put one of the cards just taken, named by where it lay, face down on a free place.

    >>> str(Return(Place(2, 6), Place(0, 9)))
    'c7>a10'
    """

    card: Place
    to: Place

    def __post_init__(self) -> None:
        _check_place(self.card)
        _check_place(self.to)

    def __str__(self) -> str:
        return f"{written(self.card)}>{written(self.to)}"


class HiddenReturn(Action, frozen=True, tag="return"):
    """A return as the others see it: where the card went, not which one."""

    to: Place

    def __str__(self) -> str:
        return f"?>{written(self.to)}"


class Pass(Action, frozen=True):
    """No face-down card is left to turn."""

    def __str__(self) -> str:
        return "-"


def written(place: tuple[int, int]) -> str:
    """The notation of a place.

    >>> written((5, 0))
    'f1'
    """
    return f"{'abcdef'[place[0]]}{place[1] + 1}"


def _check_place(place: object) -> None:
    if not isinstance(place, tuple) or len(place) != 2 or any(type(n) is not int for n in place):
        raise IllegalAction("malformed", "a place is a row and a column")
    if not (0 <= place[0] < ROWS and 0 <= place[1] < COLUMNS):
        raise IllegalAction(
            "malformed",
            f"there is no row {place[0]}, column {place[1]}: the table has {ROWS} rows and "
            f"{COLUMNS} columns, counted from 0",
            {"at": list(place)},
        )


def _is_card(card: object) -> bool:
    if not isinstance(card, tuple) or len(card) != 2 or any(type(n) is not int for n in card):
        return False
    colour, digit = card
    return bool(0 <= colour < len(COLOURS) and 0 <= digit <= 9)
