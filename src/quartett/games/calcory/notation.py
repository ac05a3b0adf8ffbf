"""Notation to read aloud and to write on paper.

`@2` player 2 starts · `:r0v7…` the deal, row by row · `c7` turn the card in row c, column 7 ·
`.` stop · `c7>a10` the card that lay at c7 goes back to a10 · `-` pass.
"""

import re

from quartett.core.errors import IllegalAction
from quartett.core.event import Action, Start
from quartett.games.calcory.actions import LETTERS, Deal, Pass, Return, Stop, Turn
from quartett.games.calcory.layout.cards import Card, Place

PASS = Pass()
STOP = Stop()
_PLACE = re.compile(r"([a-f])([1-9]|10)")
_CARD = re.compile(rf"([{''.join(LETTERS)}])([0-9])")


def parse(text: str) -> Action:
    """The action a note stands for; capitals and spaces do not matter.

    >>> parse("C7 > a10")
    Return(card=Place(row=2, col=6), to=Place(row=0, col=9))
    """
    note = "".join(text.split()).lower()
    try:
        return _read(note)
    except ValueError as error:
        if isinstance(error, IllegalAction):
            raise
        raise IllegalAction(
            "malformed",
            f"{text!r} is not a note: c7 turns a card, . stops, c7>a10 puts the card of c7 back "
            "on a10, - passes",
        ) from None


def place(text: str) -> Place:
    """A place from its notation.

    >>> place("f10")
    Place(row=5, col=9)
    """
    found = _PLACE.fullmatch(text)
    if found is None:
        raise ValueError(text)
    return Place("abcdef".index(found[1]), int(found[2]) - 1)


def _read(note: str) -> Action:
    match note[:1], note[1:]:
        case ".", "":
            return STOP
        case "-", "":
            return PASS
        case "@", player:
            return Start(_number(player) - 1)
        case ":", cards:
            return Deal(_cards(cards))
    card, arrow, to = note.partition(">")
    return Return(place(card), place(to)) if arrow else Turn(place(note))


def _cards(text: str) -> tuple[Card, ...]:
    pairs = [_CARD.fullmatch(text[start : start + 2]) for start in range(0, len(text), 2)]
    cards = tuple(Card(LETTERS.index(pair[1]), int(pair[2])) for pair in pairs if pair)
    if len(cards) != len(pairs):
        raise ValueError(text)
    return cards


def _number(digits: str) -> int:
    if not digits.isascii() or not digits.isdigit():
        raise ValueError(digits)
    return int(digits)
