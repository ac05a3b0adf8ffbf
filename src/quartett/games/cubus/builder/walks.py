"""All stacks that count, one after the other: walks over slices that never lead nowhere.

With a source of chance every choice on the way is taken in random order, so that the first
stack is a random one and every stack can be the first.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any, NamedTuple, TypeVar

from quartett.core.state import Rng
from quartett.games.cubus.builder.engine import beginnings, first_slices, next_slices, reaches
from quartett.games.cubus.builder.search import Node, Task
from quartett.games.cubus.builder.slices import slices
from quartett.games.cubus.builder.tables import tables
from quartett.games.cubus.stacks.stack import Cell

T = TypeVar("T")
Columns = tuple[Cell, ...]


class Step(NamedTuple):
    """From a slice to the next: where its back cell goes, and what the picture shows more."""

    to: int
    dx: int
    dy: int
    left: int
    right: int
    lids: int
    boxes: int

    @property
    def worth(self) -> int:
        return 3 * self.boxes - self.left - self.right - self.lids


def walks(task: Task, rng: Rng | None = None) -> Iterator[Columns]:
    """The columns of every stack that the task allows, each once."""
    if len(task.lids) == 0:
        yield from _from_towers(task, rng)
        return
    for root in _order(first_slices(task), rng):
        yield from _through(root, task, rng)


def _from_towers(task: Task, rng: Rng | None) -> Iterator[Columns]:
    for height in _order(range(1, task.left + 1), rng):
        # The slices of one column have their height as their number.
        walk = Node(0, height, 0, height, 0, 1, height, -1)
        for rest in _onward(walk, 0, task, rng):
            yield ((0, 0, height), *rest)


def _through(root: Node, task: Task, rng: Rng | None) -> Iterator[Columns]:
    """Every beginning of a slice on the first diagonal with everything that can follow."""
    here, back = root.slice, root.back
    y = back - int(task.lids[0][0])
    far = int(task.lids[-1][0] - task.lids[0][0])
    own = columns_of(here, back, y)
    for left, right, lids, least, most in _order(beginnings(here, far, task), rng):
        used = lids + len(own)
        fullest = Node(0, here, back, left, right, used, most + _size(here), -1)
        if far and not reaches(fullest, task):
            continue
        for head in _exactly(here, y, back, right, left, lids, least, rng):
            boxes = _size(here) + sum(height for _, _, height in head)
            mirrored = tuple((x, y, height) for y, x, height in head)
            for rest in _between(fullest._replace(boxes=boxes), y, task, rng):
                yield (*own, *mirrored, *rest)


def _exactly(
    here: int, x: int, y: int, left: int, right: int, lids: int, least: int, rng: Rng | None
) -> Iterator[Columns]:
    """Every end after a slice that shows exactly these cards and at least this many boxes."""
    boxes = tables().boxes
    if len(parts_of(here)) == 1 and (left, right, lids) == (0, *parts_of(here), 0) and least <= 0:
        yield ()
    for step in _order(steps_from(here), rng):
        rest = left - step.left, right - step.right, lids - step.lids
        if min(rest) < 0:
            continue
        few = least - step.boxes
        if boxes[step.to, rest[0], rest[1], rest[2]] < max(0, few):
            continue
        new_x, new_y = x + step.dx, y + step.dy
        own = columns_of(step.to, new_x, new_y)
        for end in _exactly(step.to, new_x, new_y, *rest, few, rng):
            yield (*own, *end)


def _between(walk: Node, y: int, task: Task, rng: Rng | None) -> Iterator[Columns]:
    """Everything that can follow a walk while open lids lie ahead, and after the last."""
    if walk.diagonal >= task.lids[-1][0] - task.lids[0][0]:
        yield from _onward(walk, y, task, rng)
        return
    for longer in _order(next_slices(walk, task), rng):
        if reaches(longer, task):
            new_y = longer.back - int(task.lids[0][0]) - longer.diagonal
            own = columns_of(longer.slice, longer.back, new_y)
            for rest in _between(longer, new_y, task, rng):
                yield (*own, *rest)


def _onward(walk: Node, y: int, task: Task, rng: Rng | None) -> Iterator[Columns]:
    """Every end of a walk that has all open lids."""
    worth = 3 * walk.boxes - walk.left - walk.right - walk.lids
    room = task.left - walk.left, task.right - walk.right, task.lid_cards - walk.lids
    few = task.least_boxes - walk.boxes
    return _ends(walk.slice, walk.back, y, *room, task.least_value - worth, few, rng)


def _ends(
    here: int,
    x: int,
    y: int,
    left: int,
    right: int,
    lids: int,
    value: int,
    least: int,
    rng: Rng | None,
) -> Iterator[Columns]:
    """Every end after a slice within these cards, worth `value`, with at least `least` boxes."""
    parts = parts_of(here)
    ends = len(parts) == 1 and least <= 0 and parts[0] <= right and -parts[0] >= value
    at_once = rng is None or rng.randrange(2) == 0
    if ends and at_once:
        yield ()
    best, most = tables().best, tables().most
    for step in _order(steps_from(here), rng):
        rest = left - step.left, right - step.right, lids - step.lids
        if min(rest) < 0:
            continue
        place = step.to, rest[0], rest[1], rest[2]
        dear, few = value - step.worth, least - step.boxes
        if best[0, *place] >= dear and most[place] >= few:
            new_x, new_y = x + step.dx, y + step.dy
            own = columns_of(step.to, new_x, new_y)
            for end in _ends(step.to, new_x, new_y, *rest, dear, few, rng):
                yield (*own, *end)
    if ends and not at_once:
        yield ()


@cache
def steps_from(here: int) -> list[Step]:
    """The steps that can follow a slice."""
    cut, first = slices(), slices().parts[here][0]
    over = cut.over_list[cut.over[here] : cut.over[here + 1]]
    under = cut.under_list[cut.under[here] : cut.under[here + 1]] if here else []
    along_x = [Step(to, 1, 0, 0, first, len(parts_of(to)), _size(to)) for to in under]
    along_y = [
        Step(to, 0, -1, parts_of(to)[0], 0, len(parts_of(to)), _size(to)) for to in over if to
    ]
    return along_x + along_y


def columns_of(here: int, x: int, y: int) -> Columns:
    """The columns of a slice whose back stands at this place."""
    return tuple((x + part, y + part, height) for part, height in enumerate(parts_of(here)))


@cache
def parts_of(here: int) -> tuple[int, ...]:
    """The heights of a slice's columns, from the back."""
    return tuple(height for height in slices().parts[here] if height)


def _size(here: int) -> int:
    return sum(parts_of(here))


def _order(things: Sequence[T], rng: Rng | None) -> Sequence[T]:
    """As they are, or shuffled."""
    if rng is None:
        return things
    mixed: list[Any] = list(things)
    for last in range(len(mixed) - 1, 0, -1):
        other = rng.randrange(last + 1)
        mixed[last], mixed[other] = mixed[other], mixed[last]
    return mixed
