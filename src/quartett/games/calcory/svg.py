"""The table as a picture, for notebooks and pages; it reads on light and dark ground."""

from quartett.games.calcory.layout.cards import GOAL, Card, Lying, Place, triangles
from quartett.games.calcory.view import View

INKS = ("#c8402f", "#b8860b", "#2f8f4e", "#2f6fb8", "#8a4fb0")
SEATS = ("#d9622b", "#2a8c82", "#6a57c2", "#b03a6e")
WIDTH, HEIGHT, GAP = 44, 60, 8
MARGIN = 34
FOOT = 62


def svg(view: View) -> str:
    """
    >>> from quartett.games.calcory.position import laid_out
    >>> svg(laid_out().view(0)).count('class="back"')
    60
    """
    wide = MARGIN * 2 + view.columns * (WIDTH + GAP) - GAP
    high = MARGIN + view.rows * (HEIGHT + GAP) + FOOT
    parts = [*_frame(view, wide, high), *_cards(view), *_foot(view, wide, high)]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" width="{wide}" '
        f'height="{high}" role="img" aria-label="{_label(view)}" '
        f'font-family="Georgia, serif">{"".join(parts)}</svg>'
    )


def _frame(view: View, wide: int, high: int) -> list[str]:
    parts = [
        f'<rect width="{wide}" height="{high}" rx="14" fill="#31473a"/>',
        f'<rect x="5" y="5" width="{wide - 10}" height="{high - 10}" rx="10" fill="none" '
        'stroke="#8fae8f" stroke-opacity=".35"/>',
    ]
    for col in range(view.columns):
        x, _ = _corner(Place(0, col))
        parts.append(_text(x + WIDTH / 2, MARGIN - 11, str(col + 1), 11, "#a9c0ab"))
    for row in range(view.rows):
        _, y = _corner(Place(row, 0))
        parts.append(_text(MARGIN / 2, y + HEIGHT / 2 + 4, "abcdef"[row], 11, "#a9c0ab"))
    return parts


def _cards(view: View) -> list[str]:
    shown = {lying.at: lying for lying in view.turned}
    marked = {lying.at: lying for lying in view.bid.cards} if view.bid else {}
    own = {lying.at: lying for lying in view.own}
    parts = []
    for index, lie in enumerate(view.table):
        place = Place(*divmod(index, view.columns))
        if lie == "empty":
            parts.append(_empty(place))
        elif lie == "down":
            parts.append(_back(place, own.get(place)))
        elif place in marked:
            assert view.bid is not None
            parts.append(_face(place, marked[place].card) + _marker(_corner(place), view.bid.seat))
        else:
            parts.append(_face(place, shown[place].card))
    return parts


def _empty(place: Place) -> str:
    x, y = _corner(place)
    return (
        f'<rect x="{x + 1}" y="{y + 1}" width="{WIDTH - 2}" height="{HEIGHT - 2}" rx="6" '
        'fill="none" stroke="#8fae8f" stroke-opacity=".3" stroke-dasharray="3 4"/>'
    )


def _back(place: Place, own: Lying | None) -> str:
    x, y = _corner(place)
    card = (
        f'<g class="back"><rect x="{x}" y="{y}" width="{WIDTH}" height="{HEIGHT}" rx="6" '
        'fill="#c9b48a" stroke="#1d2b22"/>'
        f'<rect x="{x + 4}" y="{y + 4}" width="{WIDTH - 8}" height="{HEIGHT - 8}" rx="3" '
        'fill="#a8442f"/>'
        f'<path d="M{x + WIDTH / 2} {y + 14}l12 16l-12 16l-12 -16z" fill="none" '
        'stroke="#e8d9b5" stroke-width="1.5"/></g>'
    )
    if own is not None:
        card += _text(x + WIDTH / 2, y + HEIGHT / 2 + 5, str(own.card.digit), 14, "#f6eeda")
    return card


def _face(place: Place, card: Card) -> str:
    x, y = _corner(place)
    ink = INKS[card.colour]
    return (
        f'<g class="face"><rect x="{x}" y="{y}" width="{WIDTH}" height="{HEIGHT}" rx="6" '
        f'fill="#fbf6e9" stroke="{ink}" stroke-width="2"/>'
        + _text(x + WIDTH / 2, y + 38, str(card.digit), 31, ink, bold=True)
        + _triangles(x, y, card, ink)
        + "</g>"
    )


def _triangles(x: int, y: int, card: Card, ink: str) -> str:
    number = triangles(card.digit)
    left = x + WIDTH / 2 - 6 * number
    return "".join(
        f'<path d="M{left + 12 * nth + 1} {y + 54}h10l-5 -8z" fill="{ink}"/>'
        for nth in range(number)
    )


def _marker(corner: tuple[float, float], seat: int) -> str:
    """The player's marker: colour and shape."""
    x, y = corner
    shapes = (
        f'<circle cx="{x + 8}" cy="{y + 8}" r="6"',
        f'<path d="M{x + 1} {y + 14}h14l-7 -13z"',
        f'<rect x="{x + 2}" y="{y + 2}" width="12" height="12"',
        f'<path d="M{x + 8} {y}l8 8l-8 8l-8 -8z"',
    )
    return f'{shapes[seat]} fill="{SEATS[seat]}" stroke="#fff" stroke-width="1.2"/>'


def _foot(view: View, wide: int, high: int) -> list[str]:
    y = high - FOOT + 24
    parts = [_text(MARGIN, y, _sentence(view), 15, "#f6eeda", anchor="start")]
    if view.phase == "turn" and view.turned:
        total = f"{view.sum} / {GOAL}"
        parts.append(_text(wide - MARGIN, y, total, 20, "#f6eeda", anchor="end", bold=True))
    step = (wide - 2 * MARGIN) / view.players
    for seat, count in enumerate(view.scores):
        x = MARGIN + seat * step
        weight = seat == view.active and not view.over
        words = f"player {seat + 1}: {count}" + (" ★" if seat in view.winners else "")
        parts.append(_marker((x, y + 11), seat))
        parts.append(_text(x + 22, y + 24, words, 14, "#f6eeda", "start", weight))
    return parts


def _sentence(view: View) -> str:
    if view.over:
        return "The game is over."
    if view.phase in ("start", "deal"):
        return "The cards are still to be laid out."
    if view.phase == "return":
        taken = ", ".join(str(lying.card.digit) for lying in view.taken)
        return f"Player {view.active + 1} has taken {taken} and puts one back."
    if view.bid is not None:
        count = len(view.bid.cards)
        cards = "one card" if count == 1 else f"{count} cards"
        return f"Bid of player {view.bid.seat + 1}: {view.bid.sum} from {cards}."
    return f"Player {view.active + 1} turns cards."


def _label(view: View) -> str:
    return f"Calcory, {_sentence(view)} Piles {', '.join(map(str, view.scores))}."


def _corner(place: Place) -> tuple[int, int]:
    return MARGIN + place.col * (WIDTH + GAP), MARGIN + place.row * (HEIGHT + GAP)


def _text(
    x: float, y: float, words: str, size: int, ink: str, anchor: str = "middle", bold: bool = False
) -> str:
    weight = ' font-weight="bold"' if bold else ""
    return (
        f'<text x="{x:g}" y="{y:g}" font-size="{size}" fill="{ink}" text-anchor="{anchor}"'
        f"{weight}>{words}</text>"
    )
