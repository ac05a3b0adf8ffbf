"""What positions of Cubus are worth while the stack is taken apart: for two players exactly.

Nothing is left to chance there: the lead that can be forced decides who wins.
"""

from typing import Final

from msgspec.structs import replace

from quartett.core.event import Seat
from quartett.games.cubus.actions import Remove
from quartett.games.cubus.bots.removal_exact import exact_cards
from quartett.games.cubus.bots.removal_search import Demolition, columns_of, open_columns, worth
from quartett.games.cubus.rules import State
from quartett.games.cubus.stacks.shape import Spot
from quartett.games.cubus.stacks.stack import CUBE, Stack
from quartett.review.values import Judgement, chances_of

SCALE: Final = (0.3, 2.35)
"""Cards that make a lead e times as likely to win: at the end, and per root of the boxes left."""
ERROR: Final = 0.03
"""The standard error of what a removal gives away; estimated, see `docs/review.md`."""

STARTER: Final = (4 + 12 / 2) / 1820
"""The share of the win of whoever starts on a cube alone: of the 1,820 placings of its open lids
perfect players win 4 and tie on 12."""


def before_placing(state: State) -> tuple[float, ...]:
    """What perfect players of the cube may expect, two of them, before open lids are placed."""
    mine = 0.5 if state.options.both_start else STARTER
    return (mine, 1 - mine) if state.starter == 0 else (1 - mine, mine)


def removing(state: State) -> tuple[float, ...]:
    options = _removals(state)
    return max(options.values(), key=lambda shares: shares[state.active])


def removal(state: State, seat: Seat, action: Remove) -> Judgement:
    options = _removals(state)
    best = max(options, key=lambda cell: options[cell][seat])
    exact = state.players == 2 and _leads(state.stack, frozenset(state.open)) is not None
    cell = (action.cell[0], action.cell[1])
    shift = tuple(a - b for a, b in zip(options[cell], options[best], strict=True))
    return Judgement(
        kind="remove", best=Remove(best), best_value=options[best][seat],
        value=options[cell][seat], exact=exact, error=0.0 if exact else ERROR,
        reason="certain" if exact else "", shift=shift,
    )  # fmt: skip


def _removals(state: State) -> dict[Spot, tuple[float, ...]]:
    """What each removal comes to: exactly for two, by looking a round ahead for more."""
    open = frozenset(state.open)
    if state.players == 2 and (leads := _leads(state.stack, open)) is not None:
        return {cell: _decided(state, lead) for cell, lead in leads}
    search = Demolition(state.players, open_columns(state.stack, open), float("inf"))
    columns = columns_of(state.stack)
    seats = [(state.active + step) % state.players for step in range(state.players)]
    found = {}
    for cell, cards in search.lines(columns, min(state.players, state.stack.boxes)):
        total = list(map(float, state.points))
        for seat, gain in zip(seats, cards, strict=True):
            total[seat] += gain
        found[cell] = chances_of(total, SCALE[0] + SCALE[1] * state.stack.boxes**0.5)
    return found


def _leads(stack: Stack, open: frozenset[Spot]) -> tuple[tuple[Spot, float], ...] | None:
    exact = exact_cards(stack, open)
    return None if exact is None else tuple((cell, worth(cards)) for cell, cards in exact)


def _decided(state: State, lead: float) -> tuple[float, ...]:
    """Who wins when the seat to move comes out so far ahead of this cube, and of the next one."""
    me = state.active
    ahead = state.points[me] - state.points[1 - me] + lead + _second(state)
    mine = 1.0 if ahead > 0 else 0.5 if ahead == 0 else 0.0
    return (mine, 1 - mine) if me == 0 else (1 - mine, mine)


def _second(state: State) -> float:
    """What the seat to move gains on the other in the cube that follows."""
    if not state.again:
        return 0.0
    other = 1 - state.starter
    cube = replace(state, stack=CUBE, open=state.again)
    leads = _leads(cube.stack, frozenset(cube.open))
    assert leads is not None  # the cube is never too large
    best = max(lead for _, lead in leads)
    return best if state.active == other else -best
