"""A view for the terminal."""

from typing import Final

from rich.columns import Columns
from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from quartett.core.errors import IllegalAction
from quartett.core.event import Action, Seat
from quartett.games.calavera.actions import Mark, Reroll
from quartett.games.calavera.dice import COLOURS, DICE, ROW, Face
from quartett.games.calavera.notation import parse
from quartett.games.calavera.sheet import Pad, bonus_on_offer
from quartett.games.calavera.view import View

SIGNS: Final[dict[Face, str]] = {
    "orange": "✿",
    "green": "❧",
    "pink": "♥",
    "black": "☾",
    "rose": "❀",
    "skull": "☠",
}
INK: Final[dict[Face, str]] = {
    "orange": "dark_orange",
    "green": "green3",
    "pink": "hot_pink",
    "black": "grey70",
    "rose": "red1",
    "skull": "bold",
}


ROUND_THE_TABLE: Final = 14
"""Lines that the dice and a prompt take."""
SHEET_LINES: Final = 8
SHEET_COLUMNS: Final = 61


def draw(view: View, draft: str = "") -> RenderableType:
    """The dice and all sheets; what the draft would reroll or mark is shown in them."""
    return Drawing(view, _drafted(draft))


class Drawing:
    """Fits itself to the terminal: where sheets have no room, the others' are one line each."""

    def __init__(self, view: View, drafted: Action | None) -> None:
        self._view = view
        self._drafted = drafted

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        view, drafted = self._view, self._drafted
        yield _dice(view, drafted)
        beside = max(1, options.max_width // SHEET_COLUMNS)
        lines = ROUND_THE_TABLE + SHEET_LINES * -(-view.players // beside)
        if not console.is_terminal or lines <= console.height:
            sheets = [_sheet(view, seat, drafted) for seat in range(view.players)]
            yield Columns(sheets, padding=(0, 1))
            return
        whole = view.active if view.seat is None else view.seat
        for seat in range(view.players):
            yield _sheet(view, seat, drafted) if seat == whole else _short(view, seat)


def _short(view: View, seat: Seat) -> Text:
    """A sheet in one line: crosses, what is frozen, and the bonus lines reached."""
    sheet = view.sheets[seat]
    text = Text(f" {_title(view, seat):<22}", style=_border(view, seat))
    for row, colour in enumerate(COLOURS):
        ice = "❄" if sheet.frozen[row] else " "
        text.append(f"{SIGNS[colour]} {sheet.crosses[row]:>2}{ice}  ", style=INK[colour])
    bonus = " ".join(f"+{got}" if got else "·" for got in sheet.bonus)
    return text.append(f"lines {bonus}", style="red")


def _drafted(draft: str) -> Action | None:
    try:
        return parse(draft) if draft else None
    except IllegalAction:
        return None


def _dice(view: View, drafted: Action | None) -> RenderableType:
    if not view.faces:
        return Text("")
    taken = drafted.dice if isinstance(drafted, Reroll) else view.rolling
    grid = Table.grid(padding=(0, 1))
    for _ in range(DICE):
        grid.add_column(justify="center", width=7)
    grid.add_row(*(_die(view, die, die in taken) for die in range(DICE)))
    grid.add_row(*(_under(view, die, die in taken) for die in range(DICE)))
    rolls = Text(f"roll {view.rolls} of {view.options.rolls}", style="dim")
    return Panel(Group(grid, rolls), border_style="dim", expand=False)


def _die(view: View, die: int, taken: bool) -> Text:
    face = view.faces[die]
    style = f"dim {INK[face]}" if taken or face == view.used else f"bold {INK[face]}"
    top, low = ("╭┄┄┄╮", "╰┄┄┄╯") if taken else ("╭───╮", "╰───╯")
    side = "┆" if taken else "│"
    return Text(f"{top}\n{side} {SIGNS[face]} {side}\n{low}", style=style)


def _under(view: View, die: int, taken: bool) -> Text:
    face = view.faces[die]
    name = face if face != "skull" else "locked"
    if taken:
        return Text(f"{die + 1} ↻", style="reverse")
    return Text(f"{die + 1}\n{name}", style=INK[face])


def _sheet(view: View, seat: Seat, drafted: Action | None) -> Panel:
    pad, sheet = view.pad, view.sheets[seat]
    preview = _preview(view, drafted) if seat == view.seat else (-1, 0)
    grid = Table.grid(padding=(0, 1))
    for row, colour in enumerate(COLOURS):
        more = preview[1] if preview[0] == row else 0
        grid.add_row(
            Text(f"{SIGNS[colour]} {colour:<6}", style=INK[colour]),
            _boxes(view, seat, row, more),
            _points(view, seat, row),
        )
    grid.add_row("", _values(pad), "")
    bonus = "  ".join(
        f"line {box}: +{got} ✓" if got else f"line {box}: {bonus_on_offer(view.sheets, line, pad)}"
        for line, (box, got) in enumerate(zip(pad.lines, sheet.bonus, strict=True))
    )
    grid.add_row("", Text(bonus, style="red"), "")
    return Panel(grid, title=_title(view, seat), border_style=_border(view, seat), expand=False)


def _preview(view: View, drafted: Action | None) -> tuple[int, int]:
    if not isinstance(drafted, Mark):
        return -1, 0
    return ROW[drafted.row], view.faces.count(drafted.use)


def _boxes(view: View, seat: Seat, row: int, more: int) -> Text:
    pad, sheet = view.pad, view.sheets[seat]
    text = Text()
    for box in range(1, pad.length + 1):
        text.append(_box(sheet.crosses[row], more, box, sheet.frozen[row]), style=_zone(pad, box))
        if box in pad.lines:
            text.append("┃", style="red")
    return text


def _box(crosses: int, more: int, box: int, frozen: bool) -> str:
    if box == crosses and frozen:
        return "(✗)"
    if box <= crosses:
        return " ✗ "
    return " + " if box <= crosses + more else " · "


def _zone(pad: Pad, box: int) -> str:
    if box >= pad.death:
        return "white on grey35"
    return "black on light_goldenrod2" if box >= pad.points else ""


def _points(view: View, seat: Seat, row: int) -> Text:
    sheet = view.sheets[seat]
    score = _minus(sheet.row_score(row, view.pad))
    if sheet.frozen[row]:
        return Text(f"❄ {score:>2}", style="bold deep_sky_blue1")
    return Text(f"  {score:>2}", style="dim")


def _values(pad: Pad) -> Text:
    text = Text(style="dim")
    for box in range(1, pad.length + 1):
        value = _minus(pad.boxes[box - 1]) if box >= pad.points else ""
        text.append(f"{value:^3}")
        if box in pad.lines:
            text.append(" ")
    return text


def _title(view: View, seat: Seat) -> str:
    you = " (you)" if seat == view.seat else ""
    won = " ★" if seat in view.winners else ""
    chosen = " ✓ has chosen" if seat in view.chosen else ""
    return f"Player {seat + 1}{you}: {_minus(view.scores[seat])}{won}{chosen}"


def _border(view: View, seat: Seat) -> str:
    return "yellow" if seat in view.to_act else "dim"


def _minus(number: int) -> str:
    return str(number).replace("-", "−")
