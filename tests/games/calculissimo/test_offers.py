"""What a page is offered, and what it is told while tiles are laid."""

import json
from random import Random

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tools.lessons import calculissimo as lessons

from quartett import CHANCE, Event, IllegalAction
from quartett.games.calculissimo import Calculissimo, Play, State, View
from quartett.games.calculissimo.board.expression import WrongStep, steps
from quartett.games.calculissimo.board.score import worth
from quartett.games.calculissimo.offers import Preview, offers, preview, worked_out
from quartett.games.calculissimo.outcomes import outcome
from quartett.games.calculissimo.rules.position import arrange

GAME = Calculissimo()
ROW_8 = "///////.....6:2+9"


def seen(position: str, rack: str, challenge: bool = False) -> View:
    return arrange(position, rack, "1", challenge=challenge).view(0)


def shown(position: str, rack: str, note: str) -> Preview:
    return preview(seen(position, rack), GAME.parse(note))


def test_the_middle_is_offered_first_and_then_what_touches() -> None:
    first = offers(seen(".", "6:2+9"))
    assert first is not None and first.fields == (112,)
    later = offers(seen("///////......6", "6:2+9"))
    assert later is not None and later.fields == (96, 110, 112, 126)


@pytest.mark.parametrize("looks", [0, 1, None])
def test_whoever_watches_a_play_sees_the_calculation_of_who_laid_it(looks: int | None) -> None:
    state, play = arrange(ROW_8, "-1", "1"), GAME.parse("8k -1")
    told = outcome(state.view(looks), play)
    assert told == preview(state.view(0), play)
    assert told is not None and told.points is not None


def test_a_calculation_is_not_shown_where_players_check_each_other() -> None:
    assert outcome(seen(ROW_8, "-1", challenge=True), GAME.parse("8k -1 =11")) is None
    assert outcome(seen(ROW_8, "-1"), GAME.parse("pass")) is None


def test_what_a_seat_may_do() -> None:
    state = arrange(ROW_8, "-1", "1", challenge=True)
    offered = offers(state.view(0))
    assert offered is not None and offered.may == ("play", "exchange", "pass")
    assert offers(state.view(1)) is None and offers(state.view(None)) is None
    laid = state.apply(Event(0, GAME.parse("8k -1 =11")))
    answer = offers(laid.view(1))
    assert answer is not None and answer.may == ("challenge", "accept") and not answer.fields
    empty = offers(arrange(ROW_8, "-1", "1", bag="").view(0))
    assert empty is not None and empty.may == ("play", "pass")


def test_steps_with_the_tiles_they_take_in() -> None:
    (line,) = shown(".", "6:2+9", "8f 6:2+9").lines
    assert line.factors == (2, 1, 1, 1, 2) and line.factor == 2 and line.points == 48
    assert [(step.left, step.value, step.first, step.last) for step in line.steps] == [
        (12, "6", 0, 2),
        (6, "24", 0, 4),
    ]


def test_a_wrong_step_is_shown_and_named() -> None:
    found = shown(ROW_8, "-5", "8k -5")
    assert found.points == 7
    found = shown(ROW_8, ":5", "8k :5")
    (line,) = found.lines
    assert (line.fault, line.points, found.points) == ("wrong_step", None, None)
    assert (line.steps[-1].value, line.steps[-1].allowed) == ("1.8", False)
    assert (line.steps[-1].first, line.steps[-1].last) == (4, 6)


def test_a_line_may_be_wrong_without_its_bonus_only() -> None:
    """2 on green counts 4, and 4 − 3 would do; 2 − 3 does not."""
    (line,) = shown("//////.........3", "2-", "j5 2-").lines
    assert line.fault == "wrong_step" and line.steps[-1].value == "−1"


def test_an_unfinished_line_is_worked_out_as_far_as_it_goes() -> None:
    (line,) = shown(ROW_8, "-", "8k -").lines
    assert line.fault == "not_calculation"
    assert [step.value for step in line.steps] == ["3", "12"]
    (line,) = shown(".", "+-", "8h +-").lines
    assert line.fault == "not_calculation" and not line.steps


def test_a_whole_rack_brings_another_turn() -> None:
    found = shown(".", "6:2+9-1", "8e 6:2+9-1")
    assert found.points and found.again
    assert not shown(".", "6:2+9-1", "8f 6:2").again


def test_a_challenge_game_works_nothing_out() -> None:
    found = preview(seen(".", "6:2", challenge=True), GAME.parse("8g 6:2 =9"))
    assert found == Preview((), None, False)


def test_other_actions_have_no_lines() -> None:
    assert preview(seen(ROW_8, "1"), GAME.parse("-")) == Preview((), None, False)


@given(st.lists(st.integers(1, 27), min_size=2, max_size=5), st.data())
def test_steps_are_those_of_the_rules(numbers: list[int], data: st.DataObject) -> None:
    count = len(numbers) - 1
    operators = data.draw(st.lists(st.sampled_from("+−×÷"), min_size=count, max_size=count))
    mine = [*worked_out(numbers, operators)]
    try:
        made = steps(numbers, operators)
    except WrongStep as wrong:
        assert (mine[-1].left, mine[-1].right) == (wrong.step.left, wrong.step.right)
        assert not mine[-1].allowed
    else:
        assert [step.value for step in mine] == [str(step.result) for step in made]
        assert (mine[-1].first, mine[-1].last) == (0, 2 * count)


@pytest.mark.parametrize("edition", ["standard", "children"])
def test_points_are_those_of_the_rules_in_whole_games(edition: str) -> None:
    rng = Random(edition)
    state = GAME.start(2, GAME.options({"edition": edition}))
    plays = 0
    while not state.over:
        assert isinstance(state, State)
        if state.is_chance:
            state = state.apply(Event(CHANCE, state.sample(rng)))
            continue
        seat = state.active
        view, action = state.view(seat), state.random_action(seat, rng)
        found = preview(view, action)
        if isinstance(action, Play):
            plays += 1
            expected = worth(state.edition, state.board, action.tiles)
            assert found.points == expected.points
            assert sum(line.points or 0 for line in found.lines) == expected.points
            for line, true in zip(found.lines, expected.lines, strict=True):
                assert [step.value for step in line.steps] == [str(s.result) for s in true.steps]
        state = state.apply(Event(seat, action))
    assert plays > 5


@given(
    st.lists(
        st.tuples(st.integers(0, 25), st.integers(0, 25), st.sampled_from("159+−×÷")),
        min_size=1,
        max_size=7,
        unique_by=lambda laid: laid[:2],
    )
)
def test_any_play_has_a_preview(tiles: list[tuple[int, int, str]]) -> None:
    """Nothing raises, off the board and on other tiles too, and what is refused has no points."""
    state = arrange(ROW_8, "159+-*:", "1")
    play = Play(tuple(tiles))
    found = preview(state.view(0), play)
    msgspec.json.encode(found)
    try:
        state.check(0, play)
    except IllegalAction:
        assert found.points is None
    else:
        assert found.points is not None


def test_the_lesson_of_the_page_is_what_the_library_makes() -> None:
    """Every step's action is legal, and brings what the lesson says."""
    written = json.loads((lessons.FOLDER / "lesson/lesson.json").read_text("utf-8"))
    assert written == json.loads(json.dumps(list(lessons.lesson())))
