"""One turn thought through to all its ends: which cards, when to stop, what to put back."""

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from quartett.core.arrays import np
from quartett.games.calcory.bots import prospects
from quartett.games.calcory.bots.leaves import Leaves, responses
from quartett.games.calcory.bots.sums import most, wasted, ways
from quartett.games.calcory.layout.cards import GOAL

LONGEST = 4
"""So many ways to thirteen are compared, the longest first."""
DRAWS = 2
"""So many new cards are looked ahead from a decision, and a third from low sums."""
LOW = 5


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
    search = _Search(position)
    found = search.look(position, 0) or search.steps(position)
    values = search.leaves.values()
    return sorted((node.settle(values) for node in found), key=lambda plan: -plan.value)


def after_turning(position: Position, digit: int) -> float:
    """The chance to win after turning a known card."""
    search = _Search(position)
    at = replace(position, known=_less(position.known, (digit,)))
    then = search.drawn(at, digit, at.unseen, at.maybe, 0)
    values = search.leaves.values()
    if isinstance(then, int):
        return values[then]
    return max(choice.settle(values).value for choice in then)


def after_stopping(position: Position) -> float:
    """The chance to win after ending the turn now, with a bid or with nothing."""
    search = _Search(position)
    if position.beats_bid:
        known = _more(position.known, position.bid or ())
        total, count = sum(position.turned), len(position.turned)
        leaf = search.leaves.bid(known, position.unseen, total, count)
    else:
        leaf = search.nothing(position)
    return search.leaves.values()[leaf]


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


class _Choice(Struct):
    """An option whose value is that of a leaf, or the mean over what a new card may be."""

    plan: Plan
    leaf: int = -1
    branches: list[tuple[float, "list[_Choice] | int"]] = []

    def settle(self, values: list[float]) -> Plan:
        value = values[self.leaf] if self.leaf >= 0 else self._mean(values)
        return Plan(value, self.plan.kind, self.plan.digits, self.plan.back)

    def _mean(self, values: list[float]) -> float:
        mean = 0.0
        for odds, then in self.branches:
            if isinstance(then, int):
                mean += odds * values[then]
            else:
                mean += odds * max(choice.settle(values).value for choice in then)
        return mean


class _Search:
    def __init__(self, root: Position) -> None:
        self.root = root
        self.leaves = Leaves(root.lead, root.face_down)
        self._nodes: dict[object, list[_Choice]] = {}

    def look(self, at: Position, draws: int) -> list[_Choice]:
        key = (tuple(sorted(at.turned)), at.known, at.unseen, at.maybe)
        found = self._nodes.get(key)
        if found is None:
            found = self._nodes[key] = list(self._choices(at, draws))
        return found

    def _choices(self, at: Position, draws: int) -> Iterator[_Choice]:
        yield from self._hits(at)
        if sum(at.turned) == GOAL:
            return
        yield from self._stops(at)
        total = sum(at.turned)
        deeper = draws < DRAWS or (draws == DRAWS and total <= LOW)
        hidden = sum(at.unseen)
        new = hidden and (deeper or not self._can_end(at))
        if new:
            yield self._new(at, draws, hidden)
        for number, digits in enumerate(at.maybe):
            if draws < 1 and digits not in at.maybe[:number]:
                yield self._turn_maybe(at, draws, number)
        if draws == 0:
            yield from self._zero_first(at, draws)
            yield from self._waits(at)

    def _can_end(self, at: Position) -> bool:
        return len(at.turned) >= at.must

    def _hits(self, at: Position) -> Iterator[_Choice]:
        total = sum(at.turned)
        zero = 0 not in at.turned and total < GOAL  # thirteen is taken at once
        for way in ways(at.known, GOAL - total, zero)[:LONGEST]:
            cards = at.turned + way
            rest = _less(at.known, way)
            for back in sorted(set(cards)):
                known = _more(rest, (*(at.bid or ()), back))
                leaf = self.leaves.other_moves(known, at.unseen, len(cards) - 1)
                yield _Choice(Plan(0.0, "hit", way, back), leaf)

    def _stops(self, at: Position) -> Iterator[_Choice]:
        """A bid for each sum that beats the one on the table, made longest."""
        total, count, zero = sum(at.turned), len(at.turned), 0 not in at.turned
        best = most(at.known, zero)
        beat, length = (sum(at.bid), len(at.bid)) if at.bid else (-1, 0)
        for target in range(max(total, beat), GOAL):
            more = best[target - total]
            if more < 0 or count + more < max(at.must, 1):
                continue
            if target == beat and count + more <= length:
                continue
            for way in _some(ways(at.known, target - total, zero), at.must - count):
                if target == beat and count + len(way) <= length:
                    continue
                known = _more(_less(at.known, way), at.bid or ())
                leaf = self.leaves.bid(known, at.unseen, target, count + len(way))
                yield _Choice(Plan(0.0, "bid", way), leaf)

    def _waits(self, at: Position) -> Iterator[_Choice]:
        """End the turn with nothing, showing no more than what is known."""
        way = _waste(at)
        if way is not None:
            yield _Choice(Plan(0.0, "fail", way), self.nothing(at))

    def steps(self, at: Position) -> list[_Choice]:
        """Known cards one by one, where nothing better is to be had."""
        held = [digit for digit in range(10) if at.known[digit]]
        return [_Choice(Plan(0.0, "step", (digit,)), self.nothing(at)) for digit in held]

    def _zero_first(self, at: Position, draws: int) -> Iterator[_Choice]:
        """A known zero before a new card: it counts when the new card makes thirteen."""
        if at.known[0] and 0 not in at.turned and any(at.unseen):
            then = replace(at, known=_less(at.known, (0,)), turned=(*at.turned, 0))
            new = self._new(then, draws, sum(at.unseen))
            yield _Choice(Plan(0.0, "step", (0,)), branches=new.branches)

    def _new(self, at: Position, draws: int, hidden: int) -> _Choice:
        branches = [
            (number / hidden, self.drawn(at, digit, _less(at.unseen, (digit,)), at.maybe, draws))
            for digit, number in enumerate(at.unseen)
            if number
        ]
        return _Choice(Plan(0.0, "new"), branches=branches)

    def _turn_maybe(self, at: Position, draws: int, number: int) -> _Choice:
        digits = at.maybe[number]
        others = at.maybe[:number] + at.maybe[number + 1 :]
        branches = [
            (digits.count(digit) / len(digits), self.drawn(at, digit, at.unseen, others, draws))
            for digit in sorted(set(digits))
        ]
        return _Choice(Plan(0.0, "maybe", digits), branches=branches)

    def drawn(
        self,
        at: Position,
        digit: int,
        unseen: tuple[int, ...],
        maybe: tuple[tuple[int, ...], ...],
        draws: int,
    ) -> "list[_Choice] | int":
        turned = (*at.turned, digit)
        then = replace(at, maybe=maybe, unseen=unseen, turned=turned)
        if sum(turned) > GOAL or (digit == 0 and 0 in at.turned):
            return self.nothing(then)
        return self.look(then, draws + 1) or self.nothing(then)

    def nothing(self, at: Position) -> int:
        """The turn ends without a bid of one's own: the cards go down, a bid is taken."""
        known = _more(at.known, at.turned)
        if at.bid is None:
            return self.leaves.other_moves(known, at.unseen, 0)
        back = _more(known, (max(at.bid),))
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


def _less(counts: tuple[int, ...], digits: tuple[int, ...]) -> tuple[int, ...]:
    left = list(counts)
    for digit in digits:
        left[digit] -= 1
    return tuple(left)


def _more(counts: tuple[int, ...], digits: tuple[int, ...]) -> tuple[int, ...]:
    sum_ = list(counts)
    for digit in digits:
        sum_[digit] += 1
    return tuple(sum_)
