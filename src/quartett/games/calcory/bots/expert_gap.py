"""How close the expert comes to perfect play on tables that can be solved.

The opponent holds the pen (see `solver`): it is shown what the expert puts back and decides
late what it put back itself. The expert's result against it is computed exactly, by walking
through every position with the expert's own decisions; against an opponent who plays best as
the solver does, and against one who knows the expert's every move in advance. A perfect player
gets what the solver says; nobody can get more.
"""

from functools import lru_cache
from typing import Final

from msgspec import Struct

from quartett.games.calcory.bots.planning import decide, digit_back
from quartett.games.calcory.bots.search import Plan, Position
from quartett.games.calcory.layout.cards import Layout
from quartett.games.calcory.solver.counts import NO_CARDS, ONE, digits_of, size, unpack
from quartett.games.calcory.solver.exact import (
    MOVER,
    OTHER,
    Solver,
    Step,
    TurnPosition,
    opening,
    steps,
)

EVEN: Final = 1e-9
"""Values as close as this are equal."""


class Measure(Struct, frozen=True):
    """Expected results of one seat."""

    optimal: float
    """Under best play of both."""
    expert: float
    """The expert's, against best play."""
    worst: float
    """The expert's, against the one opponent who plays best against the expert."""

    @property
    def loss(self) -> float:
        """The share of the optimal result that the expert gives away against best play."""
        return 1 - self.expert / self.optimal


def measure(layout: Layout, turns: int, first: bool) -> Measure:
    """The expert on this table, as start player or not."""
    start = opening(layout, turns, OTHER if first else MOVER)
    best = Solver()
    results = [best.value(start), Against(best).value(start), Walk().value(start)]
    return Measure(*(value if first else 1 - value for value in results))


class Walk(Solver):
    """Whoever holds the pen knows how the expert plays, and the other is the expert."""

    def settle(self, table: TurnPosition) -> float:
        if table.pen == MOVER:
            return super().settle(table)
        return self.after(table, _step(table))

    def taken(self, table: TurnPosition) -> float:
        if table.pen == MOVER:
            return super().taken(table)
        known, gain = table.known + table.bid, size(table.turned) - 1
        after = _position(table, known, table.lead + gain, table.theirs, table.turns)
        back = _back(after, digits_of(table.turned))
        return self.others_turn(table, known + ONE[back], table.sets, NO_CARDS, gain)

    def failed(self, table: TurnPosition) -> float:
        """Where the expert's own bid has stood, it takes it and puts one card back."""
        bid = size(table.bid)
        if table.pen == OTHER or bid < 2 or table.turns == 1:
            return super().failed(table)
        known = table.known + table.turned
        lead = bid - 1 - table.lead
        after = _position(table, known, lead, table.mine, table.turns - 1)
        back = _back(after, digits_of(table.bid))
        return self.own_turn(table, known + ONE[back], table.sets)


class Against(Walk):
    """Whoever holds the pen plays best as the solver does, whoever the other is.

    Of steps that are equally good it takes the one that is worst for the expert.
    """

    def __init__(self, best: Solver) -> None:
        super().__init__()
        self.best = best

    def settle(self, table: TurnPosition) -> float:
        if table.pen != MOVER:
            return super().settle(table)
        options = list(steps(table))
        values = [self.best.after(table, step) for step in options]
        return max(
            self.after(table, step)
            for step, value in zip(options, values, strict=True)
            if value >= max(values) - EVEN
        )

    def named(self, table: TurnPosition, number: int) -> float:
        holder, digits = table.sets[number]
        sign = 1 if holder == MOVER else -1
        values = [sign * self.best.named_as(table, number, digit) for digit in digits]
        return sign * max(
            sign * self.named_as(table, number, digit)
            for digit, value in zip(digits, values, strict=True)
            if value >= max(values) - EVEN
        )


def _step(table: TurnPosition) -> Step:
    only, *more = steps(table)
    if not more:
        return only
    plan = _decision(table)
    if plan.kind == "new":
        return Step("new")
    if plan.kind == "maybe":
        digits = [one for _, one in table.sets]
        return Step("set", number=digits.index(plan.digits))
    return Step("known", plan.digits[0]) if plan.digits else Step("stop")


@lru_cache(maxsize=1 << 16)
def _decision(table: TurnPosition) -> Plan:
    return decide(
        Position(
            unpack(table.known),
            tuple(digits for _, digits in table.sets),
            unpack(table.unseen),
            digits_of(table.turned),
            digits_of(table.bid) or None,
            1 if table.mine else 2,
            table.lead,
            2,
            table.theirs,
            table.turns,
        )
    )


@lru_cache(maxsize=1 << 16)
def _back(after: Position, cards: tuple[int, ...]) -> int:
    return digit_back(after, cards, solving=True)


def _position(table: TurnPosition, known: int, lead: int, theirs: bool, turns: int) -> Position:
    """The table after the expert has taken cards, before it puts one back."""
    return Position(
        unpack(known),
        tuple(digits for _, digits in table.sets),
        unpack(table.unseen),
        (),
        None,
        1,
        lead,
        2,
        theirs,
        turns,
    )
