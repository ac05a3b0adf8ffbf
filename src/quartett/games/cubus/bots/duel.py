"""Building in a game of two: by the points of a build and what it leaves, as self-play valued it.

Cards alone say nearly everything, so builds are ranked by their cards first, as if no open lid
lay. The most promising ones are then looked for with the lids where they lie, and valued by what
can truly be built after them.
"""

import math
import time
from collections.abc import Iterator
from itertools import islice, product
from typing import Final, NamedTuple

from quartett.games.cubus.actions import Build
from quartett.games.cubus.bots.learned import Counts, Left, leads
from quartett.games.cubus.bots.lookahead import elsewhere
from quartett.games.cubus.builder.lay import laid
from quartett.games.cubus.builder.slices import MOST
from quartett.games.cubus.builder.solver import Order, most_worth, solve
from quartett.games.cubus.builder.tables import whole, worths
from quartett.games.cubus.stacks.cards import Cards
from quartett.games.cubus.stacks.shape import Spot
from quartett.games.cubus.stacks.stack import Stack, points
from quartett.games.cubus.view import View

WIDTH: Final = 12
"""How many stacks are weighed."""
TRIED: Final = 60
"""How many choices of cards are looked for; where open lids lie, some of them build nothing."""


class Weighed(NamedTuple):
    """A build, and the lead it is expected to bring until the end of the game."""

    build: Build
    value: float


def weighed_builds(
    view: View, until: float = math.inf, deadline: float = math.inf
) -> list[Weighed]:
    """The most promising builds, best first; empty when there is none.

    When the clock has passed `until`, those weighed must do, or the first one unweighed.
    """
    order, found = view.order, list[Weighed]()
    for build in islice(_candidates(view), WIDTH):
        if time.monotonic() > (until if found else deadline):
            return sorted(found, key=_worst_last) or [Weighed(build, points_of(view, build))]
        found.append(weigh(view, build))
    if found and order.hand.open:
        for build in elsewhere(order, min(found, key=_worst_last).build):
            if time.monotonic() > until:
                break
            found.append(weigh(view, build))
    return sorted(found, key=_worst_last)


def _worst_last(one: Weighed) -> float:
    return -one.value


def weigh(view: View, build: Build) -> Weighed:
    stack = build.stack()
    lead = lead_after(view, stack, frozenset(build.open))
    return Weighed(build, points_of(view, build) + lead)


def lead_after(view: View, stack: Stack, open: frozenset[Spot]) -> float:
    """What whoever builds this is then expected to gain on the other until the end."""
    after = _left(view, _shown(stack), stack.boxes)

    def within(left: int, right: int, lids: int) -> int:
        return most_worth(open, left, right, lids, after.worth)

    (lead,) = leads([after], within)
    return _sign(view) * lead


def _sign(view: View) -> int:
    """A knocker builds with the other's cards, and has the next turn."""
    return 1 if view.knocker is None else -1


def points_of(view: View, build: Build) -> int:
    return points(view.stack, build.stack())


def _left(view: View, stack: Counts, boxes: int) -> Left:
    """The position after the cards' owner has built a stack of these cards."""
    left, right, lids = view.order.cards
    mine = left - stack[0], right - stack[1], lids - stack[2]
    # A position that somebody has made up may have more cards than there are.
    room = MOST - left, MOST - right, MOST - lids
    theirs = _at_most(view.hands[1 - view.active], room)
    rest = room[0] - theirs[0], room[1] - theirs[1], room[2] - theirs[2]
    return Left(stack, boxes, mine, theirs, _at_most(view.pile, rest))


def _at_most(cards: Cards, room: Counts) -> Counts:
    return min(cards.left, room[0]), min(cards.right, room[1]), min(cards.lids, room[2])


def _shown(stack: Stack) -> Counts:
    return *stack.sides, len(stack.cells)


def _candidates(view: View) -> Iterator[Build]:
    """The best stack within each choice of cards, the most promising cards first; if these are
    all too few for the open lids where they lie, the largest build."""
    order, seen = view.order, set[object]()
    largest = solve(order)
    if largest is None:
        return
    has = _shown(order.stack)
    for counts in _ranked(view)[:TRIED]:
        hand = Cards(*(count - there for count, there in zip(counts, has, strict=True)))
        found = solve(Order(order.stack, order.open, hand))
        if found is not None:
            build = laid(order.stack, order.open, order.hand, found[3])
            if build.cells not in seen:
                seen.add(build.cells)
                yield build
    if not seen:
        yield laid(order.stack, order.open, order.hand, largest[3])


def _ranked(view: View) -> list[Counts]:
    """Cards that a new stack may show, by what it would be worth if no open lid lay."""
    order, boxes = view.order, whole()
    worth, least = order.worth, order.stack.boxes
    left, right, lids = (range(1, count + 1) for count in order.cards)
    options = [
        counts
        for counts in product(left, right, lids)
        if (high := boxes[counts]) > least and 3 * high - sum(counts) > worth
    ]
    if not options:
        return []
    after = [_left(view, counts, boxes[counts]) for counts in options]
    found = leads(after, lambda *cards: worths()[cards])
    value = {
        option: one.worth + _sign(view) * lead
        for option, one, lead in zip(options, after, found, strict=True)
    }
    return sorted(options, key=lambda option: -value[option])
