"""An opponent that fits: which level somebody should meet next, from how the last games went."""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

ODDS: Final = 3.0
"""A level wins about three of four games against the one below."""
RECENT: Final = 12
"""How many games are looked at: people learn, and have better and worse weeks."""
FIRST: Final = 2.4
"""How many levels the first result may move somebody who was expected to do the opposite."""
LAST: Final = 0.8
"""The same after many games."""


class LevelResult(Struct, frozen=True):
    """One game against bots of a level."""

    level: str
    won: float
    """1 for a win, 0 for a loss, the share of a tie."""


def strength(levels: Sequence[str], results: Sequence[LevelResult]) -> float:
    """How strong the player is, in levels: 0 plays like the weakest, 1 like the next.

    Results are in order, the latest last. A player who wins more than the levels predict rises,
    one who wins less falls: fast at first, then more slowly.

    >>> ladder = ("beginner", "easy", "medium")
    >>> strength(ladder, [])
    0.0
    >>> round(strength(ladder, [LevelResult("beginner", 1.0), LevelResult("easy", 1.0)]), 2)
    1.91
    """
    known = [result for result in results if result.level in levels][-RECENT:]
    here = float(levels.index(known[0].level)) if known else 0.0
    for number, result in enumerate(known):
        expected = 1 / (1 + ODDS ** (levels.index(result.level) - here))
        step = max(LAST, FIRST / (1 + number / 2))
        here += step * (result.won - expected)
        here = min(max(here, 0.0), len(levels) - 1.0)
    return here


def suited_level(levels: Sequence[str], results: Sequence[LevelResult]) -> str:
    """The level that somebody with these results wins about half of the games against.

    >>> suited_level(("beginner", "easy", "medium"), [LevelResult("beginner", 1.0)])
    'easy'
    """
    return levels[int(strength(levels, results) + 0.5)]
