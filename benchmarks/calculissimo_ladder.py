"""Each level of Calculissimo against the one below, two players."""

from benchmarks.ladder import HEADER, steps
from quartett.bots import LEVELS

GAMES = 1000


def main() -> str:
    rows = [HEADER, *steps("calculissimo", GAMES, LEVELS)]
    return (
        "The longest decision of the first row is the first on a new machine, which compiles the "
        "search.\n\n" + "\n".join(rows)
    )
