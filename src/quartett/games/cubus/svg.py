"""The table of Cubus as a picture: the stack, and the players with their points and cards."""

from typing import Final

from quartett.games.cubus.stacks.cards import KINDS, Cards
from quartett.games.cubus.stacks.picture import Face
from quartett.games.cubus.stacks.svg import ALONG, EDGE, LINE, drawing, face_shapes, flat, moved
from quartett.games.cubus.view import View

INK: Final = "#3a2614"
PAPER: Final = "#f7f0e3"


def svg(view: View) -> str:
    """The table: the stack, and beside it the players with their points and open cards."""
    shapes, left, top, width, height = drawing(view.stack, view.open, EDGE)
    room = max(width, 260.0)
    tall = max(height + 48, 74.0 + 62 * view.players)
    whole = room + 330
    stack = f'<g transform="translate({(room - width) / 2 - left + 20:.1f} {24 - top:.1f})">'
    seats = "".join(_seat(view, seat, room + 52, 66 + 62 * seat) for seat in range(view.players))
    head = f'<text x="{room + 52:.0f}" y="34" font-size="15">{_heading(view)}</text>'
    ground = f'<rect width="{whole:.0f}" height="{tall:.0f}" rx="14" fill="{PAPER}"/>'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {whole:.0f} {tall:.0f}" '
        f'width="{whole:.0f}" height="{tall:.0f}" role="img" aria-label="{_label(view)}" '
        f'font-family="system-ui, sans-serif" fill="{INK}">'
        f"{ground}{stack}{shapes}</g>{head}{seats}</svg>"
    )


def _label(view: View) -> str:
    points = ", ".join(f"player {seat + 1}: {score}" for seat, score in enumerate(view.scores))
    return f"Cubus. {_heading(view)}. {points}."


def _heading(view: View) -> str:
    boxes = f"{view.stack.boxes} box{'es' * (view.stack.boxes != 1)}"
    cards = view.pile.total
    return f"{boxes} · {cards} card{'s' * (cards != 1)} in the pile"


def _seat(view: View, seat: int, x: float, y: float) -> str:
    marked = seat in view.to_act
    weight = ' font-weight="700"' if marked else ""
    sign = "▸ " if marked else ""
    name = f'<text x="{x:.0f}" y="{y:.0f}" font-size="15"{weight}>{sign}Player {seat + 1}</text>'
    score = (
        f'<text x="{x + 240:.0f}" y="{y:.0f}" font-size="17" font-weight="700" '
        f'text-anchor="end">{view.scores[seat]}</text>'
    )
    return name + score + _built(view, seat, x + 110, y) + _hand(view.hands[seat], x, y + 12)


def _built(view: View, seat: int, x: float, y: float) -> str:
    """The points of the building game, where only cards count."""
    if not view.built:
        return ""
    return f'<text x="{x:.0f}" y="{y:.0f}" font-size="13">built {view.built[seat]}</text>'


def _hand(hand: Cards, x: float, y: float) -> str:
    """The open cards: a small card of each kind with how many there are."""
    parts = []
    for place_, (kind, count) in enumerate(zip(KINDS, hand.counts, strict=True)):
        opacity = "1" if count else "0.25"
        at = x + 62 * place_
        face = Face("lid" if kind == "open" else kind, (0, 0, 0), (0, 0, 0))
        shapes = "".join(face_shapes(face, kind == "open", 18))
        middle = flat(moved((0, 0, 0), *ALONG[face.kind], 0.5, 0.5), 18)
        move = f"translate({at + 16 - middle[0]:.1f} {y + 14 - middle[1]:.1f})"
        parts.append(
            f'<g opacity="{opacity}"><g transform="{move}" stroke="{LINE}" '
            f'stroke-linejoin="round">{shapes}</g>'
            f'<text x="{at + 36:.0f}" y="{y + 20:.0f}" font-size="14">{count}</text></g>'
        )
    return "".join(parts)
