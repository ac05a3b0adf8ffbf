"""How a game of Calcory behaves in time: cards that nobody takes stay open for a moment."""

from typing import Final

from quartett.core import state as core
from quartett.core.event import Action, Event
from quartett.games.calcory.rules import State
from quartett.games.calcory.view import View

lists_slowly: Final = False


def silence(view: View) -> Action | None:  # noqa: ARG001 (nobody may object to anything)
    return None


def timeout(view: View) -> Action | None:  # noqa: ARG001 (the rules know no clock)
    return None


def lingers(before: core.State, event: Event) -> float:
    """Cards that turn back without being taken stay open, so that all can learn them."""
    after = before.apply(event)
    assert isinstance(before, State) and isinstance(after, State)
    ended = isinstance(event.actor, int) and after.turns > before.turns
    bids = after.bid is not None and after.bid.seat == event.actor
    taken = after.scores() != before.scores() or after.phase == "return"
    return before.options.open_seconds if ended and not bids and not taken else 0.0
