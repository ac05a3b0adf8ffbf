"""How good a table is for whoever moves next: many tables at once, as rows of numbers."""

from typing import Final, TypeAlias

from quartett.core.arrays import Floats, Shorts, np
from quartett.games.calcory.layout.cards import GOAL

Rows: TypeAlias = Shorts

NONE: Final = -99
"""No cards make this sum."""
LUCK: Final = 0.35
"""What a turn that finds no thirteen is worth on average: a bid may stand."""
DISCOUNT: Final = 0.5
"""How much of the mover's prospects counts: the other side moves again after that."""


def most(known: Rows) -> Rows:
    """The plain twin is `sums.most`: for each table and sum the most known cards that make it."""
    table = np.full((len(known), GOAL + 1), NONE, np.int16)
    table[:, 0] = 0
    for digit in range(1, 10):
        counts = known[:, digit]
        for copy in range(min(int(counts.max(initial=0)), GOAL // digit)):
            longer = np.where((counts > copy)[:, None], table[:, :-digit] + 1, NONE)
            table[:, digit:] = np.maximum(table[:, digit:], longer)
    table += np.where((table >= 0) & (known[:, :1] > 0), 1, 0).astype(np.int16)
    return table


def prospects(known: Rows, unseen: Rows) -> Floats:
    """The cards a player to move can expect to keep this turn, without a bid on the table.

    Either a known thirteen, or one new card completed by known ones.
    """
    table = most(known)
    return worth(table, unseen)


def worth(table: Rows, unseen: Rows) -> Floats:
    sure = table[:, GOAL] - 1.0
    hidden = unseen.sum(axis=1)
    after = table[:, GOAL - 9 : GOAL + 1][:, ::-1].astype(np.float64)  # column d: after digit d
    after[:, 0] = table[:, GOAL]  # a new zero needs the whole thirteen, and replaces a known zero
    gain = np.where(after >= 0, after, LUCK)
    drawn = (unseen * gain).sum(axis=1) / np.maximum(hidden, 1)
    value: Floats = np.maximum(np.maximum(sure, np.where(hidden > 0, drawn, 0.0)), 0.0)
    return value
