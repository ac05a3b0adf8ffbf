"""The pad's data, and a player's sheet with its crosses."""

from functools import cached_property
from typing import Final

from msgspec import Struct

from quartett.core.state import with_item
from quartett.games.calavera.dice import COLOURS, DICE

CLOSED: Final = 0
"""In place of the roses that freeze a row: it takes no crosses any more."""
NEVER: Final = DICE + 1
"""In place of the roses that freeze a row: its last cross is not in the points zone."""


class Pad(Struct, frozen=True, dict=True):
    """How a sheet is printed. Boxes are numbered from 1; nothing about boxes stands elsewhere."""

    boxes: tuple[int, ...]
    """What a row is worth whose last cross is in this box."""
    points: int
    """The first box of the points zone, which ends where the death zone begins."""
    death: int
    """The first box of the death zone, which goes on to the end."""
    roses: tuple[int, ...]
    """How many roses freeze a row at each box of the points zone."""
    lines: tuple[int, ...]
    """A bonus line stands after each of these boxes."""
    first: tuple[int, ...]
    """The bonus of each line for whoever reaches it first."""
    later: tuple[int, ...]
    """The bonus for everyone after that."""

    @cached_property
    def length(self) -> int:
        return len(self.boxes)

    def value(self, crosses: int) -> int:
        return self.boxes[crosses - 1] if crosses else 0

    def scores_open(self, crosses: int) -> bool:
        """Whether an open row with this many crosses ends in the points zone."""
        return self.points <= crosses < self.death

    def roses_needed(self, crosses: int) -> int | None:
        """The roses that freeze a row with this many crosses; None outside the points zone."""
        return self.roses[crosses - self.points] if self.scores_open(crosses) else None

    # What a sheet asks for at every step, by whether a row is frozen and then by its crosses.

    @cached_property
    def worth(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """What a row would score if the game ended now."""
        values = [self.value(crosses) for crosses in range(self.length + 1)]
        still_open = [v if self.scores_open(crosses) else 0 for crosses, v in enumerate(values)]
        return tuple(still_open), tuple(values)

    @cached_property
    def freezing(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """How many roses freeze a row, or NEVER, or CLOSED."""
        lengths = range(self.length + 1)
        still_open = tuple(self.roses_needed(crosses) or NEVER for crosses in lengths)
        return still_open, (CLOSED,) * len(lengths)

    @cached_property
    def next_line(self) -> tuple[int, ...]:
        """The box of the next bonus line, by how many of them are not paid yet."""
        return (self.length + 1, *reversed(self.lines))


PADS: Final = {
    "standard": Pad(
        boxes=(0, 0, 0, 0, 0, 4, 5, 6, 8, 10, 3, 0, -3),
        points=6,
        death=11,
        roses=(2, 2, 2, 3, 3),
        lines=(3, 6, 9),
        first=(4, 5, 6),
        later=(2, 3, 4),
    ),
    "short": Pad(
        boxes=(0, 0, 0, 3, 5, 7, 10, 2, -2),
        points=4,
        death=8,
        roses=(2, 2, 2, 3),
        lines=(2, 4, 6),
        first=(3, 4, 5),
        later=(1, 2, 3),
    ),
}
"""The sheets a table can choose; `short` is a game of ten minutes."""

FEWEST: Final = min(min(pad.roses) for pad in PADS.values())
"""Fewer roses than this freeze no row on any pad."""


class Sheet(Struct, frozen=True, gc=False):
    """One player's crosses. Rows stand in the order of COLOURS."""

    crosses: tuple[int, ...]
    """How many each row has: orange, green, pink, black."""
    frozen: tuple[bool, ...]
    """Whether each row is closed."""
    bonus: tuple[int, ...]
    """The points earned at each bonus line; 0 while it is not reached."""

    @property
    def finished(self) -> bool:
        """Whether all rows are frozen."""
        return False not in self.frozen

    def is_open(self, row: int) -> bool:
        """Whether the row can take a cross: one that is full has been frozen by the death zone."""
        return not self.frozen[row]

    def freezing(self, pad: Pad) -> tuple[int, ...]:
        """How many roses freeze each row, or NEVER, or CLOSED."""
        roses = pad.freezing
        o, g, p, b = self.crosses
        o_frozen, g_frozen, p_frozen, b_frozen = self.frozen
        return roses[o_frozen][o], roses[g_frozen][g], roses[p_frozen][p], roses[b_frozen][b]

    def mark(self, row: int, count: int, pad: Pad) -> "Sheet":
        """This many crosses more; what does not fit lapses, and the death zone freezes."""
        crosses, rows = self.crosses[row] + count, list(self.crosses)
        if crosses < pad.death:
            rows[row] = crosses
            return Sheet(tuple(rows), self.frozen, self.bonus)
        rows[row] = min(crosses, pad.length)
        return Sheet(tuple(rows), with_item(self.frozen, row, True), self.bonus)

    def freeze(self, row: int) -> "Sheet":
        return Sheet(self.crosses, with_item(self.frozen, row, True), self.bonus)

    def reaches(self, line: int, pad: Pad) -> bool:
        return min(self.crosses) >= pad.lines[line]

    def is_owed(self, pad: Pad) -> bool:
        """Whether a bonus line is reached and not yet paid."""
        box = pad.next_line[self.bonus.count(0)]
        o, g, p, b = self.crosses
        return o >= box and g >= box and p >= box and b >= box

    def paid(self, line: int, points: int) -> "Sheet":
        return Sheet(self.crosses, self.frozen, with_item(self.bonus, line, points))

    def row_score(self, row: int, pad: Pad) -> int:
        """What the row would score if the game ended now."""
        return pad.worth[self.frozen[row]][self.crosses[row]]

    def score(self, pad: Pad) -> int:
        worth = pad.worth
        o, g, p, b = self.crosses
        o_frozen, g_frozen, p_frozen, b_frozen = self.frozen
        rows = worth[o_frozen][o] + worth[g_frozen][g] + worth[p_frozen][p] + worth[b_frozen][b]
        return rows + sum(self.bonus)


def empty(pad: Pad) -> Sheet:
    return Sheet((0,) * len(COLOURS), (False,) * len(COLOURS), (0,) * len(pad.lines))


def bonus_on_offer(sheets: tuple[Sheet, ...], line: int, pad: Pad) -> int:
    """What the next to reach the line gets."""
    taken = any(sheet.bonus[line] for sheet in sheets)
    return (pad.later if taken else pad.first)[line]


def settle(sheets: tuple[Sheet, ...], pad: Pad) -> tuple[Sheet, ...]:
    """Pay every bonus line that was reached just now, by one player or by several at once."""
    least = [min(sheet.crosses) for sheet in sheets]
    for line, box in enumerate(pad.lines):
        reached = [s for s, sheet in enumerate(sheets) if least[s] >= box and not sheet.bonus[line]]
        if reached:
            points = bonus_on_offer(sheets, line, pad)
            for seat in reached:
                sheets = with_item(sheets, seat, sheets[seat].paid(line, points))
    return sheets
