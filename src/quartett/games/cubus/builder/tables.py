"""What can follow a slice: small dynamic programmes over slices and cards.

Going from diagonal to diagonal, the back edge of the outline takes one of two steps. Along
x the next slice lies under this one, and the picture shows as many right sides as this
slice's first part; along y the next slice lies over this one, and the picture shows as many
left sides as the next slice's first part. What can precede a slice is the mirror image,
left and right exchanged.
"""

import sys
import zlib
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from functools import cache
from importlib.resources import files
from itertools import accumulate, pairwise, product
from math import prod
from struct import unpack
from typing import Any, Final, NamedTuple, TypeAlias

from quartett.core.arrays import np
from quartett.games.cubus.builder.slices import MOST, PARTS, partitions, slices

NEVER: Final = -1000
"""In the tables: no stack has these cards."""
AHEAD: Final = 4
"""The bound looks this many diagonals ahead; more than these count as these."""
FARTHEST: Final = 2 * MOST
"""No two lids of a stack are more diagonals apart."""
HIGHEST: Final = MOST
"""A lid lies at most so far before the x of its slice's back cell."""
PLACES: Final = HIGHEST + PARTS + FARTHEST

Table: TypeAlias = Any
"""Numbers by several indices: a memory view, or an array for compiled kernels."""


class Tables(NamedTuple):
    """Indexed by [slice, left, right, lids]: all that is asked about a slice lies together."""

    boxes: Table
    """The most boxes after a slice, with exactly these cards."""
    most: Table
    """The most boxes after a slice, with at most these cards."""
    best: Table
    """The most of 3 × boxes − cards after a slice, with at most these cards and, by the first
    index, at least this many diagonals still to come."""
    needs: Table
    """By [diagonals ahead, place of a lid there, slice]: the fewest left sides, right sides and
    lids that come to a slice with a lid at that place, and from there to the end."""
    through: Table
    """The most of 3 × boxes − cards of a stack with a slice, with at most these cards."""
    heads: Any
    """By [slice][left]: where its worthwhile beginnings with so many left sides start in
    `head_list`; the last number of a slice is where they end."""
    head_list: Any
    """Left, right, lids, boxes: beginnings that no cheaper one equals."""


@cache
def tables() -> Tables:
    """The tables for plain kernels."""
    return unpacked(Stored((files(__package__) / "tables.zlib").read_bytes()))


@cache
def arrays() -> Tables:
    """The same for compiled kernels."""
    found = tables()
    return Tables(
        boxes=np.asarray(found.boxes),
        most=np.asarray(found.most),
        best=np.asarray(found.best),
        needs=np.asarray(found.needs),
        through=np.asarray(found.through),
        heads=np.array(found.heads, np.int64),
        head_list=np.array(found.head_list, np.int64),
    )


@cache
def whole() -> Table:
    """The most boxes of a stack with exactly this many left sides, right sides and lids.

    >>> whole()[16, 16, 16], whole()[4, 4, 4], whole()[3, 3, 3]
    (64, 8, 4)
    """
    boxes = tables().boxes
    table = memoryview(bytearray(2 * SIDE**3)).cast("h", (SIDE, SIDE, SIDE))
    for left, right, lids in product(range(SIDE), repeat=3):
        # A stack begins with a slice of one column, which shows its left sides; the slices of
        # one column have their height as their number.
        towers = range(1, left + 1) if lids else ()
        table[left, right, lids] = max(
            (boxes[high, left - high, right, lids - 1] + high for high in towers), default=NEVER
        )
    return table


@cache
def worths() -> Table:
    """The most of 3 × boxes − cards of a stack with at most this many cards of each kind.

    >>> worths()[4, 4, 4], worths()[4, 4, 5]
    (12, 12)
    """
    boxes = whole()
    table = memoryview(bytearray(2 * SIDE**3)).cast("h", (SIDE, SIDE, SIDE))
    for left, right, lids in product(range(SIDE), repeat=3):
        fewer = [(left - 1, right, lids), (left, right - 1, lids), (left, right, lids - 1)]
        table[left, right, lids] = max(
            3 * boxes[left, right, lids] - left - right - lids,
            *(table[one] if min(one) >= 0 else NEVER for one in fewer),
        )
    return table


# How the tables are stored: a byte for each number, NEVER as 0, the others raised to be at
# least 1. Of `best` the first part is stored, and then by how much each part is lower than the
# one before it. All that is decoded without a loop over the numbers: there are 13 million.

RAISED: Final = {"boxes": 1, "most": 1, "best": 17, "needs": 1, "through": 1}
TOO_DEAR: Final = MOST + 1
"""More cards than there are: all such needs are stored as this one."""
SIDE: Final = MOST + 1
SHAPES: Final = {
    "boxes": (len(partitions()), SIDE, SIDE, SIDE),
    "most": (len(partitions()), SIDE, SIDE, SIDE),
    "best": (AHEAD + 1, len(partitions()), SIDE, SIDE, SIDE),
    "needs": (FARTHEST + 1, PLACES, len(partitions()), 3),
    "through": (len(partitions()), SIDE, SIDE, SIDE),
}


def packed(found: Tables) -> bytes:
    """The tables, computed with NumPy, as bytes."""
    needs = np.minimum(found.needs, TOO_DEAR)
    parts = [
        np.where(table < NEVER // 2, 0, table + RAISED[name]).astype(np.uint8)
        for name, table in found._replace(needs=needs)._asdict().items()
        if name in RAISED
    ]
    best = parts[2]
    parts[2] = np.concatenate([best[:1], best[:-1] - best[1:]])
    heads = [found.head_list[:, column].astype(np.uint8) for column in range(4)]
    counts = (found.heads[:, -1] - found.heads[:, 0]).astype("<u2")
    return b"".join(part.tobytes() for part in (*parts, counts, *heads))


class Stored:
    """Compressed bytes, read piece by piece: a browser gives no memory back that was taken once."""

    def __init__(self, compressed: bytes) -> None:
        self._rest = compressed
        self._stream = zlib.decompressobj()

    def read(self, size: int) -> bytes:
        found = self._stream.decompress(self._rest, size)
        self._rest = self._stream.unconsumed_tail
        if len(found) < size:
            raise ValueError("the stored tables are too short")
        return found


def unpacked(stored: Stored) -> Tables:
    parts = []
    for name, shape in SHAPES.items():
        size = prod(shape)
        if name == "best":
            chunks = _summed(stored.read(size // (AHEAD + 1)) for _ in range(AHEAD + 1))
        else:
            chunks = iter([stored.read(size)])
        parts.append(_shorts(chunks, size, RAISED[name]).cast("b").cast("h", shape))
    count = len(slices().length)
    starts = [0, *accumulate(unpack(f"<{count}H", stored.read(2 * count)))]
    rows = list(zip(*(stored.read(starts[-1]) for _ in range(4)), strict=True))
    heads = [
        [bisect_left(rows, (left,), first, last) for left in range(SIDE + 1)]
        for first, last in pairwise(starts)
    ]
    boxes, most, best, needs, through = parts
    return Tables(boxes, most, best, needs, through, heads, rows)


def _summed(chunks: Iterator[bytes]) -> Iterator[bytes]:
    """Every part is the one before it less what is stored; no byte is less than that."""
    part = next(chunks)
    yield part
    for chunk in chunks:
        lower = int.from_bytes(part, "big") - int.from_bytes(chunk, "big")
        part = lower.to_bytes(len(part), "big")
        yield part


def _shorts(chunks: Iterable[bytes], size: int, raised: int) -> memoryview:
    """A number of two bytes for each code; one chunk at a time, a browser keeps what it took."""
    numbers = [NEVER, *(code - raised for code in range(1, 256))]
    halves = [number.to_bytes(2, sys.byteorder, signed=True) for number in numbers]
    wide, at = bytearray(2 * size), 0
    for chunk in chunks:
        end = at + 2 * len(chunk)
        for half in (0, 1):
            wide[at + half : end : 2] = chunk.translate(bytes(pair[half] for pair in halves))
        at = end
    return memoryview(wide)
