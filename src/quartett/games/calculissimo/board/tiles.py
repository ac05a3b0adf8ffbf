"""The tiles: numbers, operators and jokers, and how one types them."""

from collections import Counter
from collections.abc import Iterable
from typing import Final

NUMBERS: Final = tuple("123456789")
PLUS, MINUS, TIMES, DIVIDED = "+", "−", "×", "÷"
OPERATORS: Final = (PLUS, MINUS, TIMES, DIVIDED)
JOKER: Final = "?"
TILES: Final = (*NUMBERS, *OPERATORS, JOKER)
"""Every kind of tile, in the order in which racks are kept."""
KIND: Final = {tile: kind for kind, tile in enumerate(TILES)}
DECLARED: Final = tuple(JOKER + tile for tile in TILES[:-1])
"""Jokers as they lie on the board, with what they stand for."""
LAID: Final = frozenset((*TILES[:-1], *DECLARED))
"""Everything that can lie on the board."""
LEFT_OVER: Final = 10
"""What an operator or a joker costs its owner at the end."""

TYPED: Final = {"-": MINUS, "–": MINUS, "*": TIMES, "x": TIMES, "X": TIMES, ":": DIVIDED}
"""What a keyboard has instead of − × ÷."""


def stands_for(tile: str) -> str:
    """The number or operator that a tile on the board counts as.

    >>> stands_for("?5"), stands_for("÷")
    ('5', '÷')
    """
    return tile[-1]


def of_rack(tile: str) -> str:
    """The tile that was taken from a rack to lie on the board so.

    >>> of_rack("?5"), of_rack("÷")
    ('?', '÷')
    """
    return tile[0]


def is_number(tile: str) -> bool:
    """Whether a tile on the board counts as a number."""
    return tile[-1] in NUMBERS


def left_over(tile: str) -> int:
    """What a tile costs that is left on a rack."""
    return int(tile) if tile in NUMBERS else LEFT_OVER


def in_order(tiles: Iterable[str]) -> tuple[str, ...]:
    """Tiles as a rack keeps them: numbers, operators, jokers."""
    return tuple(sorted(tiles, key=KIND.__getitem__))


def typed(text: str) -> str:
    """The text with − × ÷ where a keyboard wrote something else.

    >>> typed("6:2-1")
    '6÷2−1'
    """
    return "".join(TYPED.get(letter, letter) for letter in text)


def count(tiles: Iterable[str]) -> list[int]:
    """How many there are of each kind, in the order of TILES."""
    counts = [0] * len(TILES)
    for tile in tiles:
        counts[KIND[tile]] += 1
    return counts


def without(rack: Iterable[str], tiles: Iterable[str]) -> tuple[str, ...]:
    """What is left of a rack.

    >>> without("77+", "7")
    ('7', '+')
    """
    return in_order((Counter(rack) - Counter(tiles)).elements())


def spread(counts: Iterable[int]) -> tuple[str, ...]:
    """The tiles that counts stand for.

    >>> spread(count("+77"))
    ('7', '7', '+')
    """
    return tuple(tile for tile, number in zip(TILES, counts, strict=True) for _ in range(number))
