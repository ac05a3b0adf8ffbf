"""How many stacks there are: walks over slices, and MacMahon's formula."""

from fractions import Fraction
from functools import cache
from itertools import pairwise, product

from quartett.games.cubus.builder.slices import interlacing, partitions


def stacks_within(left: int, right: int, lids: int) -> int:
    """How many stacks, up to translation, show at most this many cards of each kind.

    >>> [stacks_within(k, k, k) for k in range(1, 6)]
    [1, 5, 22, 111, 566]
    """
    towers = range(1, left + 1) if lids else ()
    return sum(_ways((height,), left - height, right, lids - 1) for height in towers)


def macmahon(a: int, b: int, c: int) -> int:
    """How many ways to pile boxes into the corner of an a × b × c box, the empty one included.

    >>> macmahon(2, 2, 2), macmahon(4, 4, 4)
    (20, 232848)
    """
    ways = Fraction(1)
    for i, j, k in product(range(1, a + 1), range(1, b + 1), range(1, c + 1)):
        ways *= Fraction(i + j + k - 1, i + j + k - 2)
    return int(ways)


def piled_in_corner(a: int, b: int, c: int) -> int:
    """The same number, counted slice by slice.

    >>> piled_in_corner(4, 4, 4) == macmahon(4, 4, 4)
    True
    """
    # From the middle slice the slices only shrink: a − 1 more on one side, b − 1 on the other.
    middle = _box_slices(min(a, b), c)
    return sum(_shrinking(part, a - 1) * _shrinking(part, b - 1) for part in middle)


@cache
def _ways(here: tuple[int, ...], left: int, right: int, lids: int) -> int:
    """How many ways lead on from a slice to the end with at most these cards."""
    ways = 0
    if here and right >= here[0]:
        ways += len(here) == 1
        for to in interlacing(here):
            if len(to) <= lids:
                ways += _ways(to, left, right - here[0], lids - len(to))
    for to in _over(here):
        if to and to[0] <= left and len(to) <= lids:
            ways += _ways(to, left - to[0], right, lids - len(to))
    return ways


@cache
def _over(here: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    return tuple(part for part in partitions() if here in interlacing(part))


@cache
def _shrinking(part: tuple[int, ...], steps: int) -> int:
    """Ways down from a slice in this many steps, with an empty slice after the last."""
    if len(part) > steps + 1:
        return 0
    if steps == 0:
        return 1
    return sum(_shrinking(low, steps - 1) for low in interlacing(part))


def _box_slices(parts: int, highest: int) -> list[tuple[int, ...]]:
    rows = product(range(highest + 1), repeat=parts)
    return [tuple(filter(None, row)) for row in rows if all(x >= y for x, y in pairwise(row))]
