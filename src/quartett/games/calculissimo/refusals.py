"""Why an action is refused, in the words of the game."""

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from quartett.core.errors import IllegalAction, check_seat
from quartett.core.event import Action, Seat
from quartett.games.calculissimo.actions import (
    Accept,
    Challenge,
    Draw,
    Exchange,
    Pass,
    Play,
    Start,
)
from quartett.games.calculissimo.board.laying import check_laying
from quartett.games.calculissimo.board.score import worth
from quartett.games.calculissimo.board.tiles import JOKER, TILES, count, of_rack
from quartett.games.calculissimo.chance.draws import check_start

if TYPE_CHECKING:
    from quartett.games.calculissimo.rules import State


def check_chance(state: "State", action: Action) -> None:
    if isinstance(action, Start) and state.phase == "start":
        check_start(state.players, state.bag, action)
    elif isinstance(action, Draw) and state.phase == "draw":
        _check_draw(state, action)
    elif state.is_chance:
        expected = "the draw for the start" if state.phase == "start" else "a draw"
        raise IllegalAction("wrong_chance", f"chance gives {expected} now, not {action}")
    else:
        raise IllegalAction("not_chance", "it is not chance's turn")


def _check_draw(state: "State", action: Draw) -> None:
    seat, number = state.drawing[0], state.to_draw
    if action.seat != seat or len(action.tiles) != number:
        raise IllegalAction(
            "wrong_chance", f"player {seat + 1} draws {number} tiles now, not {action}"
        )
    for tile, there, drawn in zip(TILES, state.bag, count(action.tiles), strict=True):
        if drawn > there:
            raise IllegalAction("wrong_chance", f"the bag has not so many {tile}")


def check_player(state: "State", seat: Seat, action: Action) -> None:
    check_seat(seat, state.players)
    _check_turn(state, seat)
    if isinstance(action, Accept | Challenge):
        if state.phase != "answer":
            raise IllegalAction("nothing_to_answer", "no play waits for an answer")
    elif state.phase == "answer":
        raise IllegalAction("answer_first", "a play has been laid: challenge or accept it")
    elif isinstance(action, Play):
        check_play(state, seat, action)
    elif isinstance(action, Exchange):
        _check_exchange(state, seat, action)
    elif not isinstance(action, Pass):
        raise IllegalAction("malformed", f"players play, exchange or pass; this is {action}")


def check_play(state: "State", seat: Seat, action: Play) -> None:
    _check_announcement(state, action)
    check_rack(state.racks[seat], [of_rack(tile) for _, _, tile in action.tiles])
    check_laying(state.edition, state.board, action.tiles)
    if not state.options.challenge:
        worth(state.edition, state.board, action.tiles)


def _check_turn(state: "State", seat: Seat) -> None:
    if seat in state.to_act:
        return
    turn: dict[str, object] = {"active": state.active}
    if state.over:
        raise IllegalAction("over", "the game is over")
    if state.is_chance:
        raise IllegalAction("tiles_to_draw", "tiles are still to be drawn", turn)
    if state.phase == "answer":
        if seat == state.active:
            raise IllegalAction("others_answer", "the others are looking at your play", turn)
        raise IllegalAction("already_answered", "you have accepted; others have not yet", turn)
    raise IllegalAction("not_your_turn", f"it is the turn of player {state.active + 1}", turn)


def _check_announcement(state: "State", action: Play) -> None:
    if state.options.challenge and action.announce is None:
        raise IllegalAction("announce", "say the points of your play: this game has challenges")
    if not state.options.challenge and action.announce is not None:
        raise IllegalAction("no_announce", "points are not announced in a game without challenges")


def check_rack(rack: Sequence[str], tiles: Sequence[str]) -> None:
    """Refuse tiles that the rack has not, or not so many of."""
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


def _check_exchange(state: "State", seat: Seat, action: Exchange) -> None:
    if not any(state.bag):
        raise IllegalAction("bag_empty", "the bag is empty; there is nothing to exchange for")
    check_rack(state.racks[seat], action.tiles)
