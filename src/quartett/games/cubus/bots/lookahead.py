"""What a build leaves to the others: the expert's view of a position."""

import math
import time
from collections.abc import Iterator
from itertools import islice
from typing import Final

from msgspec import Struct

from quartett.games.cubus.actions import Build
from quartett.games.cubus.builder.lay import fresh_places
from quartett.games.cubus.builder.listing import ranked_shapes
from quartett.games.cubus.builder.solver import Order, best_build, best_points
from quartett.games.cubus.stacks.cards import EVERY_CARD, KINDS, Cards
from quartett.games.cubus.stacks.removals import with_open
from quartett.games.cubus.stacks.shape import Spot
from quartett.games.cubus.stacks.stack import Stack, points
from quartett.games.cubus.view import View

WIDTH: Final = 16
"""How many stacks are weighed; 40 won no more games against a greedy builder."""
PLACES: Final = 6
"""How many other places for a new open lid are weighed for each of the best stacks."""


class Prospect(Struct, frozen=True):
    """A build and what is expected after it."""

    build: Build | None
    points: int
    reply: float
    """What the next player is expected to earn from it."""
    later: float
    """What one's own next build is expected to earn after that reply."""
    answers: float
    """The probability that the next player can build at all."""
    value: float


class Late(Exception):
    """The clock has run out while a build was weighed."""


def prospects(view: View, until: float = math.inf, deadline: float = math.inf) -> list[Prospect]:
    """The builds worth weighing, best first; empty when there is none.

    The largest builds are weighed first; when the clock has passed `until`, those must do. Where
    not even the first is weighed by the deadline, it stands for its points alone.
    """
    order, weighed = view.order, list[Prospect]()
    for build in _candidates(order):
        try:
            weighed.append(prospect_of(view, build, until if weighed else deadline))
        except Late:
            weighed = weighed or [_unweighed(order, build)]
        if time.monotonic() > until:
            break
    return sorted(weighed, key=lambda prospect: -prospect.value)


def _unweighed(order: Order, build: Build) -> Prospect:
    earned = points(order.stack, build.stack())
    return Prospect(build, earned, 0.0, 0.0, 0.0, earned)


def after_pass(view: View) -> Prospect:
    """What is expected when one does not build."""
    return _weighed(view, None, 0, view.order)


def _candidates(order: Order) -> Iterator[Build]:
    """The best stacks, and the very best ones with open lids in other places as well."""
    for rank, found in enumerate(islice(ranked_shapes(order), WIDTH)):
        yield found.action
        if order.hand.open and rank < 2:
            yield from elsewhere(order, found.action)


def elsewhere(order: Order, build: Build) -> Iterator[Build]:
    """The same stack with one open lid more than needed, or the needed one elsewhere."""
    free = fresh_places(order.stack, order.open, build.cells)
    fresh = [lid for lid in free if lid not in build.open]
    new = [lid for lid in build.open if lid not in order.open]
    if len(new) < order.hand.open:
        for lid in fresh[:PLACES]:
            yield Build(build.cells, 0, (*build.open, lid))
    if new:
        for lid in fresh[:PLACES]:
            yield Build(build.cells, 0, tuple({*build.open, lid} - {new[0]}))


def prospect_of(view: View, build: Build, until: float = math.inf) -> Prospect:
    """What is expected after this build."""
    order = view.order
    stack = build.stack()
    open = frozenset(build.open)
    used = with_open(stack, open) - with_open(order.stack, order.open)
    left = Order(stack, open, order.hand - used)
    return _weighed(view, build, points(order.stack, stack), left, until)


def _weighed(
    view: View, build: Build | None, earned: int, left: Order, until: float = math.inf
) -> Prospect:
    """The next player draws and answers with the best build; then one builds again oneself."""
    replier = (view.active + 1) % view.players
    reply = later = answers = 0.0
    for card, chance in draws(view.pile):
        if time.monotonic() > until:
            raise Late
        hand = view.hands[replier] + card
        stack, open, gained = answered(left.stack, left.open, hand)
        reply += chance * gained
        answers += chance * (gained > 0)
        later += chance * _next_own(view, stack, open, left.hand)
    # The reply counts in full with more players too: what is left there, others build on.
    return Prospect(build, earned, reply, later, answers, earned - reply + later)


def answered(
    stack: Stack, open: frozenset[Spot], hand: Cards
) -> tuple[Stack, frozenset[Spot], int]:
    """The table after the best build with this hand, and its points."""
    found = best_build(stack, open, hand)
    if found is None:
        return stack, open, 0
    return found.stack, frozenset(found.action.open), found.points


def _next_own(view: View, stack: Stack, open: frozenset[Spot], hand: Cards) -> float:
    """One's next build; with more players others come first, so it counts less."""
    return best_points(Order(stack, open, hand)) / (view.players - 1)


def draws(pile: Cards) -> list[tuple[Cards, float]]:
    """What the next player may draw, with its probability."""
    if not pile.total:
        return [(Cards(), 1.0)]
    return [
        (EVERY_CARD[kind], count / pile.total)
        for kind, count in zip(KINDS, pile.counts, strict=True)
        if count
    ]
