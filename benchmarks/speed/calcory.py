"""Calcory: events a second of random play, and how long the bots think."""

import time

import quartett
from benchmarks.peers.randomplay import events_a_second
from quartett import Action, Seen, View
from quartett.arena import Match
from quartett.bots import LEVELS, Bot
from quartett.games.calcory.bots import LEVELS as BOTS

GAME = quartett.game("calcory")


def main() -> None:
    print(
        "Random play on one core, from the deal to the end, every event checked (target 60,000).\n"
    )
    print("| players | events a second | events a game |")
    print("|---|---|---|")
    for players in GAME.players:
        speed, length = events_a_second(GAME, players)
        print(f"| {players} | {speed:,.0f} | {length:.0f} |")
    print("\nThinking time of each level against itself.\n")
    print("| level | players | decisions | mean | 99 of 100 | longest |")
    print("|---|---|---|---|---|---|")
    for level, players in [*((level, 2) for level in LEVELS), ("expert", 3), ("expert", 4)]:
        print(row(level, players))


def row(level: str, players: int) -> str:
    times = sorted(thinking(level, players))
    marks = sum(times) / len(times), times[len(times) * 99 // 100], times[-1]
    told = " | ".join(f"{1000 * mark:.2f} ms" for mark in marks)
    return f"| {level} | {players} | {len(times):,} | {told} |"


def thinking(level: str, players: int = 2, games: int = 10) -> list[float]:
    """Seconds of processor time of every decision of some games."""
    times: list[float] = []
    for number in range(games):
        bots = [Timed(BOTS[level](2 * number + seat), times) for seat in range(players)]
        for _ in Match(GAME, bots, seed=f"speed {number}").steps():
            pass
    return times


class Timed(Bot):
    """A bot under the stopwatch."""

    def __init__(self, bot: Bot, times: list[float]) -> None:
        self.bot = bot
        self.times = times

    def observe(self, seen: Seen) -> None:
        self.bot.observe(seen)

    def choose(self, view: View, deadline: float) -> Action:
        began = time.process_time()
        action = self.bot.choose(view, deadline)
        self.times.append(time.process_time() - began)
        return action
