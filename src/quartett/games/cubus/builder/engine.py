"""The kernels of the search as the rest of the builder calls them."""

from quartett.core.arrays import np
from quartett.core.kernels import Program
from quartett.games.cubus.builder import search as kernels
from quartett.games.cubus.builder import slices, tables
from quartett.games.cubus.builder.beginnings import Beginning, begun_with
from quartett.games.cubus.builder.search import Ints, Node, Task, node_of


def search(task: Task) -> tuple[int, int, list[Node], Ints]:
    """The best value (or NEVER), how many nodes it took, the walk, the cards of its end."""
    with PROGRAM.timed():
        value, looked, walk, end = PROGRAM[kernels.search](*_question(task))
    return int(value), int(looked), _nodes(walk), end


def reaches(node: Node, task: Task) -> bool:
    """Whether any stack that counts continues this walk."""
    with PROGRAM.timed():
        return bool(PROGRAM[kernels.reaches](node, *_question(task)))


def first_slices(task: Task) -> list[Node]:
    """The slices that may lie on the first diagonal, as nodes."""
    with PROGRAM.timed():
        return _nodes(PROGRAM[kernels.first_slices](*_question(task)))


def next_slices(node: Node, task: Task) -> list[Node]:
    """The walks one slice longer that the bound allows."""
    with PROGRAM.timed():
        return _nodes(PROGRAM[kernels.next_slices](node, *_question(task)))


def beginnings(here: int, far: int, task: Task) -> list[Beginning]:
    """Exact cards of beginnings that can end well, with the fewest and most boxes they need."""
    with PROGRAM.timed():
        found = PROGRAM[begun_with](here, far, *_question(task))
    return [(int(a), int(b), int(c), int(d), int(e)) for a, b, c, d, e in found]


def _question(task: Task) -> tuple[Task, tables.Tables, slices.Slices]:
    if not PROGRAM.is_compiled:
        return task, tables.tables(), slices.slices()
    lids = np.array(task.lids, np.int64).reshape(-1, 2)
    return task._replace(lids=lids), tables.arrays(), slices.arrays()


def _nodes(rows: Ints) -> list[Node]:
    return [node_of(row if isinstance(row, list) else row.tolist()) for row in rows]


def _warm() -> None:
    task = Task([(0, 0), (1, 1)], 4, 4, 4, 1, 1)
    search(task)
    beginnings(1, 1, task)
    for node in first_slices(task)[:1]:
        next_slices(node, task)
        reaches(node, task)


PROGRAM = Program(__name__, _warm)
"""Compiled, the search is about a hundred times faster."""
