"""Intervals that hold at every moment, against coins whose bias we know."""

import random

import pytest

from quartett.arena.certainty import STEPS, Running
from quartett.arena.tournament import Comparison


def tossed(bias: float, tosses: int, seed: int, alpha: float = 0.05) -> Running:
    rng = random.Random(seed)
    coin = Running(alpha)
    for _ in range(tosses):
        coin.add(float(rng.random() < bias))
    return coin


def test_nothing_is_known_at_first() -> None:
    coin = Running(0.05)
    assert (coin.low, coin.high, coin.mean) == (0.0, 1.0, 0.5)


@pytest.mark.parametrize("bias", [0.05, 0.5, 0.7])
def test_the_interval_misses_the_truth_as_rarely_as_it_says(bias: float) -> None:
    """Ever, not only at the end: the interval only narrows, so its end says what it ever said."""
    coins = [tossed(bias, 150, seed) for seed in range(120)]
    missed = sum(not coin.low <= bias <= coin.high for coin in coins)
    assert missed <= 10  # 6 expected at most


def test_more_tosses_narrow_the_interval() -> None:
    short, long = tossed(0.6, 50, 1), tossed(0.6, 2000, 1)
    assert short.high - short.low > 0.25 > 0.12 > long.high - long.low
    assert long.low <= long.mean <= long.high


def test_less_risk_is_a_wider_interval() -> None:
    bold, careful = tossed(0.6, 200, 3, alpha=0.1), tossed(0.6, 200, 3, alpha=0.001)
    assert careful.low < bold.low and bold.high < careful.high


def test_both_sides_are_treated_alike() -> None:
    heads, tails = Running(0.05), Running(0.05)
    rng = random.Random(5)
    for _ in range(300):
        value = rng.choice([0.0, 0.25, 0.5, 1.0])
        heads.add(value)
        tails.add(1 - value)
    assert heads.low == pytest.approx(1 - tails.high, abs=1.5 / STEPS)
    assert heads.high == pytest.approx(1 - tails.low, abs=1.5 / STEPS)


def test_small_differences_show_where_luck_is_small() -> None:
    """Rounds of rotations vary less than single games; the bets make use of it."""
    steady = Running(0.05)
    for place in range(60):
        steady.add(0.6 if place % 2 else 0.55)
    assert steady.low > 0.5 > tossed(0.575, 60, 1).low


@pytest.mark.parametrize(
    ("low", "high", "verdict"),
    [
        (0.5, 0.9, "ahead"),
        (0.1, 0.5, "behind"),
        (0.49, 0.51, "equal"),
        (0.4, 0.6, "open"),
        (0.0, 1.0, "open"),
    ],
)
def test_verdicts(low: float, high: float, verdict: str) -> None:
    found = Comparison(("a", "b"), "a", "b", 9, 0.5, low, high, margin=0.02)
    assert found.verdict == verdict
    turned = {"ahead": "behind", "behind": "ahead"}.get(verdict, verdict)
    assert found.turned().verdict == turned and found.turned().one == "b"
