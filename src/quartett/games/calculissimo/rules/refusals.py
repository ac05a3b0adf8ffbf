"""Why an action is refused, in the words of the game."""

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, NoReturn

from quartett.core.errors import IllegalAction, check_seat
from quartett.core.event import CHANCE, Action, Actor, Seat
from quartett.games.calculissimo.actions import (
    Accept,
    Challenge,
    Draw,
    Exchange,
    Play,
    Start,
)
from quartett.games.calculissimo.board.laying import check_laying
from quartett.games.calculissimo.board.score import worth
from quartett.games.calculissimo.board.tiles import JOKER, TILES, count, of_rack
from quartett.games.calculissimo.rules.draws import check_start as check_start_draw

if TYPE_CHECKING:
    from quartett.games.calculissimo.rules import State


def check_start(state: "State", actor: Actor, start: Start) -> None:
    if actor != CHANCE or state.phase != "start":
        refuse(state, actor, start)
    check_start_draw(state.players, state.bag, start)


def check_draw(state: "State", actor: Actor, action: Draw) -> None:
    if actor != CHANCE or state.phase != "draw":
        refuse(state, actor, action)
    seat, number = state.drawing[0], state.to_draw
    if action.seat != seat or len(action.tiles) != number:
        raise IllegalAction(
            "wrong_chance", f"player {seat + 1} draws {number} tiles now, not {action}"
        )
    for tile, there, drawn in zip(TILES, state.bag, count(action.tiles), strict=True):
        if drawn > there:
            raise IllegalAction("wrong_chance", f"the bag does not hold that many {tile}")


def check_turn(state: "State", actor: Actor, action: Action) -> None:
    """Refuse what is not done in a turn of this seat."""
    if type(actor) is not int or state.phase != "play" or actor != state.active:
        refuse(state, actor, action)


def check_answer(state: "State", actor: Actor, answer: Accept | Challenge) -> None:
    if type(actor) is not int or actor not in state.to_act:
        refuse(state, actor, answer)
    if state.phase != "answer":
        raise IllegalAction("nothing_to_answer", "no play waits for an answer")


def check_play(state: "State", seat: Seat, action: Play) -> None:
    check_turn(state, seat, action)
    _check_announcement(state, action)
    check_rack(state.racks[seat], [of_rack(tile) for _, _, tile in action.tiles])
    check_laying(state.edition, state.board, action.tiles)
    if not state.options.challenge:
        worth(state.edition, state.board, action.tiles)


def refuse(state: "State", actor: Actor, action: Action) -> NoReturn:
    """Say why this actor may not do such a thing now."""
    if actor == CHANCE:
        if not state.is_chance:
            raise IllegalAction("not_chance", "it is not chance's turn")
        expected = "the draw for the start" if state.phase == "start" else "a draw"
        raise IllegalAction("wrong_chance", f"chance gives {expected} now, not {action}")
    check_seat(actor, state.players)
    if actor not in state.to_act:
        raise _not_now(state, actor)
    if state.phase == "answer":
        raise IllegalAction("answer_first", "a play has been laid: challenge or accept it")
    raise IllegalAction("malformed", f"players play, exchange or pass; this is {action}")


def _not_now(state: "State", seat: Seat) -> IllegalAction:
    turn: dict[str, object] = {"active": state.active}
    if state.over:
        return IllegalAction("over", "the game is over")
    if state.is_chance:
        return IllegalAction("tiles_to_draw", "tiles are still to be drawn", turn)
    if state.phase == "answer":
        if seat == state.active:
            return IllegalAction("others_answer", "the others are looking at your play", turn)
        return IllegalAction("already_answered", "you have accepted; others have not yet", turn)
    return IllegalAction("not_your_turn", f"it is the turn of player {state.active + 1}", turn)


def _check_announcement(state: "State", action: Play) -> None:
    if state.options.challenge and action.announce is None:
        raise IllegalAction("announce", "say the points of your play: this game has challenges")
    if not state.options.challenge and action.announce is not None:
        raise IllegalAction("no_announce", "points are not announced in a game without challenges")


def check_rack(rack: Sequence[str], tiles: Sequence[str]) -> None:
    """Refuse tiles that the rack does not hold, or too many of them."""
    own = Counter(rack)
    for tile, number in Counter(tiles).items():
        if number > own[tile]:
            name = "a joker" if tile == JOKER else f"the tile {tile}"
            more = f" {number} times, only {own[tile]}" if own[tile] else ""
            raise IllegalAction(
                "not_on_rack",
                f"{name} is not on your rack{more}",
                {"tile": tile, "needed": number, "have": own[tile]},
            )


def check_exchange(state: "State", seat: Seat, action: Exchange) -> None:
    check_turn(state, seat, action)
    if not any(state.bag):
        raise IllegalAction("bag_empty", "the bag is empty; there is nothing to exchange for")
    check_rack(state.racks[seat], action.tiles)
