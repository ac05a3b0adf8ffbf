"""Compare the tensors' turns with those of the bots.

python -m tools.training.calavera_several.check        (needs Quartett and PyTorch)
"""

import random
from importlib.resources import files
from pathlib import Path

import numpy as np
import torch
from tools.training.calavera_several.arena import Arena, Judge, State
from tools.training.calavera_several.network import Former, Inputs, Learned, Network

import quartett
from quartett import CHANCE, Event
from quartett.games.calavera import State as Game
from quartett.games.calavera.bots import leaves
from quartett.games.calavera.bots.results import tables
from quartett.games.calavera.bots.several import self_taught
from quartett.games.calavera.bots.turn_values import TurnValues
from quartett.games.calavera.bots.value import Value, trained
from quartett.games.calavera.dice import ROLLS

TRAINED = Path(str(files("quartett.games.calavera.bots") / "trained"))
WIDTHS = (128, 256, (128, 64))
"""Of the networks that are shipped."""


def reached(sheet: str, players: int, count: int) -> list[Game]:
    """Positions at the start of a turn, from random games."""
    rng, game = random.Random(f"{sheet}{players}"), quartett.game("calavera")
    found: list[Game] = []
    while len(found) < count:
        state, turns = game.start(players, game.options({"sheet": sheet})), []
        while not state.over:
            assert isinstance(state, Game)
            if state.phase == "roll" and state.rolls == 0:
                turns.append(state)
            if state.is_chance:
                event = Event(CHANCE, state.sample(rng))
            else:
                event = Event(min(state.to_act), state.random_action(min(state.to_act), rng))
            state = state.apply(event)
        found.append(rng.choice(turns))
    return found


def seen(game: Game) -> State:
    """The position as the player to roll sees it."""
    pad, players = game.pad, game.players
    around = [game.sheets[(game.active + step) % players] for step in range(players)]
    rows = [
        [c + (pad.death - pad.points) * f for c, f in zip(one.crosses, one.frozen, strict=True)]
        for one in around
    ]
    first = [
        sum(1 << n for n, paid in enumerate(one.bonus) if paid == pad.first[n]) for one in around
    ]
    return State(torch.tensor([rows]), torch.tensor([first]))


def off(arena: Arena, judge: Judge, value: Value, game: Game) -> tuple[float, float]:
    """How far uses of results differ, by the median, and how far the whole turn does.

    Not by the worst: where two picks of another seat are worth the same, each side may foresee
    another one.
    """
    plan = arena.plan(judge, seen(game))
    place = {tuple(counts): n for n, counts in enumerate(arena.rules.counts.tolist())}
    order = [place[tuple(counts)] for counts in tables().counts.tolist()]
    uses = plan.uses[0][order].detach().numpy()
    bot = leaves.Leaves(leaves.Situation(game.sheets, game.active, game.pad), value)
    there = np.isfinite(uses)
    assert (there == np.isfinite(bot.values)).all()
    turn = abs(TurnValues(bot.finals).value(ROLLS) - float(plan.value[0, 0]))
    return float(np.median(np.abs(uses[there] - bot.values[there]))), turn


def main() -> None:
    for sheet in ("standard", "short"):
        for players in (3, 4):
            arena = Arena(sheet, players, "cpu")
            net = Network(Inputs(arena), *WIDTHS)
            net.load(TRAINED / f"{sheet}-{players}-several.npz")
            former = Former(arena, TRAINED / f"{sheet}-{players}.npz")
            both: list[tuple[Judge, Value | None]] = [
                (former, trained(sheet, players, 0.0)),
                (Learned(net), self_taught(sheet, players, 0.0)),
            ]
            for judge, value in both:
                assert value is not None
                found = [off(arena, judge, value, game) for game in reached(sheet, players, 12)]
                uses, turns = (max(one) for one in zip(*found, strict=True))
                print(
                    f"{sheet} {players} {type(judge).__name__}: "
                    f"uses {uses:.1e} off (the worst of medians), turns {turns:.1e}",
                    flush=True,
                )


if __name__ == "__main__":
    main()
