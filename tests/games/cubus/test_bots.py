"""The levels."""

import math
import time
from random import Random

import pytest

import quartett
from quartett import Event
from quartett.arena import Match
from quartett.bots import Bot
from quartett.games.cubus import Build, Pass, best_build
from quartett.games.cubus.actions import OPEN_LIDS
from quartett.games.cubus.bots import LEVELS, removal_exact
from quartett.games.cubus.bots.duel import points_of, weighed_builds
from quartett.games.cubus.bots.levels import Expert
from quartett.games.cubus.bots.lookahead import prospects
from quartett.games.cubus.bots.removal_exact import exact_cards
from quartett.games.cubus.bots.removal_search import (
    best_removal,
    freed,
    open_columns,
    takes,
)
from quartett.games.cubus.stacks.removals import removals, removed
from quartett.games.cubus.stacks.shape import Spot
from quartett.games.cubus.stacks.stack import CUBE, Stack
from tests.games.cubus.positions import large
from tests.rules.cubus.table import GAME, do, table, taking


class Patient(Expert):
    """The expert with all the time it needs: what it plays does not depend on the machine."""

    WEIGHS = THINKS = math.inf


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"knocking": False, "last_build": "underdog"},
        {"last_build": "contest", "dismantling": "after"},
        {"dismantling": "cards"},
        {"dismantling": "alone"},
    ],
)
def test_every_level_plays_every_variant(options: dict[str, object]) -> None:
    match = Match(GAME, list(LEVELS), seed=3, options=GAME.options(options))
    for _ in match.steps():
        pass
    assert not match.forfeits and match.state.over


@pytest.mark.parametrize(
    ("stack", "hand", "level", "plays"),
    [
        ("1", "LR", "beginner", "2"),
        ("22/21", "-", "beginner", "22/22"),
        ("22/21", "-", "medium", "22/22"),
        ("311/211/11", "L 3R", "hard", None),
        ("311/211/11", "L 3R", "expert", None),
        ("1", "L", "expert", "-"),
    ],
)
def test_what_each_level_sees(stack: str, hand: str, level: str, plays: str | None) -> None:
    bot = LEVELS[level](seed=1)
    state = table(stack, hand, "-")
    action = bot.choose(state.view(0), math.inf)
    state.check(0, action)
    assert isinstance(action, Build) if plays is None else str(action) == plays


@pytest.mark.parametrize("level", list(LEVELS))
def test_where_a_pass_must_be_true_no_level_passes_falsely(level: str) -> None:
    state = table("22/21", "-", "-", knocking=False)
    action = LEVELS[level](seed=1).choose(state.view(0), math.inf)
    state.check(0, action)
    assert not isinstance(action, Pass)


@pytest.mark.parametrize("seed", range(5))
def test_the_expert_knocks_without_error(seed: int) -> None:
    expert = LEVELS["expert"](seed)
    overlooked = do(table("22/21", "-", "LRT"), 0, "-")
    assert str(expert.choose(overlooked.view(1), math.inf)) == "!"
    shown = do(overlooked, 1, "!")
    assert str(expert.choose(shown.view(1), math.inf)) == "22/22"
    right = do(table("1", "L", "LR"), 0, "-")
    assert str(expert.choose(right.view(1), math.inf)) == "~"


def test_a_beginner_who_knocks_has_a_build_to_show() -> None:
    """Also where the only builds are ones that it hardly ever finds."""
    rebuilt, fitting = (do(table(stack, "-", "-"), 0, "-") for stack in (".1/.1/2", "22/21"))
    assert best_build(rebuilt.stack) is not None
    knocked = []
    for seed in range(200):
        for state in (rebuilt, fitting):
            beginner = LEVELS["beginner"](seed)
            if str(beginner.choose(state.view(1), math.inf)) == "!":
                shown = beginner.choose(do(state, 1, "!").view(1), math.inf)
                assert isinstance(shown, Build)
                knocked.append(state)
    assert rebuilt not in knocked and 60 < len(knocked) < 140  # it looks up half of the time


def test_the_expert_leaves_less_to_the_next_of_several_players() -> None:
    state = table("221/11", "2L 2R T O", "L R T", "L R T", pile="8L 3R 2T")
    assert str(Patient(0).choose(state.view(0), math.inf)) == "222/222"


def test_the_expert_keeps_cards_against_one_other() -> None:
    """A third of the points, but eight cards in the hand instead of none."""
    state = table("22/22", "4L 4R 4T", "L R T", pile="6L 6R 6T")
    largest = LEVELS["hard"](0).choose(state.view(0), math.inf)
    chosen = Patient(0).choose(state.view(0), math.inf)
    after = [state.apply(Event(0, action)) for action in (largest, chosen)]
    assert [one.points[0] for one in after] == [24, 8]
    assert [one.hands[0].total for one in after] == [0, 8]


def test_the_expert_answers_at_once_when_the_time_is_over() -> None:
    state = table("221/11", "2L 2R T O", "L R T", pile="9L 4R 3T")
    action = LEVELS["expert"](0).choose(state.view(0), time.monotonic() - 1)
    state.check(0, action)
    assert isinstance(action, Build)


def test_a_build_that_cannot_be_weighed_in_time_counts_its_points() -> None:
    view = table("221/11", "2L 2R T O", "L R T", "L R T", pile="8L 3R 2T").view(0)
    assert len(prospects(view)) > 1
    late = prospects(view, until=0, deadline=0)
    assert [(one.reply, one.value) for one in late] == [(0.0, late[0].points)]
    assert late[0].build is not None
    two = table("221/11", "2L 2R T O", "L R T", pile="9L 4R 3T").view(0)
    assert len(weighed_builds(two)) > 1
    assert [one.value for one in weighed_builds(two, until=0, deadline=0)] == [
        points_of(two, weighed_builds(two, until=0, deadline=0)[0].build)
    ]


@pytest.mark.parametrize("seed", range(5))
def test_the_search_takes_boxes_by_the_rules(seed: int) -> None:
    rng = Random(f"takes {seed}")
    for _ in range(40):
        stack, open, _ = large(rng)
        lids = frozenset(open)
        expected = [(cell, freed(stack, lids, cell)) for cell in removals(stack, lids)]
        assert sorted(takes(stack.heights, open_columns(stack, lids))) == sorted(expected), stack


def test_the_expert_searches_to_the_end_of_a_small_stack() -> None:
    stack = Stack.read("22/21")
    _, options, depth = best_removal(stack, frozenset(), 2, math.inf)
    assert depth == 7 and sorted(cell for cell, _ in options) == [(0, 1), (1, 0), (1, 1)]


def test_levels_take_boxes_that_may_be_taken() -> None:
    state = taking("32*/21")
    for bot in LEVELS.values():
        state.check(0, bot(0).choose(state.view(0), math.inf))


def test_a_stronger_level_earns_more() -> None:
    totals = {"beginner": 0, "expert": 0}
    for seed in range(4):
        bots: dict[str, Bot] = {"beginner": LEVELS["beginner"](seed), "expert": Patient(seed)}
        seats = ["beginner", "expert"] if seed % 2 else ["expert", "beginner"]
        record = quartett.play("cubus", [bots[name] for name in seats], seed=seed)
        assert record.result is not None and not record.result.forfeits
        for name, score in zip(seats, record.result.scores, strict=True):
            totals[name] += score
    assert totals["expert"] > 2 * totals["beginner"]


def cards_by_the_rules(
    stack: Stack, open: frozenset[Spot], players: int, known: dict[object, tuple[int, ...]]
) -> tuple[int, ...]:
    """What each player gets, the one to move first, when all take what brings them most."""
    if not stack.cells:
        return (0,) * players
    if (stack, open) not in known:
        lines = [
            line_by_the_rules(stack, open, cell, players, known) for cell in removals(stack, open)
        ]
        known[stack, open] = max(lines, key=lambda line: line[0])
    return known[stack, open]


def line_by_the_rules(
    stack: Stack,
    open: frozenset[Spot],
    cell: Spot,
    players: int,
    known: dict[object, tuple[int, ...]],
) -> tuple[int, ...]:
    rest, kept, free = removed(stack, open, cell)
    *others, mine = cards_by_the_rules(rest, kept, players, known)
    return mine + free.total, *others


@pytest.mark.parametrize("players", [2, 2, 3, 4])
def test_the_cube_is_dismantled_perfectly(players: int) -> None:
    """Every removal of the cube is worth what backward solution by the plain rules finds."""
    rng, known = Random(f"perfect {players}"), dict[object, tuple[int, ...]]()
    open = frozenset(rng.sample(sorted(CUBE.lids), OPEN_LIDS))
    exact = exact_cards(CUBE, open, players)
    assert exact is not None
    for cell, cards in exact:
        assert cards == line_by_the_rules(CUBE, open, cell, players, known)


@pytest.mark.parametrize("players", [2, 3, 5])
def test_any_stack_is_dismantled_perfectly(players: int) -> None:
    rng, solved = Random(f"any {players}"), 0
    while solved < 6:
        stack, open, _ = large(rng)
        if stack.boxes > 14:
            continue
        solved += 1
        known = dict[object, tuple[int, ...]]()
        exact = exact_cards(stack, frozenset(open), players)
        assert exact is not None
        assert [cell for cell, _ in exact] == sorted(removals(stack, frozenset(open)))
        for cell, cards in exact:
            assert cards == line_by_the_rules(stack, frozenset(open), cell, players, known)


def test_the_cube_with_most_positions_is_solved() -> None:
    """66,001 of them; the other placings of the open lids have fewer."""
    assert exact_cards(CUBE, frozenset({(-4, -4), (-4, -3), (-4, -2), (-3, -4)})) is not None


def test_what_is_left_of_a_solved_stack_is_not_solved_again() -> None:
    rng = Random("left")
    stack, open = CUBE, frozenset(rng.sample(sorted(CUBE.lids), OPEN_LIDS))
    exact_cards(stack, open)
    solution = removal_exact.recent[0]
    while stack.boxes:
        lines = exact_cards(stack, open)
        assert removal_exact.recent[0] is solution
        afresh = removal_exact.solved(stack, open, 2)
        assert lines is not None
        assert lines == afresh.lines(afresh.first)
        stack, open, _ = removed(stack, open, rng.choice(lines)[0])


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize(
    "text", ["44431*/44431/4443*/44*", "444*4/4442/444*/222/2*2", "4444*/444*4/4444/33*3/1*"]
)
def test_what_is_built_is_solved_to_the_end(text: str, players: int) -> None:
    """Stacks as building games end, wider than a square of four; whatever the clock says."""
    state = taking(text)
    best, options, depth = best_removal(
        state.stack, frozenset(state.open), players, time.monotonic() - 1
    )
    assert depth == state.stack.boxes
    assert dict(options)[best] == max(worth for _, worth in options)


@pytest.mark.parametrize("text", ["5555/5555/5555/5555", "11111/11111/11111/11111"])
def test_stacks_that_are_too_large_are_searched(text: str) -> None:
    stack = Stack.read(text)
    assert exact_cards(stack, frozenset()) is None
    _, _, depth = best_removal(stack, frozenset(), 2, time.monotonic() - 1)
    assert depth == 1
