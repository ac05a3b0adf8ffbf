"""Board, bag, racks and the start."""

import random
from collections import Counter
from itertools import product

import pytest

import quartett
from quartett import CHANCE, Event, IllegalAction
from quartett.games.calculissimo import Calculissimo, Options, State, edition
from quartett.games.calculissimo.actions import Draw, HiddenDraw, Start

GAME = Calculissimo()
STANDARD = edition("standard")
CHILDREN = edition("children")


def orbit(large: int, small: int) -> set[tuple[int, int]]:
    """The fields at these offsets from the middle of a board of 15, in all eight directions."""
    return {
        (7 + a * x, 7 + b * y)
        for x, y in ((large, small), (small, large))
        for a, b in product((1, -1), repeat=2)
    }


@pytest.mark.rule("CL-1")
@pytest.mark.parametrize(
    ("letter", "offsets", "number"),
    [
        ("g", [(2, 0), (4, 4), (6, 2), (5, 1)], 24),
        ("b", [(2, 2), (6, 6), (6, 0)], 12),
        ("y", [(0, 0), (3, 3), (5, 5), (7, 3)], 17),
        ("v", [(7, 0), (7, 7)], 8),
    ],
)
def test_bonus_fields(letter: str, offsets: list[tuple[int, int]], number: int) -> None:
    drawn = {
        (row, column)
        for row, column in product(range(15), repeat=2)
        if STANDARD.board[row][column] == letter
    }
    assert drawn == set().union(*(orbit(*offset) for offset in offsets))
    assert len(drawn) == number


@pytest.mark.rule("CL-1")
@pytest.mark.parametrize("name", ["standard", "children"])
def test_boards_look_the_same_from_all_sides(name: str) -> None:
    board = edition(name).board
    turned = tuple("".join(column)[::-1] for column in zip(*board, strict=True))
    assert board == turned == tuple(row[::-1] for row in board)


@pytest.mark.rule("CL-2")
def test_standard_bag() -> None:
    expected = {**dict.fromkeys("123456789", 6), "+": 14, "−": 12, "×": 10, "÷": 10, "?": 4}
    assert STANDARD.bag == expected
    assert sum(STANDARD.tiles) == 104


@pytest.mark.rule("CL-2")
def test_a_table_chooses_its_edition() -> None:
    state = GAME.start(2, Options(edition="children", start_player=0))
    assert len(state.view(0).board) == 81
    assert not CHILDREN.kinds & {"×", "÷"}


@pytest.mark.rule("CL-2")
def test_unknown_edition_is_refused_with_the_names_there_are() -> None:
    with pytest.raises(quartett.BadTable, match="standard, children"):
        GAME.start(2, Options(edition="none"))


def start(players: int, drawn: str, seat: int) -> State:
    state = GAME.start(players).apply(Event(CHANCE, Start(seat, tuple(drawn))))
    assert isinstance(state, State)
    return state


@pytest.mark.rule("CL-3")
@pytest.mark.parametrize(
    ("drawn", "seat"),
    [
        ("73", 0),  # the highest number starts
        ("37", 1),
        ("+1", 1),  # operators count nothing
        ("?1", 1),  # nor do jokers
        ("7759", 1),  # those tied draw again
        ("+−×?42", 0),  # nobody has a number: all draw again, and again
    ],
)
def test_who_starts(drawn: str, seat: int) -> None:
    assert start(2, drawn, seat).active == seat


@pytest.mark.rule("CL-3")
def test_only_those_tied_for_highest_draw_again_in_seat_order() -> None:
    assert start(4, "9299" + "++3", 3).active == 3


@pytest.mark.rule("CL-3")
def test_a_wrong_leader_is_refused() -> None:
    with pytest.raises(IllegalAction, match="led by player 1") as refused:
        start(2, "73", 1)
    assert refused.value.code == "wrong_chance"


@pytest.mark.rule("CL-3")
@pytest.mark.parametrize("drawn", ["7", "77", "731", "7777777", "77" * 4])
def test_a_draw_for_the_start_that_cannot_be(drawn: str) -> None:
    with pytest.raises(IllegalAction):
        start(2, drawn, 0)


@pytest.mark.rule("CL-3")
def test_everyone_draws_seven_in_turn_order_and_all_tiles_are_in_the_bag_first() -> None:
    state = start(3, "189", 2)
    assert sum(state.bag) == 104
    rng = random.Random(1)
    order = []
    while state.is_chance:
        draw = state.sample(rng)
        assert isinstance(draw, Draw)
        order.append(draw.seat)
        state = state.apply(Event(CHANCE, draw))
    assert order == [2, 0, 1]
    assert state.to_act == {2}
    assert [len(rack) for rack in state.racks] == [7, 7, 7]
    assert sum(state.bag) == 104 - 21


@pytest.mark.rule("CL-3")
def test_play_goes_clockwise() -> None:
    state = GAME.start(3, Options(start_player=2))
    rng, turns = random.Random(1), []
    for _ in range(3):
        while state.is_chance:
            state = state.apply(Event(CHANCE, state.sample(rng)))
        (seat,) = state.to_act
        turns.append(seat)
        state = state.apply(Event(seat, GAME.parse("-")))
    assert turns == [2, 0, 1]


@pytest.mark.rule("CL-3")
def test_a_rack_is_seen_by_its_player_alone() -> None:
    state = GAME.start(2, Options(start_player=0))
    draw = Event(CHANCE, Draw(0, tuple("1234567")))
    assert state.redact(draw, 0).shows == tuple("1234567")
    assert state.redact(draw, 1).action == state.redact(draw, None).action == HiddenDraw(0)
    after = state.apply(draw)
    assert after.view(0).rack == tuple("1234567")
    assert after.view(1).rack == after.view(None).rack == ()


@pytest.mark.rule("CL-3")
def test_every_seat_starts_as_often() -> None:
    rng, first = random.Random(5), GAME.start(3)
    seats = Counter(first.sample(rng).seat for _ in range(3000))  # type: ignore[attr-defined]
    assert all(900 < seats[seat] < 1100 for seat in range(3))
