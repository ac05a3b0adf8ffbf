"""A player's sheet in one word, so that one operation serves all four rows.

Six bits a row, in the order of COLOURS: four for the crosses, one kept free for carries,
one for frozen. Above them two bits a bonus line: 0 not reached, 1 reached first, 2 later.
"""

from collections.abc import Iterator
from typing import Final

import jax.numpy as jnp
from jax import Array

from quartett.envs.jax.game import word
from quartett.games.calavera.dice import COLOURS
from quartett.games.calavera.sheet import PADS, Pad

WIDTH: Final = 6
ROWS: Final = sum(1 << WIDTH * row for row in range(len(COLOURS)))
"""One flag a row, where its field begins."""
CROSSES: Final = 15
FROZEN: Final = 5
BONUS: Final = WIDTH * len(COLOURS)
BITS: Final = BONUS + 2 * len(PADS["standard"].lines)


def open_rows(sheet: Array) -> Array:
    """Flags of the rows that can take a cross: a row that is full is frozen too."""
    return ~(sheet >> FROZEN) & ROWS


def rows_from(sheet: Array, box: int) -> Array:
    """Flags of the rows with at least this number of crosses."""
    return ((sheet & ROWS * CROSSES) + ROWS * (16 - box)) >> 4 & ROWS


def freezable(sheet: Array, roses: Array, pad: Pad) -> Array:
    """Flags of the rows that this number of roses freezes."""
    flags = word(0)
    for box, needed in _steps(pad):
        beyond = rows_from(sheet, box)
        flags = jnp.where(roses >= needed, flags | beyond, flags & ~beyond)
    return flags & open_rows(sheet)


def marked(sheet: Array, row: Array, number: Array, pad: Pad) -> Array:
    """The row with crosses added; what does not fit lapses, and the death zone freezes."""
    place = WIDTH * row
    had = sheet >> place & CROSSES
    has = jnp.minimum(had + number, pad.length)
    dead = (has >= pad.death).astype(jnp.uint32)
    return (sheet + ((has - had) << place)) | dead << (place + FROZEN)


def frozen(sheet: Array, row: Array) -> Array:
    return sheet | word(1) << (WIDTH * row + FROZEN)


def is_finished(sheet: Array) -> Array:
    return open_rows(sheet) == 0


def settled(sheets: tuple[Array, ...], pad: Pad) -> tuple[Array, ...]:
    """Every bonus line paid that was reached just now, by one player or by several at once."""
    for number, box in enumerate(pad.lines):
        place = BONUS + 2 * number
        taken = sum((sheet >> place & 3 for sheet in sheets), start=word(0)) > 0
        pay = jnp.where(taken, word(2 << place), word(1 << place))
        sheets = tuple(
            jnp.where(
                (sheet >> place & 3 == 0) & (rows_from(sheet, box) == ROWS), sheet | pay, sheet
            )
            for sheet in sheets
        )
    return sheets


def crosses(sheet: Array, row: int) -> Array:
    return sheet >> WIDTH * row & CROSSES


def frozen_flag(sheet: Array, row: int) -> Array:
    return sheet >> (WIDTH * row + FROZEN) & 1


def bonus(sheet: Array, line: int, pad: Pad) -> Array:
    """The points earned at a bonus line."""
    reached = sheet >> (BONUS + 2 * line) & 3
    points = jnp.where(reached == 1, pad.first[line], pad.later[line])
    return jnp.where(reached == 0, 0, points).astype(jnp.int32)


def score(sheet: Array, pad: Pad) -> Array:
    """The points as they stand."""
    total = jnp.zeros((), jnp.int32)
    for row in range(len(COLOURS)):
        worth = _value(crosses(sheet, row), pad)
        in_zone = (crosses(sheet, row) >= pad.points) & (crosses(sheet, row) < pad.death)
        total += jnp.where((frozen_flag(sheet, row) == 1) | in_zone, worth, 0)
    return total + sum(bonus(sheet, line, pad) for line in range(len(pad.lines)))


def _steps(pad: Pad) -> Iterator[tuple[int, int]]:
    """The boxes from which another number of roses is needed."""
    before = None
    for place, needed in enumerate(pad.roses):
        if needed != before:
            yield pad.points + place, needed
        before = needed


def _value(number: Array, pad: Pad) -> Array:
    """What a row is worth; the table is held in two words, which is faster than looking it up."""
    lowest = min(pad.boxes)
    low = high = 0
    for has in range(pad.length + 1):
        digit = pad.value(has) - lowest
        if has < 8:
            low |= digit << 4 * has
        else:
            high |= digit << 4 * (has - 8)
    table = jnp.where(number < 8, word(low), word(high))
    return (table >> 4 * (number & 7) & 15).astype(jnp.int32) + lowest
