"""Teach Calavera's expert for three and four players by self-play, wholly on a GPU.

    python -m tools.training.calavera_several.train standard 3 --seconds 280 --out standard-3.npz

Thousands of games run side by side. Each turn is played as the expert plays it, and its exact
expectation over all dice is what its position is taught: the mean of what follows by the network
of now, corrected by what later turns show (TD(λ), whose steps have no noise from the dice of
their own turn). Games differ in how careless they are; what careless choices lead to teaches
the positions there, not those before.
"""

import argparse
import time
from pathlib import Path

import numpy as np
import torch
from tools.training.calavera_several.arena import Arena, Plan, State, Tensor
from tools.training.calavera_several.match import measured
from tools.training.calavera_several.network import Former, Inputs, Learned, Network, standing

NOISES = (0.0, 0.0, 0.0, 0.0, 0.02, 0.02, 0.05, 0.15)
"""How careless games are: so often a choice is any legal one. An eighth each."""
WILD = 8
"""A quarter of the games begin with up to this many turns by chance."""


FIRST = 2
"""How many rounds are learned from with care: there is little to learn from yet."""


class Games:
    """Games side by side, that start again when they are over."""

    def __init__(self, arena: Arena, count: int) -> None:
        self.arena, self.count = arena, count
        self.state = arena.start(count)
        self.noise = self._noises()
        self.wild = self._wild()
        self.finished = 0

    def _noises(self) -> Tensor:
        device = self.arena.device
        which = torch.randint(len(NOISES), (self.count,), device=device)
        return torch.tensor(NOISES, device=device)[which]

    def _wild(self) -> Tensor:
        device = self.arena.device
        turns = torch.randint(1, WILD + 1, (self.count,), device=device)
        return torch.where(torch.rand(self.count, device=device) < 0.25, turns, 0)

    def turns(self, judge: Learned, chunk: int) -> list[Tensor]:
        """One turn of all games: inputs, expected shares, shares that came, whether cut."""
        told, states = [], []
        for which in torch.arange(self.count, device=self.arena.device).split(chunk):
            state = self.state.of(which)
            parts, next = self._chunk(judge, state, which)
            inputs = judge.net.inputs(standing(self.arena, state), shift=0)
            told.append([*[part[:, 0].to(torch.int32) for part in inputs], *parts])
            states.append(next)
        found = [torch.cat(parts) for parts in zip(*told, strict=True)]
        self.state = State(*[torch.cat(parts) for parts in zip(*states, strict=True)])
        self._restart(found.pop())
        return found

    def _chunk(self, judge: Learned, state: State, which: Tensor) -> tuple[list[Tensor], State]:
        arena, count = self.arena, len(which)
        plan = arena.plan(judge, state)
        noise = torch.where(self.wild[which] > 0, 1.0, self.noise[which])
        hasty = self._whim(noise)
        result = arena.rolled(plan, hasty)
        every = torch.arange(count, device=arena.device)
        uses = plan.uses[every, result]
        whim = self._whim(noise)
        some = (torch.rand_like(uses) * torch.isfinite(uses)).argmax(1)
        use = torch.where(whim, some, uses.argmax(1))
        entry = arena.entry(result, use)
        cut = hasty | whim
        picks, odd = self._picks(plan, state, entry, noise)
        next, over, _ = arena.after(state, [arena.entry_m[entry], *picks])
        came = plan.shares[every, entry]
        return [plan.value, came, cut | odd | over, over], next

    def _whim(self, noise: Tensor) -> Tensor:
        return torch.rand_like(noise) < noise

    def _picks(
        self, plan: Plan, state: State, entry: Tensor, noise: Tensor
    ) -> tuple[list[Tensor], Tensor]:
        arena = self.arena
        asked = entry < arena.asked
        place = entry.clamp(max=arena.asked - 1)
        options, legal = arena.reply_o[place], arena.legal(state)
        picks, odd = [], torch.zeros_like(asked)
        for seat, liked in enumerate(plan.picks, start=1):
            can = (options > 0) & legal[:, seat].gather(1, options)
            some = (torch.rand(options.shape, device=arena.device) * can).argmax(1, keepdim=True)
            any_one = torch.where(can.any(1), options.gather(1, some)[:, 0], 0)
            whim = self._whim(noise) & asked
            best = liked.gather(1, place.unsqueeze(1))[:, 0]
            picks.append(torch.where(asked, torch.where(whim, any_one, best), 0))
            odd |= whim
        return picks, odd

    def _restart(self, over: Tensor) -> None:
        self.finished += int(over.sum())
        fresh = self.arena.start(self.count)
        self.state = State(
            torch.where(over.view(-1, 1, 1), fresh.rows, self.state.rows),
            torch.where(over.view(-1, 1), fresh.first, self.state.first),
        )
        self.noise = torch.where(over, self._noises(), self.noise)
        self.wild = torch.where(over, self._wild(), (self.wild - 1).clamp(min=0))


def targets(steps: list[list[Tensor]], trace: float) -> Tensor:
    """What positions are taught, by step and game."""
    _, _, value, _, _ = steps[-1]
    found = [value]
    for _, _, value, came, cut in reversed(steps[:-1]):
        later = found[-1].roll(1, -1) - came
        found.append(value + trace * torch.where(cut.unsqueeze(1), 0.0, later))
    return torch.stack(found[::-1])


class Lessons:
    """The positions of the last rounds and what to learn of them."""

    def __init__(self, rounds: int) -> None:
        self.rounds = rounds
        self.kept: list[list[Tensor]] = []

    def add(self, steps: list[list[Tensor]], trace: float) -> None:
        goal = targets(steps, trace).flatten(0, 1).clamp(min=0)
        inputs = [torch.cat([step[n] for step in steps]) for n in (0, 1)]
        self.kept.append([*inputs, goal / goal.sum(-1, keepdim=True)])
        self.kept = self.kept[-self.rounds :]
        self.all = [torch.cat(parts) for parts in zip(*self.kept, strict=True)]

    def some(self, count: int) -> list[Tensor]:
        which = torch.randint(len(self.all[0]), (count,), device=self.all[0].device)
        return [part[which] for part in self.all]


class Teaching:
    """A network that learns, and its mean over time (Polyak), which plays."""

    def __init__(self, arena: Arena, args: argparse.Namespace) -> None:
        self.args = args
        self.net = self._network(arena)
        if args.start:
            self.net.load(args.start)
        self.mean = self._network(arena)
        self.mean.load_state_dict(self.net.state_dict())
        on_gpu = arena.device == "cuda"
        self.adam = torch.optim.AdamW(
            self.net.parameters(), lr=args.rate, weight_decay=args.decay, fused=on_gpu
        )
        self.step = 0

    def _network(self, arena: Arena) -> Network:
        args = self.args
        net = Network(Inputs(arena), args.colour, args.width, tuple(args.hidden))
        net.to(arena.device)
        return net

    def learn(self, lessons: Lessons, steps: int, age: float) -> float:
        """The mean loss of this many steps."""
        losses = []
        for _ in range(steps):
            rate = self.args.rate * min(1, (self.step + 1) / 200) * fading(age)
            for group in self.adam.param_groups:
                group["lr"] = rate
            losses.append(fit(self.net, self.adam, lessons, self.args.batch))
            keep = min(self.args.polyak, 1 - 1 / (self.step + 2))
            with torch.no_grad():
                pairs = (list(net.parameters()) for net in (self.mean, self.net))
                torch._foreach_lerp_(*pairs, 1 - keep)
            self.step += 1
        return float(torch.stack(losses).mean())


def taught(arena: Arena, args: argparse.Namespace) -> Network:
    teaching = Teaching(arena, args)
    games, lessons = Games(arena, args.games), Lessons(args.rounds)
    began, told, age, number = time.time(), 0.0, 0.0, 0
    while age < 1:
        trace = float(np.interp(age, (0.0, args.early, 1.0), (1.0, *args.trace)))
        judge = Learned(teaching.mean)
        with torch.no_grad():
            steps = [games.turns(judge, args.chunk) for _ in range(args.turns)]
            lessons.add(steps, trace)
        loss = teaching.learn(lessons, args.steps if number >= FIRST else args.steps // 4, age)
        number += 1
        age = (time.time() - began) / args.seconds
        if time.time() - told > args.tell:
            told = time.time()
            shift = (targets(steps, trace)[0] - steps[0][2])[:, 0].std()
            print(
                f"{age * args.seconds:.0f} s, round {number}, step {teaching.step}, "
                f"games {games.finished:,}, loss {loss:.5f}, later turns shift {float(shift):.4f}, "
                f"trace {trace:.2f}",
                flush=True,
            )
            teaching.mean.save(args.out)
    teaching.mean.save(args.out)
    teaching.mean.load(args.out)
    return teaching.mean


def fading(age: float) -> float:
    return float(0.02 + 0.98 * (0.5 + 0.5 * np.cos(np.pi * min(1.0, age))))


def fit(net: Network, adam: torch.optim.Optimizer, lessons: Lessons, count: int) -> Tensor:
    """One step; the loss is the divergence from what is taught."""
    colours, on, goal = lessons.some(count)
    known = torch.special.entr(goal).sum(-1)
    loss = (-(goal * torch.log_softmax(net(colours, on), -1)).sum(-1) - known).mean()
    adam.zero_grad(set_to_none=True)
    loss.backward()
    torch.nn.utils.clip_grad_norm_(net.parameters(), 1.0)
    adam.step()
    return loss.detach()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sheet", choices=["standard", "short"])
    parser.add_argument("players", type=int, choices=[3, 4])
    parser.add_argument("--seconds", type=float, default=280)
    parser.add_argument("--colour", type=int, default=128, help="units for a colour, two layers")
    parser.add_argument("--width", type=int, default=256)
    parser.add_argument("--hidden", type=int, default=[128, 64], nargs="+")
    parser.add_argument("--games", type=int, default=4096, help="side by side")
    parser.add_argument("--chunk", type=int, default=2048, help="of them at once")
    parser.add_argument("--turns", type=int, default=16, help="of each game in a round")
    parser.add_argument("--rounds", type=int, default=16, help="that lessons look back on")
    parser.add_argument("--steps", type=int, default=128, help="of learning in a round")
    parser.add_argument("--batch", type=int, default=16384)
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--decay", type=float, default=1e-5)
    parser.add_argument("--polyak", type=float, default=0.998)
    parser.add_argument("--trace", type=float, default=[0.8, 0.5], nargs=2, help="λ, early, late")
    parser.add_argument("--early", type=float, default=0.15, help="part of the time, λ from 1")
    parser.add_argument("--tell", type=float, default=10)
    parser.add_argument("--start", type=Path, help="a network to begin with")
    parser.add_argument("--former", type=Path, help="the network to play against at the end")
    parser.add_argument("--test-games", type=int, default=8192)
    parser.add_argument("--out", type=Path, default=Path("several.npz"))
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    torch.manual_seed(args.seed)
    torch.set_float32_matmul_precision("highest")
    arena = Arena(args.sheet, args.players, args.device)
    net = taught(arena, args)
    if args.former:
        with torch.no_grad():
            former = Former(arena, args.former)
            print(measured(arena, Learned(net), former, args.test_games), flush=True)


if __name__ == "__main__":
    main()
