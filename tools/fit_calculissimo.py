"""What kept tiles are worth: self-play, and a linear fit of how far they put one ahead.

For every turn it notes the tiles kept, what the typical hand of `outlook` could do with the
board, and then how much more the seat scored in its next three turns than the other in its
own. One turn in four is a random one of the fifteen best, so that other tiles are kept too.
"""

import argparse
import random
from collections.abc import Iterator

import numpy as np
from msgspec import Struct
from rich.console import Console
from rich.progress import track

from quartett import CHANCE, Action, Event
from quartett.games.calculissimo import Calculissimo, Exchange, Options, Pass, Play, State
from quartett.games.calculissimo.board.moves.fast import find_plays
from quartett.games.calculissimo.board.tiles import count
from quartett.games.calculissimo.bots.judgement import SHARE, opening_cost
from quartett.games.calculissimo.bots.keeping import WEIGHTS, features, kept_values

GAME = Calculissimo()
TURNS = 3
EARLY = 14
"""Turns with fewer tiles in the bag see too little of what comes after."""
STRAY = 0.25
STEADY = 5.0
"""Ridge: keeps the weights of rare tiles from running away."""


class Turn(Struct):
    seat: int
    kept: list[int]
    bag: int
    opens: float
    points: int


def main(games: int = 700) -> str:
    rng = random.Random(11)
    turns = [
        turn
        for _ in track(range(games), "self-play", console=Console(stderr=True))
        for turn in noted(list(self_play(rng)))
    ]
    table = np.array(turns)
    kept, opens, ahead = table[:, :14].astype(np.int64), table[:, 14], table[:, 15]
    columns = np.column_stack([features(kept), opens / SHARE, np.ones(len(table))])
    square = columns.T @ columns + STEADY * np.eye(columns.shape[1])
    fit = np.linalg.solve(square, columns.T @ ahead)
    errors = np.sqrt(np.diag(np.linalg.inv(square)) * np.var(ahead - columns @ fit))
    played = [*WEIGHTS.items(), ("share of what the board offers", -SHARE)]
    rows = [
        f"Fitted to {len(table):,} turns of {games} games; `played` is what the expert uses.\n",
        "| kept | fitted | error | played |",
        "|---|---:|---:|---:|",
        *(
            f"| {name} | {value:.2f} | {error:.2f} | {weight} |"
            for (name, weight), value, error in zip(played, fit, errors, strict=False)
        ),
    ]
    return "\n".join(rows)


def noted(turns: list[Turn]) -> Iterator[list[float]]:
    for place, turn in enumerate(turns):
        if turn.bag < EARLY:
            continue
        later = turns[place + 1 :]
        mine = [other.points for other in later if other.seat == turn.seat][:TURNS]
        theirs = [other.points for other in later if other.seat != turn.seat][:TURNS]
        yield [*turn.kept, turn.opens, sum(mine) - sum(theirs)]


def self_play(rng: random.Random) -> Iterator[Turn]:
    state = GAME.start(2, Options())
    while not state.over:
        assert isinstance(state, State)
        if state.is_chance:
            state = state.apply(Event(CHANCE, state.sample(rng)))
            continue
        (seat,) = state.to_act
        bag, (action, points) = sum(state.bag), chosen(state, seat, rng)
        state = state.apply(Event(seat, action))
        assert isinstance(state, State)
        opens = opening_cost(state.edition, state.board)
        yield Turn(seat, count(state.racks[seat]), bag, opens, points)


def chosen(state: State, seat: int, rng: random.Random) -> tuple[Action, int]:
    rack = state.racks[seat]
    plays = find_plays(state.edition, state.board, rack)
    if not len(plays):
        return (Exchange(rack) if any(state.bag) else Pass()), 0
    values = plays.points + kept_values(state.edition, np.array(count(rack)) - plays.kinds())
    order = np.argsort(-values, kind="stable")[:15]
    number = int(order[rng.randrange(len(order)) if rng.random() < STRAY else 0])
    return Play(plays.tiles(number)), int(plays.points[number])


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=700)
    print(main(parser.parse_args().games))
