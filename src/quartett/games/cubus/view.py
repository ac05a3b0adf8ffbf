"""What a seat may know: everything but the pile's order and last builds not yet shown."""

from collections.abc import Iterator
from typing import ClassVar, Final, Literal, TypeAlias

from quartett.core import state as core
from quartett.core.display import Displayed
from quartett.core.event import Action, Seat
from quartett.core.state import Rng, pick
from quartett.games.cubus.actions import Knock, Pass, Remove, Waive
from quartett.games.cubus.builder.listing import every_build, random_build
from quartett.games.cubus.builder.solver import Order
from quartett.games.cubus.stacks.cards import Cards
from quartett.games.cubus.stacks.removals import removals
from quartett.games.cubus.stacks.shape import Spot
from quartett.games.cubus.stacks.stack import Stack

Phase: TypeAlias = Literal[
    "start", "place", "draw", "build", "knock", "show", "last", "remove", "over"
]

PASS: Final = Pass()
KNOCK: Final = Knock()
WAIVE: Final = Waive()


class Options(core.Options, frozen=True):
    knocking: bool = True
    """Whether others may knock on a pass; without it a pass needs that there is no build."""
    last_build: Literal["none", "underdog", "contest"] = "none"
    """Who may build once more at the end, with all cards left."""
    dismantling: Literal["none", "after", "cards", "alone"] = "none"
    """Whether the stack is taken apart: after the building game, with the points of both added or
    only the cards won counting, or as the whole game."""
    both_start: bool = True
    """Where two players only dismantle: whether the same cube is taken apart twice, so that each
    of them starts once."""
    false_knock: ClassVar[int] = 2
    """What everybody else gets when a knocker shows no build."""


class View(Displayed, core.View, frozen=True, kw_only=True, omit_defaults=True):
    options: Options
    phase: Phase
    """In `build` the active player builds or passes, in `knock` others answer a pass, in `show` the
    knocker builds, `last` is the last build and `remove` the dismantling."""
    stack: Stack
    open: tuple[Spot, ...]
    """Where open lids lie in the picture: x − height and y − height of their columns."""
    hands: tuple[Cards, ...]
    """The open cards of each seat; in the dismantling game what each has taken."""
    pile: Cards
    """The cards not yet drawn; their order nobody knows."""
    pool: Cards
    """All cards left, for the last build."""
    starter: Seat
    """Who had the first turn."""
    active: Seat
    """Whose turn it is; without meaning before the start player is drawn."""
    turn: int
    """How many turns came before this one."""
    passes: int
    """How many players have passed in a row."""
    knocker: Seat | None
    """Who has knocked and must show a build."""
    chosen: tuple[Seat, ...]
    """Who has handed in a last build, or said that there is none."""
    mine: Action | None
    """What the viewing seat has handed in."""
    built: tuple[int, ...] = ()
    """The points of the building game, once only cards count; empty otherwise."""
    again: tuple[Spot, ...] = ()
    """The open lids of the cube that is taken apart after this one; empty when none follows."""

    @property
    def cards(self) -> Cards:
        """The cards that the build now to be made may use."""
        return self.pool if self.phase == "last" else self.hands[self.active]

    @property
    def order(self) -> Order:
        """What the builder is asked in this position."""
        return Order(self.stack, frozenset(self.open), self.cards)

    @property
    def may_always_pass(self) -> bool:
        return self.phase != "build" or self.options.knocking

    def actions(self) -> Iterator[Action]:
        if self.seat is None or self.seat not in self.to_act:
            return
        if self.phase == "knock":
            yield KNOCK
            yield WAIVE
        elif self.phase == "remove":
            for cell in removals(self.stack, frozenset(self.open)):
                yield Remove(cell)
        else:
            yield from self._builds()

    def _builds(self) -> Iterator[Action]:
        found = False
        if self.may_always_pass:
            yield PASS
            found = True
        for build in every_build(self.order):
            yield build
            found = True
        if not found:
            yield PASS

    def random_action(self, rng: Rng) -> Action:
        """One legal action of the viewing seat, every one possible, without listing them."""
        if self.phase == "knock":
            return WAIVE if rng.randrange(4) else KNOCK
        if self.phase == "remove":
            return pick([Remove(cell) for cell in removals(self.stack, frozenset(self.open))], rng)
        # Late passes leave cards over, so that the last build has something to build with.
        if self.may_always_pass and rng.randrange(8 if self.pile.total else 2) == 0:
            return PASS
        return random_build(self.order, rng) or PASS
