"""A person's numbers, from games alone."""

import msgspec

import quartett
from quartett.review import review
from quartett.review.statistics import PlayedGame, Statistics, statistics


def played(number: int, *, won: bool, level: str = "easy", at: int | None = None) -> PlayedGame:
    scores = (20 + number, 15) if won else (10, 30)
    return PlayedGame(
        table=f"t{number}", game="calavera", at=number if at is None else at, seat=0,
        scores=scores, winners=(0,) if won else (1,), levels=(None, level),
    )  # fmt: skip


def test_wins_and_scores_by_level() -> None:
    games = [played(1, won=True), played(2, won=False), played(3, won=True, level="hard")]
    (found,) = statistics(games).games
    assert (found.games, found.wins, found.best_score) == (3, 2.0, 23)
    assert found.mean_score == (21 + 10 + 23) / 3
    assert {level: (r.games, r.wins) for level, r in found.levels.items()} == {
        "easy": (2, 1.0), "hard": (1, 1.0),
    }  # fmt: skip


def test_a_shared_win_counts_in_part() -> None:
    shared = msgspec.structs.replace(played(1, won=True), scores=(5, 5), winners=(0, 1))
    assert statistics([shared]).games[0].wins == 0.5


def test_streaks_follow_time_and_not_the_order_given() -> None:
    games = [played(n, won=won) for n, won in enumerate([True, True, True, False, True, True])]
    (found,) = statistics(reversed(games)).games
    assert (found.streak, found.best_streak) == (2, 3)


def test_strength_grows_with_wins_and_gets_surer() -> None:
    strengths = []
    for won in (True, False):
        (found,) = statistics([played(n, won=won) for n in range(12)]).games
        assert found.strength is not None and found.strength.sigma < 25 / 3
        strengths.append(found.strength.mean)
    assert strengths[0] > 25 > strengths[1]


def test_strength_is_told_after_each_game() -> None:
    games = [played(n, won=n != 2) for n in range(4)]
    (found,) = statistics(games).games
    strengths = [point.strength for point in found.history]
    assert strengths[-1] == found.strength
    assert strengths[:2] == [point.strength for point in statistics(games[:2]).games[0].history]
    means = [one.mean for one in strengths if one is not None]
    assert means[0] < means[1] > means[2] < means[3]


def test_luck_and_kinds_come_from_reviews() -> None:
    record = quartett.play("calavera", ["easy", "hard"], seed=1)
    seat = review(record).seats[0]
    assert record.result is not None
    game = PlayedGame(
        table="t", game="calavera", at=1, seat=0, scores=record.result.scores,
        winners=record.result.winners, levels=(None, "hard"), review=seat,
    )  # fmt: skip
    (found,) = statistics([game, played(2, won=True)]).games
    assert (found.reviewed, found.luck, found.own) == (1, seat.luck, seat.own)
    assert found.kinds == found.recent == seat.kinds
    assert [point.luck for point in found.history] == [seat.luck, None]


def test_nothing_played_gives_no_numbers() -> None:
    assert statistics([]) == Statistics(())
