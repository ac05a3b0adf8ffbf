"""What is compared by simulation, for how long, and how the courses go on."""

import random
from collections import Counter

import numpy as np

from quartett import Event
from quartett.games.calculissimo import Play
from quartett.games.calculissimo.board.moves.fast import find_plays
from quartett.games.calculissimo.board.tiles import KIND
from quartett.games.calculissimo.bots import expert
from quartett.games.calculissimo.bots.endgame import COSTS
from quartett.games.calculissimo.bots.judgement import PLACE
from quartett.games.calculissimo.bots.simulation import Choice, Effort, Memory, Unseen, best_choice
from quartett.games.calculissimo.bots.simulation.comparing import Comparison, Simulation
from quartett.games.calculissimo.bots.simulation.courses import play_turn
from quartett.games.calculissimo.bots.simulation.engine import new_course, sides
from quartett.games.calculissimo.rules import State
from quartett.games.calculissimo.rules.position import arrange
from quartett.games.calculissimo.view import PASS
from tests.games.calculissimo.test_simulation import (
    CHILDREN,
    ROW_8,
    STANDARD,
    compared,
    ended,
    positions,
    rack_of,
)


def test_what_is_surely_worse_is_dropped_at_once() -> None:
    simulation, choices, _ = compared()
    comparison = Comparison(simulation, choices)
    chances = np.random.default_rng(1).uniform(0.4, 0.6, (1, 40, 2))
    comparison.found = np.repeat(chances, 4, axis=0)
    comparison.found[1] += 0.2
    comparison.found[3] += np.random.default_rng(2).normal(0.2, 0.1, (40, 2))
    assert not comparison.is_settled()  # which of two is better remains to be seen
    comparison.drop_hopeless()
    assert comparison.alive == [1, 3]


def test_choices_that_are_alike_need_no_more_courses() -> None:
    simulation, choices, _ = compared()
    comparison = Comparison(simulation, choices)
    assert not comparison.is_settled()
    comparison.found = np.full((4, 20, 2), 0.5)
    assert comparison.is_settled()


def test_when_the_time_is_over_before_it_begins_the_best_at_sight_is_chosen() -> None:
    _, choices, state = compared()
    view = state.view(0)
    unseen = Unseen(view, Memory())
    assert best_choice(view, unseen, choices, random.Random(1), Effort(until=0.0)) == 0


def test_the_same_tiles_in_the_same_place_are_compared_twice_at_most() -> None:
    view = arrange(ROW_8, "4-+37+1", "1+2").view(0)
    plays = find_plays(view.edition, view.board, view.rack)
    options = expert.compared(view, plays, 24)
    numbers = [number for _, number in options if isinstance(number, int)]
    alike = Counter(
        (int(plays.keys[number]) & PLACE, tuple(plays.kinds_of(number).tolist()))
        for number in numbers
    )
    assert max(alike.values()) == expert.ALIKE
    exchanges = [one for _, one in options if not isinstance(one, int)]
    assert len(exchanges) == len(set(exchanges)) <= expert.EXCHANGES


def test_with_an_empty_bag_courses_go_to_the_end() -> None:
    """Everybody lays what gains most, as a loop over all plays has it."""
    rng, seen = random.Random(7), 0
    for state in positions(CHILDREN, 6, 4, rng):
        state = ended(state.board, *state.racks)
        plays = find_plays(CHILDREN, state.board, state.racks[0])
        if not len(plays):
            continue
        left, unique = finished(state)
        if not unique:
            continue
        number = most_gainful(state)[0]
        choice = Choice(int(plays.keys[number]), int(plays.points[number]), (), 0.0)
        theirs = np.array([[KIND[tile] + 1 for tile in state.racks[1]]], np.int64)
        simulation = Simulation(state.view(0), 1)
        simulation.course = new_course(CHILDREN, 2, len(state.racks[1]))
        ahead, unplayed = simulation.leads(choice, theirs)
        assert (ahead[0][0], unplayed[0][0]) == (left, 0)
        seen += 1
        if seen == 6:
            return


def most_gainful(state: State) -> tuple[int, bool]:
    """The number of the play that gains most, and whether there is only one such."""
    plays = find_plays(state.edition, state.board, state.racks[state.active])
    gains = plays.points + plays.kinds() @ COSTS
    return int(gains.argmax()), int((gains == gains.max()).sum()) == 1


def finished(state: State) -> tuple[int, bool]:
    """How far seat 0 is ahead when all have laid what gains most; whether that is one game only."""
    unique = True
    while not state.over:
        plays = find_plays(state.edition, state.board, state.racks[state.active])
        action: object = PASS
        if len(plays):
            number, alone = most_gainful(state)
            unique &= alone
            action = Play(plays.tiles(number))
        after = state.apply(Event(state.active, action))  # type: ignore[arg-type]
        assert isinstance(after, State)
        state = after
    return state.scores()[0] - state.scores()[1], unique


def test_courses_exchange_tiles_where_that_is_best_at_sight() -> None:
    state = arrange(ROW_8, "----", "1+2")
    course = new_course(STANDARD, 2, 8)
    course.across[:], course.down[:] = sides(STANDARD, state.board)
    course.racks[1][:] = rack_of(("9", "8", "×", "÷", "÷", "÷", "÷"))
    course.bag[:] = [KIND[tile] + 1 for tile in "12345678"]
    course.ends[:] = 0, 8, -1
    assert not play_turn(course, 1)
    assert course.points[1] == 0
    assert course.racks[1].sum() == 7
    assert sorted([*course.bag.tolist(), *in_numbers(course.racks[1])]) == sorted(
        KIND[tile] + 1 for tile in "1234567898×÷÷÷÷"
    )


def in_numbers(rack: "np.ndarray[tuple[int], np.dtype[np.int64]]") -> list[int]:
    return [tile for tile in range(1, len(rack)) for _ in range(rack[tile])]
