"""One's own mistakes as exercises that come back until they are right, spaced by FSRS.

Times are milliseconds since 1970, so that nothing here looks at a clock.
"""

from datetime import UTC, datetime
from importlib.util import find_spec
from typing import Any, Final

from msgspec import Struct

from quartett.core.errors import QuartettError
from quartett.core.event import Action, Event, Seat
from quartett.core.record import Record
from quartett.review.analysis import Reviewing
from quartett.review.report import Decision, Grade, Review

WORTH_PRACTISING: Final[tuple[Grade, ...]] = ("mistake", "blunder")
MOST: Final = 5
"""How many mistakes of one game become exercises."""
NO_EXTRA: Final = "practice needs a library more: pip install 'quartett[server]'"


class Schedule(Struct, frozen=True):
    """When an exercise comes back, and what FSRS remembers of it (as JSON)."""

    due: int
    card: str


def is_installed() -> bool:
    """Whether there is a library to schedule with; reviews do without."""
    return find_spec("fsrs") is not None


def mistakes(review: Review, seat: Seat) -> list[Decision]:
    """The decisions of a seat that are worth another try, the worst first."""
    found = [
        one
        for one in review.decisions
        if one.seat == seat and one.grade in WORTH_PRACTISING and not one.stand_in
    ]
    return sorted(found, key=lambda decision: -decision.regret)[:MOST]


def first(now: int) -> Schedule:
    """A new exercise, to be tried at once."""
    fsrs = _library()
    card = fsrs.Card(card_id=1, due=_moment(now))
    return Schedule(now, card.to_json())


def answered(schedule: Schedule, grade: Grade, now: int) -> Schedule:
    """The exercise after an answer: one that was right rests longer and longer."""
    fsrs = _library()
    ratings = {"none": fsrs.Rating.Good, "small": fsrs.Rating.Hard}
    rating = ratings.get(grade, fsrs.Rating.Again)
    # Without chance in it: the same answers give the same days.
    scheduler = fsrs.Scheduler(enable_fuzzing=False)
    card = fsrs.Card.from_json(schedule.card)
    card, _ = scheduler.review_card(card, rating, review_datetime=_moment(now))
    return Schedule(round(card.due.timestamp() * 1000), card.to_json())


def judged(record: Record, place: int, action: Action) -> Decision:
    """What an action would have been worth at this place of a game, instead of the one played.

    >>> import quartett
    >>> record = quartett.play("calavera", ["easy", "easy"], seed=1)
    >>> place = next(n for n, event in enumerate(record.events) if event.actor != "chance")
    >>> judged(record, place, record.events[place].action).place == place
    True
    """
    event = record.events[place]
    if not isinstance(event.actor, int):
        raise QuartettError("nobody decided there")
    reviewing = Reviewing(record)
    return reviewing.decision_at(place, Event(event.actor, action))


def _moment(ms: int) -> datetime:
    return datetime.fromtimestamp(ms / 1000, UTC)


def _library() -> Any:
    try:
        import fsrs
    except ImportError:
        raise QuartettError(NO_EXTRA) from None
    return fsrs
