"""Every refusal, by its code, with a sentence a player understands."""

import pytest

from quartett import CHANCE, Action, Event, IllegalAction, Start, game
from quartett.games.calcory import Deal, Options, Turn, small
from quartett.games.calcory.actions import HiddenReturn
from quartett.games.calcory.layout.cards import Card, Place
from quartett.games.calcory.position import laid_out, played

CALCORY = game("calcory")
OPEN = played(laid_out("58 34 99"), "a1 a2 a2>a1 a3 a4 .")  # player 2 bids 7; a2 is empty


def refusal(state: object, actor: object, action: Action) -> IllegalAction:
    with pytest.raises(IllegalAction) as refused:
        state.check(actor, action)  # type: ignore[attr-defined]
    with pytest.raises(IllegalAction):
        state.apply(Event(actor, action))  # type: ignore[attr-defined, arg-type]
    return refused.value


@pytest.mark.rule("CC-3", "CC-7", "CC-8", "CC-9")
@pytest.mark.parametrize(
    ("state", "note", "code", "message"),
    [
        (OPEN, "a2", "empty_place", "a2 is empty"),
        (played(OPEN, "b2"), "b2", "face_up", "b2 is face up already"),
        (OPEN, "a3", "marked", "a3 belongs to the bid of player 2"),
        (OPEN, ".", "nothing_turned", "you have turned nothing yet: turn at least one"),
        (laid_out(), ".", "nothing_turned", "you have turned nothing yet: turn at least two"),
        (
            played(laid_out(), "a1"),
            ".",
            "turn_two",
            "you have collected no cards yet: turn at least two",
        ),
        (OPEN, "a1>a2", "nothing_taken", "you have taken no cards: there is none to put back"),
        (OPEN, "-", "can_turn", "there are face-down cards: turn one"),
        (played(OPEN, "b2"), "-", "must_stop", "you have turned cards: stop, or turn more"),
        (
            played(laid_out("58"), "a1 a2"),
            "a3>a1",
            "not_taken",
            "no card you have just taken lay at a3",
        ),
        (played(laid_out("58"), "a1 a2"), "a1>a3", "place_used", "a card lies at a3"),
        *(
            (
                played(laid_out("58"), "a1 a2"),
                note,
                "must_return",
                "first put back one of the cards you have taken",
            )
            for note in ("a3", ".", "-")
        ),
        (
            played(laid_out("34", layout=small(1, 2, "34")), "a1 a2 ."),
            ".",
            "must_pass",
            "no face-down card is left: you can only pass",
        ),
        (laid_out("34", layout=small(1, 2, "34")), "b1", "no_such_place", "this table has no b1"),
    ],
)
def test_refused(state: object, note: str, code: str, message: str) -> None:
    said = refusal(state, state.active, CALCORY.parse(note))  # type: ignore[attr-defined]
    assert (said.code, said.message) == (code, message)


@pytest.mark.rule("CC-2")
def test_out_of_turn() -> None:
    said = refusal(laid_out(), 1, CALCORY.parse("a1"))
    assert (said.code, said.message, said.where) == (
        "not_your_turn",
        "it is the turn of player 1",
        {"active": 0},
    )


@pytest.mark.rule("CC-9")
def test_nobody_acts_before_the_card_is_back() -> None:
    said = refusal(played(laid_out("58"), "a1 a2"), 1, CALCORY.parse("a3"))
    assert said.code == "not_your_turn"


@pytest.mark.rule("CC-12")
def test_nothing_after_the_end() -> None:
    over = played(laid_out("99", max_turns=1), "a1 a2")
    assert refusal(over, 0, CALCORY.parse("a1")).code == "over"
    assert refusal(over, 1, CALCORY.parse("a1")).code == "over"


@pytest.mark.rule("CC-2")
def test_before_the_deal() -> None:
    state = CALCORY.start(2, Options(start_player=0))
    assert refusal(state, 0, CALCORY.parse("a1")).code == "not_dealt"
    assert refusal(state, CHANCE, Start(0)).code == "wrong_chance"
    assert refusal(laid_out(), CHANCE, Start(0)).code == "not_chance"
    assert refusal(CALCORY.start(2), CHANCE, Start(2)).code == "no_such_seat"
    with pytest.raises(IllegalAction, match="not chance's turn"):
        laid_out().sample(None)  # type: ignore[arg-type]


@pytest.mark.rule("CC-1")
def test_a_deal_is_the_deck() -> None:
    state = CALCORY.start(2, Options(start_player=0))
    assert refusal(state, CHANCE, Deal((Card(0, 0),) * 60)).code == "wrong_chance"
    assert refusal(state, CHANCE, Deal(())).code == "wrong_chance"


def test_strange_seats_and_actions() -> None:
    assert refusal(laid_out(), 2, CALCORY.parse("a1")).code == "no_such_seat"
    assert refusal(laid_out(), "nobody", CALCORY.parse("a1")).code == "no_such_seat"
    assert refusal(laid_out(), 0, Start(0)).code == "malformed"
    assert refusal(laid_out(), 0, HiddenReturn(Place(0, 0))).code == "malformed"


@pytest.mark.parametrize(
    "form",
    [
        {"do": "turn", "at": [6, 0]},
        {"do": "turn", "at": [0, 10]},
        {"do": "turn", "at": [-1, 0]},
        {"do": "turn", "at": [0]},
        {"do": "turn", "at": [0, 0, 0]},
        {"do": "turn", "at": [0, 0.5]},
        {"do": "turn", "at": [True, 0]},
        {"do": "turn"},
        {"do": "stop", "at": [0, 0]},
        {"do": "return", "to": [0, 0]},
        {"do": "return", "card": [0, 0], "to": [0, 11]},
        {"do": "deal", "cards": [[5, 0]]},
        {"do": "deal", "cards": [[0, 10]]},
        {"do": "deal"},
        {"do": "knock"},
        [],
    ],
)
def test_malformed(form: object) -> None:
    with pytest.raises(IllegalAction) as refused:
        CALCORY.action(form)
    assert refused.value.code == "malformed"


def test_a_malformed_turn_cannot_even_be_made() -> None:
    for at in ((0,), [0, 0], "a1", (0, 10), (0, True)):
        with pytest.raises(IllegalAction, match=r"place|column"):
            Turn(at)  # type: ignore[arg-type]
