"""A turn of Calculissimo in the making, move by move."""

from functools import cached_property
from typing import Any, Final

import numpy as np

from quartett.core.errors import IllegalAction
from quartett.core.event import Action
from quartett.envs.factored.encoding import Draft, Encoding
from quartett.envs.factored.lists import Mask
from quartett.games.calculissimo.actions import MOST_POINTS, Exchange, Play
from quartett.games.calculissimo.board.score import worth
from quartett.games.calculissimo.board.tiles import JOKER, KIND, TILES, of_rack, stands_for, without
from quartett.games.calculissimo.env.plays import CODE, NAMES, AnyPlays, RightPlays, Tree
from quartett.games.calculissimo.view import ANSWERS, PASS

STAGES: Final = ("nothing", "laying", "joker", "giving", "announcing")
DIGITS: Final = len(str(MOST_POINTS - 1))


class TurnDraft(Draft):
    """A turn in the making: tiles laid or given so far, and how far the announcement is."""

    def __init__(self, encoding: Encoding, view: Any, made: tuple[int, ...] = ()) -> None:
        super().__init__(encoding, view, made)
        self.stage = "nothing"
        self.tiles: tuple[tuple[int, int], ...] = ()
        """Fields and codes, in order."""
        self.joker = -1
        """The field of a joker that stands for nothing yet."""
        self.given: tuple[str, ...] = ()
        self.digits = ""

    @cached_property
    def tree(self) -> Tree:
        """Whatever may be laid next; the search runs once a turn, at the first look."""
        return (AnyPlays if self.view.options.challenge else RightPlays).of(self.view)

    def allow(self, mask: Mask) -> None:
        if self.view.phase == "answer":
            at = self.encoding.moves["accept"]
            mask[at : at + 2] = 1
            return
        _ALLOW[self.stage](self, mask)

    def follow(self, move: int) -> Draft | Action:
        name, number = self._read(move)
        made: Draft | Action = _FOLLOW[name](self, move, number)
        return made

    def _read(self, move: int) -> tuple[str, int]:
        """The group of a move and its place in it."""
        moves = self.encoding.moves
        name = next(name for name in _FROM_LAST if move >= moves[name])
        return name, move - moves[name]

    def _with(self, move: int, **changes: Any) -> "TurnDraft":
        new = TurnDraft(self.encoding, self.view, (*self.made, move))
        kept = ("stage", "tiles", "joker", "given", "digits")
        for name in kept:
            setattr(new, name, changes.get(name, getattr(self, name)))
        new.tree = changes.get("tree", self.tree)
        return new

    def _laid(self) -> tuple[tuple[int, int, str], ...]:
        size = self.view.edition.size
        return tuple((*divmod(field, size), NAMES[code]) for field, code in self.tiles)

    def path(self, action: Action) -> list[int]:
        moves = self.encoding.moves
        if isinstance(action, Play):
            laid = [move for tile in action.tiles for move in self._tile_path(*tile)]
            return [*laid, moves["confirm"], *self._said_path(action)]
        if isinstance(action, Exchange):
            return [*(moves["give"] + KIND[tile] for tile in action.tiles), moves["confirm"]]
        name = {PASS: "pass", ANSWERS[0]: "accept", ANSWERS[1]: "challenge"}[action]
        return [moves[name]]

    def _tile_path(self, row: int, column: int, tile: str) -> list[int]:
        moves, size = self.encoding.moves, self.view.edition.size
        laid = moves["lay"] + KIND[of_rack(tile)] * size**2 + row * size + column
        if of_rack(tile) != JOKER:
            return [laid]
        return [laid, moves["joker"] + KIND[stands_for(tile)]]

    def _said_path(self, play: Play) -> list[int]:
        moves = self.encoding.moves
        if play.announce is None:
            return []
        return [*(moves["digit"] + int(digit) for digit in str(play.announce)), moves["said"]]

    # What is legal, stage by stage.

    def _allow_first(self, mask: Mask) -> None:
        self._allow_tiles(mask)
        if self.view.bag:
            self._allow_giving(mask)
        mask[self.encoding.moves["pass"]] = 1

    def _allow_laying(self, mask: Mask) -> None:
        self._allow_tiles(mask)
        if self.tree.complete:
            mask[self.encoding.moves["confirm"]] = 1

    def _allow_tiles(self, mask: Mask) -> None:
        size = self.view.edition.size**2
        tiles = np.array(self.tree.next(), np.int64).reshape(-1, 2)
        kinds = np.minimum(tiles[:, 1], len(TILES)) - 1
        mask[self.encoding.moves["lay"] + kinds * size + tiles[:, 0]] = 1

    def _allow_joker(self, mask: Mask) -> None:
        first = CODE[JOKER + TILES[0]]
        at = self.encoding.moves["joker"]
        for field, code in self.tree.next():
            if field == self.joker and code >= first:
                mask[at + code - first] = 1

    def _allow_given(self, mask: Mask) -> None:
        self._allow_giving(mask)
        mask[self.encoding.moves["confirm"]] = 1

    def _allow_giving(self, mask: Mask) -> None:
        """In the order of the rack, so that every choice of tiles is made in one way only."""
        at = self.encoding.moves["give"]
        least = KIND[self.given[-1]] if self.given else 0
        for tile in without(self.view.rack, self.given):
            if KIND[tile] >= least:
                mask[at + KIND[tile]] = 1

    def _allow_announcing(self, mask: Mask) -> None:
        moves = self.encoding.moves
        if len(self.digits) < DIGITS and self.digits != "0":
            mask[moves["digit"] : moves["digit"] + 10] = 1
        if self.digits:
            mask[moves["said"]] = 1
        else:
            mask[moves["count"]] = self._worth() is not None

    def _worth(self) -> int | None:
        """The points of the tiles laid, or None when they are no correct play."""
        try:
            return worth(self.view.edition, self.view.board, self._laid()).points
        except IllegalAction:
            return None

    # What a move does, group by group.

    def _lay(self, move: int, number: int) -> Draft:
        kind, field = divmod(number, self.view.edition.size**2)
        if TILES[kind] == JOKER:
            return self._with(move, stage="joker", joker=field)
        return self._with_tile(move, field, kind + 1)

    def _joker(self, move: int, number: int) -> Draft:
        return self._with_tile(move, self.joker, CODE[JOKER + TILES[number]])

    def _with_tile(self, move: int, field: int, code: int) -> Draft:
        tiles = (*self.tiles, (field, code))
        tree = self.tree.after(field, code)
        return self._with(move, stage="laying", tiles=tiles, joker=-1, tree=tree)

    def _give(self, move: int, number: int) -> Draft:
        return self._with(move, stage="giving", given=(*self.given, TILES[number]))

    def _confirm(self, move: int, _: int) -> Draft | Action:
        if self.stage == "giving":
            return Exchange(self.given)
        if self.view.options.challenge:
            return self._with(move, stage="announcing")
        return Play(self._laid())

    def _digit(self, move: int, number: int) -> Draft:
        return self._with(move, digits=f"{self.digits}{number}")

    def _said(self, move: int, _: int) -> Action:
        return Play(self._laid(), int(self.digits))

    def _count(self, move: int, _: int) -> Action:
        return Play(self._laid(), self._worth())


_ALLOW: Final = {
    "nothing": TurnDraft._allow_first,
    "laying": TurnDraft._allow_laying,
    "joker": TurnDraft._allow_joker,
    "giving": TurnDraft._allow_given,
    "announcing": TurnDraft._allow_announcing,
}
_FOLLOW: Final[dict[str, Any]] = {
    "lay": TurnDraft._lay,
    "joker": TurnDraft._joker,
    "give": TurnDraft._give,
    "confirm": TurnDraft._confirm,
    "digit": TurnDraft._digit,
    "said": TurnDraft._said,
    "count": TurnDraft._count,
    "pass": lambda turn, move, number: PASS,
    "accept": lambda turn, move, number: ANSWERS[0],
    "challenge": lambda turn, move, number: ANSWERS[1],
}
_FROM_LAST: Final = tuple(reversed(_FOLLOW))
