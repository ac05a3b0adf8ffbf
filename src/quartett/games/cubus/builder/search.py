"""The best stack that keeps two or more open lids where they lie: A* over slices.

Between the first and the last diagonal with an open lid the search goes from slice to
slice; before and after, the tables know the best ends. Its bound is what the tables allow
when the lids still to come are forgotten, but not how far away the last one is. The bound
never rises along a walk, so the first walk that arrives is best, and what is left in the
queue proves it.
"""

from typing import Any, Final, NamedTuple, TypeAlias

from quartett.core.kernels import kernel, zeros
from quartett.games.cubus.builder.queue import (
    TOP,
    added,
    new_keys,
    new_nodes,
    new_queue,
    push,
    roomy,
    traced,
)
from quartett.games.cubus.builder.slices import Slices
from quartett.games.cubus.builder.tables import (
    AHEAD,
    FARTHEST,
    HIGHEST,
    NEVER,
    PLACES,
    Table,
    Tables,
)

Ints: TypeAlias = Any
"""Rows of whole numbers: lists, or an array where the kernels are compiled."""

ROOT: Final = -2
"""The parent of a slice on the first diagonal whose beginning is not chosen yet."""


class Task(NamedTuple):
    """What is asked for."""

    lids: Ints
    """(Diagonal, x) of each open lid, in order."""
    left: int
    right: int
    lid_cards: int
    least_value: int
    """Stacks worth less, in 3 × boxes − cards, do not count."""
    least_boxes: int


class Node(NamedTuple):
    """A walk so far: diagonals since the first lid, its last slice and the x of that slice's
    back cell, the cards and boxes it shows, and the number of the walk it continues."""

    diagonal: int
    slice: int
    back: int
    left: int
    right: int
    lids: int
    boxes: int
    parent: int


@kernel
def search(task: Task, table: Tables, cut: Slices) -> tuple[int, int, Ints, Ints]:
    """The best value (or NEVER), how many nodes it took, the walk, the cards of its end."""
    queue = new_queue()
    nodes, count = begun(task, table, cut, queue)
    return run(task, table, cut, queue, nodes, count)


@kernel
def reaches(node: Node, task: Task, table: Tables, cut: Slices) -> bool:
    """Whether any stack that counts continues this walk."""
    bound = outlook(node, task, table)
    if bound < task.least_value:
        return False
    queue = new_queue()
    nodes, count = push(node, bound, queue, new_nodes(), 0)
    return run(task, table, cut, queue, nodes, count)[0] != NEVER


@kernel
def run(
    task: Task, table: Tables, cut: Slices, queue: Ints, nodes: Ints, count: int
) -> tuple[int, int, Ints, Ints]:
    last = task.lids[-1][0] - task.lids[0][0]
    closed = new_keys()
    looked, shut, value = 0, 0, TOP
    while value >= task.least_value:
        at = queue[value]
        if at < 0:
            value -= 1
            continue
        queue[value] = nodes[at][8]
        looked += 1
        node = node_of(nodes[at])
        if node.parent == ROOT:
            nodes, count = beginnings(node, task, table, cut, queue, nodes, count)
        elif node.diagonal >= last:
            found, end = ending(node, task, table.boxes)
            if found == value:
                return value, looked, traced(nodes, at), end
            # The best end has too few boxes; one with enough waits for its turn.
            if found >= task.least_value:
                nodes[at][8] = queue[found]
                queue[found] = at
        else:
            closed = roomy(closed, shut)
            if added(closed, key(node, task.lids[0][1])):
                shut += 1
                nodes, count = lying_under(node, at, task, table, cut, queue, nodes, count)
                nodes, count = lying_over(node, at, task, table, cut, queue, nodes, count)
    return NEVER, looked, nodes[:0], zeros(3)


@kernel
def node_of(row: Ints) -> Node:
    return Node(row[0], row[1], row[2], row[3], row[4], row[5], row[6], row[7])


@kernel
def first_slices(task: Task, table: Tables, cut: Slices) -> Ints:
    """The slices that may lie on the first diagonal, as nodes."""
    nodes, count = begun(task, table, cut, new_queue())
    return nodes[:count]


@kernel
def next_slices(node: Node, task: Task, table: Tables, cut: Slices) -> Ints:
    """The walks one slice longer that the bound allows, as nodes."""
    queue = new_queue()
    nodes, count = lying_under(node, -1, task, table, cut, queue, new_nodes(), 0)
    nodes, count = lying_over(node, -1, task, table, cut, queue, nodes, count)
    return nodes[:count]


@kernel
def begun(task: Task, table: Tables, cut: Slices, queue: Ints) -> tuple[Ints, int]:
    """Every slice that fits the first diagonal, with its beginning still open."""
    nodes, count = new_nodes(), 0
    for here in range(1, len(cut.length)):
        if cut.size[here] > min(task.left, task.right) or cut.length[here] ** 2 > task.lid_cards:
            continue
        bound = table.through[here, task.left, task.right, task.lid_cards]
        if bound < task.least_value:
            continue
        for part in range(cut.length[here]):
            back = task.lids[0][1] + cut.parts[here][part] - part
            root = Node(0, here, back, 0, 0, cut.length[here], 0, ROOT)
            if fits(task.lids, 0, here, back, cut) and not misses(root, task, table.needs):
                nodes, count = push(root, bound, queue, nodes, count)
    return nodes, count


@kernel
def beginnings(
    root: Node, task: Task, table: Tables, cut: Slices, queue: Ints, nodes: Ints, count: int
) -> tuple[Ints, int]:
    """The few of a root's many beginnings with which the bound allows enough."""
    here, far = root.slice, min(task.lids[-1][0] - task.lids[0][0], AHEAD)
    room, own = task.lid_cards - root.lids, 3 * cut.size[here] - root.lids
    for left in range(task.left + 1):
        rest, least = task.left - left, task.least_value - own + left
        # Beginning and end, if either has all other cards. A beginning is the mirror image of
        # an end: left and right change places.
        after = table.best[far, here, rest, task.right, room]
        if table.best[0, here, task.right, left, room] + left + after < least:
            continue
        for at in range(table.heads[here][left], table.heads[here][left + 1]):
            _, right, lids, boxes = table.head_list[at]
            gain = 3 * boxes - right - lids
            if (
                gain + after >= least
                and right <= task.right
                and lids <= room
                and gain + table.best[far, here, rest, task.right - right, room - lids] >= least
            ):
                node = begin_with(at, here, root.back, table, cut)
                bound = outlook(node, task, table)
                if bound >= task.least_value:
                    nodes, count = push(node, bound, queue, nodes, count)
    return nodes, count


@kernel
def lying_under(
    node: Node,
    at: int,
    task: Task,
    table: Tables,
    cut: Slices,
    queue: Ints,
    nodes: Ints,
    count: int,
) -> tuple[Ints, int]:
    """Steps along x."""
    here, diagonal = node.slice, node.diagonal + 1
    first = cut.parts[here][0]
    if here == 0:
        return nodes, count
    for place in range(cut.under[here], cut.under[here + 1]):
        to = cut.under_list[place]
        lids, boxes = node.lids + cut.length[to], node.boxes + cut.size[to]
        right = node.right + first
        new = Node(diagonal, to, node.back + 1, node.left, right, lids, boxes, at)
        bound = outlook(new, task, table)
        if bound >= task.least_value and fits(task.lids, diagonal, to, new.back, cut):
            nodes, count = push(new, bound, queue, nodes, count)
    return nodes, count


@kernel
def lying_over(
    node: Node,
    at: int,
    task: Task,
    table: Tables,
    cut: Slices,
    queue: Ints,
    nodes: Ints,
    count: int,
) -> tuple[Ints, int]:
    """Steps along y."""
    here, diagonal = node.slice, node.diagonal + 1
    for place in range(cut.over[here], cut.over[here + 1]):
        to = cut.over_list[place]
        left, lids = node.left + cut.parts[to][0], node.lids + cut.length[to]
        if to == 0 or left > task.left or lids > task.lid_cards:
            continue  # most of them
        new = Node(diagonal, to, node.back, left, node.right, lids, node.boxes + cut.size[to], at)
        bound = outlook(new, task, table)
        if bound >= task.least_value and fits(task.lids, diagonal, to, new.back, cut):
            nodes, count = push(new, bound, queue, nodes, count)
    return nodes, count


@kernel
def begin_with(at: int, here: int, back: int, table: Tables, cut: Slices) -> Node:
    """A slice on the first diagonal after one of its worthwhile beginnings."""
    left, right, lids, boxes = table.head_list[at]
    return Node(0, here, back, left, right, lids + cut.length[here], boxes + cut.size[here], -1)


@kernel
def outlook(node: Node, task: Task, table: Tables) -> int:
    """The bound: no stack that continues this walk is worth more."""
    bound: int = prospect(node, task, table)
    if bound >= task.least_value and misses(node, task, table.needs):
        return NEVER
    return bound


@kernel
def prospect(node: Node, task: Task, table: Tables) -> int:
    """The bound when it is forgotten where the lids to come lie."""
    left, right = task.left - node.left, task.right - node.right
    lids = task.lid_cards - node.lids
    if left < 0 or right < 0 or lids < 0:
        return NEVER
    if node.boxes + table.most[node.slice, left, right, lids] < task.least_boxes:
        return NEVER
    far = task.lids[-1][0] - task.lids[0][0] - node.diagonal
    rest: int = table.best[min(far, AHEAD), node.slice, left, right, lids]
    return 3 * node.boxes - node.left - node.right - node.lids + rest


@kernel
def misses(node: Node, task: Task, needs: Table) -> bool:
    """Whether the cards left cannot reach one of the lids still to come."""
    left, right = task.left - node.left, task.right - node.right
    lids = task.lid_cards - node.lids
    for lid in range(len(task.lids)):
        far = task.lids[lid][0] - task.lids[0][0] - node.diagonal
        if far > 0:
            place = task.lids[lid][1] - node.back + HIGHEST
            if far > FARTHEST or place < 0 or place >= PLACES:
                return True
            here = node.slice
            if (
                needs[far, place, here, 0] > left
                or needs[far, place, here, 1] > right
                or needs[far, place, here, 2] > lids
            ):
                return True
    return False


@kernel
def fits(lids: Ints, diagonal: int, here: int, back: int, cut: Slices) -> bool:
    """Whether the slice has a lid at every place where this diagonal's open lids lie."""
    for lid in range(len(lids)):
        if lids[lid][0] - lids[0][0] == diagonal:
            found = False
            for part in range(cut.length[here]):
                found |= back + part - cut.parts[here][part] == lids[lid][1]
            if not found:
                return False
    return True


@kernel
def ending(node: Node, task: Task, boxes: Table) -> tuple[int, Ints]:
    """The best worth with an end that has boxes enough, and the end's exact cards."""
    found, end = NEVER, zeros(3)
    worth = 3 * node.boxes - node.left - node.right - node.lids
    for left in range(task.left - node.left + 1):
        for right in range(task.right - node.right + 1):
            for lids in range(task.lid_cards - node.lids + 1):
                more = boxes[node.slice, left, right, lids]
                total = worth + 3 * more - left - right - lids
                if more >= 0 and node.boxes + more >= task.least_boxes and total > found:
                    found = total
                    end[0], end[1], end[2] = left, right, lids
    return found, end


@kernel
def key(node: Node, origin: int) -> int:
    """Two walks with the same key can be continued in the same ways."""
    place = (node.diagonal * 512 + node.slice) * 256 + node.back - origin + 64
    return ((place * 32 + node.left) * 32 + node.right) * 32 + node.lids + 1
