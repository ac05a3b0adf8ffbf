"""Chance in compiled games: fair dice, fair draws, and nothing twice."""

import jax
import jax.numpy as jnp
import numpy as np

from quartett.envs.jax.chance import below, fraction, under, words
from quartett.games.calavera.jax import dice as d
from quartett.games.calcory.jax.places import Places


def chi_squared(counts: np.ndarray, total: int) -> float:
    expected = total / len(counts)
    return float(((counts - expected) ** 2 / expected).sum())


def test_the_words_of_a_key_are_those_of_its_folded_keys() -> None:
    key = jax.random.key(5)
    drawn = [int(word) for word in words(key, jnp.uint32(17))]
    assert drawn == jax.random.key_data(jax.random.fold_in(key, 17)).tolist()


def test_all_faces_of_all_dice_are_equally_likely() -> None:
    rolls = 60_000
    pairs = jax.random.bits(jax.random.key(1), (2, rolls), jnp.uint32)
    dice = np.asarray(jax.vmap(lambda a, b: d.throw(fraction(a), fraction(b)))(*pairs))
    for die in range(6):
        counts = np.bincount(dice >> 3 * die & 7, minlength=6)
        assert len(counts) == 6
        assert chi_squared(counts, rolls) < 30  # a fair die stays below in 99,998 of 100,000
    pairs_of_dice = (dice & 7) * 6 + (dice >> 3 & 7)
    assert chi_squared(np.bincount(pairs_of_dice, minlength=36), rolls) < 85


def test_a_fraction_gives_every_number_its_share() -> None:
    for number in (2, 3, 4, 6):
        every = jnp.arange(0, 1 << 29, 9973, dtype=jnp.uint32)
        drawn, _ = below(every, number)
        counts = np.bincount(np.asarray(drawn), minlength=number)
        assert counts.max() - counts.min() <= 2


def test_the_nth_of_a_set_counts_from_the_lowest() -> None:
    members = [0, 3, 29, 30, 44, 59]
    low = sum(1 << n for n in members if n < 30)
    high = sum(1 << (n - 30) for n in members if n >= 30)
    there = Places(jnp.uint32(low), jnp.uint32(high))
    assert [int(there.nth(jnp.uint32(n))) for n in range(6)] == members
    assert np.flatnonzero(there.flags()).tolist() == members


def test_a_number_under_another() -> None:
    word = jax.random.bits(jax.random.key(2), (60_000,), jnp.uint32)
    counts = np.bincount(np.asarray(under(word, jnp.uint32(60))), minlength=60)
    assert len(counts) == 60
    assert chi_squared(counts, 60_000) < 120


def test_a_number_under_another_is_the_upper_half_of_their_product() -> None:
    words = [0, 1, 0xFFFF, 0x10000, 0x80000000, 0xFFFFFFFF, 0x12345678]
    for number in (0, 1, 2, 59, 60, 0xFFFF):
        drawn = under(jnp.array(words, jnp.uint32), jnp.uint32(number))
        assert drawn.tolist() == [word * number >> 32 for word in words]
