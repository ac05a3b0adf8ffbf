"""The expert's compiled searches against obvious ones: best plays, ends of games, comparisons."""

import math
import random
from collections.abc import Iterator

import numpy as np
import pytest
from msgspec.structs import replace

from quartett import Event
from quartett.games.calculissimo import Edition, Options, Play, edition
from quartett.games.calculissimo.board.grid import Board, empty, with_tiles
from quartett.games.calculissimo.board.moves.fast import find_plays
from quartett.games.calculissimo.board.tiles import JOKER, KIND, TILES, count, in_order, spread
from quartett.games.calculissimo.bots.expert import Expert
from quartett.games.calculissimo.bots.judgement import kept_after, weighed
from quartett.games.calculissimo.bots.simulation import (
    Choice,
    Effort,
    End,
    Memory,
    Unseen,
    best_choice,
    ending,
    most_points,
    solve,
)
from quartett.games.calculissimo.bots.simulation.best import find_best, list_plays
from quartett.games.calculissimo.bots.simulation.comparing import Comparison, Simulation
from quartett.games.calculissimo.bots.simulation.engine import new_course, new_ending, sides
from quartett.games.calculissimo.bots.simulation.fields import lay
from quartett.games.calculissimo.bots.simulation.hands import KEY, POINTS, VALUE, take_up
from quartett.games.calculissimo.rules import State
from quartett.games.calculissimo.rules.position import arrange, read_board
from quartett.games.calculissimo.view import PASS

STANDARD, CHILDREN = edition("standard"), edition("children")
ROW_8 = "///////.....6:2+9"


def positions(played: Edition, plays: int, tiles: int, rng: random.Random) -> Iterator[State]:
    """Boards after some random plays, and a rack without jokers."""
    bag = [tile for tile in spread(played.tiles) if tile != JOKER]
    while True:
        row = "////..6-2" if played is CHILDREN else ROW_8
        board = read_board(played, row)
        for _ in range(rng.randrange(plays)):
            found = find_plays(played, board, rng.sample(bag, 5))
            if len(found):
                tiles_laid = found.tiles(rng.randrange(len(found)))
                board = with_tiles(board, played.size, tiles_laid)
        racks = (in_order(rng.sample(bag, tiles)), in_order(rng.sample(bag, tiles)))
        yield State(
            2, Options(edition=played.name), "play", board, racks, (2,) * len(TILES), (0, 0)
        )


@pytest.mark.parametrize("played", [STANDARD, CHILDREN])
def test_the_most_points_are_those_of_all_plays(played: Edition) -> None:
    rng = random.Random(3)
    for number, state in zip(range(6), positions(played, 9, 5, rng), strict=False):
        rack = state.racks[0]
        if number % 3 == 0 and JOKER in played.kinds:
            rack = (*rack[:2], JOKER)
        plays = find_plays(played, state.board, rack)
        most = int(plays.points.max()) if len(plays) else 0
        assert most_points(played.name, state.board, rack) == most


def rack_of(tiles: tuple[str, ...]) -> "np.ndarray[tuple[int], np.dtype[np.int64]]":
    return np.array([0, *count(tiles)], np.int64)


@pytest.mark.parametrize("played", [STANDARD, CHILDREN])
def test_the_best_play_at_sight_is_that_of_all_plays(played: Edition) -> None:
    rng = random.Random(1)
    for _, state in zip(range(5), positions(played, 9, 5, rng), strict=False):
        view, rack = state.view(0), state.racks[0]
        plays = find_plays(played, state.board, rack)
        course = new_course(played, 2, 0)
        across, down = sides(played, state.board)
        take_up(course.hand, rack_of(rack), course.joker, course.scale, view.bag)
        found = find_best(
            across, down, course.hand, course.joker, course.lines, course.starts,
            course.places, course.found, -1,
        )  # fmt: skip
        assert found == (len(plays) > 0)
        if found:
            values = plays.points + kept_after(view, plays)
            assert course.hand[VALUE] / 1000 == pytest.approx(values.max(), abs=0.05)
            points = dict(zip(plays.keys.tolist(), plays.points.tolist(), strict=True))
            assert points[int(course.hand[KEY])] == course.hand[POINTS]


@pytest.mark.parametrize("played", [STANDARD, CHILDREN])
def test_the_first_play_of_a_game_is_a_calculation(played: Edition) -> None:
    """A number alone in the middle is none, however much its field counts."""
    rng, board = random.Random(6), empty(played)
    bag = [tile for tile in spread(played.tiles) if tile != JOKER]
    racks = [in_order(rng.sample(bag, 4)) for _ in range(8)]
    for rack in (("9",), ("1", "9", "9"), ("+", "9"), *racks):
        plays = find_plays(played, board, rack)
        course = new_course(played, 2, 0)
        across, down = sides(played, board)
        take_up(course.hand, rack_of(rack), course.joker, course.scale, 30)
        found = find_best(
            across, down, course.hand, course.joker, course.lines, course.starts,
            course.places, course.found, played.centre,
        )  # fmt: skip
        assert found == (len(plays) > 0), rack
        if found:
            points = dict(zip(plays.keys.tolist(), plays.points.tolist(), strict=True))
            assert points[int(course.hand[KEY])] == course.hand[POINTS]


def test_all_plays_are_listed_with_jokers_for_everything() -> None:
    rng = random.Random(2)
    for _, state in zip(range(6), positions(CHILDREN, 7, 3, rng), strict=False):
        rack = in_order((*state.racks[0], JOKER))
        plays = find_plays(CHILDREN, state.board, rack)
        room = new_ending(CHILDREN)
        across, down = sides(CHILDREN, state.board)
        take_up(room.hand, rack_of(rack), room.joker, room.scale, 0)
        found = list_plays(
            across, down, room.hand, room.joker, room.lines, room.places, room.plays[0]
        )
        listed = {(int(key), int(points)) for key, points, _ in room.plays[0][:found]}
        assert found == len(listed) == len(plays)
        assert listed == set(zip(plays.keys.tolist(), plays.points.tolist(), strict=True))


def test_crossing_lines_stay_right_as_tiles_are_laid() -> None:
    rng = random.Random(3)
    for _, state in zip(range(4), positions(STANDARD, 9, 5, rng), strict=False):
        plays = find_plays(STANDARD, state.board, state.racks[0])
        if not len(plays):
            continue
        number = rng.randrange(len(plays))
        across, down = sides(STANDARD, state.board)
        rack = rack_of(state.racks[0])
        lay(across, down, int(plays.keys[number]), rack)
        after = with_tiles(state.board, STANDARD.size, plays.tiles(number))
        fresh = sides(STANDARD, after)
        free = fresh[0][:, :, 0] == 0
        assert (across[:, :, 0] == fresh[0][:, :, 0]).all()
        assert (across[free] == fresh[0][free]).all()
        assert (down[free.T] == fresh[1][free.T]).all()
        assert rack.sum() == len(state.racks[0]) - len(plays.tiles(number))


def brute_force(state: State, known: dict[tuple[object, ...], int]) -> int:
    """How far the seat to move comes out ahead: every play and every pass, by the rules."""
    key = (state.board, state.racks, state.active, state.idle)
    if key not in known:
        plays = find_plays(state.edition, state.board, state.racks[state.active])
        options = [PASS, *(Play(plays.tiles(number)) for number in range(len(plays)))]
        known[key] = max(outcome(state, option, known) for option in options)
    return known[key]


def outcome(state: State, option: object, known: dict[tuple[object, ...], int]) -> int:
    seat = state.active
    after = state.apply(Event(seat, option))  # type: ignore[arg-type]
    assert isinstance(after, State)
    if after.over:
        scores = after.scores()
        return scores[seat] - scores[1 - seat] - state.points[seat] + state.points[1 - seat]
    return after.points[seat] - state.points[seat] - brute_force(after, known)


def ended(board: Board, mine: tuple[str, ...], theirs: tuple[str, ...]) -> State:
    options, bag = Options(edition="children"), (0,) * len(TILES)
    return State(2, options, "play", board, (mine, theirs), bag, (0, 0))


def solved(state: State) -> tuple[int, bool, int | None]:
    plays = find_plays(CHILDREN, state.board, state.racks[0])
    found = solve(End(CHILDREN, state.board, state.racks[0], state.racks[1], state.idle), plays, 0)
    assert found is not None
    return found.value, found.is_proved, found.number


def test_the_end_of_a_game_is_solved_as_by_brute_force() -> None:
    rng, seen = random.Random(4), 0
    for state in positions(CHILDREN, 6, 2, rng):
        mine, theirs = state.racks
        state = ended(state.board, mine, theirs[: rng.randrange(1, 3)])
        if not len(find_plays(CHILDREN, state.board, mine)):
            continue
        value, is_proved, number = solved(state)
        assert is_proved
        assert value == brute_force(state, {})
        plays = find_plays(CHILDREN, state.board, mine)
        best = PASS if number is None else Play(plays.tiles(number))
        assert outcome(state, best, {}) == value
        seen += 1
        if seen == 8:
            return


@pytest.mark.parametrize(("mine", "theirs"), [("1--", "89-"), ("2+-", "3+-")])
def test_whoever_would_open_a_place_for_the_other_passes(mine: str, theirs: str) -> None:
    state = arrange("////..6-2", mine, theirs, bag="", edition="children")
    value, is_proved, number = solved(state)
    assert is_proved
    assert number is None
    assert value == brute_force(state, {})


def test_the_last_pass_ends_the_game() -> None:
    state = arrange("////..6-2", "23-", "78+", bag="", edition="children")
    assert solved(replace(state, idle=5))[0] == 10 + 7 + 8 - 10 - 2 - 3
    assert solved(state)[0] == -8


def test_a_search_that_is_cut_short_proves_nothing() -> None:
    state = next(positions(CHILDREN, 6, 4, random.Random(5)))
    state = ended(state.board, *state.racks)
    plays = find_plays(CHILDREN, state.board, state.racks[0])
    end = End(CHILDREN, state.board, state.racks[0], state.racks[1])
    found = solve(end, plays, 0, until=0.0, positions=1)
    assert found is None or not found.is_proved


def compared() -> tuple[Simulation, list[Choice], State]:
    state = arrange("////..6-2", "4-+3", "1+2", edition="children")
    view = state.view(0)
    plays = find_plays(view.edition, view.board, view.rack)
    found = weighed(view, plays, 4, math.inf)
    choices = [Choice(int(plays.keys[p.number]), p.points, (), p.value) for p in found]
    return Simulation(view, 2), choices, state


def test_all_choices_are_followed_through_the_same_shuffles() -> None:
    simulation, choices, state = compared()
    shuffles = Unseen(state.view(0), Memory()).shuffles(random.Random(1), 2)
    once = simulation.chances(choices[0], shuffles)
    again = simulation.chances(choices[0], shuffles)
    assert (once == again).all()
    assert once.shape == (2, 2)
    for shuffle in shuffles:
        assert sorted(shuffle.tolist()) == sorted(
            KIND[tile] + 1 for tile in spread(state.view(0).unseen())
        )


def test_without_courses_a_comparison_goes_by_sight_and_with_many_by_courses() -> None:
    simulation, choices, _ = compared()
    comparison = Comparison(simulation, choices)
    assert comparison.values().argmax() == 0
    comparison.found = np.full((4, 10**5, 2), 0.1)
    comparison.found[2] = 0.9
    assert comparison.values().argmax() == 2
    assert comparison.values()[2] == pytest.approx(0.9, abs=1e-3)
    comparison.halve()
    assert comparison.alive[0] == 2
    assert len(comparison.alive) == 2


def test_a_comparison_without_a_clock_depends_on_its_seed_alone() -> None:
    _, choices, state = compared()
    view = state.view(0)
    found = {
        best_choice(view, Unseen(view, Memory()), choices[:2], random.Random(3), Effort(courses=1))
        for _ in range(2)
    }
    assert len(found) == 1


def test_when_the_time_is_over_the_expert_judges_at_sight() -> None:
    view = arrange(ROW_8, "4-+3*81", "1+2").view(0)
    at_sight = type("AtSight", (Expert,), {"simulates": False})
    assert Expert(0).choose(view, 0.0) == at_sight(0).choose(view, math.inf)


def test_without_a_clock_only_a_number_of_courses_makes_it_simulate() -> None:
    counting = type("Counting", (Expert,), {"courses": 50})
    at_sight = type("AtSight", (Expert,), {"simulates": False})
    assert Expert(0).may_simulate(1e9)
    assert not Expert(0).may_simulate(math.inf)
    assert counting(0).may_simulate(math.inf)
    assert not at_sight(0).may_simulate(1e9)


@pytest.mark.parametrize(("theirs", "end", "best"), [(3, 5, -3), (-9, 5, 5), (20, 5, -10)])
def test_a_pass_is_worth_the_worse_of_the_end_and_the_other_laying(
    theirs: int, end: int, best: int
) -> None:
    frame = np.zeros(ending.FRAME, np.int64)
    frame[ending.STAGE], frame[ending.END], frame[ending.BEST] = ending.PASSED, end, -10
    ending._answer(frame, theirs)
    assert frame[ending.BEST] == best


def test_a_search_that_was_cut_off_is_remembered_as_a_bound() -> None:
    room, frame = new_ending(CHILDREN), np.zeros(ending.FRAME, np.int64)
    frame[ending.KEY], frame[ending.LOW], frame[ending.HIGH] = 77, 0, 10
    frame[ending.BEST] = 12  # at least that much: the other will not allow it
    ending._note(room, frame)
    assert ending._is_known(room, frame)
    frame[ending.HIGH] = 20
    assert not ending._is_known(room, frame)
    frame[ending.BEST] = 12
    ending._note(room, frame)  # searched again with room above: now it is exact
    frame[ending.LOW], frame[ending.HIGH] = -100, 100
    assert ending._is_known(room, frame)
    assert frame[ending.BEST] == 12
