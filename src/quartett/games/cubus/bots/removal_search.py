"""Looking ahead while a stack is taken apart.

The search keeps columns in a plain dictionary and knows which boxes can go by looking at
their neighbours; a test holds this equal to the rules. An open lid stays with its column.
"""

import time
from collections.abc import Iterator

from quartett.games.cubus.bots.removal_exact import exact_cards
from quartett.games.cubus.stacks import shape
from quartett.games.cubus.stacks.removals import lid_of, removed
from quartett.games.cubus.stacks.shape import Heights, Spot
from quartett.games.cubus.stacks.stack import Stack

Columns = frozenset[tuple[Spot, int]]


def freed(stack: Stack, open: frozenset[Spot], cell: Spot) -> int:
    """How many cards the removal of a box sets free."""
    return removed(stack, open, cell)[2].total


def best_removal(
    stack: Stack, open: frozenset[Spot], players: int, deadline: float
) -> tuple[Spot, list[tuple[Spot, float]], int]:
    """The best column to take from, what each is worth, and how many turns ahead that looks.

    The worth of a line is one's own cards less the others' average: everybody is taken to
    play for that. The whole game is solved, whatever the deadline, unless there are too many
    positions.
    """
    if exact := exact_cards(stack, open, players):
        options = [(cell, worth(cards)) for cell, cards in exact]
        return max(options, key=lambda option: option[1])[0], options, stack.boxes
    # Only whole rounds are compared, so that nobody has had a turn more.
    demolition = Demolition(players, open_columns(stack, open), deadline)
    options = [(cell, float(gain)) for cell, gain, _ in demolition.options(columns_of(stack))]
    depth = 1
    while depth < stack.boxes and len(options) > 1:
        deeper = min(max(players, depth // players * players + players), stack.boxes)
        try:
            options = demolition.valued(columns_of(stack), deeper)
        except OutOfTime:
            break
        depth = deeper
    return max(options, key=lambda option: option[1])[0], options, depth


def open_columns(stack: Stack, open: frozenset[Spot]) -> frozenset[Spot]:
    return frozenset((x, y) for x, y, _ in stack.cells if lid_of(stack, (x, y)) in open)


def worth(cards: tuple[int, ...]) -> float:
    """One's own cards, the first, less the others' average."""
    return cards[0] - sum(cards[1:]) / (len(cards) - 1)


def takes(heights: Heights, open: frozenset[Spot]) -> list[tuple[Spot, int]]:
    """The columns that may lose a box, and how many cards each sets free."""
    loose = [(cell, _gain(heights, cell)) for cell in heights if _is_loose(heights, cell)]
    closed = [take for take in loose if take[0] not in open]
    return closed or loose


class OutOfTime(Exception):
    """The deadline has passed in the middle of a search."""


class Demolition:
    """A depth-first search that remembers positions; every seat maximises its own worth."""

    def __init__(self, players: int, open: frozenset[Spot], deadline: float) -> None:
        self.players = players
        self.open = open
        self.deadline = deadline
        self._known: dict[tuple[Columns, int], tuple[int, ...]] = {}
        self._options: dict[Columns, list[tuple[Spot, int, Columns]]] = {}

    def valued(self, columns: Columns, depth: int) -> list[tuple[Spot, float]]:
        """What each removal is worth when one looks this many turns ahead."""
        return [(cell, worth(cards)) for cell, cards in self.lines(columns, depth)]

    def lines(self, columns: Columns, depth: int) -> list[tuple[Spot, tuple[int, ...]]]:
        """The cards each player gets by each removal, the one to move first."""
        return [
            (cell, self._after(gain, rest, depth)) for cell, gain, rest in self.options(columns)
        ]

    def options(self, columns: Columns) -> list[tuple[Spot, int, Columns]]:
        if columns not in self._options:
            self._options[columns] = list(_taken(dict(columns), self.open))
        return self._options[columns]

    def cards(self, columns: Columns, depth: int) -> tuple[int, ...]:
        """The cards each player gets from here on, the one to move first."""
        if depth == 0 or not columns:
            return (0,) * self.players
        key = columns, depth
        if key not in self._known:
            if time.monotonic() > self.deadline:
                raise OutOfTime
            lines = (self._after(gain, rest, depth) for _, gain, rest in self.options(columns))
            self._known[key] = max(lines, key=worth)
        return self._known[key]

    def _after(self, gain: int, columns: Columns, depth: int) -> tuple[int, ...]:
        rest = self.cards(columns, depth - 1)
        return (rest[-1] + gain, *rest[:-1])


def _taken(heights: Heights, open: frozenset[Spot]) -> Iterator[tuple[Spot, int, Columns]]:
    for cell, gain in takes(heights, open):
        rest = {**heights, cell: heights[cell] - 1}
        yield cell, gain, frozenset((at, height) for at, height in rest.items() if height)


def _is_loose(heights: Heights, cell: Spot) -> bool:
    x, y = cell
    height = heights[cell]
    fronts = max(heights.get((x + 1, y), 0), heights.get((x, y + 1), 0))
    if height > 1:
        return height > fronts
    if fronts and ((x - 1, y) in heights or (x, y - 1) in heights):
        return False
    # A column of one box goes from the front or from the back, if the rest holds together.
    return shape.fault({at: high for at, high in heights.items() if at != cell}) is None


def _gain(heights: Heights, cell: Spot) -> int:
    """A side for each row that the column begins, unless the next column shows one instead."""
    x, y = cell
    last = heights[cell] == 1
    gain = int(last)
    if (x - 1, y) not in heights:
        gain += not (last and (x + 1, y) in heights)
    if (x, y - 1) not in heights:
        gain += not (last and (x, y + 1) in heights)
    return gain


def columns_of(stack: Stack) -> Columns:
    return frozenset(stack.heights.items())
