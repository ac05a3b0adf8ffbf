"""Why an action is refused, in the words of the game."""

from typing import TYPE_CHECKING

from quartett.core.errors import IllegalAction, check_seat
from quartett.core.event import Action, Seat, Start
from quartett.games.calavera.actions import Freeze, Mark, Reroll, Roll, Skip
from quartett.games.calavera.choices import SKIP, uses
from quartett.games.calavera.dice import ROLLS, ROSE, ROW, SKULL

if TYPE_CHECKING:
    from quartett.games.calavera.rules import State


def check_chance(state: "State", action: Action) -> None:
    phase = state.phase
    if phase == "roll" and type(action) is Roll:
        if len(action.faces) != len(state.rolling):
            raise IllegalAction(
                "wrong_chance", f"{len(state.rolling)} dice are in the air, not {len(action.faces)}"
            )
    elif phase == "start" and type(action) is Start:
        check_seat(action.seat, state.players)
    elif state.is_chance:
        expected = "the start player" if phase == "start" else "a roll"
        raise IllegalAction("wrong_chance", f"chance gives {expected} now, not {action}")
    else:
        raise IllegalAction("not_chance", "it is not chance's turn")


def check_player(state: "State", seat: Seat, action: Action) -> None:
    check_turn(state, seat)
    if type(action) is Mark:
        _check_mark(state, seat, action)
    elif type(action) is Reroll:
        _check_reroll(state, seat, action)
    elif type(action) is Freeze:
        _check_freeze(state, seat, action)
    elif type(action) is Skip:
        _check_skip(state, seat)
    else:
        raise IllegalAction("malformed", f"players mark, freeze, reroll or skip; this is {action}")


def check_turn(state: "State", seat: Seat) -> None:
    if type(seat) is int and 0 <= seat < state.players:
        own_turn = seat == state.active
        if own_turn and state.phase == "use":
            return
        if not own_turn and state.phase == "pick" and state.picks[seat] is None:
            return
    check_seat(seat, state.players)
    raise IllegalAction(*_not_now(state, seat))


def _not_now(state: "State", seat: Seat) -> tuple[str, str, dict[str, object]]:
    turn: dict[str, object] = {"active": state.active}
    if state.over:
        return "over", "the game is over", {}
    if state.is_chance:
        return "dice_in_the_air", "the dice are still to be rolled", turn
    if seat == state.active:
        return "others_choose", "your turn is over; the others are choosing from your dice", turn
    if state.phase == "pick":
        return "already_chosen", "you have chosen; the others have not yet", {}
    return "not_your_turn", f"it is the turn of player {state.active + 1}", turn


def _check_reroll(state: "State", seat: Seat, action: Reroll) -> None:
    if seat != state.active:
        raise IllegalAction("not_your_dice", "only the active player rolls dice again")
    if state.rolls >= ROLLS:
        raise IllegalAction("no_rerolls", f"the dice have been rolled {ROLLS} times; that is all")
    for die in action.dice:
        if state.faces[die] == SKULL:
            raise IllegalAction(
                "skull_locked", f"die {die + 1} is a skull and locked", {"die": die}
            )


def _check_mark(state: "State", seat: Seat, action: Mark) -> None:
    use, row = action.use, action.row
    if use not in state.faces:
        raise IllegalAction("not_shown", f"no die shows {use}", {"use": use})
    if use == state.used:
        raise IllegalAction("dice_used", f"the active player has used the {use} dice", {"use": use})
    if use != ROSE and row != use:
        raise IllegalAction(
            "wrong_row",
            f"{use} dice are marked in the {use} row, not in {row}",
            {"row": row, "use": use},
        )
    if not state.sheets[seat].is_open(ROW[row]):
        raise IllegalAction("row_closed", f"your {row} row is closed", {"row": row})


def _check_freeze(state: "State", seat: Seat, action: Freeze) -> None:
    row, sheet = action.row, state.sheets[seat]
    if seat != state.active:
        raise IllegalAction("freeze_own_turn", "you may freeze only in your own turn", {"row": row})
    if sheet.frozen[ROW[row]]:
        raise IllegalAction("row_closed", f"your {row} row is closed", {"row": row})
    needed = state.pad.roses_needed(sheet.crosses[ROW[row]])
    if needed is None:
        raise IllegalAction(
            "freeze_zone",
            f"the last cross of your {row} row is not in the points zone",
            {"row": row},
        )
    roses = state.faces.count(ROSE)
    if roses < needed:
        raise IllegalAction(
            "freeze_roses",
            f"freezing {row} here takes {needed} roses; the dice show {roses}",
            {"row": row, "needed": needed, "roses": roses},
        )


def _check_skip(state: "State", seat: Seat) -> None:
    own_turn = seat == state.active
    possible = uses(state.sheets[seat], state.pad, state.faces, state.used, own_turn)
    if possible != (SKIP,):
        raise IllegalAction(
            "must_use",
            f"you can use dice ({', '.join(map(str, possible))}) and must",
            {"seat": seat},
        )
