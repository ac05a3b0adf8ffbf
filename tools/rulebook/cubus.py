"""Cubus: the stack alone."""

from collections.abc import Iterator

from tools.rulebook.paper import BAD, Moment

from quartett import Event, IllegalAction
from quartett.games.cubus import Cards, Cubus, Options, Stack, State
from quartett.games.cubus.stacks.picture import Face
from quartett.games.cubus.stacks.shape import Spot
from quartett.games.cubus.stacks.svg import corners, drawing, flat
from quartett.games.cubus.view import Phase

EDGE = 34.0
NO_CARDS = Cards()
FIRST_BUILDS = (("RT", "1/1"), ("LT", ".1/11"), ("LR", ".2/11"), ("LR", ".2/21"), ("-", ".2/22"),
                ("T", "22/22"))  # fmt: skip
"""The sequence of the printed rules."""


def built(first: str, *steps: tuple[str, str]) -> Iterator[tuple[str, int]]:
    """The stacks, each after a build with the cards in front of the player, and its points."""
    stack = Stack.read(first)
    yield first, 0
    for hand, target in steps:
        state = stacked(stack, "build", Cards.read(hand))
        state = state.apply(Event(0, Cubus().parse(target)))
        stack = state.stack
        yield target, state.points[0]


def builds(first: str, *steps: tuple[str, str]) -> list[Moment]:
    return [
        pile(Stack.read(stack), f"+{points}" if points else "")
        for stack, points in built(first, *steps)
    ]


def not_taken() -> list[Moment]:
    """With the lid at the back two boxes would go."""
    before, after = Stack.read("22/21"), Stack.read(".2/21")
    try:
        stacked(before, "remove").check(0, Cubus().parse("x0,0"))
    except IllegalAction:
        lost = f"−{before.boxes - after.boxes}"
        return [pile(before, lid=(0, 0)), pile(after, lost, wrong=True)]
    raise AssertionError("the rules let the lid at the back go")


def taken(first: str, *notes: str) -> list[Moment]:
    """The stacks, each after a box was taken, and the cards that set free."""
    state = stacked(Stack.read(first), "remove")
    moments = [pile(state.stack)]
    for note in notes:
        cards = sum(sum(hand.counts) for hand in state.hands)
        state = state.apply(Event(min(state.to_act), Cubus().parse(note)))
        moments.append(
            pile(state.stack, f"+{sum(sum(hand.counts) for hand in state.hands) - cards}")
        )
    return moments


def stacked(stack: Stack, phase: Phase, hand: Cards = NO_CARDS) -> State:
    """The first of two players is to build or to take a box away."""
    options = Options(start_player=0, dismantling="after")
    hands = (hand, Cards())
    return State(2, options, phase, stack, hands, (0, 0), Cards(), turn=2)


def pile(
    stack: Stack, caption: str = "", *, wrong: bool = False, lid: Spot | None = None
) -> Moment:
    """A stack; one of its lids may be marked."""
    shapes, *room = drawing(stack, (), EDGE)
    if lid is not None:
        face = Face("lid", (*lid, stack.heights[lid]), (*lid, stack.heights[lid] - 1))
        points = " ".join(f"{x:.1f},{y:.1f}" for x, y in (flat(c, EDGE) for c in corners(face)))
        shapes += f'<polygon points="{points}" fill="{BAD}55" stroke="{BAD}" stroke-width="4"/>'
    left, top, width, height = room
    return Moment(shapes, left, top, width, height, caption, wrong)
