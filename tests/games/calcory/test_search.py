"""The arithmetic and the search of the bots, each against a plain twin."""

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quartett.games.calcory.bots import prospects, sums
from quartett.games.calcory.bots.leaves import responses
from quartett.games.calcory.bots.search import Position, plans
from quartett.games.calcory.solver.counts import count, digits_of, pack, size, unpack

COUNTS = st.lists(st.integers(0, 4), min_size=10, max_size=10).map(tuple)
DIGITS = st.lists(st.integers(0, 9), max_size=8)
NOTHING = (0,) * 10


@given(st.lists(COUNTS, min_size=1, max_size=5))
def test_many_tables_at_once_are_as_one_by_one(tables: list[tuple[int, ...]]) -> None:
    rows = prospects.most(np.array(tables, np.int16))
    for row, counts in zip(rows, tables, strict=True):
        assert [max(int(n), -1) for n in row] == list(sums.most(counts, True))


@given(DIGITS, st.integers(0, 13))
def test_ways_are_all_ways(digits: list[int], total: int) -> None:
    counts = tuple(digits.count(digit) for digit in range(10))
    found = sums.ways(counts, total, True)
    every = {
        tuple(sorted(cards))
        for length in range(len(digits) + 1)
        for cards in combinations(digits, length)
        if sum(cards) == total and cards.count(0) < 2
    }
    assert set(found) == every
    assert len(found) == len(every)
    longest = max(map(len, every), default=-1)
    assert sums.most(counts, True)[total] == longest


@given(DIGITS)
def test_counts_in_one_number(digits: list[int]) -> None:
    packed = pack(digits)
    assert digits_of(packed) == tuple(sorted(digits))
    assert size(packed) == len(digits)
    assert unpack(packed) == tuple(count(packed, digit) for digit in range(10))


@pytest.mark.rule("CC-7")
def test_a_bid_of_twelve_that_only_thirteen_can_beat() -> None:
    known = np.array([[0, 0, 0, 0, 0, 0, 0, 2, 0, 1]], np.int16)  # 7 7 9: no thirteen
    unseen = np.zeros((1, 10), np.int16)
    hit, _, stands = responses(prospects.most(known), unseen, np.array([12]), np.array([2]))
    assert (hit[0], stands[0]) == (0.0, 1.0)
    known[0, 4] = 1  # 9 + 4
    hit, gain, stands = responses(prospects.most(known), unseen, np.array([12]), np.array([2]))
    assert (hit[0], gain[0], stands[0]) == (1.0, 1.0, 0.0)


def test_the_best_plan_is_the_longest_thirteen() -> None:
    known = (1, 2, 1, 1, 0, 1, 1, 0, 0, 1)
    best = plans(Position(known, (), (2,) * 10, (), None, 2, 0))[0]
    assert best.kind == "hit"
    assert len(best.digits) == sums.most(known, True)[13]


@settings(max_examples=60)
@given(
    COUNTS, DIGITS.filter(lambda digits: sum(digits) < 13 and digits.count(0) < 2), st.booleans()
)
def test_there_is_always_a_plan(known: tuple[int, ...], turned: list[int], unseen: bool) -> None:
    hidden = (1,) * 10 if unseen else NOTHING
    if not any(known) and not unseen:
        return
    position = Position(known, (), hidden, tuple(turned), None, 2, 0)
    found = plans(position)
    assert found
    assert all(0 <= plan.value <= 1 for plan in found)
    assert found == sorted(found, key=lambda plan: -plan.value)


def test_deciding_twice_gives_the_same() -> None:
    position = Position((1,) * 10, ((2, 9),), (1,) * 10, (3,), (4, 5), 1, -2)
    assert plans(position) == plans(position)
