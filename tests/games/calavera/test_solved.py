"""The game for two, solved: small pads against brute force, and what the expert learned of it."""

import random
import shutil
from collections.abc import Callable
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from tools.solve_calavera import table as solver
from tools.solve_calavera.check import Sheets, anywhere, sheets_of
from tools.solve_calavera.engine import turn

from quartett.games.calavera.bots.duel import DuelLeaves, joints, taught
from quartett.games.calavera.bots.leaves import Situation
from quartett.games.calavera.bots.positions import positions
from quartett.games.calavera.bots.turn_values import TurnValues
from quartett.games.calavera.dice import ROLLS
from quartett.games.calavera.sheet import PADS, Pad, Sheet

TINY = Pad(boxes=(2, -1), points=1, death=2, roses=(2,), lines=(1, 2), first=(3, 4), later=(1, 3))
"""So short that the plain rules can play it out; its bonuses differ by different amounts."""
SAMPLES = Path(__file__).with_name("solved.npz")
"""Positions of good and careless games with their exact values."""

Solved = Callable[[Sheets, int], float]


@pytest.fixture(scope="module")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> Solved:
    """What the solver says about positions of the tiny pad."""
    if shutil.which("c++") is None:
        pytest.skip("no C++ compiler")
    library = solver.compiled(tmp_path_factory.mktemp("solver") / "solver.so", gpu=False)
    layout = solver.Layout(TINY)
    values, report = solver.solved_here(library, layout)
    assert report.worst <= solver.TOLERANCE
    return lambda sheets, active: float(values[layout.index(*layout.position(sheets, active))])


@pytest.fixture
def tiny_pad(monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setitem(PADS, "tiny", TINY)
    return "tiny"


def brute_force(sheet: str) -> Solved:
    """Values by the plain rules alone, to the end of the game."""

    @cache
    def finals(sheets: Sheets, active: int) -> TurnValues:
        """Results of a turn that changes nothing are left open."""

        def leaf(then: Sheets, seat: int) -> float:
            return float("nan") if then == sheets else value(then, seat)

        return turn(sheets, active, sheet, leaf)

    @cache
    def both(sheets: Sheets) -> tuple[float, float]:
        """Either player rolling next, until nothing changes any more."""
        worth, before = [0.5, 0.5], [2.0, 2.0]
        while max(abs(a - b) for a, b in zip(worth, before, strict=True)) > 1e-12:
            before = worth
            worth = [_filled(finals(sheets, seat), 1 - before[1 - seat]) for seat in (0, 1)]
        return worth[0], worth[1]

    def value(sheets: Sheets, active: int) -> float:
        return both(sheets)[active]

    return value


def _filled(left_open: TurnValues, worth: float) -> float:
    results = left_open.result_values(0)
    return TurnValues(np.where(np.isnan(results), worth, results)).value(ROLLS)


def sheet_of(*rows: str) -> Sheet:
    """Crosses of each row, with a star where it is frozen."""
    crosses = tuple(int(row[0]) for row in rows)
    reached = sum(min(crosses) >= box for box in TINY.lines)
    paid = (TINY.first[:reached], (0,) * (2 - reached))
    return Sheet(crosses, tuple("*" in row for row in rows), paid[0] + paid[1])


def test_a_solved_end_is_what_brute_force_finds(tiny: Solved, tiny_pad: str) -> None:
    sheets = (sheet_of("0", "0", "2*", "1*"), sheet_of("2*", "0", "1*", "2*"))
    plain = brute_force(tiny_pad)
    for active in (0, 1):
        assert tiny(sheets, active) == pytest.approx(plain(sheets, active), abs=1e-8)


def test_solved_values_follow_from_each_other_by_the_rules(tiny: Solved, tiny_pad: str) -> None:
    source = anywhere(solver.Layout(TINY), random.Random(7))
    for _ in range(25):
        sheets, active = next(source)
        plain = turn(sheets, active, tiny_pad, tiny).value(ROLLS)
        assert tiny(sheets, active) == pytest.approx(plain, abs=1e-9)


def test_the_solver_knows_the_pads() -> None:
    for name, pad in solver.PADS.items():
        for field in ("boxes", "points", "death", "roses", "lines", "first", "later"):
            assert getattr(pad, field) == getattr(PADS[name], field)
    assert solver.PADS.keys() == PADS.keys()


def test_positions_are_as_many_as_were_counted() -> None:
    """Pairs of sheets up to the order of colours, less those with a full sheet."""
    layout = solver.Layout(PADS["standard"])

    def multisets(pairs: int) -> int:
        return pairs * (pairs + 1) * (pairs + 2) * (pairs + 3) // 24

    frozen = layout.rows - PADS["standard"].death
    final = 2 * multisets(frozen * layout.rows) - multisets(frozen**2)
    assert layout.count - final == 673_976_171


@pytest.mark.parametrize(
    ("sheet", "mean", "most"), [("standard", 0.0015, 0.03), ("short", 0.002, 0.04)]
)
def test_the_expert_knows_the_exact_values(sheet: str, mean: float, most: float) -> None:
    layout, network = solver.Layout(PADS[sheet]), taught(sheet)
    assert network is not None
    off = [
        abs(float(network.chance(positions(sheets, 1, 0))[0]) - value)
        for sheets, value in samples(layout, sheet)
    ]
    assert len(off) == 400
    assert float(np.mean(off)) < mean
    assert max(off) < most


def samples(layout: solver.Layout, sheet: str) -> list[tuple[Sheets, float]]:
    with np.load(SAMPLES) as data:
        mine, theirs, slot, value = (
            data[f"{sheet}_{k}"].tolist() for k in ("mine", "theirs", "slot", "value")
        )
    return [
        (sheets_of(layout, *position), worth)
        for *position, worth in zip(mine, theirs, slot, value, strict=True)
    ]


@pytest.mark.parametrize("sheet", ["standard", "short"])
def test_the_expert_foresees_the_pick_that_hurts_most(sheet: str) -> None:
    """Its results are worth what the plain rules make of its own values of positions."""
    layout, network = solver.Layout(PADS[sheet]), taught(sheet)
    assert network is not None

    def leaf(sheets: Sheets, active: int) -> float:
        return float(network.chance(positions(sheets, 1, active))[0])

    for sheets, _ in samples(layout, sheet)[:3]:
        plain = turn(sheets, 0, sheet, leaf).result_values(0)
        exact = DuelLeaves(Situation(sheets, 0, PADS[sheet]), network).finals
        assert exact == pytest.approx(plain, abs=1e-3)  # a point of lead counts a little


def test_joints_cover_what_two_players_can_do() -> None:
    j = joints()
    assert len(j.mine) == 273
    assert len(set(zip(j.mine.tolist(), j.theirs.tolist(), strict=True))) == 273
