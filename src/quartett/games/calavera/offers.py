"""What a page draws a seat's choices from: what each brings, and which dice may be rolled again."""

from typing import TypeAlias

from msgspec import Struct

from quartett.core.event import Action, Seat
from quartett.games.calavera.actions import Freeze, Mark, Skip
from quartett.games.calavera.dice import ROW, Colour, loose, shown
from quartett.games.calavera.sheet import Sheet, bonus_on_offer
from quartett.games.calavera.view import View

Use: TypeAlias = Mark | Freeze | Skip


class Line(Struct, frozen=True):
    """A bonus line that a choice reaches."""

    line: int
    """From 0."""
    points: int


class Choice(Struct, frozen=True, kw_only=True):
    """A way to use the dice, and what it brings."""

    action: Use
    row: Colour | None = None
    boxes: tuple[int, ...] = ()
    """The boxes crossed, from 1."""
    lapse: int = 0
    """Crosses that find no box."""
    value: int = 0
    """What the row is worth then."""
    frozen: bool = False
    """Whether the row is frozen then."""
    lines: tuple[Line, ...] = ()
    gain: int = 0
    """How much the score changes, counted as if the game ended before and after."""
    ends: bool = False
    """Whether it ends the game."""


Preview: TypeAlias = Choice


class Offers(Struct, frozen=True):
    choices: tuple[Choice, ...]
    dice: tuple[int, ...]
    """The dice that may be rolled again; none after the last roll and in another's turn."""
    rolls_left: int


def offers(view: View) -> Offers | None:
    """What the viewing seat may do; None when it may not act.

    >>> import quartett
    >>> game = quartett.game("calavera")
    >>> state = game.start(2, game.Options(start_player=0))
    >>> state = state.apply(quartett.Event(quartett.CHANCE, game.parse(":oogpbs")))
    >>> offered = offers(state.view(0))
    >>> [(str(choice.action), choice.boxes) for choice in offered.choices][:2]
    [('o', (1, 2)), ('g', (1,))]
    """
    seat = view.seat
    if seat is None or seat not in view.to_act:
        return None
    return Offers(
        tuple(_choice(view, seat, action) for action in view.uses()),
        loose(shown(view.faces)) if view.can_reroll else (),
        view.rolls_left if view.phase == "use" else 0,
    )


def preview(view: View, action: Action) -> Preview | None:
    """What a use of the dice, legal or not, would bring; None for what chance decides."""
    if view.seat is None or not isinstance(action, Use):
        return None
    return _choice(view, view.seat, action)


def _choice(view: View, seat: Seat, action: Action) -> Choice:
    assert isinstance(action, Use)
    before, pad = view.sheets[seat], view.pad
    if isinstance(action, Skip):
        return Choice(action=action)
    row = ROW[action.row]
    after, lapse = _after(view, before, action)
    lines = tuple(
        Line(line, bonus_on_offer(view.sheets, line, pad))
        for line in range(len(pad.lines))
        if not before.bonus[line] and after.reaches(line, pad)
    )
    return Choice(
        action=action,
        row=action.row,
        boxes=tuple(range(before.crosses[row] + 1, after.crosses[row] + 1)),
        lapse=lapse,
        value=after.row_score(row, pad),
        frozen=after.frozen[row],
        lines=lines,
        gain=after.score(pad) - before.score(pad) + sum(line.points for line in lines),
        ends=after.finished and not before.finished,
    )


def _after(view: View, sheet: Sheet, action: Mark | Freeze) -> tuple[Sheet, int]:
    """The sheet then, its bonuses not yet paid, and the crosses that lapse."""
    row = ROW[action.row]
    if isinstance(action, Freeze):
        return sheet.freeze(row), 0
    count = view.faces.count(action.use)
    if not sheet.is_open(row):
        return sheet, count
    after = sheet.mark(row, count, view.pad)
    return after, sheet.crosses[row] + count - after.crosses[row]
