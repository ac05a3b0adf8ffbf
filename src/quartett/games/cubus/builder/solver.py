"""The exact builder: the best build for a stack, its open lids and a hand."""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Final, TypeAlias

from msgspec import Struct

from quartett.core.errors import IllegalAction
from quartett.games.cubus.actions import Build
from quartett.games.cubus.builder.ends import columns_after, free_best
from quartett.games.cubus.builder.engine import search
from quartett.games.cubus.builder.lay import in_frame, laid, opened
from quartett.games.cubus.builder.search import Ints, Node, Task
from quartett.games.cubus.builder.slices import MOST, slices
from quartett.games.cubus.builder.tables import NEVER, tables, whole, worths
from quartett.games.cubus.stacks.cards import Cards, CardsLike
from quartett.games.cubus.stacks.shape import Spot
from quartett.games.cubus.stacks.stack import Cell, Stack, StackLike

Found: TypeAlias = tuple[int, int, int, tuple[Cell, ...]]
"""The best worth, the bound, the nodes and the columns of a best new stack."""

Places: TypeAlias = tuple[tuple[int, int], ...]
"""(Diagonal, x) of each open lid, in order."""

REMEMBERED: Final = 2048
"""Searches whose results are kept: whoever weighs several builds asks three times out of four
what was asked before, since cards that are laid and cards in the hand count alike."""
REMEMBERED_PLACES: Final = 64
"""A decision asks about few: the open lids as they lie, and with each new one."""


class BestBuild(Struct, frozen=True):
    """A build that nothing beats."""

    points: int
    action: Build
    bound: int
    """No build earns more: what the relaxed problem, or the rest of the search, allows."""
    nodes: int
    """How many walks the search looked at; 0 where a table knew the answer."""

    @property
    def stack(self) -> Stack:
        return self.action.stack()


class Order(Struct, frozen=True):
    """A stack with open lids and the cards at hand, as the solver needs them."""

    stack: Stack
    open: frozenset[Spot]
    hand: Cards

    @property
    def cards(self) -> tuple[int, int, int]:
        """Left sides, right sides and lids there are, on the table and in the hand."""
        left, right = self.stack.sides
        lids = len(self.stack.cells) + self.hand.lids
        return left + self.hand.left, right + self.hand.right, lids

    @property
    def worth(self) -> int:
        """3 × boxes − cards of the stack as it lies."""
        return 3 * self.stack.boxes - sum(self.stack.sides) - len(self.stack.cells)


def best_build(
    stack: StackLike, open_lids: Iterable[Iterable[int]] = (), hand: CardsLike = ()
) -> BestBuild | None:
    """The build that earns most, or None when there is none; exact.

    >>> found = best_build("11/1", [], "T")
    >>> found.points, str(found.action)
    (2, '11/11')
    >>> best_build("1", [], "L") is None
    True
    """
    order = ordered(stack, open_lids, hand)
    found = solve(order)
    if found is None:
        return None
    value, bound, nodes, cells = found
    action = laid(order.stack, order.open, order.hand, cells)
    return BestBuild(value - order.worth, action, bound - order.worth, nodes)


def has_build(
    stack: StackLike, open_lids: Iterable[Iterable[int]] = (), hand: CardsLike = ()
) -> bool:
    """Whether any build is legal."""
    return solve(ordered(stack, open_lids, hand)) is not None


def best_points(order: Order) -> int:
    """The points of the best build; 0 when there is none."""
    found = solve(order)
    return 0 if found is None else found[0] - order.worth


def ordered(stack: StackLike, open_lids: Iterable[Iterable[int]], hand: CardsLike) -> Order:
    """The question in the solver's terms; raises when no table could look like this."""
    lies = Stack.of(stack)
    a_hand = Cards.of(hand)
    open = opened(lies, open_lids)
    order = Order(lies, open, a_hand)
    if min(a_hand.counts) < 0 or max(order.cards) > MOST:
        raise IllegalAction(
            "too_many_cards",
            f"the box holds {MOST} cards of a kind; stack and hand would show {order.cards}",
            {"cards": order.cards},
        )
    return order


def solve(order: Order) -> Found | None:
    """A best new stack, if there is any."""
    if len(order.open) < 2:
        return _free(order)
    left, right, lids = order.cards
    places = tuple(sorted((a - b, a) for a, b in order.open))
    return _searched(Task(places, left, right, lids, order.worth + 1, order.stack.boxes + 1))


def most_worth(open: frozenset[Spot], left: int, right: int, lids: int, least: int = NEVER) -> int:
    """The most of 3 × boxes − cards with open lids in these places and at most this many cards.

    Who knows a stack of these cards that keeps the lids may tell its worth as `least`.

    >>> most_worth(frozenset(), 4, 4, 4)
    12
    """
    if len(open) < 2:
        worth: int = worths()[left, right, lids]
        return worth
    return _under(tuple(sorted((a - b, a) for a, b in open))).most_worth((left, right, lids), least)


class Under:
    """What can be built with open lids in these places. With fewer cards it is never more, which
    answers most questions without a search."""

    def __init__(self, places: Places) -> None:
        self.places = places
        self._known: dict[tuple[int, int, int], int] = {}

    def most_worth(self, cards: tuple[int, int, int], least: int) -> int:
        if cards not in self._known:
            low, high = self._between(cards, least)
            if low < high:
                value = search(Task(self.places, *cards, max(low + 1, 0), 0))[0]
                low = max(low, value)
            self._known[cards] = low
        return self._known[cards]

    def _between(self, cards: tuple[int, int, int], low: int) -> tuple[int, int]:
        left, right, lids = cards
        high: int = worths()[cards]
        for (a, b, c), worth in list(self._known.items()):  # other threads may add some
            if a <= left and b <= right and c <= lids:
                low = max(low, worth)
            elif a >= left and b >= right and c >= lids:
                high = min(high, worth)
        return low, high


@lru_cache(maxsize=REMEMBERED_PLACES)
def _under(places: Places) -> Under:
    return Under(places)


@lru_cache(maxsize=REMEMBERED)
def _searched(task: Task) -> Found | None:
    value, nodes, walk, end = search(task)
    if value == NEVER:
        return None
    return value, value, nodes, tuple(_columns(walk, end, task.lids[0][0]))


def forget() -> None:
    """Forget what was searched so far; for measurements."""
    _searched.cache_clear()
    _under.cache_clear()


def _free(order: Order) -> Found | None:
    """With at most one open lid a stack may lie anywhere: the tables know the best."""
    value, left, right, lids = free_best(whole(), *order.cards, order.stack.boxes + 1)
    if value <= order.worth:
        return None
    boxes, cut = tables().boxes, slices()
    want = whole()[left, right, lids]
    for height in range(1, left + 1):
        tower = height  # the slices of one column follow the empty one in order
        if boxes[tower, left - height, right, lids - 1] + height == want:
            after = columns_after(tower, 0, 0, left - height, right, lids - 1, boxes, cut)
            cells = [(0, 0, height), *after]
            for lid in order.open:
                cells = in_frame(order.stack, lid, cells)
            return value, value, 0, tuple(cells)
    raise AssertionError("the table promises a stack that no tower begins")


def _columns(walk: list[Node], end: Ints, diagonal: int) -> Iterator[Cell]:
    boxes, cut = tables().boxes, slices()
    for step, node in enumerate(walk):
        x, y = node.back, node.back - diagonal - step
        for part in range(cut.length[node.slice]):
            yield x + part, y + part, cut.parts[node.slice][part]
    last = walk[-1]
    y = last.back - diagonal - last.diagonal
    after = columns_after(
        last.slice, last.back, y, int(end[0]), int(end[1]), int(end[2]), boxes, cut
    )
    yield from after
    # The beginning is the mirror image of an end.
    first = walk[0]
    lids, y = first.lids - cut.length[first.slice], first.back - diagonal
    before = columns_after(first.slice, y, first.back, first.right, first.left, lids, boxes, cut)
    yield from ((x, y, height) for y, x, height in before)
