"""What positions of Cubus are worth: building by what a build earns and leaves, dismantling for
two players exactly.

While the stack is built, the seats' points, with the next build and the expected answer added,
give the winning chances by a fitted logistic. While two players take it apart nothing is left to
chance: the lead that can be forced decides who wins.
"""

from itertools import islice
from typing import Final, TypeAlias

from msgspec.structs import replace

from quartett.core import state as core
from quartett.core.arrays import HAS_NUMPY
from quartett.core.event import Action, Seat
from quartett.games.cubus.actions import Build, Pass, Remove
from quartett.games.cubus.bots.lookahead import after_pass, answered, draws, prospect_of
from quartett.games.cubus.bots.removal_search import Demolition, columns_of, open_columns, worth
from quartett.games.cubus.builder.listing import ranked_shapes
from quartett.games.cubus.builder.solver import Order, best_build, best_points
from quartett.games.cubus.rules import State
from quartett.games.cubus.stacks.shape import Spot
from quartett.games.cubus.stacks.stack import CUBE, Stack, points
from quartett.games.cubus.view import KNOCK, PASS, WAIVE
from quartett.review.values import Chances, Judge, Judgement, chances_of

if HAS_NUMPY:  # in plain Python the exact solution takes too long
    from quartett.games.cubus.bots.removal_exact import exact_cards

Points: TypeAlias = tuple[float, ...]

SCALE: Final = (0.3, 2.35)
"""Points that make a lead e times as likely to win: at the end, and per root of the cards left;
fitted by `tools/fit_review.py`."""
ERROR: Final = 0.03
"""The standard error of what a build gives away; estimated, see `docs/review.md`."""
WIDTH: Final = 8
"""How many builds are weighed beside the one that was played."""
LAST_CARDS: Final = 6
LAST_WIDTH: Final = 20
"""With so few cards left a small build that leaves nothing may decide the game: more are weighed,
and weighing one takes less time."""


def judge(start: core.State) -> Judge:
    assert isinstance(start, State)
    return Judging(start)


class Judging(Judge):
    def __init__(self, start: State) -> None:
        alone = start.options.dismantling == "alone" and start.players == 2
        self.exact = alone and start.options.both_start and HAS_NUMPY

    def chances(self, state: core.State) -> Chances:
        assert isinstance(state, State)
        if state.phase == "remove":
            return Chances(_removing(state))
        return Chances(_shares(state, _expected(state)))

    def decision(self, state: core.State, seat: Seat, action: Action) -> Judgement:
        assert isinstance(state, State)
        if isinstance(action, Remove):
            return _removal(state, seat, action)
        match state.phase:
            case "knock":
                return _knock(state, seat, action)
            case "last":
                return _last(state, seat, action)
        return _build(state, seat, action)


# Building


def _shares(state: State, expected: Points) -> tuple[float, ...]:
    end, more = SCALE
    return chances_of(expected, end + more * state.pile.total**0.5)


def _expected(state: State) -> Points:
    """The points with what the position offers: the next build, and the answer to it."""
    order = Order(state.stack, frozenset(state.open), state.cards)
    if state.phase == "last":
        return _with(state, state.asked[0], best_points(order))
    if state.phase == "knock":
        # Whoever is asked first takes a build that was overlooked.
        return _with(state, state.asked[0], best_points(order))
    builder = state.active if state.knocker is None else state.knocker
    stack, open, earned = answered(order.stack, order.open, order.hand)
    gained = list(_with(state, builder, earned))
    replier = (state.active + 1) % state.players
    gained[replier] += sum(
        chance * best_points(Order(stack, open, state.hands[replier] + card))
        for card, chance in draws(state.pile)
    )
    return tuple(gained)


def shares_after(state: State, build: Build | None) -> tuple[float, ...]:
    """The winning chances after a build or a pass."""
    return _shares(state, _after(state, build))


def _after(state: State, build: Build | None) -> Points:
    """The points after a build or a pass: with the next seat's expected answer, and what the
    seat itself is expected to build after that."""
    view = state.view(state.active)
    ahead = after_pass(view) if build is None else prospect_of(view, build)
    gained = list(map(float, state.points))
    gained[state.active if state.knocker is None else state.knocker] += ahead.points
    gained[state.active] += ahead.later
    gained[(state.active + 1) % state.players] += ahead.reply
    return tuple(gained)


def _with(state: State, seat: Seat, earned: float) -> Points:
    return tuple(
        score + earned * (other == seat) for other, score in enumerate(map(float, state.points))
    )


def _build(state: State, seat: Seat, action: Action) -> Judgement:
    """A build, a pass, or what a knocker shows."""
    order = Order(state.stack, frozenset(state.open), state.cards)
    width = LAST_WIDTH if state.pile.total <= LAST_CARDS else WIDTH
    found = [one.action for one in islice(ranked_shapes(order), width)]
    options: dict[Action, tuple[float, ...]] = {one: shares_after(state, one) for one in found}
    if not found or isinstance(action, Pass):
        options[PASS] = _shares(state, _passed(state, points_of(state, found)))
    if isinstance(action, Build) and action not in options:
        options[action] = shares_after(state, action)
    best = max(options, key=lambda one: options[one][seat])
    reason, facts = _why(state, action, best)
    kind = "show" if state.phase == "show" else "pass" if isinstance(action, Pass) else "build"
    return _judged(kind, options, seat, action, best, reason, facts)


def points_of(state: State, builds: list[Build]) -> int:
    """What the largest of the builds earns."""
    return max((points(state.stack, one.stack()) for one in builds), default=0)


def _passed(state: State, there: int) -> Points:
    """After a pass: a build that was there goes to those who may knock, each as likely."""
    if state.phase == "show":
        lost = state.options.false_knock
        return tuple(
            score + lost * (seat != state.knocker) for seat, score in enumerate(state.points)
        )
    if there and state.options.knocking:
        return _for_others(state, state.active, there / (state.players - 1))
    return _after(state, None)


def _for_others(state: State, seat: Seat | None, each: float) -> Points:
    """The points when every seat but this one gets this many."""
    return tuple(score + each * (other != seat) for other, score in enumerate(state.points))


def _why(state: State, played: Action, best: Action) -> tuple[str, dict[str, str | int]]:
    """What speaks most for the best build: its points, or what it leaves to whom."""
    if not isinstance(best, Build) or played == best:
        return "", {}
    most = points(state.stack, best.stack())
    if not isinstance(played, Build):
        return "build_there", {"points": most}
    more = most - points(state.stack, played.stack())
    if state.phase == "last":
        return ("points", {"more": more}) if more > 0 else ("", {})
    view = state.view(state.active)
    ahead, instead = prospect_of(view, best), prospect_of(view, played)
    reply, later = instead.reply - ahead.reply, ahead.later - instead.later
    if more > 0 and more >= max(reply, later):
        return "points", {"more": more}
    reason = "leaves_less" if reply >= later else "own_next"
    return (f"{reason}_fewer", {"less": -more}) if more < 0 else (reason, {})


def _knock(state: State, seat: Seat, action: Action) -> Judgement:
    there = best_points(Order(state.stack, frozenset(state.open), state.cards))
    lost = state.options.false_knock
    wrong = _for_others(state, seat, lost)
    right = _with(state, seat, there)
    options: dict[Action, tuple[float, ...]] = {
        KNOCK: _shares(state, right if there else wrong),
        WAIVE: _shares(state, tuple(map(float, state.points))),
    }
    best = max(options, key=lambda one: options[one][seat])
    reason = "build_there" if there else "no_build"
    return _judged("knock", options, seat, action, best, reason, {"points": there or lost})


def _last(state: State, seat: Seat, action: Action) -> Judgement:
    order = Order(state.stack, frozenset(state.open), state.pool)
    found = best_build(order.stack, order.open, order.hand)
    options: dict[Action, tuple[float, ...]] = {PASS: _shares(state, _with(state, seat, 0))}
    if found is not None:
        options[found.action] = _shares(state, _with(state, seat, found.points))
    if isinstance(action, Build):
        earned = points(state.stack, action.stack())
        options[action] = _shares(state, _with(state, seat, earned))
    best = max(options, key=lambda one: options[one][seat])
    return _judged("last", options, seat, action, best, *_why(state, action, best))


def _judged(
    kind: str,
    options: dict[Action, tuple[float, ...]],
    seat: Seat,
    played: Action,
    best: Action,
    reason: str,
    facts: dict[str, str | int],
) -> Judgement:
    shift = tuple(a - b for a, b in zip(options[played], options[best], strict=True))
    return Judgement(
        kind=kind, best=best, best_value=options[best][seat], value=options[played][seat],
        error=ERROR, reason=reason, facts=facts, shift=shift,
    )  # fmt: skip


# Dismantling


def _removing(state: State) -> tuple[float, ...]:
    options = _removals(state)
    return max(options.values(), key=lambda shares: shares[state.active])


def _removal(state: State, seat: Seat, action: Remove) -> Judgement:
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
    exact = exact_cards(stack, open) if HAS_NUMPY else None
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
