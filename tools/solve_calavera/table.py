"""The table of exact values of Calavera for two: how it is built and where a position stands.

A position is what the player who rolls next sees: the rows of both sheets, and who was first at
the bonus lines that both have reached. Rows are numbers: the crosses of an open row, or the
number of open states plus the frozen box counted from the points zone.
"""

import ctypes
import subprocess
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np

SOURCE = Path(__file__).with_name("solver.cu")
TOLERANCE = 1e-10
"""The most that a value may be off because a turn without a mark was not followed for ever."""


@dataclass(frozen=True)
class Pad:
    """The pad's data that the solver needs; `quartett`'s own class has the same fields."""

    boxes: tuple[int, ...]
    points: int
    death: int
    roses: tuple[int, ...]
    lines: tuple[int, ...]
    first: tuple[int, ...]
    later: tuple[int, ...]

    @property
    def length(self) -> int:
        return len(self.boxes)


PADS = {
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
"""As `quartett.games.calavera.sheet` has them, for machines without Quartett; a test compares."""


class Layout:
    """Where positions stand in the table of a pad."""

    def __init__(self, pad: Any) -> None:
        self.pad = pad
        self.rows = pad.death + pad.length - pad.points + 1
        """States of one row."""
        size = self.rows**2
        self.count = size * (size + 1) * (size + 2) * (size + 3) // 24
        """Multisets of four pairs of rows."""

    @cached_property
    def balances(self) -> list[list[int]]:
        """Points of lead from the lines that both have reached, by the number of these lines."""
        gaps = [first - later for first, later in zip(self.pad.first, self.pad.later, strict=True)]
        return [
            sorted({sum(signs) for signs in product(*[(-gap, gap) for gap in gaps[:lines]])})
            for lines in range(len(gaps) + 1)
        ]

    @property
    def slots(self) -> int:
        return max(map(len, self.balances))

    @cached_property
    def ranks(self) -> np.ndarray[Any, np.dtype[np.int64]]:
        """Multisets that come before a largest pair, by what of the multiset is left: 4, 3, 2."""
        c = np.arange(self.rows**2, dtype=np.int64)
        return np.stack(
            [c * (c + 1) * (c + 2) * (c + 3) // 24, c * (c + 1) * (c + 2) // 6, c * (c + 1) // 2]
        )

    def index(self, mine: Any, theirs: Any, slot: Any) -> Any:
        """Places of positions, given as arrays whose last axis is the rows."""
        codes = -np.sort(-(np.asarray(mine, np.int64) * self.rows + np.asarray(theirs)), axis=-1)
        four, three, two = self.ranks
        place = four[codes[..., 0]] + three[codes[..., 1]] + two[codes[..., 2]] + codes[..., 3]
        return place + np.asarray(slot, np.int64) * self.count

    def described(self) -> Any:
        """The pad as the solver reads it."""
        pad = self.pad
        head = (pad.length, pad.points, pad.death, len(pad.lines), 0)
        return np.array(
            [*head, *pad.boxes, *pad.roses, *pad.lines, *pad.first, *pad.later], np.int32
        )

    def position(self, sheets: Any, active: int) -> tuple[list[int], list[int], int]:
        """The rows of both and the slot, from two sheets of the game."""
        mine, theirs = sheets[active], sheets[1 - active]
        both = [n for n in range(len(self.pad.lines)) if mine.bonus[n] and theirs.bonus[n]]
        lead = sum(mine.bonus[n] - theirs.bonus[n] for n in both)
        return self._rows(mine), self._rows(theirs), self.balances[len(both)].index(lead)

    def _rows(self, sheet: Any) -> list[int]:
        shift = self.pad.death - self.pad.points
        return [
            crosses + shift if frozen else crosses
            for crosses, frozen in zip(sheet.crosses, sheet.frozen, strict=True)
        ]


class Report(ctypes.Structure):
    _fields_ = (
        ("worst", ctypes.c_double),
        ("rounds", ctypes.c_uint32),
        ("poisoned", ctypes.c_uint32),
        ("evaluations", ctypes.c_uint64),
    )


def compiled(out: Path, gpu: bool) -> ctypes.CDLL:
    """The solver as a library, rebuilt."""
    tools = ["nvcc", "-O3", "-arch=sm_90", "-Xcompiler"] if gpu else ["c++", "-O2", "-x", "c++"]
    subprocess.run([*tools, "-fPIC", "-shared", str(SOURCE), "-o", str(out)], check=True)
    library = ctypes.CDLL(str(out))
    library.calavera_solve.argtypes = (
        ctypes.c_void_p,
        ctypes.c_double,
        ctypes.c_void_p,
        ctypes.POINTER(Report),
        ctypes.c_int,
    )
    library.calavera_idle.argtypes = (ctypes.c_void_p, ctypes.c_void_p)
    return library


def solve(library: ctypes.CDLL, layout: Layout, table: int, verbose: bool = False) -> Report:
    """Fill the table at this address: `slots * count` doubles, on the GPU for its library."""
    report = Report()
    pad = layout.described()
    if library.calavera_solve(pad.ctypes.data, TOLERANCE, table, report, verbose):
        raise RuntimeError("a position was used before it was solved")
    return report


def solved_here(library: ctypes.CDLL, layout: Layout) -> tuple[Any, Report]:
    """The table of a small pad, without a GPU; NaN where there is no position."""
    table = np.full(layout.slots * layout.count, np.nan)
    return table, solve(library, layout, table.ctypes.data)


def idle(library: ctypes.CDLL, layout: Layout) -> Any:
    """The most likely that a turn marks nothing, by the open rows of both as bits."""
    most = np.zeros((16, 16))
    library.calavera_idle(layout.described().ctypes.data, most.ctypes.data)
    return most
