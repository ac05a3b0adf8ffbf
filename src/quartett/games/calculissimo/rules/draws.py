"""Drawing tiles from the bag, and drawing for the start."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import comb, prod

from quartett.core.errors import IllegalAction
from quartett.core.event import Seat
from quartett.core.state import Rng
from quartett.games.calculissimo.actions import Draw, Start
from quartett.games.calculissimo.board.tiles import KIND, NUMBERS, TILES, count, spread

FEW = 2
"""Draws of more tiles than this have too many outcomes to list."""


def draw_tiles(bag: Sequence[int], number: int, rng: Rng) -> list[str]:
    """This many tiles out of the bag, one after the other."""
    left, drawn = list(bag), []
    for _ in range(number):
        kind = _one_of(left, rng)
        left[kind] -= 1
        drawn.append(TILES[kind])
    return drawn


def _one_of(bag: Sequence[int], rng: Rng) -> int:
    place = rng.randrange(sum(bag))
    for kind, tiles in enumerate(bag):
        place -= tiles
        if place < 0:
            return kind
    raise AssertionError("a place beyond the bag")


def draw_outcomes(seat: Seat, bag: Sequence[int], number: int) -> Iterator[tuple[Draw, Fraction]]:
    """What a draw of few tiles can bring, with its probability; nothing for many tiles."""
    if number > FEW:
        return
    ways = comb(sum(bag), number)
    for drawn in _multisets(bag, number, 0):
        chosen = prod(comb(all_, some) for all_, some in zip(bag, count(drawn), strict=True))
        yield Draw(seat, drawn), Fraction(chosen, ways)


def _multisets(bag: Sequence[int], number: int, first: int) -> Iterator[tuple[str, ...]]:
    if number == 0:
        yield ()
        return
    for kind in range(first, len(TILES)):
        for some in range(1, min(bag[kind], number) + 1):
            for rest in _multisets(bag, number - some, kind + 1):
                yield (*(TILES[kind],) * some, *rest)


def draw_start(players: int, bag: Sequence[int], rng: Rng) -> Start:
    """Draw until one seat leads."""
    lots = Lots(players, bag)
    while lots.leader is None:
        lots.draw(draw_tiles(lots.bag, 1, rng)[0])
    return Start(lots.leader, tuple(lots.drawn))


def start_outcomes(players: int, bag: Sequence[int]) -> Iterator[tuple[Start, Fraction]]:
    """Every seat is as likely to start as any other; an example of a draw for each."""
    tiles = sorted(spread(bag), key=_worth)
    for seat in range(players):
        drawn = tiles[: players - 1]
        drawn.insert(seat, tiles[-1])
        lots = Lots(players, bag)
        for tile in drawn:
            lots.draw(tile)
        if lots.leader != seat:  # a bag of so few different tiles that its example is longer
            return
        yield Start(seat, tuple(drawn)), Fraction(1, players)


def check_start(players: int, bag: Sequence[int], start: Start) -> None:
    """Refuse a draw for the start that the bag or the rule of the highest number forbids."""
    lots = Lots(players, bag)
    for tile in start.drawn:
        if lots.leader is not None:
            raise IllegalAction("wrong_chance", "one seat leads already; nobody draws again")
        if lots.bag[KIND[tile]] == 0:
            raise IllegalAction("wrong_chance", f"the bag has no {tile} left", {"tile": tile})
        lots.draw(tile)
    if lots.leader != start.seat:
        who = "nobody yet" if lots.leader is None else f"player {lots.leader + 1}"
        raise IllegalAction(
            "wrong_chance", f"the draw for the start is led by {who}, not player {start.seat + 1}"
        )


class Lots:
    """The draw for the start: the highest number leads, and those tied for it draw again."""

    def __init__(self, players: int, bag: Sequence[int]) -> None:
        self.full = list(bag)
        self.bag = list(bag)
        self.drawn: list[str] = []
        self.leader: Seat | None = None
        self._drawing = list(range(players))
        self._round: list[str] = []

    def draw(self, tile: str) -> None:
        self.bag[KIND[tile]] -= 1
        self.drawn.append(tile)
        self._round.append(tile)
        if len(self._round) == len(self._drawing):
            self._settle()

    def _settle(self) -> None:
        highest = max(map(_worth, self._round))
        tied = zip(self._drawing, self._round, strict=True)
        self._drawing = [seat for seat, tile in tied if _worth(tile) == highest]
        self._round = []
        if len(self._drawing) == 1:
            self.leader = self._drawing[0]
        elif sum(self.bag) < len(self._drawing):  # a small bag and a long draw: all go back
            self.bag = list(self.full)


def _worth(tile: str) -> int:
    return int(tile) if tile in NUMBERS else 0
