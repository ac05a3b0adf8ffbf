"""What people see: a box here, a corner turned there, one after the other."""

from collections.abc import Iterator

from quartett.core.state import Rng
from quartett.games.cubus.actions import Build
from quartett.games.cubus.builder.lay import laid
from quartett.games.cubus.builder.solver import Order
from quartett.games.cubus.stacks import shape
from quartett.games.cubus.stacks.cards import Cards
from quartett.games.cubus.stacks.shape import Spot
from quartett.games.cubus.stacks.stack import Stack, points


def box_by_box(order: Order, rng: Rng) -> Build | None:
    """Boxes and corners one after the other, each as cheap as can be."""
    now, best = order, None
    while (stack := _cheapest(list(boxes_to_add(now)), rng)) is not None:
        best = stack
        now = Order(stack, order.open, _left_over(order, stack))
    return _build(order, best)


def boxes_to_add(order: Order) -> Iterator[tuple[Stack, int]]:
    """Every stack with one box more that the hand can pay and that earns, and its cards.

    >>> from quartett.games.cubus.builder.solver import ordered
    >>> [(str(stack), cards) for stack, cards in boxes_to_add(ordered("11/1", [], "T"))]
    [('11/11', 1)]
    """
    stack, hand = order.stack, order.hand
    heights, (left, right), lids = stack.heights, stack.sides, len(stack.cells)
    closed_in = {cell for cell, h in heights.items() if (cell[0] - h, cell[1] - h) in order.open}
    for cell in sorted(_places(stack) - closed_in):
        raised = {**heights, cell: heights.get(cell, 0) + 1}
        if shape.fault(raised) is not None:
            continue
        new = Stack(tuple((x, y, height) for (x, y), height in raised.items()))
        more = new.sides[0] - left, new.sides[1] - right, len(new.cells) - lids
        within = more[0] <= hand.left and more[1] <= hand.right and more[2] <= hand.lids
        if within and sum(more) < 3:
            yield new, sum(more)


def _places(stack: Stack) -> set[Spot]:
    """Where a box could stand: on a column, or beside one."""
    places = set(stack.heights)
    for x, y, _ in stack.cells:
        places |= {(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1), (x - 1, y + 1), (x + 1, y - 1)}
    return places


def _cheapest(seen: list[tuple[Stack, int]], rng: Rng) -> Stack | None:
    if not seen:
        return None
    least = min(cards for _, cards in seen)
    cheap = [stack for stack, cards in seen if cards == least]
    return cheap[rng.randrange(len(cheap))]


def _left_over(order: Order, stack: Stack) -> Cards:
    """The hand after the stack has become this one; lids are closed ones as long as they last."""
    used_lids = len(stack.cells) - len(order.stack.cells)
    closed = max(0, order.hand.lid - used_lids)
    return Cards(
        order.hand.left - stack.sides[0] + order.stack.sides[0],
        order.hand.right - stack.sides[1] + order.stack.sides[1],
        closed,
        order.hand.lids - used_lids - closed,
    )


def _build(order: Order, stack: Stack | None) -> Build | None:
    if stack is None or points(order.stack, stack) < 1:
        return None
    return laid(order.stack, order.open, order.hand, stack.cells)
