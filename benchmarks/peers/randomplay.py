"""Random play through the public API, for any game."""

import random
import time

from quartett import CHANCE, Event, Game


def one_game(game: Game, players: int, rng: random.Random) -> int:
    """Play one random game; how many events it took."""
    state = game.start(players)
    events = 0
    while True:
        if state.is_chance:
            event = Event(CHANCE, state.sample(rng))
        elif state.over:
            return events
        else:
            seat = min(state.to_act)
            event = Event(seat, state.random_action(seat, rng))
        state = state.apply(event)
        events += 1


def events_a_second(game: Game, players: int, seconds: float = 5.0) -> tuple[float, float]:
    """Events a second of processor time on one core, and events a game."""
    rng = random.Random(1)
    one_game(game, players, rng)
    games = events = 0
    began = time.process_time()
    while (took := time.process_time() - began) < seconds:
        events += one_game(game, players, rng)
        games += 1
    return events / took, events / games
