"""Tournaments: counting in order, stopping when certain, ratings; whatever the workers."""

import random
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from typing import Any

import pytest

from quartett.arena.entrants import Entrant
from quartett.arena.plan import Plan
from quartett.arena.ratings import history, ratings
from quartett.arena.results import Fixture, Outcome, ThinkingTime, by_entrant, fingerprint
from quartett.arena.tournament import Tournament
from quartett.arena.workers import cores, each
from quartett.core.errors import QuartettError
from quartett.core.record import Forfeit

SMALL = Plan(
    "calavera",
    (Entrant("easy"), Entrant("medium"), Entrant("random")),
    (2, 3),
    6,
    options={"sheet": "short"},
)


def played(plan: Plan, jobs: int = 1) -> Tournament:
    tournament = Tournament(plan)
    with cores(jobs) as pool:
        for result, _ in tournament.play(pool):
            tournament.enter(result)
    return tournament


class Shuffled:
    """A pool whose answers come in any order."""

    ahead = 13

    def __init__(self, seed: int) -> None:
        self._rng = random.Random(seed)
        self._open: list[tuple[Future[Any], Callable[..., Any], tuple[Any, ...]]] = []

    def submit(self, function: Callable[..., Any], *arguments: Any) -> "Future[Any]":
        self._open.append((Future(), function, arguments))
        future = self._open[-1][0]
        if len(self._open) == self.ahead:
            self._rng.shuffle(self._open)
        while len(self._open) >= self.ahead:
            self._finish()
        return future

    def _finish(self) -> None:
        future, function, arguments = self._open.pop()
        future.set_result(function(*arguments))


def outcome(fixture: Fixture, seats: tuple[str, ...], scores: tuple[int, ...]) -> Outcome:
    winners = tuple(seat for seat, score in enumerate(scores) if score == max(scores))
    none = (0.0,) * len(seats)
    return Outcome(
        fixture, seats, scores, winners, (), (1,) * len(seats), 9, "", ThinkingTime(none, none)
    )


def made_up(plan: Plan, strengths: dict[str, float], seed: int = 1) -> Iterator[Outcome]:
    """Games of a plan in which luck and strength decide, without anything being played."""
    for group in plan.groups:
        for round in range(plan.rounds(group)):
            for fixture in plan.turns(group, round):
                rng = random.Random(f"{seed}/{fixture}")
                seats = tuple(entrant.name for entrant in plan.spec(fixture).seats)
                luck = (int(1000 * (strengths[name] + rng.gauss(0, 1))) for name in seats)
                yield outcome(fixture, seats, tuple(luck))


ABC = Plan("calavera", (Entrant("a"), Entrant("b"), Entrant("c")), (2, 3), 240, until_certain=True)
STRENGTHS = {"a": 1.2, "b": 0.6, "c": 0.0}


def test_all_groups_play_all_their_games() -> None:
    tournament = played(SMALL)
    assert tournament.over and tournament.left == 0
    assert len(tournament.outcomes) == 3 * 6 + 6
    games = dict.fromkeys(("easy", "medium", "random"), 0)
    for result in tournament.outcomes:
        for name in result.seats:
            games[name] += 1
    assert set(games.values()) == {2 * 6 + 6}


def test_results_are_the_same_whatever_the_workers() -> None:
    alone, together = played(SMALL), played(SMALL, jobs=2)
    assert fingerprint(alone.outcomes) == fingerprint(together.outcomes)
    assert alone.comparisons == together.comparisons
    other = Plan("calavera", SMALL.entrants, (2,), 6, "2", SMALL.options)
    assert fingerprint(played(other).outcomes) != fingerprint(alone.outcomes)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_the_order_in_which_games_end_makes_no_difference(seed: int) -> None:
    games = list(made_up(ABC, STRENGTHS))
    straight = Tournament(ABC, games)
    random.Random(seed).shuffle(games)
    mixed = Tournament(ABC, games)
    assert mixed.outcomes == straight.outcomes
    assert mixed.comparisons == straight.comparisons
    assert ratings("abc", mixed.outcomes) == ratings("abc", straight.outcomes)


def test_a_group_stops_when_it_is_certain_and_others_go_on() -> None:
    tournament = Tournament(ABC, made_up(ABC, STRENGTHS))
    rounds = {group: len(one.rounds) for group, one in tournament.groups.items()}
    assert rounds["a", "c"] < rounds["a", "b"] <= 120
    assert rounds["a", "c"] < 60
    verdicts = {one.verdict for one in tournament.groups["a", "c"].comparisons}
    assert verdicts == {"ahead"}


def test_without_stopping_everything_is_played() -> None:
    whole = Plan("calavera", ABC.entrants, (2, 3), 240)
    tournament = Tournament(whole, made_up(whole, STRENGTHS))
    assert len(tournament.outcomes) == 4 * 240 and tournament.over


def test_equals_are_rarely_told_apart() -> None:
    """The risk of all comparisons together is 5 in 100."""
    wrong = 0
    plan = Plan("calavera", ABC.entrants, (2,), 120, until_certain=True)
    for seed in range(30):
        found = Tournament(plan, made_up(plan, dict.fromkeys("abc", 0.0), seed)).comparisons
        wrong += any(one.verdict in ("ahead", "behind") for one in found)
    assert wrong <= 4


def test_equals_are_found_equal_within_the_margin() -> None:
    plan = Plan(
        "calavera", (Entrant("a"), Entrant("b")), (2,), 2000, until_certain=True, margin=0.1
    )
    tournament = Tournament(plan, made_up(plan, {"a": 0.0, "b": 0.0}))
    assert [one.verdict for one in tournament.comparisons] == ["equal"]
    assert len(tournament.outcomes) < 2000


def test_an_early_stop_plays_no_game_that_is_not_needed() -> None:
    """Tasks are drawn while results come in, so that a group that is certain gets no more."""
    plan = Plan(
        "calavera", (Entrant("medium"), Entrant("random")), (2,), 400, until_certain=True,
        options={"sheet": "short"},
    )  # fmt: skip
    tournament = played(plan)
    assert tournament.over
    assert len(tournament.outcomes) < 60
    assert tournament.comparisons[0].verdict == "ahead"


def test_tasks_are_taken_only_when_workers_are_about_to_be_free() -> None:
    taken: list[int] = []

    def tasks() -> Iterator[tuple[int]]:
        for number in range(100):
            taken.append(number)
            yield (number,)

    results = each(Shuffled(1), abs, tasks())
    assert next(results) in range(13)
    assert len(taken) <= 2 * Shuffled.ahead


def test_a_plan_can_grow_and_keep_what_was_played() -> None:
    small = Plan("calavera", ABC.entrants[:2], (2,), 20)
    large = Plan("calavera", ABC.entrants, (2, 3), 40)
    tournament = Tournament(large, made_up(small, STRENGTHS))
    assert len(tournament.outcomes) == 20
    missing = list(tournament._missing())
    assert len(missing) == 4 * 40 + 2 - 20  # 14 rounds of three
    assert not set(missing) & {result.fixture for result in tournament.outcomes}


def test_strangers_results_are_left_aside() -> None:
    fixture = Fixture(("x", "y"), 0, 0)
    assert Tournament(ABC, [outcome(fixture, ("x", "y"), (1, 2))]).outcomes == []


FIXTURE = Fixture(("a", "b", "c"), 0, 0)


@pytest.mark.parametrize(
    ("scores", "winners", "lost", "places"),
    [
        ((5, 9, 7), (1,), (), (3, 1, 2)),
        ((9, 9, 7), (0, 1), (), (1, 1, 3)),
        ((9, 9, 7), (0,), (), (1, 2, 3)),  # a tie that the rules break
        ((9, 5, 7), (2,), (0,), (3, 2, 1)),
        ((9, 5, 7), (), (0, 1, 2), (1, 1, 1)),
    ],
)
def test_places(
    scores: tuple[int, ...], winners: tuple[int, ...], lost: tuple[int, ...], places: object
) -> None:
    forfeits = tuple(Forfeit(seat, 1, "late") for seat in lost)
    none = (0.0,) * 3
    clock = ThinkingTime(none, none)
    found = Outcome(FIXTURE, ("a", "b", "c"), scores, winners, forfeits, (1, 1, 1), 9, "", clock)
    assert found.places == places


def test_ahead_counts_shared_places_half() -> None:
    found = outcome(FIXTURE, ("c", "a", "b"), (3, 3, 1))
    assert found.ahead("c", "a") == 0.5
    assert (found.ahead("a", "b"), found.ahead("b", "a")) == (1.0, 0.0)


def test_ratings_put_the_stronger_first_and_grow_certain() -> None:
    plan = Plan("calavera", ABC.entrants, (2, 3), 200)
    games = list(made_up(plan, STRENGTHS))
    rated = ratings("abc", games)
    assert [rating.name for rating in rated] == ["a", "b", "c"]
    assert rated[0].interval[0] > rated[2].interval[1]
    early, late = ratings("abc", games[:20]), ratings("abc", games)
    assert max(one.sigma for one in late) < min(one.sigma for one in early) < 25 / 3
    assert len(list(history("abc", games[:5]))) == 6


def test_six_at_a_table_are_rated_too() -> None:
    names = "abcdef"
    plan = Plan("cubus", tuple(map(Entrant, names)), (6,), 180)
    strengths = {name: -0.8 * place for place, name in enumerate(names)}
    tournament = Tournament(plan, made_up(plan, strengths))
    assert [rating.name for rating in ratings(names, tournament.outcomes)] == list(names)
    assert len(tournament.comparisons) == 15


def test_ratings_foretell_how_often_one_beats_the_other() -> None:
    """Strengths from Plackett–Luce's own model come back as that model's chances."""
    plan = Plan("calavera", ABC.entrants[:2], (2,), 1200)
    rng = random.Random(4)
    games = []
    for round in range(600):
        for fixture in plan.turns(("a", "b"), round):
            a_wins = rng.random() < 0.7
            games.append(outcome(fixture, ("a", "b"), (1, 0) if a_wins else (0, 1)))
    a, b = ratings("ab", games)
    odds = 2.718281828 ** ((a.mean - b.mean) / (2**0.5 * 25 / 6))
    assert odds / (1 + odds) == pytest.approx(0.7, abs=0.06)


def test_standings_share_wins() -> None:
    games = [
        outcome(FIXTURE, ("a", "b", "c"), (3, 3, 1)),
        outcome(FIXTURE, ("c", "a", "b"), (5, 0, 0)),
    ]
    standings = {one.name: one for one in by_entrant("abc", games)}
    assert [standings[name].wins for name in "abc"] == [0.5, 0.5, 1.0]
    assert standings["c"].mean_score == 3.0 and standings["c"].games == 2


def test_a_worker_that_dies_is_an_error_with_a_sentence() -> None:
    import os

    with cores(2) as pool, pytest.raises(QuartettError, match="a worker process ended"):
        list(each(pool, os._exit, [(1,)] * 3))
