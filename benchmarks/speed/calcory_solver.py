"""Calcory: small tables solved, and how close the expert comes."""

import time

from quartett.games.calcory.bots.expert_gap import measure
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

LARGER = (
    (2, 4, "11446677", 6),
    (2, 4, "11446677", 8),
    (2, 4, "01134679", 5),
    (3, 3, "111446667", 6),
    (3, 3, "011346779", 4),
    (3, 4, "111444666777", 4),
    (3, 4, "111444666777", 5),
    (2, 5, "1144667788", 4),
    (4, 4, "1111444466667777", 3),
    (4, 4, "1111444466667777", 4),
    (4, 5, "11111444446666677777", 3),
)
"""To measure the expert on these takes too long."""


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
    for table in TABLES:
        rows, columns, digits, turns = table
        start = bounds(*table)
        for first in (True, False):
            found = measure(small(rows, columns, digits), turns, first)
            print(
                f"{start} {'first' if first else 'second'} | {found.optimal:.4f} | "
                f"{found.expert:.4f} | {found.worst:.4f} |",
                flush=True,
            )
    print(f"\nAll of it in {time.perf_counter() - began:.0f} s.")


def larger() -> None:
    print("Bounds alone, of tables on which it takes too long to measure the expert.\n")
    print("| table | deck | turns | bounds | open | positions |")
    print("|---|---|---|---|---|---|")
    began = time.process_time()
    for table in LARGER:
        print(bounds(*table), flush=True)
    print(f"\nAll of it in {time.process_time() - began:.0f} s of one core.")


def bounds(rows: int, columns: int, digits: str, turns: int) -> str:
    """The bounds of the start player's value, as the beginning of a row."""
    values, positions = {}, 0
    for pen in (OTHER, MOVER, NOBODY):
        solver = Solver()
        values[pen] = solver.value(opening(small(rows, columns, digits), turns, pen))
        positions = max(positions, len(solver.positions))
    return (
        f"| {rows} × {columns} | {digits} | {turns} | {values[OTHER]:.4f} to "
        f"{values[MOVER]:.4f} | {values[NOBODY]:.4f} | {positions:,} |"
    )
