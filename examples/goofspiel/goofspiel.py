"""Goofspiel, a game of your own for Quartett: rules, secrets, notation, and a drawing.

Every player holds the cards 1 to N. Each round chance turns over a prize, also 1 to N, and all
bid a card at once. The highest bid takes the prize; a tie takes nothing. Cards are bid once.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Annotated, Any

from msgspec import Meta, structs

import quartett
from quartett import CHANCE, Action, Drawing, Event, IllegalAction, Rng, Seen, Words

Card = Annotated[int, Meta(ge=1, le=13)]


class Turn(Action, frozen=True):
    prize: Card

    def __str__(self) -> str:
        return f"#{self.prize}"


class Bid(Action, frozen=True):
    card: Card

    def __str__(self) -> str:
        return str(self.card)


class Options(quartett.Options, frozen=True):
    cards: Annotated[int, Meta(ge=2, le=13)] = 7


class View(quartett.View, frozen=True, kw_only=True):
    prize: Card | None
    hands: tuple[Annotated[tuple[Card, ...], Meta(max_length=13)], ...]

    def actions(self) -> Iterator[Bid]:
        if self.seat in self.to_act:
            yield from map(Bid, self.hands[self.seat])


class State(quartett.State, frozen=True):
    prizes: tuple[int, ...]
    hands: tuple[tuple[int, ...], ...]
    points: tuple[int, ...]
    prize: int | None = None
    bids: tuple[int | None, ...] = ()

    @property
    def over(self) -> bool:
        return not self.prizes and self.prize is None

    @property
    def is_chance(self) -> bool:
        return bool(self.prizes) and self.prize is None

    @property
    def to_act(self) -> frozenset[int]:
        return frozenset(seat for seat, bid in enumerate(self.bids) if bid is None)

    def check(self, actor: int | str, action: Action) -> None:
        if actor == CHANCE:
            if not (self.is_chance and isinstance(action, Turn) and action.prize in self.prizes):
                raise IllegalAction("not_chance", "this prize is not turned over now")
        elif actor not in self.to_act:
            raise IllegalAction("not_now", "you have bid, or no prize lies open")
        elif not (isinstance(action, Bid) and action.card in self.hands[int(actor)]):
            raise IllegalAction("no_such_card", f"you do not hold {action}", {"card": str(action)})

    def apply(self, event: Event) -> "State":
        self.check(event.actor, event.action)
        if isinstance(event.action, Turn):
            prize, waiting = event.action.prize, (None,) * self.players
            left = tuple(other for other in self.prizes if other != prize)
            return structs.replace(self, prizes=left, prize=prize, bids=waiting)
        bids = self._bids_with(event)
        return structs.replace(self, bids=bids) if None in bids else self._counted(bids)

    def _bids_with(self, event: Event) -> tuple[int | None, ...]:
        assert isinstance(event.action, Bid)
        seat = int(event.actor)
        return (*self.bids[:seat], event.action.card, *self.bids[seat + 1 :])

    def _counted(self, bids: tuple[int | None, ...]) -> "State":
        best = max(bid or 0 for bid in bids)
        worth = self.prize or 0 if bids.count(best) == 1 else 0
        hands = tuple(tuple(c for c in self.hands[s] if c != bid) for s, bid in enumerate(bids))
        points = tuple(self.points[s] + worth * (bid == best) for s, bid in enumerate(bids))
        return State(self.players, self.prizes, hands, points)

    def sample(self, rng: Rng) -> Turn:
        return Turn(self.prizes[rng.randrange(len(self.prizes))])

    def outcomes(self) -> Iterator[tuple[Action, Fraction]]:
        return ((Turn(prize), Fraction(1, len(self.prizes))) for prize in self.prizes)

    def view(self, seat: int | None) -> View:
        return View(**self.public(seat), prize=self.prize, hands=self.hands)

    def redact(self, event: Event, seat: int | None) -> Seen:
        """A bid is secret until the last one is made, which shows them all."""
        if event.actor == CHANCE or len(self.to_act) == 1:
            return Seen(event.actor, event.action, self._bids_with(event) if self.bids else None)
        return Seen(event.actor, event.action if seat == event.actor else None)

    def scores(self) -> tuple[int, ...]:
        return self.points


class Goofspiel(quartett.Game, Words[View], Drawing[View]):
    id, name, players = "goofspiel", "Goofspiel", range(2, 6)
    Options = Options
    player_actions, chance_actions = (Bid,), (Turn,)
    legend = "the number of a card bids it"

    def begin(self, players: int, options: Any) -> State:
        cards = tuple(range(1, options.cards + 1))
        return State(players, cards, (cards,) * players, (0,) * players)

    def parse(self, text: str) -> Action:
        note = text.strip()
        if not (note.isascii() and note.removeprefix("#").isdigit() and len(note) < 4):
            raise IllegalAction("malformed", f"a bid is the number of a card, not {note!r}")
        if note.startswith("#"):
            return self.action({"do": "turn", "prize": int(note[1:])})
        return self.action({"do": "bid", "card": int(note)})

    def resample(
        self, start: quartett.State, log: Sequence[Event], seat: int | None, rng: Rng
    ) -> list[Event]:
        """Bids of others in a round that is not over may be others: nothing else is secret."""
        twin, state = list[Event](), start
        for event in log:
            known = event.actor in (seat, CHANCE)
            other = event.action if known else state.random_action(int(event.actor), rng)
            twin.append(Event(event.actor, other))
            state = state.apply(event)
            if not state.to_act:
                twin = list(log[: len(twin)])
        return twin

    def draw(self, view: View, draft: str = "") -> str:
        hand = " ".join(map(str, view.hands[view.seat or 0]))
        return f"prize: {view.prize}   your cards: {hand}   points: {view.scores}   {draft}"
