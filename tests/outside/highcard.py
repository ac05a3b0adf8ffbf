"""High Card: each player is dealt a hidden card, all keep or fold at once, the best kept card wins.

Three rounds. A kept card that is the highest of those kept scores 3; any other kept card
loses 1; folding costs nothing. Written as an outsider would: it knows only `quartett`.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import permutations
from typing import Annotated

from msgspec import Meta
from rich.text import Text

from quartett import (
    CHANCE,
    Action,
    Drawing,
    Event,
    Game,
    IllegalAction,
    Options,
    Rng,
    Seen,
    State,
    View,
    Words,
)

CARDS = range(1, 7)
ROUNDS = 3


class Deal(Action, frozen=True):
    """A card for every seat."""

    cards: tuple[int, ...]

    def __post_init__(self) -> None:
        if not self.cards or len(set(self.cards)) < len(self.cards) or set(self.cards) - set(CARDS):
            raise IllegalAction("malformed", "a deal is of different cards from 1 to 6")

    def __str__(self) -> str:
        return "#" + "".join(map(str, self.cards))


class Dealt(Action, frozen=True, tag="deal"):
    """A deal as a seat sees it."""


class Keep(Action, frozen=True):
    def __str__(self) -> str:
        return "k"


class Fold(Action, frozen=True):
    def __str__(self) -> str:
        return "f"


class HighCardView(View, frozen=True, kw_only=True):
    card: int | None
    answered: Annotated[tuple[int, ...], Meta(max_length=4)]

    def actions(self) -> Iterator[Action]:
        if self.seat in self.to_act:
            yield from (Keep(), Fold())


class HighCardState(State, frozen=True):
    points: tuple[int, ...]
    cards: tuple[int, ...] = ()
    answers: tuple[bool | None, ...] = ()
    round: int = 0

    @property
    def over(self) -> bool:
        return self.round == ROUNDS

    @property
    def is_chance(self) -> bool:
        return not self.over and not self.cards

    @property
    def to_act(self) -> frozenset[int]:
        return frozenset(seat for seat, kept in enumerate(self.answers) if kept is None)

    def check(self, actor: int | str, action: Action) -> None:
        if actor == CHANCE:
            if not self.is_chance or type(action) is not Deal:
                raise IllegalAction("not_chance", "no card is dealt now")
            if len(action.cards) != self.players:
                raise IllegalAction("bad_deal", "every player gets one card")
        elif actor not in self.to_act:
            raise IllegalAction("not_now", "you are not asked now")
        elif type(action) not in (Keep, Fold):
            raise IllegalAction("malformed", "keep or fold")

    def apply(self, event: Event) -> "HighCardState":
        self.check(event.actor, event.action)
        if isinstance(event.action, Deal):
            waiting = (None,) * self.players
            return HighCardState(self.players, self.points, event.action.cards, waiting, self.round)
        answers = list(self.answers)
        answers[int(event.actor)] = type(event.action) is Keep
        if None in answers:
            return HighCardState(self.players, self.points, self.cards, tuple(answers), self.round)
        return HighCardState(self.players, self._counted(answers), round=self.round + 1)

    def _counted(self, answers: list[bool | None]) -> tuple[int, ...]:
        kept = [card for card, keeps in zip(self.cards, answers, strict=True) if keeps]
        return tuple(
            points + (3 if card == max(kept) else -1) if keeps else points
            for points, card, keeps in zip(self.points, self.cards, answers, strict=True)
        )

    def sample(self, rng: Rng) -> Action:
        left = list(CARDS)
        return Deal(tuple(left.pop(rng.randrange(len(left))) for _ in range(self.players)))

    def outcomes(self) -> Iterator[tuple[Action, Fraction]]:
        deals = list(permutations(CARDS, self.players))
        return ((Deal(deal), Fraction(1, len(deals))) for deal in deals)

    def view(self, seat: int | None) -> HighCardView:
        return HighCardView(
            **self.public(seat),
            card=self.cards[seat] if self.cards and seat is not None else None,
            answered=tuple(who for who, kept in enumerate(self.answers) if kept is not None),
        )

    def redact(self, event: Event, seat: int | None) -> Seen:
        if isinstance(event.action, Deal):
            return Seen(CHANCE, Dealt(), None if seat is None else event.action.cards[seat])
        if len(self.to_act) > 1:
            return Seen(event.actor, event.action if seat == event.actor else None)
        return Seen(event.actor, event.action, (self.cards, self.answers))

    def scores(self) -> tuple[int, ...]:
        return self.points


class HighCard(Game, Words[HighCardView], Drawing[HighCardView]):
    id = "highcard"
    name = "High Card"
    players = range(2, 5)
    player_actions = (Keep, Fold)
    chance_actions = (Deal,)
    legend = "k keeps · f folds"

    def begin(self, players: int, options: Options) -> HighCardState:
        return HighCardState(players, (0,) * players)

    def parse(self, text: str) -> Action:
        note = text.strip().lower()
        if note in ("k", "f"):
            return Keep() if note == "k" else Fold()
        if note.startswith("#") and note[1:].isascii() and note[1:].isdigit():
            return Deal(tuple(map(int, note[1:])))
        raise IllegalAction("malformed", "k keeps, f folds")

    def resample(
        self, start: State, log: Sequence[Event], seat: int | None, rng: Rng
    ) -> list[Event]:
        """Cards and answers of the round that is not yet shown may be others."""
        assert isinstance(start, HighCardState)
        shown = self._shown(start, log)
        return [*log[:shown], *(self._other(event, seat, rng, start) for event in log[shown:])]

    def _shown(self, state: State, log: Sequence[Event]) -> int:
        shown = 0
        for place, event in enumerate(log):
            state = state.apply(event)
            if not state.to_act:
                shown = place + 1
        return shown

    def _other(self, event: Event, seat: int | None, rng: Rng, start: HighCardState) -> Event:
        if isinstance(event.action, Deal):
            while True:
                deal = start.sample(rng)
                assert isinstance(deal, Deal)
                if seat is None or deal.cards[seat] == event.action.cards[seat]:
                    return Event(CHANCE, deal)
        if event.actor == seat:
            return event
        return Event(event.actor, Keep() if rng.randrange(2) else Fold())

    def draw(self, view: HighCardView, draft: str = "") -> Text:
        return Text(f"your card: {view.card}   points: {view.scores}   {draft}")
