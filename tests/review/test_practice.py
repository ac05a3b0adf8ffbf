"""Mistakes come back until they are right, and then rest longer and longer."""

import pytest

import quartett
from quartett.core.errors import IllegalAction
from quartett.review import review
from quartett.review.practice import answered, first, judged, mistakes

pytest.importorskip("fsrs")
DAY = 86_400_000
NOW = 1_800_000_000_000


def test_a_right_answer_rests_longer_each_time() -> None:
    schedule, now, rests = first(NOW), NOW, []
    for _ in range(6):
        schedule = answered(schedule, "none", now)
        rests.append(schedule.due - now)
        now = schedule.due
    assert rests[-1] > 10 * DAY
    assert rests[2:] == sorted(rests[2:])


def test_a_wrong_answer_comes_back_at_once() -> None:
    schedule, now = first(NOW), NOW
    for _ in range(4):
        schedule = answered(schedule, "none", now)
        now = schedule.due
    assert answered(schedule, "blunder", now).due - now < DAY / 24
    assert answered(schedule, "blunder", now).due < answered(schedule, "small", now).due
    assert answered(schedule, "small", now).due < answered(schedule, "none", now).due


def test_the_same_answers_give_the_same_days() -> None:
    assert answered(first(NOW), "none", NOW) == answered(first(NOW), "none", NOW)


def test_the_best_action_solves_the_exercise_and_the_played_one_does_not() -> None:
    record = quartett.play("calavera", ["easy", "easy"], seed=1)
    wrong = mistakes(review(record), 0)
    assert wrong and all(one.seat == 0 for one in wrong)
    for one in wrong[:3]:
        best = judged(record, one.place, record.game.action(one.best))
        assert best.grade == "none" and best.regret < 1e-9
        again = judged(record, one.place, record.game.action(one.played))
        assert again == one


def test_memory_is_what_the_seat_had_seen() -> None:
    record = quartett.play("calcory", ["easy", "easy"], seed=3)
    (one, *_) = mistakes(review(record), 0) + mistakes(review(record), 1)
    assert judged(record, one.place, record.game.action(one.played)) == one


def test_an_illegal_answer_is_refused() -> None:
    record = quartett.play("calavera", ["easy", "easy"], seed=1)
    (one, *_) = mistakes(review(record), 0)
    with pytest.raises(IllegalAction):
        judged(record, one.place, record.game.parse("s"))
