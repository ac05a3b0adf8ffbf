"""Chance in small steps: every outcome a small number with its probability, for OpenSpiel.

A deal is given card by card, a draw tile by tile, so that every step has few outcomes.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache
from typing import Any, Final, NamedTuple, Union

from quartett.core.event import Action
from quartett.core.state import State
from quartett.games.calavera.actions import Roll
from quartett.games.calavera.dice import multisets
from quartett.games.calcory.actions import LETTERS, Deal
from quartett.games.calcory.layout.cards import Card
from quartett.games.calculissimo.actions import Draw
from quartett.games.calculissimo.actions import Start as DrawnStart
from quartett.games.calculissimo.board.tiles import KIND, TILES
from quartett.games.calculissimo.chance.draws import Lots
from quartett.games.cubus.actions import OPEN_LIDS, Place
from quartett.games.cubus.stacks.stack import CUBE

MOST_OUTCOMES: Final = {"calavera": 462, "calcory": 50, "calculissimo": len(TILES), "cubus": 16}
"""No step of a game's chance has outcomes with numbers beyond these."""

_LIDS: Final = sorted(CUBE.lids)


class Lot(NamedTuple):
    """A chance action in the making; a value."""

    state: State
    drawn: tuple[int, ...] = ()

    def outcomes(self) -> list[tuple[int, Fraction]]:
        return self._kind.outcomes(self)

    def then(self, outcome: int) -> Union["Lot", Action]:
        """The lot after an outcome, or the whole action that it completes."""
        lot = Lot(self.state, (*self.drawn, outcome))
        return self._kind.action(lot) or lot

    def path(self, action: Action) -> Sequence[int]:
        """The outcomes that make up a whole action."""
        return self._kind.path(self, action)

    def label(self, outcome: int) -> str:
        return self._kind.label(self, outcome)

    @property
    def _kind(self) -> "_Kind":
        state: Any = self.state
        game = type(state).__module__.split(".")[2]
        if game == "calculissimo" and state.phase == "start" and _lists_starts(state):
            return _LISTED
        return _KINDS.get((game, state.phase), _LISTED)


class _Kind(NamedTuple):
    outcomes: Callable[[Lot], list[tuple[int, Fraction]]]
    action: Callable[[Lot], Action | None]
    path: Callable[[Lot, Any], Sequence[int]]
    label: Callable[[Lot, int], str]


def _listed(lot: Lot) -> list[Action]:
    return [action for action, _ in lot.state.outcomes()]


def _lists_starts(state: State) -> bool:
    """Whether the draw for the start has a short example for every seat, as it nearly always has.

    Tile by tile it could go on for ever, and no seat minds how it came to start.
    """
    return sum(1 for _ in state.outcomes()) == state.players


def _weighted(counts: Sequence[int]) -> list[tuple[int, Fraction]]:
    total = sum(counts)
    return [(number, Fraction(count, total)) for number, count in enumerate(counts) if count]


# Calavera: rolls by their multiset, which is all that matters.


@cache
def _rolls(dice: int) -> dict[Action, Fraction]:
    return {Roll(faces): chance for faces, chance in multisets(dice)}


@cache
def _roll_list(dice: int) -> list[Action]:
    return list(_rolls(dice))


@cache
def _roll_chances(dice: int) -> list[tuple[int, Fraction]]:
    return list(enumerate(_rolls(dice).values()))


def _dice(lot: Lot) -> int:
    state: Any = lot.state
    return len(state.rolling)


# Calcory: cards by colour × 10 + digit, place by place.


def _cards_left(lot: Lot) -> list[int]:
    state: Any = lot.state
    left = Counter(_card_number(card) for card in state.layout.deck)
    left.subtract(lot.drawn)
    return [left[number] for number in range(MOST_OUTCOMES["calcory"])]


def _card_number(card: Card) -> int:
    return card.colour * 10 + card.digit


def _dealt(lot: Lot) -> Action | None:
    state: Any = lot.state
    if len(lot.drawn) < state.layout.size:
        return None
    return Deal(tuple(Card(*divmod(number, 10)) for number in lot.drawn))


# Calculissimo: tiles by kind, one by one.


def _bag_left(lot: Lot) -> list[int]:
    state: Any = lot.state
    left = list(state.bag)
    for kind in lot.drawn:
        left[kind] -= 1
    return left


def _tiles(lot: Lot) -> Action | None:
    state: Any = lot.state
    if len(lot.drawn) < state.to_draw:
        return None
    return Draw(state.drawing[0], tuple(TILES[kind] for kind in lot.drawn))


def _starting(lot: Lot) -> Lots:
    state: Any = lot.state
    lots = Lots(state.players, state.bag)
    for kind in lot.drawn:
        lots.draw(TILES[kind])
    return lots


def _started(lot: Lot) -> Action | None:
    lots = _starting(lot)
    return None if lots.leader is None else DrawnStart(lots.leader, tuple(lots.drawn))


# Cubus: the four open lids of the dismantling game, one by one.


def _lids_left(lot: Lot) -> list[int]:
    return [int(number not in lot.drawn) for number in range(len(_LIDS))]


def _placed(lot: Lot) -> Action | None:
    if len(lot.drawn) < OPEN_LIDS:
        return None
    return Place(tuple(_LIDS[number] for number in lot.drawn))


_LISTED: Final = _Kind(
    lambda lot: [(n, chance) for n, (_, chance) in enumerate(lot.state.outcomes())],
    lambda lot: _listed(lot)[lot.drawn[0]],
    lambda lot, action: [_listed(lot).index(action)],
    lambda lot, outcome: str(_listed(lot)[outcome]),
)
_KINDS: Final = {
    ("calavera", "roll"): _Kind(
        lambda lot: _roll_chances(_dice(lot)),
        lambda lot: _roll_list(_dice(lot))[lot.drawn[0]],
        lambda lot, roll: [_roll_list(_dice(lot)).index(roll)],
        lambda lot, outcome: str(_roll_list(_dice(lot))[outcome]),
    ),
    ("calcory", "deal"): _Kind(
        lambda lot: _weighted(_cards_left(lot)),
        _dealt,
        lambda lot, deal: [_card_number(card) for card in deal.cards],
        lambda lot, number: f"{LETTERS[number // 10]}{number % 10}",
    ),
    ("calculissimo", "start"): _Kind(
        lambda lot: _weighted(_starting(lot).bag),
        _started,
        lambda lot, start: [KIND[tile] for tile in start.drawn],
        lambda lot, kind: TILES[kind],
    ),
    ("calculissimo", "draw"): _Kind(
        lambda lot: _weighted(_bag_left(lot)),
        _tiles,
        lambda lot, draw: [KIND[tile] for tile in draw.tiles],
        lambda lot, kind: TILES[kind],
    ),
    ("cubus", "place"): _Kind(
        lambda lot: _weighted(_lids_left(lot)),
        _placed,
        lambda lot, place: [_LIDS.index(lid) for lid in place.open],
        lambda lot, number: "open {},{}".format(*_LIDS[number]),
    ),
}
