"""From places to digits and back: how plans are made and carried out at a table."""

import math
import random

from msgspec.structs import replace

from quartett.core.event import Action
from quartett.games.calcory.actions import Return, Turn
from quartett.games.calcory.bots import endgame
from quartett.games.calcory.bots.beliefs import Knowledge
from quartett.games.calcory.bots.leaves import Leaves
from quartett.games.calcory.bots.search import Plan, Position, plans
from quartett.games.calcory.layout.cards import Place
from quartett.games.calcory.view import STOP, View


def position(view: View, mind: Knowledge) -> Position:
    """What the player knows, in digits; unseen cards are as many as places to turn them at."""
    assert view.seat is not None
    others = [score for seat, score in enumerate(view.scores) if seat != view.seat]
    bound = view.options.max_turns
    return Position(
        tuple(mind.counts),
        tuple(mind.maybe.values()),
        tuple(mind.odds) if mind.unknown else (0,) * 10,
        tuple(lying.card.digit for lying in view.turned),
        tuple(lying.card.digit for lying in view.bid.cards) if view.bid else None,
        view.must_turn,
        view.scores[view.seat] - max(others),
        view.players,
        any(others),
        None if bound is None else bound - view.turns,
    )


def decide(position: Position, until: float = math.inf) -> Plan:
    """The best plan: by solving where that is possible, else by thinking the turn through."""
    return (endgame.solve(position, until) or plans(position))[0]


def carried_out(plan: Plan, mind: Knowledge, rng: random.Random) -> Action:
    """The next action of a plan."""
    if plan.kind == "new":
        return Turn(mind.unknown[rng.randrange(len(mind.unknown))])
    if plan.kind == "maybe":
        return Turn(next(place for place, d in mind.maybe.items() if d == plan.digits))
    return Turn(mind.at(plan.digits[0])) if plan.digits else STOP


def put_back(view: View, mind: Knowledge, solving: bool, until: float = math.inf) -> Action:
    """The card that leaves the others least, on the free place with most cards around it.

    One who forgets nothing does not mind the place; for people neighbours blur a memory.
    """
    digit = digit_back(_after_taking(view, mind), _digits(view), solving, until)
    card = next(lying for lying in view.taken if lying.card.digit == digit)
    return Return(card.at, max(view.places("empty"), key=lambda place: _crowd(view, place)))


def back_values(view: View, mind: Knowledge) -> dict[int, float]:
    """The chance to win after putting each of the digits back."""
    after, digits = _after_taking(view, mind), _digits(view)
    return endgame.backs(after, digits) or _backs(after, digits)


def digit_back(
    after: Position, cards: tuple[int, ...], solving: bool, until: float = math.inf
) -> int:
    """Which of the cards taken to put back; `after` is the table without it, the lead with it."""
    values = (endgame.backs(after, cards, until) if solving else {}) or _backs(after, cards)
    return max(values, key=lambda digit: (values[digit], -digit))


def _after_taking(view: View, mind: Knowledge) -> Position:
    here = position(view, mind)
    return replace(here, turned=(), bid=None, must=1, lead=here.lead + len(view.taken) - 1)


def _digits(view: View) -> tuple[int, ...]:
    return tuple(lying.card.digit for lying in view.taken)


def _backs(after: Position, cards: tuple[int, ...]) -> dict[int, float]:
    leaves = Leaves(after.lead, after.face_down)
    digits = sorted(set(cards))
    for digit in digits:
        known = list(after.known)
        known[digit] += 1
        leaves.other_moves(known, after.unseen, 0)
    return dict(zip(digits, leaves.values(), strict=True))


def _crowd(view: View, place: Place) -> int:
    row, col = place
    around = [(row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)]
    inside = [Place(r, c) for r, c in around if 0 <= r < view.rows and 0 <= c < view.columns]
    return sum(view.lie(near) == "down" for near in inside)
