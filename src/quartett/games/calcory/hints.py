"""What of the advice is worth showing to a person who asks for a hint."""

import math

from msgspec.structs import replace

from quartett.bots.advice import Advice, Option
from quartett.games.calcory.view import STOP


def worth_showing(advice: Advice) -> Advice:
    """The best option always; of the others those that may bring something.

    Stories of games need the rest too: what comes to nothing is what people lose by.

    >>> from quartett.games.calcory.advice import explain
    >>> from quartett.games.calcory.setup import laid_out, played
    >>> advice = explain(played(laid_out("93 12"), "a1 a2 . a3 a4").view(1))
    >>> [option.text for option in advice.options]
    ['turn a card you do not know', 'stop with 3']
    >>> [option.text for option in worth_showing(advice).options]
    ['turn a card you do not know']
    """
    best = advice.options[:1]
    others = [option for option in advice.options[1:] if _may_help(option, best[0])]
    return replace(advice, options=tuple(_trimmed(option) for option in (*best, *others)))


def _may_help(option: Option, best: Option) -> bool:
    """Neither certain to bust, nor a stop that takes nothing, nor hopeless beside the best."""
    certain = {chance.code for chance in option.chances if math.isclose(chance.probability, 1)}
    lost = "bust" in certain or (option.action == STOP and "overbid" in certain)
    return not lost and (_in_a_hundred(option) > 0 or _in_a_hundred(best) == 0)


def _in_a_hundred(option: Option) -> int:
    return round(option.value * 100)


def _trimmed(option: Option) -> Option:
    """Without what cannot happen; where nothing can, it says what matters most, the stop."""
    possible = tuple(chance for chance in option.chances if chance.probability > 0)
    return replace(option, chances=possible or option.chances[-1:])
