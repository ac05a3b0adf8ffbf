"""The stacks of a Cubus build as a tree: column after column, diagonal after diagonal.

A stack is cut along its diagonals into slices, and is a walk from slice to slice (see the
game's `slices`). A slice is laid column by column from the back, then the walk goes along x or
along y, until it ends. With open lids on the table it begins on the first of their diagonals;
when it has ended there, what lies before that diagonal is laid in the same way, in a mirror.
"""

from collections.abc import Iterator, Sequence
from functools import cached_property

from quartett.games.cubus.builder.search import Node
from quartett.games.cubus.builder.walks import columns_of, parts_of, steps_from
from quartett.games.cubus.env.site import Site, stepped
from quartett.games.cubus.stacks.stack import Cell

ALONG_X, ALONG_Y = 0, 1


class Walk:
    """Slices laid, and the columns of the one being laid; a value."""

    def __init__(
        self,
        site: Site,
        choices: list[Node],
        laid: tuple[Node, ...] = (),
        heights: tuple[int, ...] = (),
    ) -> None:
        self.site = site
        self.choices = choices
        """The slices that the one being laid might become; one of them at least can be finished."""
        self.laid = laid
        self.heights = heights

    @cached_property
    def next_heights(self) -> list[int]:
        """How high the next column of this slice can be."""
        at = len(self.heights)
        by_height: dict[int, list[Node]] = {}
        for node in self.choices:
            parts = parts_of(node.slice)
            if len(parts) > at:
                by_height.setdefault(parts[at], []).append(node)
        return [height for height, nodes in by_height.items() if self._reach(nodes)]

    @property
    def root(self) -> Node | None:
        """The slice on the first open lid's diagonal, once it is laid."""
        if not self.site.has_lids:
            return None
        return self.laid[0] if self.laid else None

    def _reach(self, nodes: list[Node]) -> bool:
        if self.site.has_lids and not self.laid:
            return self.site.roots_reach(nodes)
        return self.site.reach(nodes, self.root)

    @cached_property
    def here(self) -> Node | None:
        """The slice as it is, if it is one; without a beginning before it."""
        return next((n for n in self.choices if parts_of(n.slice) == self.heights), None)

    @cached_property
    def onward(self) -> tuple[list[Node], list[Node]]:
        """The next slices along x and along y; none where no build goes that way."""
        ways: tuple[list[Node], list[Node]] = ([], [])
        if self.here is None:
            return ways
        root = self.here if self.site.has_lids and not self.laid else self.root
        for step in steps_from(self.here.slice):
            node = stepped(self.here, step)
            if self.site.fits(node):
                ways[ALONG_X if step.dx else ALONG_Y].append(node)
        return tuple(way if self.site.reach(way, root) else [] for way in ways)  # type: ignore[return-value]

    @cached_property
    def ended(self) -> "Node | None":
        """The walk with its end, if it may end with this slice."""
        here, site = self.here, self.site
        if here is None or here.diagonal < site.last:
            return None
        parts = parts_of(here.slice)
        if len(parts) != 1:
            return None
        end = here._replace(right=here.right + parts[0])
        return end if (self._may_begin(end) if site.has_lids else self._counts(end)) else None

    def _counts(self, end: Node) -> bool:
        task = self.site.task
        worth = 3 * end.boxes - end.left - end.right - end.lids
        enough = end.boxes >= task.least_boxes and worth >= task.least_value
        return enough and end.right <= task.right

    def _may_begin(self, end: Node) -> bool:
        return self.site.mirrored.reach([self._in_mirror(end)])

    def _in_mirror(self, end: Node) -> Node:
        """The first diagonal seen in a mirror, with all cards of what follows it."""
        first = self.laid[0] if self.laid else end
        y = first.back - int(self.site.task.lids[0][0])
        return Node(0, first.slice, y, end.right, end.left, end.lids, end.boxes, -1)

    def beginning(self) -> "Walk":
        """What lies before the first diagonal, to be laid in a mirror."""
        assert self.ended is not None
        first = self._in_mirror(self.ended)
        return Walk(self.site.mirrored, [first], (), parts_of(first.slice))

    def with_column(self, height: int) -> "Walk":
        heights = (*self.heights, height)
        fits = [n for n in self.choices if parts_of(n.slice)[: len(heights)] == heights]
        return Walk(self.site, fits, self.laid, heights)

    def along(self, direction: int) -> "Walk":
        assert self.here is not None  # only a whole slice is left
        return Walk(self.site, self.onward[direction], (*self.laid, self.here))

    @property
    def columns(self) -> tuple[Cell, ...]:
        """The columns laid so far, where they will lie."""
        cells: list[Cell] = []
        for node in self.laid:
            cells += columns_of(node.slice, node.back, self._y(node))
        if self.heights:
            back, y = self.choices[0].back, self._y(self.choices[0])
            cells += [(back + at, y + at, height) for at, height in enumerate(self.heights)]
        return tuple(cells)

    def _y(self, node: Node) -> int:
        return node.back - node.diagonal - int(self.site.task.lids[0][0])


def from_lid(site: Site, roots: list[Node], part: int) -> Walk:
    """A walk whose first slice carries the first open lid on the column with this index."""
    return Walk(site, _by_lid(site, roots)[part])


def first_lids(site: Site, roots: list[Node]) -> list[int]:
    """Which columns of a first slice can carry the first open lid."""
    found = _by_lid(site, roots)
    return [part for part in sorted(found) if site.roots_reach(found[part])]


def _by_lid(site: Site, roots: list[Node]) -> dict[int, list[Node]]:
    found: dict[int, list[Node]] = {}
    for root in roots:
        found.setdefault(site.lid_on(root), []).append(root)
    return found


def steps_of(cells: Sequence[Cell], first: int | None) -> Iterator[int | str]:
    """The walk of a whole stack: heights of columns, `along_x`, `along_y` and `end`.

    >>> list(steps_of([(0, 0, 2), (0, 1, 1)], None))
    [1, 'along_y', 2, 'end']
    """
    low = min(x - y for x, y, _ in cells)
    begin = low if first is None else first
    yield from _forward(cells, begin, True)
    if first is not None:
        mirrored = [(y, x, height) for x, y, height in cells]
        yield from _forward(mirrored, -first, False)


def _forward(cells: Sequence[Cell], begin: int, own: bool) -> Iterator[int | str]:
    """From a diagonal to the last one; its own columns are laid already unless they are named."""
    slices = {
        diagonal: sorted((x, height) for x, y, height in cells if x - y == diagonal)
        for diagonal in range(begin, max(x - y for x, y, _ in cells) + 1)
    }
    back = 0
    for diagonal, columns in slices.items():
        if diagonal > begin:
            # An empty diagonal is entered along x and left along y.
            along_x = not columns or columns[0][0] == back + 1
            yield "along_x" if along_x else "along_y"
            back += along_x
        if columns:
            back = columns[0][0]
        if diagonal > begin or own:
            yield from (height for _, height in columns)
    yield "end"
