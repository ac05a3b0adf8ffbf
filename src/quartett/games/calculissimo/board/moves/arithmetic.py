"""Calculations for the compiled search: a line is worked out tile by tile as it grows.

Tiles are numbers here: 1 to 9, then + − × ÷ as 10 to 13; 0 is a free field.
"""

from typing import Any, Final, TypeAlias

from quartett.core.kernels import kernel, zeros

Row: TypeAlias = Any
"""A list of whole numbers, or an array of them where the kernel is compiled."""
Grid: TypeAlias = Any
"""A list of rows, or an array."""

NUMBERS: Final = 9
KINDS: Final = 13
PLUS: Final = 10
MINUS: Final = 11
TIMES: Final = 12

# What is known of a line so far: the sum of its finished terms, the quotient of the finished
# factors of the open term (0: none yet), and its open factor; then the same with bonuses.
SUM: Final = 0
TERM: Final = 1
FACTOR: Final = 2
BONUS: Final = 3
SIGN: Final = 6
"""The sign of the open term."""
OPERATOR: Final = 7
MULTIPLIED: Final = 8
MIXED: Final = 9
"""1 once a number may or may not take its bonus: then the values with bonuses mean nothing."""
ARITHMETIC: Final = 10
"""How many entries these are."""


@kernel
def start(state: Row) -> None:
    for entry in range(ARITHMETIC):
        state[entry] = 0
    state[SIGN] = 1


@kernel
def take(state: Row, tile: int, factor: int) -> bool:
    """Go on with the next tile of the line; False when a step is not allowed."""
    if tile > NUMBERS:
        state[OPERATOR] = tile
        state[MULTIPLIED] += tile == TIMES
        return bool(state[MULTIPLIED] < 2)
    plain = _count(state, 0, tile)
    bonus = _count(state, BONUS, tile * factor)
    if state[OPERATOR] in (PLUS, MINUS):
        state[SIGN] = 1 if state[OPERATOR] == PLUS else -1
    return plain and (bonus or state[MIXED] == 1)


@kernel
def result(state: Row, which: int) -> int:
    """What the line gives if it ends here, plain (0) or with BONUS; 0 unless that is allowed."""
    term, factor = state[which + TERM], state[which + FACTOR]
    if term == 0:
        term = factor
    elif term % factor != 0:
        return 0
    else:
        term //= factor
    return int(max(0, state[which + SUM] + state[SIGN] * term))


@kernel
def worked_out(line: Row, factors: Row, length: int) -> int:
    """What a line gives with factors on its numbers; 0 unless every step is allowed."""
    if length % 2 == 0:
        return 0
    state = zeros(ARITHMETIC)
    start(state)
    for place in range(length):
        operator = line[place] > NUMBERS
        if operator != (place % 2 == 1) or not take(state, line[place], factors[place]):
            return 0
    return result(state, BONUS) if result(state, 0) > 0 else 0


@kernel
def crossings(board: Grid, numbers: Grid, cross: Grid, cross_bonus: Grid) -> None:
    """For every tile on every free field what the column through it gives.

    0: the column would be wrong; −1, as before the call: there is no tile above or below.
    `cross_bonus` counts the field's own bonus for a number.
    """
    size = len(board)
    line, factors = zeros(size), zeros(size)
    for row in range(size):
        for column in range(size):
            if board[row][column] == 0:
                top, bottom = _column(board, row, column)
                if top == bottom:
                    continue
                for place in range(top, bottom + 1):
                    line[place - top] = board[place][column]
                    factors[place - top] = 1
                at, length = row - top, bottom - top + 1
                _try_tiles(cross[row][column], line, factors, at, length, 1)
                factor = numbers[row][column]
                if factor == 1:
                    cross_bonus[row][column][:] = cross[row][column]
                else:
                    _try_tiles(cross_bonus[row][column], line, factors, at, length, factor)


@kernel
def _try_tiles(found: Row, line: Row, factors: Row, at: int, length: int, factor: int) -> None:
    """What a column gives with each tile at a place, where a number counts this many times."""
    factors[at] = factor
    for tile in range(1, KINDS + 1):
        line[at] = tile
        found[tile] = worked_out(line, factors, length)


@kernel
def _column(board: Grid, row: int, column: int) -> tuple[int, int]:
    """The first and the last row of the unbroken column that a tile here would stand in."""
    top, bottom = row, row
    while top > 0 and board[top - 1][column] != 0:
        top -= 1
    while bottom < len(board) - 1 and board[bottom + 1][column] != 0:
        bottom += 1
    return top, bottom


@kernel
def _count(state: Row, which: int, value: int) -> bool:
    """Take a number into the plain values (0) or into those with BONUS."""
    operator = state[OPERATOR]
    if operator == TIMES:
        state[which + FACTOR] *= value
        return True
    if operator != 0 and not _close_factor(state, which):
        return False
    if operator in (PLUS, MINUS):
        state[which + SUM] += state[SIGN] * state[which + TERM]
        state[which + TERM] = 0
    state[which + FACTOR] = value
    return bool(operator == 0 or operator > MINUS or state[which + SUM] > 0)


@kernel
def _close_factor(state: Row, which: int) -> bool:
    """Divide the open term by the factor that is now complete."""
    factor = state[which + FACTOR]
    if state[which + TERM] == 0:
        state[which + TERM] = factor
        return True
    whole = state[which + TERM] % factor == 0
    state[which + TERM] //= factor
    return bool(whole)
