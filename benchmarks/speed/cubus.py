"""How fast the exact builder is: on positions of real games, on random ones, against CP-SAT."""

import random
import statistics
import time

from tests.games.cubus.positions import Position, large

from benchmarks.speed.cubus_cpsat import best_points
from quartett.arena import Match
from quartett.core.event import CHANCE, Event
from quartett.games.cubus import Cards, Cubus, Stack, best_build
from quartett.games.cubus.builder.solver import Order, forget
from quartett.games.cubus.rules import State
from quartett.games.cubus.stacks.shape import Spot

GAMES = 24
RANDOM = 10_000
AGAINST = 24
PATIENCE = 10.0
"""Seconds that CP-SAT gets for a position; one that takes longer counts as these."""


def main() -> None:
    print(f"First call of a process (tables): {_first_call():.2f} s, once compiled.")
    print("Times are of one core (CPU time); open lids where nothing else is said: none to four.\n")
    played = _played()
    print("| positions | how many | median | p99 | slowest |")
    print("|---|---:|---:|---:|---:|")
    for name, orders in _groups(played):
        print(_row(name, _times(orders)))
    rng = random.Random(1)
    print(_row("random, full size", _times([Order(*_frozen(large(rng))) for _ in range(RANDOM)])))
    print()
    print(_against(played))
    print(_random_games())


def _first_call() -> float:
    began = time.perf_counter()
    best_build("11/1", [(-1, -1), (-1, 0)], "L R")
    best_build("11/1", [], "L R T")
    return time.perf_counter() - began


def _played() -> list[Order]:
    """Every decision to build in games between strong players, two to six at the table."""
    game, orders = Cubus(), []
    for seed in range(GAMES):
        match = Match(game, ["hard"] * (2 + seed % 5), seed=seed)
        for _ in match.steps():
            state = match.state
            assert isinstance(state, State)
            if state.phase == "build":
                orders.append(state.order)
    return orders


def _groups(orders: list[Order]) -> list[tuple[str, list[Order]]]:
    return [
        ("self-play, all", orders),
        ("self-play, no open lid", [order for order in orders if not order.open]),
        ("self-play, one open lid", [order for order in orders if len(order.open) == 1]),
        ("self-play, two to four", [order for order in orders if len(order.open) > 1]),
    ]


def _times(orders: list[Order]) -> list[float]:
    """Milliseconds of one core for each position, from a stack and a hand to an action."""
    times = []
    for order in orders:
        forget()
        began = time.thread_time()
        best_build(order.stack, order.open, order.hand)
        times.append(1e3 * (time.thread_time() - began))
    return times


def _row(name: str, times: list[float]) -> str:
    ordered = sorted(times)
    late = ordered[int(0.99 * len(ordered))]
    middle = statistics.median(ordered)
    return f"| {name} | {len(times):,} | {middle:.2f} ms | {late:.2f} ms | {ordered[-1]:.1f} ms |"


def _against(orders: list[Order]) -> str:
    """The same positions for CP-SAT, spread over the games, early and late."""
    ratios, unproved = [], 0
    for order in orders[:: max(1, len(orders) // AGAINST)][:AGAINST]:
        ours = statistics.median(_times([order] * 5))
        began = time.process_time()
        try:
            points = best_points(order.stack, order.open, order.hand, seconds=PATIENCE)
        except TimeoutError:
            unproved += 1
        else:
            found = best_build(order.stack, order.open, order.hand)
            assert points == (found.points if found else None), order
        ratios.append(1e3 * (time.process_time() - began) / ours)
    return (
        "Our time is the median of five warm calls, CP-SAT's that of one. "
        f"CP-SAT on {len(ratios)} of the self-play positions: {statistics.median(ratios):,.0f} "
        f"times slower (median); on {unproved} of them it had no proof after {PATIENCE:g} s, "
        "which counts as that. Where it finished, the points were equal.\n"
    )


def _random_games() -> str:
    game, events, began = Cubus(), 0, time.perf_counter()
    for seed in range(40):
        rng = random.Random(seed)
        state = game.start(2 + seed % 5)
        while not state.over:
            if state.is_chance:
                event = Event(CHANCE, state.sample(rng))
            else:
                seat = min(state.to_act)
                event = Event(seat, state.random_action(seat, rng))
            state = state.apply(event)
            events += 1
    took = time.perf_counter() - began
    return f"Random games: {40 / took:.1f} a second, {events / took:,.0f} events a second.\n"


def _frozen(position: Position) -> tuple[Stack, frozenset[Spot], Cards]:
    stack, open, hand = position
    return stack, frozenset(open), hand
