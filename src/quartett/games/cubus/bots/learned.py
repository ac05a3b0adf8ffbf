"""What a turn leaves in a game of two, as self-play has taught it.

A network says how far ahead of the other one will come from here on, in points. It knows numbers
of cards and what can be built with them, and nothing of shapes. `tools/training/cubus` trains it.
"""

from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from importlib.resources import files
from typing import Final, NamedTuple, TypeAlias

from quartett.core.arrays import Floats, np

Counts: TypeAlias = tuple[int, int, int]
"""Left sides, right sides, lids of both kinds."""
Within: TypeAlias = Callable[[int, int, int], int]
"""The most of 3 × boxes − cards that can be built within this many cards."""

DRAWS: Final[tuple[Counts, ...]] = (
    (0, 0, 0),
    (1, 0, 0), (0, 1, 0), (0, 0, 1),
    (2, 0, 0), (0, 2, 0), (0, 0, 2), (1, 1, 0), (1, 0, 1), (0, 1, 1),
)  # fmt: skip
"""None, one or two cards more."""
UNIT: Final = 10
"""Points for 1 of the network."""


class Left(NamedTuple):
    """A position after a turn; the other is to draw."""

    stack: Counts
    boxes: int
    mine: Counts
    theirs: Counts
    pile: Counts

    @property
    def worth(self) -> int:
        return 3 * self.boxes - sum(self.stack)


def leads(positions: Sequence[Left], within: Within) -> list[float]:
    """By how many points whoever has just moved will gain on the other until the end."""
    rows = [features(one, within) for one in positions]
    found = np.array(rows)
    *hidden, last = layers()
    for weights, bias in hidden:
        found = np.maximum(found @ weights + bias, 0)
    found = found @ last[0] + last[1]
    # Rounded, so that all ways to sum agree.
    values = [round(UNIT * float(one), 6) for one in found[:, 0]]
    return [0.0 if is_over(row) else value for row, value in zip(rows, values, strict=True)]


def features(left: Left, within: Within) -> list[float]:
    """What the network reads."""
    stack, mine, theirs, pile, worth = left.stack, left.mine, left.theirs, left.pile, left.worth
    cards = sum(pile)
    they = [gain / 8 for gain in _gains(left, theirs, within)]
    me = [gain / 8 for gain in _gains(left, mine, within)]
    reply = they[0]
    if cards:
        reply = (pile[0] * they[1] + pile[1] * they[2] + pile[2] * they[3]) / cards
    together = [a + b + c for a, b, c in zip(stack, mine, theirs, strict=True)]
    return [
        worth / 50, left.boxes / 20,
        *(count / 8 for count in stack),
        *(count / 2 for count in mine),
        *(count / 2 for count in theirs),
        *(count / 8 for count in pile),
        cards / 20, cards % 2, float(cards == 0),
        *they, *me,
        *(float(gain > 0) for gain in they[:4]),
        *(float(gain > 0) for gain in me[:4]),
        reply, (within(*together) - worth) / 10,
    ]  # fmt: skip


def _gains(left: Left, hand: Counts, within: Within) -> list[int]:
    """What a hand with no, one or two cards more could earn."""
    a, b, c = (there + held for there, held in zip(left.stack, hand, strict=True))
    worth = left.worth
    return [within(a + x, b + y, c + z) - worth for x, y, z in _draws(left.pile)]


@lru_cache(maxsize=64)
def _draws(pile: Counts) -> list[Counts]:
    """The draws; cards that the pile has not are left out."""
    p, q, r = pile
    return [(min(x, p), min(y, q), min(z, r)) for x, y, z in DRAWS]


EMPTY, THEY, ME = 16, 17, 27
"""Where in a row it says that the pile is empty, and what either can build without a card more."""


def is_over(row: Sequence[float]) -> bool:
    """Whether nobody can build and nothing is left to draw."""
    return row[EMPTY] > 0 and row[THEY] <= 0 and row[ME] <= 0


@cache
def layers() -> list[tuple[Floats, Floats]]:
    with (files(__package__) / "learned.npz").open("rb") as stream, np.load(stream) as weights:
        return [(weights[f"w{n}"].astype(float), weights[f"b{n}"].astype(float)) for n in range(3)]
