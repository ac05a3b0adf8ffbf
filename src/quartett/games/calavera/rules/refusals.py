"""Why an action is refused, in the words of the game."""

from typing import TYPE_CHECKING, NoReturn

from quartett.core.errors import IllegalAction, check_seat
from quartett.core.event import CHANCE, Action, Actor, Seat, Start
from quartett.games.calavera.actions import Freeze, Mark, Reroll, Roll, Skip
from quartett.games.calavera.dice import ROSE, ROW, SKULL
from quartett.games.calavera.legal import LEGAL, SKIP

if TYPE_CHECKING:
    from quartett.games.calavera.rules import State


def check_start(state: "State", actor: Actor, start: Start) -> None:
    if actor != CHANCE or state.phase != "start":
        refuse(state, actor, start)
    check_seat(start.seat, state.players)


def check_roll(state: "State", actor: Actor, roll: Roll) -> None:
    if actor != CHANCE or not state.rolling:
        refuse(state, actor, roll)
    if len(roll.faces) != len(state.rolling):
        raise IllegalAction(
            "wrong_chance", f"{len(state.rolling)} dice are in the air, not {len(roll.faces)}"
        )


def check_reroll(state: "State", actor: Actor, reroll: Reroll) -> None:
    if type(actor) is not int or actor not in state.to_act:
        refuse(state, actor, reroll)
    if actor != state.active:
        raise IllegalAction("not_your_dice", "only the active player rolls dice again")
    most = state.options.rolls
    if state.rolls >= most:
        raise IllegalAction("no_rerolls", f"the dice have been rolled {most} times; that is all")
    for die in reroll.dice:
        if state.faces[die] == SKULL:
            raise IllegalAction(
                "skull_locked", f"die {die + 1} is a skull and locked", {"die": die}
            )


def check_mark(state: "State", actor: Actor, mark: Mark) -> None:
    if type(actor) is not int or actor not in state.to_act:
        refuse(state, actor, mark)
    use, row = mark.use, mark.row
    if use not in state.faces:
        raise IllegalAction("not_shown", f"no die shows {use}", {"use": use})
    if use == state.used:
        raise IllegalAction("dice_used", f"the active player has used the {use} dice", {"use": use})
    if row != use and use != ROSE:
        raise IllegalAction(
            "wrong_row",
            f"{use} dice are marked in the {use} row, not in {row}",
            {"row": row, "use": use},
        )
    if state.sheets[actor].frozen[ROW[row]]:
        raise IllegalAction("row_closed", f"your {row} row is closed", {"row": row})


def check_freeze(state: "State", actor: Actor, freeze: Freeze) -> None:
    if type(actor) is not int or actor not in state.to_act:
        refuse(state, actor, freeze)
    row, sheet = freeze.row, state.sheets[actor]
    if actor != state.active:
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


def check_skip(state: "State", actor: Actor, skip: Skip) -> None:
    if type(actor) is not int or actor not in state.to_act:
        refuse(state, actor, skip)
    own_turn = actor == state.active
    legal = LEGAL[state.shown]
    possible = legal.uses(state.sheets[actor], state.pad, state.used, own_turn)
    if possible != (SKIP,):
        raise IllegalAction(
            "must_use",
            f"you can use dice ({', '.join(map(str, possible))}) and must",
            {"seat": actor},
        )


def refuse(state: "State", actor: Actor, action: Action | None = None) -> NoReturn:
    """Say why this actor may not act now; one who may has tried what is not in the game."""
    if actor == CHANCE:
        if not state.is_chance:
            raise IllegalAction("not_chance", "it is not chance's turn")
        expected = "the start player" if state.phase == "start" else "a roll"
        raise IllegalAction("wrong_chance", f"chance gives {expected} now, not {action}")
    check_seat(actor, state.players)
    if actor in state.to_act:
        raise IllegalAction("malformed", f"players mark, freeze, reroll or skip; this is {action}")
    raise IllegalAction(*_not_now(state, actor))


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
