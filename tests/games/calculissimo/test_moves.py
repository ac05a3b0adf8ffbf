"""The fast search against its plain twin, and what is known of both."""

import random
from collections.abc import Callable, Iterator
from typing import TypeAlias

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from quartett.games.calculissimo import Edition, edition
from quartett.games.calculissimo.board.grid import Board, Laid, empty, with_tiles
from quartett.games.calculissimo.board.laying import check_laying
from quartett.games.calculissimo.board.moves import fast as fast_search
from quartett.games.calculissimo.board.moves.arithmetic import crossings
from quartett.games.calculissimo.board.moves.fast import find_plays, has_play
from quartett.games.calculissimo.board.moves.lists import search_rows
from quartett.games.calculissimo.board.moves.plain import plain_plays
from quartett.games.calculissimo.board.moves.search import search_rows as kernel_search
from quartett.games.calculissimo.board.score import worth
from quartett.games.calculissimo.board.tiles import TILES, count, of_rack
from quartett.games.calculissimo.rules.position import read_board

Position: TypeAlias = tuple[Board, list[str]]
Source: TypeAlias = Callable[[Edition, random.Random, int], Iterator[Position]]

STANDARD = edition("standard")
SMALL = replace(
    STANDARD,
    name="small",
    rack=4,
    board=("v.g.y.v", ".b.y.g.", "g.y.v.b", ".y.b.y.", "b.g.y.g", ".g.v.b.", "v.y.g.v"),
)
"""Every second field has a bonus, so that lines share them all the time."""


def fast(played: Edition, board: Board, rack: list[str]) -> dict[tuple[Laid, ...], int]:
    plays = find_plays(played, board, rack)
    found = dict(plays.best_first())
    assert len(found) == len(plays), "a play was found twice"
    return found


def lawful_games(played: Edition, rng: random.Random, tiles: int) -> Iterator[Position]:
    """Boards and racks as random play brings them about."""
    bag = [tile for tile, number in played.bag.items() for _ in range(number)]
    while True:
        board = empty(played)
        for _ in range(8):
            rack = rng.sample(bag, tiles)
            yield board, rack
            plays = find_plays(played, board, rng.sample(bag, 5))
            if len(plays):
                board = with_tiles(board, played.size, plays.tiles(rng.randrange(len(plays))))


def strewn(played: Edition, rng: random.Random, tiles: int) -> Iterator[Position]:
    """Boards as unchallenged wrong plays might leave them: anything anywhere."""
    kinds = [*TILES[:-1], "?4", "?−"]
    while True:
        share = rng.choice((0.1, 0.3, 0.6))
        board = tuple(rng.choice(kinds) if rng.random() < share else "" for _ in empty(played))
        yield board, [rng.choice(TILES) for _ in range(tiles)]


@pytest.mark.parametrize(
    ("played", "source", "tiles", "positions"),
    [
        (SMALL, lawful_games, 2, 400),
        (SMALL, lawful_games, 3, 300),
        (SMALL, strewn, 1, 600),
        (SMALL, strewn, 2, 600),
        (SMALL, strewn, 3, 100),
        (edition("children"), lawful_games, 3, 80),
        (STANDARD, lawful_games, 3, 40),
        (STANDARD, lawful_games, 4, 8),
    ],
)
def test_twins_find_the_same_plays_with_the_same_points(
    played: Edition, source: Source, tiles: int, positions: int
) -> None:
    rng, found = random.Random(f"{played.name} {tiles} {positions}"), 0
    for _, (board, rack) in zip(range(positions), source(played, rng, tiles), strict=False):
        plain = plain_plays(played, board, rack)
        assert fast(played, board, rack) == plain, (board, rack)
        assert has_play(played, board, rack) == bool(plain)
        found += len(plain)
    assert found > positions // 20


def test_full_racks() -> None:
    """Every play that is found is right, and none of up to two tiles is missing."""
    rng = random.Random(12)
    for _, (board, rack) in zip(range(12), lawful_games(STANDARD, rng, 7), strict=False):
        found = fast(STANDARD, board, rack)
        for tiles, points in found.items():
            check_laying(STANDARD, board, tiles)
            assert worth(STANDARD, board, tiles).points == points
        short = {tiles: points for tiles, points in found.items() if len(tiles) <= 2}
        assert short == plain_plays(STANDARD, board, rack, most=2)


@pytest.mark.parametrize("most", [1, 3, 5])
def test_short_plays_are_found_in_the_same_order(most: int) -> None:
    rng = random.Random(most)
    for _, (board, rack) in zip(range(8), lawful_games(STANDARD, rng, 7), strict=False):
        plays = find_plays(STANDARD, board, rack)
        short = find_plays(STANDARD, board, rack, most=most)
        near = plays.sizes() <= most
        assert short.keys.tolist() == plays.keys[near].tolist()
        assert short.points.tolist() == plays.points[near].tolist()


@pytest.mark.parametrize(
    ("played", "source", "tiles", "positions"),
    [(STANDARD, lawful_games, 7, 5), (SMALL, strewn, 4, 40), (SMALL, lawful_games, 4, 20)],
)
@pytest.mark.parametrize(("wanted", "most"), [(1 << 62, 7), (3, 7), (1 << 62, 3)])
def test_without_a_compiler_the_same_plays_are_found_in_the_same_order(
    played: Edition, source: Source, tiles: int, positions: int, wanted: int, most: int
) -> None:
    """The kernel of the search, called as it is, and what stands in for it without a compiler."""
    rng = random.Random(f"{played.name} {wanted} {most}")
    for _, (board, rack) in zip(range(positions), source(played, rng, tiles), strict=False):
        asked = fast_search._question(played, board, rack, wanted, most)
        room: list[list[int]] = [[0] * 100_000, [0] * 100_000]
        kernel = [t._replace(keys=room[0], points=room[1]) for t in fast_search._in_lists(asked)]
        plain = fast_search._in_lists(asked._replace(rack=[*asked.rack], search=[*asked.search]))
        for down in (0, 1):
            for one, search in ((kernel[down], kernel_search), (plain[down], search_rows)):
                crossings(one.board, one.numbers, one.cross, one.cross_bonus)
                search(one, down)
        found = kernel[0].search[0]
        assert plain[0].keys == room[0][:found]
        assert plain[0].points == room[1][:found]
        assert plain[0].search[0] == found


def test_a_search_that_has_no_time_left_gives_what_it_has_found() -> None:
    rack = ["?", "?", "1", "2", "3", "+", "×"]
    with fast_search.PROGRAM._in_mode(False):
        every = find_plays(STANDARD, empty(STANDARD), rack)
        some = find_plays(STANDARD, empty(STANDARD), rack, until=0.0)
    assert 0 < len(some) < len(every) / 10
    assert some.keys.tolist() == every.keys.tolist()[: len(some)]


@given(st.integers(), st.sampled_from([lawful_games, strewn]))
@settings(max_examples=60)
def test_twins_agree_on_any_small_board(seed: int, source: Source) -> None:
    board, rack = next(iter(source(SMALL, random.Random(seed), 2)))
    assert fast(SMALL, board, rack) == plain_plays(SMALL, board, rack)


def test_counts_of_first_plays() -> None:
    """Numbers anyone can check: 1+1 fits the middle in three ways across and three down."""
    assert len(find_plays(STANDARD, empty(STANDARD), list("1+1"))) == 6
    assert len(find_plays(STANDARD, empty(STANDARD), list("12+"))) == 12
    assert len(find_plays(STANDARD, empty(STANDARD), list("11"))) == 0
    # 1÷1 and its like: a joker as any of nine numbers; ÷ only by 1 or what divides.
    assert len(find_plays(STANDARD, empty(STANDARD), list("1+?"))) == 2 * 3 * 9 * 2


def test_best_first_and_only_so_many() -> None:
    board = read_board(STANDARD, "///////.....6:2+9")
    plays = find_plays(STANDARD, board, list("4−+3×81"))
    points = [points for _, points in plays.best_first()]
    assert points == sorted(points, reverse=True)
    assert len(list(plays.best_first(20))) == 20
    assert len(find_plays(STANDARD, board, list("4−+3×81"), wanted=5)) == 5


def test_kinds_count_the_tiles_taken_from_the_rack() -> None:
    board = read_board(STANDARD, "///////.....6:2+9")
    plays = find_plays(STANDARD, board, list("4−+3?"))
    for number, kinds in enumerate(plays.kinds()):
        assert count(of_rack(tile) for _, _, tile in plays.tiles(number)) == list(kinds)
    hands, which = plays.hands()
    assert (hands[which] == plays.kinds()).all()
    assert len(hands) < 32


def test_more_plays_than_there_was_room_for(monkeypatch: pytest.MonkeyPatch) -> None:
    board, rack = empty(STANDARD), list("4−+3×81")
    all_of_them = fast(STANDARD, board, rack)
    monkeypatch.setattr("quartett.games.calculissimo.board.moves.fast.ROOM", (3,))
    assert fast(STANDARD, board, rack) == all_of_them
