"""A small network that says, at the end of a turn, how likely each seat is to win."""

import math
from functools import cache, lru_cache
from importlib.resources import files
from typing import Final, TypeAlias

from msgspec import Struct

from quartett.core.arrays import Floats, np
from quartett.games.calcory.bots import prospects
from quartett.games.calcory.bots.leaves import JUNK, SWING, after_new, responses
from quartett.games.calcory.bots.prospects import Rows
from quartett.games.calcory.bots.sums import Counts

FARTHEST: Final = 4.0
"""A lead of so many times the swing that is left counts as decided."""

Sets: TypeAlias = tuple[tuple[int, tuple[int, ...]], ...]


class End(Struct, frozen=True):
    """The table when a turn begins; seats are counted from the one whose turn it is."""

    shown: Counts
    """Face-down cards that all have seen."""
    unseen: Counts
    secrets: Sets
    """Cards put back: the seat that knows, and the digits it may be, as far as one can tell."""
    scores: tuple[int, ...]
    bidder: int = 0
    """Whose bid lies out; 0: nobody's."""
    total: int = -1
    """The sum of that bid."""
    count: int = 0
    """The number of its cards."""


class Network:
    """One hidden layer, and a share of the win for each seat."""

    def __init__(self, weights: dict[str, Floats]) -> None:
        parts = {name: part.astype(np.float64) for name, part in weights.items()}
        self._first, self._first_bias = parts["w0"], parts["b0"]
        self._second, self._second_bias = parts["w1"], parts["b1"]

    def __call__(self, ends: list[End]) -> Floats:
        """By end and seat."""
        hidden = np.maximum(inputs(ends) @ self._first + self._first_bias, 0.0)
        odds = np.exp(hidden @ self._second + self._second_bias)
        shares: Floats = odds / odds.sum(axis=1)[:, None]
        return shares


def inputs(ends: list[End]) -> Floats:
    """What the network reads of each end, in numbers about as large as 1."""
    shown = np.array([end.shown for end in ends], np.int16)
    unseen = np.array([end.unseen for end in ends], np.int16)
    reach = prospects.most(shown)
    rest = np.array([_plain(end) for end in ends], np.float64)
    return np.hstack([_cards(shown, unseen, reach), rest, _bids(ends, unseen, reach)])


def _cards(shown: Rows, unseen: Rows, reach: Rows) -> Floats:
    """What lies there: digits, the sums that known cards make, and what a new card may bring."""
    hidden = unseen.sum(axis=1)
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
    return np.hstack(
        [
            shown / 2,
            np.where(reach >= 0, 1.0, 0.0),
            np.where(reach > 0, (reach - 1) / 2, 0.0),
            3 * odds,
            *[column[:, None] for column in columns],
        ]
    )


def _plain(end: End) -> list[float]:
    """Who knows what, who is ahead, who must turn two cards, and whose bid lies out."""
    players = len(end.scores)
    bidders = [float(end.count > 0 and seat == end.bidder) for seat in range(players)]
    bid = [(end.total - 6) / 6, end.count / 2] if end.count else [0.0, 0.0]
    cards = sum(end.shown) + sum(end.unseen) + len(end.secrets) + end.count
    return [*_held(end.secrets, players), *_race(end.scores, cards), *bid, *bidders]


@lru_cache(maxsize=1 << 12)
def _held(secrets: Sets, players: int) -> list[float]:
    """For each seat the cards that it alone knows: how many of each digit to expect, and in all."""
    digits, held = [0.0] * (10 * players), [0.0] * players
    for seat, may_be in secrets:
        held[seat] += 0.5
        for digit in may_be:
            digits[10 * seat + digit] += 1 / len(may_be)
    return digits + held


@lru_cache(maxsize=1 << 12)
def _race(scores: tuple[int, ...], cards: int) -> list[float]:
    """The leads, also as parts of what may still change, and who has collected nothing."""
    swing = SWING * (math.sqrt(max(cards - JUNK, 1)) + 0.2)
    leads: list[float] = []
    for score in scores[1:]:
        lead = score - scores[0]
        leads += [lead / 5, min(max(lead / swing, -FARTHEST), FARTHEST) / 2]
    return [*leads, *(float(score == 0) for score in scores), cards / 30, 1 / swing]


def _bids(ends: list[End], unseen: Rows, reach: Rows) -> Floats:
    """What the next player may do about a bid, and who wins if a single card stands."""
    rows = [[0.0] * 6 for _ in ends]
    places = [place for place, end in enumerate(ends) if end.count]
    if places:
        total = np.array([ends[place].total for place in places])
        count = np.array([ends[place].count for place in places])
        hit, gain, stands = responses(reach[places], unseen[places], total, count)
        for place, h, g, s in zip(places, hit, gain, stands, strict=True):
            rows[place] = [
                float(h),
                float(h * g) / 2,
                float(s),
                float(s * s),
                *_single(ends[place]),
            ]
    return np.array(rows, np.float64)


def _single(end: End) -> list[float]:
    """Whether the bid is a single card, and whether its player wins with it."""
    if end.count != 1:
        return [0.0, 0.0]
    mine = end.scores[end.bidder] + 1
    best = max(score for seat, score in enumerate(end.scores) if seat != end.bidder)
    return [1.0, 1.0 if mine > best else 0.5 if mine == best else -1.0]


@cache
def trained(players: int) -> Network:
    with (files(__package__) / f"trained-{players}.npz").open("rb") as stream:
        weights = np.load(stream)
        return Network({name: weights[name] for name in weights.files})
