"""Positions in one line: `table("21/1", "2L R", "T", pile="O")`, the first player to build."""

import pytest

from quartett import CHANCE, Event, IllegalAction
from quartett.games.cubus import Build, Cards, Cubus, Options, Stack, State
from quartett.games.cubus.notation import parse
from quartett.games.cubus.stacks.text import read

GAME = Cubus()


def table(
    stack: str, *hands: str, pile: str = "-", active: int = 0, passes: int = 0, **options: object
) -> State:
    """The active player is to build; the hands are open."""
    position = read(stack)
    lies = Stack.on_floor(position.cells, position.floor)
    chosen = GAME.options({"start_player": 0, **options})
    assert isinstance(chosen, Options)
    players = len(hands)
    return State(
        players,
        chosen,
        "build",
        lies,
        tuple(map(Cards.read, hands)),
        (0,) * players,
        Cards.read(pile),
        open=position.open,
        active=active,
        turn=players,
        passes=passes,
    )


def start(players: int, **options: object) -> State:
    """A game before its first event, or after the start player is known."""
    chosen = GAME.options({"start_player": None, **options})
    state = GAME.start(players, chosen)
    assert isinstance(state, State)
    return state


def taking(stack: str, players: int = 2) -> State:
    """The first player is to take a box away."""
    built = table(stack, *["-"] * players, dismantling="after")
    return State(
        players,
        built.options,
        "remove",
        built.stack,
        built.hands,
        built.points,
        built.pile,
        open=built.open,
    )


def do(state: State, seat: int, *notes: str) -> State:
    """One seat's actions one after the other."""
    for note in notes:
        state = state.apply(Event(seat, parse(note)))
    return state


def drawn(state: State, *cards: str) -> State:
    for card in cards:
        state = state.apply(Event(CHANCE, parse("+" + card)))
    return state


def refused(state: State, seat: int, note: str) -> IllegalAction:
    """Why the action is refused."""
    with pytest.raises(IllegalAction) as refusal:
        state.check(seat, parse(note))
    with pytest.raises(IllegalAction):
        do(state, seat, note)
    return refusal.value


def earned(stack: str, hand: str, target: str) -> int:
    """What the build earns."""
    return do(table(stack, hand, "-"), 0, target).points[0]


def listed(state: State, seat: int = 0) -> list[str]:
    return [str(action) for action in state.actions(seat)]


def build(text: str) -> Build:
    action = parse(text)
    assert isinstance(action, Build)
    return action
