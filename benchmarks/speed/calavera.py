"""How fast random games of Calavera go through the public API, and that memory stays flat."""

import random
import resource
from pathlib import Path

import quartett
from benchmarks.peers.randomplay import events_a_second, one_game

GAMES = 100_000


def main() -> str:
    game = quartett.game("calavera")
    rows = ["| players | events a second | events a game |", "|---|---|---|"]
    for players in game.players:
        speed, length = events_a_second(game, players)
        rows.append(f"| {players} | {speed:,.0f} | {length:.0f} |")
    return "Random play on one core; the target is 60,000 events a second.\n\n" + "\n".join(rows)


def memory() -> str:
    game = quartett.game("calavera")
    rng = random.Random(1)
    rows = ["| games played | resident memory |", "|---|---|"]
    for number in range(1, GAMES + 1):
        one_game(game, 2, rng)
        if number in (1000, GAMES // 2, GAMES):
            rows.append(f"| {number:,} | {_resident_mib():.1f} MiB |")
    return "Two-player games, one after the other, in one process.\n\n" + "\n".join(rows)


def _resident_mib() -> float:
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * resource.getpagesize() / 2**20
