"""Calcory: turn a place, stop or pass; a return is two moves, which card and where to."""

from collections import Counter
from collections.abc import Sequence
from typing import Any, Final, get_args

from quartett.core.event import Action
from quartett.envs.factored import fields as common
from quartett.envs.factored.chance import ChanceNumbering, Drawn, Outcomes, Steps, weighted
from quartett.envs.factored.encoding import About, Draft, Encoding
from quartett.envs.factored.fields import seats
from quartett.envs.factored.lists import Field, Fields, Group, Mask, Moves
from quartett.games.calcory.actions import LETTERS, Deal, Return, Turn, written
from quartett.games.calcory.layout.cards import COLUMNS, GOAL, STANDARD, Card, Lying, places
from quartett.games.calcory.view import PASS, STOP, TURNS, Options, Phase

PLACES: Final = places(STANDARD)
SIZE: Final = len(PLACES)
LONGEST: Final = 20_000
MOST_TURNS: Final = 100_000

_NAMES = [written(place) for place in PLACES]
MOVES: Final = Moves(
    [
        Group(
            "turn",
            tuple(f"turn {name}" for name in _NAMES),
            "turn the card at this place, row by row from a1 to f10",
        ),
        Group("stop", ("stop",), "turn no more cards"),
        Group("pass", ("pass",), "no face-down card is left"),
        Group(
            "card",
            tuple(f"give back the card of {name}" for name in _NAMES),
            "of the cards just taken, the one that lay at this place goes back",
        ),
        Group(
            "to",
            tuple(f"put it on {name}" for name in _NAMES),
            "the card goes face down on this place, which ends the turn",
        ),
    ]
)
_STOP, _PASS, _CARD, _TO = (MOVES[name] for name in ("stop", "pass", "card", "to"))
_LIES: Final = {"empty": 0, "down": 1, "up": 2}
_NOTHING: Final = [0] * SIZE


class TurnDraft(Draft):
    def allow(self, mask: Mask) -> None:
        view = self.view
        if view.phase == "return":
            self._allow_return(mask)
            return
        table = view.table
        mask[:SIZE] = [lie == "down" for lie in table]
        if view.can_stop:
            mask[_STOP] = 1
        elif not view.turned and "down" not in table:
            mask[_PASS] = 1

    def _allow_return(self, mask: Mask) -> None:
        if self.made:
            mask[_TO:] = [lie == "empty" for lie in self.view.table]
        else:
            for lying in self.view.taken:
                mask[_CARD + _index(lying)] = 1

    def follow(self, move: int) -> Draft | Action:
        if move < SIZE:
            return TURNS[PLACES[move]]
        if move == _STOP:
            return STOP
        if move == _PASS:
            return PASS
        if move < _TO:
            return TurnDraft(self.encoding, self.view, (move,))
        return Return(PLACES[self.made[0] - _CARD], PLACES[move - _TO])

    def path(self, action: Action) -> list[int]:
        if isinstance(action, Turn):
            return [STANDARD.index(action.at)]
        if isinstance(action, Return):
            return [_CARD + STANDARD.index(action.card), _TO + STANDARD.index(action.to)]
        return [_STOP if action == STOP else _PASS]


class CardByCard(Steps):
    """A deal place by place; a card's number is its colour × 10 + its digit."""

    def outcomes(self, state: Any, drawn: Drawn) -> Outcomes:
        left = Counter(map(_number, state.layout.deck))
        left.subtract(drawn)
        return weighted([left[number] for number in range(CARDS)])

    def action(self, state: Any, drawn: Drawn) -> Action | None:
        if len(drawn) < state.layout.size:
            return None
        return Deal(tuple(Card(*divmod(number, 10)) for number in drawn))

    def path(self, state: Any, action: Deal) -> list[int]:
        return [_number(card) for card in action.cards]

    def label(self, state: Any, outcome: int) -> str:
        return f"{LETTERS[outcome // 10]}{outcome % 10}"


def _number(card: Card) -> int:
    return card.colour * 10 + card.digit


CARDS: Final = 50
"""Five colours of ten digits each."""
CHANCE: Final = ChanceNumbering(CARDS, {"deal": CardByCard()})

ABOUT: Final = About(
    "Sixty cards lie face down. Turn cards one after another and add their digits: thirteen "
    "takes them, more is a bust, and who stops below bids with the cards turned so far. A bid "
    "that nobody has beaten when its owner's turn comes is taken. Whoever takes puts one card "
    "back face down, secretly. The most cards win. An observation has no memory, as the view "
    "has none: what was turned up and lies face down again is for the agent to remember.",
    "Putting a card back takes two moves: which card, then where to.",
    "`max_turns`: the game ends after this many turns (500; None: no bound)",
)


def encoding(players: int, _: Options) -> Encoding:
    fields = Fields(
        [
            common.to_act(players),
            common.scores(players, 0, SIZE),
            common.phase(get_args(Phase)),
            common.active(players),
            common.number(
                "turns", 0, MOST_TURNS, "how many turns have ended", lambda draft: draft.view.turns
            ),
            Field(
                "table",
                SIZE,
                0,
                2,
                "what lies at each place: 0 nothing, 1 a card face down, 2 one face up",
                lambda draft: [_LIES[lie] for lie in draft.view.table],
            ),
            _cards("turned", "the cards turned in this turn", lambda view: view.turned),
            common.number("sum", 0, GOAL, "the sum of this turn's cards", lambda d: d.view.sum),
            _cards("bid", "the cards of the bid", lambda view: view.bid.cards if view.bid else ()),
            Field(
                "bidder",
                players,
                0,
                1,
                "whose bid it is",
                lambda d: seats(d.view, (d.view.bid.seat,) if d.view.bid else ()),
            ),
            common.number(
                "bid_sum",
                0,
                GOAL,
                "the sum of the bid; 0 without one",
                lambda draft: draft.view.bid.sum if draft.view.bid else 0,
            ),
            _cards("taken", "cards just taken, one of which goes back", lambda view: view.taken),
            _cards(
                "own",
                "cards the viewing seat put back itself and that still lie there",
                lambda view: view.own,
            ),
            common.number(
                "giving",
                0,
                SIZE,
                "half-made return: the place the card lay at, counted from 1; 0 for none",
                lambda draft: draft.made[0] - _CARD + 1 if draft.made else 0,
            ),
        ]
    )
    return Encoding(MOVES, fields, TurnDraft, LONGEST, CHANCE, ABOUT)


def _cards(name: str, text: str, cards: Any) -> Field:
    """Cards at their places by digit; colours never matter to play and are left out."""

    def read(draft: Any) -> list[int]:
        return _laid_out(cards(draft.view))

    return Field(name, SIZE, 0, 10, text + ": the digit and 1 at its place, 0 elsewhere", read)


def _laid_out(cards: Sequence[Lying]) -> list[int]:
    if not cards:
        return _NOTHING
    row = [0] * SIZE
    for lying in cards:
        row[_index(lying)] = lying.card.digit + 1
    return row


def _index(lying: Lying) -> int:
    return lying.at.row * COLUMNS + lying.at.col
