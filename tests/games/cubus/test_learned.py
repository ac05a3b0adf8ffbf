"""What self-play taught: the expert of two by numbers of cards."""

from itertools import product
from random import Random

import numpy as np
import pytest
from msgspec.structs import replace
from tools.training.cubus import play

from quartett.games.cubus.bots.duel import lead_after, weighed_builds
from quartett.games.cubus.bots.learned import Left, features, layers, leads
from quartett.games.cubus.builder.engine import search
from quartett.games.cubus.builder.listing import every_build
from quartett.games.cubus.builder.search import Task
from quartett.games.cubus.builder.solver import best_build, forget, most_worth
from quartett.games.cubus.builder.tables import NEVER, whole, worths
from tests.games.cubus.positions import large
from tests.rules.cubus.table import do, table


def within(left: int, right: int, lids: int) -> int:
    return most_worth(frozenset(), left, right, lids)


def some_left(rng: Random) -> Left:
    """A stack of any cards with as many boxes as they can, and the others anywhere."""
    while True:
        stack = rng.randint(1, 16), rng.randint(1, 16), rng.randint(1, 16)
        if whole()[stack] > 0:
            break
    mine, theirs = (tuple(rng.randint(0, (16 - count) // 2) for count in stack) for _ in range(2))
    pile = tuple(16 - sum(counts) for counts in zip(stack, mine, theirs, strict=True))
    return Left(stack, whole()[stack], mine, theirs, pile)  # type: ignore[arg-type]


def test_training_reads_positions_as_the_player_does() -> None:
    rng, tables, row = Random("rows"), play.tables(), np.zeros(play.FEATURES)
    for _ in range(200):
        left = some_left(rng)
        stack, mine, theirs = map(np.array, (left.stack, left.mine, left.theirs))
        play.written(stack, mine, theirs, tables, row)
        assert row.tolist() == pytest.approx(features(left, within))


def test_training_values_positions_as_the_player_does() -> None:
    rng, tables, room = Random("leads"), play.tables(), play.scratch()
    network = play.Network(*(part.T for layer in layers() for part in layer))
    for _ in range(20):
        left = some_left(rng)
        stack, mine, theirs = map(np.array, (left.stack, left.mine, left.theirs))
        lead = play.lead_after(stack, mine, theirs, network, tables, room)
        assert lead == pytest.approx(leads([left], within)[0], abs=1e-5)


def test_nothing_more_comes_when_nobody_can_build_and_the_pile_is_empty() -> None:
    over = Left((16, 16, 16), 64, (0, 0, 0), (0, 0, 0), (0, 0, 0))
    drawing = Left((15, 16, 16), 60, (0, 0, 0), (0, 0, 0), (1, 0, 0))
    assert leads([over], within) == [0.0] and leads([drawing], within) != [0.0]


def test_the_most_worth_is_that_of_the_best_build() -> None:
    rng = Random("worth")
    for _ in range(30):
        stack, open, hand = large(rng)
        left, right = stack.sides
        worth = 3 * stack.boxes - left - right - len(stack.cells)
        cards = left + hand.left, right + hand.right, len(stack.cells) + hand.lids
        found = best_build(stack, open, hand)
        if found is not None:
            assert most_worth(frozenset(open), *cards) == worth + found.points
        else:
            assert most_worth(frozenset(open), *cards) >= worth


@pytest.mark.parametrize("told", [True, False])
def test_the_most_worth_is_the_same_whatever_was_asked_before(told: bool) -> None:
    """Other answers, and what the asker knows, only save searches."""
    rng = Random("asked")
    for _ in range(8):
        stack, open, _ = large(rng, least_open=2)
        shown = *stack.sides, len(stack.cells)
        worth = 3 * stack.boxes - sum(shown)
        places = tuple(sorted((a - b, a) for a, b in open))
        forget()
        more = list(product(range(3), repeat=3))
        rng.shuffle(more)
        for added in more:
            left, right, lids = (min(16, a + b) for a, b in zip(shown, added, strict=True))
            alone = search(Task(places, left, right, lids, 0, 0))[0]
            least = worth if told else NEVER
            assert most_worth(frozenset(open), left, right, lids, least) == alone


@pytest.mark.parametrize(("left", "right", "lids"), [(1, 1, 1), (4, 4, 4), (4, 5, 7), (9, 7, 3)])
def test_more_cards_are_never_worth_less(left: int, right: int, lids: int) -> None:
    most = max(
        3 * whole()[a, b, c] - a - b - c
        for a in range(1, left + 1)
        for b in range(1, right + 1)
        for c in range(1, lids + 1)
    )
    assert worths()[left, right, lids] == most


def test_builds_are_weighed_where_there_are_any() -> None:
    """Whatever the lids forbid: a build is found if and only if there is one."""
    rng, none = Random("any build"), 0
    for number in range(20):
        stack, open, hand = large(rng, 7 if number % 2 else 4)
        held = str(hand) if number % 2 else "-"
        state = replace(table("1", held, "L R T", pile="3L R"), stack=stack, open=open)
        view = state.view(0)
        found = weighed_builds(view)
        none += not found
        assert bool(found) == (next(every_build(view.order), None) is not None)
        for one in found:
            state.check(0, one.build)
        assert [one.value for one in found] == sorted((one.value for one in found), reverse=True)
    assert 0 < none < 20


def test_a_knocker_wants_what_is_bad_for_the_owner_of_the_cards() -> None:
    shown = do(do(table("11/1", "2L 2R 2T", "L", pile="5L 5R 5T"), 0, "-"), 1, "!")
    built = table("11/1", "2L 2R 2T", "L", pile="5L 5R 5T")
    stack, open = shown.stack, frozenset(shown.open)
    assert lead_after(shown.view(1), stack, open) == -lead_after(built.view(0), stack, open)
