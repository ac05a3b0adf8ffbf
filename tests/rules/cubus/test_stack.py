"""What a stack is, in two independent ways."""

from itertools import product
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quartett import IllegalAction
from quartett.games.cubus import Cards, Stack
from quartett.games.cubus.builder.counting import macmahon, piled_in_corner, stacks_within
from quartett.games.cubus.builder.plain import stacks
from quartett.games.cubus.stacks import picture, shape
from quartett.games.cubus.stacks.shape import Heights
from quartett.games.cubus.stacks.text import read
from tests.rules.cubus.table import refused, table


def heights(text: str) -> Heights:
    return {(x, y): height for x, y, height in read(text).cells}


@pytest.mark.rule("CB-3")
@pytest.mark.parametrize("columns", ["12", "1/2", "212", "31/2/31"])
def test_no_face_is_half_hidden(columns: str) -> None:
    found = picture.fault(heights(columns))
    assert found is not None and found.code == "half_hidden"


@pytest.mark.rule("CB-4")
def test_a_box_that_the_picture_neither_shows_nor_needs_is_not_counted() -> None:
    behind_a_tower = heights("1/.3")
    found = picture.fault(behind_a_tower)
    assert found is not None and found.cells == ((0, 0),)
    assert found.code == "unseen"


@pytest.mark.rule("CB-4")
def test_the_box_under_a_lid_is_counted_though_nobody_sees_it() -> None:
    assert Stack.read("22/2").boxes == 6


@pytest.mark.rule("CB-5")
def test_cards_that_touch_meet_in_space() -> None:
    found = picture.fault(heights("1.2"))
    assert found is not None and found.code == "edge"


@pytest.mark.rule("CB-5")
def test_the_picture_is_in_one_piece() -> None:
    found = picture.fault(heights("1.....1"))
    assert found is not None and found.code == "pieces"
    assert picture.fault(heights(".1/1")) is None


@pytest.mark.rule("CB-3", "CB-4", "CB-5", "CB-6")
@pytest.mark.parametrize("box", [(3, 3, 2), (2, 4, 2), (4, 2, 2), (2, 3, 3)])
def test_both_ways_agree_on_every_small_floor(box: tuple[int, int, int]) -> None:
    rows, places, highest = box
    floor = list(product(range(rows), range(places)))
    for column in product(range(highest + 1), repeat=len(floor)):
        columns = {cell: height for cell, height in zip(floor, column, strict=True) if height}
        assert (shape.fault(columns) is None) == (picture.fault(columns) is None), columns


@pytest.mark.rule("CB-3", "CB-4", "CB-5", "CB-6")
@given(st.randoms(use_true_random=False))
@settings(max_examples=150)
def test_both_ways_agree_on_larger_floors(rng: Random) -> None:
    """Stacks with a column changed: about half of them are stacks still."""
    columns = dict(rng.choice(LARGE).heights)
    for _ in range(rng.randrange(3)):
        cell = (
            rng.choice(list(columns))
            if rng.random() < 0.7
            else (rng.randrange(5), rng.randrange(5))
        )
        columns[cell] = max(0, columns.get(cell, 0) + rng.choice([-1, 1]))
    columns = {cell: height for cell, height in columns.items() if height}
    assert (shape.fault(columns) is None) == (picture.fault(columns) is None), columns


LARGE = list(stacks(5, 5, 5))


@pytest.mark.rule("CB-6")
@pytest.mark.parametrize(
    ("columns", "code"),
    [("1.1", "gap"), ("1/./1", "pieces"), ("..1/1", "pieces"), ("11/.1", "outline"),
     ("1/11", "outline"), ("1/2", "rises"), ("12", "rises")],
)  # fmt: skip
def test_what_is_no_stack_is_refused_with_the_place(columns: str, code: str) -> None:
    refusal = refused(table("1", "9L 9R 9T", "-"), 0, columns)
    assert refusal.code == code and refusal.where["cells"]


@pytest.mark.rule("CB-6")
def test_columns_may_touch_along_a_vertical_edge_only() -> None:
    assert Stack.read(".1/1").cards == Cards(2, 2, 2)


@pytest.mark.rule("CB-6")
def test_the_counts_of_stacks_by_their_cards() -> None:
    counts = [1, 5, 22, 111, 566, 3081, 17039]
    assert [stacks_within(k, k, k) for k in range(1, 8)] == counts
    assert [len(set(stacks(k, k, k))) for k in range(1, 6)] == counts[:5]


@pytest.mark.rule("CB-6")
@pytest.mark.parametrize("box", [(1, 1, 1), (2, 2, 2), (2, 3, 4), (3, 3, 3), (4, 4, 4), (3, 4, 5)])
def test_stacks_in_a_corner_are_as_many_as_macmahon_says(box: tuple[int, int, int]) -> None:
    assert piled_in_corner(*box) == macmahon(*box)


@pytest.mark.rule("CB-6")
@pytest.mark.parametrize("box", [(2, 2, 2), (2, 3, 2), (3, 2, 3)])
def test_macmahon_counts_the_stacks_that_the_definition_accepts(box: tuple[int, int, int]) -> None:
    a, b, c = box
    floor = list(product(range(a), range(b)))
    valid = 1
    for column in product(range(c + 1), repeat=len(floor)):
        columns = {cell: height for cell, height in zip(floor, column, strict=True) if height}
        # Plane partitions are the stacks that reach the corner and both walls from it.
        rows = {x for x, _ in columns} | {0}
        if columns and all((x, 0) in columns for x in rows) and shape.fault(columns) is None:
            valid += all((0, y) in columns for _, y in columns)
    assert valid == macmahon(*box)


@pytest.mark.rule("CB-7")
@pytest.mark.parametrize(
    ("text", "boxes", "left", "right", "lids"),
    [("1", 1, 1, 1, 1), ("22/22", 8, 4, 4, 4), (".2/21", 5, 4, 4, 3), ("311/211/11", 11, 5, 6, 8),
     ("4444/4444/4444/4444", 64, 16, 16, 16)],
)  # fmt: skip
def test_boxes_and_cards(text: str, boxes: int, left: int, right: int, lids: int) -> None:
    stack = Stack.read(text)
    assert (stack.boxes, stack.cards) == (boxes, Cards(left, right, lids))


@pytest.mark.rule("CB-7")
def test_the_cards_are_those_of_the_drawn_picture() -> None:
    for stack in stacks(4, 4, 4):
        kinds = [card.kind for card in stack.picture]
        counted = Cards(kinds.count("left"), kinds.count("right"), kinds.count("lid"))
        assert counted == stack.cards
        drawn = {(face.kind, *picture.place(face)) for face in picture.seen(stack.heights).values()}
        assert drawn == {(card.kind, card.a, card.b) for card in stack.picture}
        assert stack.boxes**2 <= counted.left * counted.right * counted.lid


@pytest.mark.rule("CB-8")
def test_a_lid_lies_at_x_less_h_and_y_less_h() -> None:
    assert Stack.read("3/1").lids == {(-3, -3), (0, -1)}


@pytest.mark.rule("CB-8")
@given(st.integers(-5, 5), st.integers(-5, 5), st.integers(-5, 5))
def test_moving_along_the_line_of_sight_keeps_the_picture(dx: int, dy: int, dz: int) -> None:
    stack = Stack.read("32/2")
    moved = stack.moved(dx, dy, dz)
    assert (moved == stack) == (moved.picture == stack.picture) == (dx == dy == dz)


@pytest.mark.rule("CB-8")
def test_a_layer_slips_under_a_stack_without_moving_a_lid() -> None:
    stack = Stack.read("21/1")
    raised = Stack(tuple((x + 1, y + 1, height + 1) for x, y, height in stack.cells))
    assert raised.lids == stack.lids and raised.boxes == stack.boxes + 3


@pytest.mark.rule("CB-8")
@pytest.mark.parametrize("text", ["1", "21/1", ".1/1", "(16)", "32/1@-3,2", ".1/2@5,-1"])
def test_a_stack_writes_itself(text: str) -> None:
    assert str(Stack.read(text)) == text


@pytest.mark.rule("CB-8")
def test_a_text_on_another_floor_is_the_same_picture() -> None:
    assert Stack.read("21/1@2,2^2") == Stack.read("21/1")


@pytest.mark.parametrize("text", ["x", "1//2", "(", "1*.*", "1@2", "[1,1]"])
def test_a_text_that_is_no_stack_is_refused(text: str) -> None:
    with pytest.raises(IllegalAction):
        Stack.read(text)
