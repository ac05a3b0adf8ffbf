"""What a line can be worth at most: its highest numbers on the best fields, all added, the two
largest multiplied, and the most that crossing lines give.
"""

from typing import Final

from quartett.core.kernels import kernel
from quartett.games.calculissimo.board.moves.arithmetic import NUMBERS, TIMES, Grid, Row
from quartett.games.calculissimo.board.moves.search import JOKER
from quartett.games.calculissimo.bots.simulation.fields import (
    CALCULATION,
    MOST_CROSSED,
    NUMBER,
    TILE,
    Side,
)
from quartett.games.calculissimo.bots.simulation.hands import (
    HELD,
    HIGHEST,
    MOST,
    MOST_TIMES,
    NEVER,
    SUMS,
)

FIXED, FIRST, SECOND, THREES, TWOS, ONES, HAS_TIMES = range(7)
"""What is known of a part of a line: the sum of the numbers that lie there and the two largest, how
many numbers are laid on fields that treble, double and do nothing, and whether × lies there."""
PRODUCT, CROSSED, NUMBERS_LAID, OPERATORS_LAID, TOUCHES, BOUND = range(7, 13)
"""What else is known of a whole line: the product of its bonuses, what crossing lines may give,
what is laid, whether it touches a tile, and what it is worth at most."""
LINE: Final = 13
SHORTEST: Final = 3
"""A calculation has two numbers."""


@kernel
def bound_side(side: Side, hand: Row, lines: Grid, starts: Row, place: int, centre: int) -> None:
    """Find bounds for the plays from every field."""
    size = len(side)
    for row in range(size):
        for first in range(size):
            bound = NEVER
            if first == 0 or side[row][first - 1][TILE] == 0:
                bound = bound_lines(side[row], hand, lines, first, centre - row * size)
            starts[place] = bound
            place += 1


@kernel
def bound_lines(row: Grid, hand: Row, lines: Grid, first: int, centre: int) -> int:
    """Note by their lengths the bounds of all lines from a field; the largest of them."""
    size, line, most = len(row), lines[0], NEVER
    for entry in range(LINE):
        line[entry] = 0
    line[PRODUCT] = 1
    for length in range(1, size - first + 1):
        column, operator = first + length - 1, 1 - length % 2
        lines[length][BOUND] = NEVER
        lines[length][PRODUCT] = 0
        if not _grows(line, row[column], operator, hand):
            break
        line[TOUCHES] |= column == centre
        lines[length][PRODUCT] = 1
        open_end = column == size - 1 or row[column + 1][TILE] == 0
        if length >= SHORTEST and operator == 0 and open_end:
            line[BOUND] = _bound(line, hand)
            most = max(most, line[BOUND])
            for entry in range(LINE):
                lines[length][entry] = line[entry]
    return most


@kernel
def _grows(line: Row, field: Row, operator: int, hand: Row) -> bool:
    """Take a field into the line; False where it cannot go on."""
    there = field[TILE]
    if there != 0:
        line[TOUCHES] = 1
        count_there(line, there)
        return bool((there > NUMBERS) == (operator == 1))
    crossed = field[MOST_CROSSED + operator]
    if crossed > 0:
        line[CROSSED] += crossed
        line[TOUCHES] = 1
    line[PRODUCT] *= field[CALCULATION]
    if operator == 1:
        line[OPERATORS_LAID] += 1
    else:
        line[NUMBERS_LAID] += 1
        line[ONES + 1 - field[NUMBER]] += 1
    missing = max(0, line[NUMBERS_LAID] - hand[HELD])
    missing += max(0, line[OPERATORS_LAID] - hand[HELD + 1])
    return bool(crossed != 0 and missing <= hand[JOKER])


@kernel
def count_there(line: Row, there: int) -> None:
    """A tile that lies in the line."""
    if there == TIMES:
        line[HAS_TIMES] = 1
    elif there <= NUMBERS:
        line[FIXED] += there
        if there > line[FIRST]:
            line[SECOND] = line[FIRST]
            line[FIRST] = there
        elif there > line[SECOND]:
            line[SECOND] = there


@kernel
def _bound(line: Row, hand: Row) -> int:
    """What the line is worth at most; NEVER if it is no play."""
    laid = line[NUMBERS_LAID] + line[OPERATORS_LAID]
    if line[TOUCHES] == 0 or laid == 0:
        return NEVER
    total = sum_of(line, hand)
    first, second = largest(line, hand), next_largest(line, hand)
    multiplied = total + max(0, first * second - first - second)
    plain = multiplied if line[HAS_TIMES] == 1 else total
    bound = 1000 * (line[PRODUCT] * plain + line[CROSSED]) + hand[MOST + laid]
    if line[HAS_TIMES] == 0 and line[OPERATORS_LAID] > 0 and hand[TIMES] > 0:
        with_times = 1000 * (line[PRODUCT] * multiplied + line[CROSSED])
        bound = max(bound, with_times + hand[MOST_TIMES + laid])
    return int(bound)


@kernel
def sum_of(line: Row, hand: Row) -> int:
    """All numbers added, the highest on the best fields."""
    threes = SUMS + line[THREES]
    twos = threes + line[TWOS]
    return int(line[FIXED] + hand[threes] + hand[twos] + hand[twos + line[ONES]])


@kernel
def largest(line: Row, hand: Row) -> int:
    return int(max(line[FIRST], _factor(line, 0) * hand[HIGHEST]))


@kernel
def next_largest(line: Row, hand: Row) -> int:
    one, other = _factor(line, 0) * hand[HIGHEST], _factor(line, 1) * hand[HIGHEST + 1]
    return int(max(min(line[FIRST], one), min(max(line[FIRST], one), max(line[SECOND], other))))


@kernel
def _factor(line: Row, place: int) -> int:
    """The factor of the best field for a number, or of the second best; 0 where there is none."""
    if line[THREES] > place:
        return 3
    if line[THREES] + line[TWOS] > place:
        return 2
    return 1 if line[THREES] + line[TWOS] + line[ONES] > place else 0
