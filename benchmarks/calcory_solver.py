"""Calcory: small tables solved, and how close the expert comes."""

import time

from benchmarks.calcory_gap import measure
from quartett.games.calcory.layout.cards import small
from quartett.games.calcory.solver.exact import MOVER, NOBODY, OTHER, Solver, opening

TABLES = (
    (2, 2, "1467", 8),
    (2, 3, "001346", 6),
    (2, 3, "113467", 6),
    (2, 3, "013679", 6),
    (2, 3, "124678", 6),
    (2, 4, "11446677", 4),
    (3, 3, "111446667", 4),
    (3, 4, "111444666777", 3),
    (2, 4, "01134679", 4),
)


def main() -> None:
    print(
        "Two players; results count 1 for a win and ½ for a tie. *Bounds* enclose the start "
        "player's value: the other holds the pen, or the start player does; *open*: every return "
        "is shown. The expert plays against an optimal opponent who holds the pen; *worst*: "
        "against the one who knows its every move.\n"
    )
    print("| table | deck | turns | bounds | open | positions | seat | optimal | expert | worst |")
    print("|---|---|---|---|---|---|---|---|---|---|")
    began = time.perf_counter()
    for rows, columns, digits, turns in TABLES:
        layout = small(rows, columns, digits)
        values, positions = {}, 0
        for pen in (OTHER, MOVER, NOBODY):
            solver = Solver()
            values[pen] = solver.value(opening(layout, turns, pen))
            positions = max(positions, len(solver.positions))
        for first in (True, False):
            found = measure(layout, turns, first)
            print(
                f"| {rows} × {columns} | {digits} | {turns} | {values[OTHER]:.4f} to "
                f"{values[MOVER]:.4f} | {values[NOBODY]:.4f} | {positions:,} | "
                f"{'first' if first else 'second'} | {found.optimal:.4f} | {found.expert:.4f} | "
                f"{found.worst:.4f} |",
                flush=True,
            )
    print(f"\nAll of it in {time.perf_counter() - began:.0f} s.")
