"""Calavera for three and four: one network that says what every seat may expect."""

from functools import cache
from importlib.resources import files
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from quartett.core.arrays import Bools, Floats, Ints
from quartett.core.event import Seat
from quartett.games.calavera.bots.positions import Positions, scores
from quartett.games.calavera.bots.value import PRIDE
from quartett.games.calavera.sheet import PADS, Pad

LEAD = 24
"""A lead of more points than this counts as this."""
OPEN = 5
"""A player has none to four open rows."""

Weights: TypeAlias = NDArray[np.float32]


class Several:
    """A network that says what share of the win each seat may expect.

    A colour is a tuple of all players' rows, since dice of that colour serve them all: each
    different tuple passes two layers of its own, and the four colours are summed. Each player's
    bonus lines, lead, shortest row and open rows join them there. Seats are counted from the one
    that rolls next.
    """

    def __init__(self, weights: dict[str, Weights], pad: Pad, pride: float = PRIDE) -> None:
        self._pride, self._pad = pride, pad
        parts = {name: part.astype(np.float32) for name, part in weights.items()}
        self._first, self._first_bias = parts["colour0.w"], parts["colour0.b"]
        self._second, self._second_bias = parts["colour1.w"], parts["colour1.b"]
        self._third = parts["colour2.w"]
        self._rest, self._rest_bias = parts["rest0.w"], parts["rest0.b"]
        heads = sum(name.startswith("head") for name in parts) // 2
        self._head = [(parts[f"head{n}.w"], parts[f"head{n}.b"]) for n in range(heads)]
        self._states = pad.death + pad.length - pad.points + 1

    def __call__(self, there: Positions, seat: Seat, pad: Pad) -> Floats:
        worth: Floats = self.to_all(there, pad)[seat]
        return worth

    def to_all(self, there: Positions, pad: Pad) -> Floats:
        """The worth of each position, by seat."""
        standing = scores(there, pad)
        best = standing == standing.max(axis=1, keepdims=True)
        ended = best / best.sum(axis=1, keepdims=True)
        won = np.where(there.over[:, None], ended, self.chances(there, standing))
        worth: Floats = won + self._pride * leads(standing)
        return worth.T

    def chances(self, there: Positions, standing: Ints) -> Floats:
        """By position and seat; without meaning where the game is over."""
        order = (there.turn[:, None] + np.arange(there.players)) % there.players
        every = np.arange(len(order))[:, None]
        crosses, frozen = there.crosses[every, order], there.frozen[every, order]
        hidden = self._colours(crosses, frozen)
        hidden += self._players(crosses, frozen, there.bonus[every, order], standing[every, order])
        for weight, bias in self._head:
            hidden = np.maximum(hidden, 0, out=hidden) @ weight + bias
        logits = hidden.astype(np.float64)
        odds = np.exp(logits - logits.max(axis=1, keepdims=True))
        found: Floats = np.empty_like(odds)
        found[every, order] = odds / odds.sum(axis=1, keepdims=True)
        return found

    def _colours(self, crosses: Ints, frozen: Bools) -> Weights:
        """What the four colours add."""
        rows = crosses + (self._pad.death - self._pad.points) * frozen
        codes = rows[:, 0]
        for place in range(1, rows.shape[1]):
            codes = codes * self._states + rows[:, place]
        different, back = np.unique(codes, return_inverse=True)
        hidden = np.tile(self._first_bias, (len(different), 1))
        for place in reversed(range(rows.shape[1])):
            hidden += self._first[place * self._states + different % self._states]
            different = different // self._states
        hidden = np.maximum(hidden, 0, out=hidden) @ self._second + self._second_bias
        added = np.maximum(hidden, 0, out=hidden) @ self._third
        a, b, c, d = back.reshape(codes.shape).T
        summed: Weights = added[a] + added[b] + added[c] + added[d]
        return summed

    def _players(self, crosses: Ints, frozen: Bools, bonus: Ints, standing: Ints) -> Weights:
        """What the players add: lines, lead, shortest row and open rows of each."""
        pad, lines = self._pad, len(self._pad.lines)
        first = ((bonus == np.array(pad.first)) << np.arange(lines)).sum(axis=2)
        reached = ((bonus > 0).sum(axis=2) << lines) + first
        inputs = (
            reached,
            np.clip(leads(standing), -LEAD, LEAD) + LEAD,
            crosses.min(axis=2),
            (~frozen).sum(axis=2),
        )
        sizes = ((lines + 1) << lines, 2 * LEAD + 1, pad.length + 1, OPEN)
        codes = np.zeros_like(reached)
        for part, size in zip(inputs, sizes, strict=True):
            codes = codes * size + part
        return self._added(codes, sizes)

    def _added(self, codes: Ints, sizes: tuple[int, ...]) -> Weights:
        """The sum over players; of positions many have the same code, which is looked up once."""
        added, start = self._rest_bias, 0
        for place in range(codes.shape[1]):
            different, back = np.unique(codes[:, place], return_inverse=True)
            parts = np.unravel_index(different, sizes)
            one = np.zeros((len(different), len(self._rest_bias)), np.float32)
            for part, size in zip(parts, sizes, strict=True):
                one += self._rest[start + part]
                start += size
            added = added + one[back]
        return added


def leads(standing: Ints) -> Ints:
    """By position and seat: how far it is ahead of the best of the others."""
    *_, second, top = np.sort(standing, axis=1).T
    others = np.where(standing == top[:, None], second[:, None], top[:, None])
    ahead: Ints = standing - others
    return ahead


@cache
def self_taught(sheet: str, players: int, pride: float = PRIDE) -> Several | None:
    """The network for this many players on this pad, where there is one."""
    file = files(__package__) / "trained" / f"{sheet}-{players}-several.npz"
    if not file.is_file():
        return None
    with file.open("rb") as stream, np.load(stream) as weights:
        return Several({name: weights[name] for name in weights.files}, PADS[sheet], pride)
