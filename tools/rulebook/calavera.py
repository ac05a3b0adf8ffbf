"""Calavera: the first player's sheet."""

from tools.rulebook.paper import Moment, wordless

from quartett import CHANCE, Event
from quartett.games.calavera import Calavera
from quartett.games.calavera.svg import BOX, DICE_HEIGHT, GAP, HEAD, LEFT, ROW, svg
from quartett.games.calavera.view import View


def after(turns: str) -> Moment:
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
    assert isinstance(view, View)
    return sheet(view)


def bonus() -> list[Moment]:
    before = "oooo- ggg- ppppp- bb-"
    return [after(before), after(f"{before} b-")]


def sheet(view: View) -> Moment:
    wide, high = LEFT + view.pad.length * BOX + 52, HEAD + 4 * ROW + 48
    inset = 4  # leaves out the round corners of the sheet, and the ground behind them
    return Moment(
        wordless(svg(view)),
        GAP + inset,
        DICE_HEIGHT + inset,
        wide - 2 * inset,
        high - 2 * inset,
    )
