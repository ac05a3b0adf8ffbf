"""The pad's data, and a player's sheet with its crosses."""

from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from quartett.core.state import with_item
from quartett.games.calavera.dice import COLOURS


class Pad(Struct, frozen=True):
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

    @property
    def length(self) -> int:
        return len(self.boxes)

    def value(self, crosses: int) -> int:
        return self.boxes[crosses - 1] if crosses else 0

    def scores_open(self, crosses: int) -> bool:
        """Whether an open row with so many crosses ends in the points zone."""
        return self.points <= crosses < self.death

    def roses_needed(self, crosses: int) -> int | None:
        """The roses that freeze a row with so many crosses; None outside the points zone."""
        return self.roses[crosses - self.points] if self.scores_open(crosses) else None


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


class Sheet(Struct, frozen=True):
    """One player's crosses. Rows stand in the order of COLOURS."""

    crosses: tuple[int, ...]
    frozen: tuple[bool, ...]
    bonus: tuple[int, ...]
    """The points earned at each bonus line; 0 while it is not reached."""

    @property
    def finished(self) -> bool:
        """Whether all rows are frozen."""
        return False not in self.frozen

    def is_open(self, row: int, pad: Pad) -> bool:
        """Whether the row can take a cross."""
        return not self.frozen[row] and self.crosses[row] < pad.length

    def mark(self, row: int, count: int, pad: Pad) -> "Sheet":
        """So many crosses more; what does not fit lapses, and the death zone freezes."""
        crosses = min(self.crosses[row] + count, pad.length)
        marked = with_item(self.crosses, row, crosses)
        if crosses >= pad.death:
            return Sheet(marked, with_item(self.frozen, row, True), self.bonus)
        return Sheet(marked, self.frozen, self.bonus)

    def freeze(self, row: int) -> "Sheet":
        return replace(self, frozen=with_item(self.frozen, row, True))

    def can_freeze(self, row: int, roses: int, pad: Pad) -> bool:
        needed = pad.roses_needed(self.crosses[row])
        return not self.frozen[row] and needed is not None and roses >= needed

    def reaches(self, line: int, pad: Pad) -> bool:
        return min(self.crosses) >= pad.lines[line]

    def row_score(self, row: int, pad: Pad) -> int:
        """What the row would score if the game ended now."""
        if self.frozen[row] or pad.scores_open(self.crosses[row]):
            return pad.value(self.crosses[row])
        return 0

    def score(self, pad: Pad) -> int:
        return sum(self.row_score(row, pad) for row in range(len(COLOURS))) + sum(self.bonus)


def empty(pad: Pad) -> Sheet:
    return Sheet((0,) * len(COLOURS), (False,) * len(COLOURS), (0,) * len(pad.lines))


def bonus_on_offer(sheets: tuple[Sheet, ...], line: int, pad: Pad) -> int:
    """What the next to reach the line gets."""
    taken = any(sheet.bonus[line] for sheet in sheets)
    return (pad.later if taken else pad.first)[line]


def settle(sheets: tuple[Sheet, ...], pad: Pad) -> tuple[Sheet, ...]:
    """Pay every bonus line that was reached just now, by one player or by several at once."""
    for line in range(len(pad.lines)):
        reached = [
            seat for seat, s in enumerate(sheets) if not s.bonus[line] and s.reaches(line, pad)
        ]
        if not reached:
            continue
        points = bonus_on_offer(sheets, line, pad)
        sheets = tuple(
            replace(sheet, bonus=with_item(sheet.bonus, line, points)) if seat in reached else sheet
            for seat, sheet in enumerate(sheets)
        )
    return sheets
