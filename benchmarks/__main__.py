"""Run the benchmarks and write docs/benchmarks.md.

    make bench                     all of them
    make bench ARGS=calavera       only those whose names contain a word

A section that does not run keeps the text and the date it had. Sections that no benchmark here
writes were measured by hand; they stay, after the others.
"""

import os
import platform
import re
import sys
from collections.abc import Callable
from contextlib import redirect_stdout
from datetime import date
from io import StringIO
from pathlib import Path

from benchmarks.cluster import load as cluster_load
from benchmarks.peers import bots as peer_bots
from benchmarks.peers import speed as peer_speed
from benchmarks.reviews import agreement as review
from benchmarks.reviews import identity as review_identity
from benchmarks.server import load as server_load
from benchmarks.speed import calavera as calavera_speed
from benchmarks.speed import calcory as calcory_speed
from benchmarks.speed import calcory_solver, calculissimo_twins
from benchmarks.speed import calculissimo as calculissimo_speed
from benchmarks.speed import conform as calavera_conform
from benchmarks.speed import cubus as cubus_speed
from benchmarks.speed import selfplay as jax_selfplay
from benchmarks.strength import calcory_reader, cubus_dismantling, cubus_expert, several

PAGE = Path(__file__).parent.parent / "docs" / "benchmarks.md"
SECTIONS: dict[str, tuple[str, Callable[[], str | None]]] = {
    "calavera-speed": ("Calavera: events a second", calavera_speed.main),
    "calavera-memory": ("Calavera: memory over 100,000 games", calavera_speed.memory),
    "calavera-several": (
        "Calavera: the expert with three and four against the one before",
        several.calavera,
    ),
    "calavera-conform": (
        "Calavera: 10,000 random games of each number of players",
        calavera_conform.main,
    ),
    "review-identity": ("Reviews: luck and skill over many games", review_identity.main),
    "review-perfect": ("Reviews of perfect play", review.perfect),
    "review-agreement": ("Reviews against rollouts", review.agreement),
    "review-wide": ("Reviews of Calculissimo against all plays", review.wide),
    "review-ends": ("Reviews of Calculissimo against the solved end", review.ends),
    "calcory-speed": ("Calcory: events a second, and thinking time", calcory_speed.main),
    "calcory-solver": ("Calcory: small tables solved", calcory_solver.main),
    "calcory-bounds": ("Calcory: bounds of larger tables", calcory_solver.larger),
    "calcory-reader": ("Calcory: reading the expert", calcory_reader.main),
    "calcory-several": ("Calcory: three and four players", several.calcory),
    "calculissimo-speed": ("Calculissimo: finding all plays", calculissimo_speed.main),
    "calculissimo-twins": ("Calculissimo: the fast search and its twin", calculissimo_twins.main),
    "cubus-speed": ("Cubus: the exact builder", cubus_speed.main),
    "cubus-expert": ("Cubus: the expert against the one before", cubus_expert.main),
    "cubus-dismantling": ("Cubus: dismantling what was built", cubus_dismantling.main),
    "server": ("The server under load", server_load.main),
    "cluster": ("Several processes under load and faults", cluster_load.main),
    "peer-speed": ("Random play beside peers", peer_speed.main),
    "peer-bots": ("The expert against OpenSpiel's searches", peer_bots.main),
    "jax-core": ("Compiled self-play: one core", jax_selfplay.one_core),
    "jax-device": ("Compiled self-play: an accelerator", jax_selfplay.accelerator),
}
HEAD = """# Benchmarks

Figures come from the scripts that `make bench` runs. Win rates carry 95 % intervals (Wilson),
seats rotate, and each round of rotations shares its dice. Sections are run one at a time and keep
what they had until they run again, so a section may be of an earlier commit than its neighbour.
How strong the levels are is on [a page of its own](strength.md).
"""


def main() -> None:
    words = sys.argv[1:]
    for name, (title, run) in SECTIONS.items():
        if not words or any(word in name for word in words):
            print(f"{title} …", flush=True)
            told = _told(run)
            if not told:
                continue  # it needs what this machine has not
            # Read only now: another run may have written while this one measured.
            _write(_read() | {name: f"## {title}\n\n{told}\n\n*{_where()}*\n"})


def _told(run: Callable[[], str | None]) -> str:
    """What a benchmark returns or prints."""
    with redirect_stdout(StringIO()) as printed:
        returned = run()
    return (returned or printed.getvalue()).strip()


def _where() -> str:
    return f"Measured {date.today():%Y-%m-%d} on {machine()}."


def machine() -> str:
    """The machine in words: processor, cores, Python."""
    model = platform.processor() or platform.machine()
    info = Path("/proc/cpuinfo")
    if info.exists():
        found = re.search(r"model name\s*: (.+)", info.read_text())
        model = found[1] if found else model
    return f"{model}, {os.cpu_count()} cores, Python {platform.python_version()}"


def _read() -> dict[str, str]:
    """The sections of the page as it is, by name."""
    if not PAGE.exists():
        return {}
    parts = re.split(r"<!-- (\S+) -->\n", PAGE.read_text(encoding="utf-8"))
    return {name: text.strip() + "\n" for name, text in zip(parts[1::2], parts[2::2], strict=True)}


def _write(sections: dict[str, str]) -> None:
    known = [name for name in SECTIONS if name in sections]
    by_hand = [name for name in sections if name not in SECTIONS]
    body = "\n".join(f"<!-- {name} -->\n{sections[name]}" for name in [*known, *by_hand])
    PAGE.write_text(f"{HEAD}\n{body}", encoding="utf-8")


if __name__ == "__main__":
    main()
