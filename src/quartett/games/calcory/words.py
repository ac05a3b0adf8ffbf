"""Texts for people: how to write actions, what is expected, and what was done."""

from typing import Any, Final

from quartett.core.event import Action, Start
from quartett.games.calcory.actions import HiddenReturn, Pass, Return, Stop, Turn, written
from quartett.games.calcory.layout.cards import COLOURS, GOAL
from quartett.games.calcory.view import View

legend: Final = (
    "c7 turns the card at c7 · . stops · c7>a10 puts the card of c7 back on a10 · - passes"
)


def expects(view: View) -> str:
    """What is asked of the viewing seat now, in one sentence."""
    if view.phase == "return":
        return "You take these cards: put one of them back, face down, on a free place."
    if view.must_turn > len(view.turned):
        return f"Turn cards up to {GOAL}; you have no cards yet, so at least two."
    if not view.turned:
        return f"Turn cards up to {GOAL}."
    return f"The sum is {view.sum}: turn another card, or stop."


def describe(action: Action, shows: Any = None) -> str:
    """An action in words, with the card where it was shown.

    >>> describe(Turn((2, 6)), (3, 5))
    'turns c7: a blue 5'
    """
    match action:
        case Turn(at):
            return f"turns {written(at)}" + (f": a {_card(shows)}" if shows else "")
        case Stop():
            return "stops"
        case Return(card, to):
            return f"puts the card of {written(card)} back on {written(to)}"
        case HiddenReturn(to):
            back = f"puts one card back on {written(to)}"
            return f"{back}, one of {_cards(shows)}" if shows else back
        case Pass():
            return "passes"
        case Start(seat):
            return f"player {seat + 1} begins"
    return "the cards are laid out face down"


def _cards(cards: tuple[tuple[int, int], ...]) -> str:
    return ", ".join(f"{COLOURS[colour]} {digit}" for colour, digit in cards)


def _card(card: tuple[int, int]) -> str:
    return f"{COLOURS[card[0]]} {card[1]}"
