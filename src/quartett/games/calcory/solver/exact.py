"""Small tables for two, solved exactly.

Both players forget nothing, so that a position is a matter of digits: which cards both have
seen, which nobody has, the bid, the lead and the turns left (the turn bound makes every line
end). The value is the mover's expected result: 1 for a win, ½ for a tie, 0 for a loss.

The one secret between two such players is which card of a set was put back. Games that can be
solved enclose the true one. A seat *holds the pen* if the other's returns are shown to it and
its own are decided only when somebody turns the card: the set stays a set, and the holder
names the digit. It can do all it can do in the true game, and knows more, so its value there
is an upper bound of its true value, and the other seat's a lower bound. Where nobody holds the
pen every return is shown.
"""

from collections.abc import Callable, Iterator
from typing import Final, TypeAlias

from msgspec import Struct

from quartett.games.calcory.layout.cards import GOAL, Layout
from quartett.games.calcory.solver.counts import NO_CARDS, ONE, count, digits_of, pack, size

MOVER: Final = 0
OTHER: Final = 1
NOBODY: Final = 2
"""The holder of a set that neither player knows: chance names the digit."""
SURE: Final = 1 - 1e-12
_SWAP: Final = (OTHER, MOVER, NOBODY)

Sets: TypeAlias = tuple[tuple[int, tuple[int, ...]], ...]
"""Cards put back that are one of some digits: who names the digit, and the digits."""


class TurnPosition(Struct, frozen=True):
    """A position at any moment of a turn, seen from the player who moves; cards as counts."""

    known: int
    """Face-down cards that both have seen."""
    unseen: int
    sets: Sets = ()
    turned: int = NO_CARDS
    bid: int = NO_CARDS
    """The other player's standing bid; no cards: none."""
    lead: int = 0
    mine: bool = False
    """Whether the mover has collected cards."""
    theirs: bool = False
    turns: int = 1
    """Turns left, this one included."""
    pen: int = NOBODY
    """Who decides late what they put back."""

    @property
    def has_face_down(self) -> bool:
        return bool(self.known or self.unseen or self.sets)

    @property
    def can_stop(self) -> bool:
        if not self.turned:
            return False
        return self.mine or size(self.turned) > 1 or not self.has_face_down

    @property
    def beats(self) -> bool:
        """Whether stopping now makes a bid."""
        if not self.bid:
            return True
        mine, theirs = sum(digits_of(self.turned)), sum(digits_of(self.bid))
        return mine > theirs or (mine == theirs and size(self.turned) > size(self.bid))


class Step(Struct, frozen=True):
    """What a player can do."""

    kind: str
    """`known` turns a known digit, `new` an unseen card, `set` a set; `stop` and `pass`."""
    digit: int = -1
    number: int = -1
    """Which set."""


class TooLarge(Exception):
    """The search would need more positions than it was allowed."""


def opening(layout: Layout, turns: int, pen: int = NOBODY) -> TurnPosition:
    """The table as dealt."""
    return TurnPosition(NO_CARDS, pack(card.digit for card in layout.deck), turns=turns, pen=pen)


def solve(layout: Layout, turns: int, pen: int = NOBODY) -> float:
    """The start player's expected result under best play of both.

    >>> from quartett.games.calcory.layout.cards import small
    >>> round(solve(small(2, 2, "1467"), turns=8), 4)
    0.5833
    """
    return Solver().value(opening(layout, turns, pen))


def result(lead: int) -> float:
    return 1.0 if lead > 0 else 0.5 if lead == 0 else 0.0


class Solver:
    """Values by full search, every position once."""

    def __init__(
        self, budget: int = 10_000_000, horizon: Callable[[int, TurnPosition], float] | None = None
    ) -> None:
        self.budget = budget
        self.positions: dict[TurnPosition, float] = {}
        self._horizon = horizon
        """What a lead is worth when no turns are left; None: the game ends there."""

    def value(self, table: TurnPosition) -> float:
        found = self.positions.get(table)
        if found is None:
            if len(self.positions) >= self.budget:
                raise TooLarge(f"more than {self.budget} positions")
            found = self.positions[table] = self.settle(table)
        return found

    def settle(self, table: TurnPosition) -> float:
        """The value of the best step."""
        return best(self.after(table, step) for step in steps(table))

    def after(self, table: TurnPosition, step: Step) -> float:
        """The mover's expected result after this step."""
        kind, digit = step.kind, step.digit
        if kind == "known":
            return self._shown(table, digit, table.known - ONE[digit], table.unseen, table.sets)
        if kind == "new":
            return self._new(table)
        if kind == "set":
            return self.named(table, step.number)
        return self._stopped(table)

    def _new(self, table: TurnPosition) -> float:
        unseen, mean = table.unseen, 0.0
        for digit in range(10):
            if number := count(unseen, digit):
                then = self._shown(table, digit, table.known, unseen - ONE[digit], table.sets)
                mean += number * then
        return mean / size(unseen)

    def named(self, table: TurnPosition, number: int) -> float:
        """A set is turned, and its holder names the digit."""
        holder, digits = table.sets[number]
        each = [self.named_as(table, number, digit) for digit in digits]
        if holder == NOBODY:
            return sum(each) / len(each)
        return max(each) if holder == MOVER else min(each)

    def named_as(self, table: TurnPosition, number: int, digit: int) -> float:
        sets = table.sets[:number] + table.sets[number + 1 :]
        return self._shown(table, digit, table.known, table.unseen, sets)

    def _shown(self, table: TurnPosition, digit: int, known: int, unseen: int, sets: Sets) -> float:
        turned = table.turned + ONE[digit]
        then = TurnPosition(
            known,
            unseen,
            sets,
            turned,
            table.bid,
            table.lead,
            table.mine,
            table.theirs,
            table.turns,
            table.pen,
        )
        total = sum(digits_of(turned))
        if total == GOAL:
            return self.taken(then)
        if total > GOAL or count(turned, 0) > 1:
            return self.failed(then)
        return self.value(then)

    def _stopped(self, table: TurnPosition) -> float:
        """A stop, or a pass."""
        if not table.turned or not table.beats:
            return self.failed(table)
        return self.others_turn(table, table.known + table.bid, table.sets, table.turned, 0)

    def taken(self, table: TurnPosition) -> float:
        """Thirteen: all but one are won, and the best is put back."""
        gain = size(table.turned) - 1
        options = backs(table.known + table.bid, table.sets, table.turned, MOVER, table.pen)
        return max(self.others_turn(table, known, sets, NO_CARDS, gain) for known, sets in options)

    def failed(self, table: TurnPosition) -> float:
        """Nothing won: the cards go down, and the other takes a standing bid."""
        known = table.known + table.turned
        if not table.bid:
            return self.others_turn(table, known, table.sets, NO_CARDS, 0)
        if table.turns == 1:
            return self.end(table.lead, table)
        if size(table.bid) == 1:
            return result(table.lead - 1)
        return min(
            self.own_turn(table, known, sets)
            for known, sets in backs(known, table.sets, table.bid, OTHER, table.pen)
        )

    def own_turn(self, table: TurnPosition, known: int, sets: Sets) -> float:
        """The mover's next turn, after the other has spent theirs taking the bid."""
        lead, turns = table.lead - size(table.bid) + 1, table.turns - 2
        if turns == 0:
            return self.end(lead, table)
        return self.value(
            TurnPosition(known, table.unseen, sets, 0, 0, lead, table.mine, True, turns, table.pen)
        )

    def others_turn(
        self, table: TurnPosition, known: int, sets: Sets, bid: int, gain: int
    ) -> float:
        """The mover's expected result when the other player's turn begins."""
        lead, turns = table.lead + gain, table.turns - 1
        if turns == 0:
            return self.end(lead, table)
        mine = table.mine or gain > 0
        if sets:
            sets = tuple(sorted([(_SWAP[holder], digits) for holder, digits in sets]))
        return 1 - self.value(
            TurnPosition(
                known,
                table.unseen,
                sets,
                0,
                bid,
                -lead,
                table.theirs,
                mine,
                turns,
                _SWAP[table.pen],
            )
        )

    def end(self, lead: int, table: TurnPosition) -> float:
        return result(lead) if self._horizon is None else self._horizon(lead, table)


def best(values: Iterator[float]) -> float:
    """The greatest value; nothing is better than a sure win, so the rest is not looked at."""
    greatest = -1.0
    for value in values:
        if value > greatest:
            greatest = value
            if greatest >= SURE:
                break
    return greatest


def steps(table: TurnPosition) -> Iterator[Step]:
    """Everything the mover can do."""
    for digit in range(10):
        if count(table.known, digit):
            yield _KNOWN[digit]
    if table.unseen:
        yield _NEW
    for number, one in enumerate(table.sets):
        if one not in table.sets[:number]:
            yield Step("set", number=number)
    if table.can_stop:
        yield _STOP
    elif not table.turned and not table.has_face_down:
        yield _PASS


def backs(known: int, sets: Sets, cards: int, taker: int, pen: int) -> Iterator[tuple[int, Sets]]:
    """What the table may be after one of the cards is put back."""
    digits = tuple(sorted(set(digits_of(cards))))
    if taker == pen and len(digits) > 1:
        yield known, tuple(sorted((*sets, (taker, digits))))
        return
    for digit in digits:
        yield known + ONE[digit], sets


_KNOWN: Final = [Step("known", digit) for digit in range(10)]
_NEW: Final = Step("new")
_STOP: Final = Step("stop")
_PASS: Final = Step("pass")
