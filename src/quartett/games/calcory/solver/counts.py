"""How many cards there are of each digit, packed into one number: five bits a digit.

Solvers look up hundreds of thousands of tables; one number is added to, compared and hashed
faster than ten.
"""

from collections.abc import Iterable
from functools import lru_cache
from typing import Final

BITS: Final = 5
MASK: Final = (1 << BITS) - 1
NO_CARDS: Final = 0
ONE: Final = tuple(1 << BITS * digit for digit in range(10))
"""One card of each digit."""


def pack(digits: Iterable[int]) -> int:
    """
    >>> pack([0, 1, 1]) == ONE[0] + 2 * ONE[1]
    True
    """
    return sum(ONE[digit] for digit in digits)


def count(cards: int, digit: int) -> int:
    return cards >> BITS * digit & MASK


@lru_cache(maxsize=1 << 18)
def digits_of(cards: int) -> tuple[int, ...]:
    """The digits, each as often as it is there, in ascending order.

    >>> digits_of(pack([7, 0, 7]))
    (0, 7, 7)
    """
    return tuple(digit for digit in range(10) for _ in range(count(cards, digit)))


def size(cards: int) -> int:
    return len(digits_of(cards))


def unpack(cards: int) -> tuple[int, ...]:
    """The count of each digit."""
    return tuple([cards >> shift & MASK for shift in range(0, 10 * BITS, BITS)])
