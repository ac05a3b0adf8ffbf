"""The builder said plainly: try every stack there is, in every place. Slow, and easy to trust.

It follows the definition row by row and knows nothing of slices or tables; tests hold the
fast builder equal to it.
"""

from collections.abc import Collection, Iterator
from itertools import combinations, pairwise, product

from quartett.games.cubus.actions import Build
from quartett.games.cubus.stacks.cards import Cards
from quartett.games.cubus.stacks.shape import Spot
from quartett.games.cubus.stacks.stack import Cell, Stack

Row = tuple[int, tuple[int, ...]]
"""Where a row starts, and its heights."""


def stacks(left: int, right: int, lids: int) -> Iterator[Stack]:
    """Every stack with at most these cards, once, with smallest x and y at 0.

    >>> sorted(str(stack) for stack in stacks(2, 2, 2))
    ['.1/1', '1', '1/1', '11', '2']
    """
    for length in range(1, lids + 1):
        for heights in _falling([right] * length):
            yield from _extended([(0, heights)], left, right, lids)


def builds(stack: Stack, open: Collection[Spot], hand: Cards) -> Iterator[Build]:
    """Every legal build."""
    have = stack.cards + hand
    old = frozenset(open)
    for target in stacks(have.left, have.right, have.lids):
        boxes = target.boxes - stack.boxes
        if boxes >= 1 and 3 * boxes - (target.cards.total - stack.cards.total) >= 1:
            for placed in _placed(target, old):
                yield from _with_open_lids(placed, stack, old, hand)


def best_points(stack: Stack, open: Collection[Spot], hand: Cards) -> int | None:
    """What the best build earns; None when there is none."""
    earned = (
        3 * (target.boxes - stack.boxes) - (target.cards.total - stack.cards.total)
        for target in (build.stack() for build in builds(stack, open, hand))
    )
    return max(earned, default=None)


def _extended(rows: list[Row], left: int, right: int, lids: int) -> Iterator[Stack]:
    """The stack of these rows, and all that go on with another row in front."""
    stack = _stack(rows)
    if stack.cards.left > left or stack.cards.right > right or stack.cards.lid > lids:
        return
    yield stack
    start, heights = rows[-1]
    end = start + len(heights)
    room = lids - stack.cards.lid
    for new_start in range(start - room, start + 1):
        for new_end in range(max(start, new_start + 1), min(end, new_start + room) + 1):
            caps = [heights[y - start] if y >= start else right for y in range(new_start, new_end)]
            for row in _falling(caps):
                yield from _extended([*rows, (new_start, row)], left, right, lids)


def _falling(caps: list[int]) -> Iterator[tuple[int, ...]]:
    """Heights that never rise along the row, each at least 1 and within its cap."""
    for row in product(*(range(1, cap + 1) for cap in caps)):
        if all(here >= front for here, front in pairwise(row)):
            yield row


def _stack(rows: list[Row]) -> Stack:
    cells = [
        (x, start + place, height)
        for x, (start, heights) in enumerate(rows)
        for place, height in enumerate(heights)
    ]
    return Stack(tuple(cells)).at_home


def _placed(stack: Stack, open: frozenset[Spot]) -> Iterator[Stack]:
    """The stack wherever all open lids lie on lids of it; at home while there is none."""
    if not open:
        yield stack
        return
    a, b = min(open)
    for lid in sorted(stack.lids):
        moved = stack.moved(a - lid[0], b - lid[1])
        if moved.lids >= open:
            yield moved


def _with_open_lids(
    target: Stack, stack: Stack, open: frozenset[Spot], hand: Cards
) -> Iterator[Build]:
    """The target with every legal choice of new open lids."""
    before = stack.lids - open if open else stack.at_home.lids
    fresh = sorted(target.lids - before - open)
    closed = len(stack.cells) - len(open) + hand.lid
    for count in range(hand.open + 1):
        if len(target.cells) - len(open) - count <= closed:
            for chosen in combinations(fresh, count):
                yield Build(_cells(target), 0, tuple(sorted({*open, *chosen})))


def _cells(stack: Stack) -> tuple[Cell, ...]:
    return stack.cells
