"""The building game for two in numbers of cards: no open lid has a place.

Then a stack is as good as its cards, and a game takes a millisecond. A build is a choice of cards
that the stack shows, with as many boxes as they can.
"""

from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np

from quartett.core.arrays import Floats, Ints
from quartett.core.kernels import Program, kernel
from quartett.games.cubus.bots.learned import DRAWS, EMPTY, ME, THEY, UNIT, Left, features
from quartett.games.cubus.builder.tables import SIDE, whole, worths

FEATURES = len(features(Left((1, 1, 1), 1, (0,) * 3, (0,) * 3, (15,) * 3), lambda *_: 0))
HIDDEN = (48, 24)
MOST_BUILDS = 4096
MOST_TURNS = 300
"""More than any game has had."""


class Tables(NamedTuple):
    """By left sides, right sides and lids."""

    boxes: Ints
    """The most boxes."""
    worth: Ints
    """3 × boxes − cards of such a stack."""
    best: Ints
    """The most of that within this many cards."""
    draws: Ints


class Network(NamedTuple):
    w0: Any
    b0: Any
    w1: Any
    b1: Any
    w2: Any
    b2: Any


class Scratch(NamedTuple):
    """Room for the builds of a turn, one row of features and a hidden layer."""

    builds: Ints
    row: Floats
    hidden: Floats


def tables() -> Tables:
    boxes = np.asarray(whole()).astype(np.int64)
    cards = np.indices((SIDE, SIDE, SIDE)).sum(axis=0)
    best = np.asarray(worths()).astype(np.int64)
    return Tables(boxes, 3 * boxes - cards, best, np.array(DRAWS))


def scratch() -> Scratch:
    builds = np.zeros((MOST_BUILDS, 3), np.int64)
    return Scratch(builds, np.zeros(FEATURES), np.zeros(HIDDEN[0]))


@kernel
def played(
    seed: int, games: int, careless: float, trace: float, network: Any, table: Any, room: Any,
    rows: Any, targets: Any,
) -> int:  # fmt: skip
    """Self-play: positions after turns, and what the mover gains from there on (TD(λ)).

    Each turn's expectation over the card drawn is exact, so only later turns bring noise. A
    careless build ends what earlier positions learn from the game.
    """
    np.random.seed(seed)
    count = 0
    expected, value, cut = np.zeros(MOST_TURNS), np.zeros(MOST_TURNS), np.zeros(MOST_TURNS)
    for _ in range(games):
        stack, hands = np.array([1, 1, 1]), np.zeros((2, 3), np.int64)
        hands[0, drawn(stack, hands)] += 1
        hands[1, drawn(stack, hands)] += 1
        passes, turn = 0, 0
        while passes < 2 or 48 - stack.sum() - hands.sum() > 0:
            mine, theirs = hands[turn % 2], hands[1 - turn % 2]
            expected[turn] = outlook(stack, mine, theirs, network, table, room)
            if 48 - stack.sum() - hands.sum() > 0:
                mine[drawn(stack, hands)] += 1
            _, chosen, builds = best_build(stack, mine, theirs, network, table, room)
            cut[turn] = builds > 1 and np.random.random() < careless
            if cut[turn]:
                chosen = any_build(builds, table, room)
            passes = 0 if chosen >= 0 else passes + 1
            if chosen >= 0:
                mine += stack - room.builds[chosen]
                stack[:] = room.builds[chosen]
            value[turn] = lead_after(stack, mine, theirs, network, table, room)
            rows[count] = room.row
            count, turn = count + 1, turn + 1
        targets[count - 1] = 0.0
        for back in range(1, turn):
            after, at = turn - back, count - 1 - back
            later = 0.0 if cut[after] else trace * (targets[at + 1] - value[after])
            targets[at] = -expected[after] - later
    return count


@kernel
def drawn(stack: Any, hands: Any) -> int:
    """A card of the pile."""
    number = np.random.randint(48 - stack.sum() - hands.sum())
    for kind in range(3):
        number -= 16 - stack[kind] - hands[0, kind] - hands[1, kind]
        if number < 0:
            return kind
    return 2


@kernel
def outlook(stack: Any, mine: Any, theirs: Any, network: Any, table: Any, room: Any) -> float:
    """The lead that a turn brings on average, before the card is drawn."""
    pile = 16 - stack - mine - theirs
    if pile.sum() == 0:
        return best_build(stack, mine, theirs, network, table, room)[0]
    ahead = 0.0
    for kind in range(3):
        if pile[kind] > 0:
            mine[kind] += 1
            best = best_build(stack, mine, theirs, network, table, room)[0]
            ahead += best * pile[kind] / pile.sum()
            mine[kind] -= 1
    return ahead


@kernel
def best_build(
    stack: Any, mine: Any, theirs: Any, network: Any, table: Any, room: Any
) -> tuple[float, int, int]:
    """The lead that the best build brings, its number (−1: pass), and how many builds there are."""
    count = listed(stack, mine, table, room.builds)
    if count == 0:
        return lead_after(stack, mine, theirs, network, table, room), -1, 0
    worth = table.worth[stack[0], stack[1], stack[2]]
    best, chosen = -1e9, 0
    for number in range(count):
        new = room.builds[number]
        earned = table.worth[new[0], new[1], new[2]] - worth
        value = earned + lead_after(new, mine + stack - new, theirs, network, table, room)
        if value > best:
            best, chosen = value, number
    return best, chosen, count


@kernel
def listed(stack: Any, mine: Any, table: Any, builds: Any) -> int:
    """Writes down what may be built; returns how much that is."""
    a, b, c = stack[0], stack[1], stack[2]
    worth, boxes, count = table.worth[a, b, c], table.boxes[a, b, c], 0
    if table.best[a + mine[0], b + mine[1], c + mine[2]] <= worth:
        return 0
    for left in range(1, a + mine[0] + 1):
        for right in range(1, b + mine[1] + 1):
            for lids in range(1, c + mine[2] + 1):
                more = table.boxes[left, right, lids] > boxes
                if more and table.worth[left, right, lids] > worth:
                    builds[count, 0], builds[count, 1], builds[count, 2] = left, right, lids
                    count += 1
    return count


@kernel
def any_build(count: int, table: Any, room: Any) -> int:
    """By chance any build, or the one that earns most."""
    if np.random.random() < 0.5:
        return np.random.randint(count)
    best, chosen = -1, 0
    for number in range(count):
        new = room.builds[number]
        worth = table.worth[new[0], new[1], new[2]]
        if worth > best:
            best, chosen = worth, number
    return chosen


@kernel
def lead_after(stack: Any, mine: Any, theirs: Any, network: Any, table: Any, room: Any) -> float:
    """As `learned.leads`; leaves the features in the scratch row."""
    row, hidden = room.row, room.hidden
    written(stack, mine, theirs, table, row)
    if row[EMPTY] > 0 and row[THEY] <= 0 and row[ME] <= 0:
        return 0.0
    for unit in range(len(hidden)):
        total = network.b0[unit]
        for n in range(len(row)):
            total += network.w0[unit, n] * row[n]
        hidden[unit] = max(total, 0.0)
    lead = network.b2[0]
    for unit in range(len(network.b1)):
        total = network.b1[unit]
        for n in range(len(hidden)):
            total += network.w1[unit, n] * hidden[n]
        lead += network.w2[0, unit] * max(total, 0.0)
    return UNIT * float(lead)


@kernel
def written(stack: Any, mine: Any, theirs: Any, table: Any, row: Any) -> None:
    """As `learned.features`."""
    a, b, c = stack[0], stack[1], stack[2]
    pile = 16 - stack - mine - theirs
    worth, boxes, cards = table.worth[a, b, c], table.boxes[a, b, c], pile.sum()
    row[0], row[1] = worth / 50, boxes / 20
    for kind in range(3):
        row[2 + kind] = stack[kind] / 8
        row[5 + kind] = mine[kind] / 2
        row[8 + kind] = theirs[kind] / 2
        row[11 + kind] = pile[kind] / 8
    row[14], row[15], row[16] = cards / 20, cards % 2, cards == 0
    for n in range(len(table.draws)):
        x = a + min(table.draws[n, 0], pile[0])
        y = b + min(table.draws[n, 1], pile[1])
        z = c + min(table.draws[n, 2], pile[2])
        row[17 + n] = (table.best[x + theirs[0], y + theirs[1], z + theirs[2]] - worth) / 8
        row[27 + n] = (table.best[x + mine[0], y + mine[1], z + mine[2]] - worth) / 8
    for n in range(4):
        row[37 + n] = row[17 + n] > 0
        row[41 + n] = row[27 + n] > 0
    row[45] = row[17]
    if cards > 0:
        row[45] = (pile[0] * row[18] + pile[1] * row[19] + pile[2] * row[20]) / cards
    together = mine + theirs
    row[46] = (table.best[a + together[0], b + together[1], c + together[2]] - worth) / 10


def _warm() -> None:
    sizes = (FEATURES, *HIDDEN, 1)
    parts = [
        part
        for inside, outside in pairwise(sizes)
        for part in (np.zeros((outside, inside)), np.zeros(outside))
    ]
    rows, targets = np.zeros((MOST_TURNS, FEATURES)), np.zeros(MOST_TURNS)
    PROGRAM[played](1, 1, 0.1, 0.5, Network(*parts), tables(), scratch(), rows, targets)


PROGRAM = Program(__name__, _warm)
