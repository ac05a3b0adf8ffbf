"""A small network that says, at the end of a turn, how likely each seat is to win."""

import math
from collections.abc import Callable, Hashable
from functools import cache
from importlib.resources import files
from typing import Final, TypeAlias, TypeVar

from msgspec import Struct

from quartett.core.arrays import Floats, np
from quartett.games.calcory.bots import prospects
from quartett.games.calcory.bots.leaves import JUNK, SWING, after_new, responses
from quartett.games.calcory.bots.sums import Counts

FARTHEST: Final = 4.0
"""A lead of this many times the swing that is left counts as decided."""

Sets: TypeAlias = tuple[tuple[int, tuple[int, ...]], ...]
Table: TypeAlias = tuple[Counts, Counts]
"""Face-down cards that all have seen, and those nobody has."""
Part = TypeVar("Part", bound=Hashable)


class Bid(Struct, frozen=True):
    seat: int
    total: int
    count: int
    """The number of its cards."""


class End(Struct, frozen=True):
    """The table when a turn begins; seats are counted from the one whose turn it is."""

    table: Table
    secrets: Sets
    """Cards put back: the seat that knows, and the digits it may be, as far as one can tell."""
    scores: tuple[int, ...]
    bid: Bid | None = None

    @property
    def cards(self) -> int:
        shown, unseen = self.table
        return sum(shown) + sum(unseen) + len(self.secrets) + (self.bid.count if self.bid else 0)

    @property
    def ending(self) -> float:
        """What a single card wins its bidder if it stands: 1, a half, or -1 for nothing."""
        if self.bid is None or self.bid.count > 1:
            return 0.0
        mine = self.scores[self.bid.seat] + 1
        best = max(score for seat, score in enumerate(self.scores) if seat != self.bid.seat)
        return 1.0 if mine > best else 0.5 if mine == best else -1.0


class Network:
    """One hidden layer, and a share of the win for each seat.

    It reads three parts of an end: the cards, the standing, and the bid. Many ends of a turn have
    a part in common, which is read once.
    """

    def __init__(self, weights: dict[str, Floats]) -> None:
        parts = {name: part.astype(np.float64) for name, part in weights.items()}
        first, self._bias = parts["w0"], parts["b0"]
        self._second, self._second_bias = parts["w1"], parts["b1"]
        self._players = self._second.shape[1]
        bids = len(first) - 8 - self._players
        self._tables, self._standings, self._bids = first[:53], first[53:bids], first[bids:]

    def __call__(self, ends: list[End]) -> Floats:
        """By end and seat."""
        hidden = (
            _once([end.table for end in ends], read_tables, self._tables)
            + _once([(e.secrets, e.scores, e.cards) for e in ends], read_standings, self._standings)
            + _once([_offer(end) for end in ends], self._read_bids, self._bids)
            + self._bias
        )
        odds = np.exp(np.maximum(hidden, 0.0) @ self._second + self._second_bias)
        shares: Floats = odds / odds.sum(axis=1)[:, None]
        return shares

    def _read_bids(self, offers: list["Offer"]) -> Floats:
        return read_bids(offers, self._players)


def _once(parts: list[Part], read: Callable[[list[Part]], Floats], weights: Floats) -> Floats:
    """What each part adds to the hidden layer."""
    rows: dict[Part, int] = {}
    places = [rows.setdefault(part, len(rows)) for part in parts]
    added: Floats = (read(list(rows)) @ weights)[places]
    return added


def read_tables(tables: list[Table]) -> Floats:
    """What lies there: digits, the sums that known cards make, and what a new card may bring."""
    shown = np.array([shown for shown, _ in tables], np.int16)
    unseen = np.array([unseen for _, unseen in tables], np.int16)
    reach, hidden = prospects.most(shown), unseen.sum(axis=1)
    odds = unseen / np.maximum(hidden, 1)[:, None]
    completing = after_new(reach)
    lucky = odds * (completing >= 0)
    columns = [
        hidden / 20,
        prospects.worth(reach, unseen) / 2,
        lucky.sum(axis=1),
        (lucky * completing).sum(axis=1) / 2,
        np.where(hidden == 0, 1.0, 0.0),
    ]
    sums = [np.where(reach >= 0, 1.0, 0.0), np.where(reach > 0, (reach - 1) / 2, 0.0)]
    return np.hstack([shown / 2, *sums, 3 * odds, *[column[:, None] for column in columns]])


Standing: TypeAlias = tuple[Sets, tuple[int, ...], int]
"""Who knows which cards alone, the scores, and the number of cards on the table."""


def read_standings(standings: list[Standing]) -> Floats:
    return np.array([_held(s, len(scores)) + _race(scores, n) for s, scores, n in standings])


def _held(secrets: Sets, players: int) -> list[float]:
    """For each seat the cards that it alone knows: how many of each digit to expect, and in all."""
    digits, held = [0.0] * (10 * players), [0.0] * players
    for seat, may_be in secrets:
        held[seat] += 0.5
        for digit in may_be:
            digits[10 * seat + digit] += 1 / len(may_be)
    return digits + held


def _race(scores: tuple[int, ...], cards: int) -> list[float]:
    """The leads, also as parts of what may still change, and who has collected nothing."""
    swing = SWING * (math.sqrt(max(cards - JUNK, 1)) + 0.2)
    leads: list[float] = []
    for score in scores[1:]:
        lead = score - scores[0]
        leads += [lead / 5, min(max(lead / swing, -FARTHEST), FARTHEST) / 2]
    return [*leads, *(float(score == 0) for score in scores), cards / 30, 1 / swing]


Offer: TypeAlias = tuple[Table, Bid, float] | None
"""A bid with all that matters to it: the table, and what it wins if it ends the game."""


def _offer(end: End) -> Offer:
    return None if end.bid is None else (end.table, end.bid, end.ending)


def read_bids(offers: list[Offer], players: int) -> Floats:
    """Whose bid it is, what the next player may do about it, and whether it ends the game."""
    rows = [[0.0] * (8 + players) for _ in offers]
    lying = [(place, offer) for place, offer in enumerate(offers) if offer is not None]
    if lying:
        shown = np.array([table[0] for _, (table, _, _) in lying], np.int16)
        unseen = np.array([table[1] for _, (table, _, _) in lying], np.int16)
        total = np.array([bid.total for _, (_, bid, _) in lying])
        count = np.array([bid.count for _, (_, bid, _) in lying])
        found = zip(*responses(prospects.most(shown), unseen, total, count), strict=True)
        for (place, (_, bid, ending)), chances in zip(lying, found, strict=True):
            hit, gain, stands = map(float, chances)
            whose = [float(seat == bid.seat) for seat in range(players)]
            rows[place] = [
                *((bid.total - 6) / 6, bid.count / 2, *whose),
                *(hit, hit * gain / 2, stands, stands**2, float(bid.count == 1), ending),
            ]
    return np.array(rows, np.float64)


@cache
def trained(players: int) -> Network:
    with (files(__package__) / f"trained-{players}.npz").open("rb") as stream:
        weights = np.load(stream)
        return Network({name: weights[name] for name in weights.files})
