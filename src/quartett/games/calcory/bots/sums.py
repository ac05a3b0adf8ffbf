"""The arithmetic of a turn: which known cards make which sums, and from how many cards."""

from functools import lru_cache
from typing import TypeAlias

from quartett.games.calcory.layout.cards import GOAL

Counts: TypeAlias = tuple[int, ...]
"""How many cards there are of each digit."""


@lru_cache(maxsize=1 << 16)
def most(counts: Counts, zero: bool) -> tuple[int, ...]:
    """For each sum up to 13 the most cards that make it, −1 where none do; `zero`: one may be used.

    >>> most((1, 2, 0, 0, 0, 0, 0, 0, 0, 0), True)[:4]
    (1, 2, 3, -1)
    """
    table = [0] + [-99] * GOAL
    for digit in range(1, 10):
        for _ in range(min(counts[digit], GOAL // digit)):
            for total in range(GOAL, digit - 1, -1):
                better = table[total - digit] + 1
                if better > table[total]:
                    table[total] = better
    extra = 1 if zero and counts[0] else 0
    return tuple([number + extra if number >= 0 else -1 for number in table])


@lru_cache(maxsize=1 << 16)
def ways(counts: Counts, total: int, zero: bool) -> tuple[tuple[int, ...], ...]:
    """Every choice of known cards that makes the sum, as digits, the longest first.

    >>> ways((1, 1, 1, 1, 0, 0, 0, 0, 0, 0), 3, True)
    ((0, 1, 2), (0, 3), (1, 2), (3,))
    """
    plain = _ways(counts, total, 9)
    with_zero = tuple((0, *way) for way in plain) if zero and counts[0] else ()
    return tuple(sorted(plain + with_zero, key=lambda way: (-len(way), way)))


def wasted(known: tuple[int, ...], turned: tuple[int, ...]) -> tuple[int, ...] | None:
    """Known digits that end the turn with nothing: too much, or one zero too many.

    >>> wasted((4, 5, 9), (0,)), wasted((0, 4), (0,)), wasted((4,), ())
    ((9, 5), (0,), None)
    """
    zeros = 2 - turned.count(0)
    if known.count(0) >= zeros:
        return (0,) * zeros
    for order in (known[::-1], known):
        chosen: list[int] = []
        for digit in order:
            chosen.append(digit)
            total = sum(turned) + sum(chosen)
            if total > GOAL:
                return tuple(chosen)
            if total == GOAL:
                break
    return None


def _ways(counts: Counts, total: int, high: int) -> tuple[tuple[int, ...], ...]:
    if total == 0:
        return ((),)
    found: list[tuple[int, ...]] = []
    for digit in range(min(high, total), 0, -1):
        for copies in range(1, min(counts[digit], total // digit) + 1):
            rests = _ways(counts, total - copies * digit, digit - 1)
            found += [(*rest, *(digit,) * copies) for rest in rests]
    return tuple(found)
