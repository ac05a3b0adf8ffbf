"""Every legal build, lazily; a random one; the best ones in order."""

from collections.abc import Callable, Iterable, Iterator
from itertools import combinations, islice
from math import comb

from msgspec.structs import replace

from quartett.core.state import Rng
from quartett.games.cubus.actions import Build
from quartett.games.cubus.builder.lay import at_home, fresh_places, in_frame, laid
from quartett.games.cubus.builder.search import Task
from quartett.games.cubus.builder.solver import BestBuild, Order, ordered, solve
from quartett.games.cubus.builder.walks import Columns, walks
from quartett.games.cubus.stacks.cards import CardsLike
from quartett.games.cubus.stacks.shape import Spot
from quartett.games.cubus.stacks.stack import StackLike


def builds(
    stack: StackLike, open_lids: Iterable[Iterable[int]] = (), hand: CardsLike = ()
) -> Iterator[Build]:
    """All legal builds, each once; there can be millions, so take what you need.

    >>> [str(build) for build in builds("1", [], "LRT")]
    ['1/1', '11', '2']
    """
    return every_build(ordered(stack, open_lids, hand))


def every_build(order: Order) -> Iterator[Build]:
    for columns in _targets(order, order.worth + 1):
        free, least, most = _open_room(order, columns)
        for count in range(least, most + 1):
            for chosen in combinations(free, count):
                yield Build(columns, 0, (*order.open, *chosen))


def random_build(order: Order, rng: Rng) -> Build | None:
    """One legal build, every one possible; None when there is none."""
    columns = next(_targets(order, order.worth + 1, rng), None)
    if columns is None:
        return None
    free, least, most = _open_room(order, columns)
    count = least + rng.randrange(most - least + 1)
    nth = rng.randrange(comb(len(free), count))
    chosen = next(islice(combinations(free, count), nth, None))
    return Build(columns, 0, (*order.open, *chosen))


def best_builds(
    stack: StackLike,
    open_lids: Iterable[Iterable[int]] = (),
    hand: CardsLike = (),
    count: int = 10,
) -> list[BestBuild]:
    """The best builds with different stacks, best first, each laying no open lid without need.

    >>> [(build.points, str(build.action)) for build in best_builds("1", [], "LRT", 3)]
    [(1, '1/1'), (1, '11'), (1, '2')]
    """
    return list(islice(ranked(ordered(stack, open_lids, hand)), count))


def ranked(order: Order) -> Iterator[BestBuild]:
    """Different stacks in the order of their points."""
    return _ranked(order, _targets)


def ranked_shapes(order: Order) -> Iterator[BestBuild]:
    """The same, but a stack that may lie in several places only where most cards stay."""
    return _ranked(order, _shapes if len(order.open) == 1 else _targets)


def _ranked(
    order: Order, targets: Callable[[Order, int], Iterator[Columns]]
) -> Iterator[BestBuild]:
    found = solve(order)
    if found is None:
        return
    for value in range(found[0], order.worth, -1):
        for columns in targets(order, value):
            if _worth(columns) == value:
                points = value - order.worth
                action = laid(order.stack, order.open, order.hand, columns)
                yield BestBuild(points, action, points, found[2])


def _targets(order: Order, least_value: int, rng: Rng | None = None) -> Iterator[Columns]:
    """The stacks worth this much, as they will lie."""
    lids = sorted((a - b, a) for a, b in order.open)
    task = Task(lids, *order.cards, least_value, order.stack.boxes + 1)
    for columns in walks(task, rng):
        yield tuple(sorted(columns if order.open else at_home(columns)))


def _shapes(order: Order, least_value: int) -> Iterator[Columns]:
    """With one open lid: every stack worth this much, once."""
    (lid,) = order.open
    for columns in _targets(replace(order, open=frozenset()), least_value):
        yield tuple(sorted(in_frame(order.stack, lid, columns)))


def _open_room(order: Order, columns: Columns) -> tuple[list[Spot], int, int]:
    """Where new open lids may lie, and the fewest and the most of them."""
    free = fresh_places(order.stack, order.open, columns)
    least = max(0, len(columns) - len(order.stack.cells) - order.hand.lid)
    return free, least, min(order.hand.open, len(free))


def _worth(columns: Columns) -> int:
    left: dict[int, int] = {}
    right: dict[int, int] = {}
    for x, y, height in sorted(columns):
        left.setdefault(y, height)
        right.setdefault(x, height)
    boxes = sum(height for _, _, height in columns)
    return 3 * boxes - sum(left.values()) - sum(right.values()) - len(columns)
