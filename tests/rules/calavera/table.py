"""Positions in one line: `table("o6 g3 p12* b0", "", dice="ooorrs", roll=2)`."""

from collections.abc import Iterable

import pytest
from msgspec.structs import replace

from quartett import CHANCE, Event, IllegalAction
from quartett.games.calavera import Calavera, Options, Sheet, State
from quartett.games.calavera.notation import parse

GAME = Calavera()
ROWS = "ogpb"


def sheet(text: str) -> Sheet:
    """Crosses a row, `*` for frozen, `+4` for a bonus at the first line, then the second, third."""
    crosses, frozen, bonus = [0] * 4, [False] * 4, []
    for word in text.split():
        if word.startswith("+"):
            bonus.append(int(word))
        else:
            row = ROWS.index(word[0])
            crosses[row], frozen[row] = int(word[1:].rstrip("*")), word.endswith("*")
    return Sheet(tuple(crosses), tuple(frozen), (*bonus, 0, 0, 0)[:3])


def table(
    *sheets: str, dice: str = "", roll: int = 1, active: int = 0, pad: str = "standard"
) -> State:
    """The active player has rolled these dice; without dice, all six are about to be rolled."""
    options = GAME.options({"start_player": active, "sheet": pad})
    assert isinstance(options, Options)
    start = GAME.begin(len(sheets), options)
    state = replace(start, sheets=tuple(map(sheet, sheets)), rolls=roll - 1)
    return rolled(state, dice) if dice else state


def rolled(state: State, dice: str) -> State:
    return state.apply(Event(CHANCE, parse(":" + dice)))


def do(state: State, seat: int, note: str) -> State:
    return state.apply(Event(seat, parse(note)))


def crosses(state: State, seat: int = 0) -> tuple[int, ...]:
    return state.sheets[seat].crosses


def listed(state: State, seat: int) -> set[str]:
    """The uses that the seat may choose from, without rerolls."""
    return {str(action) for action in state.actions(seat) if not str(action).isdigit()}


def rerolls(state: State, seat: int = 0) -> set[str]:
    return {str(action) for action in state.actions(seat) if str(action).isdigit()}


def refused(state: State, seat: int, note: str, code: str) -> IllegalAction:
    """The seat tries; the rules refuse with this code, and nothing is listed that they refuse."""
    action = parse(note)
    assert action not in set(state.actions(seat))
    with pytest.raises(IllegalAction) as caught:
        state.apply(Event(seat, action))
    assert caught.value.code == code
    return caught.value


def play_random(state: State, choices: Iterable[int]) -> State:
    """Follow a list of numbers through the actions, for properties that hold everywhere."""
    for choice in choices:
        if state.over:
            break
        if state.is_chance:
            count = len(state.rolling)
            digits = [choice // 6**n % 6 for n in range(count)]
            state = rolled(state, "".join("ogpbrs"[digit] for digit in digits))
        else:
            seat = sorted(state.to_act)[choice % len(state.to_act)]
            actions = list(state.actions(seat))
            state = state.apply(Event(seat, actions[choice % len(actions)]))
    return state
