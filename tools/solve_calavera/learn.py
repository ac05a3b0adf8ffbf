"""Teach the expert for two from the table of exact values, and measure what it gives away.

    python -m tools.solve_calavera.learn standard --seconds 240 --out standard-2.npz

Runs on a GPU, after solving the game there. The network is taught positions that may follow the
turns of good and of careless games; the rest of a turn is exact in the bot too.
"""

import argparse
import time
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import torch
from tools.solve_calavera.games import KEEP, Losses, Playing, Row, judged
from tools.solve_calavera.play import FREEZE, SKIP, Position, Rules, Tensor, Truth
from tools.solve_calavera.solve import solved
from torch import nn

LEAD = 30
"""A lead of more points than this counts as this."""
WHIMS = 0.1
"""The noise of games with mistakes: so often a choice is any legal one."""


class Features:
    """Positions as numbers of inputs that are on, as the player to roll sees them.

    Each colour is one input for the pair of both players' rows: dice of that colour serve both.
    """

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        lines, length = len(rules.layout.pad.lines) + 1, rules.layout.pad.length + 1
        sizes = (rules.layout.rows**2, lines**2 * rules.layout.slots, 2 * LEAD + 1, length**2, 25)
        starts = np.cumsum([0, *sizes])
        self.lines, self.length, self.starts = lines, length, starts.tolist()
        self.size = self.starts[-1]

    def __call__(self, there: Position) -> Tensor:
        rules, start = self.rules, self.starts
        my, their = rules.lines(there.mine), rules.lines(there.theirs)
        least, their_least = (rules.crosses[r].amin(-1) for r in (there.mine, there.theirs))
        is_open, theirs_open = ((r < rules.open).sum(-1) for r in (there.mine, there.theirs))
        single = [
            start[1] + (my * self.lines + their) * rules.layout.slots + there.slot,
            start[2] + LEAD + rules.lead(there).clamp(-LEAD, LEAD),
            start[3] + least * self.length + their_least,
            start[4] + is_open * 5 + theirs_open,
        ]
        codes = there.mine * rules.layout.rows + there.theirs
        return torch.cat([codes, torch.stack(single, -1)], -1)


class Network(nn.Module):  # type: ignore[misc]
    def __init__(self, inputs: int, hidden: tuple[int, ...]) -> None:
        super().__init__()
        self.inputs = inputs
        self.layers = nn.ModuleList(nn.Linear(a, b) for a, b in pairwise((inputs, *hidden, 1)))
        nn.init.normal_(self.layers[0].weight, std=0.25)

    def forward(self, on: Tensor) -> Tensor:
        x = torch.zeros(*on.shape[:-1], self.inputs, device=on.device)
        x.scatter_add_(-1, on, torch.ones_like(on, dtype=x.dtype))
        for layer in self.layers[:-1]:
            x = torch.relu(layer(x))
        return torch.sigmoid(self.layers[-1](x)[..., 0])

    def save(self, path: Path) -> None:
        weights = {}
        for n, layer in enumerate(self.layers):
            weights[f"w{n}"] = layer.weight.detach().T.contiguous().half().cpu().numpy()
            weights[f"b{n}"] = layer.bias.detach().cpu().numpy().astype(np.float32)
        np.savez_compressed(path, **weights)

    @staticmethod
    def load(path: Path) -> "Network":
        with np.load(path) as weights:
            sizes = [weights["w0"].shape[0]]
            sizes += [len(weights[f"b{n}"]) for n in range(len(weights.files) // 2)]
            net = Network(sizes[0], tuple(sizes[1:-1]))
            for n, layer in enumerate(net.layers):
                layer.weight.data = torch.as_tensor(weights[f"w{n}"].astype(np.float32).T.copy())
                layer.bias.data = torch.as_tensor(weights[f"b{n}"])
        net.to("cuda")
        return net

    def rounded(self) -> None:
        """As it is shipped."""
        for layer in self.layers:
            layer.weight.data = layer.weight.data.half().float()


class Student:
    """Joints valued by a network."""

    def __init__(self, rules: Rules, net: Network) -> None:
        self.rules, self.net, self.features = rules, net, Features(rules)

    def joints(self, there: Position) -> Tensor:
        after = self.rules.after(there)
        with torch.no_grad():
            worth = torch.cat([1 - self.net(on) for on in self.features(after.next).split(1024)])
        worth = torch.where(after.over, after.share.float(), worth)
        return torch.where(after.legal, worth, torch.inf)


def pool(rules: Rules, truth: Truth, games: int, noises: list[float]) -> Position:
    """Positions of games with more and less careless players."""
    found = []
    for noise in noises:
        rows, _, _ = Playing(rules, truth, noise).play((None, None), games)
        found += [row.there for row in rows]
    return Position(*[torch.cat(parts) for parts in zip(*found, strict=True)])


def weights(rules: Rules) -> Tensor:
    """How often a joint is taught: few dice are likelier than many."""
    by_dice = torch.tensor([1.5, 1.0, 1.5, 1.5, 1.0, 0.5, 0.3], device=rules.device)
    mine = torch.where(rules.m_freeze, 1.5, by_dice[rules.m_dice])
    return mine * torch.where(rules.o_none, 4.0, by_dice[rules.o_dice])


def taught(
    rules: Rules, truth: Truth, there: Position, hidden: tuple[int, ...], args: argparse.Namespace
) -> Network:
    features, likely = Features(rules), weights(rules)
    net = Network(features.size, hidden)
    net.to(rules.device)
    adam = torch.optim.Adam(net.parameters(), lr=args.rate)
    torch.set_float32_matmul_precision("high")
    began, age, step = time.time(), 0.0, 0
    while age < 1:
        for group in adam.param_groups:
            group["lr"] = args.rate * min(1, step / 200) * (0.5 + 0.5 * np.cos(np.pi * age))
        some = there.of(torch.randint(len(there.slot), (args.groups,), device=rules.device))
        which = torch.multinomial(likely.expand(args.groups, -1), args.siblings)
        after = rules.after(some, which)
        used = (after.legal & ~after.over).float()
        place = torch.where(used > 0, rules.index(after.next), 0)
        target = torch.nan_to_num(truth.table[place]).float()
        error = (net(features(after.next)) - target) * used
        centre = error.sum(1, keepdim=True) / used.sum(1, keepdim=True).clamp(min=1)
        inner = ((error - centre) ** 2 * used).sum() / used.sum()
        loss = (error**2).sum() / used.sum() + args.inner * inner
        adam.zero_grad(set_to_none=True)
        loss.backward()
        adam.step()
        step += 1
        if step % 20 == 0:
            torch.cuda.synchronize()
            age = (time.time() - began) / args.seconds
        if step % args.tell == 0:
            mean = float((error**2).sum() / used.sum()) ** 0.5
            print(
                f"step {step} age {age:.2f} off {mean:.5f} siblings {float(inner) ** 0.5:.5f}",
                flush=True,
            )
    torch.set_float32_matmul_precision("highest")
    net.rounded()
    return net


def measured(playing: Playing, student: Student, games: int, chunk: int = 2048) -> str:
    """What the student gives away a game against perfect play, seats exchanged."""
    losses: list[Losses] = []
    shares, own = [], []
    for start in range(0, games, chunk):
        for seat in range(2):
            count = min(chunk, games - start) // 2
            judges = (student, None) if seat == 0 else (None, student)
            _, share, lost = playing.play(judges, count)
            losses.append(lost[seat])
            shares.append(share if seat == 0 else 1 - share)
            own.append(count)
    kinds = {
        kind: 100 * sum(one.total().get(kind, 0.0) for one in losses) / sum(own)
        for kind in ("rerolls", "uses", "picks")
    }
    off = torch.cat([torch.cat(one.off) for one in losses])
    share = torch.cat(shares).double()
    return (
        f"gives away {sum(kinds.values()):.3f} % a game ("
        + ", ".join(f"{kind} {lost:.3f}" for kind, lost in kinds.items())
        + f"), {sum(own):,} games, share {100 * share.mean():.2f} % "
        f"± {196 * share.std() / len(share) ** 0.5:.2f}; stated chances: mean {off.mean():.5f} "
        f"off, within 1 % {100 * (off <= 0.01).double().mean():.2f} %, worst {off.max():.4f}"
    )


def judge(playing: Playing, files: list[Path], out: Path) -> None:
    """What the levels gave away in recorded games, by game and kind."""
    answers: dict[str, Any] = {}
    for file in files:
        with np.load(file) as data:
            lost = judged(playing, data["decisions"]).double().cpu().numpy()
            starts = np.cumsum([0, *data["lengths"][:-1]])
            by_game = np.add.reduceat(lost, starts)
            answers[file.stem] = by_game
            mean, spread = 50 * by_game.mean(0), 50 * by_game.sum(1).std() / len(by_game) ** 0.5
            print(
                f"{file.stem}: a player gives away {mean.sum():.2f} ± {1.96 * spread:.2f} % a game"
                f" (rerolls {mean[0]:.2f}, uses {mean[1]:.2f}, picks {mean[2]:.2f})",
                flush=True,
            )
    np.savez_compressed(out, **answers)


def logbook(playing: Playing, games: int, out: Path) -> None:
    """Games turn by turn, for pictures, figures and `reviews.py`; perfect without noise."""
    rows, shares, _ = playing.play((None, None), games)
    opening = playing.truth.joints(playing.rules.start(1))[0].cpu().numpy()
    values = [playing.truth.value(row.there) for row in rows]
    played = [{**row._asdict(), **row.there._asdict()} for row in rows]
    names = ("game", "mine", "theirs", "slot", "results", "keeps", "use", "pick")
    table: dict[str, Any] = {
        name: torch.cat([row[name] for row in played]).short().cpu().numpy() for name in names
    }
    turn = np.concatenate([np.full(len(row.game), n) for n, row in enumerate(rows)])
    np.savez_compressed(
        out,
        turn=turn.astype(np.int16),
        shares=shares.cpu().numpy(),
        values=torch.cat(values).float().cpu().numpy(),
        joints=playing.rules.joints,
        opening=opening,
        lost=torch.cat([given_away(playing, row) for row in rows]).float().cpu().numpy(),
        **table,
    )
    wins = [100 * float((shares == share).double().mean()) for share in (1.0, 0.5, 0.0)]
    print(
        f"{games:,} games, noise {playing.noise}: the start player wins {wins[0]:.2f} %,"
        f" ties {wins[1]:.2f} %, loses {wins[2]:.2f} %;"
        f" share {100 * float(shares.double().mean()):.2f} %"
        f" ± {196 * float(shares.std()) / games**0.5:.2f}; {len(turn) / games:.1f} turns",
        flush=True,
    )


def given_away(playing: Playing, row: Row) -> Tensor:
    """What the decisions of turns gave away: after each of three rolls, and the pick."""
    there = torch.cat([row.there.mine, row.there.theirs, row.there.slot.unsqueeze(1)], 1)
    own = torch.full_like(row.use, -1)
    asked = [
        (row.results[:, n], own + 3 - n, own, torch.where(keep < 0, row.use, KEEP + keep))
        for n, keep in enumerate((*row.keeps.T, own))
    ]
    pick = torch.where(row.pick < FREEZE, row.pick, SKIP)
    asked.append((row.results[:, -1], own + 1, row.use, pick))
    rows = [torch.cat([there, torch.stack(one, 1)], 1).cpu().numpy() for one in asked]
    return torch.stack([judged(playing, one).sum(1) for one in rows], 1)


def samples(rules: Rules, truth: Truth, there: Position, count: int, out: Path) -> None:
    """Positions with their exact values, for tests."""
    some = there.of(torch.randint(len(there.slot), (count,), device=rules.device))
    parts = {n: p.cpu().numpy().astype(np.int8) for n, p in some._asdict().items()}
    np.savez_compressed(out, value=truth.value(some).cpu().numpy(), **parts)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sheet", choices=["standard", "short"])
    parser.add_argument("--hidden", default=["512,256,64"], nargs="+")
    parser.add_argument("--seconds", type=float, default=240, help="for each network")
    parser.add_argument("--rate", type=float, default=3e-3)
    parser.add_argument("--groups", type=int, default=2048, help="positions a step")
    parser.add_argument("--siblings", type=int, default=32, help="outcomes of each")
    parser.add_argument("--inner", type=float, default=2.0, help="weight of siblings' differences")
    parser.add_argument("--tell", type=int, default=2000)
    parser.add_argument("--games", type=int, default=4096)
    parser.add_argument("--test-games", type=int, default=8192)
    parser.add_argument("--out", type=Path, default=Path())
    parser.add_argument("--measure", type=Path, help="a network that is there already")
    parser.add_argument("--judge", type=Path, nargs="*", default=[], help="recorded decisions")
    parser.add_argument("--no-network", action="store_true", help="only judge and play")
    args = parser.parse_args()
    torch.manual_seed(1)
    layout, table = solved(args.sheet)
    rules = Rules(layout, "cuda")
    truth = Truth(rules, table)
    playing = Playing(rules, truth)
    clock = time.time()
    judge(playing, args.judge, args.out / f"{args.sheet}.lost.npz")
    logbook(playing, args.games, args.out / f"{args.sheet}.games.npz")
    print(f"judged and played in {time.time() - clock:.1f} s", flush=True)
    if args.no_network:
        whims = Playing(rules, truth, WHIMS)
        logbook(whims, args.games, args.out / f"{args.sheet}.whims.npz")
        return
    clock = time.time()
    there = pool(rules, truth, args.games, [0.0, 0.0, 0.03, 0.03, 0.1, 0.1, 0.2, 0.4])
    print(f"{len(there.slot):,} positions in {time.time() - clock:.1f} s", flush=True)
    samples(rules, truth, there, 400, args.out / f"{args.sheet}.samples.npz")
    if args.measure:
        net = Network.load(args.measure)
        print(
            args.measure.name, measured(playing, Student(rules, net), args.test_games), flush=True
        )
        return
    for sizes in args.hidden:
        net = taught(rules, truth, there, tuple(map(int, sizes.split(","))), args)
        net.save(args.out / f"{args.sheet}-{sizes.replace(',', '-')}.npz")
        clock = time.time()
        print(sizes, measured(playing, Student(rules, net), args.test_games), flush=True)
        print(f"measured in {time.time() - clock:.1f} s", flush=True)


if __name__ == "__main__":
    main()
