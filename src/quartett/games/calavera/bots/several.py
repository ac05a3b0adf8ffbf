"""Calavera for three and four: one network that says what every seat may expect."""

from functools import cache, lru_cache
from importlib.resources import files
from itertools import accumulate
from operator import add

from quartett.core.arrays import HAS_NUMPY, Floats, Ints, Singles, np
from quartett.core.event import Seat
from quartett.games.calavera.bots.plain_network import BITS, Layer, Outputs
from quartett.games.calavera.bots.positions import Positions, scores
from quartett.games.calavera.bots.value import PRIDE
from quartett.games.calavera.sheet import PADS, Pad

LEAD = 24
"""A lead of more points than this counts as this."""
OPEN = 5
"""A player has none to four open rows."""
REMEMBERED = 1024
"""Tuples of rows and inputs of players, without NumPy: positions of a turn share most of them."""


class Several:
    """A network that says what share of the win each seat may expect.

    A colour is a tuple of all players' rows, since dice of that colour serve them all: each
    different tuple passes two layers of its own, and the four colours are summed. Each player's
    bonus lines, lead, shortest row and open rows join them there. Seats are counted from the one
    that rolls next.
    """

    def __init__(self, weights: dict[str, Floats], pad: Pad, pride: float = PRIDE) -> None:
        self._pride, self._pad = pride, pad
        lines = len(pad.lines)
        self.states = pad.death + pad.length - pad.points + 1
        """How many a row has."""
        self.sizes = ((lines + 1) << lines, 2 * LEAD + 1, pad.length + 1, OPEN)
        """How many values each part has of what is said of a player."""
        layers = NumpyLayers if HAS_NUMPY else PlainLayers
        self._logits = layers(weights, self.states, self.sizes).logits

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
        every, order = _from_the_next(there)
        logits = self._logits(*self.inputs(there, standing))
        odds = np.exp(logits - logits.max(axis=1, keepdims=True))
        found: Floats = np.zeros(odds.shape)
        found[every, order] = odds / odds.sum(axis=1, keepdims=True)
        return found

    def inputs(self, there: Positions, standing: Ints) -> tuple[Ints, list[Ints]]:
        """Rows by seat and colour, and of each seat: lines, lead, shortest row and open rows."""
        chosen = _from_the_next(there)
        crosses, frozen, bonus = there.crosses[chosen], there.frozen[chosen], there.bonus[chosen]
        rows = crosses + (self._pad.death - self._pad.points) * frozen
        lines = len(self._pad.lines)
        first = (bonus == np.array(self._pad.first)) @ np.array([2**line for line in range(lines)])
        about = [
            (bonus > 0).sum(axis=2) * 2**lines + first,
            np.clip(leads(standing[chosen]), -LEAD, LEAD) + LEAD,
            crosses.min(axis=2),
            (~frozen).sum(axis=2),
        ]
        return rows, about


def _from_the_next(there: Positions) -> tuple[Ints, Ints]:
    """Places of the seats by position, from the one that rolls next on."""
    order = (there.turn[:, None] + np.arange(there.players)) % there.players
    return np.arange(len(order))[:, None], order


class NumpyLayers:
    """The network's layers, for many positions at once."""

    def __init__(self, weights: dict[str, Floats], states: int, sizes: tuple[int, ...]) -> None:
        self._states, self._sizes = states, sizes
        parts = {name: part.astype(np.float32) for name, part in weights.items()}
        self._first, self._first_bias = parts["colour0.w"], parts["colour0.b"]
        self._second, self._second_bias = parts["colour1.w"], parts["colour1.b"]
        self._third = parts["colour2.w"]
        self._rest, self._rest_bias = parts["rest0.w"], parts["rest0.b"]
        self._head = [(parts[f"head{n}.w"], parts[f"head{n}.b"]) for n in range(heads(weights))]

    def logits(self, rows: Ints, about: list[Ints]) -> Floats:
        """By position and seat, from rows by seat and colour, and what is said of each seat."""
        hidden = self._colours(rows)
        hidden += self._players(about)
        for weight, bias in self._head:
            hidden = np.maximum(hidden, 0, out=hidden) @ weight + bias
        return hidden.astype(np.float64)

    def _colours(self, rows: Ints) -> Singles:
        """What the four colours add."""
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
        summed: Singles = added[a] + added[b] + added[c] + added[d]
        return summed

    def _players(self, about: list[Ints]) -> Singles:
        """The sum over players; of positions many have the same code, which is looked up once."""
        codes = np.zeros_like(about[0])
        for part, size in zip(about, self._sizes, strict=True):
            codes = codes * size + part
        added, start = self._rest_bias, 0
        for place in range(codes.shape[1]):
            different, back = np.unique(codes[:, place], return_inverse=True)
            parts = np.unravel_index(different, self._sizes)
            one = np.zeros((len(different), len(self._rest_bias)), np.float32)
            for part, size in zip(parts, self._sizes, strict=True):
                one += self._rest[start + part]
                start += size
            added = added + one[back]
        return added


class PlainLayers:
    """Their twin without NumPy, one position after the other."""

    def __init__(self, weights: dict[str, Floats], states: int, sizes: tuple[int, ...]) -> None:
        self._states, self._sizes = states, sizes
        self._first = Layer(weights["colour0.w"], weights["colour0.b"])
        self._second = Layer(weights["colour1.w"], weights["colour1.b"])
        self._third = Layer(weights["colour2.w"], np.zeros(len(weights["rest0.b"])))
        self._rest = Layer(weights["rest0.w"], weights["rest0.b"])
        *head, last = (
            (weights[f"head{n}.w"], weights[f"head{n}.b"]) for n in range(heads(weights))
        )
        self._head, self._last = [Layer(*layer) for layer in head], Outputs(*last)
        self._colour = lru_cache(REMEMBERED)(self._colour_sums)
        self._player = lru_cache(REMEMBERED)(self._player_sums)

    def logits(self, rows: Ints, about: list[Ints]) -> Floats:
        said = zip(*(part.tolist() for part in about), strict=True)
        found = [
            self._one([*zip(*seats, strict=True)], [*zip(*parts, strict=True)])
            for seats, parts in zip(rows.tolist(), said, strict=True)
        ]
        return np.array(found)

    def _one(self, colours: list[tuple[int, ...]], players: list[tuple[int, ...]]) -> list[float]:
        sums = sum(map(self._colour, colours)) + sum(
            map(self._player, range(len(players)), players)
        )
        hidden = self._rest.positive(sums + self._rest.bias, BITS)
        for layer in self._head:
            hidden = layer(hidden)
        return self._last(hidden)

    def _colour_sums(self, rows: tuple[int, ...]) -> int:
        on = [place * self._states + row for place, row in enumerate(rows)]
        return self._third.weighted(self._second(self._first.looked_up(on)))

    def _player_sums(self, place: int, parts: tuple[int, ...]) -> int:
        starts = accumulate(self._sizes, initial=place * sum(self._sizes))
        return self._rest.added(map(add, starts, parts)) << BITS


def heads(weights: dict[str, Floats]) -> int:
    """The number of layers after the sum."""
    return sum(name.startswith("head") for name in weights) // 2


def leads(standing: Ints) -> Ints:
    """By position and seat: how far it is ahead of the best of the others."""
    *_, second, top = np.sort(standing).T
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
