"""How much stronger each level is than the one below, with two and with four players."""

import argparse
import math
from collections import Counter, defaultdict

from quartett.arena import Match
from quartett.games.cubus import Cubus, Options

LADDER = (("medium", "easy"), ("hard", "medium"), ("expert", "hard"))


class Tally:
    """Wins (a tie is shared), points and thinking of one level against another."""

    def __init__(self) -> None:
        self.games = 0
        self.wins = 0.0
        self.points: Counter[str] = Counter()
        self.seats: Counter[str] = Counter()
        self.seconds: defaultdict[str, float] = defaultdict(float)
        self.decisions: Counter[str] = Counter()
        self.knocks = 0

    def add(self, match: Match, names: list[str], level: str) -> None:
        self.games += 1
        winners = match.state.winners()
        self.wins += sum(names[seat] == level for seat in winners) / len(winners)
        self.knocks += sum(str(event.action) == "!" for event in match.events)
        for seat, name in enumerate(names):
            self.points[name] += match.state.scores()[seat]
            self.seats[name] += 1
            self.seconds[name] += match.thinking[seat]
            self.decisions[name] += match.decisions[seat]

    def mean(self, name: str) -> float:
        return self.points[name] / self.seats[name]

    def milliseconds(self, name: str) -> float:
        return 1e3 * self.seconds[name] / self.decisions[name]


def main(games: int = 1000) -> None:
    print("## Cubus: the ladder\n")
    print("With four players one of the level plays three of the level below, so an equal one")
    print("would win 25 %. Seats rotate. Intervals are 95 % (Wilson).\n")
    print("| players | option | level | against | games | wins | points | ms a decision | knocks |")
    print("|---:|---|---|---|---:|---:|---:|---:|---:|")
    for players in (2, 4):
        for level, below in LADDER:
            print(_row(players, level, below, games, Options()), flush=True)
    for level, below in LADDER:
        few = max(20, games // 5)
        print(_row(3, level, below, few, Options(dismantling="alone")), flush=True)
    print()


def _row(players: int, level: str, below: str, games: int, options: Options) -> str:
    tally, game = Tally(), Cubus()
    for number in range(games):
        seat = number % players
        names = [level if other == seat else below for other in range(players)]
        match = Match(game, names, seed=number // players, options=options)
        for _ in match.steps():
            pass
        assert not match.forfeits
        tally.add(match, names, level)
    low, high = wilson(tally.wins, tally.games)
    share = f"{tally.wins / tally.games:.1%} ({low:.1%}–{high:.1%})"
    points = f"{tally.mean(level):.1f} : {tally.mean(below):.1f}"
    speed = f"{tally.milliseconds(level):.1f} : {tally.milliseconds(below):.1f}"
    option = "dismantling alone" if options.dismantling == "alone" else "standard"
    knocks = f"{tally.knocks / tally.games:.1f}"
    cells = [players, option, level, below, tally.games, share, points, speed, knocks]
    return "| " + " | ".join(map(str, cells)) + " |"


def wilson(wins: float, games: int, z: float = 1.96) -> tuple[float, float]:
    """The interval that holds a share of wins with 95 % confidence."""
    share = wins / games
    middle = share + z * z / (2 * games)
    spread = z * math.sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    below = 1 + z * z / games
    return (middle - spread) / below, (middle + spread) / below


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1000)
    main(parser.parse_args().games)
