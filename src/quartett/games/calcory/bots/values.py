"""What positions of Calcory are worth to the player whose turn it is, by all it has seen.

A turn is thought through to its ends as the expert does; near the end of a game of two the
solver decides. What lay face down and was never shown counts as unknown: turning it is luck.
"""

import math
from typing import Final

from quartett.core import state as core
from quartett.core.event import CHANCE, Action, Event, Seat
from quartett.games.calcory.actions import Deal, Return, Stop, Turn
from quartett.games.calcory.bots import endgame
from quartett.games.calcory.bots.beliefs import Beliefs, Knowledge
from quartett.games.calcory.bots.planning import back_values, position
from quartett.games.calcory.bots.search import (
    Plan,
    Position,
    after_stopping,
    after_turning,
    overbid_chance,
    plans,
)
from quartett.games.calcory.bots.sums import ways
from quartett.games.calcory.layout.cards import GOAL, Place
from quartett.games.calcory.rules import State
from quartett.games.calcory.view import PASS, STOP, View
from quartett.review.values import Chances, Judge, Judgement, chances_of, with_share

Facts = dict[str, str | int]

SHIFTS: Final = {2: 0.0, 3: -0.56, 4: -0.71}
"""What is added to the search's log odds, by players: with several others it looks at the best of
them only. Fitted by `tools/fit_review.py`; for two the search is right as it is."""
ERRORS: Final = {2: 0.03, 3: 0.03, 4: 0.03}
"""The standard error of what a decision gives away, by players; estimated, see `docs/review.md`."""
ENDS: Final = 2_000
"""Ends of turns that the solver may look at for a decision; the expert looks at 8,000."""
NOTABLE: Final = 5
"""A risk of so many in 100 is a reason."""
PILES: Final = 1.7
"""Cards that make a lead of one opponent over another e times as likely to win."""


def judge(start: core.State) -> Judge:
    assert isinstance(start, State)
    return Judging(start)


class Judging(Judge):
    """One game: what every seat remembers, and the search of the decision at hand."""

    def __init__(self, start: State) -> None:
        self._beliefs = [Beliefs(start.layout) for _ in range(start.players)]
        self._thought: tuple[State, Thought] | None = None

    def observe(self, before: core.State, event: Event) -> None:
        for seat, mind in enumerate(self._beliefs):
            mind.observe(before.redact(event, seat))

    def chances(self, state: core.State) -> Chances:
        assert isinstance(state, State)
        found = self._think(state)
        shares = chances_of([float(pile) for pile in state.piles], PILES)
        return Chances(with_share(shares, state.active, found.best))

    def expected(self, state: core.State) -> Chances:
        """Before the cards are dealt nobody knows more than after it."""
        assert isinstance(state, State)
        if state.phase == "deal":
            return self.chances(state.apply(Event(CHANCE, Deal(state.layout.deck))))
        return super().expected(state)

    def decision(self, state: core.State, seat: Seat, action: Action) -> Judgement:
        assert isinstance(state, State)
        found = self._think(state)
        value, best = found.value(action), found.action
        reason, facts = found.reason(action) if value < found.best else ("", {})
        return Judgement(
            kind=_kind(state, action, best), best=best, best_value=found.best, value=value,
            error=ERRORS[state.players], reason=reason, facts=facts,
            reveals="card" if found.is_unknown(action) else "",
        )  # fmt: skip

    def _think(self, state: State) -> "Thought":
        if self._thought is None or self._thought[0] is not state:
            view = state.view(state.active)
            mind = self._beliefs[state.active].knowledge(view)
            self._thought = (state, Thought(view, mind))
        return self._thought[1]


class Thought:
    """A decision thought through."""

    def __init__(self, view: View, mind: Knowledge) -> None:
        self.view, self.mind = view, mind
        self.at: Position = position(view, mind)
        self.plans: list[Plan] = []
        self.backs: dict[int, float] = {}
        if view.phase == "return":
            self.backs = back_values(view, mind, ends=ENDS)
            self._best = max(self.backs.values())
        elif "down" not in view.table:
            self._best = after_stopping(self.at)
        else:
            self.plans = endgame.solve(self.at, ends=ENDS) or plans(self.at)
            self._best = self.plans[0].value

    @property
    def best(self) -> float:
        """The chance to win with the best action."""
        return self._fitted(self._best)

    @property
    def action(self) -> Action:
        """The best action."""
        if self.backs:
            digit = max(self.backs, key=lambda digit: self.backs[digit])
            card = next(lying for lying in self.view.taken if lying.card.digit == digit)
            return Return(card.at, next(self.view.places("empty")))
        if not self.plans:
            return STOP if self.view.turned else PASS
        plan = self.plans[0]
        if plan.kind == "new":
            return Turn(self.mind.unknown[0])
        if plan.kind == "maybe":
            return Turn(next(at for at, digits in self.mind.maybe.items() if digits == plan.digits))
        return Turn(self.mind.at(plan.digits[0])) if plan.digits else STOP

    def value(self, action: Action) -> float:
        """The chance to win with this action."""
        if isinstance(action, Return):
            digits = {lying.at: lying.card.digit for lying in self.view.taken}
            return self._fitted(self.backs[digits[Place(*action.card)]])
        if not isinstance(action, Turn):
            planned = [p.value for p in self.plans if p.kind == "bid" and not p.digits]
            return self._fitted(max(planned, default=after_stopping(self.at)))
        place = Place(*action.at)
        if place in self.mind.known:
            return self._fitted(self._known(self.mind.known[place]))
        may_be = self.mind.maybe.get(place, ())
        kind = "maybe" if may_be else "new"
        found = [p.value for p in self.plans if p.kind == kind and p.digits == may_be]
        return self._fitted(max(found, default=self._best))

    def _known(self, digit: int) -> float:
        """Known cards of a plan may be turned in any order."""
        ways = ("hit", "bid", "fail", "step")
        planned = [p.value for p in self.plans if p.kind in ways and digit in p.digits]
        return max(planned) if planned else after_turning(self.at, digit)

    def _fitted(self, chance: float) -> float:
        if not 0 < chance < 1:
            return chance
        odds = math.log(chance / (1 - chance))
        return 1 / (1 + math.exp(-SHIFTS[self.view.players] - odds))

    def is_unknown(self, action: Action) -> bool:
        """Whether it turns a card that the player could not know."""
        return isinstance(action, Turn) and Place(*action.at) not in self.mind.known

    def reason(self, played: Action) -> tuple[str, Facts]:
        """Why another action is better, where that can be said in a few words."""
        if isinstance(played, Return):
            return self._why_return(played)
        if isinstance(played, Turn) and (wrong := self._why_not_turn(played))[0]:
            return wrong
        plan = self.plans[0] if self.plans else None
        if plan is not None and plan.kind == "hit":
            return "thirteen", _cards(plan.digits)
        if isinstance(played, Stop):
            return self._why_not_stop()
        return ("", {}) if plan is None else self._why_turn(plan)

    def _why_not_turn(self, played: Turn) -> tuple[str, Facts]:
        digit = self.mind.known.get(Place(*played.at))
        if digit is not None and sum(self.at.turned) + digit > GOAL:
            return "too_much", {"digit": digit}
        bust = round(100 * self._bust(played)) if isinstance(self.action, Stop) else 0
        return ("bust", {"percent": bust}) if bust else ("", {})

    def _why_turn(self, plan: Plan) -> tuple[str, Facts]:
        if plan.kind == "bid" and plan.digits:
            total = sum(self.at.turned) + sum(plan.digits)
            return "known_bid", {"total": total, **_cards(plan.digits)}
        if plan.kind == "fail":
            return "shows_nothing", {}
        hits = round(100 * self._thirteen()) if plan.kind == "new" else 0
        return ("new", {"percent": hits}) if hits else ("", {})

    def _why_not_stop(self) -> tuple[str, Facts]:
        if not self.at.beats_bid:
            return "no_bid", {}
        over = overbid_chance(self.at)
        if over == 1:
            return "sure_overbid", {}
        percent = min(99, round(100 * over))
        return ("overbid", {"percent": percent}) if percent >= NOTABLE else ("", {})

    def _why_return(self, played: Return) -> tuple[str, Facts]:
        """Whether the card put back makes thirteen with known ones, and the best one does not."""
        digits = {lying.at: lying.card.digit for lying in self.view.taken}
        wrong = digits[Place(*played.card)]
        best = max(self.backs, key=lambda digit: self.backs[digit])

        def gives(digit: int) -> bool:
            known = list(self.at.known)
            known[digit] += 1
            return bool(ways(tuple(known), GOAL, True))

        return ("gives_thirteen", {"digit": wrong}) if gives(wrong) > gives(best) else ("", {})

    def _thirteen(self) -> float:
        """The chance that a new card makes thirteen, with known ones if need be."""
        total, zero = sum(self.at.turned), 0 not in self.at.turned
        hits = sum(
            number
            for digit, number in enumerate(self.at.unseen)
            if total + digit <= GOAL
            and (digit or zero)
            and ways(self.at.known, GOAL - total - digit, False)
        )
        return hits / max(1, sum(self.at.unseen))

    def _bust(self, turn: Turn) -> float:
        place, total = Place(*turn.at), sum(self.at.turned)
        digits: tuple[int, ...] = self.mind.maybe.get(place, ())
        if place in self.mind.known:
            digits = (self.mind.known[place],)
        odds = [digits.count(d) for d in range(10)] if digits else self.mind.odds
        zero = 0 in self.at.turned
        busts = sum(n for d, n in enumerate(odds) if total + d > GOAL or (d == 0 and zero))
        return busts / max(1, sum(odds))


def _cards(digits: tuple[int, ...]) -> Facts:
    return {"n": len(digits), "cards": " + ".join(map(str, digits))}


def _kind(state: State, played: Action, best: Action) -> str:
    """Whether to stop is one question, which card to turn or to put back another."""
    if state.phase == "return":
        return "return"
    return "stop" if isinstance(played, Stop) or isinstance(best, Stop) else "turn"
