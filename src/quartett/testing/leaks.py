"""The leak test: what a seat may not know never shows in its views or its events."""

import random
from collections.abc import Sequence
from itertools import islice
from typing import TYPE_CHECKING

import msgspec

from quartett.core.event import CHANCE, Event, Seat
from quartett.core.game import Game
from quartett.core.state import State
from quartett.testing.failure import NonConformant, demand

if TYPE_CHECKING:
    from quartett.testing.conform import Report


def check(
    game: Game, states: Sequence[State], log: Sequence[Event], rng: random.Random, report: "Report"
) -> None:
    """Compare a seat's stream of events and views with that of a log it cannot distinguish."""
    for seat in [None, *range(states[0].players)]:
        twin = game.resample(states[0], log, seat, rng)
        demand(len(twin) == len(log), f"resample gave {len(twin)} events for {len(log)}")
        report.twins += 1
        if list(log) == twin:
            continue
        _count_changed(log, twin, report)
        _compare(states, log, twin, seat)


def count_hidden(states: Sequence[State], log: Sequence[Event], report: "Report") -> None:
    """Which kinds of action this game hides from some seat; a spectator sees no more than any."""
    for state, event in zip(states, log, strict=False):
        if state.redact(event, None).action != event.action and not _forced(state, event):
            report.hidden[_kind(event)] += 1


def _forced(state: State, event: Event) -> bool:
    """An actor without a choice hides nothing."""
    return event.actor != CHANCE and len(list(islice(state.actions(event.actor), 2))) == 1


def _compare(
    states: Sequence[State], log: Sequence[Event], twin: list[Event], seat: Seat | None
) -> None:
    other = states[0]
    for place, (state, event, changed) in enumerate(zip(states, log, twin, strict=False)):
        seen = msgspec.json.encode(state.redact(event, seat))
        seen_too = msgspec.json.encode(other.redact(changed, seat))
        if seen != seen_too:
            raise _leak("event", place, seat, seen, seen_too)
        other = other.apply(changed)
        view = msgspec.json.encode(states[place + 1].view(seat))
        view_too = msgspec.json.encode(other.view(seat))
        if view != view_too:
            raise _leak("view after event", place, seat, view, view_too)


def _leak(what: str, place: int, seat: Seat | None, one: bytes, two: bytes) -> NonConformant:
    """The fault, with the place where the two begin to differ."""
    start = next((n for n, (a, b) in enumerate(zip(one, two, strict=False)) if a != b), 0)
    there, here = one[max(0, start - 40) : start + 40], two[max(0, start - 40) : start + 40]
    who = "a spectator" if seat is None else f"seat {seat}"
    return NonConformant(
        f"the {what} {place} shows {who} a secret: …{there.decode()}… or …{here.decode()}…"
    )


def _count_changed(log: Sequence[Event], twin: list[Event], report: "Report") -> None:
    for event, changed in zip(log, twin, strict=True):
        if event != changed:
            report.changed[_kind(event)] += 1


def _kind(event: Event) -> str:
    return str(msgspec.to_builtins(event.action)["do"])
