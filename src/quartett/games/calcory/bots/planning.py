"""From places to digits and back: how plans are made and carried out at a table."""

import math
import random
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from quartett.core.event import Action
from quartett.games.calcory.actions import Return, Turn
from quartett.games.calcory.bots import endgame
from quartett.games.calcory.bots.beliefs import Knowledge
from quartett.games.calcory.bots.leaves import Leaves
from quartett.games.calcory.bots.search import Digits, Plan, Position, plans
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


SAME: Final = 1e-9
"""Values as close as this differ by rounding only."""


class Mixing(Struct, frozen=True):
    """How far below the best an option may be and still be drawn, in chances to win.

    Whoever knows the code and sees what is public can work out every choice that is not drawn,
    and so what was put back face down. Where the end is solved no secret is relied upon: the
    solver's values hold against a player who is shown all returns.
    """

    backs: float
    """For the card to put back while the end is out of the solver's reach."""
    choices: float
    """For the next plan."""
    solved: float = SAME
    """For either once the end is solved."""


def decide(position: Position, until: float = math.inf) -> Plan:
    """The best plan: by solving where that is possible, else by thinking the turn through."""
    return (endgame.solve(position, until) or plans(position))[0]


def near_best(position: Position, mixing: Mixing, until: float = math.inf) -> list[Plan]:
    """All plans good enough to be drawn, best first."""
    solved = endgame.solve(position, until)
    return drawn_from(*((solved, mixing.solved) if solved else (plans(position), mixing.choices)))


def drawn_from(found: list[Plan], margin: float) -> list[Plan]:
    """The plans that are at most this much worse than the best, which is the first."""
    return [plan for plan in found if plan.value >= found[0].value - margin]


def carried_out(plan: Plan, mind: Knowledge, rng: random.Random) -> Action:
    """The next action of a plan."""
    if plan.kind == "new":
        return Turn(mind.unknown[rng.randrange(len(mind.unknown))])
    if plan.kind == "maybe":
        return Turn(next(place for place, d in mind.maybe.items() if d == plan.digits))
    return Turn(mind.at(plan.digits[0])) if plan.digits else STOP


def put_back(view: View, mind: Knowledge, solving: bool, until: float = math.inf) -> Action:
    """The card that leaves the others least."""
    return put_down(view, digit_back(after_taking(view, mind), digits_taken(view), solving, until))


def back_values(view: View, mind: Knowledge, ends: int | None = None) -> dict[int, float]:
    """The chance to win after putting each of the digits back."""
    after, digits = after_taking(view, mind), digits_taken(view)
    return endgame.backs(after, digits, ends=ends) or _backs(after, digits)


def digit_back(
    after: Position, cards: tuple[int, ...], solving: bool, until: float = math.inf
) -> int:
    """Which of the cards taken to put back; `after` is the table without it, the lead with it."""
    values = (endgame.backs(after, cards, until) if solving else {}) or _backs(after, cards)
    return max(values, key=lambda digit: (values[digit], -digit))


def backs_near_best(
    view: View, mind: Knowledge, mixing: Mixing, until: float = math.inf
) -> tuple[int, ...]:
    """The digits of the cards good enough to be put back, one for each card."""
    after, cards = after_taking(view, mind), digits_taken(view)
    values, margin = endgame.backs(after, cards, until), mixing.solved
    if not values:
        values, margin = _backs(after, cards), mixing.backs
    return cards_from(cards, values, margin)


def cards_from(cards: Digits, values: dict[int, float], margin: float) -> Digits:
    """The cards that are at most this much worse to put back than the best."""
    least = max(values.values()) - margin
    return tuple(digit for digit in sorted(cards) if values[digit] >= least)


def put_down(view: View, digit: int) -> Action:
    """One of the cards taken, on the free place with most cards around it.

    One who forgets nothing does not mind the place; for people neighbours blur a memory. The
    place depends on nothing but what all see, so it says nothing about the card.
    """
    card = next(lying for lying in view.taken if lying.card.digit == digit)
    return Return(card.at, max(view.places("empty"), key=lambda place: _crowd(view, place)))


def after_taking(view: View, mind: Knowledge) -> Position:
    here = position(view, mind)
    return replace(here, turned=(), bid=None, must=1, lead=here.lead + len(view.taken) - 1)


def digits_taken(view: View) -> tuple[int, ...]:
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
