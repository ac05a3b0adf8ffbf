"""Hints leave out what brings nothing; the advice they are made of keeps it."""

from quartett import Event, Seen, game
from quartett.bots import Advice, Chance, Option
from quartett.games.calcory import State
from quartett.games.calcory.actions import Turn
from quartett.games.calcory.advice import explain, hint, worth_showing
from quartett.games.calcory.layout.cards import Place
from quartett.games.calcory.position import laid_out, played
from quartett.games.calcory.view import STOP
from quartett.hosting.questions import Question, advise
from quartett.terminal.person import advice_in_words

CALCORY = game("calcory")


def seen_by(state: State, notes: str, seat: int) -> tuple[State, list[Seen]]:
    seen = []
    for note in notes.split():
        event = Event(state.active, CALCORY.parse(note))
        seen.append(state.redact(event, seat))
        state = state.apply(event)
    return state, seen


def told(advice: Advice) -> dict[str, list[str]]:
    return {option.text: [chance.code for chance in option.chances] for option in advice.options}


def turn(column: int, value: float, **odds: float) -> Option:
    return Option(Turn(Place(0, column)), value, f"turn {column}", chances(**odds))


def stop(value: float, overbid: float) -> Option:
    return Option(STOP, value, "stop", chances(bust=0, hit=0, overbid=overbid))


def chances(**odds: float) -> tuple[Chance, ...]:
    return tuple(Chance(code, odd, code, {}) for code, odd in odds.items())


def hints(*options: Option) -> list[str]:
    return [option.text for option in worth_showing(Advice("win", options)).options]


def test_a_known_card_that_busts_is_advised_but_not_hinted_at() -> None:
    """9 and 8 were too much; now 8 shows again."""
    state, seen = seen_by(laid_out("98 12"), "a1 a2 a3 a4 . a2", 0)
    advice, hinted = (told(ask(state.view(0), seen)) for ask in (explain, hint))
    assert list(advice) == ["turn a card you do not know", "turn the 9 at a1"]
    assert list(hinted) == ["turn a card you do not know"]


def test_a_stop_below_the_bid_is_not_hinted_at() -> None:
    state = played(laid_out("93 12"), "a1 a2 . a3 a4")
    assert "stop with 3" in told(explain(state.view(1)))
    assert list(told(hint(state.view(1)))) == ["turn a card you do not know"]


def test_a_stop_says_only_whether_it_stands() -> None:
    hinted = told(hint(played(laid_out("57"), "a1 a2").view(0)))
    assert hinted["stop with 12"] == ["overbid"]
    assert hinted["turn a card you do not know"] == ["bust", "hit", "overbid"]


def test_what_cannot_happen_is_not_said() -> None:
    hinted = told(hint(laid_out("1").view(0)))
    assert hinted == {"turn a card you do not know": ["overbid"]}


def test_the_best_option_stays_even_if_it_busts() -> None:
    assert hints(turn(1, 0.3, bust=1, hit=0), turn(2, 0.2, bust=0.5, hit=0)) == ["turn 1", "turn 2"]
    assert hints(stop(0.3, 1), turn(1, 0.2, bust=1, hit=0)) == ["stop"]


def test_hopeless_options_are_left_out_beside_hope_only() -> None:
    some = turn(1, 0.02, hit=0.1)
    none = (turn(2, 0.004, hit=0.1), turn(3, 0.0, hit=0.1))
    assert hints(some, *none) == ["turn 1"]
    assert hints(*none) == ["turn 2", "turn 3"]


def test_where_nothing_can_happen_the_stop_is_safe() -> None:
    (safe,) = worth_showing(Advice("win", (stop(0.9, 0),))).options
    assert [chance.code for chance in safe.chances] == ["overbid"]


def test_no_hint_is_no_hint() -> None:
    state = played(laid_out("57"), "a1 a2")
    assert hint(state.view(1)).options == ()


def test_the_page_and_the_terminal_show_the_hint() -> None:
    view = played(laid_out("93 12"), "a1 a2 . a3 a4").view(1)
    question = Question(game="calcory", level="expert", seed=0, seen=(), view=view)
    assert advise(question) == hint(view)
    assert advice_in_words(CALCORY, view).startswith("turn a card you do not know")
    assert "stop with 3" not in advice_in_words(CALCORY, view)
