"""The levels: how much of the stack they see, and how far ahead."""

import math
import time
from abc import abstractmethod
from typing import ClassVar

from quartett.bots import Bot
from quartett.core.event import Action
from quartett.core.state import View as AnyView
from quartett.core.state import pick
from quartett.games.cubus.actions import Build, Remove
from quartett.games.cubus.bots.duel import weighed_builds
from quartett.games.cubus.bots.heuristics import box_by_box
from quartett.games.cubus.bots.lookahead import prospects
from quartett.games.cubus.bots.removal_search import best_removal, freed
from quartett.games.cubus.builder.listing import random_build
from quartett.games.cubus.builder.solver import Order, best_build, solve
from quartett.games.cubus.stacks.removals import removals, removed
from quartett.games.cubus.stacks.shape import Spot
from quartett.games.cubus.stacks.stack import Stack
from quartett.games.cubus.view import KNOCK, PASS, WAIVE, View


class Builder(Bot):
    """What the levels share: a turn by its phase."""

    WEIGHS: ClassVar[float] = 0.4
    """Seconds after which a build is chosen from those already weighed."""

    def choose(self, view: AnyView, deadline: float) -> Action:
        assert isinstance(view, View)
        match view.phase:
            case "knock":
                return KNOCK if self.suspects(view) else WAIVE
            case "remove":
                return Remove(self.take(view, deadline))
            case "build":
                return self.build(view, deadline) or self._pass(view)
        return self.show(view, deadline) or PASS

    @abstractmethod
    def build(self, view: View, deadline: float) -> Build | None:
        """One's own build, or None when one sees none."""

    def show(self, view: View, deadline: float) -> Build | None:
        """A build after knocking, or the last build."""
        return self.build(view, deadline)

    def suspects(self, view: View) -> bool:
        """Whether the player who passed seems to have overlooked a build."""
        return self.show(view, math.inf) is not None

    def promising(self, view: View, deadline: float) -> Build | None:
        """The build that is worth most with all that may follow."""
        until = min(deadline, time.monotonic() + self.WEIGHS)
        if view.players == 2:
            found = [one.build for one in weighed_builds(view, until, deadline)]
            return found[0] if found else None
        weighed = prospects(view, until, deadline)
        return weighed[0].build if weighed else None

    @abstractmethod
    def take(self, view: View, deadline: float) -> Spot:
        """The column to take a box from."""

    def _pass(self, view: View) -> Action:
        """Where a pass must be true, somebody at the table points to a build."""
        if view.may_always_pass:
            return PASS
        return random_build(view.order, self.rng) or PASS


class CasualBot(Builder):
    """Sees the best build now and then, and else adds box to box."""

    finds: ClassVar[float]
    """How often the best build is found."""
    watches: ClassVar[float]
    """How often it looks for a build when somebody passes."""
    columns: ClassVar[int]
    """How many columns are compared before a box is taken."""

    def build(self, view: View, deadline: float) -> Build | None:
        if self.rng.random() < self.finds:
            return _best(view.order)
        return box_by_box(view.order, self.rng)

    def suspects(self, view: View) -> bool:
        return self.rng.random() < self.watches and super().suspects(view)

    def take(self, view: View, deadline: float) -> Spot:
        stack, open = view.stack, frozenset(view.open)
        cells = removals(stack, open)
        if len(cells) > self.columns:
            cells = self.rng.sample(cells, self.columns)
        gains = {cell: freed(stack, open, cell) for cell in cells}
        return pick([cell for cell in gains if gains[cell] == max(gains.values())], self.rng)


class Beginner(CasualBot):
    name = "Kim"
    character = "Adds box to box where they fit, and is happy with every one of them."
    finds, watches, columns = 0.095, 0.5, 2

    def show(self, view: View, deadline: float) -> Build | None:
        """Knocks only where box fits to box: an idea that is gone a moment later shows nothing."""
        if view.phase == "last":
            return super().show(view, deadline)
        return box_by_box(view.order, self.rng)


class Easy(CasualBot):
    name = "Jona"
    character = "Adds box to box and turns every corner; now and then he dares to rebuild."
    finds, watches, columns = 0.227, 0.7, 3


class Medium(CasualBot):
    name = "Mika"
    character = "Takes things down to build higher when the idea comes, nearly every second time."
    finds, watches, columns = 0.436, 0.8, 5


class Advanced(CasualBot):
    name = "Lena"
    character = "Finds three good builds out of four, and else adds box to box."
    finds, watches, columns = 0.726, 0.9, 64


class Hard(CasualBot):
    name = "Ada"
    character = "Finds the largest build there is, and often forgets to ask what it leaves you."
    finds, watches, columns = 1.0, 0.95, 64

    ASKS: ClassVar[float] = 0.4
    """How often it looks further, against one other."""

    def build(self, view: View, deadline: float) -> Build | None:
        if view.players == 2 and self.rng.random() < self.ASKS:
            return self.promising(view, deadline)
        return super().build(view, deadline)

    def show(self, view: View, deadline: float) -> Build | None:
        return _best(view.order)

    def take(self, view: View, deadline: float) -> Spot:
        """The box that frees most cards, less what it then leaves to the next player."""
        stack, open = view.stack, frozenset(view.open)
        return max(removals(stack, open), key=lambda cell: _net(stack, open, cell))


class Expert(Builder):
    name = "Percy"
    character = (
        "Counts your cards as well as the boxes, and leaves you as little as the rules allow."
    )

    THINKS: ClassVar[float] = 0.1
    """Seconds for a removal."""

    def build(self, view: View, deadline: float) -> Build | None:
        return self.promising(view, deadline)

    def show(self, view: View, deadline: float) -> Build | None:
        if view.phase == "last":
            return _best(view.order)
        return self.build(view, deadline)

    def suspects(self, view: View) -> bool:
        return solve(view.order) is not None

    def take(self, view: View, deadline: float) -> Spot:
        until = min(deadline, time.monotonic() + self.THINKS)
        return best_removal(view.stack, frozenset(view.open), view.players, until)[0]


def _best(order: Order) -> Build | None:
    found = best_build(order.stack, order.open, order.hand)
    return found.action if found else None


def _net(stack: Stack, open: frozenset[Spot], cell: Spot) -> int:
    rest, kept, free = removed(stack, open, cell)
    replies = [freed(rest, kept, reply) for reply in removals(rest, kept)]
    return free.total - max(replies, default=0)
