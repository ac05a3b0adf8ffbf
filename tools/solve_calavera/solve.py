"""Build the table of exact values of Calavera for two on a GPU.

    python -m tools.solve_calavera.solve standard --save standard.npy

It needs CUDA's compiler and PyTorch, but not Quartett. `--ask` and `--answer` exchange places
in the table for values, for programs that check it elsewhere.
"""

import argparse
import time
from pathlib import Path
from typing import Any

import numpy as np
import torch
from tools.solve_calavera.table import PADS, Layout, compiled, idle, solve


def solved(sheet: str, verbose: bool = False) -> tuple[Layout, Any]:
    """The table in the GPU's memory, as doubles; NaN where there is no position."""
    layout = Layout(PADS[sheet])
    library = compiled(Path(f"/tmp/solver-{sheet}.so"), gpu=True)
    began = time.time()
    size = layout.slots * layout.count
    table = torch.full((size,), torch.nan, dtype=torch.float64, device="cuda")
    torch.cuda.synchronize()
    filled = time.time()
    report = solve(library, layout, table.data_ptr(), verbose)
    torch.cuda.synchronize()
    opening = float(table[int(layout.index([0] * 4, [0] * 4, 0))])
    positions = int((~torch.isnan(table)).sum())
    print(
        f"{sheet}: {positions:,} positions in {time.time() - filled:.1f} s "
        f"(memory {filled - began:.1f} s), {report.evaluations:,} turns, at most {report.rounds} "
        f"rounds; each turn off by at most {report.worst:.1e}; a turn without a mark at most "
        f"{idle(library, layout).max():.4f}; the start player's share is {opening:.9f}",
        flush=True,
    )
    return layout, table


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sheet", choices=PADS)
    parser.add_argument("--ask", type=Path, help="what `check.py ask` wrote")
    parser.add_argument("--answer", type=Path, help="where their values go")
    parser.add_argument("--save", type=Path, help="the whole table, as float32")
    parser.add_argument("--verbose", action="store_true")
    args = parser.parse_args()
    _, table = solved(args.sheet, args.verbose)
    if args.ask:
        asked = torch.as_tensor(np.load(args.ask)["places"]).to("cuda")
        np.save(args.answer, table[asked].cpu().numpy())
    if args.save:
        np.save(args.save, table.float().cpu().numpy())


if __name__ == "__main__":
    main()
