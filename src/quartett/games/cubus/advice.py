"""Advice that explains itself: what a build earns, what it leaves, and why less can be more."""

import time
from collections.abc import Iterable, Iterator
from typing import Final

from msgspec.structs import replace

from quartett.bots.advice import Advice, Chance, Option, in_words
from quartett.core.event import Action, Seen
from quartett.games.cubus.actions import Build, Remove
from quartett.games.cubus.bots.duel import lead_after, weighed_builds
from quartett.games.cubus.bots.lookahead import Prospect, after_pass, prospect_of, prospects
from quartett.games.cubus.bots.removal_search import best_removal, freed
from quartett.games.cubus.builder.listing import best_builds
from quartett.games.cubus.builder.solver import best_points
from quartett.games.cubus.stacks.removals import with_open
from quartett.games.cubus.view import KNOCK, PASS, WAIVE, View

SHOWN: Final = 8
"""How many last builds are explained."""
THINKS: Final = 0.3
"""Seconds for the dismantling game."""
WEIGHS: Final = 0.6
"""Seconds after which only the builds already weighed are explained."""


def explain(view: View, seen: Iterable[Seen] = ()) -> Advice:  # noqa: ARG001 (all is in the view)
    """The options of the seat to move, best first."""
    match view.phase:
        case "build" | "show":
            return Advice("points", tuple(_building(view)))
        case "last":
            return Advice("points", tuple(_last(view)))
        case "knock":
            return Advice("points", tuple(_knocking(view)))
        case "remove":
            return Advice("points", tuple(_taking(view)))
    return Advice("points", ())


hint = explain


def _building(view: View) -> list[Option]:
    weighed = list(_weighed(view, time.monotonic() + WEIGHS))
    if not weighed:
        return [_pass(_passed(view), "nothing can be built: pass")]
    most = max(weighed, key=lambda prospect: prospect.points)
    options = [_build(view, prospect, most) for prospect in weighed]
    if view.may_always_pass and view.phase == "build":
        sentence = f"pass, though a build of {most.points} is there for a player who knocks"
        options.append(_pass(_passed(view), sentence, -most.points))
    return options


def _weighed(view: View, until: float) -> Iterator[Prospect]:
    """The builds that the expert weighs, best first."""
    if view.players > 2:
        yield from prospects(view, until)
        return
    for one in weighed_builds(view, until):
        yield replace(prospect_of(view, one.build), value=one.value)
        if time.monotonic() > until:
            return


def _passed(view: View) -> Prospect:
    ahead = after_pass(view)
    if view.players > 2:
        return ahead
    return replace(ahead, value=lead_after(view, view.stack, frozenset(view.open)))


def _build(view: View, prospect: Prospect, most: Prospect) -> Option:
    build = prospect.build
    assert build is not None
    text = f"{_change(view, build)}: earns {_points(prospect.points)}"
    text += f"; the next player is then expected to earn {prospect.reply:.1f}"
    if prospect.points < most.points and prospect.value > most.value:
        less = most.points - prospect.points
        text += f". It earns {less} less than the largest build, which would {_cost(most, view)}"
    return Option(build, prospect.value, text, (_answer(prospect),))


def _cost(most: Prospect, view: View) -> str:
    """What the largest build leaves to the next player and to its builder."""
    assert most.build is not None
    used = with_open(most.build.stack(), frozenset(most.build.open))
    kept = view.order.hand - (used - with_open(view.stack, frozenset(view.open)))
    return f"leave {most.reply:.1f} and keep {_cards(kept.total)}"


def _change(view: View, build: Build) -> str:
    """Boxes and cards before and after."""
    stack, target = view.stack, build.stack()
    before = with_open(stack, frozenset(view.open))
    after = with_open(target, frozenset(build.open))
    return (
        f"build {build}: from {_boxes(stack.boxes)} and {_cards(before.total)} "
        f"to {_boxes(target.boxes)} and {_cards(after.total)}"
    )


def _answer(prospect: Prospect) -> Chance:
    likely = in_words(prospect.answers)
    return Chance(
        "next_can_build",
        prospect.answers,
        f"that the next player can build: {likely}",
        {"likely": likely, "points": prospect.points},
    )


def _pass(prospect: Prospect, sentence: str, lost: int = 0) -> Option:
    return Option(PASS, prospect.value + lost, sentence, (_answer(prospect),))


def _last(view: View) -> list[Option]:
    found = best_builds(view.stack, view.open, view.pool, SHOWN)
    options = [
        Option(
            build.action,
            float(build.points),
            f"{_change(view, build.action)}: earns {_points(build.points)}",
            (),
        )
        for build in found
    ]
    return [*options, Option(PASS, 0.0, "leave the stack as it is", ())]


def _knocking(view: View) -> list[Option]:
    points = best_points(view.order)
    if points:
        knock = Option(KNOCK, float(points), f"knock: a build of {_points(points)} is there", ())
        return [knock, Option(WAIVE, 0.0, "waive, and leave it to others", ())]
    lost = view.options.false_knock
    costs = f"knock, with nothing to show: everybody else gets {lost} points"
    waive = Option(WAIVE, 0.0, "waive: with these cards nothing can be built", ())
    return [waive, Option(KNOCK, -float(lost), costs, ())]


def _taking(view: View) -> list[Option]:
    open = frozenset(view.open)
    until = time.monotonic() + THINKS
    _, options, depth = best_removal(view.stack, open, view.players, until)
    ranked = sorted(options, key=lambda option: -option[1])
    ahead = _ahead(depth, view.stack.boxes)
    return [
        Option(_remove(cell), worth, _taken(freed(view.stack, open, cell), worth, ahead), ())
        for cell, worth in ranked
    ]


def _ahead(depth: int, boxes: int) -> str:
    """How far a search has looked.

    >>> _ahead(0, 9), _ahead(4, 9), _ahead(9, 9)
    ('one turn on', '4 turns on', 'at the end')
    """
    if depth >= boxes:
        return "at the end"
    return "one turn on" if depth <= 1 else f"{depth} turns on"


def _remove(cell: tuple[int, int]) -> Action:
    return Remove(cell)


def _taken(cards: int, worth: float, ahead: str) -> str:
    lead = f"{ahead}, {worth:+.1f} cards against the others"
    return f"take a box that frees {_cards(cards)}; {lead}"


def _boxes(count: int) -> str:
    return f"{count} box{'es' * (count != 1)}"


def _cards(count: int) -> str:
    return f"{count} card{'s' * (count != 1)}"


def _points(count: int) -> str:
    return f"{count} point{'s' * (count != 1)}"
