"""One's own turn among several: thought through as with two, but each end is judged by who moves
next, whose bid lies out, what each of them knows and how all the scores stand."""

from collections.abc import Iterator

from quartett.core.arrays import np
from quartett.games.calcory.bots.beliefs import Knowledge
from quartett.games.calcory.bots.planning import after_taking, digits_taken, position
from quartett.games.calcory.bots.search import (
    DRAWS,
    LONGEST,
    Digits,
    Plan,
    Position,
    Search,
    less,
    more,
)
from quartett.games.calcory.bots.several.memories import Memories, memories
from quartett.games.calcory.bots.several.network import Bid, End, Sets, trained
from quartett.games.calcory.bots.sums import Counts, ways
from quartett.games.calcory.layout.cards import GOAL
from quartett.games.calcory.view import View


def plans(view: View, mind: Knowledge) -> list[Plan]:
    """Everything sensible that can be done now, best first."""
    return search(view, mind).plans()


def search(view: View, mind: Knowledge, content: int = DRAWS + 1) -> "Among":
    return Among(position(view, mind), memories(view, mind), content)


def shares(view: View, mind: Knowledge) -> list[float]:
    """Every seat's chance to win, the viewing one first, if its turn began with the cards so."""
    ends = Ends(memories(view, mind))
    ends.beginning(position(view, mind))
    return [float(share) for share in trained(view.players)(ends.ends)[0]]


def backs(view: View, mind: Knowledge) -> dict[int, float]:
    """The chance to win after putting each of the digits back."""
    after, cards = after_taking(view, mind), digits_taken(view)
    ends, digits = Ends(memories(view, mind)), sorted(set(cards))
    for digit in digits:
        ends.taken(after.known, after, cards, digit)
    return dict(zip(digits, ends.values(), strict=True))


class Ends:
    """Ends of this seat's turn, judged together."""

    def __init__(self, at: Memories) -> None:
        self._at = at
        self._rows: dict[End, int] = {}
        """Many ways lead to the same end."""
        self._splits: dict[Counts, tuple[Counts, Counts]] = {}
        self._secrets: dict[tuple[Counts, tuple[Digits, ...], Digits, int], Sets] = {}
        self._leaves: list[tuple[int, int] | float] = []
        """The row of an end and this seat as counted there; what is won where the game is over."""

    @property
    def ends(self) -> list[End]:
        """Those after which the game goes on, each once."""
        return list(self._rows)

    def taken(self, rest: Counts, at: Position, cards: Digits, back: int) -> int:
        """It takes these cards and puts one of them back; `rest` are the known cards left."""
        shown, mine = self._split(rest)
        shown = more(shown, at.bid or ())
        if len(set(cards)) == 1:
            shown = more(shown, (back,))
        else:
            mine = more(mine, (back,))
        return self._add(shown, mine, at, gains=(0, len(cards) - 1))

    def bid(self, rest: Counts, at: Position, total: int, count: int) -> int:
        """Its bid lies out; another's cards are turned down."""
        shown, mine = self._split(rest)
        return self._add(more(shown, at.bid or ()), mine, at, bid=(0, total, count))

    def nothing(self, rest: Counts, at: Position, way: Digits) -> int:
        """The cards turned go down; a bid that lies out stays there, or is taken at once."""
        shown, mine = self._split(rest)
        shown = more(shown, (*at.turned, *way))
        if at.bid is None:
            return self._add(shown, mine, at)
        if self._at.bidder != 1:
            return self._add(shown, mine, at, bid=(self._at.bidder, sum(at.bid), len(at.bid)))
        if len(at.bid) == 1:
            return self._over(self._scores((1, 1)))
        return self._add(shown, mine, at, gains=(1, len(at.bid) - 1), back=at.bid, mover=2)

    def beginning(self, at: Position) -> int:
        """Its turn begins: the cards it has turned lie there known to all."""
        shown, mine = self._split(at.known)
        bid = (self._at.bidder, sum(at.bid), len(at.bid)) if at.bid and self._at.bidder else None
        return self._add(more(shown, at.turned), mine, at, bid=bid, mover=0)

    def values(self) -> list[float]:
        """The chance to win at each of them."""
        shares = trained(self._at.players)(self.ends) if self._rows else np.zeros((0, 0))
        return [
            leaf if isinstance(leaf, float) else float(shares[leaf[0], leaf[1]])
            for leaf in self._leaves
        ]

    def _add(
        self,
        shown: Counts,
        mine: Counts,
        at: Position,
        *,
        gains: tuple[int, int] = (0, 0),
        bid: tuple[int, int, int] | None = None,
        back: Digits = (),
        mover: int = 1,
    ) -> int:
        """A turn ends: who has won how many cards, the bid that lies out, what the next seat put
        back when it took its bid, and whose turn it is."""
        players, scores = self._at.players, self._scores(gains)
        end = End(
            (shown, at.unseen),
            self._held(mine, at.maybe, back, mover),
            (*scores[mover:], *scores[:mover]),
            Bid((bid[0] - mover) % players, *bid[1:]) if bid else None,
        )
        row = self._rows.setdefault(end, len(self._rows))
        self._leaves.append((row, -mover % players))
        return len(self._leaves) - 1

    def _over(self, scores: tuple[int, ...]) -> int:
        best = max(scores)
        self._leaves.append(float(scores[0] == best) / scores.count(best))
        return len(self._leaves) - 1

    def _scores(self, gains: tuple[int, int]) -> tuple[int, ...]:
        scores = list(self._at.scores)
        scores[gains[0]] += gains[1]
        return tuple(scores)

    def _split(self, rest: Counts) -> tuple[Counts, Counts]:
        found = self._splits.get(rest)
        if found is None:
            found = self._splits[rest] = self._at.split(rest)
        return found

    def _held(self, mine: Counts, left: tuple[Digits, ...], back: Digits, mover: int) -> Sets:
        """Who knows which cards alone, seats counted from the one whose turn it is."""
        key = (mine, left, back, mover)
        found = self._secrets.get(key)
        if found is None:
            own = [(0, (digit,)) for digit, count in enumerate(mine) for _ in range(count)]
            held = [*self._sets(left), *own, *([(1, back)] if back else [])]
            found = tuple([((seat - mover) % self._at.players, digits) for seat, digits in held])
            self._secrets[key] = found
        return found

    def _sets(self, left: tuple[Digits, ...]) -> Sets:
        """The sets that are left; one of them may have been turned."""
        sets = self._at.sets
        if len(left) == len(sets):
            return sets
        rests = [(*sets[:turned], *sets[turned + 1 :]) for turned in range(len(sets))]
        return next(rest for rest in rests if tuple(digits for _, digits in rest) == left)


class Among(Search):
    """A turn among several."""

    def __init__(self, root: Position, at: Memories, content: int = DRAWS + 1) -> None:
        super().__init__(root, content)
        self._ends = Ends(at)

    @property
    def ends(self) -> Ends:
        return self._ends

    def hits(self, at: Position) -> Iterator[tuple[Digits, int, int]]:
        total = sum(at.turned)
        zero = 0 not in at.turned and total < GOAL  # thirteen is taken at once
        for way in ways(at.known, GOAL - total, zero)[:LONGEST]:
            rest, cards = less(at.known, way), (*at.turned, *way)
            for back in sorted(set(cards)):
                yield way, back, self._ends.taken(rest, at, cards, back)

    def stops(self, at: Position) -> Iterator[tuple[Digits, int]]:
        for way, _, total, count in self.bids(at):
            yield way, self._ends.bid(less(at.known, way), at, total, count)

    def bid(self, at: Position) -> int:
        return self._ends.bid(at.known, at, sum(at.turned), len(at.turned))

    def nothing(self, at: Position, way: Digits = ()) -> int:
        return self._ends.nothing(less(at.known, way), at, way)
