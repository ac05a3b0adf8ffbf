"""Each level against the one below, and the expert against a greedy player."""

import os
from pathlib import Path

from benchmarks.ladder import HEADER, duel, row
from quartett.arena import Entrant, Series, Standing, count

GAMES = 2000
GREEDY = Path(__file__).parent / "greedy.py"


def main() -> str:
    rows = [HEADER]
    for better, worse in [("medium", "easy"), ("hard", "medium"), ("expert", "hard")]:
        rows.append(row(duel("calavera", (better, worse), GAMES)))
    rows.append(row(_against_greedy(), "`expert` – greedy"))
    for others in (2, 3):
        names = ("expert", *["hard"] * others)
        rows.append(row(duel("calavera", names, 600), f"`expert` – {others} × `hard`"))
    return (
        "Greedy collects the kind of dice that shows most, rolls three times, and takes the most "
        "crosses. With three and four players an equal share of wins is 33.3 % and 25 %.\n\n"
        + "\n".join(rows)
    )


def _against_greedy() -> list[Standing]:
    entrants = (Entrant("expert"), Entrant("greedy", GREEDY, "Greedy"))
    standings = [Standing("expert"), Standing("greedy")]
    for played in Series("calavera", entrants, GAMES, "greedy", {}).run(os.cpu_count() or 1):
        count(standings, played)
    return standings
