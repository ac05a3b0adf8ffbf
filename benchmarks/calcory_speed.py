"""Calcory: events a second of random play, and how long the bots think."""

import random
import time

import quartett
from quartett import CHANCE, Action, Event, Seen, View
from quartett.arena import Match
from quartett.bots import LEVELS, Bot
from quartett.games.calcory.bots import LEVELS as BOTS

GAME = quartett.game("calcory")
SECONDS = 5.0


def main() -> None:
    print("## Calcory: speed\n")
    print(
        "Processor time of one core. Random play, from the deal to the end, every event checked.\n"
    )
    print("| players | games | events | events/s |")
    print("|---|---|---|---|")
    for players in GAME.players:
        games, events, seconds = random_play(players)
        print(f"| {players} | {games:,} | {events:,} | {events / seconds:,.0f} |")
    print("\nThinking time of each level against itself, two players.\n")
    print("| level | decisions | mean | longest |")
    print("|---|---|---|---|")
    for level in LEVELS:
        times = thinking(level)
        mean, longest = sum(times) / len(times), max(times)
        print(f"| {level} | {len(times):,} | {mean * 1e3:.2f} ms | {longest * 1e3:.0f} ms |")


def random_play(players: int) -> tuple[int, int, float]:
    """Games, events and seconds of processor time."""
    rng, games, events, began = random.Random(players), 0, 0, time.process_time()
    while time.process_time() - began < SECONDS:
        state = GAME.start(players)
        while not state.over:
            if state.is_chance:
                event = Event(CHANCE, state.sample(rng))
            else:
                (seat,) = state.to_act
                event = Event(seat, state.random_action(seat, rng))
            state = state.apply(event)
            events += 1
        games += 1
    return games, events, time.process_time() - began


def thinking(level: str, games: int = 10) -> list[float]:
    """Seconds of processor time of every decision of some games."""
    times: list[float] = []
    for number in range(games):
        bots = [Timed(BOTS[level](2 * number + seat), times) for seat in range(2)]
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


if __name__ == "__main__":
    main()
