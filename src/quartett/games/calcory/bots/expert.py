"""The expert: forgets nothing, thinks every turn through, and solves the end of the game."""

from typing import Final

from msgspec.structs import replace

from quartett.bots import Bot
from quartett.core.event import Action, Seen
from quartett.core.state import View as AnyView
from quartett.games.calcory.bots.beliefs import Beliefs
from quartett.games.calcory.bots.planning import carried_out, decide, position, put_back
from quartett.games.calcory.bots.search import Plan
from quartett.games.calcory.layout.cards import STANDARD, Layout
from quartett.games.calcory.view import PASS, STOP, View

SPARE: Final = 0.1
"""Seconds before the deadline at which the expert stops looking deeper."""


class Expert(Bot):
    name = "Mnemosyne"
    character = "Remembers every card ever turned, and knows what you may have put back."

    def __init__(self, seed: int = 0, layout: Layout = STANDARD) -> None:
        super().__init__(seed)
        self.beliefs = Beliefs(layout)
        self._plan: Plan | None = None
        """A plan of known cards holds until it is carried out: nothing is learnt on the way."""

    def observe(self, seen: Seen) -> None:
        self.beliefs.observe(seen)

    def choose(self, view: AnyView, deadline: float) -> Action:
        assert isinstance(view, View)
        mind = self.beliefs.knowledge(view)
        if view.phase == "return":
            self._plan = None
            return put_back(view, mind, True, deadline - SPARE)
        if "down" not in view.table:
            self._plan = None
            return STOP if view.turned else PASS
        plan = (self._plan if view.turned else None) or decide(
            position(view, mind), deadline - SPARE
        )
        self._plan = None
        if plan.digits and plan.kind in ("hit", "bid", "fail"):
            self._plan = replace(plan, digits=plan.digits[1:])
        return carried_out(plan, mind, self.rng)
