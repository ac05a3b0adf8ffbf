"""Players who remember like people: they look for thirteen in what they know, or try their luck."""

import random
from typing import ClassVar

from quartett.bots import Bot
from quartett.core.event import Action, Seen
from quartett.core.state import View as AnyView
from quartett.games.calcory.actions import Return, Turn
from quartett.games.calcory.bots.beliefs import Knowledge
from quartett.games.calcory.bots.memory import Habits, Memory
from quartett.games.calcory.bots.planning import carried_out, position, put_back
from quartett.games.calcory.bots.search import Plan, plans
from quartett.games.calcory.bots.sums import ways
from quartett.games.calcory.layout.cards import GOAL, Lying, Place
from quartett.games.calcory.view import PASS, STOP, View


class CasualBot(Bot):
    """Completes to thirteen when it sees how, and stops when it has enough or loses its nerve."""

    habits: Habits
    enough: int
    """Stops with this sum or more."""
    nerve: float
    """Stops, with something to show, when the next card is more likely than this to bust."""
    reach: int
    """How many known cards it can add up in its head."""

    def __init__(self, seed: int = 0) -> None:
        super().__init__(seed)
        self.memory = Memory(self.habits, self.rng)

    def observe(self, seen: Seen) -> None:
        self.memory.observe(seen)

    def choose(self, view: AnyView, deadline: float) -> Action:
        assert isinstance(view, View)
        if view.phase == "return":
            return Return(self.put_back(view).at, _free_place(view, self.rng))
        if "down" not in view.table:
            return STOP if view.turned else PASS
        mind = self.memory.knowledge(view)
        if (place := completion(view, mind, self.reach)) is not None:
            return Turn(place)
        if view.can_stop and self.is_content(view, mind):
            return STOP
        return Turn(blind(mind, self.rng)) if mind.unknown else best_bid(view, mind)

    def is_content(self, view: View, mind: Knowledge) -> bool:
        """With a bid on the table only what beats it is worth a stop."""
        if view.bid is not None and not view.bid.beaten_by(view.sum, len(view.turned)):
            return False
        return view.sum >= self.enough or bust_chance(view, mind) > self.nerve

    def put_back(self, view: View) -> Lying:
        return max(view.taken, key=lambda lying: lying.card.digit)


class Hasty(CasualBot):
    """Adds one known card at most, and gives no thought to the card it puts back."""

    reach = 1

    def put_back(self, view: View) -> Lying:
        return view.taken[self.rng.randrange(len(view.taken))]


class Beginner(Hasty):
    name = "Pip"
    character = "Sees a card, laughs, forgets it, and always wants to turn just one more."
    habits = Habits(half_life=0.7, interference=0.3, confusion=0.5, counts=False)
    enough = 13
    nerve = 0.95


class Easy(Hasty):
    name = "Doro"
    character = "Remembers the last two or three cards, and turns one too many."
    habits = Habits(half_life=1.9, interference=0.3, confusion=0.5, counts=False)
    enough = 12
    nerve = 0.8


class Medium(Hasty):
    name = "Fabian"
    character = "Remembers the last few cards, and stops when it gets dangerous."
    habits = Habits(half_life=4.5, interference=0.3, confusion=0.5, counts=False)
    enough = 11
    nerve = 0.75


class Advanced(CasualBot):
    name = "Selma"
    character = "Remembers what was turned last, adds up two cards, and knows when to stop."
    habits = Habits(half_life=6.9, interference=0.2, confusion=0.4, counts=False)
    enough = 10
    nerve = 0.6
    reach = 2


class Hard(Bot):
    """It counts, and thinks its own turn through."""

    name = "Rechenmeister"
    character = "Counts what is out and thinks every turn through, but old cards slip his mind."
    habits: ClassVar[Habits] = Habits(
        half_life=33.2, interference=0.091, confusion=0.3, counts=True
    )

    def __init__(self, seed: int = 0) -> None:
        super().__init__(seed)
        self.memory = Memory(self.habits, self.rng)

    def observe(self, seen: Seen) -> None:
        self.memory.observe(seen)

    def choose(self, view: AnyView, deadline: float) -> Action:
        assert isinstance(view, View)
        mind = self.memory.knowledge(view)
        if view.phase == "return":
            return put_back(view, mind, solving=False)
        if "down" not in view.table:
            return STOP if view.turned else PASS
        plan: Plan = plans(position(view, mind))[0]
        return carried_out(plan, mind, self.rng)


def completion(view: View, mind: Knowledge, reach: int = GOAL + 1) -> Place | None:
    """The next card of the longest way to thirteen through known cards."""
    zero = all(lying.card.digit for lying in view.turned)
    for way in ways(tuple(mind.counts), GOAL - view.sum, zero):
        if 0 < len(way) <= reach:
            return mind.at(way[0])
    return None


def best_bid(view: View, mind: Knowledge) -> Action:
    """Nothing new is left to turn: the highest sum below thirteen, from most cards."""
    zero = all(lying.card.digit for lying in view.turned)
    for more in range(GOAL - 1 - view.sum, -1, -1):
        for way in ways(tuple(mind.counts), more, zero):
            if way and len(view.turned) + len(way) >= view.must_turn:
                return Turn(mind.at(way[0]))
    return STOP if view.can_stop else Turn(blind(mind, None))


def blind(mind: Knowledge, rng: random.Random | None) -> Place:
    """A card one does not know; if all are known, the smallest, which does least harm."""
    places = mind.unknown or list(mind.maybe)
    if places and rng is not None:
        return places[rng.randrange(len(places))]
    return min(mind.known, key=lambda place: mind.known[place])


def bust_chance(view: View, mind: Knowledge) -> float:
    """How likely the next unknown card passes thirteen or is a second zero, as one sees it."""
    zero = any(lying.card.digit == 0 for lying in view.turned)
    bad = sum(mind.odds[max(0, GOAL + 1 - view.sum) :]) + (mind.odds[0] if zero else 0)
    return bad / max(sum(mind.odds), 1)


def _free_place(view: View, rng: random.Random) -> Place:
    free = list(view.places("empty"))
    return free[rng.randrange(len(free))]
