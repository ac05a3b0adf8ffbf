"""The rules of Calcory: how events change a state."""

from collections.abc import Iterator
from fractions import Fraction
from typing import NoReturn

from msgspec.structs import replace

from quartett.core import state as core
from quartett.core.display import Displayed
from quartett.core.event import CHANCE, Action, Actor, Event, Seat, Seen, Start
from quartett.core.state import Rng, pick, with_item
from quartett.games.calcory.actions import (
    Deal,
    HiddenDeal,
    HiddenReturn,
    Pass,
    Return,
    Stop,
    Turn,
)
from quartett.games.calcory.layout.cards import GOAL, STANDARD, Card, Layout, Lying
from quartett.games.calcory.rules.refusals import (
    check_deal,
    check_pass,
    check_return,
    check_start,
    check_stop,
    check_turn,
    refuse,
)
from quartett.games.calcory.view import PASS, STOP, TURNS, Bid, Lie, Options, Phase, View


class State(Displayed, core.RuledState, frozen=True):
    options: Options
    phase: Phase
    layout: Layout
    cards: tuple[Card | None, ...]
    """What lies at each place, row by row; None: nothing."""
    piles: tuple[int, ...]
    """How many cards each seat has collected."""
    active: Seat = 0
    turns: int = 0
    """How many turns have ended."""
    up: tuple[int, ...] = ()
    """The places turned up in this turn, in order."""
    bid: Bid | None = None
    marked: frozenset[int] = frozenset()
    """The places of the bid."""
    taken: tuple[Lying, ...] = ()
    """In the phase `return`: the cards just taken."""
    returned: tuple[tuple[int, Seat], ...] = ()
    """Places where a card lies that a seat put back, and the seat."""

    @property
    def over(self) -> bool:
        return self.phase == "over"

    @property
    def is_chance(self) -> bool:
        return self.phase == "deal" or self.phase == "start"

    @property
    def to_act(self) -> frozenset[Seat]:
        return _ALONE[self.active] if self.phase in _PLAYED else _NOBODY

    @property
    def sum(self) -> int:
        """The sum of this turn's cards."""
        return sum([lying.card.digit for lying in self._lying(self.up)])

    @property
    def can_stop(self) -> bool:
        """At least one card, for a player with an empty pile two, or all that are left."""
        if not self.up:
            return False
        return len(self.up) > 1 or self.piles[self.active] > 0 or not self.has_face_down

    @property
    def has_face_down(self) -> bool:
        return any(self.is_face_down(index) for index in range(len(self.cards)))

    def is_face_down(self, index: int) -> bool:
        return self.cards[index] is not None and index not in self.up and index not in self.marked

    def random_action(self, seat: Seat, rng: Rng) -> Action:
        if self.phase == "return":
            free = [index for index, card in enumerate(self.cards) if card is None]
            return Return(pick(list(self.taken), rng).at, self.layout.place(pick(free, rng)))
        if self.up and not rng.randrange(4) and self.can_stop:
            return STOP
        # Most places are face down for most of a game: trying is faster than listing.
        size = len(self.cards)
        for _ in range(6):
            index = rng.randrange(size)
            if self.is_face_down(index):
                return TURNS[self.layout.place(index)]
        down = [index for index in range(size) if self.is_face_down(index)]
        if down:
            return TURNS[self.layout.place(pick(down, rng))]
        return STOP if self.up else PASS

    def refuse(self, actor: Actor, action: Action) -> NoReturn:
        refuse(self, actor, action)

    def sample(self, rng: Rng) -> Action:
        if self.phase == "start":
            return Start(rng.randrange(self.players))
        self.expect_chance()
        cards = list(self.layout.deck)
        for last in range(len(cards) - 1, 0, -1):
            other = rng.randrange(last + 1)
            cards[last], cards[other] = cards[other], cards[last]
        return Deal(tuple(cards))

    def outcomes(self) -> Iterator[tuple[Action, Fraction]]:
        """The start players; deals are far too many to list."""
        self.expect_chance()
        if self.phase == "start":
            for seat in range(self.players):
                yield Start(seat), Fraction(1, self.players)

    def view(self, seat: Seat | None) -> View:
        return View(
            **self.public(seat),
            options=self.options,
            phase=self.phase,
            rows=self.layout.rows,
            columns=self.layout.columns,
            active=self.active,
            turns=self.turns,
            table=self._table(),
            turned=self._lying(self.up),
            bid=self.bid,
            taken=self.taken,
            own=self._lying(tuple(index for index, owner in self.returned if owner == seat)),
        )

    def redact(self, event: Event, seat: Seat | None) -> Seen:
        """A turn shows its card to all; a return shows what the card put back may be."""
        action = event.action
        if type(action) is Deal:
            return Seen(CHANCE, HiddenDeal())
        if type(action) is Turn:
            return Seen(event.actor, action, self.cards[self.layout.index(action.at)])
        if type(action) is Return:
            if event.actor == seat:
                return Seen(seat, action, (self._taken_from(action),))
            return Seen(event.actor, HiddenReturn(action.to), tuple(one.card for one in self.taken))
        return Seen(event.actor, action)

    def scores(self) -> tuple[int, ...]:
        return self.piles

    def _table(self) -> tuple[Lie, ...]:
        table: list[Lie] = ["empty" if card is None else "down" for card in self.cards]
        for index in (*self.up, *self.marked):
            table[index] = "up"
        return tuple(table)

    def _lying(self, indices: tuple[int, ...]) -> tuple[Lying, ...]:
        return tuple(
            [Lying(self.layout.place(index), self.cards[index]) for index in indices]  # type: ignore[arg-type]
        )

    def _taken_from(self, action: Return) -> Card:
        return next(lying.card for lying in self.taken if lying.at == action.card)

    # What each kind of event does, once it is known to be legal.

    def _start(self, _: Actor, start: Start) -> "State":
        return replace(self, phase="deal", active=start.seat)

    def _deal(self, _: Actor, deal: Deal) -> "State":
        return replace(self, phase="turn", cards=deal.cards)

    def _turn(self, _: Seat, turn: Turn) -> "State":
        up = (*self.up, self.layout.index(turn.at))
        digits = [self.cards[place][1] for place in up]  # type: ignore[index]
        total = sum(digits)
        if total > GOAL or digits.count(0) > 1:
            return self._next_turn()
        if total == GOAL:
            return self._taking(self.active, up, self.turns)
        return replace(self, up=up)

    def _pass(self, _seat: Seat, _: Pass) -> "State":
        return self._next_turn()

    def _stop(self, _seat: Seat, _: Stop) -> "State":
        total = self.sum
        if self.bid is None or self.bid.beaten_by(total, len(self.up)):
            return self._next_turn(Bid(self.active, self._lying(self.up), total))
        return self._next_turn(self.bid)

    def _next_turn(self, bid: Bid | None = None) -> "State":
        """The turn ends; whoever is next and has the standing bid takes it at once."""
        bid = bid or self.bid
        seat, turns = (self.active + 1) % self.players, self.turns + 1
        marked = self.marked
        if bid is not self.bid and bid is not None:
            marked = frozenset([self.layout.index(lying.at) for lying in bid.cards])
        phase: Phase = "turn"
        if turns == self.options.max_turns:
            phase, seat = "over", self.active
        elif bid is not None and bid.seat == seat:
            return self._takes_bid(bid, marked, turns)
        return replace(self, phase=phase, active=seat, turns=turns, up=(), bid=bid, marked=marked)

    def _takes_bid(self, bid: Bid, marked: frozenset[int], turns: int) -> "State":
        if len(bid.cards) > 1:
            up = tuple([self.layout.index(lying.at) for lying in bid.cards])
            return self._taking(bid.seat, up, turns)
        piles = with_item(self.piles, bid.seat, self.piles[bid.seat] + 1)
        return replace(
            self._without(marked),
            phase="over",
            piles=piles,
            active=bid.seat,
            turns=turns + 1,
        )

    def _taking(self, seat: Seat, up: tuple[int, ...], turns: int) -> "State":
        """The cards leave the table; they count in no pile before one of them is put back."""
        taken = self._lying(up)
        return replace(
            self._without(frozenset(up)), phase="return", active=seat, turns=turns, taken=taken
        )

    def _return(self, seat: Seat, action: Return) -> "State":
        index = self.layout.index(action.to)
        kept = self.piles[seat] + len(self.taken) - 1
        back = replace(
            self,
            cards=with_item(self.cards, index, self._taken_from(action)),
            piles=with_item(self.piles, seat, kept),
            taken=(),
            returned=(*self.returned, (index, seat)),
        )
        return back._next_turn()

    def _without(self, gone: frozenset[int]) -> "State":
        """The table without these cards, and with nothing turned up or bid."""
        return replace(
            self,
            cards=tuple([None if i in gone else card for i, card in enumerate(self.cards)]),
            up=(),
            bid=None,
            marked=_NO_PLACES,
            returned=tuple([one for one in self.returned if one[0] not in gone]),
        )


State.rules = {
    Start: (check_start, State._start),
    Deal: (check_deal, State._deal),
    Turn: (check_turn, State._turn),
    Stop: (check_stop, State._stop),
    Return: (check_return, State._return),
    Pass: (check_pass, State._pass),
}


def begin(players: int, options: Options, layout: Layout = STANDARD) -> State:
    piles = (0,) * players
    nothing = (None,) * layout.size
    if options.start_player is None:
        return State(players, options, "start", layout, nothing, piles)
    return State(players, options, "deal", layout, nothing, piles, options.start_player)


_NOBODY: frozenset[Seat] = frozenset()
_NO_PLACES: frozenset[int] = frozenset()
_ALONE = [frozenset({seat}) for seat in range(4)]
_PLAYED = frozenset({"turn", "return"})
