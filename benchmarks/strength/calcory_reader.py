"""Calcory: an opponent who knows the expert's code and reads what it puts back.

A reader plays like the expert, and besides works out what the other, if it is the expert, would
do: it keeps a table of its own for all that is public, believes of the other's cards what the
other must believe, and asks the expert's own code which cards could have gone back, and with
which chances. What the other's past cards were is itself uncertain, so it asks for some of the
possibilities and weighs the answers.
"""

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice, product
from typing import ClassVar

from msgspec.structs import replace

from benchmarks.strength.players import HEADER, Pairing, Player, play_all, row, standings
from quartett.arena import Outcome
from quartett.core.event import CHANCE, Action, Actor, Event, Seen
from quartett.core.state import with_item
from quartett.games.calcory.actions import Deal, HiddenDeal, HiddenReturn, Return, Turn
from quartett.games.calcory.bots import Expert
from quartett.games.calcory.bots.beliefs import Beliefs, Knowledge
from quartett.games.calcory.bots.planning import Mixing
from quartett.games.calcory.bots.search import Plan
from quartett.games.calcory.layout.cards import STANDARD, Place
from quartett.games.calcory.rules import State, begin
from quartett.games.calcory.view import Options, View

GAMES = 2000
MOST = 8
"""How many possibilities of the other's past cards are asked about."""
SURE = 0.9
"""A digit as likely as this counts as read."""
PARTS = 6
"""Chances are counted in this many parts."""


class Expert2026(Expert):
    """The expert of November 2026, which always did what it thought best."""

    name = "expert-2026"
    mixing = Mixing(0.0, 0.0, 0.0)

    def backs(self, view: View, mind: Knowledge, until: float = math.inf) -> Sequence[int]:
        return super().backs(view, mind, until)[:1]

    def plans(self, view: View, mind: Knowledge, until: float = math.inf) -> Sequence[Plan]:
        return super().plans(view, mind, until)[:1]


class Reader(Expert):
    """Reads the expert as it is; for two players."""

    name = "reader"
    rival: ClassVar[type[Expert]] = Expert

    def __init__(self, seed: int = 0) -> None:
        super().__init__(seed)
        self.mirror = self.rival()
        self.table: State = begin(2, Options())
        """The public table; a card that was never turned is any card."""
        self.theirs = Beliefs()
        """What the other knows, but for the cards it put back itself."""
        self.secrets: dict[Place, tuple[int, ...]] = {}
        """Those: the digits each may be, more often the likelier."""
        self.read: list[tuple[Place, int]] = []
        """The cards it was sure of, in order."""

    def observe(self, seen: Seen) -> None:
        super().observe(seen)
        action = seen.action
        if isinstance(action, HiddenDeal):
            self._apply(CHANCE, Deal(STANDARD.deck))
        elif isinstance(action, HiddenReturn):
            self._hidden(seen, Place(*action.to))
        elif isinstance(action, Return):
            self._own(seen, action)
        else:
            if isinstance(action, Turn):
                self._turned(Place(*action.at), seen)
            assert action is not None
            self._apply(seen.actor, action)

    def _apply(self, actor: Actor, action: Action) -> None:
        self.table = self.table.apply(Event(actor, action))

    def _turned(self, place: Place, seen: Seen) -> None:
        self.theirs.observe(seen)
        self.secrets.pop(place, None)
        cards = with_item(self.table.cards, STANDARD.index(place), seen.shows)
        self.table = replace(self.table, cards=cards)

    def _own(self, seen: Seen, action: Return) -> None:
        """The other sees where it went, and which cards it may be."""
        shown = tuple(lying.card for lying in self.table.taken)
        self.theirs.observe(Seen(seen.actor, HiddenReturn(action.to), shown))
        self.secrets.pop(Place(*action.to), None)
        self._apply(seen.actor, action)

    def _hidden(self, seen: Seen, place: Place) -> None:
        weights = self._weigh(seen.actor)
        digits = _parts(weights)
        if len(set(digits)) == 1:
            self.read.append((place, digits[0]))
        self.beliefs.shown[place] = digits if len(set(digits)) > 1 else digits[:1]
        self.theirs.observe(seen)
        self.secrets[place] = digits
        lying = next(one for one in self.table.taken if one.card.digit == digits[0])
        self._apply(seen.actor, Return(lying.at, place))

    def _weigh(self, other: Actor) -> Counter[int]:
        """How likely each digit has just been put back."""
        assert isinstance(other, int)
        view = self.table.view(other)
        weights: Counter[int] = Counter()
        minds = list(islice(self._minds(self.theirs.knowledge(view)), MOST))
        asked: dict[tuple[int, ...], Sequence[int]] = {}
        for mind in minds:
            digits = tuple(mind.known.values())
            if digits not in asked:  # many of the possibilities are the same
                asked[digits] = self.mirror.backs(view, mind)
            backs = asked[digits]
            for digit in backs:
                weights[digit] += 1 / len(backs) / len(minds)  # type: ignore[assignment]
        return weights

    def _minds(self, mind: Knowledge) -> Iterator[Knowledge]:
        """What the other may know, for each possibility of the cards it put back."""
        places = [place for place in self.secrets if place not in mind.unknown]
        maybe = {place: digits for place, digits in mind.maybe.items() if place not in places}
        for digits in product(*(self.secrets[place] for place in places)):
            known = mind.known | dict(zip(places, digits, strict=True))
            in_order = {place: known[place] for place in sorted(known)}
            yield Knowledge(in_order, maybe, mind.unknown, mind.odds)


class Reader2026(Reader):
    """Reads the expert of November 2026."""

    name = "reader-2026"
    rival = Expert2026


def _parts(weights: Counter[int]) -> tuple[int, ...]:
    """The digits, each as often as it is likely; one alone where that is all but certain."""
    digit, most = weights.most_common(1)[0]
    if most >= SURE:
        return (digit,)
    counted = {digit: round(weight * PARTS) for digit, weight in weights.items()}
    return tuple(sorted(Counter(counted).elements()))


def player(bot: type[Expert]) -> Player:
    return Player(bot.name, __name__, bot.__name__)


def pairings(games: int = GAMES) -> list[Pairing]:
    old, new = player(Expert2026), Player("expert")
    pairs = [(player(Reader2026), old), (player(Reader), new), (new, old)]
    return [Pairing("calcory", pair, games, "reader") for pair in pairs]


def report(outcomes: Sequence[Outcome]) -> str:
    found = [standings(outcomes, *(one.name for one in pairing.players)) for pairing in pairings()]
    return (
        "A reader plays like the expert and works out from the expert's own code what it puts "
        "back; `expert-2026` always put back the card it thought best.\n\n"
        + "\n".join([HEADER, *map(row, found)])
    )


def main() -> str:
    return report(list(play_all(pairings())))
