"""What a page draws a seat's choices from, and what a stack on the workbench comes to."""

from collections.abc import Iterable, Iterator
from typing import Literal, TypeAlias

from msgspec import Struct

from quartett.core.errors import IllegalAction
from quartett.core.event import Action
from quartett.games.cubus.actions import Build, Remove
from quartett.games.cubus.builder.solver import Order
from quartett.games.cubus.stacks import shape
from quartett.games.cubus.stacks.cards import ALL_CARDS, Cards
from quartett.games.cubus.stacks.removals import removals, removed, with_open
from quartett.games.cubus.stacks.shape import Spot
from quartett.games.cubus.stacks.stack import Stack
from quartett.games.cubus.stacks.stack import points as points_of
from quartett.games.cubus.view import View

Deed: TypeAlias = Literal["build", "pass", "knock", "waive", "remove"]

_MAY: dict[str, tuple[Deed, ...]] = {
    "build": ("build", "pass"),
    "show": ("build", "pass"),
    "last": ("build", "pass"),
    "knock": ("knock", "waive"),
    "remove": ("remove",),
}
COLUMNS = ALL_CARDS.lid + ALL_CARDS.open
"""The maximum of any stack: each column shows a lid."""


class Ghost(Struct, frozen=True):
    """A box that could stand there, and what the build with it costs and earns."""

    cell: Spot
    build: Build
    used: Cards
    """Cards of the hand that it takes; below 0 those that it sets free."""
    missing: Cards
    """Cards that the hand has not."""
    points: int


class Taking(Struct, frozen=True):
    """A box that may be taken away, and the cards it frees."""

    cell: Spot
    freed: Cards


class Offers(Struct, frozen=True):
    may: tuple[Deed, ...]
    cards: Cards
    """The cards that a build may use."""
    ghosts: tuple[Ghost, ...]
    takings: tuple[Taking, ...]


class Preview(Struct, frozen=True):
    """A build as far as it can be counted: where the columns are no stack, only its boxes."""

    boxes: int
    """How many it has more than before."""
    cards: Cards | None = None
    """The cards that its picture shows."""
    used: Cards | None = None
    missing: Cards | None = None
    points: int | None = None
    ghosts: tuple[Ghost, ...] = ()
    """Where another box could stand."""
    openable: tuple[Spot, ...] = ()
    """Lids that may be open ones."""


def offers(view: View) -> Offers | None:
    """What the viewing seat may do now; None when it may do nothing."""
    if view.seat is None or view.seat not in view.to_act:
        return None
    may = _MAY[view.phase]
    if "build" in may:
        order = view.order
        return Offers(may, order.hand, tuple(ghosts(order, order.stack, ())), ())
    if view.phase == "remove":
        return Offers(may, Cards(), (), tuple(_takings(view)))
    return Offers(may, view.cards, (), ())


def preview(view: View, action: Action) -> Preview:
    """What a build or a removal comes to, legal or not."""
    if isinstance(action, Remove):
        return _taken(view, action)
    if not isinstance(action, Build):
        return Preview(0)
    boxes = sum(height for _, _, height in action.cells) - view.stack.boxes
    if len(action.cells) > COLUMNS:  # a stranger may send a thousand, which takes seconds
        return Preview(boxes)
    try:
        target = action.stack()
    except IllegalAction:
        return Preview(boxes)
    order = view.order
    open = frozenset(action.open) & target.lids
    used = with_open(target, open) - with_open(order.stack, order.open)
    return Preview(
        boxes,
        with_open(target, open),
        used,
        _missing(used, order.hand),
        points_of(order.stack, target),
        tuple(ghosts(order, target, open - order.open)),
        tuple(sorted(openable(order, target))),
    )


def ghosts(order: Order, stack: Stack, chosen: Iterable[Spot]) -> Iterator[Ghost]:
    """Every box that could be added to a stack on the workbench.

    `chosen` are the open lids that the builder has laid on it.
    """
    heights = stack.heights
    for cell in sorted(_places(stack)):
        height = heights.get(cell, 0)
        lid = (cell[0] - height, cell[1] - height)
        if height and lid in order.open:
            continue
        raised = {**heights, cell: height + 1}
        if shape.fault(raised) is not None:
            continue
        target = Stack(tuple((x, y, high) for (x, y), high in raised.items()))
        moved = {(a - 1, b - 1) if height and (a, b) == lid else (a, b) for a, b in chosen}
        open = _opened(order, target, moved)
        used = with_open(target, open) - with_open(order.stack, order.open)
        yield Ghost(
            cell,
            Build(target.cells, 0, tuple(open)),
            used,
            _missing(used, order.hand),
            points_of(order.stack, target),
        )


def openable(order: Order, target: Stack) -> frozenset[Spot]:
    """The lids of a new stack that may be open: those where no closed lid lay before.

    While no open lid lies, both stacks are looked at from their corners.
    """
    if order.open:
        return target.lids - order.stack.lids
    x, y = target.corner
    before = order.stack.at_home.lids
    return frozenset((a, b) for a, b in target.lids if (a - x, b - y) not in before)


def _opened(order: Order, target: Stack, chosen: Iterable[Spot]) -> frozenset[Spot]:
    """The open lids of a new stack: old ones, chosen ones, and more where closed ones run out."""
    free = openable(order, target)
    open = (order.open | (frozenset(chosen) & free)) & target.lids
    laid = len(open - order.open)
    short = len(target.cells) - len(order.stack.cells) - order.hand.lid - laid
    more = sorted(free - open)[: max(0, min(short, order.hand.open - laid))]
    return open | frozenset(more)


def _missing(used: Cards, hand: Cards) -> Cards:
    pairs = zip(used.counts, hand.counts, strict=True)
    return Cards(*(max(0, need - have) for need, have in pairs))


def _places(stack: Stack) -> set[Spot]:
    """On a column, or beside one; diagonally where two columns touch along a vertical edge."""
    places = set(stack.heights)
    for x, y, _ in stack.cells:
        places |= {(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1), (x - 1, y + 1), (x + 1, y - 1)}
    return places


def _takings(view: View) -> Iterator[Taking]:
    open = frozenset(view.open)
    for cell in removals(view.stack, open):
        yield Taking(cell, removed(view.stack, open, cell)[2])


def _taken(view: View, action: Remove) -> Preview:
    try:
        rest, open, freed = removed(view.stack, frozenset(view.open), action.cell)
    except (IllegalAction, KeyError):  # no such column, or it holds others
        return Preview(-1)
    return Preview(-1, with_open(rest, open), Cards() - freed, Cards(), freed.total)
