"""What a position is worth to a seat: by a heuristic, or learned by self-play."""

from collections.abc import Callable
from functools import cache
from importlib.resources import files
from typing import TypeAlias

from quartett.core.arrays import HAS_NUMPY, Floats, np
from quartett.core.event import Seat
from quartett.games.calavera.bots.plain_network import PlainNetwork
from quartett.games.calavera.bots.positions import Positions, lead, scores, shares
from quartett.games.calavera.sheet import Pad

PRIDE = 1e-5
"""Chances to win that a point of lead is worth: of two sure wins the higher one is nicer."""

Value: TypeAlias = Callable[[Positions, Seat, Pad], Floats]
"""Positions, seat, pad: the worth of each position to that seat."""


def own_sheet(there: Positions, seat: Seat, pad: Pad) -> Floats:
    """A heuristic in points: only one's own sheet, as if everyone else stood still.

    An open row is worth a part of the best box it may still reach; near the death zone
    that part shrinks. A bonus line is worth its points in proportion to the crosses made.
    """
    crosses, frozen = there.crosses[:, seat], there.frozen[:, seat]
    rows = np.where(frozen, np.array([0, *pad.boxes])[crosses], _promise(pad)[crosses])
    lines = np.zeros(len(rows))
    for line, box in enumerate(pad.lines):
        progress = np.minimum(crosses, box).sum(axis=1) / (box * crosses.shape[1])
        taken = (there.bonus[:, :, line] > 0).any(axis=1)
        points = np.where(taken, pad.later[line], pad.first[line])
        got = there.bonus[:, seat, line]
        lines += np.where(got > 0, got, points * progress**2)
    worth: Floats = rows.sum(axis=1) + lines
    return worth


@cache
def _promise(pad: Pad) -> Floats:
    """What an open row with this many crosses may be expected to bring."""
    best = max(pad.boxes)
    top = pad.boxes.index(best) + 1
    rising = [0.75 * best * min(1.0, crosses / (top - 1)) for crosses in range(pad.length + 1)]
    rising[top] = 0.7 * best
    return np.array(rising)


class Network:
    """A small network that says how likely the seat is to win.

    It reads each sheet as counts of rows with at least this many crosses, open and frozen
    apart, so that no colour matters more than another.
    """

    def __init__(self, weights: dict[str, Floats], pride: float = PRIDE) -> None:
        self._pride = pride
        self._layers = [
            (weights[f"w{n}"], weights[f"b{n}"]) for n in range(sum(k[0] == "w" for k in weights))
        ]
        self._plain = None if HAS_NUMPY else PlainNetwork(self._layers)

    def __call__(self, there: Positions, seat: Seat, pad: Pad) -> Floats:
        rows = features(there, seat, pad)
        plain = self._plain
        worth = self._chances(rows) if plain is None else np.array(plain(map(tuple, rows)))
        standing = scores(there, pad)
        won: Floats = np.where(there.over, shares(standing, seat), worth)
        return won + self._pride * lead(standing, seat)

    def _chances(self, rows: Floats) -> Floats:
        hidden = rows.astype(np.float32)
        for weight, bias in self._layers[:-1]:
            hidden = np.maximum(hidden @ weight + bias, 0)
        weight, bias = self._layers[-1]
        chances: Floats = 1 / (1 + np.exp(-(hidden @ weight + bias)[:, 0]))
        return chances


def features(there: Positions, seat: Seat, pad: Pad) -> Floats:
    """Positions as the seat sees them: its own sheet first, then the others in turn order."""
    order = [(seat + step) % there.players for step in range(there.players)]
    crosses, frozen = there.crosses[:, order], there.frozen[:, order]
    steps = np.tri(pad.length + 1, dtype=np.float64)[crosses]
    open_rows = np.where(frozen[..., None], 0, steps).sum(axis=2)
    frozen_rows = np.where(frozen[..., None], steps, 0).sum(axis=2)
    bonus = there.bonus[:, order] / 4
    standing = scores(there, pad)[:, order, None] / 20
    sheets = np.concatenate([open_rows, frozen_rows, bonus, standing], axis=2)
    turn = np.eye(there.players)[(there.turn - seat) % there.players]
    return np.hstack([sheets.reshape(len(turn), -1), turn])


@cache
def trained(sheet: str, players: int, pride: float = PRIDE) -> Network | None:
    """The network for this pad and number of players, where there is one."""
    file = files(__package__) / "trained" / f"{sheet}-{players}.npz"
    if not file.is_file():
        return None
    with file.open("rb") as stream, np.load(stream) as weights:
        return Network({name: weights[name] for name in weights.files}, pride)
