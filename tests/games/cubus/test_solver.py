"""The exact builder against the plain one, and against a constraint solver."""

import zlib
from pathlib import Path
from random import Random

import pytest
from benchmarks.speed.cubus_cpsat import best_points as cpsat_points

from quartett import IllegalAction
from quartett.core.kernels import Program
from quartett.games.cubus import (
    Cards,
    Stack,
    best_build,
    best_builds,
    builds,
    has_build,
)
from quartett.games.cubus.builder import engine, plain
from quartett.games.cubus.builder import tables as builder_tables
from quartett.games.cubus.builder.filling import computed
from quartett.games.cubus.builder.listing import random_build
from quartett.games.cubus.builder.search import Task
from quartett.games.cubus.builder.slices import arrays, interlacing, partitions
from quartett.games.cubus.builder.solver import ordered
from quartett.games.cubus.builder.tables import whole
from quartett.games.cubus.rules.refusals import check_build
from quartett.games.cubus.stacks.stack import points
from tests.games.cubus.positions import every_stack, large, small


@pytest.fixture(autouse=True)
def _remember_stacks(monkeypatch: pytest.MonkeyPatch) -> None:
    """The plain builder lists the same stacks again and again."""
    monkeypatch.setattr(plain, "stacks", every_stack)


@pytest.mark.parametrize("seed", range(20))
def test_the_best_build_is_that_of_the_plain_builder(seed: int) -> None:
    rng = Random(f"best {seed}")
    for _ in range(100):
        position = small(rng, 4)
        found, expected = best_build(*position), plain.best_points(*position)
        assert (found.points if found else None) == expected, position
        assert has_build(*position) == (expected is not None)
        if found:
            check_build(position[0], frozenset(position[1]), position[2], found.action)
            assert found.points == found.bound == points(position[0], found.stack)


@pytest.mark.parametrize("seed", range(6))
def test_with_more_cards_too(seed: int) -> None:
    rng = Random(f"more {seed}")
    for _ in range(20):
        position = small(rng, 5)
        found = best_build(*position)
        assert (found.points if found else None) == plain.best_points(*position), position


@pytest.mark.parametrize("seed", range(6))
def test_all_builds_are_listed_once(seed: int) -> None:
    rng = Random(f"all {seed}")
    for _ in range(20):
        position = small(rng, 4)
        listed = list(builds(*position))
        expected = set(plain.builds(*position))
        assert len(listed) == len(expected) and set(listed) == expected, position


@pytest.mark.parametrize("seed", range(4))
def test_a_random_build_is_one_of_them_and_can_be_any(seed: int) -> None:
    rng = Random(f"random {seed}")
    for _ in range(20):
        position = small(rng, 4)
        expected = set(plain.builds(*position))
        found = random_build(ordered(*position), rng)
        assert found in expected or (found is None and not expected), position


def test_every_build_comes_up_at_random() -> None:
    order, rng = ordered("1", [(-1, -1)], "L R T O"), Random(5)
    expected = set(builds(order.stack, order.open, order.hand))
    drawn = {random_build(order, rng) for _ in range(4000)}
    assert len(expected) > 8 and drawn == expected


@pytest.mark.parametrize("seed", range(4))
def test_the_best_builds_come_in_order(seed: int) -> None:
    rng = Random(f"ranked {seed}")
    for _ in range(15):
        position = small(rng, 4)
        stacks = {build.stack() for build in plain.builds(*position)}
        expected = sorted((points(position[0], stack) for stack in stacks), reverse=True)[:6]
        found = best_builds(*position, 6)
        assert [build.points for build in found] == expected, position
        assert len({build.stack for build in found}) == len(found)


@pytest.mark.parametrize("seed", range(6))
def test_larger_positions_agree_with_a_constraint_solver(seed: int) -> None:
    rng = Random(f"cp-sat {seed}")
    for _ in range(3):
        position = large(rng, 5, least_open=seed % 4)
        found = best_build(*position)
        expected = cpsat_points(*position, work=30)  # the longest proof takes 1.5
        assert (found.points if found else None) == expected, position


@pytest.mark.parametrize("seed", range(4))
def test_full_size_builds_are_legal_and_not_beaten_at_random(seed: int) -> None:
    rng = Random(f"large {seed}")
    for _ in range(25):
        position = large(rng, least_open=2)
        found = best_build(*position)
        other = random_build(ordered(*position), rng)
        assert (found is None) == (other is None), position
        if found and other:
            check_build(position[0], frozenset(position[1]), position[2], found.action)
            check_build(position[0], frozenset(position[1]), position[2], other)
            assert points(position[0], other.stack()) <= found.points == found.bound


def test_a_skew_stack_can_be_the_only_answer() -> None:
    found = best_build("11/1", [(-1, -1), (-1, 0)], "L R")
    assert found is not None and str(found.action) == ".2/1*1*@-1,0"


def test_a_layer_is_slipped_under() -> None:
    found = best_build("1*1*", [(-1, -1), (-1, 0)], "2L R")
    assert found is not None and str(found.action) == "2*2*@1,1" and found.points == 3


def test_the_best_of_all_is_the_cube() -> None:
    found = best_build("1", [], "15L 15R 11T 4O")
    assert found is not None and found.stack.boxes == 64 and found.points == 144
    assert len(found.action.open) == 4


def test_a_position_may_be_typed() -> None:
    assert best_build("22/21", hand="-") == best_build(Stack.read("22/21"), (), Cards())
    assert best_build([[0, 0, 1]], [], {"left": 1, "right": 1}) == best_build("1", [], (1, 1, 0, 0))


@pytest.mark.parametrize(("hand", "code"), [("16L", "too_many_cards"), ("9O 7T", "too_many_cards")])
def test_more_cards_than_the_box_has_are_refused(hand: str, code: str) -> None:
    with pytest.raises(IllegalAction) as refusal:
        best_build("1", [], hand)
    assert refusal.value.code == code


def test_an_open_lid_must_be_a_lid() -> None:
    with pytest.raises(IllegalAction, match="no lid lies at"):
        best_build("1", [(5, 5)], "L")


def test_as_many_slices_as_there_are() -> None:
    assert len(partitions()) == 359
    assert sum(1 for part in partitions() for _ in interlacing(part)) == 8473


def test_the_table_of_whole_stacks_is_that_of_all_stacks() -> None:
    most: dict[tuple[int, int, int], int] = {}
    for stack in every_stack(5, 5, 5):
        cards = stack.cards.counts[:3]
        most[cards] = max(most.get(cards, 0), stack.boxes)
    for cards, boxes in most.items():
        assert whole()[cards] == boxes
    assert max(whole().cast("b").cast("h")) == 64


def test_the_table_of_stacks_with_a_slice_is_that_of_all_stacks() -> None:
    number = {part: place for place, part in enumerate(partitions())}
    most = [builder_tables.NEVER] * len(number)
    for stack in every_stack(5, 5, 5):
        worth = 3 * stack.boxes - stack.cards.total
        diagonals: dict[int, list[int]] = {}
        for x, y, height in stack.cells:
            diagonals.setdefault(x - y, []).append(height)
        for heights in diagonals.values():
            here = number[tuple(sorted(heights, reverse=True))]
            most[here] = max(most[here], worth)
    through = builder_tables.tables().through
    assert [through[here, 5, 5, 5] for here in range(len(most))] == most


def test_the_stored_tables_are_those_that_are_computed() -> None:
    stored = zlib.decompress(Path(builder_tables.__file__).with_name("tables.zlib").read_bytes())
    assert stored == builder_tables.packed(computed(arrays()))


def test_the_compiled_search_is_its_plain_twin(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same values, nodes looked at and walks, from lists and from arrays."""
    rng = Random("twins")
    plain, fast = Program(engine.__name__, engine._warm), engine.PROGRAM
    fast.compile()
    for _ in range(12):
        stack, open, hand = large(rng, 8, least_open=2)
        order = ordered(stack, open, hand)
        lids = sorted((a - b, a) for a, b in order.open)
        task = Task(lids, *order.cards, order.worth + 1, stack.boxes + 1)
        answers = []
        for program in (plain, fast):
            monkeypatch.setattr(engine, "PROGRAM", program)
            first = engine.first_slices(task)
            value, nodes, walk, end = engine.search(task)
            longer = [engine.next_slices(node, task) for node in first[:5]]
            begun = [engine.beginnings(node.slice, 1, task) for node in first[:5]]
            answers.append((value, nodes, walk, list(map(int, end)), first, longer, begun))
        assert answers[0] == answers[1]
