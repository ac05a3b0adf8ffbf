"""Recompute positions of the table by the plain rules.

    python -m tools.solve_calavera.check ask standard 1200 questions.npz
    python -m tools.solve_calavera.check compare standard questions.npz answers.npy

`ask` chooses positions and writes the places of all values that the check needs; whoever has
the table (`solve.py --ask`) answers with the values. Positions come in equal parts from random
play, from the expert's play, and from anywhere in the table.
"""

import random
import sys
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import numpy as np
from tools.solve_calavera.engine import options, turn
from tools.solve_calavera.table import Layout

from quartett.core.event import CHANCE, Event
from quartett.games.calavera.bots import LEVELS
from quartett.games.calavera.dice import ROLLS
from quartett.games.calavera.rules import begin
from quartett.games.calavera.sheet import PADS, Sheet

Sheets = tuple[Sheet, ...]


def sheets_of(layout: Layout, mine: list[int], theirs: list[int], slot: int) -> Sheets:
    """Two sheets of the game that stand so, the player to roll first."""
    pad = layout.pad
    shift = pad.death - pad.points
    crosses = [
        tuple(row - shift if row >= pad.death else row for row in rows) for rows in (mine, theirs)
    ]
    reached = [sum(min(of) >= box for box in pad.lines) for of in crosses]
    both = min(reached)
    balance = layout.balances[both][slot]
    bonus = [[0] * len(pad.lines), [0] * len(pad.lines)]
    firsts = next(
        firsts
        for firsts in product((0, 1), repeat=both)
        if sum((pad.first[n] - pad.later[n]) * (1 - 2 * first) for n, first in enumerate(firsts))
        == balance
    )
    for line in range(max(reached)):
        first = firsts[line] if line < both else int(reached[1] > reached[0])
        bonus[first][line] = pad.first[line]
        if line < both:
            bonus[1 - first][line] = pad.later[line]
    return tuple(
        Sheet(of, tuple(row >= pad.death for row in rows), tuple(points))
        for of, rows, points in zip(crosses, (mine, theirs), bonus, strict=True)
    )


def played(sheet: str, level: str | None, rng: random.Random) -> Iterator[tuple[Sheets, int]]:
    """Every turn's beginning in games of this level, or in random ones."""
    while True:
        state = begin(2, options(sheet))
        bots = [LEVELS[level](rng.randrange(1 << 30)) for _ in range(2)] if level else []
        while not state.over:
            if state.is_chance:
                if not state.faces:
                    yield state.sheets, state.active
                state = state.apply(Event(CHANCE, state.sample(rng)))
                continue
            (seat,) = state.to_act
            if bots:
                action = bots[seat].choose(state.view(seat), float("inf"))
            else:
                action = state.random_action(seat, rng)
            state = state.apply(Event(seat, action))


def anywhere(layout: Layout, rng: random.Random) -> Iterator[tuple[Sheets, int]]:
    while True:
        mine, theirs = ([rng.randrange(layout.rows) for _ in range(4)] for _ in range(2))
        if min(mine) >= layout.pad.death or min(theirs) >= layout.pad.death:
            continue
        slot = rng.randrange(layout.slots)
        try:
            yield sheets_of(layout, mine, theirs, slot), 0
        except IndexError:
            continue


def positions(layout: Layout, sheet: str, count: int) -> list[tuple[Sheets, int]]:
    rng = random.Random(f"{sheet} {count}")
    sources = [played(sheet, None, rng), played(sheet, "expert", rng), anywhere(layout, rng)]
    found = []
    for source in sources:
        for place, position in enumerate(source):
            if source is sources[2] or rng.random() < 0.1:
                found.append(position)
            if place >= count * 4 or len(found) >= count * (1 + sources.index(source)) // 3:
                break
    return found


def ask(sheet: str, count: int, out: Path) -> None:
    layout = Layout(PADS[sheet])
    asked: set[int] = set()

    def leaf(sheets: Sheets, active: int) -> float:
        asked.add(int(layout.index(*layout.position(sheets, active))))
        return 0.5

    chosen = positions(layout, sheet, count)
    for sheets, active in chosen:
        leaf(sheets, active)
        turn(sheets, active, sheet, leaf)
    mine, theirs, slot = zip(*[layout.position(*position) for position in chosen], strict=True)
    np.savez_compressed(out, places=sorted(asked), mine=mine, theirs=theirs, slot=slot)
    print(f"{sheet}: {len(asked):,} values asked for")


def compare(sheet: str, questions: Path, answers: Path) -> None:
    layout = Layout(PADS[sheet])
    with np.load(questions) as data:
        asked = {name: data[name].tolist() for name in data.files}
    values = dict(zip(asked["places"], np.load(answers).tolist(), strict=True))

    def leaf(sheets: Sheets, active: int) -> float:
        return float(values[int(layout.index(*layout.position(sheets, active)))])

    chosen = zip(asked["mine"], asked["theirs"], asked["slot"], strict=True)
    off = [
        abs(turn(sheets, 0, sheet, leaf).value(ROLLS) - leaf(sheets, 0))
        for sheets in (sheets_of(layout, *position) for position in chosen)
    ]
    print(f"{sheet}: {len(off):,} positions recomputed, at most {max(off):.1e} off")


if __name__ == "__main__":
    if sys.argv[1] == "ask":
        ask(sys.argv[2], int(sys.argv[3]), Path(sys.argv[4]))
    else:
        compare(sys.argv[2], Path(sys.argv[3]), Path(sys.argv[4]))
