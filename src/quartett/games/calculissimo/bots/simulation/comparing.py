"""Plays compared by how the game may go on, over many shuffles of the tiles one does not see.

Every choice is followed through the same shuffles, so that luck is the same for all of them. They
are compared in rounds, and after each round the worse half is dropped (sequential halving), as is
whatever is surely worse than the best meanwhile.
"""

import math
import random
import time
from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from quartett.core.arrays import Floats, Ints, np
from quartett.games.calculissimo.board.grid import is_empty
from quartett.games.calculissimo.board.tiles import count
from quartett.games.calculissimo.bots.simulation.courses import follow
from quartett.games.calculissimo.bots.simulation.engine import PROGRAM, new_course, sides
from quartett.games.calculissimo.bots.simulation.fields import Side, lay
from quartett.games.calculissimo.bots.simulation.unseen import Unseen
from quartett.games.calculissimo.view import View

NOISE: Final = (6.0, 11.0, 40.0)
"""How many courses it takes until what the first turn after a play shows counts half, and likewise
what each later one adds: the variance of a single course over that of the truth, measured in 13
positions with 250 courses each."""
LONG: Final = 0.3
"""With fewer seconds than this only two turns are played."""
LONG_COURSES: Final = 800
"""With fewer courses likewise."""
BATCH: Final = 4
"""Shuffles between two looks at the clock."""
COURSES: Final = 400
"""How many courses are played where no clock is set."""
FIRST: Final = 16
"""Shuffles before the first choice is dropped."""
SURELY: Final = 3.0
"""A choice this many standard errors behind the best is dropped."""
ALIKE: Final = 0.001
"""A standard error of chances to win that does not matter: a point or two."""
SCALE: Final = (-95.0, 37.6)
"""Points that make a lead e times as likely to win, as reviews have it."""
SURE: Final = 1.0
SLOPE: Final = 1e-5
"""Of equal chances to win the one with more points is better."""


class Choice(Struct, frozen=True):
    """A play by its key, or an exchange with the key 0; points, and the tiles it keeps."""

    key: int
    points: int
    kept: tuple[str, ...]
    value: float
    """What it seems worth at sight."""


class Effort(Struct, frozen=True):
    """How long choices are compared: until the clock says so, or by a number of courses."""

    until: float = math.inf
    courses: int = COURSES

    @property
    def is_long(self) -> bool:
        """Whether there is time to look further, at more choices."""
        if self.until == math.inf:
            return self.courses >= LONG_COURSES
        return self.until - time.monotonic() > LONG

    def part(self, share: float) -> float:
        """When this share of it is over, from now on."""
        now = time.monotonic()
        return now + share * (self.until - now)

    def spent(self, began: float, courses: int) -> float:
        """Which part of it has been spent, 1 or more when it is over."""
        if self.until == math.inf:
            return courses / self.courses
        now = time.monotonic()
        return 1.0 if now >= self.until else (now - began) / (self.until - began)


def best_choice(
    view: View, unseen: Unseen, choices: Sequence[Choice], rng: random.Random, effort: Effort
) -> int:
    """The number of the best choice."""
    began = time.monotonic()
    with PROGRAM.timed():
        comparison = Comparison(Simulation(view, 3 if effort.is_long else 2), choices)
        rounds = math.ceil(math.log2(len(choices)))
        for number in range(1, rounds + 1):
            while not comparison.is_settled():
                if effort.spent(began, comparison.courses) >= number / rounds:
                    break
                comparison.go_on(unseen.shuffles(rng, BATCH), effort.until)
            comparison.halve()
        return comparison.alive[0]


class Comparison:
    """What is known of the choices that are still compared."""

    def __init__(self, simulation: "Simulation", choices: Sequence[Choice]) -> None:
        self.simulation = simulation
        self.choices = choices
        self.alive = list(range(len(choices)))
        self.courses = 0
        self.sight = simulation.at_sight(choices)
        self.found = np.zeros((len(choices), 0, simulation.turns))
        """For each choice alive, shuffle and turn the chance to win."""

    def go_on(self, shuffles: Ints, until: float) -> None:
        """Follow all choices through some more shuffles; in vain if time runs out meanwhile."""
        found = []
        for one in self.alive:
            if time.monotonic() > until:
                return
            found.append(self.simulation.chances(self.choices[one], shuffles))
        self.courses += len(shuffles) * len(found)
        self.found = np.concatenate([self.found, np.array(found)], axis=1)
        self.drop_hopeless()

    def halve(self) -> None:
        """Drop the worse half."""
        order = np.argsort(-self.values(), kind="stable")
        self._keep(order[: (len(order) + 1) // 2])

    def is_settled(self) -> bool:
        """Whether it hardly matters any more which choice is taken."""
        return len(self.alive) == 1 or bool(
            self.found.shape[1] >= FIRST and self._errors().max() < ALIKE
        )

    def values(self) -> Floats:
        """The estimated chance to win after each choice that is still compared."""
        sight = self.sight[self.alive]
        if not self.found.shape[1]:
            return sight
        weights = self._weights()
        values: Floats = (1 - weights.sum()) * sight + self.found.mean(axis=1) @ weights
        return values

    def _weights(self) -> Floats:
        """How much each turn counts.

        The further a turn is away, the more it varies and the less it tells: what it adds to the
        turns before counts the more, the more courses have been played.
        """
        samples = self.found.shape[1]
        trust = [samples / (samples + noise) for noise in NOISE[: self.simulation.turns]]
        weights: Floats = np.array(trust) - np.array([*trust[1:], 0.0])
        return weights

    def _errors(self) -> Floats:
        """How uncertain it is how far each choice is from the best: standard errors."""
        courses = self.found @ self._weights()
        differences = courses - courses[self.values().argmax()]
        errors: Floats = differences.std(axis=1) / math.sqrt(self.found.shape[1])
        return errors

    def drop_hopeless(self) -> None:
        """Drop what is surely worse than the best."""
        if self.found.shape[1] >= FIRST:
            values = self.values()
            self._keep(np.flatnonzero(values.max() - values <= SURELY * self._errors()))

    def _keep(self, places: Ints) -> None:
        self.alive = [self.alive[place] for place in places]
        self.found = self.found[places]


class Simulation:
    """A position to play on from, with room for the game as it goes on."""

    def __init__(self, view: View, turns: int) -> None:
        assert view.seat is not None
        self.view = view
        self.turns = turns
        self.base = sides(view.edition, view.board)
        self.after: tuple[Side, Side] = (self.base[0].copy(), self.base[1].copy())
        seats = [(view.seat + step) % view.players for step in range(view.players)]
        self.sizes = np.array([view.rack_sizes[seat] for seat in seats], np.int64)
        self.points = np.array([view.scores[seat] for seat in seats], np.int64)
        self.course = new_course(view.edition, view.players, sum(view.unseen()))

    def at_sight(self, choices: Sequence[Choice]) -> Floats:
        """The chances to win as far as one can see without playing on."""
        lead = self.points[0] - self.points[1:].max()
        values = np.array([choice.value for choice in choices])
        unplayed = sum(self.view.unseen()) + len(self.view.rack)
        return _chances(lead + values - values.max(), np.full(len(values), unplayed))

    def chances(self, choice: Choice, shuffles: Ints) -> Floats:
        """For each shuffle and turn the chance to win as it stands then."""
        return _chances(*self.leads(choice, shuffles))

    def leads(self, choice: Choice, shuffles: Ints) -> tuple[Floats, Ints]:
        """For each shuffle and turn how far one is ahead then, and how many tiles are to come."""
        ahead = np.zeros((len(shuffles), self.turns), np.int64)
        unplayed = np.zeros((len(shuffles), self.turns), np.int64)
        for after, base in zip(self.after, self.base, strict=True):
            after[:] = base
        rack = np.array([0, *count(self.view.rack)], np.int64)
        if choice.key:
            PROGRAM[lay](*self.after, choice.key, rack)
        else:
            rack = np.array([0, *count(choice.kept)], np.int64)
        whole = choice.key >> 11 & 15 == self.view.edition.rack and self.view.bag > 0
        first = not choice.key and is_empty(self.view.board)
        standing = self.points.copy()
        standing[0] += choice.points
        PROGRAM[follow](
            self.course, *self.after, rack, self.sizes, shuffles, standing,
            self.view.edition.centre if first else -1, int(whole), ahead, unplayed,
        )  # fmt: skip
        return ahead / 1000, unplayed


def _chances(ahead: Floats, unplayed: Ints) -> Floats:
    """What leads are worth with this many tiles to come."""
    base, more = SCALE
    scale = np.maximum(SURE, base + more * np.sqrt(unplayed))
    chances: Floats = 1 / (1 + np.exp(-np.clip(ahead / scale, -50, 50))) + SLOPE * ahead
    return chances
