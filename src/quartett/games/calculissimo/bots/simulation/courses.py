"""How a game may go on: kernels that play some turns, everybody by what is best at sight.

Tiles are numbers here, as in `board.moves.search`: 1 to 9, + − × ÷ as 10 to 13, a joker 14.
"""

from typing import NamedTuple

from quartett.core.kernels import kernel, zeros
from quartett.games.calculissimo.board.moves.arithmetic import Grid, Row
from quartett.games.calculissimo.board.moves.search import JOKER
from quartett.games.calculissimo.bots.simulation.best import find_best
from quartett.games.calculissimo.bots.simulation.fields import Side, copy, lay
from quartett.games.calculissimo.bots.simulation.hands import (
    KEY,
    POINTS,
    RACK,
    RADIX,
    SWAP,
    SWAP_VALUE,
    VALUE,
    take_up,
    worth_keeping,
)


class Course(NamedTuple):
    """The game as it goes on: changed in place, and set up again for every course."""

    across: Side
    down: Side
    hand: Row
    joker: Row
    """1 for each tile that a joker may stand for."""
    lines: Grid
    starts: Row
    places: Grid
    found: Grid
    """Room for no plays: only the best is looked for."""
    racks: Grid
    """How many there are of each tile on each seat's rack; the seat that asks is 0."""
    bag: Row
    ends: Row
    """Where the bag begins and ends: the seat that asks draws from the end, others from the
    beginning, so that it draws alike after whatever it lays. Then the centre while it is free to
    begin with, else −1."""
    points: Row
    kept: Row
    """What the tiles are worth that each seat kept when it last played, in thousandths."""
    scale: Row
    """The weights of kept tiles."""


@kernel
def follow(
    course: Course, across: Side, down: Side, rack: Row, sizes: Row, shuffles: Grid,
    standing: Row, centre: int, again: int, ahead: Grid, unplayed: Grid,
) -> None:  # fmt: skip
    """Play on from the same position, once for each shuffle of the tiles that seat 0 cannot see.

    The rack is what seat 0 has left before it draws, `standing` everybody's points; `again` says
    that seat 0 has another turn. Notes after each turn how far it is ahead then, and how many tiles
    are not on the board. Once the bag is empty, it plays to the end.
    """
    seats = len(course.racks)
    for sample in range(len(shuffles)):
        copy(course.across, across)
        copy(course.down, down)
        _deal(course, rack, sizes, shuffles[sample])
        course.points[:] = standing
        course.ends[2] = centre
        over = not refill(course, 0)
        if again == 1 and not over:
            over = play_turn(course, 0)
        for turn in range(len(ahead[sample])):
            seat = (turn + 1) % seats
            if not over and course.ends[0] < course.ends[1]:
                over = play_turn(course, seat)
                seat = (seat + 1) % seats
            if not over and course.ends[0] == course.ends[1]:
                _finish(course, seat)
                over = True
            ahead[sample][turn] = _ahead(course, over)
            unplayed[sample][turn] = 0 if over else _unplayed(course)


@kernel
def _finish(course: Course, seat: int) -> None:
    """Play until a rack is empty, or nobody can lay any more; the bag is empty."""
    seats, stuck = len(course.racks), 0
    while stuck < seats:
        before = course.points[seat]
        if play_turn(course, seat):
            if course.points[seat] > before:
                return
            stuck += 1
        else:
            stuck = 0
        seat = (seat + 1) % seats


@kernel
def _deal(course: Course, rack: Row, sizes: Row, shuffle: Row) -> None:
    course.bag[:] = shuffle
    course.ends[0], course.ends[1] = 0, len(shuffle)
    for seat in range(len(course.racks)):
        course.kept[seat] = 0
        for tile in range(1, JOKER + 1):
            course.racks[seat][tile] = rack[tile] if seat == 0 else 0
        if seat > 0:
            for _ in range(sizes[seat]):
                course.racks[seat][shuffle[course.ends[0]]] += 1
                course.ends[0] += 1


@kernel
def play_turn(course: Course, seat: int) -> bool:
    """Let a seat play, again after a rack laid whole; True when the game ended."""
    hand = course.hand
    while True:
        left = course.ends[1] - course.ends[0]
        take_up(hand, course.racks[seat], course.joker, course.scale, left)
        found = find_best(
            course.across, course.down, hand, course.joker, course.lines, course.starts,
            course.places, course.found, course.ends[2],
        )  # fmt: skip
        if left > 0 and hand[SWAP_VALUE] > hand[VALUE]:
            _exchange(course, seat, hand[SWAP])
            return False
        if not found:
            return True
        key = hand[KEY]
        course.points[seat] += hand[POINTS]
        lay(course.across, course.down, key, course.racks[seat])
        course.ends[2] = -1
        if not refill(course, seat):
            return True
        if key >> 11 & 15 < course.scale[RACK] or left == 0:
            return False


@kernel
def refill(course: Course, seat: int) -> bool:
    """Draw; False when there was nothing left to draw and the rack is empty."""
    rack, ends = course.racks[seat], course.ends
    course.kept[seat] = worth_keeping(rack, course.scale, ends[1] - ends[0])
    held = 0
    for tile in range(1, JOKER + 1):
        held += rack[tile]
    while held < course.scale[RACK] and ends[0] < ends[1]:
        if seat == 0:
            ends[1] -= 1
            rack[course.bag[ends[1]]] += 1
        else:
            rack[course.bag[ends[0]]] += 1
            ends[0] += 1
        held += 1
    return bool(held > 0)


@kernel
def _exchange(course: Course, seat: int, choice: int) -> None:
    """Change the tiles of a choice for some that would have been drawn late."""
    hand, rack, ends, bag = course.hand, course.racks[seat], course.ends, course.bag
    late = ends[0] if seat == 0 else ends[1] - 1
    given = zeros(JOKER + 1)
    for tile in range(1, JOKER + 1):
        if rack[tile] > 0:
            given[tile] = choice // hand[RADIX + tile] % (rack[tile] + 1)
            rack[tile] -= given[tile]
    course.kept[seat] = worth_keeping(rack, course.scale, ends[1] - ends[0])
    for tile in range(1, JOKER + 1):
        for _ in range(given[tile]):
            if ends[0] <= late < ends[1]:
                rack[bag[late]] += 1
                bag[late] = tile
                late += 1 if seat == 0 else -1
            else:
                rack[tile] += 1


@kernel
def _ahead(course: Course, over: bool) -> int:
    """By how many thousandths of points seat 0 is ahead of the best other."""
    best, mine = 0, 0
    for seat in range(len(course.racks)):
        value = 1000 * course.points[seat]
        if over:
            value += worth_keeping(course.racks[seat], course.scale, 0)
        else:
            value += course.kept[seat]
        if seat == 0:
            mine = value
        elif seat == 1 or value > best:
            best = value
    return int(mine - best)


@kernel
def _unplayed(course: Course) -> int:
    found = course.ends[1] - course.ends[0]
    for rack in course.racks:
        for tile in range(1, JOKER + 1):
            found += rack[tile]
    return int(found)
