"""One turn thought through to all its ends: which cards, when to stop, what to put back."""

import math
from collections.abc import Iterator
from typing import Protocol, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from quartett.core.arrays import np
from quartett.games.calcory.bots import prospects
from quartett.games.calcory.bots.leaves import Leaves, responses
from quartett.games.calcory.bots.sums import most, wasted, ways
from quartett.games.calcory.layout.cards import GOAL

LONGEST = 4
"""How many ways to thirteen are compared, the longest first."""
DRAWS = 2
"""How many new cards are looked ahead from a decision, and a third from low sums."""
LOW = 5

Digits: TypeAlias = tuple[int, ...]


class Position(Struct, frozen=True):
    """A decision in a turn, in digits; places do not matter to one who forgets nothing."""

    known: tuple[int, ...]
    """How many face-down cards of each digit this seat knows."""
    maybe: tuple[tuple[int, ...], ...]
    """Cards others put back: each is one of these."""
    unseen: tuple[int, ...]
    """How many cards of each digit were never turned."""
    turned: tuple[int, ...]
    bid: tuple[int, ...] | None
    """The digits of the standing bid."""
    must: int
    """How many cards to turn before a stop."""
    lead: int
    """Cards ahead of the best other player."""
    players: int = 2
    theirs: bool = True
    """Whether the others have collected cards."""
    turns: int | None = None
    """Turns left, this one included; None: no bound."""

    @property
    def beats_bid(self) -> bool:
        """Whether a stop now makes a bid."""
        if not self.turned or self.bid is None:
            return bool(self.turned)
        mine, theirs = sum(self.turned), sum(self.bid)
        return mine > theirs or (mine == theirs and len(self.turned) > len(self.bid))

    @property
    def face_down(self) -> int:
        return sum(self.known) + len(self.maybe) + sum(self.unseen)


class Plan(Struct, frozen=True):
    """What to do next: known digits to turn, or a new card, or a stop after them."""

    value: float
    kind: str
    """`hit`, `bid`, `fail`, `new`, `maybe` or `step` (one known card, then think again)."""
    digits: tuple[int, ...] = ()
    """The known cards still to turn; for `maybe` the digits it may be."""
    back: int = -1
    """For a hit: the digit to put back."""


def plans(position: Position) -> list[Plan]:
    """Everything sensible that can be done now, best first."""
    return Search(position).plans()


def overbid_chance(at: Position) -> float:
    """The chance that a stop here comes to nothing, if the others know what this seat knows."""
    if not at.beats_bid:
        return 1.0
    total, count = sum(at.turned), len(at.turned)
    known = np.array([at.known], np.int16)
    unseen = np.array([at.unseen], np.int16)
    one = (np.array([total], np.int16), np.array([count], np.int16))
    _, _, stands = responses(prospects.most(known), unseen, *one)
    return float(1 - stands[0] ** (at.players - 1))


Branches: TypeAlias = "list[tuple[float, _Node | int]]"
"""What a new card may be: how likely, and the decision or the leaf that follows."""


class _Node(Struct):
    """A decision further down the turn. Only the value of its best option matters, and several
    orders of the same cards lead to it, so it is found once."""

    ends: list[int]
    """Leaves, one for each way to end the turn."""
    draws: list[Branches]
    value: float = math.nan

    def settle(self, values: list[float]) -> float:
        if math.isnan(self.value):
            ended = max((values[leaf] for leaf in self.ends), default=-math.inf)
            drawn = max((_mean(branches, values) for branches in self.draws), default=-math.inf)
            self.value = max(ended, drawn)
        return self.value


class _Choice(Struct):
    """An option whose value is that of a leaf, or the mean over what a new card may be."""

    plan: Plan
    leaf: int = -1
    branches: Branches = []

    def settle(self, values: list[float]) -> Plan:
        value = values[self.leaf] if self.leaf >= 0 else _mean(self.branches, values)
        return Plan(value, self.plan.kind, self.plan.digits, self.plan.back)


def _mean(branches: Branches, values: list[float]) -> float:
    mean = 0.0
    for odds, then in branches:
        mean += odds * (values[then] if isinstance(then, int) else then.settle(values))
    return mean


class Valued(Protocol):
    """Ends of turns that were collected."""

    def values(self) -> list[float]:
        """The chance to win at each of them."""
        ...


class Search:
    """A turn with one opponent, or with several as if they were one."""

    def __init__(self, root: Position, content: int = DRAWS + 1) -> None:
        """After `content` new cards a thirteen at hand is taken, and no further card looked at."""
        self.root = root
        self._content = content
        self.leaves = Leaves(root.lead, root.face_down)
        self._nodes: dict[object, _Node] = {}
        # What follows from known cards and a sum is the same after any cards with that sum.
        self._thirteens: dict[object, list[tuple[Digits, list[bytes]]]] = {}
        self._bids: dict[object, list[tuple[Digits, bytes, int, int]]] = {}

    @property
    def ends(self) -> Valued:
        return self.leaves

    def plans(self) -> list[Plan]:
        found = self.choices(self.root) or self.steps(self.root)
        values = self.ends.values()
        return sorted((node.settle(values) for node in found), key=lambda plan: -plan.value)

    def after_turning(self, digit: int) -> float:
        """The chance to win after turning a known card."""
        at = replace(self.root, known=less(self.root.known, (digit,)))
        then = self.drawn(at, digit, at.unseen, at.maybe, 0)
        values = self.ends.values()
        return values[then] if isinstance(then, int) else then.settle(values)

    def after_stopping(self) -> float:
        """The chance to win after ending the turn now, with a bid or with nothing."""
        at = self.root
        leaf = self.bid(at) if at.beats_bid else self.nothing(at)
        return self.ends.values()[leaf]

    def choices(self, at: Position) -> list[_Choice]:
        """The options of a decision, each with the plan that it begins."""
        hits = [_Choice(Plan(0.0, "hit", way, back), leaf) for way, back, leaf in self.hits(at)]
        if sum(at.turned) == GOAL:
            return hits
        stops = [_Choice(Plan(0.0, "bid", way), leaf) for way, leaf in self.stops(at)]
        new = [_Choice(Plan(0.0, "new"), branches=found) for found in self._new(at, 0)]
        maybe = [
            _Choice(Plan(0.0, "maybe", digits), branches=found)
            for digits, found in self._maybe(at, 0)
        ]
        return [*hits, *stops, *new, *maybe, *self._zero_first(at), *self._waits(at)]

    def _look(self, at: Position, draws: int) -> _Node:
        """A decision after this many new cards."""
        key = (tuple(sorted(at.turned)), at.known, at.unseen, at.maybe)
        found = self._nodes.get(key)
        if found is None:
            found = self._nodes[key] = self._node(at, draws)
        return found

    def _node(self, at: Position, draws: int) -> _Node:
        ends = [leaf for _, _, leaf in self.hits(at)]
        if sum(at.turned) == GOAL or (ends and draws >= self._content):
            return _Node(ends, [])
        ends += [leaf for _, leaf in self.stops(at)]
        return _Node(ends, [*self._new(at, draws), *(found for _, found in self._maybe(at, draws))])

    def hits(self, at: Position) -> Iterator[tuple[Digits, int, int]]:
        """Known cards that make thirteen, the card to put back after that, and the leaf."""
        unseen, turned = bytes(at.unseen), set(at.turned)
        for way, rest in self._to_thirteen(at):
            gain = len(at.turned) + len(way) - 1
            for back in sorted(turned.union(way)):
                yield way, back, self.leaves.other_moves(rest[back], unseen, gain)

    def _to_thirteen(self, at: Position) -> list[tuple[Digits, list[bytes]]]:
        """The ways to thirteen, each with what is known after putting any digit back."""
        total = sum(at.turned)
        zero = 0 not in at.turned and total < GOAL  # thirteen is taken at once
        key = (at.known, total, zero)
        found = self._thirteens.get(key)
        if found is None:
            found = self._thirteens[key] = [
                (way, [bytes(more(at.known, (back, *(at.bid or ())), way)) for back in range(10)])
                for way in ways(at.known, GOAL - total, zero)[:LONGEST]
            ]
        return found

    def stops(self, at: Position) -> Iterator[tuple[Digits, int]]:
        """A bid for each sum that beats the one on the table, made longest; its leaf."""
        unseen = bytes(at.unseen)
        for way, known, total, count in self.bids(at):
            yield way, self.leaves.bid(known, unseen, total, count)

    def bid(self, at: Position) -> int:
        """A stop with the cards turned so far."""
        known = more(at.known, at.bid or ())
        return self.leaves.bid(known, at.unseen, sum(at.turned), len(at.turned))

    def bids(self, at: Position) -> list[tuple[Digits, bytes, int, int]]:
        """Known cards for a bid, what is known beside it, its sum and its number of cards."""
        key = (at.known, sum(at.turned), len(at.turned), 0 not in at.turned)
        found = self._bids.get(key)
        if found is None:
            found = self._bids[key] = list(self._beating(*key))
        return found

    def _beating(
        self, known: Digits, total: int, count: int, zero: bool
    ) -> Iterator[tuple[Digits, bytes, int, int]]:
        bid, must = self.root.bid, self.root.must
        best = most(known, zero)
        beat, length = (sum(bid), len(bid)) if bid else (-1, 0)
        for target in range(max(total, beat), GOAL):
            longest = best[target - total]
            if longest < 0 or count + longest < max(must, 1):
                continue
            for way in _some(ways(known, target - total, zero), must - count):
                if target > beat or count + len(way) > length:
                    rest = bytes(more(known, bid or (), way))
                    yield way, rest, target, count + len(way)

    def _waits(self, at: Position) -> Iterator[_Choice]:
        """End the turn with nothing, showing no more than what is known."""
        way = _waste(at)
        if way is not None:
            yield _Choice(Plan(0.0, "fail", way), self.nothing(at, way))

    def steps(self, at: Position) -> list[_Choice]:
        """Known cards one by one, where nothing better is to be had."""
        held = [digit for digit in range(10) if at.known[digit]]
        return [_Choice(Plan(0.0, "step", (digit,)), self.nothing(at)) for digit in held]

    def _zero_first(self, at: Position) -> Iterator[_Choice]:
        """A known zero before a new card: it counts when the new card makes thirteen."""
        if at.known[0] and 0 not in at.turned and any(at.unseen):
            then = replace(at, known=less(at.known, (0,)), turned=(*at.turned, 0))
            yield _Choice(Plan(0.0, "step", (0,)), branches=self._turn_new(then, 0))

    def _new(self, at: Position, draws: int) -> Iterator[Branches]:
        """A new card, as long as the search looks so far ahead or the turn cannot end."""
        deeper = draws < DRAWS or (draws == DRAWS and sum(at.turned) <= LOW)
        if any(at.unseen) and (deeper or len(at.turned) < at.must):
            yield self._turn_new(at, draws)

    def _turn_new(self, at: Position, draws: int) -> Branches:
        hidden = sum(at.unseen)
        return [
            (number / hidden, self.drawn(at, digit, less(at.unseen, (digit,)), at.maybe, draws))
            for digit, number in enumerate(at.unseen)
            if number
        ]

    def _maybe(self, at: Position, draws: int) -> Iterator[tuple[Digits, Branches]]:
        """A card that somebody put back, as the first new one only."""
        for number, digits in enumerate(at.maybe):
            if draws < 1 and digits not in at.maybe[:number]:
                others = at.maybe[:number] + at.maybe[number + 1 :]
                yield (
                    digits,
                    [
                        (
                            digits.count(digit) / len(digits),
                            self.drawn(at, digit, at.unseen, others, draws),
                        )
                        for digit in sorted(set(digits))
                    ],
                )

    def drawn(
        self,
        at: Position,
        digit: int,
        unseen: Digits,
        maybe: tuple[Digits, ...],
        draws: int,
    ) -> _Node | int:
        turned = (*at.turned, digit)
        then = replace(at, maybe=maybe, unseen=unseen, turned=turned)
        if sum(turned) > GOAL or (digit == 0 and 0 in at.turned):
            return self.nothing(then)
        found = self._look(then, draws + 1)
        return found if found.ends or found.draws else self.nothing(then)

    def nothing(self, at: Position, way: Digits = ()) -> int:
        """The turn ends without a bid of one's own, after these known cards: all go down, and a
        bid is taken."""
        known = more(at.known, at.turned)
        if at.bid is None:
            return self.leaves.other_moves(known, at.unseen, 0)
        back = more(known, (max(at.bid),))
        return self.leaves.same_moves(back, at.unseen, 1.0 - len(at.bid))


def _some(found: tuple[tuple[int, ...], ...], least: int) -> list[tuple[int, ...]]:
    """The longest way, and the shortest that is long enough: it keeps more cards back."""
    fit = [way for way in found if len(way) >= least]
    return fit[:1] if len(fit) < 2 or len(fit[0]) == len(fit[-1]) else [fit[0], fit[-1]]


def _waste(at: Position) -> tuple[int, ...] | None:
    """Known cards that end the turn without effect: too little, or too much."""
    held = tuple(digit for digit in range(10) for _ in range(at.known[digit]))
    if at.bid is not None:
        for digit in held:
            total, count = sum(at.turned) + digit, len(at.turned) + 1
            low = total < sum(at.bid) or (total == sum(at.bid) and count <= len(at.bid))
            if low and count >= at.must and not (digit == 0 and 0 in at.turned):
                return (digit,)
    return wasted(held, at.turned)


def less(counts: tuple[int, ...], digits: tuple[int, ...]) -> tuple[int, ...]:
    left = list(counts)
    for digit in digits:
        left[digit] -= 1
    return tuple(left)


def more(counts: Digits, digits: Digits, less: Digits = ()) -> Digits:
    """The counts with these digits more, and those less."""
    sum_ = list(counts)
    for digit in digits:
        sum_[digit] += 1
    for digit in less:
        sum_[digit] -= 1
    return tuple(sum_)
