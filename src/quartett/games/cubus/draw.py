"""The table in a terminal: the stack in isometric view, hands, points and what is expected."""

from collections.abc import Collection
from typing import Final

from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from quartett.core.errors import IllegalAction
from quartett.games.cubus.actions import Build
from quartett.games.cubus.notation import parse
from quartett.games.cubus.rules.refusals import check_build
from quartett.games.cubus.stacks.cards import KINDS, LETTERS
from quartett.games.cubus.stacks.picture import Face, place, seen
from quartett.games.cubus.stacks.removals import with_open
from quartett.games.cubus.stacks.shape import Spot
from quartett.games.cubus.stacks.stack import Stack, points
from quartett.games.cubus.stacks.text import write
from quartett.games.cubus.view import View

# Two tones of each wood, so that neighbouring cards of a kind can be told apart; where a
# terminal shows no colours, the kinds still differ in their glyphs.
TONES: Final = {
    "lid": ("rgb(228,192,130) on rgb(240,208,152)", "rgb(212,174,112) on rgb(225,188,128)"),
    "left": ("rgb(190,142,82) on rgb(207,159,97)", "rgb(174,127,70) on rgb(190,142,82)"),
    "right": ("rgb(134,92,50) on rgb(150,104,58)", "rgb(118,80,42) on rgb(132,90,48)"),
}
GLYPHS: Final = {"lid": "░", "left": "▒", "right": "▓"}
ACROSS: Final = 4
"""Columns for half a lid's width."""


def draw(view: View, draft: str = "") -> RenderableType:
    """The view; a half-typed build is shown in the stack's place with what it would earn."""
    stack, open, note = _drafted(view, draft)
    rows: list[RenderableType] = [picture(stack, open), Text(note, style="bold"), _seats(view)]
    if sentence := _expected(view):
        rows.append(Text(sentence, style="italic"))
    return Panel(Group(*rows), title="Cubus", border_style="rgb(150,104,58)")


def picture(stack: Stack, open: Collection[Spot] = ()) -> Text:
    """The stack; each lid carries the height of its column, in brackets where it is open."""
    shown = seen(stack.heights)
    if not shown:
        return Text("(no box is left)")
    faces = set(shown.values())
    spots = [_at(a + i, b + j) for a, b, _ in shown for i in (0, 1) for j in (0, 1)]
    left, right = min(column for column, _ in spots), max(column for column, _ in spots)
    top, bottom = min(line for _, line in spots), max(line for _, line in spots)
    numbers = _numbers(faces, open)
    picture = Text()
    for line in range(top, bottom):
        for column in range(left, right):
            face = shown.get(_under(column + 0.5, line + 0.5))
            mark = numbers.get((column, line))
            picture.append(mark or (GLYPHS[face.kind] if face else " "), _style(face, bool(mark)))
        picture.append("\n")
    picture.rstrip()
    return picture


def _at(a: int, b: int) -> tuple[int, int]:
    """The corner of a picture place on the screen."""
    return (b - a) * ACROSS, a + b


def _under(column: float, line: float) -> tuple[int, int, int]:
    """The triangle of the picture under a place on the screen."""
    b = (line + column / ACROSS) / 2
    a = (line - column / ACROSS) / 2
    whole_a, whole_b = int(a // 1), int(b // 1)
    return whole_a, whole_b, int(b - whole_b > a - whole_a)


def _numbers(faces: set[Face], open: Collection[Spot]) -> dict[tuple[int, int], str]:
    marks = {}
    for face in faces:
        if face.kind == "lid":
            a, b = place(face)
            column, line = _at(a, b)
            text = str(face.corner[2])
            text = f"({text})" if (a, b) in open else text
            for step, letter in enumerate(text):
                marks[column - len(text) // 2 + step, line + 1] = letter
    return marks


def _style(face: Face | None, marked: bool) -> str:
    if face is None:
        return ""
    tone = TONES[face.kind][sum(face.box) % 2]
    return f"bold black {tone[tone.index('on') :]}" if marked else tone


def _drafted(view: View, draft: str) -> tuple[Stack, Collection[Spot], str]:
    """The stack as it lies or as it is being typed, and a line about it."""
    cards = with_open(view.stack, frozenset(view.open)).words()
    boxes = f"{view.stack.boxes} box{'es' * (view.stack.boxes != 1)}"
    lies = f"{write(view.stack.cells, 0, view.open)} · {boxes} · {cards}"
    try:
        action = parse(draft)
        if not isinstance(action, Build) or view.phase not in ("build", "show", "last"):
            return view.stack, view.open, lies
        target = action.stack()
    except IllegalAction:
        return view.stack, view.open, lies
    try:
        check_build(view.stack, frozenset(view.open), view.cards, action)
    except IllegalAction as refusal:
        return target, action.open, f"{target}: {refusal}"
    return target, action.open, f"{target}: earns {points(view.stack, target)}"


def _seats(view: View) -> Table:
    table = Table(box=None, pad_edge=False)
    table.add_column("player")
    for kind in KINDS:
        table.add_column(f"{kind} {LETTERS[kind]}", justify="right")
    table.add_column("cards" if view.built else "points", justify="right", style="bold")
    if view.built:
        table.add_column("built", justify="right", style="dim")
    for seat in range(view.players):
        sign = "▸" if seat in view.to_act else " "
        you = " (you)" if seat == view.seat else ""
        counts = [str(count or "·") for count in view.hands[seat].counts]
        built = [str(view.built[seat])] if view.built else []
        table.add_row(f"{sign} P{seat + 1}{you}", *counts, str(view.scores[seat]), *built)
    if view.pile.total:
        table.add_row("  pile", *(str(count) for count in view.pile.counts), "", style="dim")
    if view.pool.total:
        table.add_row("  pool", *(str(count) for count in view.pool.counts), "")
    return table


def _expected(view: View) -> str:
    who = f"P{view.active + 1}"
    match view.phase:
        case "build":
            return f"{who} builds, or passes with -"
        case "knock":
            return f"{who} has passed: knock with ! or waive with ~"
        case "show":
            knocker = (view.knocker or 0) + 1
            return f"P{knocker} has knocked and shows a build with {who}'s cards, or passes with -"
        case "last":
            return "the last build, with all cards of the pool, or - for none"
        case "remove":
            return f"{who} takes one box away, as in x3,0"
        case "over":
            winners = " and ".join(f"P{seat + 1}" for seat in view.winners)
            return f"the game is over: {winners} won"
    return ""
