"""The end of a game of two, compiled: a search of everything, plays and passes.

With an empty bag nothing is hidden. A seat may pass; if the other then passes too, nothing has
changed but the count of idle turns, so they may as well go on passing until the game ends. A pass
is therefore worth what the tiles left come to now, or what the other makes of having to lay: the
worse of both.
"""

from typing import Final, NamedTuple

from quartett.core.kernels import kernel
from quartett.games.calculissimo.board.moves.arithmetic import NUMBERS, Grid, Row
from quartett.games.calculissimo.board.moves.search import JOKER
from quartett.games.calculissimo.bots.simulation.best import list_plays
from quartett.games.calculissimo.bots.simulation.fields import TILE, copy, lay
from quartett.games.calculissimo.bots.simulation.hands import LEFT_OVER, NEVER, take_up

DEEPEST: Final = 30
"""Fourteen tiles, and a pass before each."""
LOOKED, LIMIT, STOPPED = range(3)
"""How many positions were looked at, how many may be, and whether that ended the search."""
TOO_MANY: Final = 2
"""What ended the search where there was no room for all plays."""
STAGE, LOW, HIGH, MAY_PASS, BEST, LEFT, POINTS, END, KEY = range(9)
"""What is known of a position on the way: how far its search is, the bounds of values that matter,
whether a pass is an option, the best so far, plays left, the points of the one that is followed,
what the tiles left come to if the game ends now, and its key."""
FRAME: Final = 9
NEW, PLAYING, PASSED, KNOWN = range(4)


class Ending(NamedTuple):
    """Room for the search; everything has an entry for each depth."""

    across: Grid
    down: Grid
    racks: Grid
    """Of the seat to move, then of the other."""
    plays: Grid
    hand: Row
    joker: Row
    lines: Grid
    places: Grid
    scale: Row
    numbers: Row
    """Random numbers that make a key of a position."""
    known: Row
    """The keys of positions that were searched,"""
    least: Row
    """and bounds of their values."""
    most: Row
    frames: Grid
    state: Row


@kernel
def value_of(ending: Ending, low: int, high: int, may_pass: int) -> int:
    """How far the seat to move comes out ahead from here, if that is between `low` and `high`.

    Else any bound on the same side. It means nothing once the search was stopped. A loop over
    frames: the compiler keeps no code of functions that call themselves.
    """
    frames, state, depth = ending.frames, ending.state, 0
    _enter(frames[0], low, high, may_pass)
    while state[STOPPED] == 0:
        frame = frames[depth]
        if frame[STAGE] == NEW:
            _open(ending, frame, depth)
        elif frame[STAGE] == PLAYING and frame[LEFT] > 0 and frame[BEST] < frame[HIGH]:
            depth += _play(ending, frame, depth)
        elif frame[STAGE] == PLAYING and _should_pass(frame):
            depth += _pass(ending, frame, depth)
        else:
            if frame[STAGE] != KNOWN:
                _note(ending, frame)
            depth -= 1
            if depth < 0:
                break
            _answer(frames[depth], frame[BEST])
    return int(frames[0][BEST])


@kernel
def _enter(frame: Row, low: int, high: int, may_pass: int) -> None:
    frame[STAGE], frame[LOW], frame[HIGH], frame[MAY_PASS] = NEW, low, high, may_pass
    frame[BEST] = NEVER


@kernel
def _open(ending: Ending, frame: Row, depth: int) -> None:
    """Look a position up, or list its plays; without one the game is over."""
    frame[KEY] = _key(ending, depth, frame[MAY_PASS])
    if _is_known(ending, frame):
        frame[STAGE] = KNOWN
        return
    frame[LEFT] = _list(ending, depth)
    frame[END] = _cost(ending.racks[depth][1]) - _cost(ending.racks[depth][0])
    frame[STAGE] = PLAYING
    if frame[LEFT] == 0:
        frame[BEST] = frame[END]
        frame[STAGE] = KNOWN


@kernel
def _play(ending: Ending, frame: Row, depth: int) -> int:
    """Lay the next play; 1 when the other has to answer it."""
    points = _lay_next(ending, depth, frame[LEFT])
    frame[LEFT] -= 1
    if _cost(ending.racks[depth + 1][1]) == 0:
        frame[BEST] = max(frame[BEST], points + _cost(ending.racks[depth][1]))
        return 0
    frame[POINTS] = points
    floor = max(frame[LOW], frame[BEST])
    _enter(ending.frames[depth + 1], points - frame[HIGH], points - floor, 1)
    return 1


@kernel
def _should_pass(frame: Row) -> bool:
    """Whether an end of the game now would be better than all plays."""
    better = frame[END] > max(frame[BEST], frame[LOW]) and frame[BEST] < frame[HIGH]
    return bool(better and frame[MAY_PASS] == 1)


@kernel
def _pass(ending: Ending, frame: Row, depth: int) -> int:
    """See what the other makes of having to lay."""
    _hand_over(ending, depth)
    low, high = max(frame[BEST], frame[LOW]), min(frame[END], frame[HIGH])
    _enter(ending.frames[depth + 1], -high, -low, 0)
    frame[STAGE] = PASSED
    return 1


@kernel
def _answer(frame: Row, value: int) -> None:
    """Take over what the other seat can reach."""
    if frame[STAGE] == PASSED:
        frame[BEST] = max(frame[BEST], min(-value, frame[END]))
    else:
        frame[BEST] = max(frame[BEST], frame[POINTS] - value)


@kernel
def _list(ending: Ending, depth: int) -> int:
    """List the plays of the seat to move; more than there is room for stop the search."""
    state = ending.state
    state[LOOKED] += 1
    take_up(ending.hand, ending.racks[depth][0], ending.joker, ending.scale, 0)
    found = list_plays(
        ending.across[depth], ending.down[depth], ending.hand, ending.joker, ending.lines,
        ending.places, ending.plays[depth],
    )  # fmt: skip
    if found > len(ending.plays[depth]):
        state[STOPPED] = TOO_MANY
    elif state[LOOKED] > state[LIMIT]:
        state[STOPPED] = 1
    return found


@kernel
def _lay_next(ending: Ending, depth: int, left: int) -> int:
    """Lay the most gainful of the plays that are left and take it out; its points."""
    plays, top = ending.plays[depth], 0
    for number in range(1, min(left, len(plays))):
        if plays[number][2] > plays[top][2]:
            top = number
    key, points = plays[top][0], plays[top][1]
    plays[top][:] = plays[min(left, len(plays)) - 1]
    _hand_over(ending, depth)
    lay(ending.across[depth + 1], ending.down[depth + 1], key, ending.racks[depth + 1][1])
    return int(points)


@kernel
def _hand_over(ending: Ending, depth: int) -> None:
    """The same position one deeper, with the other seat to move."""
    copy(ending.across[depth + 1], ending.across[depth])
    copy(ending.down[depth + 1], ending.down[depth])
    ending.racks[depth + 1][0][:] = ending.racks[depth][1]
    ending.racks[depth + 1][1][:] = ending.racks[depth][0]


@kernel
def _cost(rack: Row) -> int:
    cost = 0
    for tile in range(1, JOKER + 1):
        cost += rack[tile] * (tile if tile <= NUMBERS else LEFT_OVER)
    return int(cost)


@kernel
def _key(ending: Ending, depth: int, may_pass: int) -> int:
    """A number of 61 bits for a position: two of a search have the same by accident only once in
    a hundred million searches."""
    board, racks, numbers = ending.across[depth], ending.racks[depth], ending.numbers
    key, place = may_pass, 0
    for row in range(len(board)):
        for column in range(len(board)):
            if board[row][column][TILE] > 0:
                key ^= numbers[place + board[row][column][TILE]]
            place += JOKER
    for tile in range(1, JOKER + 1):
        key ^= numbers[place + racks[0][tile]]
        key ^= numbers[place + 10 + racks[1][tile]]
        place += 20
    return int(key)


@kernel
def _is_known(ending: Ending, frame: Row) -> bool:
    """Whether what was found before is enough."""
    place = frame[KEY] % len(ending.known)
    if ending.known[place] != frame[KEY]:
        return False
    least, most = ending.least[place], ending.most[place]
    frame[BEST] = least if least >= frame[HIGH] or least == most else most
    return bool(least >= frame[HIGH] or most <= frame[LOW] or least == most)


@kernel
def _note(ending: Ending, frame: Row) -> None:
    """Remember what was found."""
    place = frame[KEY] % len(ending.known)
    if ending.known[place] != frame[KEY]:
        ending.known[place] = frame[KEY]
        ending.least[place], ending.most[place] = NEVER, -NEVER
    if frame[BEST] > frame[LOW]:
        ending.least[place] = max(ending.least[place], frame[BEST])
    if frame[BEST] < frame[HIGH]:
        ending.most[place] = min(ending.most[place], frame[BEST])
