"""How a game ends."""

from random import Random

import pytest
from msgspec.structs import replace

from quartett import CHANCE, Event, IllegalAction
from quartett.games.cubus import Cards, Pass, State
from tests.rules.cubus.table import GAME, build, do, refused, start, table


@pytest.mark.rule("CB-18")
def test_all_have_passed_and_the_pile_is_empty() -> None:
    state = table("1", "L", "L", knocking=False)
    state = do(do(state, 0, "-"), 1, "-")
    assert state.over and state.winners() == (0, 1)
    assert refused(state, 0, "-").code == "over"


@pytest.mark.rule("CB-18")
def test_while_the_pile_lasts_the_game_goes_on() -> None:
    state = table("1", "L", "L", pile="L", passes=1, knocking=False)
    state = do(state, 0, "-")
    assert not state.over and state.is_chance


@pytest.mark.rule("CB-18")
def test_a_build_begins_the_counting_of_passes_again() -> None:
    state = do(table("1", "LR", "L", passes=1, knocking=False), 0, "2")
    assert state.passes == 0 and not do(state, 1, "-").over


@pytest.mark.rule("CB-18")
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_every_random_game_ends_within_the_bound(players: int) -> None:
    for seed in range(3):
        rng = Random(seed)
        state = start(players, knocking=bool(seed % 2))
        while not state.over:
            if state.is_chance:
                state = state.apply(Event(CHANCE, state.sample(rng)))
            else:
                seat = min(state.to_act)
                state = state.apply(Event(seat, state.random_action(seat, rng)))
        assert isinstance(state, State)
        assert state.turn < 45 + 64 * players
        worth = 3 * state.stack.boxes - state.stack.cards.total
        assert worth <= sum(state.points)


@pytest.mark.rule("CB-19")
def test_the_underdog_builds_with_all_cards_left() -> None:
    state = _ended("underdog", (3, 1, 2))
    assert state.phase == "last" and state.to_act == {1} and state.pool == Cards(1, 1, 2)
    state = do(state, 1, "11/11")
    assert state.over and state.points == (3, 1 + 2, 2) and state.pool == Cards(1, 1, 1)


@pytest.mark.rule("CB-19")
def test_of_equal_underdogs_the_earlier_in_turn_order_builds() -> None:
    assert _ended("underdog", (1, 1, 2), starter=1).to_act == {1}
    assert _ended("underdog", (1, 1, 2), starter=2).to_act == {0}


@pytest.mark.rule("CB-19")
def test_nobody_has_to_build_and_nobody_knocks() -> None:
    state = do(_ended("underdog", (3, 1, 2)), 1, "-")
    assert state.over and state.points == (3, 1, 2)


@pytest.mark.rule("CB-19")
def test_in_the_contest_the_best_build_is_carried_out() -> None:
    state = _ended("contest", (0, 0, 0))
    assert state.to_act == {0, 1, 2}
    state = do(do(do(state, 2, "11/11"), 0, "-"), 1, "11/11/1")
    assert state.over and str(state.stack) == "11/11/1" and state.points == (0, 3, 0)


@pytest.mark.rule("CB-19")
def test_equal_builds_go_to_the_earlier_in_turn_order() -> None:
    state = _ended("contest", (0, 0, 0), starter=2)
    state = do(do(do(state, 1, "11/11"), 0, "11/11"), 2, "-")
    assert state.points == (2, 0, 0)


@pytest.mark.rule("CB-19")
def test_contest_builds_are_hidden_until_all_are_in() -> None:
    state = _ended("contest", (0, 0, 0))
    event = Event(1, build("11/11"))
    assert state.redact(event, 0).action is None
    assert state.redact(event, 1).action == build("11/11")
    after = state.apply(event)
    assert after.view(0).chosen == (1,) and after.view(0).mine is None
    assert after.view(1).mine == build("11/11")
    last = after.apply(Event(0, Pass())).redact(Event(2, Pass()), None)
    assert last.shows == ((0, Pass()), (1, build("11/11")), (2, Pass()))


@pytest.mark.rule("CB-19")
def test_only_once_each() -> None:
    state = do(_ended("contest", (0, 0, 0)), 1, "-")
    assert refused(state, 1, "11/11").code == "not_your_build"
    with pytest.raises(IllegalAction, match="build or pass"):
        state.check(0, GAME.parse("~"))


def _ended(last: str, points: tuple[int, ...], starter: int = 0) -> State:
    """Three players on 11/1, with L, R and 2T between them; the last has just passed."""
    # Played without knocking the pass would be refused; here everybody else waives.
    state = table("11/1", "L", "R", "2T", active=2, passes=2, last_build=last)
    state = replace(state, points=points, starter=starter)
    return do(do(do(state, 2, "-"), 0, "~"), 1, "~")
