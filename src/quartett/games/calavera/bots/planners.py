"""Players who compute the expected value of both rerolls to the end of the turn."""

from abc import abstractmethod
from typing import ClassVar

from quartett.bots import Bot
from quartett.core.arrays import Floats, np
from quartett.core.event import Action, Seat
from quartett.core.state import View as AnyView
from quartett.games.calavera.bots.duel import Duel, DuelLeaves, taught
from quartett.games.calavera.bots.leaves import Leaves, Situation
from quartett.games.calavera.bots.picks import pick_values
from quartett.games.calavera.bots.positions import Positions
from quartett.games.calavera.bots.several import self_taught
from quartett.games.calavera.bots.turn_values import (
    SAME,
    TurnValues,
    dice_to_reroll,
    first_of_the_best,
)
from quartett.games.calavera.bots.value import PRIDE, Value, own_sheet, trained
from quartett.games.calavera.legal import reroll
from quartett.games.calavera.sheet import Pad
from quartett.games.calavera.view import View


class TurnPlan:
    """One turn of the active player, computed once and asked after every roll."""

    def __init__(self, table: Situation, value: Value) -> None:
        if isinstance(value, Duel):
            self.leaves: Leaves = DuelLeaves(table, value)
        else:
            self.leaves = Leaves(table, value)
        self.turn = TurnValues(self.leaves.finals)

    def best(self, view: View) -> Action:
        action, worth = first_of_the_best(self.leaves.of(view.faces))
        if view.can_reroll:
            kept, more = self.turn.best_keep(view.faces, view.rolls_left)
            if more > worth + SAME:
                return reroll(dice_to_reroll(view.faces, kept))
        return action


class Planner(Bot):
    """Takes the best action by its value of positions; the levels differ in that value."""

    def __init__(self, seed: int = 0) -> None:
        super().__init__(seed)
        self._table: Situation | None = None
        self._plan: TurnPlan | None = None

    @abstractmethod
    def value(self, view: View) -> Value: ...

    def choose(self, view: AnyView, deadline: float) -> Action:
        assert isinstance(view, View) and view.seat is not None
        table = Situation(view.sheets, view.active, view.pad)
        value = self.value(view)
        if view.phase == "pick":
            actions = list(view.actions())
            worths = pick_values(table, view.seat, actions, view.faces, view.used, value)
            return first_of_the_best(list(zip(actions, worths, strict=True)))[0]
        return self._planned(table, value).best(view)

    def _planned(self, table: Situation, value: Value) -> TurnPlan:
        if self._plan is None or table != self._table:
            self._table, self._plan = table, TurnPlan(table, value)
        return self._plan


SURE = 0.99
"""Nobody who misjudges takes an open game for more certain than a won one."""


def chances(view: View, pride: float = PRIDE) -> Value | None:
    """The best that is known about who wins: from the solved game for two, else from self-play.

    A browser has only the smaller network for three and four.
    """
    sheet, players = view.options.sheet, view.players
    best = taught(sheet, pride) if players == 2 else self_taught(sheet, players, pride)
    return best or trained(sheet, players, pride)


class Expert(Planner):
    name = "Catrina"
    character = "Works out every reroll to the end, and knows how likely each of you is to win."

    def value(self, view: View) -> Value:
        return chances(view) or own_sheet


class SelfTaught(Planner):
    """Knows of positions what self-play showed, and takes others to look at their own sheets."""

    def value(self, view: View) -> Value:
        return trained(view.options.sheet, view.players) or own_sheet


class Misjudging(SelfTaught):
    """Calculates well, with a value of positions that is off, each time differently."""

    noise: ClassVar[float]
    """How far off, as a share of the spread between winning and losing."""

    def value(self, view: View) -> Value:
        clear = super().value(view)

        def noisy(there: Positions, seat: Seat, pad: Pad) -> Floats:
            worth = clear(there, seat, pad)
            scale = 1.0 if clear is not own_sheet else pad.length
            spread = self.noise * scale
            error = np.array([self.rng.gauss(0, spread) for _ in range(len(worth))])
            return np.where(there.over, worth, np.minimum(worth + error, SURE * scale))

        return noisy


class Medium(Misjudging):
    name = "Lupita"
    character = "Works out the rolls, but goes by a vague feeling for what is worth the trouble."
    noise = 0.2


class Advanced(Misjudging):
    name = "Rosario"
    character = "Works out the rolls, and often misjudges where they lead."
    noise = 0.095


class Hard(Misjudging):
    name = "Doña Inés"
    character = "Calculates like Catrina, but now and then misjudges a position."
    noise = 0.035
