"""The network that says what each seat gets, and judges that use it or the one before it."""

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import torch
from tools.training.calavera_several.arena import Arena, Seen, State, Tensor
from torch import nn

LEAD = 24
"""A lead of more points than this counts as this."""
LINES = 32
OPEN = 5
CHUNK = 1 << 21
"""How many positions are valued at once."""
CHUNK_OF_GAMES = 256
"""How many games at once, where all their inputs are written out."""


class Inputs:
    """Positions as numbers of inputs that are on, seats counted from the one that rolls.

    Each colour is a tuple of all players' rows, since dice of that colour serve them all. Each
    player's bonus lines, lead, shortest row and open rows follow.
    """

    def __init__(self, arena: Arena) -> None:
        self.players, self.states = arena.players, arena.states
        sizes = [LINES, 2 * LEAD + 1, arena.pad.length + 1, OPEN]
        self.starts = np.cumsum([0, *sizes * self.players]).tolist()
        self.size = self.starts[-1]

    def __call__(self, seen: Seen, shift: int = 1) -> tuple[Tensor, Tensor]:
        """Colours as numbers of tuples, and the other inputs; seat `shift` is the one to roll."""
        players = self.players
        seats = [(place + shift) % players for place in range(players)]
        colours = seen.rows[seats[0]]
        for seat in seats[1:]:
            colours = colours * self.states + seen.rows[seat]
        on = []
        for place, seat in enumerate(seats):
            inputs = (
                seen.lines[seat] * 8 + seen.first[seat],
                seen.lead(seat).clamp(-LEAD, LEAD) + LEAD,
                seen.least[seat],
                seen.open[seat],
            )
            on += [part + self.starts[4 * place + n] for n, part in enumerate(inputs)]
        return colours, torch.stack(on, -1)


class Network(nn.Module):  # type: ignore[misc]
    """Colours by themselves, summed; then all together."""

    def __init__(self, inputs: Inputs, colour: int, width: int, hidden: tuple[int, ...]) -> None:
        super().__init__()
        self.inputs = inputs
        self.players, self.states = inputs.players, inputs.states
        self.colour = nn.ModuleList(
            [
                nn.Linear(self.players * self.states, colour),
                nn.Linear(colour, colour),
                nn.Linear(colour, width, bias=False),
            ]
        )
        self.rest = nn.Linear(inputs.size, width)
        sizes = (width, *hidden, self.players)
        self.head = nn.ModuleList(nn.Linear(a, b) for a, b in pairwise(sizes))
        nn.init.normal_(self.colour[0].weight, std=0.5)
        nn.init.normal_(self.rest.weight, std=0.1)
        nn.init.zeros_(self.head[-1].weight)

    def tuples(self, codes: Tensor) -> Tensor:
        """What tuples of rows add."""
        x = torch.zeros(*codes.shape, self.players * self.states, device=codes.device)
        for place in reversed(range(self.players)):
            x.scatter_(-1, (codes % self.states + place * self.states).long().unsqueeze(-1), 1.0)
            codes = codes // self.states
        x = torch.relu(self.colour[0](x))
        x = torch.relu(self.colour[1](x))
        return self.colour[2](x)

    def forward(self, colours: Tensor, on: Tensor) -> Tensor:
        """Logarithms of shares, but for a constant."""
        x = torch.zeros(*on.shape[:-1], self.inputs.size, device=on.device)
        x.scatter_(-1, on.long(), 1.0)
        x = self.rest(x) + self.tuples(colours).sum(-2)
        for layer in self.head:
            x = layer(torch.relu(x))
        return x

    def table(self, kind: Any) -> Tensor:
        """What every tuple and every other input adds, in one table; the bias with the latter."""
        codes = torch.arange(self.states**self.players, device=self.rest.weight.device)
        parts = [self.tuples(some) for some in codes.split(1 << 15)]
        rest = self.rest.weight.T.clone()
        last = self.inputs.starts[-2]
        rest[last:] += self.rest.bias
        return torch.cat([*parts, rest]).to(kind)

    def weights(self) -> dict[str, Any]:
        """As they are shipped."""
        found = {}
        for name, layer in self.layers():
            found[f"{name}.w"] = layer.weight.detach().T.contiguous().half().cpu().numpy()
            if layer.bias is not None:
                found[f"{name}.b"] = layer.bias.detach().float().cpu().numpy()
        return found

    def layers(self) -> Iterator[tuple[str, Any]]:
        groups = {"colour": self.colour, "rest": [self.rest], "head": self.head}
        for name, group in groups.items():
            for n, layer in enumerate(group):
                yield f"{name}{n}", layer

    def save(self, path: Path) -> None:
        np.savez_compressed(path, **self.weights())

    def load(self, path: Path) -> None:
        with np.load(path) as weights:
            for name, layer in self.layers():
                layer.weight.data.copy_(torch.as_tensor(weights[f"{name}.w"].T.copy()))
                if layer.bias is not None:
                    layer.bias.data.copy_(torch.as_tensor(weights[f"{name}.b"]))


class Learned:
    """A network, its tables made ready for many positions."""

    def __init__(self, net: Network, kind: Any = None) -> None:
        device = net.rest.weight.device
        self.net = net
        self.kind = kind or (torch.float16 if device.type == "cuda" else torch.float32)
        with torch.no_grad():
            self.table = net.table(self.kind)
            self.head = [
                (layer.weight.to(self.kind), layer.bias.to(self.kind)) for layer in net.head
            ]
        self.start = net.states**net.players

    def shares(self, seen: Seen) -> Tensor:
        colours, on = self.net.inputs(seen)
        index = torch.cat([colours, on + self.start], -1)
        flat = index.view(-1, index.shape[-1])
        logits = torch.cat([self._logits(some) for some in flat.split(CHUNK)])
        found = torch.softmax(logits.float(), -1).view(*index.shape[:-1], -1)
        return found.roll(1, -1)

    def _logits(self, index: Tensor) -> Tensor:
        x = nn.functional.embedding_bag(index, self.table, mode="sum")
        for weight, bias in self.head:
            x = nn.functional.linear(torch.relu_(x), weight, bias)
        return x


class Former:
    """The network of 128 and 64 units that was taught before, and looks at itself alone."""

    def __init__(self, arena: Arena, path: Path) -> None:
        self.arena = arena
        with np.load(path) as weights:
            count = len(weights.files) // 2
            self.layers = [
                tuple(torch.as_tensor(weights[f"{k}{n}"], device=arena.device) for k in "wb")
                for n in range(count)
            ]
        pad, rules = arena.pad, arena.rules
        crosses = rules.crosses.cpu().numpy()
        steps = np.tri(pad.length + 1)[crosses]
        is_open = (np.arange(arena.states) < pad.death)[:, None]
        both = np.hstack([steps * is_open, steps * ~is_open])
        self.steps = torch.as_tensor(both, dtype=torch.float32, device=arena.device)
        first, later = np.array(pad.first), np.array(pad.later)
        paid = [
            [
                [(first if bits >> n & 1 else later)[n] if n < lines else 0 for n in range(3)]
                for bits in range(8)
            ]
            for lines in range(4)
        ]
        self.paid = torch.tensor(paid, dtype=torch.float32, device=arena.device) / 4

    def shares(self, seen: Seen) -> Tensor:
        seats, games = range(self.arena.players), range(0, len(seen.over), CHUNK_OF_GAMES)
        parts = [slice(n, n + CHUNK_OF_GAMES) for n in games]
        found = [torch.cat([self._share(seen, seat, part) for part in parts]) for seat in seats]
        return torch.stack(found, -1)

    def _share(self, seen: Seen, seat: int, some: slice) -> Tensor:
        players = self.arena.players
        sheets = []
        for step in range(players):
            who = (seat + step) % players
            sheets += [
                self.steps[seen.rows[who][some]].sum(-2),
                self.paid[seen.lines[who][some].long(), seen.first[who][some].long()],
                seen.score[who][some].unsqueeze(-1) / 20,
            ]
        whose = torch.zeros(*seen.over[some].shape, players, device=self.arena.device)
        whose[..., (1 - seat) % players] = 1
        x = torch.cat([*sheets, whose], -1)
        for weight, bias in self.layers[:-1]:
            x = torch.relu(x @ weight + bias)
        weight, bias = self.layers[-1]
        return torch.sigmoid((x @ weight + bias)[..., 0])


def standing(arena: Arena, state: State) -> Seen:
    """Positions themselves, as if nobody did anything: seat 0 rolls."""
    nothing = torch.zeros(1, dtype=torch.long, device=arena.device)
    rows = state.rows
    sheets = [arena.told(rows[:, seat]).unsqueeze(1) for seat in range(arena.players)]
    return arena.seen(state, sheets, [nothing] * arena.players)
