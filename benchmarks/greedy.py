"""The greedy player of Calavera: it collects what shows most, and takes the most crosses."""

import quartett
from quartett.core.event import Action
from quartett.core.state import View as AnyView
from quartett.games.calavera import Mark, Reroll, View
from quartett.games.calavera.dice import SKULL


class Greedy(quartett.Bot):
    def choose(self, view: AnyView, deadline: float) -> Action:
        assert isinstance(view, View)
        uses = [action for action in view.actions() if not isinstance(action, Reroll)]
        best = max(uses, key=lambda action: self._crosses(view, action))
        if view.can_reroll and isinstance(best, Mark):
            rest = tuple(n for n, face in enumerate(view.faces) if face not in (best.use, SKULL))
            if rest:
                return Reroll(rest)
        return best

    def _crosses(self, view: View, action: Action) -> tuple[int, float]:
        count = view.faces.count(action.use) if isinstance(action, Mark) else 0
        return count, self.rng.random()
