"""What every final result of a turn is worth to the active player.

For each of the 462 results and each way to use it, the others' choices from what is left
are foreseen (each takes what its own sheet likes best), and the position that comes of it
is valued. Different results often lead to the same position, which is valued once.
"""

from typing import NamedTuple

from quartett.core.arrays import Bools, Floats, Ints, np
from quartett.core.event import Action, Seat
from quartett.games.calavera.actions import Freeze, Mark
from quartett.games.calavera.bots.positions import (
    Positions,
    finished,
    freeze,
    mark,
    positions,
    settle,
)
from quartett.games.calavera.bots.results import counts_of, result_index, tables
from quartett.games.calavera.bots.several import Several
from quartett.games.calavera.bots.turn_values import SAME
from quartett.games.calavera.bots.value import Value
from quartett.games.calavera.dice import COLOURS, DICE, ROSE, Face
from quartett.games.calavera.legal import SKIP
from quartett.games.calavera.sheet import Pad, Sheet

ROWS = len(COLOURS)
_ROSE = ROWS
# A choice is a number: 0 nothing, 1 + row * 7 + crosses a mark, and from FREEZE on a frozen row.
_SIZE = DICE + 1
FREEZE = 1 + ROWS * _SIZE
CHOICES = FREEZE + ROWS


class Situation(NamedTuple):
    """The seats around the dice, as bots need them."""

    sheets: tuple[Sheet, ...]
    active: Seat
    pad: Pad


def option_actions() -> list[Action]:
    """The ways to use a result, in the order of the columns of `Leaves.values`."""
    own: list[Action] = [Mark(colour, colour) for colour in COLOURS]
    roses: list[Action] = [Mark(ROSE, colour) for colour in COLOURS]
    frozen: list[Action] = [Freeze(colour) for colour in COLOURS]
    return [*own, *roses, *frozen, SKIP]


class Leaves:
    """The values of all results, for the active player, with every way to use them."""

    def __init__(self, table: Situation, value: Value) -> None:
        self.values = _option_values(table, value)
        """By result and option; minus infinity where the option is not there."""
        self.finals: Floats = self.values.max(axis=1)

    def of(self, faces: tuple[Face, ...]) -> list[tuple[Action, float]]:
        """The ways to use these dice, with their values."""
        row = self.values[result_index()[counts_of(faces)]]
        return [
            (action, float(worth))
            for action, worth in zip(option_actions(), row, strict=True)
            if np.isfinite(worth)
        ]


class SharedLeaves(Leaves):
    """The values of all results to the active player, and of the best uses to every seat.

    Only these are valued for all: most of the time goes into the network.
    """

    def __init__(self, table: Situation, value: Value) -> None:
        self._table, self._value = table, value
        self._codes, back, legal = _joint_choices(table, value)
        worth = value(_outcomes(table, self._codes), table.active, table.pad)
        self._back = back.reshape(legal.shape)
        self.values = np.where(legal, worth[self._back], -np.inf)
        self.finals = self.values.max(axis=1)

    def best_shares(self) -> Floats:
        """By seat and result: its share when the active player uses the result best."""
        best = self.values.argmax(axis=1)
        return self._shares(self._back[np.arange(len(best)), best])

    def shares_of(self, faces: tuple[Face, ...]) -> list[tuple[Action, Floats]]:
        """The ways to use these dice, with what each seat gets."""
        result = result_index()[counts_of(faces)]
        there = np.flatnonzero(np.isfinite(self.values[result]))
        shares, actions = self._shares(self._back[result, there]), option_actions()
        return [(actions[option], shares[:, n]) for n, option in enumerate(there)]

    def _shares(self, which: Ints) -> Floats:
        different, back = np.unique(which, return_inverse=True)
        there = _outcomes(self._table, self._codes[different])
        shares: Floats = shared(there, self._table.pad, self._value, self._table.active)[:, back]
        return shares


def shared(there: Positions, pad: Pad, value: Value, first: Seat) -> Floats:
    """What each seat gets of each position: the first one its value, the others the rest."""
    worth = np.clip(to_all(there, pad, value), 0.0, 1.0)
    mine, rest = worth[first], worth.sum(axis=0) - worth[first]
    shares: Floats = worth * np.where(rest > 0, (1 - mine) / np.maximum(rest, 1e-12), 0.0)
    shares[first] = mine
    return shares


def to_all(there: Positions, pad: Pad, value: Value) -> Floats:
    """The worth of each position, by seat; some values know it of all seats at once."""
    if isinstance(value, Several):
        return value.to_all(there, pad)
    return np.stack([value(there, seat, pad) for seat in range(there.players)])


def _option_values(table: Situation, value: Value) -> Floats:
    codes, back, legal = _joint_choices(table, value)
    worth = value(_outcomes(table, codes), table.active, table.pad)
    return np.where(legal, worth[back.reshape(legal.shape)], -np.inf)


def _joint_choices(table: Situation, value: Value) -> tuple[Ints, Ints, Bools]:
    """What all seats do with each result and option: numbered once, where each lies, and which
    the dice allow."""
    mine, legal = my_choices(table)
    used = np.array([*range(ROWS), *[_ROSE] * ROWS, *[_ROSE] * ROWS, -1])
    joint = mine.copy()
    for place, seat in enumerate(_others(table)):
        picks = foreseen(table, seat, value)
        answer = picks[:, used] * _asked(mine, table)
        joint = joint + answer * CHOICES ** (place + 1)
    codes, back = np.unique(np.where(legal, joint, 0), return_inverse=True)
    return codes, back, legal


def _others(table: Situation) -> list[Seat]:
    return [seat for seat in range(len(table.sheets)) if seat != table.active]


def my_choices(table: Situation) -> tuple[Ints, Bools]:
    """For each result and option, the choice it is and whether it is there."""
    t, sheet, pad = tables(), table.sheets[table.active], table.pad
    roses = t.counts[:, _ROSE]
    rows = np.arange(ROWS)
    is_open = np.array([sheet.is_open(row) for row in range(ROWS)])
    needed = [pad.roses_needed(crosses) or DICE + 1 for crosses in sheet.crosses]
    own = 1 + rows * _SIZE + t.counts[:, :ROWS]
    with_roses = 1 + rows * _SIZE + roses[:, None]
    frozen = np.broadcast_to(FREEZE + rows, own.shape)
    skip = np.zeros((len(roses), 1), int)
    legal = np.hstack(
        [
            is_open & (t.counts[:, :ROWS] > 0),
            is_open & (roses[:, None] > 0),
            is_open & (roses[:, None] >= needed),
        ]
    )
    legal &= ~t.cursed[:, None]
    # A curse leaves the active player nothing, which counts like a skip.
    legal = np.hstack([legal, ~legal.any(axis=1, keepdims=True)])
    return np.hstack([own, with_roses, frozen, skip]), legal


def _asked(mine: Ints, table: Situation) -> Bools:
    """Whether the others must choose: a skull shows, and the game goes on."""
    sheet, pad = table.sheets[table.active], table.pad
    still_open = [row for row in range(ROWS) if not sheet.frozen[row]]
    skulls = np.broadcast_to(tables().skulls[:, None] > 0, mine.shape)
    if len(still_open) > 1:
        return skulls
    row = still_open[0]
    to_death = 1 + row * _SIZE + (pad.death - sheet.crosses[row])
    ends = (mine >= to_death) & (mine < 1 + (row + 1) * _SIZE) | (mine == FREEZE + row)
    asked: Bools = skulls & ~ends
    return asked


def foreseen(table: Situation, seat: Seat, value: Value) -> Ints:
    """What the seat would choose of each result, by what the active player has used.

    The last column is for an active player who used nothing.
    """
    t = tables()
    worth = _own_worth(table, seat, value)
    roses = t.counts[:, _ROSE]
    options = np.hstack(
        [
            worth[np.arange(ROWS), t.counts[:, :ROWS]],
            worth[:, roses].T,
        ]
    )
    codes = np.hstack(
        [
            1 + np.arange(ROWS) * _SIZE + t.counts[:, :ROWS],
            1 + np.arange(ROWS) * _SIZE + roses[:, None],
        ]
    )
    picks = [_best(options, codes, barred) for barred in range(ROWS + 2)]
    return np.stack(picks, axis=1)


def _best(options: Floats, codes: Ints, barred: int) -> Ints:
    allowed = options.copy()
    if barred < ROWS:
        allowed[:, barred] = -np.inf
    elif barred == _ROSE:
        allowed[:, ROWS:] = -np.inf
    best = (allowed >= allowed.max(axis=1, keepdims=True) - SAME).argmax(axis=1)
    every = np.arange(len(best))
    picked: Ints = np.where(np.isfinite(allowed[every, best]), codes[every, best], 0)
    return picked


def _own_worth(table: Situation, seat: Seat, value: Value) -> Floats:
    """What this many crosses in a row are worth to the seat, if nobody else moved."""
    sheet = table.sheets[seat]
    there = positions(table.sheets, ROWS * _SIZE, next_turn(table))
    rows, counts = np.divmod(np.arange(ROWS * _SIZE), _SIZE)
    mark(there, seat, rows, counts, table.pad)
    settle(there, table.pad)
    there.over[:] = finished(there)
    worth = value(there, seat, table.pad).reshape(ROWS, _SIZE)
    worth[:, 0] = -np.inf
    closed = [row for row in range(ROWS) if not sheet.is_open(row)]
    worth[closed] = -np.inf
    return worth


def _outcomes(table: Situation, codes: Ints) -> Positions:
    """The positions of joint choices: the active player first, then the others at once."""
    there = positions(table.sheets, len(codes), next_turn(table))
    codes, mine = np.divmod(codes, CHOICES)
    choose(there, table.active, mine, table.pad)
    settle(there, table.pad)
    for seat in _others(table):
        codes, theirs = np.divmod(codes, CHOICES)
        choose(there, seat, theirs, table.pad)
    settle(there, table.pad)
    there.over[:] = finished(there)
    return there


def code_of(mark: Mark, faces: tuple[Face, ...]) -> int:
    """A mark as a number."""
    return 1 + COLOURS.index(mark.row) * _SIZE + faces.count(mark.use)


def choose(there: Positions, seat: Seat, choice: Ints, pad: Pad) -> None:
    """Carry out the seat's choice in each position. In place."""
    marks = (choice > 0) & (choice < FREEZE)
    rows, counts = np.divmod(np.where(marks, choice - 1, 0), _SIZE)
    mark(there, seat, rows, counts, pad)
    freeze(there, seat, np.where(choice >= FREEZE, choice - FREEZE, -1))


def next_turn(table: Situation) -> Seat:
    return (table.active + 1) % len(table.sheets)
