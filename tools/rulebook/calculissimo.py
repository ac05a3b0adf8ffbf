"""Calculissimo: the fields around the middle."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from msgspec.structs import replace
from tools.rulebook.paper import Moment, wordless

from quartett import CHANCE, Event
from quartett.games.calculissimo import Calculissimo, add_edition
from quartett.games.calculissimo.actions import Play
from quartett.games.calculissimo.board.editions import edition
from quartett.games.calculissimo.board.score import Worth, worth
from quartett.games.calculissimo.rules.position import arrange
from quartett.games.calculissimo.svg import FIELD, FIELDS, MARGIN, svg
from quartett.games.calculissimo.view import View


@dataclass(frozen=True)
class Laid:
    """A play on the table before the others accept it: so its tiles stand out."""

    view: View
    steps: str = ""
    """How its points are counted; empty where nothing is laid yet."""


def three() -> list[Laid]:
    """Those of the printed calculations that our board counts as the printed rules do."""
    return plays("standard", ["8f 6:2+9", "h6 4-.+3", "6f 3*.-1"], (48, 12, 33))


def five() -> list[Laid]:
    """All of them, on a board with the fields that they need."""
    notes = ["8d 9+6:2", "h6 4-.+3", "6f 3*.-1", "10d 6+4-.+5", "j7 *7+"]
    return plays(printed_edition(), notes, (48, 12, 33, 38, 19))


@cache
def printed_edition() -> str:
    green = [(-4, 0), (-2, 0), (0, -2), (0, 2), (-2, 2), (2, 0)]
    blue = [(-2, -2), (2, -2), (-4, 2), (2, 2)]
    rows = [["."] * 15 for _ in range(15)]
    for letter, places in (("g", green), ("b", blue), ("y", [(0, 0)])):
        for right, down in places:
            rows[7 + down][7 + right] = letter
    board = tuple(map("".join, rows))
    add_edition(replace(edition("standard"), name="printed", title="printed", board=board))
    return "printed"


def plays(name: str, notes: Sequence[str], points: tuple[int, ...]) -> list[Laid]:
    """The empty board, and each play; the points are announced, challenged and found right."""
    game, rng = Calculissimo(), random.Random(0)
    racks = [note.split()[1].replace(".", "") for note in notes]
    state = arrange(".", *racks, edition=name, challenge=True)
    laid = [Laid(state.view(0))]
    for seat, (note, earned) in enumerate(zip(notes, points, strict=True)):
        board, play = state.board, game.parse(f"{note} ={earned}")
        assert isinstance(play, Play)
        state = state.apply(Event(seat, play))
        laid.append(Laid(state.view(seat), _steps(worth(edition(name), board, play.tiles))))
        state = state.apply(Event(min(state.to_act), game.parse("!")))
        while state.is_chance:
            state = state.apply(Event(CHANCE, state.sample(rng)))
    assert state.scores() == points
    return laid


def _steps(found: Worth) -> str:
    (line,) = found.lines
    return str(line).partition(": ")[2]


def middle(laid: Laid) -> Moment:
    """Columns d to l and rows 6 to 10, with a little of what is around them."""
    edge = 7
    left, top = MARGIN + 3 * FIELD - edge, MARGIN + 5 * FIELD - edge
    shapes = wordless(svg(laid.view)) + "".join(_covered(laid.view))
    return Moment(shapes, left, top, 9 * FIELD + 2 * edge, 5 * FIELD + 2 * edge, laid.steps)


def page_form(laid: Laid) -> dict[str, object]:
    """Columns d to j and rows 6 to 10, as the page's examples want them."""
    view, rows, columns = laid.view, range(5, 10), range(3, 10)
    size = view.edition.size
    new = sorted(tile[:2] for tile in view.pending.tiles) if view.pending else []
    return {
        "rows": ["".join(view.board[r * size + c] or "." for c in columns) for r in rows],
        "fields": [view.edition.board[r][columns.start : columns.stop] for r in rows],
        "fresh": " ".join(f"{r - rows.start}{c - columns.start}" for r, c in new),
        "steps": laid.steps,
    }


def _covered(view: View) -> Iterator[str]:
    """The bonus fields under new tiles, as a small sign on each."""
    for row, column, *_ in view.pending.tiles if view.pending else ():
        fill, sign, colour = FIELDS[view.edition.board[row][column]]
        x, y = MARGIN + (column + 1) * FIELD - 9, MARGIN + row * FIELD + 3
        if sign:
            yield (
                f'<rect x="{x - 12}" y="{y - 7}" width="24" height="13" rx="4" fill="{fill}" '
                f'stroke="{colour}"/><text x="{x}" y="{y + 3}" font-size="10" font-weight="700" '
                f'text-anchor="middle" fill="{colour}">{sign}</text>'
            )
