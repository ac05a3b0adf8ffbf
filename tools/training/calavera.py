"""Teach Calavera's expert by self-play on a GPU.

    python tools/training/calavera.py export tables.npz                  (needs Quartett)
    python tools/training/calavera.py train tables.npz --players 3       (needs PyTorch)

Thousands of games run side by side as arrays. Every turn is played as the expert plays it:
all uses of all 462 results are valued, both rerolls are exact expectations, and the others
take what their own sheets like best. Each generation fits the network to who won.
Seats are kept relative: index 0 is always the player whose turn it is.
"""

import argparse
import time
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np

ROWS, DICE, ROSE = 4, 6, 4
SIZE = DICE + 1
FREEZE = 1 + ROWS * SIZE
HIDDEN = (128, 64)
PRIDE = 1e-5


def export(path: Path, sheet: str) -> None:
    """Write all that the training needs to know of dice and pad: then it needs only PyTorch."""
    from quartett.games.calavera.bots.results import keep_index, tables
    from quartett.games.calavera.sheet import PADS

    t, pad = tables(), PADS[sheet]
    results, keeps = len(t.counts), len(keep_index())
    odds = np.zeros((keeps, results), np.float32)
    ends = [*t.keep_starts[1:], len(t.odds)]
    for keep, (start, end) in enumerate(zip(t.keep_starts, ends, strict=True)):
        odds[keep, t.follows[start:end]] = t.odds[start:end]
    ends = [*t.chooser_starts[1:], len(t.keeps)]
    most = max(end - start for start, end in zip(t.chooser_starts, ends, strict=True))
    choice = np.full((results, most), keeps)
    for result, start, end in zip(t.choosers, t.chooser_starts, ends, strict=True):
        choice[result, : end - start] = t.keeps[start:end]
    roses = [pad.roses_needed(crosses) or DICE + 1 for crosses in range(pad.length + 1)]
    np.savez_compressed(
        path,
        counts=t.counts,
        odds=odds,
        choice=choice,
        boxes=np.array([0, *pad.boxes]),
        points=pad.points,
        death=pad.death,
        roses=np.array(roses),
        lines=np.array(pad.lines),
        first=np.array(pad.first),
        later=np.array(pad.later),
    )


def train(args: argparse.Namespace) -> None:
    import torch

    torch.manual_seed(args.seed)
    device = "cuda" if torch.cuda.is_available() else "cpu"
    tables = np.load(args.tables)
    known = {name: torch.as_tensor(tables[name], device=device) for name in tables.files}
    arena = Arena(torch, known, args.players, device)
    net = arena.network()
    window: list[tuple[Any, Any]] = []
    began = time.time()
    for generation in range(args.generations):
        played = arena.self_play(net if generation else None, args.games)
        window = [*window[-args.window + 1 :], played]
        loss = fit(torch, net, window, args.steps, generation / args.generations)
        arena.save(net, args.out)
        turns = len(window[-1][0]) // args.players / args.games
        print(f"generation {generation}: {turns:.1f} turns a game, log loss {loss:.4f}", flush=True)
        if time.time() - began > args.seconds:
            break


class Arena:
    """Games side by side."""

    def __init__(self, torch: Any, tables: dict[str, Any], players: int, device: str) -> None:
        self.torch, self.device, self.players = torch, device, players
        self.t = SimpleNamespace(**tables)
        self.points, self.death = int(tables["points"]), int(tables["death"])
        self.length = len(self.t.boxes) - 1
        self.skulls = self.t.counts[:, 5]
        self.cursed = self.skulls >= 3
        self.tri = torch.tril(torch.ones(self.length + 1, self.length + 1, device=device))
        rows = torch.arange(ROWS, device=device)
        self.own_codes = 1 + rows * SIZE + self.t.counts[:, :ROWS]
        self.rose_codes = 1 + rows * SIZE + self.t.counts[:, ROSE : ROSE + 1]
        results = len(self.t.counts)
        freezes = (FREEZE + rows).expand(results, ROWS)
        nothing = torch.zeros(results, 1, dtype=torch.long, device=device)
        self.codes = torch.cat([self.own_codes, self.rose_codes, freezes, nothing], 1)
        self.used = torch.tensor([0, 1, 2, 3, *[ROSE] * 8, 5], device=device)

    def network(self) -> Any:
        nn = self.torch.nn
        inputs = self.players * (2 * (self.length + 1) + len(self.t.lines) + 1) + self.players
        sizes = (inputs, *HIDDEN)
        layers = [part for a, b in pairwise(sizes) for part in (nn.Linear(a, b), nn.ReLU())]
        return nn.Sequential(*layers, nn.Linear(HIDDEN[-1], 1)).to(self.device)

    def save(self, net: Any, path: Path) -> None:
        linear = [part for part in net if hasattr(part, "weight")]
        weights = {}
        for n, part in enumerate(linear):
            weights[f"w{n}"] = part.weight.detach().T.cpu().numpy().astype(np.float32)
            weights[f"b{n}"] = part.bias.detach().cpu().numpy().astype(np.float32)
        np.savez_compressed(path, **weights)

    # Positions are (crosses, frozen, bonus), each by game, seat and row or line.

    def scores(self, crosses: Any, frozen: Any, bonus: Any) -> Any:
        open_points = (crosses >= self.points) & (crosses < self.death)
        rows = self.torch.where(frozen | open_points, self.t.boxes[crosses], 0)
        return rows.sum(-1) + bonus.sum(-1)

    def features(self, crosses: Any, frozen: Any, bonus: Any, seat: int, turn: int) -> Any:
        torch, players = self.torch, self.players
        order = [(seat + step) % players for step in range(players)]
        crosses, frozen, bonus = crosses[..., order, :], frozen[..., order, :], bonus[..., order, :]
        steps = self.tri[crosses]
        is_frozen = frozen.unsqueeze(-1)
        sheets = torch.cat(
            [
                (steps * ~is_frozen).sum(-2),
                (steps * is_frozen).sum(-2),
                bonus / 4,
                self.scores(crosses, frozen, bonus).unsqueeze(-1) / 20,
            ],
            -1,
        )
        whose = torch.zeros(*crosses.shape[:-2], players, device=self.device)
        whose[..., (turn - seat) % players] = 1
        return torch.cat([sheets.flatten(-2), whose], -1)

    def worth(self, net: Any, position: tuple[Any, Any, Any], seat: int, over: Any) -> Any:
        """The chance of the seat to win before the next turn; by rule of thumb at first."""
        torch = self.torch
        crosses, frozen, bonus = position
        standing = self.scores(crosses, frozen, bonus)
        others = torch.cat([standing[..., :seat], standing[..., seat + 1 :]], -1).amax(-1)
        lead = (standing[..., seat] - others).float()
        if net is None:
            hope = 0.8 * crosses.clamp(max=self.death - 2)
            promise = torch.where(frozen, self.t.boxes[crosses].float(), hope)
            thumb = promise[..., seat, :].sum(-1) + bonus[..., seat, :].sum(-1)
            open_worth = torch.sigmoid(thumb / 10 - 2)
        else:
            seen = self.features(crosses, frozen, bonus, seat, turn=1)
            open_worth = torch.sigmoid(net(seen)[..., 0])
        best = standing == standing.amax(-1, keepdim=True)
        share = best[..., seat] / best.sum(-1)
        return torch.where(over, share, open_worth) + PRIDE * lead

    def choose(self, position: tuple[Any, Any, Any], seat: int, code: Any) -> None:
        """Carry out a seat's choice in every position. In place."""
        torch = self.torch
        crosses, frozen, _ = position
        marks = (code > 0) & (code < FREEZE)
        row = torch.where(marks, (code - 1) // SIZE, torch.where(code >= FREEZE, code - FREEZE, 0))
        count = torch.where(marks, (code - 1) % SIZE, 0)
        here = torch.nn.functional.one_hot(row, ROWS).bool()
        after = (crosses[..., seat, :] + here * count.unsqueeze(-1)).clamp(max=self.length)
        crosses[..., seat, :] = after
        frozen[..., seat, :] |= (after >= self.death) | (here & (code >= FREEZE).unsqueeze(-1))

    def settle(self, position: tuple[Any, Any, Any]) -> None:
        torch = self.torch
        crosses, _, bonus = position
        least = crosses.amin(-1)
        for line in range(len(self.t.lines)):
            reached = (least >= self.t.lines[line]) & (bonus[..., line] == 0)
            taken = (bonus[..., line] > 0).any(-1, keepdim=True)
            points = torch.where(taken, self.t.later[line], self.t.first[line])
            bonus[..., line] = torch.where(reached, points, bonus[..., line])

    def picks(self, net: Any, game: tuple[Any, Any, Any], seat: int) -> Any:
        """What the seat likes best of each result, by what is gone: game, result, used."""
        torch = self.torch
        codes = torch.arange(1, FREEZE, device=self.device)
        there = tuple(part.unsqueeze(1).repeat(1, len(codes), 1, 1) for part in game)
        self.choose(there, seat, codes.expand(len(game[0]), -1))
        self.settle(there)
        over = there[1].all(-1).any(-1)
        value = self.worth(net, there, seat, over).view(-1, ROWS, SIZE)
        shut = game[1][:, seat] | (game[0][:, seat] >= self.length)
        value = value.masked_fill(shut.unsqueeze(-1), -torch.inf)
        value[:, :, 0] = -torch.inf
        rows = torch.arange(ROWS, device=self.device)
        own = value[:, rows, self.t.counts[:, :ROWS]]
        roses = value[:, :, self.t.counts[:, ROSE]].transpose(1, 2)
        codes = torch.cat([self.own_codes, self.rose_codes], 1).expand(len(value), -1, -1)
        liked = []
        for used in range(6):
            options = torch.cat([own, roses], 2).clone()
            if used < ROWS:
                options[:, :, used] = -torch.inf
            elif used == ROSE:
                options[:, :, ROWS:] = -torch.inf
            top, place = options.max(2)
            code = codes.gather(2, place.unsqueeze(2))[:, :, 0]
            liked.append(torch.where(torch.isfinite(top), code, 0))
        return torch.stack(liked, 2)

    def outcomes(self, net: Any, game: tuple[Any, Any, Any]) -> tuple[Any, list[Any]]:
        """The worth of every use of every result, and what the others would choose."""
        torch = self.torch
        games, results = len(game[0]), len(self.t.counts)
        liked = [self.picks(net, game, seat) for seat in range(1, self.players)]
        there = tuple(part[:, None, None].repeat(1, results, 13, 1, 1) for part in game)
        self.choose(there, 0, self.codes.expand(games, -1, -1))
        self.settle(there)
        ended = there[1][..., 0, :].all(-1)
        asked = (self.skulls > 0).view(1, -1, 1) & ~ended
        for seat, code in enumerate(liked, start=1):
            self.choose(there, seat, torch.where(asked, code[:, :, self.used], 0))
        self.settle(there)
        over = there[1].all(-1).any(-1)
        value = self.worth(net, there, 0, over)
        return value.masked_fill(~self.legal(game), -torch.inf), liked

    def legal(self, game: tuple[Any, Any, Any]) -> Any:
        torch = self.torch
        crosses, frozen = game[0][:, 0], game[1][:, 0]
        is_open = (~frozen & (crosses < self.length)).unsqueeze(1)
        roses = self.t.counts[:, ROSE].view(1, -1, 1)
        own = is_open & (self.t.counts[:, :ROWS] > 0)
        marks = is_open & (roses > 0)
        freeze = is_open & (roses >= self.t.roses[crosses].unsqueeze(1))
        can = torch.cat([own, marks, freeze], 2) & ~self.cursed.view(1, -1, 1)
        return torch.cat([can, ~can.any(2, keepdim=True)], 2)

    def self_play(self, net: Any, games: int) -> tuple[Any, Any]:
        """Features of all turns from all seats, and the shares they won."""
        torch = self.torch
        xs, ys = [], []
        with torch.no_grad():
            for start in range(0, games, self.batch):
                x, y = self._batch(net, min(self.batch, games - start))
                xs.append(x)
                ys.append(y)
        return torch.cat(xs), torch.cat(ys)

    @property
    def batch(self) -> int:
        return 1536 // self.players

    def _batch(self, net: Any, games: int) -> tuple[Any, Any]:
        torch, players = self.torch, self.players
        zero = torch.zeros(games, players, ROWS, dtype=torch.long, device=self.device)
        game = (zero.clone(), zero.bool(), zero[..., : len(self.t.lines)].clone())
        seats = torch.arange(players, device=self.device).repeat(games, 1)
        number = torch.arange(games, device=self.device)
        final = torch.zeros(games, players, device=self.device)
        seen = []
        while len(number):
            seen += [
                (self.features(*game, seat, 0).half(), number, seats[:, seat])
                for seat in range(players)
            ]
            over = self.turn(net, game)
            ended = torch.nonzero(over)[:, 0]
            if len(ended):
                standing = self.scores(*[part[ended] for part in game])
                best = (standing == standing.amax(1, keepdim=True)).float()
                share = best / best.sum(1, keepdim=True)
                final[number[ended].unsqueeze(1), seats[ended]] = share
            on = torch.nonzero(~over)[:, 0]
            game = tuple(part[on].roll(-1, 1) for part in game)
            seats, number = seats[on].roll(-1, 1), number[on]
        x = torch.cat([x for x, _, _ in seen])
        y = torch.cat([final[number, seat] for _, number, seat in seen])
        return x, y

    def turn(self, net: Any, game: tuple[Any, Any, Any]) -> Any:
        """Play one turn of every game; whether it ended there. In place."""
        torch = self.torch
        options, liked = self.outcomes(net, game)
        values = [options.amax(2)]
        keeps = []
        for _ in range(2):
            keep = values[-1] @ self.t.odds.T
            padded = torch.cat([keep, torch.full_like(keep[:, :1], -torch.inf)], 1)
            best, place = padded[:, self.t.choice].max(2)
            stop = self.cursed | (values[0] >= best)
            results = torch.arange(len(self.t.counts), device=self.device)
            keeps.append((stop, self.t.choice[results, place]))
            values.append(torch.where(stop, values[0], best))
        every = torch.arange(len(game[0]), device=self.device)
        result = torch.multinomial(self.t.odds[0].expand(len(every), -1), 1)[:, 0]
        for stop, keep in reversed(keeps):
            going = torch.nonzero(~stop[every, result])[:, 0]
            if len(going):
                kept = keep[going, result[going]]
                result[going] = torch.multinomial(self.t.odds[kept], 1)[:, 0]
        option = options[every, result].argmax(1)
        random = torch.rand(len(every), device=self.device) < 0.02
        noise = torch.rand(len(every), 13, device=self.device)
        legal = torch.isfinite(options[every, result])
        option = torch.where(random, (noise * legal).argmax(1), option)
        self.choose(game, 0, self.codes[result, option])
        self.settle(game)
        asked = (self.skulls[result] > 0) & ~game[1][:, 0].all(1)
        for seat, code in enumerate(liked, start=1):
            self.choose(game, seat, torch.where(asked, code[every, result, self.used[option]], 0))
        self.settle(game)
        return game[1].all(2).any(1)


def fit(torch: Any, net: Any, window: list[tuple[Any, Any]], steps: int, age: float) -> float:
    x = torch.cat([x for x, _ in window])
    y = torch.cat([y for _, y in window])
    rate = 2e-3 * (1 - 0.8 * age)
    adam = torch.optim.Adam(net.parameters(), lr=rate)
    schedule = torch.optim.lr_scheduler.LinearLR(adam, 1.0, 0.05, steps)
    losses = []
    for _ in range(steps):
        chosen = torch.randint(len(y), (8192,), device=y.device)
        logit = net(x[chosen].float())[:, 0]
        loss = torch.nn.functional.binary_cross_entropy_with_logits(logit, y[chosen])
        adam.zero_grad()
        loss.backward()
        adam.step()
        schedule.step()
        losses.append(loss.detach())
    return float(torch.stack(losses[-200:]).mean())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("do", choices=["export", "train"])
    parser.add_argument("tables", type=Path)
    parser.add_argument("--sheet", default="standard")
    parser.add_argument("--players", type=int, default=2, choices=range(2, 5))
    parser.add_argument("--games", type=int, default=8000, help="games a generation")
    parser.add_argument("--generations", type=int, default=16)
    parser.add_argument("--window", type=int, default=4, help="generations a fit looks back on")
    parser.add_argument("--steps", type=int, default=1500)
    parser.add_argument("--seconds", type=float, default=600)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path("value.npz"))
    args = parser.parse_args()
    if args.do == "export":
        export(args.tables, args.sheet)
    else:
        train(args)


if __name__ == "__main__":
    main()
