"""The ends of a turn, collected while a search looks ahead and valued all at once."""

import math
from collections.abc import Sequence

from quartett.core.arrays import Floats, np
from quartett.games.calcory.bots import prospects
from quartett.games.calcory.bots.prospects import DISCOUNT, Rows
from quartett.games.calcory.layout.cards import GOAL

OVERBID_COST = 0.7
"""What it costs on average to be overbid: the other's bid may stand."""
SWING = 0.55
"""How far a lead moves per square root of the cards still to be won, in a logistic's scale."""
JUNK = 14
"""About this many cards are on the table when a game ends."""


class Leaves:
    """Three kinds of ends: the other side moves, this side moves again, or a bid lies out."""

    def __init__(self, lead: float, cards: int) -> None:
        self.lead = lead
        self.scale = SWING * (math.sqrt(max(cards - JUNK, 1)) + 0.2)
        self._known: dict[bytes, int] = {}
        """The different known cards, ten counts each, and their numbers."""
        self._which: list[int] = []
        """The number of each leaf's known cards: there are far fewer of these than leaves."""
        self._unseen = bytearray()
        """Ten counts for each leaf."""
        self._rest: list[tuple[float, float, int, int]] = []
        """The gain, the sign of what is ahead, the sum of a bid and its cards."""

    def other_moves(self, known: Sequence[int], unseen: Sequence[int], gain: float) -> int:
        return self._add(known, unseen, gain, -1.0, -1, 0)

    def same_moves(self, known: Sequence[int], unseen: Sequence[int], gain: float) -> int:
        return self._add(known, unseen, gain, 1.0, -1, 0)

    def bid(self, known: Sequence[int], unseen: Sequence[int], total: int, count: int) -> int:
        """A bid of this many cards with this sum; `known` are the cards beside it."""
        return self._add(known, unseen, 0.0, -1.0, total, count)

    def values(self) -> list[float]:
        """The chance to win at each leaf, as far as one can tell."""
        if not self._rest:
            return []
        unseen = _counts(self._unseen)
        gain, sign, totals, counts = np.array(self._rest).T
        table = prospects.most(_counts(bytearray().join(self._known)))[self._which]
        ahead = prospects.worth(table, unseen)
        value = self.chance(self.lead + gain + sign * DISCOUNT * ahead)
        bids = totals >= 0
        if bids.any():
            total, count = totals[bids].astype(np.int64), counts[bids].astype(np.int64)
            value[bids] = self._bids(table[bids], unseen[bids], ahead[bids], total, count)
        return [float(v) for v in value]

    def chance(self, lead: Floats) -> Floats:
        """The chance to win with an expected lead at the end."""
        return 1 / (1 + np.exp(-lead / self.scale))

    def _bids(self, table: Rows, unseen: Rows, ahead: Floats, total: Rows, count: Rows) -> Floats:
        hit, gain, stand = responses(table, unseen, total, count)
        kept = self.chance(self.lead + count - 1 - DISCOUNT * ahead)
        single = self.lead + 1
        ended = 1.0 if single > 0 else 0.5 if single == 0 else 0.0
        kept = np.where(count == 1, ended, kept)
        lost = self.chance(self.lead - gain + DISCOUNT)
        over = self.chance(np.full(len(total), self.lead - OVERBID_COST))
        return stand * kept + hit * lost + (1 - stand - hit) * over

    def _add(
        self,
        known: Sequence[int],
        unseen: Sequence[int],
        gain: float,
        sign: float,
        total: int,
        count: int,
    ) -> int:
        self._which.append(self._known.setdefault(bytes(known), len(self._known)))
        self._unseen.extend(unseen)
        self._rest.append((gain, sign, total, count))
        return len(self._rest) - 1


def _counts(flat: bytearray) -> Rows:
    return np.frombuffer(flat, np.uint8).reshape(-1, 10).astype(np.int16)


def responses(table: Rows, unseen: Rows, total: Rows, count: Rows) -> tuple[Floats, Floats, Floats]:
    """What becomes of bids: the chance that thirteen is hit, its gain, and that the bid stands."""
    sums = np.arange(GOAL + 1)
    rows = np.arange(len(table))
    higher = (sums[None, :] > total[:, None]) & (sums < GOAL)
    level = table[rows, total] > count
    sure_hit = table[:, GOAL] > 0
    sure_over = ((table > 0) & higher).any(axis=1) | level
    hidden = np.maximum(unseen.sum(axis=1), 1)[:, None]
    odds = unseen / hidden
    hits = np.zeros_like(odds)
    overs = np.zeros_like(odds)
    for digit in range(10):
        reach = table[:, : GOAL + 1 - digit] >= 0
        hits[:, digit] = reach[:, GOAL - digit]
        better = (reach & higher[:, digit:]).any(axis=1)
        same = np.where(
            total >= digit, table[rows, np.maximum(total - digit, 0)] + 1 > count, False
        )
        overs[:, digit] = better | (same & (total >= digit))
    found = (odds * hits).sum(axis=1)
    gain = np.where(hits > 0, after_new(table), 0)
    won = (odds * gain).sum(axis=1) / np.maximum(found, 1e-9)
    missed = odds * (1 - hits) * (1 - overs)
    stand = (missed * (1 - _second_chance(odds, total))).sum(axis=1)
    empty = unseen.sum(axis=1) == 0
    stand = np.where(sure_hit | sure_over, 0.0, np.where(empty, 1.0, stand))
    hit = np.where(sure_hit, 1.0, np.where(empty, 0.0, found))
    gain_hit = np.where(sure_hit, table[:, GOAL] - 1.0, won)
    return hit, gain_hit, stand


def after_new(table: Rows) -> Rows:
    """Cards beside a new digit that complete thirteen; column d: after digit d."""
    return table[:, GOAL - 9 : GOAL + 1][:, ::-1]


def _second_chance(odds: Floats, total: Rows) -> Floats:
    """For each first digit, the chance that one more new card lands above the bid."""
    below = np.concatenate([np.zeros((len(odds), 1)), np.cumsum(odds, axis=1)], axis=1)
    first = np.arange(10)[None, :]
    low = np.clip(total[:, None] + 1 - first, 0, 10)
    high = np.clip(GOAL + 1 - first, 0, 10) * np.ones_like(low)
    rows = np.arange(len(odds))[:, None]
    lands: Floats = below[rows, high] - below[rows, np.minimum(low, high)]
    return lands
