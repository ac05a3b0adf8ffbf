"""Whether a build is legal: the stack, the open lids, the cards, the points."""

from quartett.core.errors import IllegalAction
from quartett.games.cubus.actions import Build
from quartett.games.cubus.stacks.cards import KINDS, WORDS, Cards
from quartett.games.cubus.stacks.removals import with_open
from quartett.games.cubus.stacks.shape import Spot
from quartett.games.cubus.stacks.stack import Stack


def check_build(stack: Stack, open: frozenset[Spot], hand: Cards, build: Build) -> None:
    """Raise with the reason unless the build is legal."""
    target = build.stack()
    new_open = frozenset(build.open)
    _check_lids(target, new_open)
    _check_kept(open, new_open)
    _check_exchange(stack, open, target, new_open)
    _check_cards(with_open(target, new_open) - with_open(stack, open), hand)
    _check_points(stack, target)


def points(stack: Stack, target: Stack) -> int:
    """What a build from one stack to another earns.

    >>> points(Stack.read("22/2"), Stack.read("22/21")), points(Stack.read("1"), Stack.read("2"))
    (2, 1)
    """
    boxes = target.boxes - stack.boxes
    return 3 * boxes - (target.cards.total - stack.cards.total)


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
