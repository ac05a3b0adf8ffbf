"""The fast search for plays against its plain twin, over many positions.

The tests do the same over fewer. Boards are those of random games, and boards strewn with
anything, as unchallenged wrong plays could leave them.
"""

import argparse
import random
import time
from typing import TypeAlias

from msgspec.structs import replace

from quartett.games.calculissimo import Edition, edition
from quartett.games.calculissimo.board.grid import Board, empty, with_tiles
from quartett.games.calculissimo.board.moves.fast import find_plays
from quartett.games.calculissimo.board.moves.plain import plain_plays
from quartett.games.calculissimo.board.tiles import TILES

Position: TypeAlias = tuple[Board, list[str]]

SMALL = replace(
    edition("standard"),
    name="small",
    board=("v.g.y.v", ".b.y.g.", "g.y.v.b", ".y.b.y.", "b.g.y.g", ".g.v.b.", "v.y.g.v"),
)


def main(positions: int = 4000) -> str:
    rng = random.Random(7)
    plays, began = 0, time.perf_counter()
    for number in range(positions):
        played = edition("standard") if number % 40 == 0 else SMALL
        make = lawful if number % 2 else strewn
        board, rack = make(played, rng)
        plain = plain_plays(played, board, rack)
        fast = find_plays(played, board, rack)
        if dict(fast.best_first()) != plain or len(fast) != len(plain):
            raise SystemExit(f"the twins differ: {board} {rack}")
        plays += len(plain)
    return (
        f"The fast search and the plain one found the same {plays:,} plays with the same points "
        f"in {positions:,} random positions ({time.perf_counter() - began:.0f} s)."
    )


def lawful(played: Edition, rng: random.Random) -> Position:
    """A board after some random plays, and a rack."""
    bag = [tile for tile, number in played.bag.items() for _ in range(number)]
    board = empty(played)
    for _ in range(rng.randrange(10)):
        plays = find_plays(played, board, rng.sample(bag, 5))
        if len(plays):
            board = with_tiles(board, played.size, plays.tiles(rng.randrange(len(plays))))
    return board, rng.sample(bag, rng.choice((1, 2, 3)))


def strewn(played: Edition, rng: random.Random) -> Position:
    share = rng.choice((0.1, 0.3, 0.6))
    kinds = [*TILES[:-1], "?4", "?−"]
    board = tuple(rng.choice(kinds) if rng.random() < share else "" for _ in empty(played))
    return board, [rng.choice(TILES) for _ in range(rng.choice((1, 1, 2)))]


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=int, default=4000)
    print(main(parser.parse_args().positions))
