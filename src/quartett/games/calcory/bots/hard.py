"""A strong player with a human memory: it counts, and thinks its own turn through."""

from typing import ClassVar

from quartett.bots import Bot
from quartett.core.event import Action, Seen
from quartett.core.state import View as AnyView
from quartett.games.calcory.bots.memory import Habits, Memory
from quartett.games.calcory.bots.planning import carried_out, position, put_back
from quartett.games.calcory.bots.search import Plan, plans
from quartett.games.calcory.view import PASS, STOP, View


class Hard(Bot):
    name = "Rechenmeister"
    character = "Counts what is out and thinks every turn through, but old cards slip his mind."
    habits: ClassVar[Habits] = Habits(
        half_life=33.2, interference=0.091, confusion=0.3, counts=True
    )

    def __init__(self, seed: int = 0) -> None:
        super().__init__(seed)
        self.memory = Memory(self.habits, self.rng)

    def observe(self, seen: Seen) -> None:
        self.memory.observe(seen)

    def choose(self, view: AnyView, deadline: float) -> Action:
        assert isinstance(view, View)
        mind = self.memory.knowledge(view)
        if view.phase == "return":
            return put_back(view, mind, solving=False)
        if "down" not in view.table:
            return STOP if view.turned else PASS
        plan: Plan = plans(position(view, mind))[0]
        return carried_out(plan, mind, self.rng)
