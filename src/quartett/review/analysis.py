"""A game judged event by event: what was luck, what was skill, and that both explain the result.

At every event the winning chances of all seats change. What a decision gave away is skill: its
seat loses it, the others gain it in proportion to their chances. Everything else is luck. So
luck and skill always add up to result less start, whatever the values are; with exact values the
luck of a decision is 0.
"""

import math
from collections.abc import Callable, Collection, Iterator, Sequence
from itertools import pairwise
from typing import Final

import msgspec

from quartett.core.event import CHANCE, Action, Event, Seat
from quartett.core.game import Game
from quartett.core.parts import part
from quartett.core.record import Record
from quartett.core.state import State
from quartett.review.playouts import Playouts
from quartett.review.report import (
    ChanceEvent,
    Decision,
    Review,
    SeatReview,
    Step,
    grade,
    kinds_of,
)
from quartett.review.sentences import sentence
from quartett.review.values import Judge, Judgement, Values, shares_of

VERSION: Final = 6
"""Of the values: a stored review of another version is made again when somebody asks for it."""
COUNTED: Final = 2
"""From this version on the form of seats is the same, so that statistics can count them."""


def review(record: Record, progress: Callable[[int, int], object] | None = None) -> Review:
    """The whole game reviewed; `progress` is called with events judged and events in all.

    >>> import quartett
    >>> game = quartett.play("calavera", ["easy", "expert"], seed=1)
    >>> first, second = quartett.review.review(game).seats
    >>> abs(first.luck + first.skill - (first.result - first.start)) < 1e-9
    True
    """
    reviewing = Reviewing(record)
    for judged, _ in enumerate(reviewing.steps(), start=1):
        if progress is not None:
            progress(judged, len(record.events))
    return reviewing.review()


def nothing_yet(record: Record) -> Review:
    """A review of which nothing has been computed: nobody is ahead."""
    players = record.head.players
    even = (1 / players,) * players
    return Review(
        game=record.head.game, version=VERSION, exact=False, playouts=False,
        events=len(record.events), start=even, start_scores=record.start().scores(), steps=(),
        seats=(),
    )  # fmt: skip


class Reviewing:
    """A review being made: `review` gives what there is of it at any time."""

    def __init__(
        self, record: Record, judge: Judge | None = None, stood_in: Collection[int] = ()
    ) -> None:
        """`stood_in`: places of events that a bot or a clock made for the person in the seat."""
        self.record = record
        self._stood_in = frozenset(stood_in)
        self.judge = judge or judge_of(record.game, record)
        self._states = list(record.replay())
        self._given = record.head.given
        self._steps: list[Step] = []
        for before, event in zip(self._states, record.events[: self._given], strict=False):
            self.judge.observe(before, event)
        self._start = self.judge.value(self._states[self._given])
        self._given_up = (0.0,) * record.head.players

    def steps(self) -> Iterator[Step]:
        """Judge one event after the other, to the end; what was given is nobody's doing."""
        now, nothing = self._start, (0.0,) * self.record.head.players
        moves = pairwise(self._states)
        for place, (event, (before, after)) in enumerate(
            zip(self.record.events, moves, strict=True)
        ):
            if place < self._given:
                self._steps.append(
                    Step(
                        place=place, chances=now.shares, luck=nothing, skill=nothing,
                        scores=after.scores(),
                    )
                )  # fmt: skip
                yield self._steps[-1]
                continue
            judged = self._judged(before, event)
            self.judge.observe(before, event)
            then = self.judge.value(after)
            final = self._final(place) or then.shares
            skill = _skill(now.shares, event, judged)
            if place == len(self.record.events) - 1:
                self._given_up = _minus(final, then.shares)
                skill = _plus(skill, self._given_up)
            luck = _minus(_minus(final, now.shares), skill)
            error = math.hypot(now.error, then.error)
            step = Step(
                place=place, chances=final, luck=luck, skill=skill, scores=after.scores(),
                decision=self._decision(place, before, event, judged),
                chance=_chance(place, event, judged, luck, error),
            )  # fmt: skip
            self._steps.append(step)
            now = then
            yield step

    def decision_at(self, place: int, event: Event) -> Decision:
        """What this event would have been worth there; on a review of which nothing is made."""
        since = slice(self._given, place)
        for before, happened in zip(self._states[since], self.record.events[since], strict=False):
            self.judge.observe(before, happened)
        before = self._states[place]
        before.check(event.actor, event.action)
        found = self._decision(place, before, event, self._judged(before, event))
        assert found is not None  # chance decides nothing
        return found

    def review(self) -> Review:
        """What has been judged so far."""
        return Review(
            game=self.record.head.game,
            version=VERSION,
            exact=self.judge.exact,
            playouts=isinstance(self.judge, Playouts),
            events=len(self.record.events),
            start=self._start.shares,
            start_scores=self._states[0].scores(),
            steps=tuple(self._steps),
            seats=tuple(self._seat(seat) for seat in range(self.record.head.players)),
        )

    def _judged(self, before: State, event: Event) -> Judgement | None:
        if event.actor == CHANCE:
            return None
        return self.judge.decision(before, int(event.actor), event.action)

    def _final(self, place: int) -> tuple[float, ...] | None:
        """The result as the record has it: who gave up has lost, whatever the scores."""
        result = self.record.result
        if result is None or place < len(self.record.events) - 1:
            return None
        return shares_of(self.record.head.players, result.winners)

    def _decision(
        self, place: int, before: State, event: Event, judged: Judgement | None
    ) -> Decision | None:
        if judged is None:
            return None
        seat, regret = int(event.actor), judged.regret
        best = judged.best if regret > 0 else event.action
        return Decision(
            place=place, seat=seat, kind=judged.kind, played=_form(event.action),
            best=_form(best), value=judged.value, best_value=max(judged.best_value, judged.value),
            regret=regret, grade=grade(regret), exact=judged.exact, error=judged.error,
            reason=judged.reason if regret > 0 else "", facts=judged.facts if regret > 0 else {},
            text=sentence(self.record.game, event.action, best, judged),
            stand_in=place in self._stood_in,
        )  # fmt: skip

    def _seat(self, seat: Seat) -> SeatReview:
        steps = self._steps
        own = [
            step.decision
            for step in steps
            if step.decision is not None
            and step.decision.seat == seat
            and not step.decision.stand_in
        ]
        result = steps[-1].chances[seat] if steps else self._start.shares[seat]
        skill = math.fsum(step.skill[seat] for step in steps)
        mine = min(0.0, self._given_up[seat]) - math.fsum(decision.regret for decision in own)
        errors = [step.chance.error for step in steps if step.chance is not None]
        return SeatReview(
            seat=seat,
            name=self.record.head.seats[seat],
            start=self._start.shares[seat],
            result=result,
            luck=math.fsum(step.luck[seat] for step in steps),
            error=math.sqrt(math.fsum(error**2 for error in errors)),
            revised=math.fsum(step.luck[seat] for step in steps if step.chance is None),
            skill=skill,
            own=mine,
            others=skill - mine,
            kinds=kinds_of(own),
        )


def judge_of(game: Game, record: Record) -> Judge:
    """The game's own judge; bots that play on from each position where it has none."""
    values = part(game, Values)
    if values is None:
        return Playouts(game, record.start())
    return values.judge(record.start())


def _skill(now: Sequence[float], event: Event, judged: Judgement | None) -> tuple[float, ...]:
    if judged is None or judged.regret <= 0:
        return (0.0,) * len(now)
    seat = int(event.actor)
    if judged.shift:
        return judged.shift
    others = [0.0 if other == seat else share for other, share in enumerate(now)]
    rest = sum(others)
    gains = [share / rest if rest > 0 else 1 / (len(now) - 1) for share in others]
    return tuple(
        -judged.regret if other == seat else judged.regret * gain
        for other, gain in enumerate(gains)
    )


def _chance(
    place: int, event: Event, judged: Judgement | None, luck: tuple[float, ...], error: float
) -> ChanceEvent | None:
    """An event of chance, or a decision that brought something unknown to light."""
    kind = _name(event.action) if judged is None else judged.reveals
    return ChanceEvent(place=place, kind=kind, luck=luck, error=error) if kind else None


def _name(action: Action) -> str:
    return str(action.__struct_config__.tag)


def _form(action: Action) -> dict[str, object]:
    form: dict[str, object] = msgspec.to_builtins(action)
    return form


def _plus(one: Sequence[float], other: Sequence[float]) -> tuple[float, ...]:
    return tuple(a + b for a, b in zip(one, other, strict=True))


def _minus(one: Sequence[float], other: Sequence[float]) -> tuple[float, ...]:
    return tuple(a - b for a, b in zip(one, other, strict=True))
