"""The expert: weighs points, tiles kept and what a play opens; solves the end of a game of two.

Where a clock is set, it also compares plays by simulation
(docs/decisions/calculissimo-expert.md has what each part gains).
"""

import math
import time
from typing import ClassVar

from quartett.bots import Bot
from quartett.core import state as core
from quartett.core.event import Action, Seen
from quartett.games.calculissimo.actions import Exchange
from quartett.games.calculissimo.board.moves.fast import Plays, find_plays
from quartett.games.calculissimo.board.tiles import spread, without
from quartett.games.calculissimo.bots.answering import answered
from quartett.games.calculissimo.bots.casual import laid
from quartett.games.calculissimo.bots.endgame import Endgame
from quartett.games.calculissimo.bots.judgement import (
    best_exchange,
    best_exchanges,
    weighed,
)
from quartett.games.calculissimo.bots.simulation import (
    PROGRAM,
    Choice,
    Effort,
    End,
    Memory,
    Unseen,
    best_choice,
    solve,
)
from quartett.games.calculissimo.view import PASS, View

SHARE = 0.5
"""How much of the time allowed the search for plays may take where it is not compiled, and a search
of the most gainful plays at the end."""
SIMULATED = 0.85
"""How much of it all searches together may take."""
LONGEST = 1.0
"""Seconds that are enough to solve an end."""
COMPARES = 1.0
"""Seconds that are enough to compare plays; the average is half of it."""
LEAST = 0.02
"""With fewer seconds than this a simulation says nothing."""
CANDIDATES = (12, 24)
"""How many plays are compared by simulation, those that seem best at sight: in a short time, and in
a long one."""
ALIKE = 2
"""How many of these may lay the same tiles in the same place in another order."""
INFERS = 0.1
"""How much of a simulation's time may go into what the others have, by what they played."""
EXCHANGES = 3
CLOSE = 80.0
"""A play or an exchange this much worse at sight is not compared."""


class Expert(Bot):
    name = "Diophant"
    character = "Counts the bag, keeps the tiles that multiply, and never opens a door for free."

    simulates: ClassVar[bool] = True
    """Whether it compares plays over sampled continuations."""
    solves: ClassVar[bool] = True
    """Whether it searches everything at the end of a game of two. It does this and simulates only
    with compiled kernels; until they are ready, it does without."""
    compares: ClassVar[float] = COMPARES
    courses: ClassVar[int] = 0
    """How many continuations are sampled where no clock is set. With none it judges at sight then,
    in milliseconds, and the same on every machine."""

    def __init__(self, seed: int = 0) -> None:
        super().__init__(seed)
        self._memory = Memory()

    def observe(self, seen: Seen) -> None:
        self._memory.observe(seen)

    def choose(self, view: core.View, deadline: float) -> Action:
        assert isinstance(view, View)
        if view.phase == "answer":
            return answered(view, self.rng, checks=1.0, doubts=0.0)
        now = time.monotonic()
        until = now + SHARE * (deadline - now)
        plays = find_plays(view.edition, view.board, view.rack, until=until)
        if not len(plays):
            return best_exchange(view)[0] if view.bag else PASS
        if nothing_hidden(view):
            return self._ended(view, plays, deadline)
        end = _until(deadline, self.compares) if self.may_simulate(deadline) else None
        if end is None:
            return self._weighed(view, plays)
        return self._simulated(view, plays, Effort(end, self.courses))

    def may_simulate(self, deadline: float) -> bool:
        """Whether there is a clock, or a number of courses instead."""
        return self.simulates and (deadline < math.inf or self.courses > 0)

    def _ended(self, view: View, plays: Plays, deadline: float) -> Action:
        """Nothing is hidden: the most gainful plays are searched first, then everything."""
        until = _until(deadline, LONGEST) if self.solves else None
        number = _searched(view, plays, deadline)
        if until is None:
            return laid(view, plays, number, self.rng)
        end = End(view.edition, view.board, view.rack, spread(view.unseen()), view.idle)
        solution = solve(end, plays, number, until)
        if solution is not None and solution.number is None:
            return PASS
        best = number if solution is None or solution.number is None else solution.number
        return laid(view, plays, best, self.rng)

    def _simulated(self, view: View, plays: Plays, effort: Effort) -> Action:
        options = compared(view, plays, CANDIDATES[effort.is_long])
        best = 0
        if len(options) > 1:
            choices = [choice for choice, _ in options]
            unseen = Unseen(view, self._memory, effort.part(INFERS))
            best = best_choice(view, unseen, choices, self.rng, effort)
        found = options[best][1]
        return found if isinstance(found, Exchange) else laid(view, plays, found, self.rng)

    def _weighed(self, view: View, plays: Plays) -> Action:
        best = weighed(view, plays)[0]
        if view.bag:
            exchange, value = best_exchange(view)
            if value > best.value:
                return exchange
        return laid(view, plays, best.number, self.rng)


def compared(view: View, plays: Plays, most: int) -> list[tuple[Choice, int | Exchange]]:
    """What is compared by simulation: this many plays, by their numbers, and some exchanges."""
    found = weighed(view, plays, most, CLOSE, alike=ALIKE)
    options: list[tuple[Choice, int | Exchange]] = [
        (Choice(int(plays.keys[p.number]), p.points, (), p.value), p.number) for p in found
    ]
    for exchange, value in best_exchanges(view, EXCHANGES) if view.bag else ():
        if value > found[0].value - CLOSE:
            kept = without(view.rack, exchange.tiles)
            options.append((Choice(0, 0, kept, value), exchange))
    return options


def nothing_hidden(view: View) -> bool:
    """In a game of two with an empty bag the other has what one does not see."""
    return view.players == 2 and view.bag == 0


def _until(deadline: float, longest: float) -> float | None:
    """When a compiled search has to end; None where there is no time or no compiled kernels."""
    now = time.monotonic()
    if deadline - now < LEAST or not PROGRAM.prepare():
        return None
    return math.inf if deadline == math.inf else now + min(longest, SIMULATED * (deadline - now))


def _searched(view: View, plays: Plays, deadline: float) -> int:
    now = time.monotonic()
    search = Endgame(view.edition, now + min(1.0, (deadline - now) * SHARE))
    return search.best(view.board, view.rack, spread(view.unseen()), plays)
