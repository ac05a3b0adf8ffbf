"""What a page draws a seat's choices from: places to turn, what a stop does, cards to put back."""

from typing import Literal, TypeAlias

from msgspec import Struct

from quartett.core.event import Action
from quartett.games.calcory.actions import Return, Stop, Turn
from quartett.games.calcory.layout.cards import GOAL, Lying, Place
from quartett.games.calcory.view import View

Stopping: TypeAlias = Literal["first", "higher", "more_cards", "too_low"]
Outcome: TypeAlias = Literal["on", "hit", "bust"]


class StopOffer(Struct, frozen=True):
    """What a stop does now."""

    sum: int
    count: int
    why: Stopping
    """The first bid, one that beats the standing bid, or cards that are turned down again."""


class Offers(Struct, frozen=True, kw_only=True):
    turn: tuple[Place, ...] = ()
    """The cards that may be turned."""
    needed: int = 0
    """How many more cards are to be turned before a stop."""
    room: int = GOAL
    """What the next card may add at most without a bust."""
    zero: bool = False
    """Whether a zero shows, so that another would be a bust."""
    stop: StopOffer | None = None
    pass_only: bool = False
    """Whether no card is left to turn, so that the seat passes."""
    back: tuple[Lying, ...] = ()
    """The cards taken, one of which goes back."""
    to: tuple[Place, ...] = ()
    """The free places it may go to."""
    keeps: int = 0
    """How many of the cards taken the seat keeps."""


class Preview(Struct, frozen=True, kw_only=True):
    """What is certain about an action; a card that the seat cannot know stays unknown."""

    outcome: Outcome | None = None
    """What turning a card does that the seat put there itself."""
    sum: int | None = None
    """This turn's sum then."""
    stop: StopOffer | None = None
    pile: int | None = None
    """The seat's pile after a card is put back."""


def offers(view: View) -> Offers | None:
    """What the viewing seat may do; None when it may not act.

    >>> from quartett.games.calcory.position import laid_out, played
    >>> offered = offers(played(laid_out("57"), "a1 a2").view(0))
    >>> len(offered.turn), offered.room, offered.stop
    (58, 1, StopOffer(sum=12, count=2, why='first'))
    """
    if view.seat is None or view.seat not in view.to_act:
        return None
    if view.phase == "return":
        free = tuple(view.places("empty"))
        return Offers(back=view.taken, to=free, keeps=len(view.taken) - 1)
    down = tuple(view.places("down"))
    return Offers(
        turn=down,
        needed=min(max(view.must_turn - len(view.turned), 0), len(down)),
        room=GOAL - view.sum,
        zero=_zero_shows(view),
        stop=_stop(view) if view.can_stop else None,
        pass_only=not view.turned and not down,
    )


def preview(view: View, action: Action) -> Preview:
    """What is certain about an action, legal or not."""
    if isinstance(action, Turn):
        return _turning(view, action.at)
    if isinstance(action, Stop):
        return Preview(sum=view.sum, stop=_stop(view))
    if isinstance(action, Return) and view.seat is not None and view.taken:
        return Preview(pile=view.scores[view.seat] + len(view.taken) - 1)
    return Preview()


def _turning(view: View, at: Place) -> Preview:
    known = next((lying.card for lying in view.own if lying.at == at), None)
    if known is None or view.lie(at) != "down":
        return Preview()
    total = view.sum + known.digit
    second_zero = known.digit == 0 and _zero_shows(view)
    outcome: Outcome = "hit" if total == GOAL else "on"
    return Preview(outcome="bust" if total > GOAL or second_zero else outcome, sum=total)


def _stop(view: View) -> StopOffer:
    return StopOffer(view.sum, len(view.turned), _why(view))


def _why(view: View) -> Stopping:
    if view.bid is None:
        return "first"
    if not view.bid.beaten_by(view.sum, len(view.turned)):
        return "too_low"
    return "higher" if view.sum > view.bid.sum else "more_cards"


def _zero_shows(view: View) -> bool:
    return any(lying.card.digit == 0 for lying in view.turned)
