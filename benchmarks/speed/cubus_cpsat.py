"""The builder as a constraint model for OR-Tools CP-SAT: independent, and slow.

A stack is a skew plane partition: cells of a larger staircase that are not in a smaller one,
with heights that never rise away from the back. The model knows nothing of slices or tables.
"""

import math
from collections.abc import Collection

from ortools.sat.python import cp_model

from quartett.games.cubus.stacks.cards import Cards
from quartett.games.cubus.stacks.shape import Spot
from quartett.games.cubus.stacks.stack import Stack


def best_points(
    stack: Stack,
    open: Collection[Spot],
    hand: Cards,
    *,
    seconds: float = math.inf,
    work: float = math.inf,
) -> int | None:
    """What the best build earns, or None when there is none; raises when it takes too long.

    `work` is counted in CP-SAT's deterministic seconds, which do not depend on the machine.
    """
    have = stack.cards + hand
    puzzle = Puzzle(have.left, have.right, have.lids, open)
    worth = 3 * stack.boxes - stack.cards.total
    puzzle.model.add(puzzle.boxes >= stack.boxes + 1)
    puzzle.model.add(puzzle.worth >= worth + 1)
    puzzle.model.maximize(puzzle.worth)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.max_time_in_seconds = seconds
    solver.parameters.max_deterministic_time = work
    status = solver.solve(puzzle.model)
    if status == cp_model.INFEASIBLE:
        return None
    if status != cp_model.OPTIMAL:
        raise TimeoutError(f"no proof within {seconds:g} s and {work:g} units of work")
    return round(solver.objective_value) - worth


class Puzzle:
    """All stacks with at most these cards that have lids where the open lids lie."""

    def __init__(self, left: int, right: int, lids: int, open: Collection[Spot]) -> None:
        self.model = cp_model.CpModel()
        self.highest = min(left, right)
        self.xs, self.ys = _span(right, self.highest, open, 0), _span(left, self.highest, open, 1)
        self._staircases()
        self._rows()
        self._heights()
        self._cards(left, right, lids)
        for lid in open:
            self._has_lid(lid)

    def _staircases(self) -> None:
        """A cell is behind the stack, in it, or in front; both borders are staircases."""
        cells = [(x, y) for x in self.xs for y in self.ys]
        self.behind = {cell: self.model.new_bool_var("") for cell in cells}
        self.within = {cell: self.model.new_bool_var("") for cell in cells}
        for x, y in cells:
            self.model.add_implication(self.behind[x, y], self.within[x, y])
            for before in ((x - 1, y), (x, y - 1)):
                if before in self.within:
                    self.model.add_implication(self.within[x, y], self.within[before])
                    self.model.add_implication(self.behind[x, y], self.behind[before])

    def _rows(self) -> None:
        """Used rows are consecutive, and neighbours touch."""
        model = self.model
        starts = {x: sum(self.behind[x, y] for y in self.ys) for x in self.xs}
        ends = {x: sum(self.within[x, y] for y in self.ys) for x in self.xs}
        used = {x: model.new_bool_var("") for x in self.xs}
        for x in self.xs:
            model.add(ends[x] >= starts[x] + 1).only_enforce_if(used[x])
            model.add(ends[x] == starts[x]).only_enforce_if(~used[x])
            if x + 1 in used:
                model.add(ends[x + 1] >= starts[x]).only_enforce_if(used[x], used[x + 1])
        begins = [model.new_bool_var("") for _ in self.xs]
        for begin, x in zip(begins, self.xs, strict=True):
            earlier = used.get(x - 1)
            clause = [~used[x], begin] if earlier is None else [~used[x], begin, earlier]
            model.add_bool_or(clause)
        model.add(sum(begins) <= 1)

    def _heights(self) -> None:
        model = self.model
        self.heights = {cell: model.new_int_var(0, self.highest, "") for cell in self.within}
        for (x, y), height in self.heights.items():
            stands = self.within[x, y] - self.behind[x, y]
            model.add(height >= stands)
            model.add(height <= self.highest * stands)
            for front in ((x + 1, y), (x, y + 1)):
                if front in self.heights:
                    falls = model.add(height >= self.heights[front])
                    falls.only_enforce_if(~self.behind[x, y])

    def _cards(self, left: int, right: int, lids: int) -> None:
        """The most boxes in a row are its backmost column: that many sides it shows."""
        model, heights = self.model, self.heights
        lefts = {y: model.new_int_var(0, self.highest, "") for y in self.ys}
        rights = {x: model.new_int_var(0, self.highest, "") for x in self.xs}
        for (x, y), height in heights.items():
            model.add(lefts[y] >= height)
            model.add(rights[x] >= height)
        columns = sum(self.within[cell] - self.behind[cell] for cell in self.within)
        shown_left, shown_right = sum(lefts.values()), sum(rights.values())
        model.add(shown_left <= left)
        model.add(shown_right <= right)
        model.add(columns <= lids)
        self.boxes = sum(heights.values())
        self.worth = 3 * self.boxes - shown_left - shown_right - columns

    def _has_lid(self, lid: Spot) -> None:
        chosen = []
        for height in range(1, self.highest + 1):
            cell = lid[0] + height, lid[1] + height
            if cell in self.heights:
                here = self.model.new_bool_var("")
                self.model.add(self.heights[cell] == height).only_enforce_if(here)
                chosen.append(here)
        self.model.add_exactly_one(chosen)


def _span(rows: int, highest: int, open: Collection[Spot], axis: int) -> range:
    """Where rows can lie: there are no more of them than sides of their kind."""
    if not open:
        return range(rows)
    places = [lid[axis] for lid in open]
    return range(max(places) + 2 - rows, min(places) + highest + rows)
