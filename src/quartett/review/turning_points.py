"""How the scores of a finished game went, and which decisions cost most."""

import time
from collections.abc import Iterator
from typing import Any, Literal

import msgspec
from msgspec import Struct

from quartett.bots import explain
from quartett.core.errors import QuartettError
from quartett.core.event import Action, Event, Seat, Seen
from quartett.core.record import Record
from quartett.core.state import State

MOST = 6
"""The maximum number of turning points in a review."""
WORTH = {"win": 0.05, "points": 2.0}
"""A decision that lost less is no turning point."""


class TurningPoint(Struct, frozen=True, kw_only=True):
    """A decision that cost or won much, as the expert judges it."""

    place: int
    seat: Seat
    unit: Literal["win", "points"]
    played: dict[str, Any]
    best: dict[str, Any]
    lost: float
    """How much more the best was worth; 0 for the best move itself."""
    good: bool


class GameReview(Struct, frozen=True):
    """The scores after every event of a finished game, and its turning points."""

    scores: list[tuple[int, ...]]
    turning_points: list[TurningPoint]
    judged: int
    """How many decisions the expert looked at."""


def review(record: Record, deadline: float) -> GameReview:
    """The expert judges as many decisions as there is time for, evenly spread over the game."""
    steps = reviewing(record)
    made = next(steps)
    while time.monotonic() <= deadline and (step := next(steps, None)) is not None:
        made = step
    return made


def reviewing(record: Record) -> Iterator[GameReview]:
    """The review after none, one, two … decisions, to be stopped when time is up."""
    states = list(record.replay())
    scores = [state.scores() for state in states]
    choices = [
        place
        for place, event in enumerate(record.events)
        if isinstance(event.actor, int) and len(states[place].to_act) == 1
    ]
    points: list[TurningPoint] = []
    yield GameReview(scores, [], 0)
    for judged, place in enumerate(_spread(choices), start=1):
        event = record.events[place]
        assert isinstance(event.actor, int)
        point = _judge(record, states, place, event.actor, event.action)
        if point is not None:
            points.append(point)
        worst = sorted(points, key=lambda point: -point.lost)[:MOST]
        yield GameReview(scores, sorted(worst, key=lambda point: point.place), judged)


def _judge(
    record: Record, states: list[State], place: int, seat: Seat, action: Action
) -> TurningPoint | None:
    """What the action lost against the best one, if that is much."""
    view = states[place].view(seat)
    seen = _seen(record, states, place, seat) if record.game.remembering else []
    try:
        advice = explain(record.game, view, seen)
    except QuartettError:
        return None
    played = next((o for o in advice.options if o.action == action), None)
    if played is None or not advice.options:
        return None
    best = advice.options[0]
    lost = best.value - played.value
    if lost < WORTH[advice.unit]:
        return None
    return TurningPoint(
        place=place, seat=seat, unit=advice.unit, played=_form(action),
        best=_form(best.action), lost=lost, good=False,
    )  # fmt: skip


def _seen(record: Record, states: list[State], place: int, seat: Seat) -> list[Seen]:
    pairs = zip(states[:place], record.events[:place], strict=True)
    return [state.redact(Event(e.actor, e.action), seat) for state, e in pairs]


def _form(action: Action) -> dict[str, Any]:
    form: dict[str, Any] = msgspec.to_builtins(action)
    return form


def _spread(places: list[int]) -> list[int]:
    """All places, in an order in which every beginning is spread over the game."""
    order = sorted(range(len(places)), key=lambda index: int(f"{index:016b}"[::-1], 2))
    return [places[index] for index in order]
