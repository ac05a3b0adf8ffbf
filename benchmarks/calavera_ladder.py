"""Each level against the one below, and the expert against a greedy player."""

from pathlib import Path

from benchmarks.ladder import HEADER, duel, row, steps
from quartett.arena import Entrant
from quartett.bots import LEVELS

GAMES = 2000
GREEDY = Entrant("greedy", Path(__file__).parent / "greedy.py", "Greedy")
EXPERT_2026 = Entrant("expert-2026", Path(__file__).parent / "expert_2026.py", "Expert2026")


def main() -> str:
    rows = [HEADER, *steps("calavera", GAMES, LEVELS)]
    rows.append(row(duel("calavera", ("expert", GREEDY), GAMES), "`expert` – greedy"))
    before = duel("calavera", ("expert", EXPERT_2026), GAMES)
    rows.append(row(before, "`expert` – `expert-2026`"))
    for others in (2, 3):
        names = ("expert", *["hard"] * others)
        rows.append(row(duel("calavera", names, 600), f"`expert` – {others} × `hard`"))
    return (
        "Greedy collects the kind of dice that shows most, rolls three times, and takes the most "
        "crosses. With three and four players an equal share of wins is 33.3 % and 25 %.\n\n"
        + "\n".join(rows)
    )
