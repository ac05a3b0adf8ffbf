"""A turn of Cubus in the making: the new stack column by column, then its open lids."""

from functools import cached_property
from typing import Any, Final

from quartett.core.event import Action
from quartett.envs.factored.encoding import Draft, Encoding
from quartett.envs.factored.lists import Mask
from quartett.games.cubus.actions import Build, Remove
from quartett.games.cubus.builder.lay import at_home, fresh_places
from quartett.games.cubus.env.site import Site
from quartett.games.cubus.env.walk import ALONG_X, ALONG_Y, Walk, first_lids, from_lid, steps_of
from quartett.games.cubus.stacks.removals import removals
from quartett.games.cubus.stacks.shape import Spot
from quartett.games.cubus.stacks.stack import Cell
from quartett.games.cubus.view import KNOCK, PASS, WAIVE

STAGES: Final = ("nothing", "columns", "beginning", "opening")


class TurnDraft(Draft):
    def __init__(self, encoding: Encoding, view: Any, made: tuple[int, ...] = ()) -> None:
        super().__init__(encoding, view, made)
        self.stage = "nothing"
        self.walk: Walk | None = None
        self.mirror: Walk | None = None
        """What lies before the first open lid's diagonal, in a mirror."""
        self.opened: tuple[int, ...] = ()
        """Which of the free places have new open lids."""

    @cached_property
    def site(self) -> Site:
        return Site.of(self.view.order)

    def allow(self, mask: Mask) -> None:
        moves, phase = self.encoding.moves, self.view.phase
        if phase == "knock":
            mask[moves["knock"]] = mask[moves["waive"]] = 1
        elif phase == "remove":
            self._allow_removals(mask)
        else:
            _ALLOW[self.stage](self, mask)

    def _allow_removals(self, mask: Mask) -> None:
        view = self.view
        loose = set(removals(view.stack, frozenset(view.open)))
        for place, (x, y, _) in enumerate(view.stack.cells):
            if (x, y) in loose:
                mask[self.encoding.moves["remove"] + place] = 1

    def _allow_first(self, mask: Mask) -> None:
        moves = self.encoding.moves
        if self.view.open:
            for part in first_lids(self.site, self._roots):
                mask[moves["lid_on"] + part] = 1
        else:
            for height in Walk(self.site, self.site.towers()).next_heights:
                mask[moves["column"] + height - 1] = 1
        if self.view.may_always_pass or not mask.any():
            mask[moves["pass"]] = 1

    @cached_property
    def _roots(self) -> list[Any]:
        return self.site.roots()

    def _allow_columns(self, mask: Mask) -> None:
        moves, walk = self.encoding.moves, self.mirror or self.walk
        assert walk is not None
        for height in walk.next_heights:
            mask[moves["column"] + height - 1] = 1
        along_x, along_y = walk.onward
        mask[moves["along_x"]] = bool(along_x)
        mask[moves["along_y"]] = bool(along_y)
        mask[moves["end"]] = walk.ended is not None

    def _allow_opening(self, mask: Mask) -> None:
        least, most = self._how_many
        count, free = len(self.opened), len(self.free)
        first = self.opened[-1] + 1 if self.opened else 0
        if count < most:
            # Enough places must be left for the open lids that have to be laid.
            for place in range(first, min(free, free - (least - count) + 1)):
                mask[self.encoding.moves["open"] + place] = 1
        mask[self.encoding.moves["confirm"]] = count >= least

    @cached_property
    def cells(self) -> tuple[Cell, ...]:
        """The columns of the new stack so far; a whole one without open lids lies at home."""
        cells = () if self.walk is None else self.walk.columns
        if self.mirror is not None:
            # The first diagonal is in both.
            cells = tuple({*cells, *((x, y, height) for y, x, height in self.mirror.columns)})
        if self.stage == "opening" and not self.view.open:
            cells = tuple(at_home(cells))
        return tuple(sorted(cells))

    @cached_property
    def free(self) -> list[Spot]:
        """Where new open lids may lie."""
        return fresh_places(self.view.stack, frozenset(self.view.open), self.cells)

    @property
    def _how_many(self) -> tuple[int, int]:
        """The fewest and the most new open lids."""
        hand = self.view.cards
        least = max(0, len(self.cells) - len(self.view.stack.cells) - hand.lid)
        return least, min(hand.open, len(self.free))

    def follow(self, move: int) -> Draft | Action:
        moves = self.encoding.moves
        name = next(name for name in _FROM_LAST if move >= moves[name])
        made: Draft | Action = _FOLLOW[name](self, move, move - moves[name])
        return made

    def _with(self, move: int, **changes: Any) -> "TurnDraft":
        new = TurnDraft(self.encoding, self.view, (*self.made, move))
        for name in ("stage", "walk", "mirror", "opened"):
            setattr(new, name, changes.get(name, getattr(self, name)))
        new.site = self.site
        return new

    def _column(self, move: int, number: int) -> Draft:
        walk = self.mirror or self.walk or Walk(self.site, self.site.towers())
        return self._walked(move, walk.with_column(number + 1))

    def _lid_on(self, move: int, number: int) -> Draft:
        return self._walked(move, from_lid(self.site, self._roots, number))

    def _along(self, move: int, direction: int) -> Draft:
        walk = self.mirror or self.walk
        assert walk is not None
        return self._walked(move, walk.along(direction))

    def _walked(self, move: int, walk: Walk) -> Draft:
        if self.mirror is None:
            return self._with(move, stage="columns", walk=walk)
        return self._with(move, mirror=walk)

    def _end(self, move: int, _: int) -> Draft | Action:
        """The stack is whole, or its beginning follows; where no lid can be opened, it is built."""
        assert self.walk is not None
        if self.stage == "columns" and self.view.open:
            return self._with(move, stage="beginning", mirror=self.walk.beginning())
        done = self._with(move, stage="opening")
        return done if done._how_many[1] else done._build()

    def _open(self, move: int, number: int) -> Draft:
        return self._with(move, opened=(*self.opened, number))

    def _build(self) -> Action:
        fresh = [self.free[place] for place in self.opened]
        return Build(self.cells, 0, (*self.view.open, *fresh))

    def _remove(self, move: int, number: int) -> Action:
        x, y, _ = self.view.stack.cells[number]
        return Remove((x, y))

    def path(self, action: Action) -> list[int]:
        moves = self.encoding.moves
        if isinstance(action, Build):
            return self._build_path(action)
        if isinstance(action, Remove):
            cells = [(x, y) for x, y, _ in self.view.stack.cells]
            return [moves["remove"] + cells.index(action.cell)]
        return [moves[{PASS: "pass", KNOCK: "knock", WAIVE: "waive"}[action]]]

    def _build_path(self, build: Build) -> list[int]:
        cells, open = build.stack().cells, build.open
        if not self.view.open:
            x, y = build.stack().corner
            cells, open = build.stack().at_home.cells, tuple((a - x, b - y) for a, b in open)
        first = min((a - b for a, b in self.view.open), default=None)
        made = [self._number(step) for step in steps_of(cells, first)]
        if first is not None:
            made = [self._lid_path(cells, first), *made]
        done = self._with(0, stage="opening")
        done.cells = cells
        if done._how_many[1]:
            fresh = sorted(done.free.index(lid) for lid in set(open) - set(self.view.open))
            made += [*(self.encoding.moves["open"] + place for place in fresh)]
            made.append(self.encoding.moves["confirm"])
        return made

    def _lid_path(self, cells: tuple[Cell, ...], first: int) -> int:
        """Which column of the first open lid's diagonal carries it."""
        lid = next(a for a, b in sorted(self.view.open) if a - b == first)
        slice = sorted((x, height) for x, y, height in cells if x - y == first)
        part = [x - height for x, height in slice].index(lid)
        return self.encoding.moves["lid_on"] + part

    def _number(self, step: int | str) -> int:
        moves = self.encoding.moves
        return moves[step] if isinstance(step, str) else moves["column"] + step - 1


_ALLOW: Final = {
    "nothing": TurnDraft._allow_first,
    "columns": TurnDraft._allow_columns,
    "beginning": TurnDraft._allow_columns,
    "opening": TurnDraft._allow_opening,
}
_FOLLOW: Final[dict[str, Any]] = {
    "column": TurnDraft._column,
    "lid_on": TurnDraft._lid_on,
    "along_x": lambda turn, move, _: turn._along(move, ALONG_X),
    "along_y": lambda turn, move, _: turn._along(move, ALONG_Y),
    "end": TurnDraft._end,
    "open": TurnDraft._open,
    "confirm": lambda turn, move, _: turn._build(),
    "pass": lambda turn, move, _: PASS,
    "knock": lambda turn, move, _: KNOCK,
    "waive": lambda turn, move, _: WAIVE,
    "remove": TurnDraft._remove,
}
_FROM_LAST: Final = tuple(reversed(_FOLLOW))
