"""A turn of Calavera in moves: every one of them is a whole action."""

from typing import Any, Final, get_args

import numpy as np

from quartett.core.event import Action
from quartett.core.lazily import Lazily
from quartett.envs.factored.encoding import Draft
from quartett.envs.factored.fields import one_of
from quartett.envs.factored.lists import Ints, Mask
from quartett.games.calavera.actions import USES, Freeze, Mark
from quartett.games.calavera.dice import COLOURS, DICE, FACES, ROSE, loose, shown
from quartett.games.calavera.legal import SKIP, reroll
from quartett.games.calavera.view import Phase

SETS: Final = [
    tuple(die for die in range(DICE) if chosen >> die & 1) for chosen in range(1, 1 << DICE)
]
ACTIONS: Final[list[Action]] = [
    *(reroll(dice) for dice in SETS),
    *(Mark(colour, colour) for colour in COLOURS),
    *(Mark(ROSE, colour) for colour in COLOURS),
    *(Freeze(colour) for colour in COLOURS),
    SKIP,
]
NUMBER: Final = {action: number for number, action in enumerate(ACTIONS)}


class TurnDraft(Draft):
    """Mask and observation are put together from small tables: they are asked for at every step."""

    def allow(self, mask: Mask) -> None:
        for action in self.view.actions():
            mask[NUMBER[action]] = 1

    def masked(self) -> Mask:
        view = self.view
        if view.seat not in view.to_act:
            return _NO_MOVES
        again = _REROLLS[shown(view.faces)] if view.can_reroll else _NO_REROLLS
        return np.frombuffer(again + _USES[view.uses()], np.int8)

    def observe(self) -> Ints:
        view = self.view
        seat, players, faces, sheets = view.seat, view.players, view.faces, view.sheets
        scores = view.scores
        if seat:
            sheets, scores = sheets[seat:] + sheets[:seat], scores[seat:] + scores[:seat]
        row = b"".join(
            [
                _SEATS[players, seat, view.to_act],
                bytes([score & _BYTE for score in scores]),
                _PHASES[view.phase],
                _SEATS[players, seat, (view.active,)],
                _DICE[faces[:3]],
                _DICE[faces[3:]],
                _COUNTS[shown(faces)] if faces else _NO_COUNTS,
                bytes((view.rolls,)),
                _USED[view.used],
                *[bytes(sheet.crosses) for sheet in sheets],
                *[bytes(sheet.frozen) for sheet in sheets],
                *[bytes(sheet.bonus) for sheet in sheets],
                _SEATS[players, seat, view.chosen],
                bytes((mine(view),)),
            ]
        )
        return np.frombuffer(row, np.int8).astype(np.int32)

    def follow(self, move: int) -> Action:
        return ACTIONS[move]

    def path(self, action: Action) -> list[int]:
        return [NUMBER[action]]


def mine(view: Any) -> int:
    """What the seat has chosen: the move's number and 1, or 0 for nothing."""
    return 0 if view.mine is None else NUMBER[view.mine] + 1


def _seats(players: int, first: int, some: tuple[int, ...]) -> bytes:
    return bytes((first + place) % players in some for place in range(players))


def _faces(faces: tuple[str, ...]) -> bytes:
    """Three dice, or none, die by die."""
    rows = [bytes(one_of(len(FACES), FACES.index(face))) for face in faces]
    return b"".join(rows) or bytes(DICE // 2 * len(FACES))


def _counts(shown: int) -> bytes:
    """How many dice show each face."""
    counts = [shown >> 3 * place & 7 for place in range(len(USES))]
    return bytes((*counts, DICE - sum(counts)))


def _rerolls(shown: int) -> bytes:
    return bytes(set(dice).issubset(loose(shown)) for dice in SETS)


_BYTE: Final = 255
"""All numbers of an observation fit into a byte; scores may be negative."""
_PHASES: Final = {
    name: bytes(one_of(len(get_args(Phase)), place)) for place, name in enumerate(get_args(Phase))
}
_USED: Final = {None: bytes(len(USES))} | {
    use: bytes(one_of(len(USES), place)) for place, use in enumerate(USES)
}
_SEATS: Final[Lazily[tuple[int, int, tuple[int, ...]], bytes]] = Lazily(lambda key: _seats(*key))
_DICE: Final = Lazily(_faces)
_COUNTS: Final = Lazily(_counts)
_NO_COUNTS: Final = bytes(len(FACES))
_REROLLS: Final = Lazily(_rerolls)
_NO_REROLLS: Final = bytes(len(SETS))
_USES: Final[Lazily[tuple[Action, ...], bytes]] = Lazily(
    lambda marks: bytes(use in marks for use in ACTIONS[len(SETS) :])
)
_NO_MOVES: Final = np.frombuffer(bytes(len(ACTIONS)), np.int8)
