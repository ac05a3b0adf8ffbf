"""What a seat may do with the dice on the table: asked by the rules, the view and the bots.

Actions are values: one of each serves all games. What can be done depends on so little that it
is reckoned once and then looked up.
"""

from collections.abc import Iterable
from functools import cache
from itertools import combinations
from typing import Final, TypeAlias

from msgspec import Struct

from quartett.core.event import Action
from quartett.core.lazily import Lazily
from quartett.core.state import Rng, with_item
from quartett.games.calavera.actions import USES, Freeze, Mark, Reroll, Roll, Skip
from quartett.games.calavera.dice import COLOURS, DICE, FACES, ROSE, SKULL, Face, roll
from quartett.games.calavera.sheet import CLOSED, FEWEST, NEVER, Pad, Sheet

Left: TypeAlias = tuple[int, ...]
"""What is left to use: whether there are dice of each colour, and how many roses."""

SKIP: Final = Skip()
_OWN: Final = [Mark(colour, colour) for colour in COLOURS]
_ROSES: Final = [Mark(ROSE, colour) for colour in COLOURS]
_FREEZES: Final = [Freeze(colour) for colour in COLOURS]


def uses(
    sheet: Sheet, pad: Pad, faces: tuple[Face, ...], barred: str | None, own_turn: bool
) -> tuple[Action, ...]:
    """Every mark and, in one's own turn, every freeze; the skip when there is none.

    `barred` is what the active player has used: those dice are gone.
    """
    left = _OFFERS[faces].left[barred]
    if own_turn and left[-1] >= FEWEST:
        return _USES[left, sheet.freezing(pad)]
    return _MARKS[left, sheet.frozen]


def rerolls(faces: tuple[Face, ...]) -> tuple[Reroll, ...]:
    """Every set of dice that may be rerolled, the small ones first."""
    return _OFFERS[faces].rerolls


def loose(faces: tuple[Face, ...]) -> tuple[int, ...]:
    """The dice that may be rerolled: all but the skulls."""
    return tuple(die for die, face in enumerate(faces) if face != SKULL)


@cache
def reroll(dice: tuple[int, ...]) -> Reroll:
    return Reroll(dice)


def any_roll(count: int, rng: Rng) -> Roll:
    """A roll of so many dice: one number decides all of them."""
    rolls = _ROLLS[count]
    number = rng.randrange(len(rolls))
    known = rolls[number]
    if known is None:
        known = rolls[number] = Roll(roll(count, number))
    return known


class _Offer(Struct, frozen=True, gc=False):
    """What dice on the table offer; far fewer of these are different than results of six dice."""

    left: dict[str | None, Left]
    """By what the active player has used."""
    rerolls: tuple[Reroll, ...]


def _offer(faces: tuple[Face, ...]) -> _Offer:
    shown = (*(colour in faces for colour in COLOURS), faces.count(ROSE))
    return _offered(shown, loose(faces))


@cache
def _offered(shown: Left, loose: tuple[int, ...]) -> _Offer:
    left: dict[str | None, Left] = {None: shown}
    left |= {use: with_item(shown, place, 0) for place, use in enumerate(USES)}
    sizes = range(1, len(loose) + 1)
    sets = tuple(reroll(dice) for size in sizes for dice in combinations(loose, size))
    return _Offer(left, sets)


def _uses(left: Left, freezing: Iterable[int]) -> tuple[Action, ...]:
    *shown, roses = left
    found: list[Action] = []
    for row, needed in enumerate(freezing):
        if needed == CLOSED:
            continue
        if shown[row]:
            found.append(_OWN[row])
        if roses:
            found.append(_ROSES[row])
        if roses >= needed:
            found.append(_FREEZES[row])
    return tuple(found) or (SKIP,)


def _marks(left: Left, frozen: Iterable[bool]) -> tuple[Action, ...]:
    return _uses(left, [CLOSED if closed else NEVER for closed in frozen])


_OFFERS: Final = Lazily(_offer)
_USES: Final[Lazily[tuple[Left, tuple[int, ...]], tuple[Action, ...]]] = Lazily(
    lambda key: _uses(*key)
)
_MARKS: Final[Lazily[tuple[Left, tuple[bool, ...]], tuple[Action, ...]]] = Lazily(
    lambda key: _marks(*key)
)
_ROLLS: Final[list[list[Roll | None]]] = [[None] * len(FACES) ** count for count in range(DICE + 1)]
