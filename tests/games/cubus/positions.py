"""Positions for the builder, small ones and large ones, always the same for a seed."""

from functools import cache
from random import Random

from quartett.games.cubus import Cards, Stack
from quartett.games.cubus.builder.plain import stacks
from quartett.games.cubus.builder.slices import MOST, slices
from quartett.games.cubus.stacks.shape import Spot

Position = tuple[Stack, tuple[Spot, ...], Cards]


@cache
def every_stack(left: int, right: int, lids: int) -> list[Stack]:
    return list(stacks(left, right, lids))


def small(rng: Random, cap: int) -> Position:
    """A stack with cards to spare, so few that every build can be tried."""
    size = rng.randrange(2, 5)
    stack = rng.choice(every_stack(size, size, size))
    return stack, _open(stack, rng, 0), _hand(stack, rng, cap)


def large(rng: Random, cap: int = MOST, least_open: int = 0) -> Position:
    """A random walk over slices, open lids anywhere on it, and any hand that goes with it."""
    stack = _walk(rng, cap)
    return stack, _open(stack, rng, least_open), _hand(stack, rng, cap)


def _open(stack: Stack, rng: Random, least: int) -> tuple[Spot, ...]:
    lids = sorted(stack.lids)
    return tuple(rng.sample(lids, min(len(lids), rng.randint(least, 4))))


def _hand(stack: Stack, rng: Random, cap: int) -> Cards:
    left, right, lids = (max(0, cap - count) for count in stack.cards.counts[:3])
    hand = Cards(rng.randint(0, left), rng.randint(0, right), rng.randint(0, lids))
    turned = rng.randint(0, min(2, hand.lid))
    return hand + Cards(lid=-turned, open=turned)


def _walk(rng: Random, cap: int) -> Stack:
    while True:
        cells = _try_walk(rng, *(rng.randint(1, cap) for _ in range(3)))
        if cells:
            return Stack(tuple(cells))


def _try_walk(rng: Random, left: int, right: int, lids: int) -> list[tuple[int, int, int]]:
    """Step by step until the walk ends, or until nothing is left to go on with."""
    cut = slices()
    here = rng.randint(1, left)
    left, lids, x, y = left - here, lids - 1, 0, 0
    cells = [(0, 0, here)]
    while True:
        first = int(cut.parts[here][0])
        under = cut.under_list[cut.under[here] : cut.under[here + 1]] if here else []
        over = cut.over_list[cut.over[here] : cut.over[here + 1]]
        steps = [(to, True) for to in under if first <= right and cut.length[to] <= lids]
        steps += [
            (to, False) for to in over if to and cut.parts[to][0] <= left and cut.length[to] <= lids
        ]
        ends = cut.length[here] == 1 and first <= right
        choice = rng.randrange(len(steps) + 2 * ends) if steps or ends else -1
        if choice < 0 or choice >= len(steps):
            return cells if choice >= 0 else []
        here, along_x = steps[choice]
        x, y = (x + 1, y) if along_x else (x, y - 1)
        right, left = (right - first, left) if along_x else (right, left - int(cut.parts[here][0]))
        lids -= int(cut.length[here])
        parts = cut.parts[here]
        cells += [(x + i, y + i, height) for i, height in enumerate(parts) if height]
