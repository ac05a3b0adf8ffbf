"""The command `quartett moves calculissimo POSITION RACK`: the best plays, worked out."""

import time
from pathlib import Path
from typing import Annotated, Final

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from quartett.core.errors import QuartettError
from quartett.games.calculissimo.actions import Play
from quartett.games.calculissimo.board.edition import Edition
from quartett.games.calculissimo.board.editions import named_or_file
from quartett.games.calculissimo.board.grid import Board
from quartett.games.calculissimo.board.moves.fast import find_plays
from quartett.games.calculissimo.board.score import worth
from quartett.games.calculissimo.rules.position import BadPosition, read_board, read_rack

app: Final = typer.Typer(rich_markup_mode="markdown")


@app.command(
    epilog="Examples: `quartett moves calculissimo board.txt '123+-*?' --top 20` · "
    "`quartett moves calculissimo '' '6:2+985' --edition my-edition.toml`"
)
def moves(
    game: Annotated[str, typer.Argument(metavar="GAME", help="calculissimo")],
    position: Annotated[str, typer.Argument(help="a diagram, or a file with one; '' is empty")],
    rack: Annotated[str, typer.Argument(help="the tiles, ? for a joker")],
    top: Annotated[int, typer.Option(min=1, help="how many plays")] = 20,
    edition: Annotated[str, typer.Option(help="a name, or a file of your own")] = "standard",
) -> None:
    """The best plays of a rack, with their calculations (Calculissimo)."""
    if game != "calculissimo":
        raise QuartettError(f"moves are found for calculissimo, not for {game}")
    print_moves(position, rack, top, edition, Console(highlight=False))


def print_moves(
    position: str,
    rack: str,
    top: int = 20,
    edition: str = "standard",
    console: Console | None = None,
) -> None:
    """Print the best plays of a rack.

    `position` is a diagram, the same in one line, or a file with one; `edition` is a name or
    an edition file of one's own.
    """
    if top < 1:
        raise QuartettError(f"--top is {top}; it must be at least 1")
    console = console or Console()
    played = named_or_file(edition)
    board = _board(played, position)
    tiles = read_rack(played, board, rack)
    began = time.perf_counter()
    plays = find_plays(played, board, tiles)
    took = time.perf_counter() - began
    if len(plays):
        console.print(_table(played, board, list(plays.best_first(top))))
    shown = f"the best {top} of " if len(plays) > top else ""
    noun = "play" if len(plays) == 1 else "plays"
    console.print(
        f"{shown}{len(plays):,} {noun} of {' '.join(tiles)}, found in {took * 1000:.1f} ms",
        highlight=False,
    )


def _board(played: Edition, position: str) -> Board:
    text = _text(position)
    try:
        return read_board(played, text)
    except BadPosition as error:
        if text == position and any(map(str.isalpha, text)):  # of the name of a file, most likely
            raise BadPosition(f"there is no file {position!r}; as a diagram, {error}") from None
        raise


def _text(position: str) -> str:
    """A position that names a file is in that file."""
    try:
        if "\n" not in position and Path(position).is_file():
            return Path(position).read_text(encoding="utf-8-sig")
    except UnicodeDecodeError:
        raise BadPosition(f"{position} is not a position: it is not text") from None
    except (OSError, ValueError):
        pass  # too long or too strange for a file name: a diagram
    return position


def _table(
    edition: Edition, board: Board, best: list[tuple[tuple[tuple[int, int, str], ...], int]]
) -> Table:
    table = Table(box=None, header_style="dim", pad_edge=False)
    table.add_column("points", justify="right", style="bold")
    table.add_column("play", no_wrap=True)
    table.add_column("calculations")
    for tiles, points in best:
        lines = worth(edition, board, tiles).lines
        steps = Text("\n".join(map(str, lines)))
        table.add_row(str(points), str(Play(tiles)), steps)
    return table
