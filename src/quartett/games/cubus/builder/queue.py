"""The search's queue, one linked list for each bound, and its set of nodes looked at.

A row of the nodes is a Node and the number of the next row with the same bound. Plain Python
has lists that grow, and sets; the compiled forms have only arrays.
"""

from typing import TYPE_CHECKING, Any, Final, TypeAlias

from quartett.core.arrays import np
from quartett.core.kernels import in_arrays, kernel

if TYPE_CHECKING:
    from quartett.games.cubus.builder.search import Node

Rows: TypeAlias = Any
Keys: TypeAlias = Any

TOP: Final = 3 * 64
"""No stack is worth more."""


@kernel
def new_queue() -> Any:
    """For each bound the number of the last node with it; −1 for none."""
    return [-1] * (TOP + 1)


@in_arrays(new_queue)
def _new_queue() -> Any:
    return np.full(TOP + 1, -1, np.int64)


@kernel
def new_nodes() -> Rows:
    return []


@in_arrays(new_nodes)
def _new_nodes() -> Rows:
    return np.empty((1024, 9), np.int64)


@kernel
def push(node: "Node", bound: int, queue: Any, nodes: Rows, count: int) -> tuple[Rows, int]:
    """The last in is the first out: among equals the search goes deep."""
    nodes.append([*node, queue[bound]])
    queue[bound] = count
    return nodes, count + 1


@in_arrays(push)
def _push(node: "Node", bound: int, queue: Any, nodes: Rows, count: int) -> tuple[Rows, int]:
    if count == len(nodes):
        more = np.empty((2 * len(nodes), 9), np.int64)
        more[:count] = nodes
        nodes = more
    row = nodes[count]
    row[0], row[1], row[2] = node.diagonal, node.slice, node.back
    row[3], row[4], row[5] = node.left, node.right, node.lids
    row[6], row[7], row[8] = node.boxes, node.parent, queue[bound]
    queue[bound] = count
    return nodes, count + 1


@kernel
def traced(nodes: Rows, node: int) -> Rows:
    """The walk that leads to a node, from its beginning."""
    walk, at = [], node
    while at >= 0:
        walk.append(nodes[at])
        at = nodes[at][7]
    return walk[::-1]


@in_arrays(traced)
def _traced(nodes: Rows, node: int) -> Rows:
    steps, at = 0, node
    while at >= 0:
        steps += 1
        at = nodes[at, 7]
    walk = np.empty((steps, 9), np.int64)
    at = node
    while at >= 0:
        steps -= 1
        walk[steps] = nodes[at]
        at = nodes[at, 7]
    return walk


@kernel
def new_keys() -> Keys:
    """The set of walks that were continued."""
    return set()


@in_arrays(new_keys)
def _new_keys() -> Keys:
    return np.zeros(1 << 12, np.int64)


@kernel
def added(closed: Keys, key: int) -> bool:
    """Put a key into the set; False when it was there."""
    if key in closed:
        return False
    closed.add(key)
    return True


@in_arrays(added)
def _added(closed: Keys, key: int) -> bool:
    mask = len(closed) - 1
    at = (key * 0x9E3779B97F4A7C1 >> 20) & mask
    while closed[at] != 0:
        if closed[at] == key:
            return False
        at = (at + 1) & mask
    closed[at] = key
    return True


@kernel
def roomy(closed: Keys, count: int) -> Keys:  # noqa: ARG001
    """The set with room for one more."""
    return closed


@in_arrays(roomy)
def _roomy(closed: Keys, count: int) -> Keys:
    if 2 * count <= len(closed):
        return closed
    wider = np.zeros(4 * len(closed), np.int64)
    for key in closed:
        if key:
            added(wider, key)
    return wider
