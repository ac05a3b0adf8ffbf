"""Checks of a state: whose turn, purity, views, chance."""

import random
from collections.abc import Callable

import msgspec
from msgspec.structs import replace

from quartett.core.errors import IllegalAction
from quartett.core.event import CHANCE, Event
from quartett.core.state import State
from quartett.testing.failure import NonConformant, demand


def encoded(state: State) -> bytes:
    """Everything a state holds, as bytes: equal bytes, equal states."""
    try:
        return msgspec.json.encode(state)
    except (TypeError, ValueError) as error:
        raise NonConformant(f"the state cannot be encoded: {error}") from None


def check_turn(state: State) -> None:
    """Exactly one of: over, chance's turn, some seats' turn."""
    turns = [state.over, state.is_chance, bool(state.to_act)]
    demand(turns.count(True) == 1, f"over, is_chance and to_act contradict each other: {turns}")
    demand(
        state.to_act <= set(range(state.players)),
        f"to_act has seats that are not there: {state.to_act}",
    )
    scores, winners = state.scores(), state.winners()
    demand(len(scores) == state.players, f"{len(scores)} scores for {state.players} players")
    if not state.over:
        demand(winners == (), f"winners before the end: {winners}")
    else:
        best = tuple(seat for seat, score in enumerate(scores) if score == max(scores))
        demand(winners == best, f"winners are {winners}, the best scores have {best}: {scores}")


def applied(state: State, event: Event) -> State:
    """The next state; what chance or `random_action` gave must be accepted."""
    try:
        return state.apply(event)
    except IllegalAction as error:
        raise NonConformant(f"{event} was drawn, but is refused: {error}") from None


def check_pure(state: State, event: Event | None, rng: random.Random) -> None:
    """Nothing that one asks of a state changes it, and applying twice gives the same."""
    before = encoded(state)
    for ask in _questions(state, event, rng.random()):
        ask()
        demand(encoded(state) == before, "a state changed while it was asked or applied")
    if event is not None:
        demand(
            encoded(state.apply(event)) == encoded(state.apply(event)), f"{event} gives two states"
        )


def _questions(state: State, event: Event | None, seed: float) -> list[Callable[[], object]]:
    asks: list[Callable[[], object]] = [state.scores, state.winners]
    for seat in [None, *range(state.players)]:
        asks.append(lambda seat=seat: state.view(seat))  # type: ignore[misc]
        if event is not None:
            asks.append(lambda seat=seat: state.redact(event, seat))  # type: ignore[misc]
    for seat in state.to_act:
        asks.append(lambda seat=seat: next(iter(state.actions(seat))))  # type: ignore[misc]
        asks.append(lambda seat=seat: state.random_action(seat, random.Random(seed)))  # type: ignore[misc]
    if state.is_chance:
        asks.append(lambda: state.sample(random.Random(seed)))
    if event is not None:
        asks.append(lambda: state.apply(event))
    return asks


def check_views(state: State) -> None:
    """A view can be sent and read again, agrees with the state, and knows its seat's actions."""
    for seat in [None, *range(state.players)]:
        view = state.view(seat)
        form = msgspec.json.decode(msgspec.json.encode(view))
        demand(isinstance(form, dict), f"the view of seat {seat} is not an object on the wire")
        demand(view.seat == seat, f"the view of seat {seat} says seat {view.seat}")
        public = (view.players, view.to_act, view.over, view.scores, view.winners)
        truth = (
            state.players,
            tuple(sorted(state.to_act)),
            state.over,
            state.scores(),
            state.winners(),
        )
        demand(public == truth, f"the view of seat {seat} says {public}, the state {truth}")
        demand(
            state.hides or replace(view, seat=None) == state.view(None),
            f"the state hides nothing, but the view of seat {seat} is not as all others",
        )


def check_chance(state: State, rng: random.Random) -> None:
    """Chance can be drawn, again with the same numbers; listed outcomes sum to one."""
    if not state.is_chance:
        return
    seed = rng.random()
    first, again = state.sample(random.Random(seed)), state.sample(random.Random(seed))
    demand(first == again, f"the same numbers gave {first} and {again}")
    outcomes = list(state.outcomes())
    if not outcomes:
        return
    demand(
        sum(chance for _, chance in outcomes) == 1, "the outcomes' probabilities do not sum to 1"
    )
    demand(
        len({msgspec.json.encode(action) for action, _ in outcomes}) == len(outcomes),
        "an outcome twice",
    )
    for action, chance in rng.sample(outcomes, min(len(outcomes), 20)):
        demand(chance > 0, f"the outcome {action} has the probability {chance}")
        applied(state, Event(CHANCE, action))
