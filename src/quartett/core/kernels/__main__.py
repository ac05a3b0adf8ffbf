"""Compile the programs of the named modules, for other processes; ends with 1 if that fails."""

import os
import sys
from importlib import import_module
from pathlib import Path

from quartett.core.kernels.program import Program


def main(module: str, claim: str) -> None:
    if hasattr(os, "nice"):
        os.nice(10)
    try:
        import_module(module)
        for program in Program.every:
            if program.module == module:
                program.compile()
    finally:
        Path(claim).unlink(missing_ok=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
