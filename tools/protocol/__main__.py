"""Rewrite the generated sections of docs/protocol.md, or say whether they are stale.

python -m tools.protocol [--check]
"""

import sys
from pathlib import Path

from tools.protocol.sections import page_with, sections

PAGE = Path(__file__).parents[2] / "docs" / "protocol.md"


def main(arguments: list[str]) -> None:
    there = PAGE.read_text(encoding="utf-8")
    made = page_with(there, sections())
    if arguments == ["--check"] and made != there:
        sys.exit("docs/protocol.md is stale: run python -m tools.protocol")
    if not arguments:
        PAGE.write_text(made, encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
