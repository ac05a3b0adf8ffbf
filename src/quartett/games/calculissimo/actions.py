"""What players and chance do, each with its notation.

Columns are letters and rows are numbers. A place with the row first reads across, `8h`;
with the column first down, `h8`. A point stands for a tile that lies there already.
"""

from itertools import groupby
from typing import Final

from msgspec.structs import force_setattr

from quartett.core.errors import IllegalAction
from quartett.core.event import Action, Seat
from quartett.games.calculissimo.board.edition import RACKS, SIZES
from quartett.games.calculissimo.board.grid import Laid, place_name
from quartett.games.calculissimo.board.tiles import JOKER, KIND, LAID, TILES, in_order

MOST_POINTS: Final = 10**9
"""More than any play can score; announcements beyond it are not meant."""


class Start(Action, frozen=True):
    """Chance: who starts, and the tiles drawn to find out, round by round in seat order."""

    seat: Seat
    drawn: tuple[str, ...]

    def __post_init__(self) -> None:
        _check_seat(self.seat)
        _check_tiles(self.drawn, range(1, 1000))

    def __str__(self) -> str:
        return f"@{self.seat + 1} {''.join(self.drawn)}"


class Draw(Action, frozen=True):
    """Chance: the tiles a seat draws from the bag."""

    seat: Seat
    tiles: tuple[str, ...]

    def __post_init__(self) -> None:
        _check_seat(self.seat)
        _check_tiles(self.tiles, range(1, RACKS[-1] + 1))
        force_setattr(self, "tiles", in_order(self.tiles))

    def __str__(self) -> str:
        return f">{self.seat + 1} {''.join(self.tiles)}"


class Play(Action, frozen=True, omit_defaults=True):
    """Lay tiles on the board; in challenge games with the points announced.

    >>> str(Play(((7, 6, "6"), (7, 7, "÷"), (7, 8, "?2"))))
    '8g 6÷?2'
    >>> str(Play(((5, 7, "4"), (6, 7, "−"), (8, 7, "+"), (9, 7, "3")), 12))
    'h6 4−.+3 =12'
    """

    tiles: tuple[Laid, ...]
    """Each as row, column and tile, counted from 0 at the top left; a joker as ? and what it stands
    for. The signs are + − × ÷ (U+2212, U+00D7, U+00F7)."""
    announce: int | None = None
    """The points, in games with challenges and only there."""

    def __post_init__(self) -> None:
        if type(self.tiles) is not tuple or not 0 < len(self.tiles) <= RACKS[-1]:
            raise IllegalAction("malformed", f"a play lays 1 to {RACKS[-1]} tiles")
        for laid in self.tiles:
            _check_laid(laid)
        places = [laid[:2] for laid in self.tiles]
        for row, column in places:
            if places.count((row, column)) > 1:
                raise IllegalAction(
                    "malformed",
                    f"{place_name(row, column)} is named twice",
                    {"place": [row, column]},
                )
        force_setattr(self, "tiles", tuple(sorted(self.tiles)))
        if self.announce is not None and not _is_number(self.announce, MOST_POINTS):
            raise IllegalAction("malformed", "announced points are a whole number from 0")

    def __str__(self) -> str:
        if len({column for _, column, _ in self.tiles}) == 1 and len(self.tiles) > 1:
            text = _down(self.tiles)
        else:
            rows = groupby(self.tiles, key=lambda laid: laid[0])
            text = ", ".join(_across(tuple(row)) for _, row in rows)
        return text if self.announce is None else f"{text} ={self.announce}"


class Exchange(Action, frozen=True):
    """Put tiles back into the bag and draw as many.

    >>> str(Exchange(("+", "7", "?")))
    '<7+?'
    """

    tiles: tuple[str, ...]
    """Of one's own rack."""

    def __post_init__(self) -> None:
        _check_tiles(self.tiles, range(1, RACKS[-1] + 1))
        force_setattr(self, "tiles", in_order(self.tiles))

    def __str__(self) -> str:
        return "<" + "".join(self.tiles)


class Pass(Action, frozen=True):
    """Do nothing; a turn whose time is up is one too."""

    def __str__(self) -> str:
        return "-"


class Challenge(Action, frozen=True):
    """Doubt the play just laid."""

    def __str__(self) -> str:
        return "!"


class Accept(Action, frozen=True):
    """Let the play stand."""

    def __str__(self) -> str:
        return "ok"


class HiddenDraw(Action, frozen=True, tag="draw"):
    """Another seat's draw, as everyone else sees it."""

    seat: Seat

    def __str__(self) -> str:
        return f">{self.seat + 1}"


class HiddenExchange(Action, frozen=True, tag="exchange"):
    """Another seat's exchange, as everyone else sees it."""

    def __str__(self) -> str:
        return "<"


def _across(tiles: tuple[Laid, ...]) -> str:
    row, first, _ = tiles[0]
    at = {column: tile for _, column, tile in tiles}
    letters = "".join(at.get(column, ".") for column in range(first, max(at) + 1))
    return f"{row + 1}{chr(ord('a') + first)} {letters}"


def _down(tiles: tuple[Laid, ...]) -> str:
    first, column, _ = tiles[0]
    at = {row: tile for row, _, tile in tiles}
    letters = "".join(at.get(row, ".") for row in range(first, max(at) + 1))
    return f"{place_name(first, column)} {letters}"


def _is_number(value: object, below: int) -> bool:
    return type(value) is int and 0 <= value < below


def _check_seat(seat: object) -> None:
    if not _is_number(seat, 100):
        raise IllegalAction("malformed", f"a seat is a whole number from 0, not {seat!r}")


def _check_tiles(tiles: object, counts: range) -> None:
    if type(tiles) is not tuple or len(tiles) not in counts:
        raise IllegalAction("malformed", f"tiles are a list of {counts[0]} to {counts[-1]}")
    for tile in tiles:
        if not isinstance(tile, str) or tile not in KIND:
            raise IllegalAction("malformed", f"tiles are {' '.join(TILES)}, not {tile!r}")


def _check_laid(laid: object) -> None:
    if type(laid) is not tuple or len(laid) != 3:
        raise IllegalAction("malformed", "a tile is laid as [row, column, tile]")
    row, column, tile = laid
    if type(row) is not int or type(column) is not int:
        raise IllegalAction("malformed", "a place is a row and a column in whole numbers")
    if not (0 <= row < SIZES[-1] + 1 and 0 <= column < SIZES[-1] + 1):
        raise IllegalAction("off_board", f"row {row + 1}, column {column + 1} is on no board", {})
    if not isinstance(tile, str) or tile not in LAID:
        what = "a joker says what it stands for, as in ?5" if tile == JOKER else f"not {tile!r}"
        raise IllegalAction("malformed", f"tiles laid are 1 to 9, + − × ÷ or a joker; {what}")
