"""What a page is offered, and what it is told of a stack on the workbench."""

import json
from random import Random

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tools.lessons import cubus as lessons

from quartett import CHANCE, Event, IllegalAction
from quartett.games.cubus import Build, Cards, Remove, State, View
from quartett.games.cubus.bots.heuristics import boxes_to_add
from quartett.games.cubus.notation import parse
from quartett.games.cubus.offers import Ghost, offers, preview
from tests.rules.cubus.table import build, do, start, table, taking


def ghost_at(view: View, cell: tuple[int, int]) -> Ghost:
    offered = offers(view)
    assert offered is not None
    (ghost,) = [ghost for ghost in offered.ghosts if ghost.cell == cell]
    return ghost


def test_a_corner_to_turn_costs_nothing_and_earns_three() -> None:
    ghost = ghost_at(table("22/21", "-", "-").view(0), (1, 1))
    assert (ghost.used, ghost.missing, ghost.points) == (Cards(), Cards(), 3)
    assert ghost.build == build("22/22")


def test_a_ghost_says_which_cards_are_missing() -> None:
    ghost = ghost_at(table("1", "L", "-").view(0), (1, 0))
    assert ghost.used == Cards(0, 1, 1) and ghost.missing == Cards(0, 1, 1) and ghost.points == 1


def test_an_open_lid_is_laid_only_where_closed_ones_run_out() -> None:
    assert ghost_at(table("11/1", "T O", "-").view(0), (1, 1)).build == build("11/11")
    assert ghost_at(table("11/1", "O", "-").view(0), (1, 1)).build == build("11/11*")


def test_no_box_stands_on_an_open_lid() -> None:
    offered = offers(table("11/11*", "4L 4R", "-").view(0))
    assert offered is not None
    assert (1, 1) not in {ghost.cell for ghost in offered.ghosts}


def test_what_a_seat_may_do() -> None:
    state = table("1", "L R T", "-")
    assert offers(state.view(1)) is None and offers(state.view(None)) is None
    passed = do(state, 0, "-")
    asked = offers(passed.view(1))
    assert asked is not None and asked.may == ("knock", "waive")
    assert asked.cards == Cards(1, 1, 1) and not asked.ghosts
    shows = offers(do(passed, 1, "!").view(1))
    assert shows is not None and shows.cards == Cards(1, 1, 1) and shows.ghosts


def test_boxes_to_take_away_with_their_cards() -> None:
    offered = offers(taking("21/1").view(0))
    assert offered is not None and offered.may == ("remove",)
    freed = {taken.cell: taken.freed for taken in offered.takings}
    assert freed == {(0, 0): Cards(1, 1), (0, 1): Cards(1, 0, 1), (1, 0): Cards(0, 1, 1)}


def test_the_workbench_counts_what_a_build_takes() -> None:
    view = table("2/2", "2T R", "-").view(0)
    found = preview(view, build("22/22"))
    assert (found.boxes, found.cards, found.used) == (4, Cards(4, 4, 4), Cards(2, 0, 2))
    assert found.missing == Cards(2) and found.points == 8


def test_columns_that_are_no_stack_are_only_counted() -> None:
    found = preview(table("1", "L", "-").view(0), build("12"))
    assert (found.boxes, found.cards, found.points) == (2, None, None)


def test_a_lid_can_be_open_where_no_closed_one_lay() -> None:
    found = preview(table("11/1", "T O", "-").view(0), build("11/11"))
    assert found.openable == ((0, 0),)


def test_a_removal_is_weighed() -> None:
    view = taking("21/1").view(0)
    assert preview(view, Remove((0, 1))).points == 2
    assert preview(view, Remove((5, 5))).points is None


def test_other_actions_change_nothing() -> None:
    assert preview(table("1", "L", "-").view(0), parse("-")).boxes == 0


def test_ghosts_that_can_be_paid_are_the_boxes_people_see() -> None:
    state = table("331/21*/1", "2L R T O", "-")
    offered = offers(state.view(0))
    assert offered is not None
    paid = [g for g in offered.ghosts if g.points > 0 and not g.missing.total]
    assert {g.build.stack() for g in paid} == {stack for stack, _ in boxes_to_add(state.order)}


def test_a_stack_with_more_columns_than_there_are_lids_is_not_looked_into() -> None:
    columns = [(x, 0, 1) for x in range(1_000)]
    found = preview(table("1", "L", "-").view(0), Build(tuple(columns)))
    assert (found.boxes, found.points, found.ghosts) == (999, None, ())


@pytest.mark.parametrize("variant", [{}, {"dismantling": "alone"}, {"last_build": "contest"}])
def test_offers_and_previews_keep_their_word(variant: dict[str, object]) -> None:
    """In whole games: what is offered is accepted, and brings what was said."""
    rng, state, kept = Random(str(variant)), start(3, **variant), 0
    while not state.over:
        if state.is_chance:
            state = state.apply(Event(CHANCE, state.sample(rng)))
            continue
        seat = min(state.to_act)
        view, action = state.view(seat), state.random_action(seat, rng)
        offered, found = offers(view), preview(view, action)
        assert offered is not None and msgspec.to_builtins(action)["do"] in offered.may
        kept += sum(_kept(state, seat, ghost) for ghost in offered.ghosts)
        after = state.apply(Event(seat, action))
        assert isinstance(after, State)
        if isinstance(action, Build | Remove) and state.phase != "last":
            assert after.points[seat] - state.points[seat] == found.points
            assert found.missing == Cards()
        state = after
    assert kept or variant.get("dismantling")


def _kept(state: State, seat: int, ghost: Ghost) -> bool:
    may = ghost.points > 0 and not ghost.missing.total
    try:
        state.check(seat, ghost.build)
    except IllegalAction as refusal:
        assert not may, refusal
    else:
        assert may
    return may


columns = st.tuples(st.integers(-3, 3), st.integers(-3, 3), st.integers(1, 4))


@given(
    st.lists(columns, min_size=1, max_size=6, unique_by=lambda cell: cell[:2]),
    st.lists(st.tuples(st.integers(-4, 4), st.integers(-4, 4)), max_size=2, unique=True),
    st.integers(-1, 1),
)
def test_any_build_has_a_preview(
    cells: list[tuple[int, int, int]], open: list[tuple[int, int]], floor: int
) -> None:
    view = table("21/1*", "L R T O", "-").view(0)
    found = preview(view, Build(tuple(cells), floor, tuple(open)))
    msgspec.json.encode(found)
    assert found.boxes == sum(height for _, _, height in cells) - 4


def test_the_lesson_of_the_page_is_what_the_library_makes() -> None:
    """Every step's action is legal, and brings what the lesson says."""
    written = json.loads((lessons.FOLDER / "lesson/lesson.json").read_text("utf-8"))
    assert written == json.loads(json.dumps(list(lessons.lesson())))
