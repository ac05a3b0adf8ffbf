"""The best play of a rack at sight, compiled: branch and bound over the places for a line.

At sight a play is worth its points and the tiles it keeps. The twin that lists all plays takes ten
times longer.
"""

from typing import Final

from quartett.core.kernels import kernel
from quartett.games.calculissimo.board.moves.arithmetic import (
    ARITHMETIC,
    BONUS,
    FACTOR,
    KINDS,
    MULTIPLIED,
    NUMBERS,
    SIGN,
    SUM,
    TERM,
    TIMES,
    Grid,
    Row,
    result,
    start,
    take,
)
from quartett.games.calculissimo.board.moves.search import JOKER
from quartett.games.calculissimo.bots.simulation.bounds import (
    BOUND,
    CROSSED,
    HAS_TIMES,
    LINE,
    NUMBERS_LAID,
    ONES,
    OPERATORS_LAID,
    PRODUCT,
    bound_lines,
    bound_side,
    count_there,
    largest,
    next_largest,
    sum_of,
)
from quartett.games.calculissimo.bots.simulation.fields import (
    CALCULATION,
    NUMBER,
    TILE,
    Side,
    bound_crossings,
)
from quartett.games.calculissimo.bots.simulation.fields import CROSSED as CROSSING
from quartett.games.calculissimo.bots.simulation.hands import (
    KEEPS,
    KEY,
    MOST,
    MOST_TIMES,
    NEVER,
    OPERATORS,
    OPTIONS,
    POINTS,
    RADIX,
    VALUE,
)

# What is known of a line before each of its places: as `arithmetic` has it, then
FACTORS: Final = ARITHMETIC
"""the product of the bonuses that count in this line alone,"""
CROSSINGS: Final = ARITHMETIC + 1
"""the points of crossing lines, bonuses that can go to either line left out,"""
LAID: Final = ARITHMETIC + 2
CHOICE: Final = ARITHMETIC + 3
"""the number of the choice of tiles laid,"""
SHARED: Final = ARITHMETIC + 4
"""the product of the bonuses that can go to either line, 1 for none;"""
CARRIED: Final = ARITHMETIC + 5
TRIED: Final = CARRIED
"""and at each place what was last tried there: where it stands in the hand,"""
CODE: Final = CARRIED + 1
"""the tile itself,"""
SHARED_FACTOR: Final = CARRIED + 2
"""a bonus that can go to either line, else 1, and what the crossing line gives without it,"""
SHARED_CROSSING: Final = CARRIED + 3
REST: Final = CARRIED + 4
"""what the numbers from there on come to at most, the two largest, and whether × lies there."""
PLACE: Final = CARRIED + 8


@kernel
def find_best(
    across: Side, down: Side, hand: Row, joker: Row, lines: Grid, starts: Row, places: Grid,
    found: Grid, centre: int,
) -> bool:  # fmt: skip
    """Look for the best play; whether there is one. The hand's KEY, POINTS and VALUE say which."""
    hand[VALUE] = NEVER
    size = len(across)
    bound_crossings(across, hand, joker)
    bound_crossings(down, hand, joker)
    bound_side(across, hand, lines, starts, 0, centre)
    bound_side(down, hand, lines, starts, size * size, centre)
    while True:
        top = _largest(starts)
        if starts[top] <= hand[VALUE]:
            return bool(hand[VALUE] > NEVER)
        starts[top] = NEVER
        place = top % (size * size)
        row, first = place // size, place % size
        if top < size * size:
            _search_lines(
                across[row], hand, lines, places, found, row << 1, first, centre - row * size
            )
        else:
            _search_lines(
                down[row], hand, lines, places, found, row << 1 | 1, first, centre - row * size
            )


@kernel
def list_plays(
    across: Side, down: Side, hand: Row, joker: Row, lines: Grid, places: Grid, found: Grid
) -> int:
    """Write down all plays as key, points and value, as far as there is room; how many there are.

    The board is not empty.
    """
    hand[VALUE], hand[POINTS] = NEVER, 0
    bound_crossings(across, hand, joker)
    bound_crossings(down, hand, joker)
    for row in range(len(across)):
        for first in range(len(across)):
            if first == 0 or across[row][first - 1][TILE] == 0:
                _search_lines(across[row], hand, lines, places, found, row << 1, first, -1)
            if first == 0 or down[row][first - 1][TILE] == 0:
                _search_lines(down[row], hand, lines, places, found, row << 1 | 1, first, -1)
    return int(hand[POINTS])


@kernel
def _largest(row: Row) -> int:
    top, most = 0, row[0]
    for place in range(len(row)):
        if row[place] > most:
            top, most = place, row[place]
    return top


@kernel
def _search_lines(
    row: Grid, hand: Row, lines: Grid, places: Grid, found: Grid, which: int, first: int,
    centre: int,
) -> None:  # fmt: skip
    """Search the lines from this field that may be better than what was found."""
    bound_lines(row, hand, lines, first, centre)
    for length in range(1, len(row) - first + 1):
        if lines[length][PRODUCT] == 0:
            return
        if lines[length][BOUND] > hand[VALUE]:
            _bound_rests(row, hand, lines[0], places, first, length)
            _search(row, hand, lines[length], places, found, which, first, length)


@kernel
def _bound_rests(row: Grid, hand: Row, part: Row, places: Grid, first: int, length: int) -> None:
    """What can come of the line from each of its places on."""
    for entry in range(LINE):
        part[entry] = 0
    for back in range(length + 1):
        place = length - back
        if back > 0:
            field = row[first + place]
            if field[TILE] != 0:
                count_there(part, field[TILE])
            elif place % 2 == 0:
                part[ONES + 1 - field[NUMBER]] += 1
        rest = places[place]
        rest[REST] = sum_of(part, hand)
        rest[REST + 1] = largest(part, hand)
        rest[REST + 2] = next_largest(part, hand)
        rest[REST + 3] = part[HAS_TIMES]


@kernel
def _search(
    row: Grid, hand: Row, line: Row, places: Grid, found: Grid, which: int, first: int, length: int
) -> None:
    """Try everything that can be laid in this line."""
    _begin(places[0])
    depth = 0
    while depth >= 0:
        if depth == length:
            _compare(row, hand, places, found, which, first, length)
            depth -= 1
        elif not _next(row[first + depth], hand, places[depth], depth % 2):
            depth -= 1
        elif _goes_on(row[first + depth], hand, places[depth], places[depth + 1]) and (
            depth % 2 == 1 or not _hopeless(places[depth + 1], line, hand)
        ):
            depth += 1
            places[depth][TRIED] = -1


@kernel
def _begin(place: Row) -> None:
    start(place)
    place[FACTORS] = place[SHARED] = 1
    place[CROSSINGS] = place[LAID] = place[CHOICE] = 0
    place[TRIED] = -1


@kernel
def _next(field: Row, hand: Row, place: Row, operator: int) -> bool:
    """Choose what to try next at a place; False when everything has been tried."""
    if field[TILE] != 0:
        place[CODE] = field[TILE]
        place[TRIED] += 1
        return bool(place[TRIED] == 0)
    if place[TRIED] >= 0:
        hand[_kind_of(place[CODE])] += 1
        option = place[TRIED] + 1
    else:
        option = OPERATORS if operator == 1 else OPTIONS
    while hand[option] > 0:
        code = hand[option]
        plain = code if code <= KINDS else code - KINDS
        if hand[_kind_of(code)] > 0 and field[CROSSING + plain] != 0:
            hand[_kind_of(code)] -= 1
            place[TRIED] = option
            place[CODE] = code
            return True
        option += 1
    return False


@kernel
def _kind_of(code: int) -> int:
    return code if code <= KINDS else JOKER


@kernel
def _goes_on(field: Row, hand: Row, place: Row, after: Row) -> bool:
    """What is known after the tile just chosen; False when it makes a wrong step."""
    for entry in range(CARRIED):
        after[entry] = place[entry]
    code = place[CODE]
    plain = code if code <= KINDS else code - KINDS
    place[SHARED_FACTOR] = 1
    if field[TILE] != 0:
        return take(after, plain, 1)
    after[LAID] += 1
    after[CHOICE] += hand[RADIX + _kind_of(code)]
    crossing = field[CROSSING + plain]
    if crossing < 0:
        after[FACTORS] *= field[CALCULATION]
    elif field[CALCULATION] == 1:
        after[CROSSINGS] += crossing
    else:
        after[SHARED] *= field[CALCULATION]
        place[SHARED_FACTOR] = field[CALCULATION]
        place[SHARED_CROSSING] = crossing
    return take(after, plain, field[NUMBER] if code <= NUMBERS else 1)


@kernel
def _hopeless(place: Row, line: Row, hand: Row) -> bool:
    """Whether the line, begun so, cannot be worth more than what was found."""
    term, factor = place[BONUS + TERM], place[BONUS + FACTOR]
    if place[SIGN] > 0:
        now = place[BONUS + SUM] + (factor if term == 0 else term // factor)
    else:
        now, factor = place[BONUS + SUM] - 1, 0
    most = now + place[REST]
    one, other = max(factor, place[REST + 1]), max(min(factor, place[REST + 1]), place[REST + 2])
    multiplied = most + max(0, one * other - one - other)
    laid = line[NUMBERS_LAID] + line[OPERATORS_LAID]
    needed = hand[VALUE] - 1000 * line[CROSSED]
    keeps, keeps_less = hand[MOST + laid], hand[MOST_TIMES + laid]
    if line[HAS_TIMES] == 1:
        most = multiplied if place[REST + 3] == 1 else most
    elif place[MULTIPLIED] > 0:
        keeps = keeps_less
    elif hand[TIMES] > 0 and 1000 * line[PRODUCT] * multiplied + keeps_less > needed:
        return False
    return bool(1000 * line[PRODUCT] * most + keeps <= needed)


@kernel
def _compare(
    row: Grid, hand: Row, places: Grid, found: Grid, which: int, first: int, length: int
) -> None:
    """Keep the play if it is right and better than all before, or write it down."""
    points = _points(places, length)
    value = 1000 * points + hand[KEEPS + places[length][CHOICE]]
    if points == 0 or value <= hand[VALUE]:
        return
    key, shift = which | first << 6 | places[length][LAID] << 11, 15
    for depth in range(length):
        if row[first + depth][TILE] == 0:
            key |= places[depth][CODE] << shift
            shift += 5
    if len(found) == 0:
        hand[KEY] = key
        hand[POINTS] = points
        hand[VALUE] = value
    elif which & 1 == 0 or places[length][LAID] > 1 or not _crosses(places[length]):
        if hand[POINTS] < len(found):
            play = found[hand[POINTS]]
            play[0], play[1], play[2] = key, points, value
        hand[POINTS] += 1


@kernel
def _crosses(end: Row) -> bool:
    """Whether there is a crossing line; then a single tile was found on the other side."""
    return bool(end[CROSSINGS] > 0 or end[SHARED] > 1)


@kernel
def _points(places: Grid, length: int) -> int:
    """The points of the whole line and its crossing lines; 0 if it is wrong."""
    end = places[length]
    value = result(end, BONUS)
    if value == 0 or result(end, 0) == 0:
        return 0
    points, product = end[CROSSINGS], end[FACTORS] * end[SHARED]
    if end[SHARED] > 1:
        for depth in range(length):
            if places[depth][SHARED_FACTOR] > 1:
                points += places[depth][SHARED_CROSSING]
                points, product = _given(places[depth], points, product, value)
    return int(value * product + points)


@kernel
def _given(place: Row, points: int, product: int, value: int) -> tuple[int, int]:
    """Give a bonus to the crossing line where it brings more."""
    factor, crossing = place[SHARED_FACTOR], place[SHARED_CROSSING]
    if (factor - 1) * crossing > value * (product - product // factor):
        return points + (factor - 1) * crossing, product // factor
    return points, product
