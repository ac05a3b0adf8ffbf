"""The search's queue, one linked list for each bound, and its set of nodes looked at.

A row of the nodes is a Node and the number of the next row with the same bound.
"""

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from quartett.core.kernels import kernel

if TYPE_CHECKING:
    from quartett.games.cubus.builder.search import Node

Ints = NDArray[np.int64]


@kernel
def new_nodes() -> Ints:
    return np.empty((1024, 9), np.int64)


@kernel
def push(node: "Node", bound: int, queue: Ints, nodes: Ints, count: int) -> tuple[Ints, int]:
    """The last in is the first out: among equals the search goes deep."""
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
def traced(nodes: Ints, node: int) -> Ints:
    """The walk that leads to a node, from its beginning."""
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
def added(closed: Ints, key: int) -> bool:
    """Put a key into the hash set; False when it was there."""
    mask = len(closed) - 1
    at = (key * 0x9E3779B97F4A7C1 >> 20) & mask
    while closed[at] != 0:
        if closed[at] == key:
            return False
        at = (at + 1) & mask
    closed[at] = key
    return True


@kernel
def spread(closed: Ints, count: int) -> Ints:
    """The set with room for one more."""
    if 2 * count <= len(closed):
        return closed
    wider = np.zeros(4 * len(closed), np.int64)
    for key in closed:
        if key:
            added(wider, key)
    return wider
