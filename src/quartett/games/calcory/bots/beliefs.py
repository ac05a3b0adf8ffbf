"""Exact memory: everything a seat was shown, place by place, and what it follows from it."""

from msgspec import Struct

from quartett.core.event import Seat, Seen
from quartett.games.calcory.actions import HiddenDeal, HiddenReturn, Return, Turn
from quartett.games.calcory.layout.cards import STANDARD, Layout, Place
from quartett.games.calcory.view import View


class Knowledge(Struct):
    """What a player believes about the face-down cards when it has to decide."""

    known: dict[Place, int]
    """Digits by place."""
    maybe: dict[Place, tuple[int, ...]]
    """Places where others put a card back: it is one of these digits."""
    unknown: list[Place]
    odds: list[int]
    """How many cards of each digit may lie at the unknown places."""
    holders: dict[Place, Seat] = {}
    """Who put a card back that nobody has turned since: the others know only its set."""

    @property
    def counts(self) -> list[int]:
        """How many known cards there are of each digit."""
        counts = [0] * 10
        for digit in self.known.values():
            counts[digit] += 1
        return counts

    def at(self, digit: int) -> Place:
        """A place where this digit is known to lie."""
        return next(place for place, here in self.known.items() if here == digit)


class Beliefs:
    """Forgets nothing and adds nothing: it holds exactly what the events have shown."""

    def __init__(self, layout: Layout = STANDARD) -> None:
        self.layout = layout
        self.shown: dict[Place, tuple[int, ...]] = {}
        """The digits that may lie at a place: one where the card was seen or put back by this
        seat, several where another seat put a card back."""
        self.unseen = [0] * 10
        """How many cards of each digit were never turned."""
        self.holders: dict[Place, Seat] = {}
        """Who put a card back that nobody has turned since."""
        self._deal()

    def observe(self, seen: Seen) -> None:
        action = seen.action
        if isinstance(action, Turn):
            self._turned(Place(*action.at), seen.shows[1])
        elif isinstance(action, Return | HiddenReturn):
            digits = sorted(digit for _, digit in seen.shows)
            place = Place(*action.to)
            equal = digits[0] == digits[-1]
            self.shown[place] = (digits[0],) if equal else tuple(digits)
            if isinstance(seen.actor, int) and (isinstance(action, Return) or not equal):
                self.holders[place] = seen.actor
        elif isinstance(action, HiddenDeal):
            self._deal()

    def knowledge(self, view: View) -> Knowledge:
        known: dict[Place, int] = {}
        maybe: dict[Place, tuple[int, ...]] = {}
        unknown: list[Place] = []
        for place in view.places("down"):
            digits = self.shown.get(place)
            if digits is None:
                unknown.append(place)
            elif len(digits) == 1:
                known[place] = digits[0]
            else:
                maybe[place] = digits
        return Knowledge(known, maybe, unknown, list(self.unseen), dict(self.holders))

    def _deal(self) -> None:
        self.shown = {}
        self.holders = {}
        self.unseen = [0] * 10
        for card in self.layout.deck:
            self.unseen[card.digit] += 1

    def _turned(self, place: Place, digit: int) -> None:
        if place not in self.shown:
            self.unseen[digit] -= 1
        self.shown[place] = (digit,)
        self.holders.pop(place, None)
