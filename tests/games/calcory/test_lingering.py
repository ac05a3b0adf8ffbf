"""What stays open for a moment, so that everybody can look at it."""

from quartett.core.event import Event
from quartett.games.calcory import Calcory
from quartett.games.calcory.position import laid_out, played


def lingers(cards: str, moves: str, last: str) -> float:
    game = Calcory()
    before = played(laid_out(cards), moves)
    return game.lingers(before, Event(min(before.to_act), game.parse(last)))


def test_cards_of_a_bust_stay_open() -> None:
    assert lingers("995", "a1", "a2") == 3


def test_a_card_that_only_goes_on_does_not() -> None:
    assert lingers("155", "a1", "a2") == 0


def test_cards_of_a_bid_stay_anyway() -> None:
    assert lingers("45599", "a1 a2", ".") == 0


def test_cards_that_are_taken_are_gone() -> None:
    assert lingers("949", "a1", "a2") == 0
