"""The end of a game solved, not guessed: once few secrets are left, search decides alone."""

import math
import time
from collections.abc import Callable, Iterator
from functools import cache, lru_cache
from itertools import chain

from quartett.games.calcory.bots.leaves import JUNK, SWING
from quartett.games.calcory.bots.search import Plan, Position
from quartett.games.calcory.bots.sums import wasted
from quartett.games.calcory.layout.cards import GOAL
from quartett.games.calcory.solver.counts import NO_CARDS, ONE, count, digits_of, pack, size
from quartett.games.calcory.solver.exact import (
    OTHER,
    SURE,
    Solver,
    TooLarge,
    TurnPosition,
    best,
    steps,
)

SECRETS = 3
"""The end begins with at most this many unseen cards and sets, or at a small table:"""
SMALL = 12
"""with at most this many face-down cards in all."""
BUDGET = 8_000
"""Ends of turns looked at for one decision, some microseconds each."""
BUDGET_FEW = 20_000
"""With so few cards left that looking to the very end is within reach:"""
FEW = 6
BUDGET_SMALL = 90_000
"""On a small table with many secrets; a real game hardly ever comes to one."""
DEEPEST = 10
"""Turns looked ahead at most."""
LOOK = 256
"""Ends between two looks at the clock."""


class Endgame(Solver):
    """The solver with whole turns for steps: first the new cards, then known ones all at once.

    To turn a new card before a known one is hardly ever worse, but for this: thirteen is taken
    at once, so that a known zero must lie open before the card that makes it. Against the full
    search that costs nothing on most small tables, and 0.2 % on 2 × 4 with 11446677 and 6 turns.
    """

    def __init__(
        self,
        ends: int = 100_000_000,
        horizon: Callable[[int, TurnPosition], float] | None = None,
        until: float = math.inf,
    ) -> None:
        super().__init__(ends, horizon)
        self.ends = 0
        self.until = until

    def settle(self, table: TurnPosition) -> float:
        return best(value for value, _ in self._options(table))

    def options(self, table: TurnPosition) -> list[tuple[float, Plan]]:
        return list(self._options(table))

    def _options(self, table: TurnPosition) -> Iterator[tuple[float, Plan]]:
        found = False
        for option in chain(self._ends(table), self._draws(table), self._waste(table)):
            found = True
            yield option
        if not found:
            yield from self._steps(table)

    def _waste(self, table: TurnPosition) -> Iterator[tuple[float, Plan]]:
        digits = wasted(digits_of(table.known), digits_of(table.turned))
        if digits is not None:
            yield self.failed(table), Plan(0.0, "fail", digits)

    def _ends(self, table: TurnPosition) -> Iterator[tuple[float, Plan]]:
        for cards in subsets(table.known, GOAL - sum(digits_of(table.turned))):
            if (value := self._with(table, cards)) >= 0:
                yield value, cards_plan(table, cards)

    def _with(self, table: TurnPosition, cards: int) -> float:
        """The value of turning these known cards and ending the turn; below 0: impossible."""
        self._count()
        turned = table.turned + cards
        if count(turned, 0) > 1:
            return -1.0
        then = TurnPosition(
            table.known - cards,
            table.unseen,
            table.sets,
            turned,
            table.bid,
            table.lead,
            table.mine,
            table.theirs,
            table.turns,
            table.pen,
        )
        if sum(digits_of(turned)) == GOAL:
            return self.taken(then)
        return self._stopped(then) if then.can_stop else -1.0

    def _count(self) -> None:
        self.ends += 1
        if self.ends > self.budget:
            raise TooLarge(f"more than {self.budget} ends of turns")
        if self.ends % LOOK == 0 and time.monotonic() > self.until:
            raise TooLarge("out of time")

    def _draws(self, table: TurnPosition) -> Iterator[tuple[float, Plan]]:
        for step in steps(table):
            if step.kind == "new":
                yield self.after(table, step), Plan(0.0, "new")
            elif step.kind == "set":
                yield self.after(table, step), Plan(0.0, "maybe", table.sets[step.number][1])
            elif step.kind == "pass":
                yield self.after(table, step), Plan(0.0, "bid")
            elif step.digit == 0 and not count(table.turned, 0) and (table.unseen or table.sets):
                yield self.after(table, step), Plan(0.0, "step", (0,))

    def _steps(self, table: TurnPosition) -> Iterator[tuple[float, Plan]]:
        """Known cards that cannot end a turn as one would like, one by one."""
        for step in steps(table):
            yield self.after(table, step), Plan(0.0, "step", (step.digit,))


def solve(position: Position, until: float = math.inf, ends: int | None = None) -> list[Plan]:
    """All options by as deep a search as the budget allows, best first; empty if that is none.

    `ends` is the budget: how many ends of turns may be looked at.
    """
    if not fits(position):
        return []
    if _only_new(position):
        return [Plan(0.0, "new")]
    found: list[Plan] = []
    for solver, depth in _deeper(position, until, ends):
        try:
            options = solver.options(table(position, depth))
        except TooLarge:
            continue
        found = [Plan(value, plan.kind, plan.digits, plan.back) for value, plan in options]
        if len(found) == 1 or max(plan.value for plan in found) >= SURE:
            break
    return sorted(found, key=lambda plan: -plan.value)


def backs(
    after: Position, cards: tuple[int, ...], until: float = math.inf, ends: int | None = None
) -> dict[int, float]:
    """The value of putting each digit back; empty if the table is too large."""
    found: dict[int, float] = {}
    if not fits(after):
        return found
    for solver, depth in _deeper(after, until, ends):
        here = table(after, depth)
        try:
            found = {
                digit: solver.others_turn(here, here.known + ONE[digit], here.sets, NO_CARDS, 0)
                for digit in sorted(set(cards))
            }
        except TooLarge:
            continue
    return found


def _only_new(position: Position) -> bool:
    """Whether the next card must be one that nobody has seen."""
    secret = not any(position.known) and not position.maybe
    return secret and len(position.turned) < position.must and any(position.unseen)


def _deeper(
    position: Position, until: float, ends: int | None = None
) -> Iterator[tuple[Endgame, int]]:
    """Solvers for more and more turns, to the end of the game or of the budget.

    A short game with many secrets is tried whole first: the way there would use up the budget.
    """
    left = _budget(position) if ends is None else ends
    turns = DEEPEST if position.turns is None else position.turns
    if turns < DEEPEST and _secrets(position) > SECRETS:
        solver = Endgame(left, None, until)
        yield solver, turns
        if solver.ends <= left:
            return
        left = BUDGET if ends is None else ends
    for depth in range(min(2, turns), min(DEEPEST, turns) + 1):
        whole = depth == position.turns
        solver = Endgame(left, None if whole else _outlook, until)
        yield solver, depth
        left -= solver.ends
        if left <= 0:
            return


def fits(position: Position) -> bool:
    few = _secrets(position) <= SECRETS or position.face_down <= SMALL
    return position.players == 2 and few


def _budget(position: Position) -> int:
    if _secrets(position) > SECRETS:
        return BUDGET_SMALL
    return BUDGET_FEW if position.face_down <= FEW else BUDGET


def _secrets(position: Position) -> int:
    return sum(position.unseen) + len(position.maybe)


def table(position: Position, turns: int) -> TurnPosition:
    """As the expert sees it: the other holds the pen. To expect the worst of what others put
    back is the safe side, and the value is one that nobody can take away.
    """
    return TurnPosition(
        _packed(position.known),
        _packed(position.unseen),
        tuple(sorted((OTHER, digits) for digits in position.maybe)),
        pack(position.turned),
        pack(position.bid or ()),
        position.lead,
        position.must == 1,
        position.theirs,
        turns,
        OTHER,
    )


@lru_cache(maxsize=1 << 14)
def subsets(known: int, most: int) -> tuple[int, ...]:
    """All choices of these cards with a sum up to this, the empty one too."""
    found = [(NO_CARDS, 0)]
    for digit in range(10):
        copies = count(known, digit) if digit else min(count(known, 0), 1)
        for cards, total in list(found):
            for number in range(1, copies + 1):
                if total + number * digit > most:
                    break
                found.append((cards + number * ONE[digit], total + number * digit))
    return tuple([cards for cards, _ in found])


def cards_plan(table: TurnPosition, cards: int) -> Plan:
    digits = digits_of(cards)
    total = sum(digits) + sum(digits_of(table.turned))
    return Plan(0.0, "hit" if total == GOAL else "bid", digits)


def _packed(counts: tuple[int, ...]) -> int:
    return sum(number * one for number, one in zip(counts, ONE, strict=True))


def _outlook(lead: int, table: TurnPosition) -> float:
    """The chance to win with a lead where the search stops."""
    return _chance(lead, size(table.known) + size(table.unseen) + len(table.sets))


@cache
def _chance(lead: int, cards: int) -> float:
    return 1 / (1 + math.exp(-lead / (SWING * (math.sqrt(max(cards - JUNK, 1)) + 0.2))))
