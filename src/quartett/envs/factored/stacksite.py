"""The question of a Cubus build, and whether a walk can still become an answer.

The exact builder is asked, so that no walk leads nowhere. It is asked about many walks at once:
one search over all of them is hardly dearer than one over the best of them.
"""

from collections.abc import Sequence
from typing import Final

import numpy as np

from quartett.games.cubus.kernel import kernel
from quartett.games.cubus.queue import new_nodes, push
from quartett.games.cubus.search import (
    ROOT,
    TOP,
    Ints,
    Node,
    Task,
    first_slices,
    node_of,
    outlook,
    promise,
    run,
)
from quartett.games.cubus.slices import Slices, slices
from quartett.games.cubus.solver import Order
from quartett.games.cubus.tables import NEVER, Tables, tables
from quartett.games.cubus.walks import Step, parts_of

NO_HEAD: Final = -1
"""In place of a slice: nothing is to come before the walk."""
_NO_LIDS: Final = np.zeros((1, 2), np.int64)
"""A lid on the first diagonal, which every walk has passed, stands for none."""


class Site:
    """What lies, what is at hand, and so which stacks count."""

    def __init__(self, task: Task, has_lids: bool) -> None:
        self.task = task
        self.has_lids = has_lids
        self.last = int(task.lids[-1, 0] - task.lids[0, 0])
        """The diagonal of the last open lid, counted from the first."""

    @classmethod
    def of(cls, order: Order) -> "Site":
        lids = np.array(sorted((a - b, a) for a, b in order.open), np.int64).reshape(-1, 2)
        task = Task(
            lids if len(lids) else _NO_LIDS, *order.cards, order.worth + 1, order.stack.boxes + 1
        )
        return cls(task, bool(order.open))

    @property
    def mirrored(self) -> "Site":
        """Where the beginning of a stack is the end of its mirror image; it has no lids."""
        task = self.task
        origin = np.array([[-task.lids[0, 0], 0]], np.int64)
        swapped = Task(
            origin, task.right, task.left, task.lid_cards, task.least_value, task.least_boxes
        )
        return Site(swapped, False)

    def towers(self) -> list[Node]:
        """First columns of stacks without open lids."""
        return [Node(0, h, 0, h, 0, 1, h, -1) for h in range(1, self.task.left + 1)]

    def roots(self) -> list[Node]:
        """Slices for the first diagonal with an open lid."""
        return [node_of(row) for row in first_slices(self.task, tables(), slices())]

    def lid_on(self, root: Node) -> int:
        """Which column of a root carries the first open lid, from 0."""
        x = int(self.task.lids[0, 1])
        return next(
            part
            for part, height in enumerate(parts_of(root.slice))
            if root.back + part - height == x
        )

    def reach(self, nodes: Sequence[Node], head: int = NO_HEAD) -> bool:
        """Whether a legal build continues one of these walks, with a beginning before `head`."""
        if not nodes:
            return False
        rows = np.array(nodes, np.int64)
        # The search counts no diagonals after the last lid.
        rows[:, 0] = np.minimum(rows[:, 0], self.last)
        return bool(any_reaches(rows, head, self.task, tables(), slices()))

    def fits(self, node: Node) -> bool:
        """Whether the slice carries the open lids of its diagonal."""
        if not self.has_lids or node.diagonal > self.last:
            return True
        own = {node.back + part - height for part, height in enumerate(parts_of(node.slice))}
        first = int(self.task.lids[0, 0])
        return all(
            x in own for diagonal, x in self.task.lids.tolist() if diagonal - first == node.diagonal
        )


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
def any_reaches(rows: Ints, head: int, task: Task, table: Tables, cut: Slices) -> bool:
    """Whether any stack that counts continues one of these walks."""
    queue = np.full(TOP + 1, -1, np.int64)
    nodes, count = new_nodes(), 0
    for row in rows:
        node = node_of(row)
        if node.parent == ROOT:
            bound = promise(node.slice, task, table, cut)
            if bound >= task.least_value:
                nodes, count = push(node, bound, queue, nodes, count)
        elif head < 0:
            nodes, count = seeded(node, task, table, queue, nodes, count)
        else:
            for at in range(table.heads[head], table.heads[head + 1]):
                left, right, lids, boxes = table.head_list[at]
                begun = Node(
                    node.diagonal,
                    node.slice,
                    node.back,
                    node.left + left,
                    node.right + right,
                    node.lids + lids,
                    node.boxes + boxes,
                    -1,
                )
                nodes, count = seeded(begun, task, table, queue, nodes, count)
    return run(task, table, cut, queue, nodes, count)[0] != NEVER


@kernel
def seeded(
    node: Node, task: Task, table: Tables, queue: Ints, nodes: Ints, count: int
) -> tuple[Ints, int]:
    bound = outlook(node, task, table)
    if bound >= task.least_value:
        nodes, count = push(node, bound, queue, nodes, count)
    return nodes, count
