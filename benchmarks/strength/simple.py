"""Players that somebody writes on the first evening: ten lines each, Calavera's some more."""

from collections.abc import Sequence

from quartett.bots import Bot
from quartett.core.event import Action
from quartett.core.state import View as AnyView
from quartett.core.state import pick
from quartett.games.calavera import Mark, Reroll
from quartett.games.calavera import View as Calavera
from quartett.games.calavera.actions import Freeze
from quartett.games.calavera.dice import COLOURS, ROSE, ROW, SKULL
from quartett.games.calculissimo.actions import Exchange, Play
from quartett.games.calculissimo.board.moves.fast import find_plays
from quartett.games.calculissimo.view import PASS
from quartett.games.calculissimo.view import View as Calculissimo
from quartett.games.cubus.builder.solver import best_build
from quartett.games.cubus.view import View as Cubus

PROMISE = (0, 0.8, 1.7, 2.5, 3.3, 4.2, 5, 5.8, 6.6, 7.5, 7, 3, 0, -3)
"""What a row of Calavera with this many crosses seems worth."""


class CalaveraSimple(Bot):
    """Collects the kind of which one more die would do its sheet most good, until what it has is
    worth 2.8 points, or 2 with two skulls; leaves the other little."""

    def choose(self, view: AnyView, deadline: float) -> Action:
        assert isinstance(view, Calavera) and view.seat is not None
        uses = [action for action in view.actions() if not isinstance(action, Reroll)]
        best = max(uses, key=lambda action: _gain(view, action) - _left(view, action))
        enough = 2.8 if view.faces.count(SKULL) < 2 else 2.0
        if view.can_reroll and _gain(view, best) < enough:
            goal = max(_marks(view, view.seat), key=lambda mark: _crossed(view, view.seat, mark, 1))
            rest = tuple(n for n, face in enumerate(view.faces) if face not in (goal.use, SKULL))
            return Reroll(rest) if rest else best
        return best


def _gain(view: Calavera, action: Action) -> float:
    if isinstance(action, Freeze) and view.seat is not None:
        crosses = view.sheets[view.seat].crosses[ROW[action.row]]
        return view.pad.boxes[crosses - 1] - PROMISE[crosses]
    return _crossed(view, view.seat, action) if isinstance(action, Mark) else 0.0


def _left(view: Calavera, action: Action) -> float:
    """What the other can make of the dice that are left, where one or two skulls allow it."""
    if view.seat != view.active or SKULL not in view.faces:
        return 0.0
    used, other = action.use if isinstance(action, Mark) else ROSE, 1 - view.active
    marks = [m for m in _marks(view, other) if m.use != used and m.use in view.faces]
    return max((_crossed(view, other, mark) for mark in marks), default=0.0)


def _marks(view: Calavera, seat: int) -> list[Mark]:
    rows = [row for row in COLOURS if view.sheets[seat].is_open(ROW[row])]
    return [Mark(use, row) for row in rows for use in (row, ROSE)]


def _crossed(view: Calavera, seat: int | None, mark: Mark, more: int = 0) -> float:
    """What the crosses add: rows by their promise, bonus lines by how much of them is crossed."""
    assert seat is not None
    before, row = view.sheets[seat].crosses, ROW[mark.row]
    crosses = min(before[row] + view.faces.count(mark.use) + more, view.pad.length)
    return _worth(view, (*before[:row], crosses, *before[row + 1 :])) - _worth(view, before)


def _worth(view: Calavera, crosses: Sequence[int]) -> float:
    parts = [sum(min(row, line) for row in crosses) / line / 4 for line in view.pad.lines]
    bonuses = sum(bonus * part**2 for bonus, part in zip(view.pad.first, parts, strict=True))
    return sum(PROMISE[row] for row in crosses) + bonuses


class CalculissimoSimple(Bot):
    """Lays the play with the most points."""

    def choose(self, view: AnyView, deadline: float) -> Action:
        assert isinstance(view, Calculissimo)
        plays = find_plays(view.edition, view.board, view.rack)
        if len(plays):
            return Play(plays.tiles(int(plays.points.argmax())))
        return Exchange(view.rack) if view.bag else PASS


class CubusSimple(Bot):
    """Builds what brings the most points."""

    def choose(self, view: AnyView, deadline: float) -> Action:
        assert isinstance(view, Cubus)
        found = best_build(view.stack, frozenset(view.open), view.order.hand)
        if view.phase == "build" and found is not None:
            return found.action
        return pick(list(view.actions()), self.rng)
