"""Play games of our levels and write down every decision, for `learn.py --judge` to value.

python -m tools.solve_calavera.record standard expert 500 decisions.npz
"""

import random
import sys
from itertools import combinations_with_replacement
from pathlib import Path
from typing import Any

import numpy as np
from tools.solve_calavera.engine import options
from tools.solve_calavera.table import Layout

from quartett.bots import Bot
from quartett.core.event import CHANCE, Event
from quartett.games.calavera.actions import Freeze, Mark, Reroll
from quartett.games.calavera.bots import LEVELS
from quartett.games.calavera.dice import ALL_DICE, DICE, FACES, ROSE, ROW
from quartett.games.calavera.rules import State, begin
from quartett.games.calavera.sheet import PADS

SKIP = 12
"""Uses are numbers: 0 to 3 the row's own dice, 4 to 7 roses, 8 to 11 a freeze, then the skip."""
KEEP = 13
"""From here on a choice is a keep: dice that are not rerolled."""

_COUNTS = [
    tuple(kept.count(face) for face in range(len(FACES)))
    for size in range(DICE + 1)
    for kept in combinations_with_replacement(range(len(FACES)), size)
]
KEEPS = {counts: place for place, counts in enumerate(_COUNTS)}
RESULTS = {counts: place for place, counts in enumerate(c for c in _COUNTS if sum(c) == DICE)}


def use_of(action: object) -> int:
    if isinstance(action, Mark):
        return ROW[action.row] + (4 if action.use == ROSE else 0)
    return ROW[action.row] + 8 if isinstance(action, Freeze) else SKIP


def counts_of(faces: Any) -> tuple[int, ...]:
    return tuple(faces.count(face) for face in FACES)


def decision(layout: Layout, state: State, before: State, use: int, action: object) -> list[int]:
    """The turn's position, result, rerolls left, the active player's use (-1: its own), choice."""
    mine, theirs, slot = layout.position(before.sheets, state.active)
    choice = use_of(action)
    if isinstance(action, Reroll):
        kept = [state.faces[die] for die in ALL_DICE if die not in action.dice]
        choice = KEEP + KEEPS[counts_of(kept)]
    result = RESULTS[counts_of(state.faces)]
    return [*mine, *theirs, slot, result, 3 - state.rolls, use, choice]


def game(layout: Layout, sheet: str, bots: list[Bot], rng: random.Random) -> list[list[int]]:
    state = begin(2, options(sheet, rng.randrange(2)))
    found, before, use = [], state, -1
    while not state.over:
        if state.is_chance:
            if not state.faces:
                before, use = state, -1
            state = state.apply(Event(CHANCE, state.sample(rng)))
            if state.phase == "pick":
                use = SKIP
            continue
        (seat,) = state.to_act
        action = bots[seat].choose(state.view(seat), float("inf"))
        found.append(decision(layout, state, before, use, action))
        if seat == state.active and not isinstance(action, Reroll):
            use = use_of(action)
        state = state.apply(Event(seat, action))
    return found


def main(sheet: str, level: str, games: int, out: Path) -> None:
    layout, rng = Layout(PADS[sheet]), random.Random(f"{sheet} {level}")
    bots = [LEVELS[level](rng.randrange(1 << 30)) for _ in range(2)]
    found = [game(layout, sheet, bots, rng) for _ in range(games)]
    lengths = [len(one) for one in found]
    np.savez_compressed(out, decisions=np.concatenate(found).astype(np.int16), lengths=lengths)
    print(sheet, level, games, sum(lengths))


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]), Path(sys.argv[4]))
