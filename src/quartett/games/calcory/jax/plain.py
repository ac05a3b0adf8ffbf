"""A view of Calcory as a row of numbers, in NumPy: the twin of the compiled observation.

It needs no JAX, so that a trained player can sit at any table.
"""

from collections.abc import Callable, Iterable
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from quartett.core.event import Seen
from quartett.envs.jax.layout import Layout
from quartett.games.calcory.actions import HiddenReturn, Return, Turn
from quartett.games.calcory.jax.numbers import ACTIONS, number
from quartett.games.calcory.layout.cards import STANDARD, Card, Lying, Place
from quartett.games.calcory.view import View

Row: TypeAlias = NDArray[np.int8]
PHASES = ("turn", "card", "place", "over")


def layout(players: int) -> Layout:
    """The fields of an observation. Seats stand in turn order, the observer first."""
    table = (STANDARD.rows, STANDARD.columns)
    return {
        "down": table,
        "turned": table,
        "bid": table,
        "taken": table,
        "own": table,
        "back": table,
        "digits": table,
        "colours": table,
        "memory": table,
        "piles": (players,),
        "phase": (len(PHASES),),
        "active": (players,),
        "bidder": (players,),
        "sums": (2,),
        "counts": (2,),
        "turns_left": (1,),
    }


class Memory:
    """All that a seat was shown and that still lies where it was, as a perfect memory keeps it."""

    def __init__(self) -> None:
        self.cards: dict[Place, Card] = {}

    def observe(self, seen: Seen) -> None:
        """Events as the seat may see them."""
        action = seen.action
        if isinstance(action, Turn):
            self.cards[action.at] = seen.shows
        elif isinstance(action, Return):
            self.cards[action.to] = seen.shows[0]
        elif isinstance(action, HiddenReturn):
            self.cards.pop(action.to, None)

    def lying(self, view: View) -> list[Lying]:
        """What is remembered of the cards that still lie there."""
        return [Lying(at, card) for at, card in self.cards.items() if view.lie(at) != "empty"]


def observation(view: View, memory: Memory, back: Place | None = None) -> Row:
    """What the viewing seat may know; `back` is the card it has chosen to put back, if it has."""
    assert view.seat is not None
    seats = [(view.seat + place) % view.players for place in range(view.players)]
    bid = view.bid.cards if view.bid else ()
    visible = (*view.turned, *bid, *view.taken, *view.own)
    most = view.options.max_turns
    left = 127 if most is None else min(most - view.turns, 127)
    fields = [
        [lie == "down" for lie in view.table],
        *(_plane(there, lambda _: 1) for there in (view.turned, bid, view.taken, view.own)),
        _plane([one for one in view.taken if one.at == back], lambda _: 1),
        _plane(visible, _digit),
        _plane(visible, lambda card: card.colour + 1),
        _plane((*memory.lying(view), *view.taken), _digit),
        [view.scores[seat] for seat in seats],
        [phase == _phase(view, back) for phase in PHASES],
        [seat == view.active for seat in seats],
        [view.bid is not None and seat == view.bid.seat for seat in seats],
        [view.sum, view.bid.sum if view.bid else 0],
        [len(view.turned), len(bid)],
        [left],
    ]
    return np.concatenate([np.array(field, np.int8) for field in fields])


def legal(view: View, back: Place | None = None) -> NDArray[np.bool_]:
    """What the viewing seat may do, as a mask over all actions."""
    steps = [number(action) for action in view.actions()]
    if back is not None:
        steps = [step[1:] for step in steps if step[0] == STANDARD.index(back)]
    mask = np.zeros(ACTIONS, np.bool_)
    mask[[step[0] for step in steps]] = True
    return mask


def _phase(view: View, back: Place | None) -> str:
    if view.phase == "return":
        return "card" if back is None else "place"
    return view.phase


def _digit(card: Card) -> int:
    return card.digit + 1


def _plane(there: Iterable[Lying], value: Callable[[Card], int]) -> Row:
    """A number at each of these places, 0 elsewhere."""
    plane = np.zeros(STANDARD.size, np.int8)
    for lying in there:
        plane[STANDARD.index(lying.at)] = value(lying.card)
    return plane
