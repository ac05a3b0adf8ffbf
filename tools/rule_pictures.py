"""Draw what the rulebooks show, from positions that were played: `python tools/rule_pictures.py`.

It makes the pictures of the documentation, and the positions that the page draws itself.

Every picture is a row of moments of a game. The rules have accepted each move that leads from one
to the next, and the points below them are those that the rules gave. Pictures hold signs and
numbers only, so that one picture serves all languages; the words stand in the rulebooks.
"""

import json
import random
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from html import escape
from pathlib import Path

from msgspec.structs import replace

from quartett import CHANCE, Event, IllegalAction
from quartett.games.calavera import Calavera
from quartett.games.calavera.svg import BOX, DICE_HEIGHT, GAP, HEAD, LEFT, ROW
from quartett.games.calavera.svg import svg as calavera_svg
from quartett.games.calavera.view import View as CalaveraView
from quartett.games.calcory.cards import Lying, Place
from quartett.games.calcory.rules import State as CalcoryState
from quartett.games.calcory.setup import laid_out, played
from quartett.games.calcory.svg import svg as calcory_svg
from quartett.games.calcory.view import View as CalcoryView
from quartett.games.calculissimo import Calculissimo, add_edition
from quartett.games.calculissimo.actions import Play
from quartett.games.calculissimo.arrange import arrange
from quartett.games.calculissimo.editions import edition
from quartett.games.calculissimo.score import Worth, worth
from quartett.games.calculissimo.svg import FIELD, FIELDS, MARGIN
from quartett.games.calculissimo.svg import svg as calculissimo_svg
from quartett.games.calculissimo.view import View as CalculissimoView
from quartett.games.cubus import Cards, Cubus, Options, Stack, State
from quartett.games.cubus.picture import Face
from quartett.games.cubus.shape import Spot
from quartett.games.cubus.svg import corners, drawing, flat
from quartett.games.cubus.view import Phase

ROOT = Path(__file__).parent.parent
FOLDER = ROOT / "docs" / "pictures" / "rules"
PAGE = ROOT / "web" / "src" / "games"
PAPER, INK, BAD = "#f7f0e3", "#3a2614", "#b3261e"
SPACE = 26.0
EDGE = 34.0
ARROW = 34.0
NO_CARDS = Cards()


@dataclass(frozen=True)
class Moment:
    """A part of a drawing, and the sign or sum below it."""

    shapes: str
    left: float
    top: float
    width: float
    height: float
    caption: str = ""
    wrong: bool = False
    """Whether the rules refuse it."""


def main() -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    pictures = {
        "calavera-zones": row([calavera("oooo- gggg- gggg- pppp- pppp- ppp- bbbb- bbbbb- *b")]),
        "calavera-bonus": row(calavera_bonus()),
        "calcory-bid": row(calcory_bid()),
        "calcory-bust": row(calcory_bust()),
        "calcory-return": row(calcory_return()),
        "calculissimo-three": row(list(map(middle, three())), across_most=2),
        "calculissimo-five": row(list(map(middle, five())), across_most=2),
        "cubus-first-builds": row(cubus_builds("1", *FIRST_BUILDS), across_most=4),
        "cubus-corner": row(cubus_builds("22/21", ("-", "22/22"))),
        "cubus-lid": row(cubus_builds(".2/21", ("T", "22/21"))),
        "cubus-not-taken": row(cubus_not_taken()),
        "cubus-taken": row(cubus_taken("22/22", "x1,1", "x1,1")),
    }
    for name, picture in pictures.items():
        (FOLDER / f"{name}.svg").write_text(picture, encoding="utf-8")
    builds = [{"stack": stack, "points": points} for stack, points in built("1", *FIRST_BUILDS)]
    _write_page("cubus/examples/first.json", builds)
    _write_page("calculissimo/examples/printed.json", [_page_form(one) for one in five()])


def _write_page(name: str, form: object) -> None:
    (PAGE / name).write_text(json.dumps(form, ensure_ascii=False) + "\n", encoding="utf-8")


# Calavera: the first player's sheet.


def calavera(turns: str) -> Moment:
    """The sheet after these turns of its player: `ooo-` marks three in orange, `*b` freezes."""
    game = Calavera()
    state = game.begin(2, game.Options(start_player=0))
    for turn in turns.split():
        kind = turn.strip("*-")[0]
        rest = "obgp".replace(kind, "")[0]
        dice = "rrr" if turn[0] == "*" else turn.strip("-")
        for seat, note, roll in [
            (0, turn if turn[0] == "*" else kind, dice + rest * (6 - len(dice))),
            (1, "g", "ooobbg"),
        ]:
            state = state.apply(Event(CHANCE, game.parse(":" + roll)))
            state = state.apply(Event(seat, game.parse(note)))
    view = state.view(0)
    assert isinstance(view, CalaveraView)
    return sheet(view)


def calavera_bonus() -> list[Moment]:
    before = "oooo- ggg- ppppp- bb-"
    return [calavera(before), calavera(f"{before} b-")]


def sheet(view: CalaveraView) -> Moment:
    wide, high = LEFT + view.pad.length * BOX + 52, HEAD + 4 * ROW + 48
    inset = 4  # leaves out the round corners of the sheet, and the ground behind them
    return Moment(
        wordless(calavera_svg(view)),
        GAP + inset,
        DICE_HEIGHT + inset,
        wide - 2 * inset,
        high - 2 * inset,
    )


# Calcory: a corner of the table.

DIGITS = "4862137095 5029413861"
DEALT = laid_out(DIGITS)


def calcory_bid() -> list[Moment]:
    return [
        corner(seen(played(DEALT, notes)), caption)
        for notes, caption in [("a1", "4"), ("a1 a3", "4 + 6 = 10"), ("a1 a3 .", "10")]
    ]


def calcory_bust() -> list[Moment]:
    """The rules turn a bust down at once; at the table the last card is seen before that."""
    before, after = seen(played(DEALT, "b1 b3")), seen(played(DEALT, "b1 b3 a2"))
    assert after.table == seen(DEALT).table and after.active == 1
    bust = with_card(before, Place(0, 1))
    return [
        corner(before, "5 + 2 = 7"),
        corner(bust, "5 + 2 + 8 = 15 > 13", wrong=True),
        corner(after, ""),
    ]


def calcory_return() -> list[Moment]:
    """The 9 and the 4 make thirteen; the 9 goes back where the 4 lay."""
    hit = with_card(seen(played(DEALT, "b4")), Place(0, 0))
    returned = played(DEALT, "b4 a1 b4>a1")
    assert returned.piles == (1, 0)
    return [
        corner(hit, "9 + 4 = 13"),
        corner(seen(played(DEALT, "b4 a1")), ""),
        corner(seen(returned), "2 − 1 = 1"),
    ]


def with_card(view: CalcoryView, at: Place) -> CalcoryView:
    """The moment in which this card is seen, too."""
    place = at.row * view.columns + at.col
    card = DEALT.cards[place]
    assert card is not None
    table = (*view.table[:place], "up", *view.table[place + 1 :])
    return replace(view, turned=(*view.turned, Lying(at, card)), table=table)


def seen(state: CalcoryState) -> CalcoryView:
    return state.view(0)


def corner(view: CalcoryView, caption: str, *, wrong: bool = False) -> Moment:
    """Two rows and five columns."""
    return Moment(wordless(calcory_svg(view)), 14, 14, 284, 162, caption, wrong)


# Calculissimo: the fields around the middle.


@dataclass(frozen=True)
class Laid:
    """A play on the table before the others accept it: so its tiles stand out."""

    view: CalculissimoView
    steps: str = ""
    """How its points are counted; empty where nothing is laid yet."""


def three() -> list[Laid]:
    """Those of the printed calculations that our board counts as the printed rules do."""
    return plays("standard", ["8f 6:2+9", "h6 4-.+3", "6f 3*.-1"], (48, 12, 33))


def five() -> list[Laid]:
    """All of them, on a board with the fields that they need."""
    notes = ["8d 9+6:2", "h6 4-.+3", "6f 3*.-1", "10d 6+4-.+5", "j7 *7+"]
    return plays(printed_edition(), notes, (48, 12, 33, 38, 19))


@cache
def printed_edition() -> str:
    green = [(-4, 0), (-2, 0), (0, -2), (0, 2), (-2, 2), (2, 0)]
    blue = [(-2, -2), (2, -2), (-4, 2), (2, 2)]
    rows = [["."] * 15 for _ in range(15)]
    for letter, places in (("g", green), ("b", blue), ("y", [(0, 0)])):
        for right, down in places:
            rows[7 + down][7 + right] = letter
    board = tuple(map("".join, rows))
    add_edition(replace(edition("standard"), name="printed", title="printed", board=board))
    return "printed"


def plays(name: str, notes: Sequence[str], points: tuple[int, ...]) -> list[Laid]:
    """The empty board, and each play; the points are announced, challenged and found right."""
    game, rng = Calculissimo(), random.Random(0)
    racks = [note.split()[1].replace(".", "") for note in notes]
    state = arrange(".", *racks, edition=name, challenge=True)
    laid = [Laid(state.view(0))]
    for seat, (note, earned) in enumerate(zip(notes, points, strict=True)):
        board, play = state.board, game.parse(f"{note} ={earned}")
        assert isinstance(play, Play)
        state = state.apply(Event(seat, play))
        laid.append(Laid(state.view(seat), _steps(worth(edition(name), board, play.tiles))))
        state = state.apply(Event(min(state.to_act), game.parse("!")))
        while state.is_chance:
            state = state.apply(Event(CHANCE, state.sample(rng)))
    assert state.scores() == points
    return laid


def _steps(found: Worth) -> str:
    (line,) = found.lines
    return str(line).partition(": ")[2]


def middle(laid: Laid) -> Moment:
    """Columns d to l and rows 6 to 10, with a little of what is around them."""
    edge = 7
    left, top = MARGIN + 3 * FIELD - edge, MARGIN + 5 * FIELD - edge
    shapes = wordless(calculissimo_svg(laid.view)) + "".join(_covered(laid.view))
    return Moment(shapes, left, top, 9 * FIELD + 2 * edge, 5 * FIELD + 2 * edge, laid.steps)


def _page_form(laid: Laid) -> dict[str, object]:
    """Columns d to j and rows 6 to 10, as the page's examples want them."""
    view, rows, columns = laid.view, range(5, 10), range(3, 10)
    size = view.edition.size
    new = sorted(tile[:2] for tile in view.pending.tiles) if view.pending else []
    return {
        "rows": ["".join(view.board[r * size + c] or "." for c in columns) for r in rows],
        "fields": [view.edition.board[r][columns.start : columns.stop] for r in rows],
        "fresh": " ".join(f"{r - rows.start}{c - columns.start}" for r, c in new),
        "steps": laid.steps,
    }


def _covered(view: CalculissimoView) -> Iterator[str]:
    """The bonus fields under new tiles, as a small sign on each."""
    for row_, column, *_ in view.pending.tiles if view.pending else ():
        fill, sign, colour = FIELDS[view.edition.board[row_][column]]
        x, y = MARGIN + (column + 1) * FIELD - 9, MARGIN + row_ * FIELD + 3
        if sign:
            yield (
                f'<rect x="{x - 12}" y="{y - 7}" width="24" height="13" rx="4" fill="{fill}" '
                f'stroke="{colour}"/><text x="{x}" y="{y + 3}" font-size="10" font-weight="700" '
                f'text-anchor="middle" fill="{colour}">{sign}</text>'
            )


# Cubus: the stack alone.


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


def cubus_builds(first: str, *steps: tuple[str, str]) -> list[Moment]:
    return [
        pile(Stack.read(stack), f"+{points}" if points else "")
        for stack, points in built(first, *steps)
    ]


def cubus_not_taken() -> list[Moment]:
    """With the lid at the back two boxes would go."""
    before, after = Stack.read("22/21"), Stack.read(".2/21")
    try:
        stacked(before, "remove").check(0, Cubus().parse("x0,0"))
    except IllegalAction:
        lost = f"−{before.boxes - after.boxes}"
        return [pile(before, lid=(0, 0)), pile(after, lost, wrong=True)]
    raise AssertionError("the rules let the lid at the back go")


def cubus_taken(first: str, *notes: str) -> list[Moment]:
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


# A row of moments on paper.


def row(moments: Sequence[Moment], *, across_most: int = 3) -> str:
    """The moments side by side, in lines of at most so many."""
    starts = range(0, len(moments), across_most)
    lines = [moments[at : at + across_most] for at in starts]
    below = 26 if any(moment.caption for moment in moments) else 0
    parts, top, wide = [], SPACE, 0.0
    for number, line in enumerate(lines):
        high = max(moment.height for moment in line)
        across = SPACE
        for place, moment in enumerate(line):
            if place or number:
                parts.append(_arrow(across, top + high / 2))
                across += ARROW
            parts.append(_placed(moment, across, top + high - moment.height))
            parts.append(_caption(moment, across + moment.width / 2, top + high + 26))
            across += moment.width + SPACE
        wide, top = max(wide, across), top + high + below + SPACE
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide:.0f} {top:.0f}" '
        f'width="{wide:.0f}" height="{top:.0f}" role="img" font-family="system-ui, sans-serif">'
        f'<rect width="{wide:.0f}" height="{top:.0f}" rx="12" fill="{PAPER}"/>'
        f"{''.join(parts)}</svg>\n"
    )


def _placed(moment: Moment, x: float, y: float) -> str:
    box = f"{moment.left:g} {moment.top:g} {moment.width:g} {moment.height:g}"
    drawn = (
        f'<svg x="{x:.1f}" y="{y:.1f}" width="{moment.width:g}" height="{moment.height:g}" '
        f'viewBox="{box}">{moment.shapes}</svg>'
    )
    if not moment.wrong:
        return drawn
    frame = (
        f'<rect x="{x - 5:.1f}" y="{y - 5:.1f}" width="{moment.width + 10:g}" '
        f'height="{moment.height + 10:g}" rx="8" fill="none" stroke="{BAD}" stroke-width="3" '
        'stroke-dasharray="8 5"/>'
    )
    return drawn + frame


def _caption(moment: Moment, x: float, y: float) -> str:
    size = 15 if len(moment.caption) > 24 else 19
    sign, colour = ("✗ ", BAD) if moment.wrong else ("", INK)
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" font-weight="700" text-anchor="middle" '
        f'fill="{colour}">{sign}{escape(moment.caption)}</text>'
    )


def _arrow(x: float, y: float) -> str:
    return (
        f'<path d="M{x - 12:.1f} {y:.1f}h26m-9 -9l9 9l-9 9" fill="none" stroke="{INK}" '
        'stroke-width="3" stroke-linecap="round" stroke-linejoin="round"/>'
    )


def wordless(picture: str) -> str:
    """What is inside a drawing of the library, without its words."""
    inside = re.sub(r"^<svg[^>]*>|</svg>$", "", picture.strip())
    inside = re.sub(r"<title>.*?</title>", "", inside)
    return re.sub(r"<text[^>]*>[^<]*[A-Za-z]{2}[^<]*</text>", "", inside)


if __name__ == "__main__":
    main()
