"""Advice: what going on and stopping are worth, and the chances in words."""

import math
from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from quartett.bots.advice import Advice, Chance, Option, in_words
from quartett.core.event import Action, Seen
from quartett.games.calcory.actions import Return, Turn, written
from quartett.games.calcory.bots.beliefs import Beliefs, Knowledge
from quartett.games.calcory.bots.search import Position, overbid_chance
from quartett.games.calcory.bots.values import Thought
from quartett.games.calcory.layout.cards import GOAL, STANDARD
from quartett.games.calcory.view import PASS, STOP, View


def explain(view: View, seen: Iterable[Seen] = ()) -> Advice:
    """What the viewing seat can do if it remembers all that it saw, best first."""
    watched = list(seen)
    if not watched:
        return advise(view)
    memory = Beliefs()
    for event in watched:
        memory.observe(event)
    return advise(view, memory)


def hint(view: View, seen: Iterable[Seen] = ()) -> Advice:
    """The part of the advice that is worth showing to a person."""
    return worth_showing(explain(view, seen))


def advise(view: View, memory: Beliefs | None = None) -> Advice:
    """What the viewing seat can do with such a memory, best first.

    A view holds no memory. Without one the advice knows the deck, what lies open and what the
    seat put back itself; with the beliefs of a bot that watched, everything that was shown.
    Places about which nothing is known are all alike: one stands for them.

    >>> from quartett.games.calcory.position import laid_out, played
    >>> advice = advise(played(laid_out("57"), "a1 a2").view(0))
    >>> sorted(option.text for option in advice.options)
    ['stop with 12', 'turn a card you do not know']
    """
    if view.seat is None or view.seat not in view.to_act:
        return Advice("win", ())
    mind = memory.knowledge(view) if memory is not None else _glance(view)
    thought = Thought(view, mind)
    options = _backs(thought) if view.phase == "return" else _moves(thought)
    return Advice("win", tuple(sorted(options, key=lambda option: -option.value)))


def _glance(view: View) -> Knowledge:
    """What can be known from the view alone."""
    odds = [sum(card.digit == digit for card in STANDARD.deck) for digit in range(10)]
    bid = view.bid.cards if view.bid else ()
    for lying in (*view.turned, *bid, *view.taken, *view.own):
        odds[lying.card.digit] -= 1
    known = {lying.at: lying.card.digit for lying in view.own if view.lie(lying.at) == "down"}
    unknown = [place for place in view.places("down") if place not in known]
    return Knowledge(known, {}, unknown, odds)


def _backs(thought: Thought) -> Iterator[Option]:
    view = thought.view
    for digit, value in thought.backs.items():
        card = next(lying for lying in view.taken if lying.card.digit == digit)
        action = Return(card.at, next(view.places("empty")))
        yield Option(action, value, f"put the {digit} back", ())


def _moves(thought: Thought) -> Iterator[Option]:
    view, mind, at = thought.view, thought.mind, thought.at
    if "down" not in view.table:
        action: Action = STOP if view.turned else PASS
        words = f"stop with {view.sum}" if view.turned else "pass"
        yield Option(action, thought.best, words, _stopping(at) if view.turned else ())
        return
    for digit in sorted(set(mind.known.values())):
        turn = Turn(mind.at(digit))
        words = f"turn the {digit} at {written(mind.at(digit))}"
        yield Option(turn, thought.value(turn), words, _going_on(at, {digit: 1.0}))
    yield from _unknown(thought)
    if view.can_stop:
        yield Option(STOP, thought.value(STOP), f"stop with {view.sum}", _stopping(at))


def _unknown(thought: Thought) -> Iterator[Option]:
    mind, at = thought.mind, thought.at
    if mind.unknown:
        odds = {digit: n / sum(at.unseen) for digit, n in enumerate(at.unseen) if n}
        turn = Turn(mind.unknown[0])
        yield Option(turn, thought.value(turn), "turn a card you do not know", _going_on(at, odds))
    places = {digits: place for place, digits in reversed(mind.maybe.items())}
    for digits, place in places.items():
        odds = {digit: digits.count(digit) / len(digits) for digit in digits}
        turn, words = Turn(place), f"turn {written(place)}: one of {', '.join(map(str, digits))}"
        yield Option(turn, thought.value(turn), words, _going_on(at, odds))


def _going_on(at: Position, odds: dict[int, float]) -> tuple[Chance, ...]:
    """The next card may bust, or hit; if neither, one may stop there and be overbid."""
    total, zero = sum(at.turned), 0 in at.turned
    bust = sum(p for d, p in odds.items() if total + d > GOAL or (d == 0 and zero))
    hit = sum(p for d, p in odds.items() if total + d == GOAL)
    over = beside = 0.0
    for digit, chance in odds.items():
        if total + digit < GOAL and not (digit == 0 and zero):
            beside += chance
            over += chance * overbid_chance(_with(at, digit, len(odds) == 1))
    chances = [_chance("bust", bust, at), _chance("hit", hit, at)]
    if beside:
        chances.append(_chance("overbid", over / beside, at))
    return tuple(chances)


def _stopping(at: Position) -> tuple[Chance, ...]:
    return (
        _chance("bust", 0.0, at),
        _chance("hit", 0.0, at),
        _chance("overbid", overbid_chance(at), at),
    )


def _with(at: Position, digit: int, known: bool) -> Position:
    """The position after this card; a known one leaves the known cards, a new one the unseen."""
    turned = (*at.turned, digit)
    counts = list(at.known if known and at.known[digit] else at.unseen)
    counts[digit] = max(counts[digit] - 1, 0)
    if known and at.known[digit]:
        return replace(at, turned=turned, known=tuple(counts))
    return replace(at, turned=turned, unseen=tuple(counts))


_WORDS = {
    "bust": "the next card busts",
    "hit": "the next card makes thirteen",
    "overbid": "a stop then comes to nothing",
}


def _chance(code: str, probability: float, at: Position) -> Chance:
    probability = min(max(probability, 0.0), 1.0)
    words = f"{_WORDS[code]}: {in_words(probability)}"
    return Chance(code, probability, words, {"sum": sum(at.turned)})


def worth_showing(advice: Advice) -> Advice:
    """The best option always; of the others those that may bring something.

    Stories of games need the rest too: what comes to nothing is what people lose by.

    >>> from quartett.games.calcory.position import laid_out, played
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
