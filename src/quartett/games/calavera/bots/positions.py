"""Many positions at once, as arrays: what the rules do to sheets, done to thousands."""

from typing import NamedTuple

from quartett.core.arrays import Bools, Floats, Ints, np
from quartett.games.calavera.sheet import Pad, Sheet


class Positions(NamedTuple):
    """Sheets by position, seat and row; `turn` is the seat that rolls next."""

    crosses: Ints
    frozen: Bools
    bonus: Ints
    turn: Ints
    over: Bools

    @property
    def players(self) -> int:
        return int(self.crosses.shape[1])


def positions(sheets: tuple[Sheet, ...], count: int, turn: int) -> Positions:
    """This many copies of one position."""
    return Positions(
        np.tile([sheet.crosses for sheet in sheets], (count, 1, 1)),
        np.tile([sheet.frozen for sheet in sheets], (count, 1, 1)),
        np.tile([sheet.bonus for sheet in sheets], (count, 1, 1)),
        np.full(count, turn),
        np.zeros(count, bool),
    )


def mark(there: Positions, seat: int, rows: Ints, counts: Ints, pad: Pad) -> None:
    """Cross this many boxes of a row in each position; none where the count is 0. In place."""
    every = np.arange(len(rows))
    crosses = np.minimum(there.crosses[every, seat, rows] + counts, pad.length)
    there.crosses[every, seat, rows] = crosses
    there.frozen[every, seat, rows] |= crosses >= pad.death


def freeze(there: Positions, seat: int, rows: Ints) -> None:
    """Freeze a row in each position; none where the row is -1. In place."""
    which = np.flatnonzero(rows >= 0)
    there.frozen[which, seat, rows[which]] = True


def settle(there: Positions, pad: Pad) -> None:
    """Pay the bonus lines reached just now. In place."""
    least = there.crosses.min(axis=2)
    for line, box in enumerate(pad.lines):
        reached = (least >= box) & (there.bonus[:, :, line] == 0)
        taken = (there.bonus[:, :, line] > 0).any(axis=1, keepdims=True)
        points = np.where(taken, pad.later[line], pad.first[line])
        there.bonus[:, :, line] = np.where(reached, points, there.bonus[:, :, line])


def finished(there: Positions) -> Bools:
    """In which positions some seat has frozen all rows."""
    done: Bools = np.any(np.all(there.frozen, axis=2), axis=1)
    return done


def scores(there: Positions, pad: Pad) -> Ints:
    """The scores as they stand, by position and seat."""
    values = np.array([0, *pad.boxes])[there.crosses]
    open_points = (there.crosses >= pad.points) & (there.crosses < pad.death)
    rows = np.where(there.frozen | open_points, values, 0)
    total: Ints = rows.sum(axis=2) + there.bonus.sum(axis=2)
    return total


def lead(standing: Ints, seat: int) -> Ints:
    """How far the seat is ahead of the best of the others."""
    others = np.delete(standing, seat, axis=1)
    ahead: Ints = standing[:, seat] - others.max(axis=1)
    return ahead


def shares(final: Ints, seat: int) -> Floats:
    """The seat's share of the win in each finished position."""
    best = final == final.max(axis=1, keepdims=True)
    share: Floats = best[:, seat] / best.sum(axis=1)
    return share
