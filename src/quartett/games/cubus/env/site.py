"""The question of a Cubus build, and whether a walk can still become an answer.

The exact builder is asked, so that no walk leads nowhere. It is asked about many walks at once:
one search over all of them is hardly dearer than one over the best of them.
"""

from collections.abc import Sequence
from typing import Final

import numpy as np

from quartett.core.kernels import Program, in_arrays, kernel
from quartett.games.cubus.builder import slices, tables
from quartett.games.cubus.builder.engine import first_slices
from quartett.games.cubus.builder.queue import new_nodes, new_queue, push
from quartett.games.cubus.builder.search import (
    Ints,
    Node,
    Task,
    begin_with,
    node_of,
    outlook,
    run,
)
from quartett.games.cubus.builder.slices import Slices
from quartett.games.cubus.builder.solver import Order
from quartett.games.cubus.builder.tables import NEVER, Tables
from quartett.games.cubus.builder.walks import Step, parts_of

_NO_LIDS: Final = [(0, 0)]
"""A lid on the first diagonal, which every walk has passed, stands for none."""


class Site:
    """What lies, what is at hand, and so which stacks count."""

    def __init__(self, task: Task, has_lids: bool) -> None:
        self.task = task
        self.has_lids = has_lids
        self.last = int(task.lids[-1][0] - task.lids[0][0])
        """The diagonal of the last open lid, counted from the first."""
        self._lids: dict[int, set[int]] = {}
        """By their diagonals, counted likewise, the places of the open lids along x."""
        if has_lids:
            first = int(task.lids[0][0])
            for diagonal, x in task.lids:
                self._lids.setdefault(diagonal - first, set()).add(x)
        self._beginnings: dict[Node, Ints] = {}

    @classmethod
    def of(cls, order: Order) -> "Site":
        lids = sorted((a - b, a) for a, b in order.open)
        task = Task(lids or _NO_LIDS, *order.cards, order.worth + 1, order.stack.boxes + 1)
        return cls(task, bool(order.open))

    @property
    def mirrored(self) -> "Site":
        """Where the beginning of a stack is the end of its mirror image; it has no lids."""
        task = self.task
        origin = [(-task.lids[0][0], 0)]
        swapped = Task(
            origin, task.right, task.left, task.lid_cards, task.least_value, task.least_boxes
        )
        return Site(swapped, False)

    def towers(self) -> list[Node]:
        """First columns of stacks without open lids."""
        return [Node(0, h, 0, h, 0, 1, h, -1) for h in range(1, self.task.left + 1)]

    def roots(self) -> list[Node]:
        """Slices for the first diagonal with an open lid, without a beginning before them."""
        rows = first_slices(self.task)
        return [row._replace(boxes=sum(parts_of(row.slice)), parent=-1) for row in rows]

    def lid_on(self, root: Node) -> int:
        """Which column of a root carries the first open lid, from 0."""
        x = int(self.task.lids[0][1])
        return next(
            part
            for part, height in enumerate(parts_of(root.slice))
            if root.back + part - height == x
        )

    def reach(self, nodes: Sequence[Node], root: Node | None = None) -> bool:
        """Whether a legal build continues one of these walks, with a beginning before the root."""
        if not nodes:
            return False
        rows = np.array(nodes, np.int64)
        # The search counts no diagonals after the last lid.
        rows[:, 0] = np.minimum(rows[:, 0], self.last)
        if root is not None:
            rows = (rows[:, None] + self._before(root)).reshape(-1, len(root))
        with PROGRAM.timed():
            asked = rows if PROGRAM.is_compiled else rows.tolist()
            return bool(PROGRAM[any_reaches](asked, *_question(self.task)))

    def roots_reach(self, roots: Sequence[Node]) -> bool:
        """Whether a legal build has one of these roots."""
        return any(self.reach([root], root) for root in roots)

    def _before(self, root: Node) -> Ints:
        """What the beginnings that are worth a look add to a walk from this root."""
        if root not in self._beginnings:
            with PROGRAM.timed():
                found = PROGRAM[beginnings](root, *_question(self.task))
            self._beginnings[root] = np.array(found, np.int64).reshape(-1, len(root))
        return self._beginnings[root]

    def fits(self, node: Node) -> bool:
        """Whether the slice carries the open lids of its diagonal."""
        lids = self._lids.get(node.diagonal)
        if lids is None:
            return True
        return lids <= {node.back + at - height for at, height in enumerate(parts_of(node.slice))}


def stepped(node: Node, step: Step) -> Node:
    return Node(
        node.diagonal + 1,
        step.to,
        node.back + step.dx,
        node.left + step.left,
        node.right + step.right,
        node.lids + step.lids,
        node.boxes + step.boxes,
        -1,
    )


@kernel
def any_reaches(rows: Ints, task: Task, table: Tables, cut: Slices) -> bool:
    """Whether any stack that counts continues one of these walks."""
    queue = new_queue()
    nodes, count = new_nodes(), 0
    for row in rows:
        node = node_of(row)
        bound = outlook(node, task, table)
        if bound >= task.least_value:
            nodes, count = push(node, bound, queue, nodes, count)
    return count > 0 and run(task, table, cut, queue, nodes, count)[0] != NEVER


@kernel
def beginnings(root: Node, task: Task, table: Tables, cut: Slices) -> Ints:
    """The few of a root's many beginnings with which the bound allows a build.

    No walk from the root is allowed more than the root itself.
    """
    found = []
    for at in range(table.heads[root.slice][0], table.heads[root.slice][-1]):
        node = begin_with(at, root.slice, root.back, table, cut)
        if outlook(node, task, table) >= task.least_value:
            found.append([0, 0, 0, *table.head_list[at], 0])
    return found


@in_arrays(beginnings)
def _beginnings(root: Node, task: Task, table: Tables, cut: Slices) -> Ints:
    first, last = table.heads[root.slice][0], table.heads[root.slice][-1]
    found, count = np.zeros((last - first, len(root)), np.int64), 0
    for at in range(first, last):
        node = begin_with(at, root.slice, root.back, table, cut)
        if outlook(node, task, table) >= task.least_value:
            found[count, 3:7] = table.head_list[at]
            count += 1
    return found[:count]


def _question(task: Task) -> tuple[Task, Tables, Slices]:
    if not PROGRAM.is_compiled:
        return task, tables.tables(), slices.slices()
    lids = np.array(task.lids, np.int64)
    return task._replace(lids=lids), tables.arrays(), slices.arrays()


def _warm() -> None:
    site = Site(Task([(0, 0), (1, 1)], 4, 4, 4, 1, 1), True)
    for root in site.roots()[:1]:
        site.reach([root], root)


PROGRAM = Program(__name__, _warm)
