"""Calavera for two: a network taught by the solved game, and turns with exact picks.

With two players nothing is simultaneous. The active player's choice and the other one's pick
after it are a *joint*: 273 of them cover all results of six dice. Each joint's position is
valued once; then the other player takes what hurts most, and the turn is an exact expectation.
"""

from collections.abc import Callable
from functools import cache, cached_property, lru_cache
from importlib.resources import files
from itertools import product
from typing import NamedTuple, TypeAlias

from quartett.core.arrays import HAS_NUMPY, Bools, Floats, Ints, np
from quartett.core.event import Seat
from quartett.games.calavera.bots.leaves import Leaves, Situation, choose, my_choices, next_turn
from quartett.games.calavera.bots.plain_network import Layer, Outputs, sigmoid
from quartett.games.calavera.bots.positions import (
    Positions,
    finished,
    lead,
    positions,
    scores,
    settle,
    shares,
)
from quartett.games.calavera.bots.results import tables
from quartett.games.calavera.bots.value import PRIDE
from quartett.games.calavera.dice import COLOURS, CURSE, DICE, FACES, ROSE, SKULL
from quartett.games.calavera.sheet import PADS, Pad

ROWS = len(COLOURS)
LEAD = 30
"""A lead of more points than this counts as this."""
REMEMBERED = 1024
"""Positions of a turn, without NumPy: different joints often lead to the same one."""
_ROSE, _SKULL = FACES.index(ROSE), FACES.index(SKULL)


class Duel:
    """A network that says how likely the player who rolls next is to win.

    Its inputs are on or off. Each colour is one input for the pair of both players' rows, since
    dice of that colour serve both; four more tell of bonus lines, lead, shortest and open rows.
    """

    def __init__(self, weights: dict[str, Floats], pad: Pad, pride: float = PRIDE) -> None:
        self._pride = pride
        self._inputs = Inputs(pad)
        layers = [(weights[f"w{n}"], weights[f"b{n}"]) for n in range(len(weights) // 2)]
        self._chances = numpy_chances(layers) if HAS_NUMPY else plain_chances(layers)

    def __call__(self, there: Positions, seat: Seat, pad: Pad) -> Floats:
        rolls = self.chance(there)
        worth = np.where(there.turn == seat, rolls, 1 - rolls)
        standing = scores(there, pad)
        won: Floats = np.where(there.over, shares(standing, seat), worth)
        return won + self._pride * lead(standing, seat)

    def chance(self, there: Positions) -> Floats:
        """The chance of whoever rolls next; without meaning where the game is over."""
        return self._chances(self._inputs.on(there))


Layers: TypeAlias = list[tuple[Floats, Floats]]


def numpy_chances(layers: Layers) -> Callable[[Ints], Floats]:
    """The network: from the inputs that are on, by position, to the chances."""
    first, *others = [
        (weight.astype(np.float32), bias.astype(np.float32)) for weight, bias in layers
    ]

    def chances(on: Ints) -> Floats:
        weight, bias = first
        hidden = np.tile(bias, (len(on), 1))
        for column in on.T:
            hidden += weight[column]
        for weight, bias in others:
            hidden = np.maximum(hidden, 0, out=hidden) @ weight + bias
        return 1 / (1 + np.exp(-hidden[:, 0].astype(np.float64)))

    return chances


def plain_chances(layers: Layers) -> Callable[[Ints], Floats]:
    """Its twin without NumPy."""
    first, *others = [Layer(*layer) for layer in layers[:-1]]
    last = Outputs(*layers[-1])

    @lru_cache(REMEMBERED)
    def chance(on: tuple[int, ...]) -> float:
        hidden = first.looked_up(on)
        for layer in others:
            hidden = layer(hidden)
        return sigmoid(last(hidden)[0])

    def chances(on: Ints) -> Floats:
        return np.array([chance(tuple(row)) for row in on.tolist()])

    return chances


class Inputs:
    """Which inputs of the network are on."""

    def __init__(self, pad: Pad) -> None:
        self._pad = pad
        self._states = pad.death + pad.length - pad.points + 1
        self._reached = len(pad.lines) + 1
        slots = max(map(len, self._balances))
        sizes = (self._states**2, self._reached**2 * slots, 2 * LEAD + 1, (pad.length + 1) ** 2)
        self._starts = np.cumsum(sizes)
        self._slots = slots

    @cached_property
    def _balances(self) -> list[list[int]]:
        """Points of lead from lines that both have reached, by the number of these lines."""
        gaps = [
            first - later for first, later in zip(self._pad.first, self._pad.later, strict=True)
        ]
        return [
            sorted({sum(signs) for signs in product(*[(-gap, gap) for gap in gaps[:lines]])})
            for lines in range(len(gaps) + 1)
        ]

    @cached_property
    def _slot(self) -> Ints:
        """The place of a balance, by the number of lines; negative balances count from the end."""
        most = max(map(max, self._balances))
        place = np.zeros((len(self._balances), 2 * most + 1), np.int64)
        for lines, sums in enumerate(self._balances):
            place[lines, sums] = np.arange(len(sums))
        return place

    def on(self, there: Positions) -> Ints:
        """By position: the four pairs of rows, lines, lead, shortest rows, open rows."""
        every = np.arange(len(there.turn))[:, None]
        order = np.stack([there.turn, 1 - there.turn], axis=1)
        crosses, frozen = there.crosses[every, order], there.frozen[every, order]
        bonus = there.bonus[every, order]
        rows = crosses + (self._pad.death - self._pad.points) * frozen
        reached = (bonus > 0).sum(axis=2)
        both = (bonus > 0).all(axis=1)
        balance = np.where(both, bonus[:, 0] - bonus[:, 1], 0).sum(axis=1)
        lines = (reached[:, 0] * self._reached + reached[:, 1]) * self._slots
        standing = scores(there, self._pad)[every, order]
        ahead = np.clip(standing[:, 0] - standing[:, 1], -LEAD, LEAD)
        least = crosses.min(axis=2)
        still_open = ROWS - frozen.sum(axis=2)
        single = np.stack(
            [
                lines + self._slot[both.sum(axis=1), balance],
                LEAD + ahead,
                least[:, 0] * (self._pad.length + 1) + least[:, 1],
                still_open[:, 0] * (ROWS + 1) + still_open[:, 1],
            ],
            axis=1,
        )
        codes = rows[:, 0] * self._states + rows[:, 1]
        return np.hstack([codes, single + self._starts])


class Joints(NamedTuple):
    """What both players may do with any result, and how uses of results are made of it.

    Choices are numbered as in `leaves`: 0 nothing, 1 + row * 7 + crosses a mark, then freezes.
    """

    mine: Ints
    theirs: Ints
    uses: Ints
    """Places of (result, option) that dice allow."""
    alone: Ints
    """For each of them: the joint without a pick."""
    replies: Ints
    """And the joints of the other player's picks; the number of joints where there is none."""


@cache
def joints() -> Joints:
    place: dict[tuple[int, int], int] = {}

    def at(mine: int, theirs: int) -> int:
        return place.setdefault((mine, theirs), len(place))

    uses, alone, replies = [], [], []
    for result, counts in enumerate(tables().counts.tolist()):
        for option in _options(counts):
            mine = _choice(counts, option)
            uses.append(result * _OPTIONS + option)
            alone.append(at(mine, 0))
            picks = _picks(counts, option)
            replies.append([at(mine, _choice(counts, pick)) for pick in picks])
    padded = [[*found, *[len(place)] * (2 * ROWS - len(found))] for found in replies]
    mine, theirs = np.array(list(place)).T
    return Joints(mine, theirs, np.array(uses), np.array(alone), np.array(padded))


# Options are numbered as in `leaves.option_actions`: own dice, roses, freezes, then the skip.
_OPTIONS = 3 * ROWS + 1
_FREEZE, _SKIP = 2 * ROWS, 3 * ROWS
_SIZE = DICE + 1


def _options(counts: list[int]) -> list[int]:
    if counts[_SKULL] >= CURSE:
        return [_SKIP]
    own = [row for row in range(ROWS) if counts[row]]
    return [*own, *(range(ROWS, _SKIP) if counts[_ROSE] else ()), _SKIP]


def _choice(counts: list[int], option: int) -> int:
    if option == _SKIP:
        return 0
    if option >= _FREEZE:
        return 1 + ROWS * _SIZE + option - _FREEZE
    return 1 + option % ROWS * _SIZE + counts[option if option < ROWS else _ROSE]


def _picks(counts: list[int], used: int) -> list[int]:
    """What the other player may do with the dice that are left."""
    if not counts[_SKULL]:
        return []
    own = [row for row in range(ROWS) if counts[row] and row != used]
    roses = range(ROWS, 2 * ROWS) if counts[_ROSE] and not ROWS <= used < _SKIP else ()
    return [*own, *roses]


class DuelLeaves(Leaves):
    """The values of all results, the other player's pick being the one that hurts most."""

    def __init__(self, table: Situation, value: Duel) -> None:
        self.values = _option_values(table, value)
        self.finals = self.values.max(axis=1)


def _option_values(table: Situation, value: Duel) -> Floats:
    j = joints()
    there, legal = _outcomes(table)
    worth = np.full(len(j.mine) + 1, np.inf)
    worth[np.flatnonzero(legal)] = value(there, table.active, table.pad)
    least = worth[j.replies].min(axis=1)
    _, offered = my_choices(table)
    values = np.full(offered.size, -np.inf)
    values[j.uses] = np.where(least == np.inf, worth[j.alone], least)
    exact: Floats = np.where(offered, values.reshape(offered.shape), -np.inf)
    return exact


def _outcomes(table: Situation) -> tuple[Positions, Bools]:
    """The positions of the joints that both sheets allow, and which these are."""
    j, me, other = joints(), table.active, 1 - table.active
    legal = _allowed(j.mine, table, me) & _allowed(j.theirs, table, other)
    there = positions(table.sheets, int(legal.sum()), next_turn(table))
    choose(there, me, j.mine[legal], table.pad)
    settle(there, table.pad)
    ended = there.frozen[:, me].all(axis=1)
    choose(there, other, np.where(ended, 0, j.theirs[legal]), table.pad)
    settle(there, table.pad)
    there.over[:] = finished(there)
    return there, legal


def _allowed(choices: Ints, table: Situation, seat: Seat) -> Bools:
    """Whether the seat's rows are open to these choices, and ripe where they freeze."""
    sheet, pad = table.sheets[seat], table.pad
    is_open = np.array([sheet.is_open(row) for row in range(ROWS)])
    ripe = is_open & [pad.scores_open(crosses) for crosses in sheet.crosses]
    marks = [one for one in is_open.tolist() for _ in range(_SIZE)]
    allowed: Bools = np.array([True, *marks, *ripe.tolist()])[choices]
    return allowed


@cache
def taught(sheet: str, pride: float = PRIDE) -> Duel | None:
    """The network for two players on this pad, where there is one."""
    file = files(__package__) / "trained" / f"{sheet}-2-exact.npz"
    if not file.is_file():
        return None
    with file.open("rb") as stream, np.load(stream) as weights:
        return Duel({name: weights[name] for name in weights.files}, PADS[sheet], pride)
