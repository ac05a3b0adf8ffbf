"""Calcory: a corner of the table."""

from msgspec.structs import replace
from tools.rulebook.paper import Moment, wordless

from quartett.games.calcory.layout.cards import Lying, Place
from quartett.games.calcory.position import laid_out, played
from quartett.games.calcory.rules import State
from quartett.games.calcory.svg import svg
from quartett.games.calcory.view import View

DIGITS = "4862137095 5029413861"
DEALT = laid_out(DIGITS)


def bid() -> list[Moment]:
    return [
        corner(seen(played(DEALT, notes)), caption)
        for notes, caption in [("a1", "4"), ("a1 a3", "4 + 6 = 10"), ("a1 a3 .", "10")]
    ]


def bust() -> list[Moment]:
    """The rules turn a bust down at once; at the table the last card is seen before that."""
    before, after = seen(played(DEALT, "b1 b3")), seen(played(DEALT, "b1 b3 a2"))
    assert after.table == seen(DEALT).table and after.active == 1
    bust = with_card(before, Place(0, 1))
    return [
        corner(before, "5 + 2 = 7"),
        corner(bust, "5 + 2 + 8 = 15 > 13", wrong=True),
        corner(after, ""),
    ]


def put_back() -> list[Moment]:
    """The 9 and the 4 make thirteen; the 9 goes back where the 4 lay."""
    hit = with_card(seen(played(DEALT, "b4")), Place(0, 0))
    returned = played(DEALT, "b4 a1 b4>a1")
    assert returned.piles == (1, 0)
    return [
        corner(hit, "9 + 4 = 13"),
        corner(seen(played(DEALT, "b4 a1")), ""),
        corner(seen(returned), "2 − 1 = 1"),
    ]


def with_card(view: View, at: Place) -> View:
    """The moment in which this card is seen, too."""
    place = at.row * view.columns + at.col
    card = DEALT.cards[place]
    assert card is not None
    table = (*view.table[:place], "up", *view.table[place + 1 :])
    return replace(view, turned=(*view.turned, Lying(at, card)), table=table)


def seen(state: State) -> View:
    return state.view(0)


def corner(view: View, caption: str, *, wrong: bool = False) -> Moment:
    """Two rows and five columns."""
    return Moment(wordless(svg(view)), 14, 14, 284, 162, caption, wrong)
