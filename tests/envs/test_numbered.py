"""A game without an encoding of its own: actions numbered and views flattened by their types."""

from collections.abc import Iterator
from enum import Enum
from typing import Annotated, Any, ClassVar, Literal

import msgspec
import numpy as np
import pytest
from examples.goofspiel.goofspiel import Bid, Goofspiel, State, Turn
from msgspec import Meta, inspect

import quartett
from quartett import CHANCE, Action, Event, IllegalAction, QuartettError
from quartett.envs import SmallMoves, factored
from quartett.envs.factored import Encoding
from quartett.envs.factored.domain import Unbounded, domain
from quartett.envs.factored.flatten import flat
from quartett.envs.factored.numbered import NoEncoding, numbered
from tests.envs.trees import check

GAME = Goofspiel()
Small = Annotated[int, Meta(ge=1, le=3)]


class Suit(Enum):
    RED = "red"
    BLACK = "black"


class Card(msgspec.Struct, frozen=True):
    suit: Suit
    rank: Small


class Pair(Action, frozen=True):
    """Two different numbers, the smaller one first."""

    low: Small
    high: Small

    def __post_init__(self) -> None:
        if self.low >= self.high:
            raise IllegalAction("malformed", "the smaller one comes first")


def values(kind: Any) -> list[Any]:
    return list(domain(inspect.type_info(kind), "x").values())


@pytest.mark.parametrize(
    "kind, listed",
    [
        (Small, [1, 2, 3]),
        (Annotated[int, Meta(gt=0, lt=10, multiple_of=4)], [4, 8]),
        (bool, [False, True]),
        (Literal["a", "b"] | None, ["a", "b", None]),
        (Suit, [Suit.RED, Suit.BLACK]),
        (tuple[bool, Suit], [(b, s) for b in (False, True) for s in Suit]),
        (Annotated[tuple[bool, ...], Meta(min_length=1, max_length=1)], [(False,), (True,)]),
        (Card, [Card(suit, rank) for suit in Suit for rank in (1, 2, 3)]),
        (Pair, [Pair(1, 2), Pair(1, 3), Pair(2, 3)]),
    ],
    ids=str,
)
def test_a_bounded_type_lists_its_values(kind: Any, listed: list[Any]) -> None:
    found = values(kind)
    assert sorted(map(repr, found)) == sorted(map(repr, listed))


@pytest.mark.parametrize(
    "kind, why",
    [
        (int, r"x can be any integer; bound it with msgspec.Meta\(ge=…, le=…\)"),
        (Annotated[int, Meta(ge=0)], "x can be any integer"),
        (str, "x can be any str"),
        (tuple[bool, float], r"x\[1\] can be any float"),
        (tuple[bool, ...], r"x can have any length; bound it with msgspec.Meta\(max_length=…\)"),
    ],
    ids=str,
)
def test_an_unbounded_type_is_refused_by_its_place(kind: Any, why: str) -> None:
    with pytest.raises(Unbounded, match=why):
        values(kind)


@pytest.mark.parametrize(
    "kind, value, row",
    [
        (bool, True, [1]),
        (int, -5, [-5]),
        (int, 10**12, [10**9]),
        (Small, 2, [2]),
        (Literal["a", "b", "c"], "b", [0, 1, 0]),
        (Suit, Suit.BLACK, [0, 1]),
        (Small | None, None, [0, 0]),
        (Small | None, 3, [1, 3]),
        (tuple[Small, bool], (3, True), [3, 1]),
        (Card, Card(Suit.RED, 2), [1, 0, 2]),
        (Annotated[tuple[Card, ...], Meta(max_length=2)], (), [0, 0, 0, 0, 0, 0, 0]),
        (
            Annotated[tuple[Card, ...], Meta(max_length=2)],
            (Card(Suit.BLACK, 3),),
            [1, 0, 1, 3, 0, 0, 0],
        ),
    ],
    ids=str,
)
def test_a_value_becomes_numbers(kind: Any, value: Any, row: list[int]) -> None:
    made = flat(inspect.type_info(kind), "x")
    assert list(made.row(value)) == row
    assert made.size == len(row)
    assert all(made.low <= number <= made.high for number in row)


@pytest.mark.parametrize(
    "kind, why",
    [
        (str, "x, any str, has no place"),
        (dict[str, int], "x, any dict, has no place"),
        (int | tuple[int, int], "x, a union of types"),
        (tuple[tuple[int, ...], bool], r"x\[0\] can have any length"),
    ],
    ids=str,
)
def test_a_type_without_a_fixed_size_is_refused_by_its_place(kind: Any, why: str) -> None:
    with pytest.raises(Unbounded, match=why):
        flat(inspect.type_info(kind), "x")


def test_goofspiels_moves_are_its_cards_and_its_observation_its_view() -> None:
    form = factored(GAME, 3, {"cards": 4})
    assert [form.moves.label(move) for move in (0, 12)] == ["1", "13"]
    state = form.game.start(3, form.options)
    state = state.apply(Event(CHANCE, Turn(4)))
    for seat, card in enumerate((2, 1, 3)):
        state = state.apply(Event(seat, Bid(card)))
    state = state.apply(Event(CHANCE, Turn(1))).apply(Event(0, Bid(1)))
    draft = form.begin(state.view(1))
    assert np.flatnonzero(draft.mask).tolist() == [1, 2, 3]  # it has bid its 1
    seen = {name: row.tolist() for name, row in form.fields.named(draft.observe()).items()}
    hands = np.array(seen.pop("hands")).reshape(3, 14)[:, :5].tolist()
    assert seen == {"seat": [1], "to_act": [1, 1, 0], "scores": [0, 4, 0], "prize": [1, 1]}
    # Its own hand first; each is how many cards, then the cards. Seat 0's bid is secret: it still
    # holds its 1.
    assert hands == [[3, 2, 3, 4, 0], [3, 1, 2, 4, 0], [3, 1, 3, 4, 0]]


def test_all_moves_of_a_turn_are_its_actions() -> None:
    form = factored(GAME, 2)
    view = form.game.start(2).apply(Event(CHANCE, Turn(3))).view(0)
    assert check(view, form.begin(view)) == 7


def test_what_a_seat_may_not_know_is_in_no_observation() -> None:
    form = factored(GAME, 2)
    state = form.game.start(2).apply(Event(CHANCE, Turn(3)))
    seen = [
        form.begin(state.apply(Event(0, Bid(card))).view(1)).observe().tolist() for card in (1, 7)
    ]
    assert seen[0] == seen[1]


class Wide(Action, frozen=True):
    cards: tuple[Small, Small, Small, Small, Small, Small, Small, Small, Small]


class Free(Action, frozen=True):
    number: int


class Other(Goofspiel):
    id, name = "other", "Other"


class TooWide(Other):
    player_actions = (Bid, Wide)  # type: ignore[assignment]


class TooFree(Other):
    player_actions = (Bid, Free)  # type: ignore[assignment]


def test_a_game_with_too_many_actions_needs_an_encoding_of_its_own() -> None:
    with pytest.raises(QuartettError, match=r"needs an env part: its types allow 19,696 actions"):
        factored(TooWide(), 2)


def test_a_game_with_unbounded_actions_needs_an_encoding_of_its_own() -> None:
    with pytest.raises(NoEncoding, match=r"needs an env part, or bounded .*: Free\.number can be"):
        factored(TooFree(), 2)


class Shown(quartett.View, frozen=True, kw_only=True):
    seats: tuple[int, ...] = ()

    def actions(self) -> Iterator[Action]:
        yield Bid(1)


class ShownState(State, frozen=True):
    def view(self, seat: int | None) -> Any:
        return Shown(**self.public(seat))


class WithSeats(Other):
    """Goofspiel whose view has a tuple of any length."""

    def begin(self, players: int, options: Any) -> State:
        return ShownState(players, (1,), ((1,),) * players, (0,) * players)


def test_a_tuple_without_a_length_has_an_entry_for_each_seat() -> None:
    form = factored(WithSeats(), 2)
    state = form.game.start(2)

    def observed(*seats: int) -> list[int]:
        seen = form.begin(Shown(**state.public(1), seats=seats)).observe()
        return [int(number) for number in seen[-2:]]

    assert observed() == [0, 0]
    assert observed(7, 8) == [8, 7]
    with pytest.raises(QuartettError, match=r"Shown\.seats has 1 entries for 2 players"):
        observed(1)


class Named(Goofspiel, SmallMoves):
    """A game of one module says how its turns are encoded by deriving from the protocol."""

    id, name = "named", "Named"
    asked: ClassVar[list[int]] = []

    def encoding(self, players: int, options: Any) -> Encoding:
        self.asked.append(players)
        return numbered(self, players, options)


def test_a_game_of_one_module_has_its_own_encoding() -> None:
    form = factored(Named(), 4)
    assert len(form.moves) == 13
    assert Named.asked == [4]
