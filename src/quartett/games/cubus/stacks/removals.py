"""Taking a stack apart, one box at a time."""

from quartett.core.errors import IllegalAction
from quartett.games.cubus.stacks.cards import Cards
from quartett.games.cubus.stacks.shape import Spot
from quartett.games.cubus.stacks.stack import Stack


def removals(stack: Stack, open: frozenset[Spot]) -> list[Spot]:
    """The columns that may lose their topmost box now.

    >>> removals(Stack.read("22/22"), frozenset())
    [(1, 1)]
    """
    loose = [(x, y) for x, y, _ in stack.cells if can_lose_box(stack, (x, y))]
    closed = [cell for cell in loose if lid_of(stack, cell) not in open]
    return closed or loose


def can_lose_box(stack: Stack, cell: Spot) -> bool:
    """Whether the stack less the topmost box of this column is a stack."""
    x, y = cell
    heights = stack.heights
    if heights[cell] > 1:
        return heights[cell] > max(heights.get((x + 1, y), 0), heights.get((x, y + 1), 0))
    try:
        stack.less(cell)
    except IllegalAction:
        return False
    return True


def removed(
    stack: Stack, open: frozenset[Spot], cell: Spot
) -> tuple[Stack, frozenset[Spot], Cards]:
    """The stack without the box, its open lids, and the cards set free."""
    rest = stack.less(cell)
    lid = lid_of(stack, cell)
    kept = open
    if lid in open:
        lowered = {(lid[0] + 1, lid[1] + 1)} if stack.heights[cell] > 1 else set()
        kept = (open - {lid}) | lowered
    return rest, kept, with_open(stack, open) - with_open(rest, kept)


def with_open(stack: Stack, open: frozenset[Spot]) -> Cards:
    """The cards of a stack, its lids by kind."""
    left, right = stack.sides
    return Cards(left, right, len(stack.cells) - len(open), len(open))


def lid_of(stack: Stack, cell: Spot) -> Spot:
    height = stack.heights[cell]
    return cell[0] - height, cell[1] - height
