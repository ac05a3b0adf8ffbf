"""The four kinds of cards, and how many of each lie in a hand, a stack or the pile."""

import re
from collections.abc import Mapping, Sequence
from typing import Final, Literal, TypeAlias

from msgspec import Struct

from quartett.core.errors import IllegalAction

Kind: TypeAlias = Literal["left", "right", "lid", "open"]

KINDS: Final[tuple[Kind, ...]] = ("left", "right", "lid", "open")
LETTERS: Final[dict[Kind, str]] = {"left": "L", "right": "R", "lid": "T", "open": "O"}
"""A lid is written T, for top: L is a left side."""
WORDS: Final[dict[Kind, tuple[str, str]]] = {
    "left": ("left side", "left sides"),
    "right": ("right side", "right sides"),
    "lid": ("closed lid", "closed lids"),
    "open": ("open lid", "open lids"),
}


class Cards(Struct, frozen=True):
    """This many cards of each kind.

    >>> Cards(2, 1, 0, 1) + Cards.read("2T")
    Cards(left=2, right=1, lid=2, open=1)
    >>> str(Cards(2, 1, 0, 1)), str(Cards())
    ('2L R O', '-')
    """

    left: int = 0
    right: int = 0
    lid: int = 0
    open: int = 0

    def __add__(self, other: "Cards") -> "Cards":
        return Cards(
            self.left + other.left,
            self.right + other.right,
            self.lid + other.lid,
            self.open + other.open,
        )

    def __sub__(self, other: "Cards") -> "Cards":
        return Cards(
            self.left - other.left,
            self.right - other.right,
            self.lid - other.lid,
            self.open - other.open,
        )

    def __str__(self) -> str:
        marks = [(getattr(self, kind), LETTERS[kind]) for kind in KINDS]
        return " ".join(mark if n == 1 else f"{n}{mark}" for n, mark in marks if n) or "-"

    @property
    def total(self) -> int:
        return self.left + self.right + self.lid + self.open

    @property
    def lids(self) -> int:
        """Lids of both kinds."""
        return self.lid + self.open

    @property
    def counts(self) -> tuple[int, int, int, int]:
        return self.left, self.right, self.lid, self.open

    def words(self) -> str:
        """As one says it.

        >>> Cards(2, 1).words(), Cards().words()
        ('2 left sides and 1 right side', 'no cards')
        """
        parts = [
            f"{n} {WORDS[kind][n != 1]}" for kind, n in zip(KINDS, self.counts, strict=True) if n
        ]
        if not parts:
            return "no cards"
        return " and ".join(filter(None, [", ".join(parts[:-1]), parts[-1]]))

    @classmethod
    def read(cls, text: str) -> "Cards":
        """Letters with or without counts, in any order: `2L R T`, `LLRT`, `-` for none."""
        note = "".join(text.split()).upper()
        if note in ("", "-"):
            return cls()
        if not re.fullmatch(r"(\d{0,3}[LRTO])+", note):
            raise IllegalAction(
                "malformed",
                f"{text!r} is not a hand: write L, R, T and O with counts, as in 2L R 3T O",
                {"hand": text},
            )
        counts = dict.fromkeys("LRTO", 0)
        for number, letter in re.findall(r"(\d*)([LRTO])", note):
            counts[letter] += int(number or 1)
        return cls(*counts.values())

    @classmethod
    def of(cls, thing: "CardsLike") -> "Cards":
        """Cards from themselves, from their text, from counts in order, or by kind."""
        if isinstance(thing, Cards):
            return thing
        if isinstance(thing, str):
            return cls.read(thing)
        if isinstance(thing, Mapping):
            return cls(**thing)
        return cls(*thing)


CardsLike: TypeAlias = Cards | str | Mapping[str, int] | Sequence[int]

ALL_CARDS: Final = Cards(16, 16, 12, 4)
START_CARDS: Final = Cards(1, 1, 1, 0)
EVERY_CARD: Final[dict[Kind, Cards]] = {kind: Cards(**{kind: 1}) for kind in KINDS}
