"""The search for plays, compiled: row by row, from every field where a line can begin.

Only rows: columns are the rows of the transposed board. A tile that is laid is written as
in `arithmetic`, and KINDS more when a joker stands for it.
"""

from typing import Final, NamedTuple

from quartett.core.kernels import kernel, zeros
from quartett.games.calculissimo.board.moves.arithmetic import (
    ARITHMETIC,
    BONUS,
    KINDS,
    MIXED,
    NUMBERS,
    Grid,
    Row,
    result,
    start,
    take,
    worked_out,
)

JOKER: Final = 14
"""The place of jokers in a rack."""
FACTORS: Final = ARITHMETIC
"""The product of the yellow and violet fields that count in this line alone."""
CROSS: Final = ARITHMETIC + 1
"""The points of crossing lines without a choice of bonuses."""
TOUCHES: Final = ARITHMETIC + 2
LAID: Final = ARITHMETIC + 3
SHARED: Final = ARITHMETIC + 4
"""How many bonus fields lie under this line and a crossing one."""
STATE: Final = ARITHMETIC + 5

PLACE, FACTOR, CROSSED, CROSSED_BONUS, IS_NUMBER = range(5)
"""What is kept of a shared bonus field."""
NOTE: Final = 5
FOUND, WANTED, CENTRE, MOST = range(4)
"""What is kept of the search; the centre only when the board is empty, or else −1; tiles laid."""


class SearchBoard(NamedTuple):
    """The board as one pass of the search sees it, and the search's own notes."""

    board: Grid
    numbers: Grid
    """The factor of a number on each field."""
    calculations: Grid
    """The factor of a calculation over each field."""
    cross: Grid
    cross_bonus: Grid
    rack: Row
    """How many there are of each tile; entry 0 belongs to tiles that lie on the board."""
    joker: Row
    """1 for each tile that a joker may stand for."""
    states: Grid
    """What is known of the line before each of its places."""
    tried: Row
    """What was last tried at each place."""
    line: Row
    factors: Row
    """The factor of each number of the line."""
    laid: Row
    """The tiles laid so far, in order."""
    shared: Grid
    search: Row
    keys: Row
    points: Row


@kernel
def search_rows(table: SearchBoard, down: int) -> None:
    """Find every play in a row; a single tile in two lines belongs to the pass across."""
    size = len(table.board)
    for row in range(size):
        for first in range(size):
            if first == 0 or table.board[row][first - 1] == 0:
                end = last_end(table, row, first)
                if end > 0:
                    _search_from(table, down, row, first, end)
                if table.search[FOUND] >= table.search[WANTED]:
                    return


@kernel
def _search_from(table: SearchBoard, down: int, row: int, first: int, end: int) -> None:
    """Try every line from `first` that ends before `end`; each depth is one field."""
    tried, depth = table.tried, 0
    start(table.states[0])
    table.states[0][FACTORS] = 1
    tried[0] = 0
    while depth >= 0:
        column = first + depth
        there = table.board[row][column] if column < len(table.board[row]) else 0
        if tried[depth] > 0:
            table.rack[_kind(tried[depth], there)] += 1
        elif there == 0 and _may_end(table, down, depth):
            _emit(table, down, row, first, depth)
        tried[depth] = _next(table, row, column, depth, there) if column < end else 0
        if tried[depth] == 0:
            depth -= 1
            continue
        table.rack[_kind(tried[depth], there)] -= 1
        if _lay(table, row, column, depth, there):
            depth += 1
            tried[depth] = 0


@kernel
def _kind(tile: int, there: int) -> int:
    """Where a tile of the line stands in the rack."""
    if there > 0:
        return 0
    return tile if tile <= KINDS else JOKER


@kernel
def _next(table: SearchBoard, row: int, column: int, depth: int, there: int) -> int:
    """What to try next at this place; 0 when everything has been tried."""
    last = table.tried[depth]
    if there > 0:
        right = (there > NUMBERS) == (depth % 2 == 1)
        return there if last == 0 and right else 0
    for tile in range(last + 1, 2 * KINDS + 1):
        plain = tile if tile <= KINDS else tile - KINDS
        if (plain > NUMBERS) != (depth % 2 == 1) or table.cross[row][column][plain] == 0:
            continue
        if tile <= KINDS:
            if table.rack[tile] > 0:
                return tile
        elif table.rack[JOKER] > 0 and table.joker[plain] > 0:
            return tile
    return 0


@kernel
def _lay(table: SearchBoard, row: int, column: int, depth: int, there: int) -> bool:
    """The state after the tile just chosen; False when it makes a wrong step."""
    tile = table.tried[depth]
    plain = tile if tile <= KINDS else tile - KINDS
    state = table.states[depth + 1]
    state[:] = table.states[depth]
    table.line[depth] = plain
    factor = 1
    if there > 0:
        state[TOUCHES] = 1
    else:
        table.laid[state[LAID]] = tile
        state[LAID] += 1
        if tile <= NUMBERS:
            factor = table.numbers[row][column]
        factor = _cross(table, state, row, column, depth, factor)
    table.factors[depth] = factor
    return take(state, plain, factor)


@kernel
def _cross(table: SearchBoard, state: Row, row: int, column: int, depth: int, factor: int) -> int:
    """Count the crossing line, or note that a bonus can go to either line."""
    plain, calculation = table.line[depth], table.calculations[row][column]
    crossed = table.cross[row][column][plain]
    if crossed < 0:
        state[FACTORS] *= calculation
        state[TOUCHES] |= table.search[CENTRE] == row * len(table.board) + column
        return factor
    state[TOUCHES] = 1
    if factor == 1 and calculation == 1:
        state[CROSS] += crossed
        return 1
    note = table.shared[state[SHARED]]
    state[SHARED] += 1
    note[PLACE] = depth
    note[CROSSED] = crossed
    note[IS_NUMBER] = factor > 1
    if factor > 1:
        state[MIXED] = 1
        note[FACTOR] = factor
        note[CROSSED_BONUS] = table.cross_bonus[row][column][plain]
    else:
        note[FACTOR] = calculation
        note[CROSSED_BONUS] = crossed * calculation
    return 1


@kernel
def _may_end(table: SearchBoard, down: int, depth: int) -> bool:
    """Whether the line before this free field can be a play."""
    state = table.states[depth]
    if depth < 3 or depth % 2 == 0 or state[LAID] == 0 or state[TOUCHES] == 0:
        return False
    crossed = state[CROSS] > 0 or state[SHARED] > 0
    return not (down == 1 and state[LAID] == 1 and crossed)


@kernel
def _emit(table: SearchBoard, down: int, row: int, first: int, length: int) -> None:
    """Write the play down if it is right."""
    state, search = table.states[length], table.search
    points = _points(table, length)
    if points == 0 or search[FOUND] >= search[WANTED]:
        return
    if search[FOUND] < len(table.keys):
        key = down | row << 1 | first << 6 | state[LAID] << 11
        for place in range(state[LAID]):
            key |= table.laid[place] << (15 + 5 * place)
        table.keys[search[FOUND]] = key
        table.points[search[FOUND]] = points
    search[FOUND] += 1


@kernel
def _points(table: SearchBoard, length: int) -> int:
    """The points of the line and its crossing lines; 0 if a step is wrong."""
    state = table.states[length]
    if result(state, 0) == 0:
        return 0
    if state[SHARED] == 0:
        value = result(state, BONUS)
        return int(value * state[FACTORS] + state[CROSS]) if value > 0 else 0
    best = 0
    for given in range(1 << state[SHARED]):
        best = max(best, _shared_points(table, length, given))
    return best


@kernel
def _shared_points(table: SearchBoard, length: int, given: int) -> int:
    """The points when the bits of `given` say which shared bonuses go to the crossing lines."""
    state = table.states[length]
    product, points = state[FACTORS], state[CROSS]
    for number in range(state[SHARED]):
        note = table.shared[number]
        crosses = given >> number & 1
        if crosses and note[CROSSED_BONUS] == 0:
            return 0
        points += note[CROSSED_BONUS] if crosses else note[CROSSED]
        if note[IS_NUMBER]:
            table.factors[note[PLACE]] = 1 if crosses else note[FACTOR]
        elif not crosses:
            product *= note[FACTOR]
    mixed = state[MIXED] == 1
    value = worked_out(table.line, table.factors, length) if mixed else result(state, BONUS)
    return int(value * product + points) if value > 0 else 0


@kernel
def last_end(table: SearchBoard, row: int, first: int) -> int:
    """One past the last field on which a line from `first` can end; 0 if there is none."""
    size = len(table.board)
    new = zeros(2)
    touches, last = False, 0
    for column in range(first, size):
        operator = (column - first) % 2
        there = table.board[row][column]
        if there != 0:
            if (there > NUMBERS) != (operator == 1):
                break
            touches = True
        else:
            new[operator] += 1
            if new[0] + new[1] > table.search[MOST] or not _can_lay(table.rack, new):
                break
            if not _fits(table.cross[row][column], operator):
                break
            touches |= table.cross[row][column][1] >= 0
            touches |= table.search[CENTRE] == row * size + column
        open_end = column == size - 1 or table.board[row][column + 1] == 0
        if open_end and touches and operator == 0 and new[0] + new[1] > 0:
            last = column + 1
    return last


@kernel
def _can_lay(rack: Row, new: Row) -> bool:
    """Whether the rack has this many numbers and operators, jokers filling up."""
    numbers = operators = 0
    for tile in range(1, NUMBERS + 1):
        numbers += rack[tile]
    for tile in range(NUMBERS + 1, KINDS + 1):
        operators += rack[tile]
    missing = max(0, new[0] - numbers) + max(0, new[1] - operators)
    return bool(missing <= rack[JOKER])


@kernel
def _fits(crossed: Row, operator: int) -> bool:
    """Whether any number, or any operator, makes the crossing line right."""
    first, last = (NUMBERS + 1, KINDS) if operator == 1 else (1, NUMBERS)
    for tile in range(first, last + 1):  # noqa: SIM110 (Numba compiles no generators)
        if crossed[tile] != 0:
            return True
    return False
