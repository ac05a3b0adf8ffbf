"""Small tables: values anyone can check by hand, bounds, and how close the expert comes."""

import math
import random

import pytest

from quartett import CHANCE, Event
from quartett.games.calcory import State, small
from quartett.games.calcory.bots import Expert
from quartett.games.calcory.bots.endgame import Endgame
from quartett.games.calcory.bots.expert_gap import measure
from quartett.games.calcory.position import laid_out
from quartett.games.calcory.rules import begin
from quartett.games.calcory.solver.counts import pack
from quartett.games.calcory.solver.exact import (
    MOVER,
    NOBODY,
    OTHER,
    Solver,
    TurnPosition,
    opening,
    solve,
)
from quartett.games.calcory.view import Options

SOLVED = [
    # rows, columns, deck, turns, the start player's value (both bounds agree)
    (2, 2, "1467", 8, 0.5833),
    (2, 3, "001346", 4, 0.7278),
    (2, 3, "113467", 4, 0.625),
]


@pytest.mark.rule("CC-5", "CC-9")
def test_two_cards_that_make_thirteen() -> None:
    assert solve(small(1, 2, "67"), turns=3) == 1.0


@pytest.mark.rule("CC-12")
def test_a_standing_bid_at_the_bound_goes_to_nobody() -> None:
    assert solve(small(1, 2, "34"), turns=1) == 0.5
    assert solve(small(1, 2, "34"), turns=2) == 0.5  # the other passes, and that was the last turn
    assert solve(small(1, 2, "34"), turns=3) == 1.0


@pytest.mark.rule("CC-11")
def test_a_leader_ends_the_game_with_a_card_nobody_beats() -> None:
    known = pack([9, 8, 8])
    assert Solver().value(TurnPosition(known, 0, lead=1, mine=True, theirs=True, turns=4)) == 1.0
    assert Solver().value(TurnPosition(known, 0, lead=-3, mine=True, theirs=True, turns=4)) == 0.0


@pytest.mark.rule("CC-4")
def test_two_zeros_and_nothing_else_win_nobody_anything() -> None:
    assert solve(small(1, 2, "00"), turns=6) == 0.5


@pytest.mark.parametrize(("deck", "turns"), [("666", 5), ("4444", 5), ("1111", 4), ("999", 6)])
def test_the_solver_plays_by_the_rules(deck: str, turns: int) -> None:
    """Where all cards are alike nothing is hidden: plain minimax over real states is the twin."""
    layout = small(1, len(deck), deck)
    assert solve(layout, turns) == _minimax(laid_out(layout=layout, max_turns=turns), {})


def _minimax(state: State, seen: dict[State, float]) -> float:
    """The expected result of seat 0."""
    if state.over:
        return (0 in state.winners()) / len(state.winners())
    if state not in seen:
        seat = state.active
        values = [_minimax(state.apply(Event(seat, a)), seen) for a in state.actions(seat)]
        seen[state] = max(values) if seat == 0 else min(values)
    return seen[state]


def test_who_holds_the_pen_names_the_digit() -> None:
    """The mover holds 9: a set of 4 and 5 makes thirteen for whoever holds the pen."""
    table = TurnPosition(pack([9]), 0, lead=0, mine=True, theirs=True, turns=1)
    for holder, value in ((MOVER, 1.0), (OTHER, 0.5), (NOBODY, 0.75)):
        with_set = TurnPosition(table.known, 0, ((holder, (4, 5)),), 0, 0, 0, True, True, 1)
        assert Solver().value(with_set) == value


@pytest.mark.parametrize(("rows", "columns", "deck", "turns", "value"), SOLVED)
def test_solved_tables(rows: int, columns: int, deck: str, turns: int, value: float) -> None:
    layout = small(rows, columns, deck)
    low, high = solve(layout, turns, OTHER), solve(layout, turns, MOVER)
    assert low == pytest.approx(high) == pytest.approx(value, abs=1e-4)


def test_the_bounds_enclose_the_open_game_here() -> None:
    layout = small(2, 3, "124678")
    low, high = solve(layout, 5, OTHER), solve(layout, 5, MOVER)
    assert low <= solve(layout, 5, NOBODY) <= high
    assert high - low < 0.05


@pytest.mark.parametrize("deck", ["0049", "1467", "0139"])
def test_whole_turns_give_the_same_values_as_single_steps(deck: str) -> None:
    start = opening(small(2, 2, deck), 6)
    assert Endgame().value(start) == pytest.approx(Solver().value(start))


@pytest.mark.parametrize(
    ("rows", "columns", "deck", "turns"),
    [(2, 2, "1467", 8), (2, 3, "001346", 4), (2, 3, "113467", 4), (3, 4, "111444666777", 2)],
)
@pytest.mark.parametrize("first", [True, False])
def test_the_expert_is_within_two_percent_of_optimal(
    rows: int, columns: int, deck: str, turns: int, first: bool
) -> None:
    found = measure(small(rows, columns, deck), turns, first)
    assert found.worst <= found.expert + 1e-9 <= found.optimal + 2e-9
    assert found.loss <= 0.02


def test_the_measured_decisions_are_those_of_the_bot() -> None:
    """Two experts at a real small table come to the result that both solve for, on average."""
    layout, results = small(1, 3, "167"), []
    value = solve(layout, 5)
    for seed in range(150):
        rng = random.Random(f"deal {seed}")
        state = begin(2, Options(start_player=0, max_turns=5), layout)
        bots = [Expert(seed, layout), Expert(seed + 1, layout)]
        while not state.over:
            if state.is_chance:
                event = Event(CHANCE, state.sample(rng))
            else:
                seat = state.active
                event = Event(seat, bots[seat].choose(state.view(seat), math.inf))
            for seat, bot in enumerate(bots):
                bot.observe(state.redact(event, seat))
            state = state.apply(event)
        results.append((0 in state.winners()) / len(state.winners()))
    assert 0 < value < 1
    assert sum(results) / len(results) == pytest.approx(value, abs=0.1)
