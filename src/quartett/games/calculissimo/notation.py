"""Notation to read aloud and to write on paper.

`8g 6÷2` lay across from g8 · `h6 4-.+3` lay down from h6, the point being a tile that lies
there already · `=12` after it announces points · `<7+?` exchange · `-` pass · `!` challenge
· `ok` accept · `@2 7+9` player 2 starts, after these draws · `>2 78+` player 2 draws.
Type `-` for −, `*` or `x` for ×, `:` for ÷; `?5` is a joker that stands for a 5.
"""

import re

from quartett.core.errors import IllegalAction
from quartett.core.event import Action
from quartett.games.calculissimo.actions import (
    Accept,
    Challenge,
    Draw,
    Exchange,
    Pass,
    Play,
    Start,
)
from quartett.games.calculissimo.board.grid import Laid
from quartett.games.calculissimo.board.tiles import typed

_PLAY = re.compile(
    r"(?:(?P<row>[0-9]{1,2})(?P<left>[a-z])|(?P<column>[a-z])(?P<top>[0-9]{1,2}))\s+(?P<tiles>\S+)",
    re.IGNORECASE,
)
_WORDS = {"-": Pass(), "pass": Pass(), "!": Challenge(), "ok": Accept()}


def parse(text: str) -> Action:
    """The action a note stands for.

    >>> parse("8g 6:2")
    Play(tiles=((7, 6, '6'), (7, 7, '÷'), (7, 8, '2')), announce=None)
    """
    note = text.strip()
    try:
        return _read(note)
    except IllegalAction:
        raise
    except ValueError:
        raise IllegalAction(
            "malformed",
            f"{text!r} is not a note: `8g 6÷2` lays across, `g8 6÷2` down, <7+ exchanges, "
            "- passes, ! challenges, ok accepts",
        ) from None


def split_tiles(text: str) -> list[str]:
    """Tiles written one after the other; a point is a tile that lies there already.

    >>> split_tiles("4-.?5")
    ['4', '−', '.', '?5']
    """
    return re.findall(r"\?.?|[^?]", typed(text))


def _read(note: str) -> Action:
    if note.lower() in _WORDS:
        return _WORDS[note.lower()]
    match note[:1], note[1:]:
        case "@", rest:
            seat, tiles = _seat_and_tiles(rest)
            return Start(seat, tiles)
        case ">", rest:
            seat, tiles = _seat_and_tiles(rest)
            return Draw(seat, tiles)
        case "<", rest:
            return Exchange(read_rack(rest))
    return _read_play(note)


def read_rack(text: str) -> tuple[str, ...]:
    """Tiles of a rack as one types them.

    >>> read_rack("7 7 + :?")
    ('7', '7', '+', '÷', '?')
    """
    return tuple("".join(typed(text).split()))


def _seat_and_tiles(rest: str) -> tuple[int, tuple[str, ...]]:
    player, _, tiles = rest.partition(" ")
    return _number(player) - 1, read_rack(tiles)


def _read_play(note: str) -> Play:
    body, equals, points = note.partition("=")
    laid = tuple(tile for part in body.split(",") for tile in _read_part(part.strip()))
    return Play(laid, _number(points.strip()) if equals else None)


def _read_part(part: str) -> list[Laid]:
    found = _PLAY.fullmatch(part)
    if found is None:
        raise ValueError(part)
    across = found["row"] is not None
    row = _number(found["row"] or found["top"]) - 1
    column = ord((found["left"] or found["column"]).lower()) - ord("a")
    return [
        (row, column + place, tile) if across else (row + place, column, tile)
        for place, tile in enumerate(split_tiles(found["tiles"]))
        if tile != "."
    ]


def _number(digits: str) -> int:
    if not digits.isascii() or not digits.isdigit() or len(digits) > 12:
        raise ValueError(digits)
    return int(digits)
