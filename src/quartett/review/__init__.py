"""What the decisions of a game were worth, what was luck, and what one can learn from it."""

from quartett.review.analysis import VERSION, Reviewing, judge_of, nothing_yet, review
from quartett.review.report import THRESHOLDS, Decision, Review, SeatReview, Step, grade
from quartett.review.values import Chances, Judge, Judgement, Values

__all__ = [
    "THRESHOLDS",
    "VERSION",
    "Chances",
    "Decision",
    "Judge",
    "Judgement",
    "Review",
    "Reviewing",
    "SeatReview",
    "Step",
    "Values",
    "grade",
    "judge_of",
    "nothing_yet",
    "review",
]
