"""Each level of Calculissimo against the one below, two players."""

from benchmarks.ladder import HEADER, steps
from quartett.bots import LEVELS

GAMES = 1000


def main() -> str:
    return "\n".join([HEADER, *steps("calculissimo", GAMES, LEVELS)])
