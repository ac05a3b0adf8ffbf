"""What positions of Calcory are worth to the player whose turn it is, by all it has seen.

A turn is thought through to its ends as the expert does, with its networks for three and four
players; near the end of a game of two the solver decides. What lay face down and was never shown
counts as unknown: turning it is luck.
"""

from typing import Final

from msgspec.structs import replace

from quartett.core import state as core
from quartett.core.event import CHANCE, Action, Event, Seat
from quartett.games.calcory.actions import Deal, Return, Stop, Turn
from quartett.games.calcory.bots import endgame
from quartett.games.calcory.bots.beliefs import Beliefs, Knowledge
from quartett.games.calcory.bots.planning import back_values, position
from quartett.games.calcory.bots.search import Plan, Position, Search, less, overbid_chance
from quartett.games.calcory.bots.several import turn as several
from quartett.games.calcory.bots.several.memories import shown_first
from quartett.games.calcory.bots.sums import ways
from quartett.games.calcory.layout.cards import GOAL, Place
from quartett.games.calcory.rules import State
from quartett.games.calcory.view import PASS, STOP, View
from quartett.review.values import Chances, Judge, Judgement, with_share

Facts = dict[str, str | int]

ERRORS: Final = {2: 0.065, 3: 0.044, 4: 0.044}
"""The standard error of what a decision gives away, by players, measured by rollouts for two and
three; see `docs/review.md`."""
ENDS: Final = 2_000
"""Ends of turns that the solver may look at for a decision; the expert looks at 8,000."""
CONTENT: Final = 2
"""After this many new cards a thirteen at hand is taken. A search that looks further takes twice
as long; what a decision gave away differed by 0.009 % of a game on average, by 1.5 % at most (466
decisions)."""
NOTABLE: Final = 5
"""A risk of so many in 100 is a reason."""


def judge(start: core.State) -> Judge:
    assert isinstance(start, State)
    return Judging(start)


class Judging(Judge):
    """One game: what every seat remembers, and the search of the decision at hand."""

    def __init__(self, start: State) -> None:
        self._beliefs = [Beliefs(start.layout) for _ in range(start.players)]
        self._thought: tuple[State, Thought] | None = None
        self._outlooks: dict[tuple[Seat, int], tuple[float, ...]] = {}

    def observe(self, before: core.State, event: Event) -> None:
        for seat, mind in enumerate(self._beliefs):
            mind.observe(before.redact(event, seat))

    def chances(self, state: core.State) -> Chances:
        assert isinstance(state, State)
        best, seat = self._think(state).best, state.active
        if state.players == 2:
            return Chances((best, 1 - best) if seat == 0 else (1 - best, best))
        return Chances(with_share(self._outlook(state), seat, best))

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

    def _outlook(self, state: State) -> tuple[float, ...]:
        """What is left to the others is shared among them as when the turn began."""
        turn = (state.active, state.turns)
        if turn not in self._outlooks:
            self._outlooks = {turn: self._think(state).outlook()}
        return self._outlooks[turn]

    def _think(self, state: State) -> "Thought":
        if self._thought is None or self._thought[0] is not state:
            view = state.view(state.active)
            mind = self._beliefs[state.active].knowledge(view)
            self._thought = (state, Thought(view, mind))
        return self._thought[1]


class Thought:
    """A decision thought through."""

    def __init__(self, view: View, mind: Knowledge) -> None:
        self._several = view.players > 2
        self.view, self.mind = view, shown_first(mind) if self._several else mind
        self.at: Position = position(view, mind)
        self.plans: list[Plan] = []
        self.backs: dict[int, float] = {}
        self._solved = False
        if view.phase == "return":
            self.backs = self._backs()
            self.best = max(self.backs.values())
        elif "down" not in view.table:
            self.best = self._search().after_stopping()
        else:
            self.plans = endgame.solve(self.at, ends=ENDS)
            self._solved = bool(self.plans)
            self.plans = self.plans or self._search().plans()
            self.best = self.plans[0].value

    def _backs(self) -> dict[int, float]:
        """The chance to win after putting each of the digits back."""
        if self._several:
            return several.backs(self.view, self.mind)
        return back_values(self.view, self.mind, ends=ENDS)

    def _search(self) -> Search:
        if self._several:
            return several.search(self.view, self.mind, CONTENT)
        return Search(self.at, CONTENT)

    def outlook(self) -> tuple[float, ...]:
        """Every seat's chance to win by the network, as if the turn began now."""
        found = several.shares(self.view, self.mind)
        seat, players = self.view.active, self.view.players
        return tuple(found[(other - seat) % players] for other in range(players))

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
            return self.backs[digits[Place(*action.card)]]
        if not isinstance(action, Turn):
            planned = [p.value for p in self.plans if p.kind == "bid" and not p.digits]
            return max(planned) if planned else self._search().after_stopping()
        place = Place(*action.at)
        if place in self.mind.known:
            return self._known(self.mind.known[place])
        may_be = self.mind.maybe.get(place, ())
        kind = "maybe" if may_be else "new"
        found = [p.value for p in self.plans if p.kind == kind and p.digits == may_be]
        return max(found, default=self.best)

    def _known(self, digit: int) -> float:
        """Known cards of a plan may be turned in any order."""
        ways = ("hit", "bid", "fail", "step")
        planned = [p.value for p in self.plans if p.kind in ways and digit in p.digits]
        if planned:
            return max(planned)
        turned = (*self.at.turned, digit)
        if self._solved and sum(turned) < GOAL and turned.count(0) < 2:
            then = replace(self.at, known=less(self.at.known, (digit,)), turned=turned)
            if solved := endgame.solve(then, ends=ENDS):
                return solved[0].value
        return self._search().after_turning(digit)

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
