"""The expert: forgets nothing, thinks every turn through, and solves the end of the game."""

import math
from collections.abc import Sequence
from typing import ClassVar, Final

from msgspec.structs import replace

from quartett.bots import Bot
from quartett.core.event import Action, Seen
from quartett.core.state import View as AnyView
from quartett.core.state import pick
from quartett.games.calcory.bots.beliefs import Beliefs, Knowledge
from quartett.games.calcory.bots.planning import (
    Mixing,
    backs_near_best,
    cards_from,
    carried_out,
    digits_taken,
    drawn_from,
    near_best,
    position,
    put_down,
)
from quartett.games.calcory.bots.search import Plan
from quartett.games.calcory.bots.several import turn as several
from quartett.games.calcory.bots.several.memories import shown_first
from quartett.games.calcory.layout.cards import STANDARD, Layout
from quartett.games.calcory.view import PASS, STOP, View

SPARE: Final = 0.1
"""Seconds before the deadline at which the expert stops looking deeper."""


class Expert(Bot):
    name = "Mnemosyne"
    character = "Remembers every card ever turned, and knows what you may have put back."

    mixing: ClassVar[Mixing] = Mixing(backs=0.03, choices=0.003)
    """In games of the expert with itself 4 in 100 cards put back have no rival within this margin
    (46 in 100 within 0.005), and a drawn card is worth 0.5 % of a game less than the best one."""

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
        if view.players > 2:
            mind = shown_first(mind)
        if view.phase == "return":
            self._plan = None
            return put_down(view, pick(self.backs(view, mind, deadline - SPARE), self.rng))
        if "down" not in view.table:
            self._plan = None
            return STOP if view.turned else PASS
        plan = self._plan if view.turned else None
        plan = plan or pick(self.plans(view, mind, deadline - SPARE), self.rng)
        self._plan = None
        if plan.digits and plan.kind in ("hit", "bid", "fail"):
            self._plan = replace(plan, digits=plan.digits[1:])
        return carried_out(plan, mind, self.rng)

    def backs(self, view: View, mind: Knowledge, until: float = math.inf) -> Sequence[int]:
        """The digits of the cards it may put back, all cards equally likely."""
        if view.players > 2:
            return cards_from(digits_taken(view), several.backs(view, mind), self.mixing.backs)
        return backs_near_best(view, mind, self.mixing, until)

    def plans(self, view: View, mind: Knowledge, until: float = math.inf) -> Sequence[Plan]:
        """The plans it may follow, all equally likely."""
        if view.players > 2:
            return drawn_from(several.plans(view, mind), self.mixing.choices)
        return near_best(position(view, mind), self.mixing, until)
