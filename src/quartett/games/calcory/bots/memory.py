"""A memory like a person's: it fades, and neighbours disturb it."""

import random
from collections import deque
from typing import Final

from msgspec import Struct

from quartett.core.event import Seen
from quartett.games.calcory.actions import Turn
from quartett.games.calcory.bots.beliefs import Beliefs, Knowledge
from quartett.games.calcory.layout.cards import STANDARD, Layout, Place
from quartett.games.calcory.view import View

LATELY: Final = 12
"""One who does not count judges the danger by this many of the last cards."""


class Habits(Struct, frozen=True):
    """How somebody remembers."""

    half_life: float
    """After this many cards shown, half of what was seen once is gone."""
    interference: float
    """The share of its strength that a trace loses when a card next to it is shown."""
    confusion: float
    """How often a disturbed trace is not lost, but remembered at the neighbour's place."""
    counts: bool
    """Whether the player keeps count of the digits that are out."""


class Trace(Struct):
    """What is left of one card seen at one place."""

    digit: int
    strength: float
    need: float
    """The trace is lost when its strength falls below this; drawn when the card is seen."""
    since: int
    """When its strength was last set, in cards shown."""


class Memory:
    """Traces of the cards seen. A trace starts at strength 1, halves in a half-life and is lost
    when it falls below a threshold drawn evenly from 0 to 1, so that the share of cards still
    remembered follows the forgetting curve. Seeing a card again renews its trace, with a lower
    threshold: repetition helps. All draws come from the bot's own seeded numbers.
    """

    def __init__(self, habits: Habits, rng: random.Random, layout: Layout = STANDARD) -> None:
        self.habits = habits
        self.exact = Beliefs(layout)
        self.traces: dict[Place, Trace] = {}
        self.clock = 0
        self._rng = rng
        self._fade = 0.5 ** (1 / habits.half_life)
        self._lately = deque((card.digit for card in layout.deck), maxlen=LATELY)

    def observe(self, seen: Seen) -> None:
        self.exact.observe(seen)
        if not isinstance(seen.action, Turn):
            return
        self.clock += 1
        place = Place(*seen.action.at)
        self._lately.append(seen.shows[1])
        self._imprint(place, seen.shows[1])
        for near in _neighbours(place):
            if near in self.traces:
                self._disturb(near, place)

    def knowledge(self, view: View) -> Knowledge:
        """What the player could say now; cards it put back itself are in its view."""
        truth = self.exact.knowledge(view)
        mine = {lying.at: lying.card.digit for lying in view.own}
        known = {place: digit for place in truth.known if (digit := self._recall(place, mine)) >= 0}
        unknown = [*truth.unknown, *truth.maybe, *(p for p in truth.known if p not in known)]
        confused = [p for p in unknown if p in self.traces and self._recall(p, mine) >= 0]
        known |= {place: self.traces[place].digit for place in confused}
        unknown = [place for place in unknown if place not in known]
        return Knowledge(known, {}, unknown, self._odds(truth, known))

    def _odds(self, truth: Knowledge, known: dict[Place, int]) -> list[int]:
        """One who counts knows which digits it cannot place; others expect what came lately."""
        if not self.habits.counts:
            lately = list(self._lately)
            return [lately.count(digit) for digit in range(10)]
        odds = list(truth.odds)
        for place, digit in truth.known.items():
            if place not in known:
                odds[digit] += 1
        return odds if any(odds) else [1] * 10

    def _recall(self, place: Place, mine: dict[Place, int]) -> int:
        """The digit remembered at a place, or −1."""
        if place in mine:
            return mine[place]
        trace = self.traces.get(place)
        if trace is None or self._strength(trace) < trace.need:
            return -1
        return trace.digit

    def _imprint(self, place: Place, digit: int) -> None:
        old = self.traces.get(place)
        need = self._rng.random()
        if old is not None and old.digit == digit:
            need *= old.need
        self.traces[place] = Trace(digit, 1.0, need, self.clock)

    def _disturb(self, near: Place, place: Place) -> None:
        trace = self.traces[near]
        strength = self._strength(trace) * (1 - self.habits.interference)
        trace.strength, trace.since = strength, self.clock
        if strength < trace.need:
            del self.traces[near]
            if self._rng.random() < self.habits.confusion:
                astray = self._rng.choice(_neighbours(near))
                if astray != place:
                    self.traces[astray] = Trace(trace.digit, 1.0, self._rng.random(), self.clock)

    def _strength(self, trace: Trace) -> float:
        return float(trace.strength * self._fade ** (self.clock - trace.since))


def _neighbours(place: Place) -> list[Place]:
    row, col = place
    around = [(row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)]
    return [Place(r, c) for r, c in around if 0 <= r < 6 and 0 <= c < 10]
