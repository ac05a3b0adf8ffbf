"""What the page is offered is what the rules do: places, stops, cards to put back."""

import inspect
import json
import random
import re
from pathlib import Path

import msgspec
import pytest
from tools.page.calcory import lesson

from quartett import CHANCE, Event, game
from quartett.core import errors
from quartett.core.event import Action
from quartett.core.parts import page
from quartett.games.calcory import (
    Pass,
    Place,
    Return,
    State,
    Stop,
    Turn,
    actions,
    small,
)
from quartett.games.calcory.offers import Offers, Preview, StopOffer, offers, preview
from quartett.games.calcory.position import laid_out, played
from quartett.games.calcory.rules import refusals

CALCORY = game("calcory")
PAGE = Path(__file__).parents[3] / "web" / "src" / "games" / "calcory"


def offered(state: State) -> Offers:
    found = offers(state.view(state.active))
    assert found is not None
    return found


def test_who_may_not_act_is_offered_nothing() -> None:
    state = laid_out()
    assert offers(state.view(1)) is None
    assert offers(state.view(None)) is None
    assert page(CALCORY).offers(CALCORY.start(2).view(0)) is None


@pytest.mark.rule("CC-3", "CC-8")
def test_every_face_down_card_may_be_turned_and_two_must() -> None:
    state = laid_out("57")
    assert (len(offered(state).turn), offered(state).needed, offered(state).room) == (60, 2, 13)
    one = played(state, "a1")
    assert Place(0, 0) not in offered(one).turn
    assert (offered(one).needed, offered(one).room, offered(one).stop) == (1, 8, None)


@pytest.mark.rule("CC-4")
def test_a_zero_that_shows_is_told() -> None:
    assert offered(played(laid_out("05"), "a1")).zero
    assert not offered(played(laid_out("50"), "a1")).zero


@pytest.mark.rule("CC-6", "CC-7")
@pytest.mark.parametrize(
    ("digits", "why"),
    [("54 64", "higher"), ("54 63", "too_low"), ("54 72", "too_low"), ("54 621", "more_cards")],
)
def test_a_stop_tells_what_becomes_of_it(digits: str, why: str) -> None:
    state = played(laid_out(digits, players=3), "a1 a2 .")
    count = len(digits) - 3
    state = played(state, " ".join(f"a{column}" for column in range(3, 3 + count)))
    total = sum(map(int, digits[3:]))
    assert offered(state).stop == StopOffer(total, count, why)  # type: ignore[arg-type]


@pytest.mark.rule("CC-6")
def test_the_first_stop_makes_a_bid() -> None:
    assert offered(played(laid_out("54"), "a1 a2")).stop == StopOffer(9, 2, "first")


@pytest.mark.rule("CC-9")
def test_after_a_hit_the_cards_taken_and_the_free_places_are_offered() -> None:
    found = offered(played(laid_out("58"), "a1 a2"))
    assert [lying.card.digit for lying in found.back] == [5, 8]
    assert set(found.to) == {Place(0, 0), Place(0, 1)}
    assert (found.turn, found.stop, found.keeps) == ((), None, 1)


@pytest.mark.rule("CC-8")
def test_with_no_card_to_turn_the_seat_only_passes() -> None:
    table = laid_out("5300", layout=small(2, 2, "0035"), players=3)
    state = played(table, "a1 a2 . b1 b2")
    assert state.bid is not None
    assert not offered(state).pass_only
    everything = laid_out("1111", layout=small(2, 2, "1111"), players=3)
    state = played(everything, "a1 a2 b1 b2 .")
    assert (offered(state).pass_only, offered(state).turn) == (True, ())


def test_offers_come_true() -> None:
    """In whole games, what is offered is exactly what the rules accept, and a stop does as told."""
    for seed in range(4):
        rng = random.Random(seed)
        state = CALCORY.start(2 + seed % 3, CALCORY.options({"max_turns": 60}))
        assert isinstance(state, State)
        while not state.over:
            if state.is_chance:
                state = state.apply(Event(CHANCE, state.sample(rng)))
                continue
            check_offers(state)
            state = state.apply(Event(state.active, state.random_action(state.active, rng)))


def check_offers(state: State) -> None:
    found = offered(state)
    said: set[Action] = {Turn(place) for place in found.turn}
    said |= {Return(lying.at, place) for lying in found.back for place in found.to}
    if found.stop:
        said.add(Stop())
    if found.pass_only:
        said.add(Pass())
    assert said == set(state.actions(state.active))
    if found.stop is not None and state.turns < 58:
        after = state.apply(Event(state.active, Stop()))
        bids = found.stop.why != "too_low"
        cards = tuple(lying.at for lying in state.view(None).turned)
        shown = after.bid.cards if after.bid else after.taken
        assert bids == (tuple(lying.at for lying in shown) == cards)


@pytest.mark.rule("CC-13")
def test_a_preview_knows_only_what_the_seat_put_back_itself() -> None:
    state = played(laid_out("58 49 3"), "a1 a2 a2>a1 a3 a4 a3>a3")
    assert state.active == 0
    view = state.view(0)
    assert preview(view, Turn(Place(0, 0))) == Preview(outcome="on", sum=8)
    assert preview(view, Turn(Place(0, 2))) == Preview()
    assert preview(view, Turn(Place(0, 1))) == Preview()


@pytest.mark.rule("CC-4", "CC-5")
@pytest.mark.parametrize(("first", "outcome"), [("5", "hit"), ("6", "bust"), ("4", "on")])
def test_a_preview_of_an_own_card_tells_what_it_does(first: str, outcome: str) -> None:
    state = played(laid_out("58 49 " + first), "a1 a2 a2>a1 a3 a4 a3>a3 a5")
    known = preview(state.view(0), Turn(Place(0, 0)))
    assert (known.outcome, known.sum) == (outcome, 8 + int(first))


def test_a_second_zero_of_ones_own_is_a_bust() -> None:
    state = played(laid_out("067 49 0"), "a1 a2 a3 a1>a1 a4 a5 a4>a4 a6")
    assert preview(state.view(0), Turn(Place(0, 0))) == Preview(outcome="bust", sum=0)


@pytest.mark.rule("CC-9")
def test_a_preview_of_a_return_tells_the_pile() -> None:
    state = played(laid_out("346"), "a1 a2 a3")
    assert preview(state.view(0), Return(Place(0, 0), Place(5, 9))) == Preview(pile=2)
    assert preview(state.view(1), Stop()) == Preview(sum=0, stop=StopOffer(0, 0, "first"))
    assert preview(state.view(0), Pass()) == Preview()


def test_the_page_has_the_lesson_of_these_rules() -> None:
    """Made by `python -m tools.page.calcory`."""
    made = json.loads(msgspec.json.encode(lesson()))
    assert json.loads((PAGE / "lesson/lesson.json").read_text("utf-8")) == made


@pytest.mark.parametrize("language", ["de", "en", "fr"])
def test_the_page_can_say_every_refusal(language: str) -> None:
    texts = json.loads((PAGE / "messages" / f"{language}.json").read_text("utf-8"))
    sources = [inspect.getsource(module) for module in (refusals, actions, errors)]
    codes = set(re.findall(r'(?:IllegalAction\(|return )\s*"([a-z_]+)",', "".join(sources)))
    assert {"place_used", "not_dealt", "malformed", "no_such_seat"} <= codes
    assert {f"refusal.{code}" for code in codes} <= set(texts)
