"""Each level of Calcory against the one below, and the expert against a greedy player."""

from pathlib import Path

from benchmarks.ladder import HEADER, duel, row, steps
from quartett.arena import Entrant
from quartett.bots import LEVELS
from quartett.games.calcory.bots import greedy

GAMES = 2000
FEWER = 2000
GREEDY = Entrant("greedy", Path(greedy.__file__), "Greedy")


def main() -> str:
    return "\n".join([HEADER, *steps("calcory", GAMES, LEVELS)])


def against_greedy() -> str:
    line = row(duel("calcory", ("expert", GREEDY), FEWER), "`expert` – greedy")
    return (
        "Greedy forgets nothing, takes the longest thirteen it knows, turns new cards until its "
        f"sum is ten or more, and then stops.\n\n{HEADER}\n{line}"
    )


def more_players() -> str:
    rows = [HEADER]
    for others in (2, 3):
        names = ("expert", *["hard"] * others)
        rows.append(row(duel("calcory", names, FEWER), f"`expert` – {others} × `hard`"))
    return "An equal share of wins is 33.3 % and 25 %.\n\n" + "\n".join(rows)
