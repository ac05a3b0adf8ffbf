"""Text of actions and positions, and how it reads back."""

import random

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from quartett import IllegalAction
from quartett.games.calculissimo import Calculissimo, edition
from quartett.games.calculissimo.actions import Exchange, Play
from quartett.games.calculissimo.board.tiles import LAID, TILES
from quartett.games.calculissimo.rules.position import (
    BadPosition,
    read_board,
    read_rack,
    write_board,
    write_diagram,
)

GAME = Calculissimo()
STANDARD = edition("standard")

laid = st.tuples(st.integers(0, 24), st.integers(0, 24), st.sampled_from(sorted(LAID)))
plays = st.builds(
    Play,
    st.lists(laid, min_size=1, max_size=8, unique_by=lambda tile: tile[:2]).map(tuple),
    st.none() | st.integers(0, 10**8),
)


@given(plays)
def test_any_play_reads_back(play: Play) -> None:
    assert GAME.parse(str(play)) == play


@given(st.lists(st.sampled_from(TILES), min_size=1, max_size=8))
def test_any_exchange_reads_back(tiles: list[str]) -> None:
    exchange = Exchange(tuple(tiles))
    assert GAME.parse(str(exchange)) == exchange


@pytest.mark.parametrize(
    ("typed", "written"),
    [
        ("8g 6:2", "8g 6÷2"),
        ("G8 6*2", "g8 6×2"),
        ("8G 4-.x?5", "8g 4−.×?5"),
        ("h6 4-.+3 = 12", "h6 4−.+3 =12"),
        ("h6 4", "6h 4"),
        ("pass", "-"),
        ("OK", "ok"),
        ("< 7 + ?", "<7+?"),
        (">2 7 8+", ">2 78+"),
        ("@1 7+9", "@1 7+9"),
    ],
)
def test_what_one_types(typed: str, written: str) -> None:
    assert str(GAME.parse(typed)) == written


@pytest.mark.parametrize(
    "note",
    ["", "8g", "8g 0", "8g ?", "88 7", "g 7", "8g 7 =x", "<", "<.", "8g 7, ", "@ 7", "8gg 7"],
)
def test_what_is_no_note(note: str) -> None:
    with pytest.raises(IllegalAction) as refused:
        GAME.parse(note)
    assert refused.value.code == "malformed"


@pytest.mark.parametrize(
    ("form", "code"),
    [
        ({"do": "play", "tiles": []}, "malformed"),
        ({"do": "play", "tiles": [[0, 0, "7"], [0, 0, "8"]]}, "malformed"),
        ({"do": "play", "tiles": [[0, 0, "?"]]}, "malformed"),
        ({"do": "play", "tiles": [[0, 0, "-"]]}, "malformed"),
        ({"do": "play", "tiles": [[0, 0.5, "7"]]}, "malformed"),
        ({"do": "play", "tiles": [[-1, 0, "7"]]}, "off_board"),
        ({"do": "play", "tiles": [[0, 99, "7"]]}, "off_board"),
        ({"do": "play", "tiles": [[0, 0, "7"]], "announce": -1}, "malformed"),
        ({"do": "play", "tiles": [[0, 0, "7"]], "points": 1}, "malformed"),
        ({"do": "exchange", "tiles": []}, "malformed"),
        ({"do": "exchange", "tiles": ["?5"]}, "malformed"),
    ],
)
def test_malformed_actions(form: object, code: str) -> None:
    with pytest.raises(IllegalAction) as refused:
        GAME.action(form)
    assert refused.value.code == code


def test_the_wire_form_is_that_of_the_design() -> None:
    play = GAME.parse("8h 7:?5")
    form = {"do": "play", "tiles": [[7, 7, "7"], [7, 8, "÷"], [7, 9, "?5"]]}
    assert msgspec.json.decode(msgspec.json.encode(play)) == form
    assert GAME.action({**form, "announce": 48}) == GAME.parse("8h 7:?5 =48")
    assert GAME.action({**form, "tiles": form["tiles"][::-1]}) == play


@given(st.randoms(use_true_random=False))
def test_any_board_reads_back(rng: random.Random) -> None:
    bag = [tile for tile, number in STANDARD.bag.items() for _ in range(number)]
    fields = [""] * 225
    for place in rng.sample(range(225), rng.randrange(60)):
        tile = bag.pop(rng.randrange(len(bag)))
        fields[place] = tile + rng.choice(STANDARD.joker) if tile == "?" else tile
    board = tuple(fields)
    assert read_board(STANDARD, write_board(STANDARD, board)) == board
    assert read_board(STANDARD, write_diagram(STANDARD, board)) == board


def test_a_diagram_looks_like_a_crossword() -> None:
    board = read_board(edition("children"), "///...4/...6-?2/...5")
    assert write_diagram(edition("children"), board).splitlines()[3:6] == [
        " .  .  .  4  .  .  .  .  .",
        " .  .  .  6  − ?2  .  .  .",
        " .  .  .  5  .  .  .  .  .",
    ]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("/" * 15, "16 rows"),
        ("." * 16, "row 1 of the position has 16 fields"),
        ("//.a", "'a' in column b"),
        ("?", "in column a"),
        ("7" * 7, "7 of 7; the edition standard has 6"),
    ],
)
def test_a_wrong_position_is_explained(text: str, reason: str) -> None:
    with pytest.raises(BadPosition, match=reason):
        read_board(STANDARD, text)


@pytest.mark.parametrize(
    ("text", "reason"), [("", "0 tiles"), ("12345678", "8 tiles"), ("a", "'a'"), ("???", "5 of")]
)
def test_a_wrong_rack_is_explained(text: str, reason: str) -> None:
    with pytest.raises(BadPosition, match=reason):
        read_rack(STANDARD, ["?1", "?2"], text)
