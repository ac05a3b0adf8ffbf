"""Why an action is refused, in the words of the game."""

from typing import TYPE_CHECKING, NoReturn

from quartett.core.errors import IllegalAction, check_seat
from quartett.core.event import CHANCE, Action, Actor, Seat, Start
from quartett.games.cubus.actions import Build, Draw, Knock, Pass, Place, Remove, Waive
from quartett.games.cubus.builder.solver import solve
from quartett.games.cubus.stacks.removals import can_lose_box, lid_of, removals

if TYPE_CHECKING:
    from quartett.games.cubus.rules import State
from quartett.games.cubus.stacks.cards import KINDS, WORDS, Cards
from quartett.games.cubus.stacks.removals import with_open
from quartett.games.cubus.stacks.shape import Spot
from quartett.games.cubus.stacks.stack import Stack, points

_CHANCE = {"start": "the start player", "place": "the open lids' places", "draw": "a card"}
_TURN: dict[str, tuple[type[Action], ...]] = {
    "build": (Build, Pass),
    "show": (Build, Pass),
    "last": (Build, Pass),
    "knock": (Knock, Waive),
    "remove": (Remove,),
}
_ASKED = {
    "build": ("must_build", "it is time to build or to pass"),
    "show": ("must_show", "you have knocked: show a build, or pass"),
    "last": ("last_build", "the last build is asked for: build or pass"),
    "knock": ("must_answer", "a player has passed: knock or waive"),
    "remove": ("must_remove", "the stack is taken apart: take one box away"),
}


def check_start(state: "State", actor: Actor, start: Start) -> None:
    if actor != CHANCE or state.phase != "start":
        refuse(state, actor, start)
    check_seat(start.seat, state.players)


def check_place(state: "State", actor: Actor, place: Place) -> None:
    if actor != CHANCE or state.phase != "place":
        refuse(state, actor, place)


def check_draw(state: "State", actor: Actor, draw: Draw) -> None:
    if actor != CHANCE or state.phase != "draw":
        refuse(state, actor, draw)
    if getattr(state.pile, draw.card) < 1:
        raise IllegalAction("not_in_pile", f"the pile has no {draw.card} left", {"card": draw.card})


def check_now(state: "State", actor: Actor, action: Action) -> None:
    """Refuse an action that is not asked of this seat in this phase."""
    asked = type(actor) is int and actor in state.to_act
    if not asked or type(action) not in _TURN[state.phase]:
        refuse(state, actor, action)


def check_build_now(state: "State", actor: Actor, build: Build) -> None:
    check_now(state, actor, build)
    check_build(state.stack, frozenset(state.open), state.cards, build)


def check_pass(state: "State", actor: Actor, action: Pass) -> None:
    check_now(state, actor, action)
    if state.phase != "build" or state.options.knocking:
        return
    if solve(state.order) is not None:
        raise IllegalAction("must_build", "you can build with these cards, and must")


def refuse(state: "State", actor: Actor, action: Action) -> NoReturn:
    """Say why this actor may not do such a thing now."""
    if actor == CHANCE:
        if not state.is_chance:
            raise IllegalAction("not_chance", "it is not chance's turn")
        expected = _CHANCE[state.phase]
        raise IllegalAction("wrong_chance", f"chance gives {expected} now, not {action}")
    check_seat(actor, state.players)
    if actor not in state.to_act:
        raise _not_now(state, actor, action)
    code, sentence = _ASKED[state.phase]
    if isinstance(action, Knock):
        code, sentence = "knock_out_of_time", f"nobody has passed just now; {sentence}"
    raise IllegalAction(code, sentence, {"phase": state.phase})


def _not_now(state: "State", seat: Seat, action: Action) -> IllegalAction:
    turn: dict[str, object] = {"active": state.active}
    if state.over:
        return IllegalAction("over", "the game is over")
    if isinstance(action, Knock):
        return IllegalAction("knock_out_of_time", _no_knock(state, seat), turn)
    if state.is_chance and state.phase == "draw" and state.turn < state.players:
        return IllegalAction("first_round", "in the first round cards are only drawn", turn)
    if state.is_chance:
        return IllegalAction("chance_first", f"first chance gives {_CHANCE[state.phase]}", turn)
    if state.phase == "knock":
        return IllegalAction("already_answered", "you have passed or waived; others answer", turn)
    if state.phase == "last":
        return IllegalAction("not_your_build", "the last build is not yours to make now", turn)
    who = state.knocker if state.phase == "show" else state.active
    return IllegalAction("not_your_turn", f"it is the turn of player {(who or 0) + 1}", turn)


def _no_knock(state: "State", seat: Seat) -> str:
    if state.phase == "knock":
        own = seat == state.active
        return "you cannot knock on your own pass" if own else "you have waived, and that is final"
    if state.phase == "show":
        return "somebody has knocked first"
    return "one knocks when a player has passed, and nobody has passed just now"


def check_remove(state: "State", actor: Actor, action: Remove) -> None:
    check_now(state, actor, action)
    cell = action.cell
    height = state.stack.heights.get(cell, 0)
    where: dict[str, object] = {"cell": cell}
    if not height:
        raise IllegalAction("no_column", f"no column stands at {cell}", where)
    open = frozenset(state.open)
    if cell in removals(state.stack, open):
        return
    if lid_of(state.stack, cell) in open and can_lose_box(state.stack, cell):
        raise IllegalAction(
            "open_lid_last",
            f"the lid of {cell} is open; such a box goes only when no other can",
            where,
        )
    try:
        state.stack.less(cell)
    except IllegalAction as wrong:
        raise IllegalAction(
            "holds_others", f"the box on {cell} cannot go alone: {wrong.message}", where
        ) from None


def check_build(stack: Stack, open: frozenset[Spot], hand: Cards, build: Build) -> None:
    """Raise with the reason unless the build is legal."""
    target = build.stack()
    new_open = frozenset(build.open)
    _check_lids(target, new_open)
    _check_kept(open, new_open)
    _check_exchange(stack, open, target, new_open)
    _check_cards(with_open(target, new_open) - with_open(stack, open), hand)
    _check_points(stack, target)


def _check_lids(target: Stack, open: frozenset[Spot]) -> None:
    for lid in sorted(open - target.lids):
        raise IllegalAction("no_lid", f"the new stack has no lid at {lid}", {"at": lid})


def _check_kept(open: frozenset[Spot], new_open: frozenset[Spot]) -> None:
    for lid in sorted(open - new_open):
        raise IllegalAction(
            "open_lid_moved",
            f"the open lid at {lid} must stay where it lies in the picture",
            {"at": lid},
        )


def _check_exchange(
    stack: Stack, open: frozenset[Spot], target: Stack, new_open: frozenset[Spot]
) -> None:
    """While no open lid lies, a stack may lie anywhere: both are looked at from their corners."""
    before = stack.lids - open
    laid = new_open - open
    if not open:
        before = stack.at_home.lids
        x, y = target.corner
        laid = frozenset((a - x, b - y) for a, b in laid)
    for lid in sorted(laid & before):
        raise IllegalAction(
            "lid_exchanged",
            f"at {lid} a closed lid lay before; an open lid may not simply take its place",
            {"at": lid},
        )


def _check_cards(needed: Cards, hand: Cards) -> None:
    missing = {
        kind: need - have
        for kind, need, have in zip(KINDS, needed.counts, hand.counts, strict=True)
        if need > have
    }
    if missing:
        words = " and ".join(f"{n} {WORDS[kind][n != 1]}" for kind, n in missing.items())
        raise IllegalAction(
            "cards_missing",
            f"this takes {words} more than there are",
            {"missing": missing},
        )


def _check_points(stack: Stack, target: Stack) -> None:
    boxes, earned = target.boxes - stack.boxes, points(stack, target)
    where: dict[str, object] = {"boxes": boxes, "points": earned}
    if boxes < 1:
        raise IllegalAction("no_box", f"a build adds a box; this one adds {boxes}", where)
    if earned < 1:
        raise IllegalAction("no_point", f"a build earns a point; this one earns {earned}", where)
