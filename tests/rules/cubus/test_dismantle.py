"""The dismantling game."""

from fractions import Fraction
from random import Random

import pytest
from msgspec.structs import replace

from quartett import CHANCE, Action, Event
from quartett.games.cubus import Cards, Options, Place, Remove, Stack, State
from quartett.games.cubus.bots.removal_exact import exact_cards
from quartett.games.cubus.bots.removal_search import best_removal
from quartett.games.cubus.builder.plain import stacks
from quartett.games.cubus.stacks.removals import removals
from tests.rules.cubus.table import GAME, do, listed, refused, start, table, taking


@pytest.mark.rule("CB-20")
def test_after_the_building_game_the_start_player_begins_with_points_kept() -> None:
    state = table("1", "LR", "L", active=0, dismantling="after", knocking=False)
    state = do(state, 0, "2")
    state = do(do(state, 1, "-"), 0, "-")
    assert state.phase == "remove" and state.active == 0
    assert state.hands == (Cards(), Cards()) and state.points == (1, 0)
    state = do(state, 0, "x0,0")
    assert state.points == (3, 0) and state.hands[0] == Cards(1, 1)


@pytest.mark.rule("CB-20")
def test_the_start_player_begins_whoever_passed_last() -> None:
    state = table("1", "L", "L", "L", active=2, passes=2, dismantling="after", knocking=False)
    assert do(replace(state, starter=1), 2, "-").to_act == {1}


@pytest.mark.rule("CB-20")
def test_it_follows_the_last_build() -> None:
    state = table("11/1", "T", "-", active=1, passes=1, dismantling="after", last_build="underdog")
    state = do(do(state, 1, "-"), 0, "~")
    assert state.phase == "last"
    state = do(state, 0, "11/11")
    assert state.phase == "remove" and str(state.stack) == "11/11"


@pytest.mark.rule("CB-20")
def test_exactly_one_box_and_the_rest_is_a_stack() -> None:
    state = taking("22/22")
    assert listed(state) == ["x1,1"]
    assert str(do(state, 0, "x1,1").stack) == "22/21"


@pytest.mark.rule("CB-20")
def test_a_removal_that_frees_no_card_is_allowed() -> None:
    after = do(taking("22/22"), 0, "x1,1")
    assert after.points == (0, 0) and after.active == 1
    assert do(after, 1, "x1,1").points == (0, 1)


@pytest.mark.rule("CB-20")
def test_a_lid_that_hides_a_supported_box_stays() -> None:
    refusal = refused(taking("22/21"), 0, "x0,0")
    assert refusal.code == "holds_others" and refusal.where["cell"] == (0, 0)


@pytest.mark.rule("CB-20")
def test_a_hole_at_the_back_is_a_stack_too() -> None:
    after = do(taking("11/1"), 0, "x0,0")
    assert str(after.stack) == ".1/1" and after.hands[0] == Cards(lid=1)


@pytest.mark.rule("CB-21")
def test_open_lids_go_last() -> None:
    state = taking("2/1*")
    assert listed(state) == ["x0,0"]
    assert refused(state, 0, "x1,0").code == "open_lid_last"


@pytest.mark.rule("CB-21", "CB-22")
def test_an_open_lid_is_lowered_when_nothing_else_can_go() -> None:
    state = do(taking("2*"), 0, "x0,0")
    assert state.open == ((-1, -1),) and state.points == (2, 0)
    state = do(state, 1, "x0,0")
    assert state.over and state.hands[1] == Cards(1, 1, 0, 1) and state.points == (2, 3)


@pytest.mark.rule("CB-22")
@pytest.mark.parametrize("players", [2, 3, 5])
def test_as_many_turns_as_boxes(players: int) -> None:
    rng = Random(players)
    state = start(players, dismantling="alone")
    while not state.over:
        if state.is_chance:
            state = state.apply(Event(CHANCE, state.sample(rng)))
        else:
            seat = min(state.to_act)
            assert next(state.actions(seat))
            state = state.apply(Event(seat, state.random_action(seat, rng)))
    assert isinstance(state, State)
    cubes = 2 if players == 2 else 1
    assert state.turn == 64 * cubes and sum(state.points) == 48 * cubes
    total = Cards()
    for hand in state.hands:
        total = total + hand
    assert total == Cards(16 * cubes, 16 * cubes, 12 * cubes, 4 * cubes)
    assert state.winners() == tuple(
        seat for seat in range(players) if state.points[seat] == max(state.points)
    )


@pytest.mark.rule("CB-22")
def test_a_removal_always_exists() -> None:
    for stack in stacks(4, 4, 4):
        assert removals(stack, frozenset()) and removals(stack, stack.lids)


@pytest.mark.rule("CB-23")
def test_alone_it_starts_from_the_cube_with_four_open_lids_by_chance() -> None:
    state = start(2, dismantling="alone", start_player=1)
    assert state.is_chance and str(state.stack) == "4444/4444/4444/4444"
    outcomes = list(state.outcomes())
    assert len(outcomes) == 1820 and {chance for _, chance in outcomes} == {Fraction(1, 1820)}
    state = state.apply(Event(CHANCE, Place(((-4, -4), (-4, -1), (-1, -4), (-1, -1)))))
    assert state.to_act == {1} and len(state.open) == 4
    # Only the front corner's box could go, and its lid is open: so it may.
    assert listed(state, 1) == ["x3,3"]


def placed(players: int, **options: object) -> State:
    """A cube to be taken apart; the second player starts."""
    state = start(players, dismantling="alone", start_player=1, **options)
    return state.apply(Event(CHANCE, state.sample(Random(5))))


def taken_apart(state: State, best: bool = False) -> State:
    """After the cube on the table is gone."""
    rng = Random(6)
    for _ in range(state.stack.boxes):
        seat = min(state.to_act)
        action: Action = state.random_action(seat, rng)
        if best:
            found = best_removal(state.stack, frozenset(state.open), 2, 0.0)
            action = Remove(found[0])
        state = state.apply(Event(seat, action))
    return state


@pytest.mark.rule("CB-23")
def test_two_take_the_same_cube_apart_twice_and_each_starts_once() -> None:
    first = placed(2)
    second = taken_apart(first)
    assert first.to_act == {1} and first.again == first.open
    assert second.to_act == {0} and second.starter == 0 and not second.again
    assert (second.stack, second.open) == (first.stack, first.open)
    assert sum(second.points) == 48 and second.points == tuple(h.total for h in second.hands)
    assert taken_apart(second).over


@pytest.mark.rule("CB-23")
@pytest.mark.parametrize(("players", "options"), [(2, {"both_start": False}), (3, {})])
def test_once_where_that_is_chosen_or_more_play(players: int, options: dict[str, bool]) -> None:
    assert taken_apart(placed(players, **options)).over


@pytest.mark.rule("CB-23")
def test_perfect_players_tie_over_both_cubes() -> None:
    """By the exact solver, on lids where whoever starts loses."""
    first = placed(2)
    lines = exact_cards(first.stack, frozenset(first.open))
    assert lines is not None
    lead = max(mine - theirs for _, (mine, theirs) in lines)
    second = taken_apart(first, best=True)
    assert lead < 0 and second.points[1] - second.points[0] == lead
    end = taken_apart(second, best=True)
    assert end.points == (48, 48) and end.winners() == (0, 1)


@pytest.mark.rule("CB-23")
def test_no_cards_are_drawn_then() -> None:
    assert start(2, dismantling="alone").pile == Cards()


@pytest.mark.parametrize("cell", ["x9,9", "x-1,0"])
def test_there_must_be_a_column(cell: str) -> None:
    assert refused(taking("1"), 0, cell).code == "no_column"


def cards_only() -> State:
    """One build of a point by the first player, and then nobody can build."""
    state = table("1", "LR", "L", dismantling="cards", knocking=False)
    return do(do(do(state, 0, "2"), 1, "-"), 0, "-")


@pytest.mark.rule("CB-24")
def test_where_only_cards_count_the_points_of_the_building_game_are_put_aside() -> None:
    state = cards_only()
    assert state.phase == "remove" and state.to_act == {0}
    assert state.scores() == (0, 0) and state.built == (1, 0)
    assert state.hands == (Cards(), Cards())


@pytest.mark.rule("CB-24")
def test_most_cards_win_whoever_built_for_more_points() -> None:
    state = replace(cards_only(), built=(50, 0), active=1)
    state = do(do(state, 1, "x0,0"), 0, "x0,0")
    assert state.over and state.scores() == (3, 2) and state.winners() == (0,)
    # With the points added, the same cards give another total.
    added = replace(table("2", "-", "-", dismantling="after"), phase="remove", points=(0, 50))
    added = do(do(replace(added, active=1), 1, "x0,0"), 0, "x0,0")
    assert added.scores() == (3, 52) and added.winners() == (1,)


@pytest.mark.rule("CB-24")
def test_equal_cards_share_the_win_whatever_was_built() -> None:
    state = replace(cards_only(), stack=Stack.read("22/1"))
    for seat, note in enumerate(["x0,1", "x0,0", "x0,0", "x0,1", "x1,0"]):
        state = do(state, seat % 2, note)
    assert state.scores() == (5, 5) and state.built == (1, 0)
    assert state.over and state.winners() == (0, 1)


@pytest.mark.rule("CB-24")
def test_the_points_of_the_building_game_are_still_shown() -> None:
    building = table("1", "LR", "L", dismantling="cards", knocking=False)
    assert do(building, 0, "2").view(1).scores == (1, 0)
    view = do(cards_only(), 0, "x0,0").view(1)
    assert view.scores == (2, 0) and view.built == (1, 0)
    assert GAME.options({"dismantling": "cards"}) == Options(dismantling="cards")


@pytest.mark.rule("CB-24")
def test_a_last_build_comes_first() -> None:
    state = table("11/1", "T", "-", active=1, passes=1, dismantling="cards", last_build="underdog")
    state = do(do(do(state, 1, "-"), 0, "~"), 0, "11/11")
    assert state.phase == "remove" and state.built == (2, 0) and state.scores() == (0, 0)
