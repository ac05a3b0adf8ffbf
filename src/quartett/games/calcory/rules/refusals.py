"""Why an action is refused, in the words of the game."""

from typing import TYPE_CHECKING, NoReturn

from quartett.core.errors import IllegalAction, check_seat
from quartett.core.event import CHANCE, Action, Actor, Start
from quartett.games.calcory.actions import Deal, Pass, Return, Stop, Turn, written
from quartett.games.calcory.layout.cards import Place

if TYPE_CHECKING:
    from quartett.games.calcory.rules import State


def check_start(state: "State", actor: Actor, start: Start) -> None:
    if actor != CHANCE or state.phase != "start":
        refuse(state, actor, start)
    check_seat(start.seat, state.players)


def check_deal(state: "State", actor: Actor, deal: Deal) -> None:
    if actor != CHANCE or state.phase != "deal":
        refuse(state, actor, deal)
    if sorted(deal.cards) != sorted(state.layout.deck):
        raise IllegalAction(
            "wrong_chance", f"a deal is the {state.layout.size} cards of the deck, each once"
        )


def refuse(state: "State", actor: Actor, action: Action) -> NoReturn:
    """Say why this actor may not do such a thing now."""
    if actor == CHANCE:
        if not state.is_chance:
            raise IllegalAction("not_chance", "it is not chance's turn")
        expected = "the start player" if state.phase == "start" else "the deal"
        raise IllegalAction("wrong_chance", f"chance gives {expected} now, not {action}")
    check_seat(actor, state.players)
    if actor not in state.to_act:
        raise IllegalAction(*_not_now(state))
    raise IllegalAction(
        "malformed", f"players turn, stop, put a card back or pass; this is {action}"
    )


def _not_now(state: "State") -> tuple[str, str, dict[str, object]]:
    if state.over:
        return "over", "the game is over", {}
    if state.is_chance:
        return "not_dealt", "the cards are still to be laid out", {}
    return "not_your_turn", f"it is the turn of player {state.active + 1}", {"active": state.active}


def check_turn(state: "State", actor: Actor, turn: Turn) -> None:
    _check_own_turn(state, actor, turn)
    at = turn.at
    _check_on_table(state, at)
    index = state.layout.index(at)
    where: dict[str, object] = {"at": list(at)}
    if state.cards[index] is None:
        raise IllegalAction("empty_place", f"{written(at)} is empty", where)
    if index in state.up:
        raise IllegalAction("face_up", f"{written(at)} is face up already", where)
    if index in state.marked:
        assert state.bid is not None
        raise IllegalAction(
            "marked",
            f"{written(at)} belongs to the bid of player {state.bid.seat + 1}",
            {**where, "seat": state.bid.seat},
        )


def check_stop(state: "State", actor: Actor, stop: Stop) -> None:
    _check_own_turn(state, actor, stop)
    if state.can_stop:
        return
    if state.up:
        raise IllegalAction(
            "turn_two", "you have collected no cards yet: turn at least two", {"turned": 1}
        )
    if not state.has_face_down:
        raise IllegalAction("must_pass", "no face-down card is left: you can only pass")
    needed = 1 if state.piles[state.active] else 2
    raise IllegalAction(
        "nothing_turned",
        f"you have turned nothing yet: turn at least {'one' if needed == 1 else 'two'}",
        {"needed": needed},
    )


def check_return(state: "State", actor: Actor, action: Return) -> None:
    if type(actor) is not int or actor not in state.to_act:
        refuse(state, actor, action)
    if state.phase != "return":
        raise IllegalAction("nothing_taken", "you have taken no cards: there is none to put back")
    _check_on_table(state, action.card)
    _check_on_table(state, action.to)
    if all(lying.at != action.card for lying in state.taken):
        raise IllegalAction(
            "not_taken",
            f"no card you have just taken lay at {written(action.card)}",
            {"card": list(action.card)},
        )
    if state.cards[state.layout.index(action.to)] is not None:
        raise IllegalAction(
            "place_used", f"a card lies at {written(action.to)}", {"to": list(action.to)}
        )


def check_pass(state: "State", actor: Actor, action: Pass) -> None:
    _check_own_turn(state, actor, action)
    if state.up:
        raise IllegalAction("must_stop", "you have turned cards: stop, or turn more")
    if state.has_face_down:
        raise IllegalAction("can_turn", "there are face-down cards: turn one")


def _check_own_turn(state: "State", actor: Actor, action: Action) -> None:
    if type(actor) is int and actor == state.active:
        if state.phase == "turn":
            return
        if state.phase == "return":
            raise IllegalAction("must_return", "first put back one of the cards you have taken")
    refuse(state, actor, action)


def _check_on_table(state: "State", place: Place) -> None:
    if not state.layout.has(place):
        raise IllegalAction(
            "no_such_place", f"this table has no {written(place)}", {"at": list(place)}
        )
