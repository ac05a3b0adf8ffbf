"""The dismantling game solved backwards.

Nothing is hidden and no chance is left, and every turn takes one box. So all positions that can
come are listed turn by turn, and then valued from the last box back. Everybody is taken to play
for cards: what one player gets, the others lose. For two players that is perfect play, whoever
can force a win does so with the largest lead; for more it is the best that a player can do who
takes the others to do the same.
"""

from collections import deque
from collections.abc import Iterable
from functools import lru_cache
from operator import itemgetter
from typing import Final, NamedTuple

from quartett.games.cubus.stacks import shape
from quartett.games.cubus.stacks.removals import lid_of
from quartett.games.cubus.stacks.shape import Spot
from quartett.games.cubus.stacks.stack import Stack

COLUMNS: Final = 16
"""A position is one number, four bits for each column; there are no more lids than that."""
HIGHEST: Final = 15
HELD: Final = -1
EMPTY: Final = 4 * COLUMNS
"""How far a position is shifted to read a column that is not there."""
POSITIONS: Final = 70_000
"""More positions than this are not solved; the cube has 66,001 at most, whatever lids are open."""

RECENT: Final = 4
"""Solved stacks that are remembered: what is left of one of them later is solved as well."""
ELSEWHERE: Final = -1
"""No position of a stack."""

Cells = tuple[Spot, ...]


class Removal(NamedTuple):
    column: int
    gain: int
    """The cards that it sets free."""
    rest: int
    """The position that it leaves."""


Turn = dict[int, list[Removal]]
"""The removals from each position of a turn."""


def exact_cards(
    stack: Stack, open: frozenset[Spot], players: int = 2
) -> tuple[tuple[Spot, tuple[int, ...]], ...] | None:
    """The cards each player gets by each removal until the stack is gone, the one to move first.

    None when there are too many columns or positions.

    >>> exact_cards(Stack.read("2"), frozenset())
    (((0, 0), (2, 3)),)
    """
    for solution in tuple(recent):
        key = solution.columns.position(stack, open)
        if solution.players == players and (key in solution.cards or key == solution.first):
            return solution.lines(key)
    if len(stack.cells) > COLUMNS or max(stack.heights.values()) > HIGHEST:
        return None
    solution = solved(stack, open, players)
    recent.appendleft(solution)
    return solution.lines(solution.first)


class Solution(NamedTuple):
    """The cards that follow from every position of a stack that is taken apart."""

    players: int
    columns: "Columns"
    first: int
    cards: dict[int, tuple[int, ...]]
    """What each player gets from a position on, the one to move first. Empty where there are too
    many positions."""

    def lines(self, key: int) -> tuple[tuple[Spot, tuple[int, ...]], ...] | None:
        if not self.cards:
            return None
        taken = self.columns.removals(key)
        lines = zip(taken, _after(taken, self.cards), strict=True)
        return tuple((self.columns.cells[removal.column], line) for removal, line in lines)


recent: deque[Solution] = deque(maxlen=RECENT)


def solved(stack: Stack, open: frozenset[Spot], players: int) -> Solution:
    columns = Columns(stack, open)
    first = columns.position(stack, open)
    cards = {0: (0,) * players}
    turns = _turns(first, columns, stack.boxes)
    if turns is None:
        return Solution(players, columns, first, {})
    for turn in reversed(turns):
        for key, taken in turn.items():
            cards[key] = max(_after(taken, cards), key=itemgetter(0))
    return Solution(players, columns, first, cards)


def _turns(first: int, columns: "Columns", boxes: int) -> list[Turn] | None:
    """All positions that can come, turn by turn."""
    found: list[Turn] = []
    count, now = 0, {first}
    for _ in range(boxes):
        turn = {key: columns.removals(key) for key in now}
        found.append(turn)
        now = {removal.rest for taken in turn.values() for removal in taken}
        count += len(now)
        if count > POSITIONS:
            return None
    return found


def _after(taken: list[Removal], cards: dict[int, tuple[int, ...]]) -> Iterable[tuple[int, ...]]:
    """What everybody gets from each removal on: whoever moves now is the last one afterwards."""
    for removal in taken:
        *others, mine = cards[removal.rest]
        yield mine + removal.gain, *others


class Columns:
    """Where the columns of a stack stand, and which boxes may be taken of what is left of it."""

    def __init__(self, stack: Stack, open: frozenset[Spot]) -> None:
        self.cells = cells = tuple(stack.heights)
        self._closed = [lid_of(stack, cell) not in open for cell in cells]
        self._shifts = shifts = {cell: 4 * n for n, cell in enumerate(cells)}
        steps = ((0, 0), (-1, 0), (0, -1), (1, 0), (0, 1))
        around = [[shifts.get((x + dx, y + dy), EMPTY) for dx, dy in steps] for x, y in cells]
        """Each column and those behind and before it, in both directions."""
        masks = [sum(HIGHEST << shift for shift in {*beside} - {EMPTY}) for beside in around]
        self._columns = list(zip(masks, around, [dict[int, int]() for _ in cells], strict=True))

    def position(self, stack: Stack, open: frozenset[Spot]) -> int:
        """The number of a position; ELSEWHERE if other columns stand there, or under other lids."""
        key = 0
        for cell, height in stack.heights.items():
            shift = self._shifts.get(cell, ELSEWHERE)
            is_closed = lid_of(stack, cell) not in open
            if shift == ELSEWHERE or height > HIGHEST or is_closed != self._closed[shift // 4]:
                return ELSEWHERE
            key += height << shift
        return key

    def removals(self, key: int) -> list[Removal]:
        """All boxes that may be taken: those under open lids only where there is no other."""
        loose = []
        for n, (mask, around, known) in enumerate(self._columns):
            gain = known.get(key & mask)
            if gain is None:
                gain = known[key & mask] = _gain([key >> shift & HIGHEST for shift in around])
            if gain != HELD and (key >> 4 * n & HIGHEST > 1 or self._holds_without(n, key)):
                loose.append(Removal(n, gain, key - (1 << 4 * n)))
        return [removal for removal in loose if self._closed[removal.column]] or loose

    def _holds_without(self, column: int, key: int) -> bool:
        rest = sum(1 << n for n in range(len(self.cells)) if key >> 4 * n & HIGHEST)
        return _is_outline(rest - (1 << column), self.cells)


def _gain(heights: list[int]) -> int:
    """The cards that the top box sets free, or HELD by the columns beside it.

    A side for each row that the column begins, unless the next column shows one instead. A column
    of one box goes from the front or from the back.
    """
    height, back_x, back_y, front_x, front_y = heights
    last, fronts = height == 1, max(front_x, front_y)
    if fronts and (back_x or back_y) if last else height <= fronts:
        return HELD
    sides = (not back_x and not (last and front_x), not back_y and not (last and front_y))
    return last + sum(sides)


@lru_cache(maxsize=1 << 16)
def _is_outline(mask: int, cells: Cells) -> bool:
    return shape.fault({cell: 1 for n, cell in enumerate(cells) if mask >> n & 1}) is None
