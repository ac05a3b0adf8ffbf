"""A rack as the simulation sees it: what can be laid, and what the rest is worth to keep.

All of it is one row of numbers, because compiled code counts references to each array that it
hands on. Values are in thousandths of points.
"""

from typing import Final

from quartett.core.kernels import kernel, zeros
from quartett.games.calculissimo.board.moves.arithmetic import KINDS, NUMBERS, TIMES, Row
from quartett.games.calculissimo.board.moves.search import JOKER
from quartett.games.calculissimo.bots.keeping import MANY

NEVER: Final = -(1 << 60)
LONGEST: Final = 10
"""Two more than the tiles of the largest rack."""

# Where the entries of a hand begin. How many there are of each tile comes first; entry 0 belongs
# to tiles that lie on the board.
RADIX: Final = JOKER + 1
"""What a tile of each kind adds to the number of a choice of tiles."""
HELD: Final = RADIX + JOKER + 1
"""How many numbers and operators there are."""
HIGHEST: Final = HELD + 2
"""The numbers, the highest first, jokers as nine; then 0."""
SUMS: Final = HIGHEST + LONGEST
"""The sums of that many of them."""
MOST: Final = SUMS + LONGEST + 1
"""The most that the rest is worth when this many tiles are laid without × among them."""
MOST_TIMES: Final = MOST + LONGEST
"""The same with × among them."""
OPTIONS: Final = MOST_TIMES + LONGEST
"""What can be laid: numbers; jokers by what they stand for; then 0."""
OPERATORS: Final = OPTIONS + 2 * NUMBERS + 1
"""The same for operators."""
KEY: Final = OPERATORS + 2 * NUMBERS + 1
"""The best play found so far, its points and its value."""
POINTS: Final = KEY + 1
VALUE: Final = KEY + 2
SWAP: Final = KEY + 3
"""The choice of tiles best exchanged, and what the others are worth."""
SWAP_VALUE: Final = KEY + 4
KEEPS: Final = KEY + 5
"""For each choice of tiles laid what the others are worth."""
HAND: Final = KEEPS + (1 << 8)

# What a scale begins with: for each tile what none to eight of it are worth.
PAIRS: Final = JOKER * MANY
"""What two different tiles are worth together."""
BALANCE: Final = PAIRS + JOKER * JOKER
"""What a number of numbers is worth with a number of operators."""
AGAIN: Final = BALANCE + MANY * MANY
"""What another turn is worth."""
RACK: Final = AGAIN + 1
"""How many tiles a full rack has."""

LONG: Final = 14
"""With fewer tiles in the bag than this the tiles kept matter less and less for later turns."""
LEFT_OVER: Final = 10


@kernel
def take_up(hand: Row, rack: Row, joker: Row, scale: Row, left: int) -> None:
    """Get ready to search with a rack, with this many tiles in the bag."""
    for tile in range(1, JOKER + 1):
        hand[tile] = rack[tile]
    _weigh(hand, scale, left)
    _sort_numbers(hand)
    _list_options(hand, joker)


@kernel
def _weigh(hand: Row, scale: Row, left: int) -> None:
    """Work out what the rest is worth for every choice of tiles."""
    choices, held = 1, 0
    for tile in range(1, JOKER + 1):
        hand[RADIX + tile] = choices
        choices *= hand[tile] + 1
        held += hand[tile]
    for laid in range(held + 1):
        hand[MOST + laid] = hand[MOST_TIMES + laid] = NEVER
    hand[SWAP_VALUE] = NEVER
    kept = zeros(JOKER + 1)
    for choice in range(choices):
        rest = 0
        for tile in range(1, JOKER + 1):
            kept[tile] = 0
            if hand[tile] > 0:
                kept[tile] = hand[tile] - choice // hand[RADIX + tile] % (hand[tile] + 1)
                rest += kept[tile]
        value = worth_keeping(kept, scale, left)
        if choice > 0 and value > hand[SWAP_VALUE]:
            hand[SWAP], hand[SWAP_VALUE] = choice, value
        if rest == 0 and held == scale[RACK] and left > 0:
            value += scale[AGAIN]
        hand[KEEPS + choice] = value
        most = (MOST_TIMES if kept[TIMES] < hand[TIMES] else MOST) + held - rest
        hand[most] = max(hand[most], value)


@kernel
def worth_keeping(kept: Row, scale: Row, left: int) -> int:
    """What tiles on a rack are worth, with this many in the bag."""
    numbers = operators = value = cost = 0
    for tile in range(1, JOKER + 1):
        if kept[tile] > 0:
            value += scale[(tile - 1) * MANY + kept[tile]]
            cost += kept[tile] * (tile if tile <= NUMBERS else LEFT_OVER)
            pairs = PAIRS + (tile - 1) * JOKER - 1
            for other in range(tile + 1, JOKER + 1):
                if kept[other] > 0:
                    value += scale[pairs + other]
            if tile <= NUMBERS:
                numbers += kept[tile]
            elif tile <= KINDS:
                operators += kept[tile]
    value += scale[BALANCE + numbers * MANY + operators]
    later = min(LONG, left)
    return int((later * value - 1000 * (LONG - later) * cost) // LONG)


@kernel
def _sort_numbers(hand: Row) -> None:
    hand[HELD] = hand[HELD + 1] = 0
    for tile in range(1, KINDS + 1):
        hand[HELD + (1 if tile > NUMBERS else 0)] += hand[tile]
    place = 0
    for _ in range(hand[JOKER]):
        hand[HIGHEST + place] = NUMBERS
        place += 1
    for less in range(NUMBERS):
        for _ in range(hand[NUMBERS - less]):
            hand[HIGHEST + place] = NUMBERS - less
            place += 1
    for rest in range(place, LONGEST):
        hand[HIGHEST + rest] = 0
    for rest in range(LONGEST):
        hand[SUMS + rest + 1] = hand[SUMS + rest] + hand[HIGHEST + rest]


@kernel
def _list_options(hand: Row, joker: Row) -> None:
    """The most promising first: high numbers, then × + − ÷."""
    place = OPTIONS
    for less in range(NUMBERS):
        place = _list(hand, place, joker, NUMBERS - less)
    hand[place] = 0
    place = _list(hand, OPERATORS, joker, TIMES)
    for tile in range(NUMBERS + 1, KINDS + 1):
        if tile != TIMES:
            place = _list(hand, place, joker, tile)
    hand[place] = 0


@kernel
def _list(hand: Row, place: int, joker: Row, tile: int) -> int:
    if hand[tile] > 0:
        hand[place] = tile
        place += 1
    if hand[JOKER] > 0 and joker[tile] > 0:
        hand[place] = tile + KINDS
        place += 1
    return place
