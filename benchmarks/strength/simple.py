"""Players in ten lines each: what somebody writes on the first evening."""

from quartett.bots import Bot
from quartett.core.event import Action
from quartett.core.state import View as AnyView
from quartett.core.state import pick
from quartett.games.calavera import Mark, Reroll
from quartett.games.calavera import View as Calavera
from quartett.games.calavera.actions import Freeze
from quartett.games.calavera.dice import ROW, SKULL
from quartett.games.calculissimo.actions import Exchange, Play
from quartett.games.calculissimo.board.moves.fast import find_plays
from quartett.games.calculissimo.view import PASS
from quartett.games.calculissimo.view import View as Calculissimo
from quartett.games.cubus.builder.solver import best_build
from quartett.games.cubus.view import View as Cubus

PROMISE = (0, 1.2, 2.3, 3.3, 4.2, 5, 5.8, 6.5, 7, 7.3, 7, 3, 0, -3)
"""What a row of Calavera with this many crosses seems worth."""
CLOSED = 2
"""What it costs to use the dice for nothing but closing a row."""


class CalaveraSimple(Bot):
    """Takes what its rows gain most from; rolls again for less than three, or with two skulls
    for less than one and a half."""

    def choose(self, view: AnyView, deadline: float) -> Action:
        assert isinstance(view, Calavera)
        uses = [action for action in view.actions() if not isinstance(action, Reroll)]
        best = max(uses, key=lambda action: self._gain(view, action))
        enough = 3.0 if view.faces.count(SKULL) < 2 else 1.5
        if view.can_reroll and isinstance(best, Mark) and self._gain(view, best) < enough:
            rest = tuple(n for n, face in enumerate(view.faces) if face not in (best.use, SKULL))
            return Reroll(rest) if rest else best
        return best

    def _gain(self, view: Calavera, action: Action) -> float:
        if not isinstance(action, Mark | Freeze) or view.seat is None:
            return 0.0
        crosses = view.sheets[view.seat].crosses[ROW[action.row]]
        if isinstance(action, Freeze):
            return view.pad.boxes[crosses - 1] - PROMISE[crosses] - CLOSED
        more = view.faces.count(action.use)
        return PROMISE[min(crosses + more, view.pad.length)] - PROMISE[crosses]


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
