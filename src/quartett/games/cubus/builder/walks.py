"""All stacks that count, one after the other: walks over slices that never lead nowhere.

With a source of chance every choice on the way is taken in random order, so that the first
stack is a random one and every stack can be the first.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from quartett.core.state import Rng
from quartett.games.cubus.builder.search import (
    Node,
    Task,
    first_slices,
    next_slices,
    node_of,
    reaches,
)
from quartett.games.cubus.builder.slices import MOST, slices
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
    for row in _order(list(first_slices(task, tables(), slices())), rng):
        yield from _through(node_of(row), task, rng)


def _from_towers(task: Task, rng: Rng | None) -> Iterator[Columns]:
    for height in _order(range(1, task.left + 1), rng):
        # The slices of one column have their height as their number.
        walk = Node(0, height, 0, height, 0, 1, height, -1)
        for rest in _onward(walk, 0, task, rng):
            yield ((0, 0, height), *rest)


def _through(root: Node, task: Task, rng: Rng | None) -> Iterator[Columns]:
    """Every beginning of a slice on the first diagonal with everything that can follow."""
    here, back = root.slice, root.back
    y = back - int(task.lids[0, 0])
    far = int(task.lids[-1, 0] - task.lids[0, 0])
    own = columns_of(here, back, y)
    for left, right, lids, least, most in _order(_begun_with(here, far, task), rng):
        used = lids + len(own)
        fullest = Node(0, here, back, left, right, used, most + _size(here), -1)
        if far and not reaches(fullest, task, tables(), slices()):
            continue
        for head in _exactly(here, y, back, right, left, lids, least, rng):
            boxes = _size(here) + sum(height for _, _, height in head)
            mirrored = tuple((x, y, height) for y, x, height in head)
            for rest in _between(fullest._replace(boxes=boxes), y, task, rng):
                yield (*own, *mirrored, *rest)


def _begun_with(here: int, far: int, task: Task) -> list[tuple[int, int, int, int, int]]:
    """Exact cards of beginnings that can end well, with the fewest and most boxes they need."""
    table, own, size = tables(), len(parts_of(here)), _size(here)
    room = np.s_[: task.left + 1, : task.right + 1, : task.lid_cards - own + 1]
    back = np.s_[task.left :: -1, task.right :: -1, task.lid_cards - own :: -1]
    most = table.boxes[here].transpose(1, 0, 2)[room]
    rest = table.best[min(far, len(table.best) - 1), here][back]
    spare = (3 * (most + size) - own + rest - _used()[room] - task.least_value) // 3
    short = task.least_boxes - size - table.most[here][back]
    rows = np.argwhere((most >= np.maximum(short, 0)) & (spare >= 0))
    fewest = np.maximum(np.maximum(most - spare, short), 0)
    at = tuple(rows.T)
    found = zip(rows.tolist(), fewest[at].tolist(), most[at].tolist(), strict=True)
    return [(*cards, few, full) for cards, few, full in found]


@cache
def _used() -> NDArray[np.int16]:
    """How many cards an entry of a table stands for."""
    used: NDArray[np.int16] = np.indices((MOST + 1,) * 3).sum(axis=0).astype(np.int16)
    return used


def _exactly(
    here: int, x: int, y: int, left: int, right: int, lids: int, least: int, rng: Rng | None
) -> Iterator[Columns]:
    """Every end after a slice that shows exactly these cards and at least so many boxes."""
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
    if walk.diagonal >= task.lids[-1, 0] - task.lids[0, 0]:
        yield from _onward(walk, y, task, rng)
        return
    for row in _order(list(next_slices(walk, task, tables(), slices())), rng):
        longer = node_of(row)
        if reaches(longer, task, tables(), slices()):
            new_y = longer.back - int(task.lids[0, 0]) - longer.diagonal
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
    """Every end after a slice within these cards, worth so much, with at least so many boxes."""
    parts = parts_of(here)
    ends = len(parts) == 1 and least <= 0 and parts[0] <= right and -parts[0] >= value
    at_once = rng is None or rng.randrange(2) == 0
    if ends and at_once:
        yield ()
    best, most = tables().best[0], tables().most
    for step in _order(steps_from(here), rng):
        rest = left - step.left, right - step.right, lids - step.lids
        if min(rest) < 0:
            continue
        place = step.to, rest[0], rest[1], rest[2]
        dear, few = value - step.worth, least - step.boxes
        if best[place] >= dear and most[place] >= few:
            new_x, new_y = x + step.dx, y + step.dy
            own = columns_of(step.to, new_x, new_y)
            for end in _ends(step.to, new_x, new_y, *rest, dear, few, rng):
                yield (*own, *end)
    if ends and not at_once:
        yield ()


@cache
def steps_from(here: int) -> list[Step]:
    """The steps that can follow a slice."""
    cut, first = slices(), int(slices().parts[here, 0])
    over = cut.over_list[cut.over[here] : cut.over[here + 1]].tolist()
    under = cut.under_list[cut.under[here] : cut.under[here + 1]].tolist() if here else []
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
    return tuple(height for height in slices().parts[here].tolist() if height)


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
