"""What plays score, the printed examples first.

Some boards single out one rule: `bare` has no bonus fields, `printed` has those of the
examples, `crossing` has some where lines cross.
"""

import random

import pytest
from msgspec.structs import replace

from quartett import CHANCE, Event, IllegalAction
from quartett.games.calculissimo import Calculissimo, add_edition
from quartett.games.calculissimo.actions import Play
from quartett.games.calculissimo.board.editions import edition
from quartett.games.calculissimo.board.grid import with_tiles
from quartett.games.calculissimo.board.score import Worth, worth
from quartett.games.calculissimo.rules.position import arrange, read_board

GAME = Calculissimo()


def add(name: str, fields: dict[tuple[int, int], str]) -> None:
    """An edition with these bonus fields only, at offsets right and down from the middle."""
    rows = [["."] * 15 for _ in range(15)]
    for (right, down), letter in fields.items():
        rows[7 + down][7 + right] = letter
    board = tuple("".join(row) for row in rows)
    add_edition(replace(edition("standard"), name=name, title=name, board=board))


GREEN = [(-4, 0), (-2, 0), (0, -2), (0, 2), (-2, 2), (2, 0)]
BLUE = [(-2, -2), (2, -2), (-4, 2), (2, 2)]

add("bare", {})
add("printed", dict.fromkeys(GREEN, "g") | dict.fromkeys(BLUE, "b") | {(0, 0): "y"})
add("crossing", {(-2, 1): "y", (0, 1): "v", (2, 1): "g", (5, 1): "b", (7, 0): "g", (7, 1): "y"})
ROW_8 = "///////.....6:2+9"


def scored(position: str, note: str, name: str = "standard") -> Worth:
    """What a play scores that is laid on this position."""
    play = GAME.parse(note)
    assert isinstance(play, Play)
    return worth(edition(name), read_board(edition(name), position), play.tiles)


PRINTED = [
    (
        "printed",
        ["8d 9+6:2", "h6 4-.+3", "6f 3*.-1", "10d 6+4-.+5", "j7 *7+"],
        [48, 12, 33, 38, 19],
    ),
    ("standard", ["8f 6:2+9", "h6 4-.+3", "6f 3*.-1"], [48, 12, 33]),
]


@pytest.mark.rule("CL-20", "CL-7", "CL-15", "CL-16", "CL-17")
@pytest.mark.parametrize(("name", "notes", "points"), PRINTED)
def test_the_printed_calculations(name: str, notes: list[str], points: list[int]) -> None:
    board, found = read_board(edition(name), "."), []
    for note in notes:
        play = GAME.parse(note)
        assert isinstance(play, Play)
        found.append(worth(edition(name), board, play.tiles).points)
        board = with_tiles(board, 15, play.tiles)
    assert found == points


@pytest.mark.rule("CL-20")
def test_the_printed_calculations_as_a_game() -> None:
    notes = ["8f 6:2+9", "h6 4-.+3", "6f 3*.-1"]
    state = arrange(".", "6:2+9", "4-+3", "3*-1")
    rng = random.Random(0)
    for note in notes:
        state = state.apply(Event(min(state.to_act), GAME.parse(note)))
        while state.is_chance:
            state = state.apply(Event(CHANCE, state.sample(rng)))
    assert state.scores() == (48, 12, 33)


@pytest.mark.rule("CL-20")
def test_the_steps_are_those_of_the_sheet() -> None:
    (line,) = scored(".", "8f 6:2+9").lines
    assert str(line) == "6÷2+9: 12 ÷ 2 = 6, 6 + 18 = 24, × 2 = 48"


@pytest.mark.rule("CL-15")
def test_all_lines_with_a_new_tile_are_added() -> None:
    # The + stands between 6 and 7, and begins nothing in its row.
    assert scored("///////.....6:2+9//.....7+1", "9f +", "bare").points == 13
    # The same + in a row of its own.
    assert [line.text for line in scored("///////.....6//.....7", "9e 1+1", "bare").lines] == [
        "1+1",
        "6+7",
    ]


@pytest.mark.rule("CL-15")
def test_a_lengthened_line_counts_whole() -> None:
    assert scored(ROW_8, "8k -1", "bare").points == 6 // 2 + 9 - 1


@pytest.mark.rule("CL-16")
@pytest.mark.parametrize(
    ("note", "points"),
    [
        ("8f 1+1", (2 + 1) * 2),  # green f8, yellow h8
        ("8h 1+1", (1 + 2) * 2),  # yellow h8, green j8
        ("8g 1+1", 4),  # the operator on yellow h8
    ],
)
def test_green_doubles_a_number_and_yellow_a_calculation(note: str, points: int) -> None:
    assert scored(".", note).points == points


@pytest.mark.rule("CL-16")
def test_blue_triples_a_number_and_violet_a_calculation() -> None:
    # b8 is blue, a8 violet.
    assert scored("///////..1", "8a 1+").points == 6
    assert scored("///////..+1", "8b 1").points == 4


@pytest.mark.rule("CL-16")
def test_several_fields_multiply() -> None:
    # Column a from 1 to 5: violet a1 and yellow a5.
    assert scored("//1", "a1 1+.+1").points == 18


@pytest.mark.rule("CL-17")
def test_a_field_counts_only_in_the_play_that_covers_it() -> None:
    assert scored(ROW_8, "8k +1").points == 6 // 2 + 9 + 1


@pytest.mark.rule("CL-18")
def test_a_shared_field_counts_once_where_it_brings_more() -> None:
    # The − on yellow f9 stands in column f (9 − 1) and in row 9 (8 − 3): it doubles the 8.
    position = "///////.....9/....8.3/.....1"
    found = scored(position, "9f -", "crossing")
    assert sorted(line.points for line in found.lines) == [5, 16]
    assert found.points == 21


@pytest.mark.rule("CL-18")
def test_several_shared_fields_are_given_one_by_one() -> None:
    # − on yellow f9 and + on violet h9: the row has 9−1+1, the columns 9 − 1 and 2 + 1.
    position = "///////.....9.2/....9.1/.....1.1"
    found = scored(position, "9f -.+1", "crossing")
    row, first, second = found.lines
    assert row.text == "9−1+1"
    assert (row.factor, first.factor, second.factor) == (6, 1, 1)
    assert found.points == 9 * 6 + 8 + 3


@pytest.mark.rule("CL-18")
def test_a_shared_number_after_an_unchallenged_wrong_play_counts_where_it_may() -> None:
    # Row 9 has a stray `+`, column j too: the 5 on green j9 belongs to both lines.
    position = "//////.........8/.........-/.......7+"
    found = scored(position, "9j 5", "crossing")
    # Doubled in the column 8 − 10 would be wrong, so the row has it: 7 + 10.
    assert [line.points for line in found.lines] == [17, 3]


@pytest.mark.rule("CL-18")
def test_no_right_way_to_give_the_bonus_is_a_refusal() -> None:
    # Doubled, the 5 spoils the row, 7 − 10, and the column, 8 − 10.
    position = "//////.........8/.........-/.......7-"
    with pytest.raises(IllegalAction) as refused:
        scored(position, "9j 5", "crossing")
    assert refused.value.code == "wrong_step"
    assert refused.value.where["bonus"] is True


@pytest.mark.rule("CL-19")
def test_a_joker_takes_no_bonus_of_a_number_field() -> None:
    assert scored(".", "8f ?1+1").points == 4
    assert scored(".", "8h 1+?1").points == 4


@pytest.mark.rule("CL-19")
def test_a_joker_on_yellow_or_violet_multiplies_the_line() -> None:
    assert scored(".", "8g 1?+1").points == 4
    assert scored("///////..1", "8a ?1+").points == 6


@pytest.mark.rule("CL-19")
def test_an_operator_takes_nothing_from_green_or_blue() -> None:
    assert scored("///////....1", "8f +1").points == 2
