"""Compute the tables of Cubus's builder: `python -m tools.training.cubus_tables` (30 seconds)."""

import zlib
from pathlib import Path

from quartett.games.cubus.builder import tables
from quartett.games.cubus.builder.filling import computed
from quartett.games.cubus.builder.slices import arrays


def main() -> None:
    stored = zlib.compress(tables.packed(computed(arrays())), 9)
    file = Path(tables.__file__).with_name("tables.zlib")
    file.write_bytes(stored)
    print(f"{file}: {len(stored):,} bytes")


if __name__ == "__main__":
    main()
