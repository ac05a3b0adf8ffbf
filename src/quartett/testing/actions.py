"""Checks of actions: what is listed is accepted, nothing else is, and every form reads back."""

import random
from collections.abc import Sequence
from itertools import islice

import msgspec

from quartett.core.errors import IllegalAction
from quartett.core.event import CHANCE, Action, Event, Seat
from quartett.core.game import Game
from quartett.core.state import State
from quartett.testing.failure import NonConformant, demand
from quartett.testing.malformed import malformed

LISTED = 2_000
"""At most this many actions of a list are checked."""


def check(game: Game, state: State, log: Sequence[Event], rng: random.Random) -> None:
    known = [event.action for event in rng.sample(log, min(len(log), 12))]
    for seat in range(state.players):
        listed = list(islice(state.actions(seat), LISTED))
        _check_listed(game, state, seat, listed, rng)
        _check_others(game, state, seat, listed, known, rng)
    if state.is_chance:
        _check_forms(game, state.sample(rng))
    else:
        for action in known:
            demand(
                _refusal(state, CHANCE, action) is not None, f"{action} by chance is accepted now"
            )


def _check_listed(
    game: Game, state: State, seat: Seat, listed: list[Action], rng: random.Random
) -> None:
    if seat not in state.to_act:
        demand(not listed, f"seat {seat} has actions, but it is not its turn")
        return
    demand(bool(listed), f"seat {seat} is to act and has no action")
    texts = {msgspec.json.encode(action) for action in listed}
    demand(len(texts) == len(listed), f"an action of seat {seat} is listed twice")
    from_view = list(islice(state.view(seat).actions(), LISTED))
    demand(from_view == listed, f"seat {seat}'s view lists other actions than the state")
    for action in rng.sample(listed, min(len(listed), 12)):
        refusal = _refusal(state, seat, action)
        demand(refusal is None, f"{action} is listed for seat {seat}, but refused: {refusal}")
        _check_forms(game, action)
        state.apply(Event(seat, action))
    if len(listed) < LISTED:
        drawn = state.random_action(seat, rng)
        demand(drawn in listed, f"random_action gave {drawn}, which is not listed")


def _check_others(
    game: Game,
    state: State,
    seat: Seat,
    listed: list[Action],
    known: list[Action],
    rng: random.Random,
) -> None:
    """Actions of other moments, and malformed ones, are refused unless they are listed."""
    tried = [*known, *_decoded(game, [*known, *listed[:3]], rng)]
    for action in tried:
        if action in listed:
            continue
        complete = state.lists_all and len(listed) < LISTED
        if seat not in state.to_act or complete:
            demand(
                _refusal(state, seat, action) is not None,
                f"{action} is accepted from seat {seat}, but not listed",
            )


def _decoded(game: Game, actions: list[Action], rng: random.Random) -> list[Action]:
    """What is left of malformed forms: most are refused, some happen to be actions."""
    read = []
    for form in malformed([msgspec.to_builtins(action) for action in actions], rng):
        try:
            action = game.action(form)
        except IllegalAction as refusal:
            _check_refusal(refusal)
        except Exception as error:
            raise NonConformant(f"game.action({form!r}) raised {error!r}") from None
        else:
            _check_forms(game, action)
            read.append(action)
    for text in ["", "?!", "\x00", "9" * 50, str(rng.random())]:
        try:
            game.parse(text)
        except IllegalAction as refusal:
            _check_refusal(refusal)
        except Exception as error:
            raise NonConformant(f"game.parse({text!r}) raised {error!r}") from None
    return read


def _check_forms(game: Game, action: Action) -> None:
    """Wire form and notation read back as the same action."""
    form = msgspec.json.decode(msgspec.json.encode(action))
    demand(
        game.action(form) == action, f"{form} reads back as {game.action(form)!r}, not {action!r}"
    )
    try:
        back = game.parse(str(action))
    except IllegalAction as refusal:
        raise NonConformant(
            f"the notation {str(action)!r} of {action!r} is refused: {refusal}"
        ) from None
    demand(back == action, f"the notation {str(action)!r} reads back as {back!r}, not {action!r}")


def _refusal(state: State, actor: Seat | str, action: Action) -> IllegalAction | None:
    try:
        state.check(actor, action)  # type: ignore[arg-type]
    except IllegalAction as refusal:
        _check_refusal(refusal)
        try:
            state.apply(Event(actor, action))  # type: ignore[arg-type]
        except IllegalAction:
            return refusal
        raise NonConformant(f"check refuses {action} ({refusal}), but apply does it") from None
    except Exception as error:
        raise NonConformant(f"check({actor!r}, {action!r}) raised {error!r}") from None
    return None


def _check_refusal(refusal: IllegalAction) -> None:
    sentence = refusal.message
    demand(refusal.code.isidentifier(), f"the refusal's code is {refusal.code!r}")
    demand(
        bool(sentence.strip()) and "\n" not in sentence, f"a refusal is one line, not {sentence!r}"
    )
    msgspec.json.encode(dict(refusal.where))
