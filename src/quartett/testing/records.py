"""Checks of a whole game: the record reads back, replays from every prefix, proves its chance."""

import random
from collections.abc import Sequence

from quartett.core import fairness
from quartett.core.event import CHANCE, Event
from quartett.core.game import Game
from quartett.core.record import Head, Record, Result
from quartett.core.state import Options, State
from quartett.core.verify import verify
from quartett.testing.failure import demand
from quartett.testing.states import encoded


def check(
    game: Game,
    options: Options,
    states: Sequence[State],
    log: Sequence[Event],
    secrets: fairness.Secrets,
    rng: random.Random,
) -> None:
    last = states[-1]
    head = Head.of(game, options, [f"P{seat + 1}" for seat in range(last.players)], secrets)
    result = Result(last.scores(), last.winners(), secrets.secret.hex())
    record = Record(head, tuple(log), result)
    _check_text(record)
    _check_notation(game, log, rng)
    _check_prefixes(record, states, rng)
    _check_fairness(record, states, rng)


def _check_text(record: Record) -> None:
    text = "\n".join(record.lines())
    demand(Record.parse(text) == record, "the record does not read back as it was written")


def _check_notation(game: Game, log: Sequence[Event], rng: random.Random) -> None:
    for event in rng.sample(log, min(len(log), 12)):
        demand(game.event(str(event)) == event, f"{str(event)!r} does not read back as {event!r}")


def _check_prefixes(record: Record, states: Sequence[State], rng: random.Random) -> None:
    for state, again in zip(states, record.replay(), strict=True):
        demand(state == again, "the replay comes to another state")
    cut = rng.randrange(len(record.events) + 1)
    text = "\n".join(list(record.lines())[: cut + 1])
    *_, end = Record.parse(text).replay()
    demand(encoded(end) == encoded(states[cut]), f"the first {cut} events replay to another state")


def _check_fairness(record: Record, states: Sequence[State], rng: random.Random) -> None:
    for finding in verify(record):
        demand(finding.ok, f"a fair record does not verify: {finding.text}")
    places = [place for place, event in enumerate(record.events) if event.actor == CHANCE]
    if not places:
        return
    place = rng.choice(places)
    state, true = states[place], record.events[place].action
    for _ in range(20):
        false = state.sample(rng)
        if false != true:
            altered = (*record.events[:place], Event(CHANCE, false), *record.events[place + 1 :])
            findings = verify(Record(record.head, altered, record.result))
            demand(
                not all(f.ok for f in findings), f"event {place} was altered, and nobody noticed"
            )
            return
