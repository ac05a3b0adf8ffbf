"""What can lie before the first open lid: exact cards, and how many boxes they must make."""

from typing import TypeAlias

from quartett.core.arrays import np
from quartett.core.kernels import in_arrays, kernel
from quartett.games.cubus.builder.search import Ints, Task
from quartett.games.cubus.builder.slices import Slices
from quartett.games.cubus.builder.tables import AHEAD, Tables

Beginning: TypeAlias = tuple[int, int, int, int, int]
"""Left sides, right sides, lids, the fewest and the most boxes."""


@kernel
def new_rows(count: int) -> Ints:  # noqa: ARG001 (compiled, it is an array of this many)
    return []


@in_arrays(new_rows)
def _new_rows(count: int) -> Ints:
    return np.empty((count, 5), np.int64)


@kernel
def put(rows: Ints, at: int, row: Beginning) -> None:  # noqa: ARG001
    rows.append(row)


@in_arrays(put)
def _put(rows: Ints, at: int, row: Beginning) -> None:
    rows[at, 0], rows[at, 1], rows[at, 2], rows[at, 3], rows[at, 4] = row


@kernel
def begun_with(here: int, far: int, task: Task, table: Tables, cut: Slices) -> Ints:
    """The beginnings of a slice from which a stack can end well."""
    own, size, far = cut.length[here], cut.size[here], min(far, AHEAD)
    room = task.lid_cards - own
    rows, count = new_rows((task.left + 1) * (task.right + 1) * max(room + 1, 0)), 0
    for left in range(task.left + 1):
        for right in range(task.right + 1):
            for lids in range(room + 1):
                # A beginning is the mirror image of an end: left and right change places.
                most = table.boxes[here, right, left, lids]
                if most < 0:
                    continue
                rest = task.left - left, task.right - right, room - lids
                best = table.best[far, here, rest[0], rest[1], rest[2]]
                worth = 3 * (most + size) - own + best - left - right - lids
                spare = (worth - task.least_value) // 3
                short = task.least_boxes - size - table.most[here, rest[0], rest[1], rest[2]]
                if spare >= 0 and most >= short:
                    put(rows, count, (left, right, lids, max(most - spare, short, 0), most))
                    count += 1
    return rows[:count]
