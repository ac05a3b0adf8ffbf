"""What positions of Cubus are worth: by what a build earns and what it leaves.

For two players the expert's network says how far ahead one comes until the end of the game; for
more, the next build, the expected answer and one's own next build are added to the points. A
fitted logistic makes winning chances of that. `removal_values` has the rest, while the stack is
taken apart.
"""

from functools import lru_cache
from itertools import islice
from typing import Final, TypeAlias

from quartett.core import state as core
from quartett.core.event import Action, Event, Seat
from quartett.games.cubus.actions import Build, Pass, Remove
from quartett.games.cubus.bots.duel import Weighed, lead_after, weigh, weighed_builds
from quartett.games.cubus.bots.lookahead import Prospect, after_pass, answered, draws, prospect_of
from quartett.games.cubus.bots.removal_values import before_placing, removal, removing
from quartett.games.cubus.builder.listing import ranked_shapes
from quartett.games.cubus.builder.solver import Order, best_build, best_points, solve
from quartett.games.cubus.rules import State
from quartett.games.cubus.stacks.removals import with_open
from quartett.games.cubus.stacks.stack import points
from quartett.games.cubus.view import KNOCK, PASS, WAIVE
from quartett.review.values import Chances, Judge, Judgement, chances_of

Points: TypeAlias = tuple[float, ...]

SCALES: Final = {2: (-4.6, 5.94), 3: (2.0, 1.5), 4: (2.0, 1.5)}
"""By players, the points that make a lead e times as likely to win: a constant, and what is added
per root of the cards left; fitted by `tools/training/review.py`. Never less than DECIDED."""
DECIDED: Final = 0.3
"""The scale where only the last build is left."""
ERROR: Final = 0.08
"""The standard error of what a build gives away, measured by rollouts for two; see
`docs/review.md`."""
SURE: Final = 0.005
"""Less than one game in 200 needs no reason."""
WIDTH: Final = 8
"""How many builds are weighed with three and four players, beside the one that was played."""
LAST_CARDS: Final = 6
LAST_WIDTH: Final = 20
"""With so few cards left a small build that leaves nothing may decide the game: more are weighed,
and weighing one takes less time."""


def judge(start: core.State) -> Judge:
    assert isinstance(start, State)
    return Judging(start)


class Judging(Judge):
    def __init__(self, start: State) -> None:
        self.exact = start.options.dismantling == "alone" and start.players == 2

    def chances(self, state: core.State) -> Chances:
        assert isinstance(state, State)
        if state.phase == "remove":
            return Chances(removing(state))
        return Chances(_shares(state, _expected(state)))

    def expected(self, state: core.State) -> Chances:
        assert isinstance(state, State)
        if self.exact and state.phase == "place":
            return Chances(before_placing(state))
        return super().expected(state)

    def decision(self, state: core.State, seat: Seat, action: Action) -> Judgement:
        assert isinstance(state, State)
        if isinstance(action, Remove):
            return removal(state, seat, action)
        match state.phase:
            case "knock":
                return _knock(state, seat, action)
            case "last":
                return _last(state, seat, action)
        return _build(state, seat, action)


def _shares(state: State, expected: Points) -> tuple[float, ...]:
    end, more = SCALES[state.players]
    scale = 0.0 if state.phase == "last" else end + more * cards_left(state) ** 0.5
    return chances_of(expected, max(DECIDED, scale))


def cards_left(state: State) -> int:
    """What the scale depends on: the pile, and for two the hands, as they look to the end."""
    held = sum(hand.total for hand in state.hands) if state.players == 2 else 0
    return state.pile.total + held


def _expected(state: State) -> Points:
    """The points with what the position offers: the next build, and the answer to it."""
    order = state.order
    if state.players == 2 and state.phase != "last":
        return _foreseen(state)
    if state.phase in ("last", "knock"):
        # Whoever is asked first takes a build that was overlooked.
        return _with(state, state.asked[0], best_points(order))
    builder = _builder(state)
    stack, open, earned = answered(order.stack, order.open, order.hand)
    gained = list(_with(state, builder, earned))
    replier = (state.active + 1) % state.players
    gained[replier] += sum(
        chance * best_points(Order(stack, open, state.hands[replier] + card))
        for card, chance in draws(state.pile)
    )
    return tuple(gained)


def _foreseen(state: State) -> Points:
    """The points of two with what either gains on the other until the end, if both play well."""
    if state.phase == "knock":
        if solve(state.order) is None:
            return _unbuilt(state)
        (other,) = state.asked
        return _foreseen(state.apply(Event(other, KNOCK)))
    found = _weighed(state)
    return _with(state, _builder(state), found[0].value) if found else _passed(state, 0)


@lru_cache(maxsize=16)  # of one draw all outcomes, then what was drawn
def _weighed(state: State) -> list[Weighed]:
    return weighed_builds(state.view(state.active))


def shares_after(state: State, build: Build) -> tuple[float, ...]:
    """The winning chances after a build."""
    view = state.view(state.active)
    if state.players == 2:
        return _shares(state, _with(state, _builder(state), weigh(view, build).value))
    return _shares(state, _ahead(state, prospect_of(view, build)))


def _unbuilt(state: State) -> Points:
    """The points when the turn ends and the stack stays as it lies."""
    view = state.view(state.active)
    if state.players == 2:
        lead = lead_after(view, state.stack, frozenset(state.open))
        return _with(state, _builder(state), lead)
    return _ahead(state, after_pass(view))


def _ahead(state: State, ahead: Prospect) -> Points:
    """The points with the next seat's expected answer, and what the seat itself is expected to
    build after that."""
    gained = list(_with(state, _builder(state), ahead.points))
    gained[state.active] += ahead.later
    gained[(state.active + 1) % state.players] += ahead.reply
    return tuple(gained)


def _builder(state: State) -> Seat:
    return state.active if state.knocker is None else state.knocker


def _with(state: State, seat: Seat, earned: float) -> Points:
    return tuple(
        score + earned * (other == seat) for other, score in enumerate(map(float, state.points))
    )


def _build(state: State, seat: Seat, action: Action) -> Judgement:
    """A build, a pass, or what a knocker shows."""
    options = _builds(state)
    if not options or isinstance(action, Pass):
        there = best_points(state.order)
        options[PASS] = _shares(state, _passed(state, there))
    if isinstance(action, Build) and action not in options:
        options[action] = shares_after(state, action)
    best = max(options, key=lambda one: options[one][seat])
    reason, facts = "", dict[str, str | int]()
    if options[best][seat] - options[action][seat] >= SURE:
        reason, facts = _why(state, action, best)
    kind = "show" if state.phase == "show" else "pass" if isinstance(action, Pass) else "build"
    return _judged(kind, options, seat, action, best, reason, facts)


def _builds(state: State) -> dict[Action, tuple[float, ...]]:
    """The most promising builds, and the winning chances after each."""
    if state.players == 2:
        builder = _builder(state)
        return {
            one.build: _shares(state, _with(state, builder, one.value)) for one in _weighed(state)
        }
    width = LAST_WIDTH if state.pile.total <= LAST_CARDS else WIDTH
    largest = islice(ranked_shapes(state.order), width)
    return {one.action: shares_after(state, one.action) for one in largest}


def _passed(state: State, there: int) -> Points:
    """After a pass: a build worth so much goes to those who may knock, each as likely."""
    if state.phase == "show":
        lost = state.options.false_knock
        return tuple(
            score + lost * (seat != state.knocker) for seat, score in enumerate(_unbuilt(state))
        )
    if there and state.options.knocking:
        if state.players == 2:
            return _foreseen(state.apply(Event(state.active, PASS)))
        return _for_others(state, state.active, there / (state.players - 1))
    return _unbuilt(state)


def _for_others(state: State, seat: Seat | None, each: float) -> Points:
    """The points when every seat but this one gets this many."""
    return tuple(score + each * (other != seat) for other, score in enumerate(state.points))


def _why(state: State, played: Action, best: Action) -> tuple[str, dict[str, str | int]]:
    """What speaks most for the best build: points, what it leaves to whom, or cards it saves."""
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
    facts: dict[str, str | int] = {"less": -more} if more < 0 else {}
    fewer = "_fewer" if more < 0 else ""
    if more + max(reply, later) > 0:
        return ("leaves_less" if reply >= later else "own_next") + fewer, facts
    kept = _laid(played) - _laid(best)
    return (f"saves{fewer}", {**facts, "kept": kept}) if kept > 0 else ("", {})


def _laid(build: Build) -> int:
    """The cards on the table after it."""
    return with_open(build.stack(), frozenset(build.open)).total


def _knock(state: State, seat: Seat, action: Action) -> Judgement:
    there, lost = best_points(state.order), state.options.false_knock
    if state.players == 2:
        knocked, waived = _foreseen(state.apply(Event(seat, KNOCK))), _unbuilt(state)
    else:
        knocked = _with(state, seat, there) if there else _for_others(state, seat, lost)
        waived = _with(state, seat, 0)
    options: dict[Action, tuple[float, ...]] = {
        KNOCK: _shares(state, knocked),
        WAIVE: _shares(state, waived),
    }
    best = max(options, key=lambda one: options[one][seat])
    reason = "no_build" if not there else "build_there" if best == KNOCK else ""
    return _judged("knock", options, seat, action, best, reason, {"points": there or lost})


def _last(state: State, seat: Seat, action: Action) -> Judgement:
    found = best_build(state.stack, state.open, state.pool)
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
