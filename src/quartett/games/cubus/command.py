"""The command `quartett build POSITION HAND`: the best build, with a picture.

The position is a stack as one types it, `21*/1`, with `*` after a column whose lid is open;
the hand is letters with counts, `2L R T`.
"""

from pathlib import Path
from typing import Annotated, Final

import typer
from rich.console import Console, Group, RenderableType
from rich.text import Text

from quartett.core.errors import QuartettError
from quartett.games.cubus.builder.solver import BestBuild, best_build
from quartett.games.cubus.draw import picture
from quartett.games.cubus.stacks.cards import Cards
from quartett.games.cubus.stacks.removals import with_open
from quartett.games.cubus.stacks.stack import Stack
from quartett.games.cubus.stacks.svg import stack_svg
from quartett.games.cubus.stacks.text import Position, read

app: Final = typer.Typer(rich_markup_mode="markdown")


@app.command(
    "build",
    epilog="Examples: `quartett build 22/21 '2L R T'` · "
    "`quartett build '21*/1' 'L R O' --svg build.svg`",
)
def build_command(
    position: Annotated[str, typer.Argument(help="a stack, row by row from the back")],
    hand: Annotated[str, typer.Argument(help="L, R, T (lid) and O (open lid), with counts")],
    svg: Annotated[Path | None, typer.Option(help="write the new stack as a picture")] = None,
) -> None:
    """The best build for a stack and a hand, with a proof that none is better (Cubus)."""
    build(position, hand, svg, Console(highlight=False))


def build(
    position: str, hand: str, svg: str | Path | None = None, console: Console | None = None
) -> BestBuild | None:
    """Print the best build for a stack and a hand; write its drawing where asked to."""
    console = console or Console()
    table = read(position)
    stack = Stack.on_floor(table.cells, table.floor)
    found = best_build(stack, table.open, Cards.read(hand))
    console.print(_said(stack, table, Cards.read(hand), found))
    if svg is not None:
        _write(Path(svg), stack, table, found)
    return found


def _said(stack: Stack, table: Position, hand: Cards, found: BestBuild | None) -> RenderableType:
    if found is None:
        head = f"With {hand.words()} nothing can be built: pass."
        return Group(picture(stack, table.open), Text(head, style="bold"))
    target, open = found.stack, found.action.open
    before = with_open(stack, frozenset(table.open))
    after = with_open(target, frozenset(open))
    lines = (
        f"{found.action}   earns {found.points}, and no build earns more "
        f"(the bound is {found.bound})",
        f"boxes {stack.boxes} → {target.boxes}, cards {before.total} → {after.total}",
        f"left in the hand: {(hand - (after - before)).words()}",
    )
    return Group(picture(target, open), *(Text(line) for line in lines))


def _write(path: Path, stack: Stack, table: Position, found: BestBuild | None) -> None:
    drawing = stack_svg(stack, table.open)
    if found is not None:
        drawing = stack_svg(found.stack, found.action.open)
    try:
        path.write_text(drawing, encoding="utf-8")
    except OSError as error:
        raise QuartettError(f"cannot write {path}: {error.strerror}") from None
