"""The command `quartett`."""

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from pathlib import Path
from typing import Annotated, NoReturn

import typer
from rich.console import Console
from rich.markdown import Markdown
from rich.table import Table

import quartett
from quartett.arena import command as arena
from quartett.arena.command import option_forms
from quartett.arena.entrants import find_entrants
from quartett.arena.progress import progress
from quartett.arena.workers import open_pool
from quartett.bots import levels
from quartett.bots.threads import use_one_thread
from quartett.browser.site import engine_version, write_site
from quartett.core.distribution import MissingExtra, __version__, install_command
from quartett.core.errors import QuartettError
from quartett.core.game import Game
from quartett.core.kernels import Program, compiles
from quartett.core.record import Record
from quartett.core.verify import verify as verify_record
from quartett.hosting.pages import built_page
from quartett.rulebook import rulebook
from quartett.server.admin import admin
from quartett.server.command import backup, restore, serve, types
from quartett.terminal import matches, replays, reviews, table
from quartett.terminal.commands import WithGameCommands
from quartett.terminal.encoding import degrade_output

FAILED, BAD_INPUT, INTERRUPTED = 1, 2, 130
# Typer has had two homes for Click's errors: BadParameter, UsageError, ClickException.
WrongArguments: type[Exception] = typer.BadParameter.__mro__[2]


app = typer.Typer(
    cls=WithGameCommands,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode="markdown",
    help="Four tabletop games: play them, let bots play them, replay and verify records.",
    epilog="Exit codes: 0 success, 1 a record or game fails, 2 bad input, 130 interrupted.",
)
console = Console(highlight=False, markup=False, emoji=False)
"""Names of players and files are text, whatever brackets and colons they have."""

GameId = Annotated[
    str,
    typer.Argument(
        metavar="GAME", help="for example calavera", autocompletion=lambda: [*quartett.game_ids()]
    ),
]
Options = Annotated[
    list[str], typer.Option("--option", "-o", metavar="NAME=VALUE", help="an option of the game")
]
Code = Annotated[list[Path], typer.Option(help="a file with a bot of your own")]
Seconds = Annotated[
    float, typer.Option(min=0.01, help="how long a bot of your own may take for an answer")
]
FilePath = Annotated[Path, typer.Argument(metavar="FILE", help="a record (JSON Lines)")]


def main() -> None:
    """Run the command; an error is one line, and a number that scripts can use."""
    degrade_output()
    use_one_thread()
    with _reader_may_leave():
        _run()


def _run() -> NoReturn:
    try:
        code = app(standalone_mode=False)
        sys.stdout.flush()  # at exit it would be too late to say that a disk is full
        sys.exit(code)
    except WrongArguments as error:
        if said := str(getattr(error, "format_message", str)()):  # `quartett` alone: the help
            print(f"quartett: {said}", file=sys.stderr)
        sys.exit(BAD_INPUT)
    except (typer.Abort, KeyboardInterrupt):
        sys.exit(INTERRUPTED)
    except QuartettError as error:
        print(f"quartett: {error}", file=sys.stderr)
        sys.exit(BAD_INPUT)
    except UnicodeEncodeError as error:
        wrong = error.object[error.start : error.end]
        print(f"quartett: {wrong!r} is not text in UTF-8", file=sys.stderr)
        sys.exit(BAD_INPUT)
    except BrokenPipeError:
        raise
    except OSError as error:  # a full disk, above all
        where = f"{error.filename}: " if error.filename else ""
        print(f"quartett: {where}{error.strerror or error}", file=sys.stderr)
        _drop_output()
        sys.exit(BAD_INPUT)


@contextmanager
def _reader_may_leave() -> Iterator[None]:
    """End quietly, and well, when the reader of our output has gone, as `head` does."""
    try:
        yield
    except (BrokenPipeError, SystemExit) as end:
        # Rich catches the broken pipe itself, and ends the process with 1.
        if BrokenPipeError not in (type(end), type(end.__context__)):
            raise
        _drop_output()
        sys.exit(0)


def _drop_output() -> None:
    """What cannot be written need not be tried again at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _mention_speed() -> None:
    if not compiles():
        print(f"Bots are quicker with: {install_command('fast')}", file=sys.stderr)


def _version(wanted: bool) -> None:
    if wanted:
        console.print(f"quartett {__version__}")
        raise typer.Exit


@app.callback()
def _root(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="print the version")
    ] = False,
) -> None: ...


@app.command(epilog="Example: `quartett games`")
def games() -> None:
    """The games that are installed, with their bots and options."""
    listing = Table(box=None, pad_edge=False)
    for heading in ("game", "players", "bots", "options"):
        listing.add_column(heading, overflow="fold")
    for id in quartett.game_ids():
        game = quartett.game(id)
        listing.add_row(
            id,
            f"{game.players[0]}–{game.players[-1]}",
            ", ".join([*levels(game), "random"]),
            ", ".join(game.Options.__struct_fields__),
        )
    console.print(listing)


@app.command(
    epilog="Examples: `quartett play calavera` · `quartett play calavera --against hard,easy "
    "--seat 2 -o sheet=short --record sunday.jsonl` · `quartett play calavera --against "
    "mybot --code mybot.py`"
)
def play(
    game: GameId,
    against: Annotated[str, typer.Option(help="your opponents, separated by commas")] = "medium",
    seat: Annotated[int, typer.Option(min=1, help="where you sit")] = 1,
    seed: Annotated[str | None, typer.Option(help="the same seed gives the same dice")] = None,
    option: Options = [],  # noqa: B006 (typer reads the default)
    record: Annotated[Path | None, typer.Option(help="write the game to this file")] = None,
    code: Code = [],  # noqa: B006
    seconds: Seconds = 10.0,
) -> None:
    """Play a game in the terminal against bots."""
    found = quartett.game(game)
    opponents = find_entrants(found, [word.strip() for word in against.split(",")], code)
    _mention_speed()
    options = _options(found, option)
    finished = table.play(found, opponents, seconds, seat, seed, options, record, console)
    if not finished:
        raise typer.Exit(INTERRUPTED)


@app.command(
    epilog="Examples: `quartett match calavera expert hard -n 1000 --seed 7 --jobs 2 "
    "--out games/` · `quartett match calavera mybot hard --code mybot.py`"
)
def match(
    game: GameId,
    bots: Annotated[list[str], typer.Argument(metavar="BOT…", help="a bot for every seat")],
    n: Annotated[int, typer.Option("-n", min=1, help="how many games")] = 100,
    seed: Annotated[str, typer.Option(help="the same seed plays the same games")] = "1",
    jobs: arena.Jobs = None,
    ray: arena.Ray = None,
    out: Annotated[Path | None, typer.Option(help="a folder for the records")] = None,
    code: Code = [],  # noqa: B006
    seconds: Seconds = 10.0,
    option: Options = [],  # noqa: B006
) -> None:
    """Let bots play many games, seats rotating, and say who wins how often.

    A bot that raises, hangs or gives an invalid answer forfeits that game: a stand-in makes
    random moves for it, it cannot win, and the record says why.
    """
    found = quartett.game(game)
    _mention_speed()
    entrants = matches.entrants(found, bots, code)
    series = quartett.arena.Series(game, entrants, n, seed, option_forms(found, option), seconds)
    if not matches.play(series, open_pool(jobs, ray, n), out, console):
        raise typer.Exit(INTERRUPTED)


app.command(epilog=arena.EPILOG)(arena.tournament)


@app.command(
    epilog="Examples: `quartett replay sunday.jsonl` · `quartett replay sunday.jsonl --to 40 "
    "--seat 1 --svg position.svg`"
)
def replay(
    file: FilePath,
    to: Annotated[int | None, typer.Option(min=0, help="stop after this many events")] = None,
    seat: Annotated[int | None, typer.Option(min=1, help="show only what this player saw")] = None,
    svg: Annotated[Path | None, typer.Option(help="write the last position as a picture")] = None,
    step: Annotated[bool, typer.Option("--step", help="go through it with the arrow keys")] = False,
) -> None:
    """Show a record: every event in notation and words, then the position."""
    replays.show(Record.load(file), to, seat, svg, step, console)


@app.command(
    epilog="Examples: `quartett review sunday.jsonl` · "
    "`quartett review games/*.jsonl --parquet decisions.parquet`"
)
def review(
    files: Annotated[list[Path], typer.Argument(metavar="FILE…", help="records (JSON Lines)")],
    as_json: Annotated[bool, typer.Option("--json", help="print the whole review as JSON")] = False,
    svg: Annotated[Path | None, typer.Option(help="write player 1's curve as a picture")] = None,
    worst: Annotated[int, typer.Option(min=0, help="how many decisions to show")] = 6,
    parquet: Annotated[
        Path | None, typer.Option(help="write a row for each decision to this file")
    ] = None,
) -> None:
    """Judge every decision of a record, and tell luck from skill.

    Of several records it says what each player gives away by kind of decision.
    """
    if len(files) > 1 or parquet is not None:
        reviews.show_many({str(file): Record.load(file) for file in files}, parquet, console)
    else:
        reviews.show(Record.load(files[0]), as_json, svg, worst, console)


@app.command(epilog="Example: `quartett verify sunday.jsonl && echo fair`")
def verify(file: FilePath) -> None:
    """Check a record: the rules, the result, and that chance was fair."""
    holds = True
    for finding in verify_record(Record.load(file)):
        holds &= finding.ok
        console.print(f"{'✓' if finding.ok else '✗'} {finding.text}", soft_wrap=True)
    if not holds:
        raise typer.Exit(FAILED)


@app.command(epilog="Example: `quartett rules calavera --lang de`")
def rules(game: GameId, lang: Annotated[str, typer.Option(help="en, de or fr")] = "en") -> None:
    """The rulebook of a game."""
    text = rulebook(quartett.game(game), lang)
    if console.is_terminal:
        console.print(Markdown(text), width=min(console.width, 100))
    else:
        print(text)


@app.command(epilog="Example: `quartett conform calavera -n 1000`")
def conform(
    game: GameId,
    n: Annotated[
        int, typer.Option("-n", min=1, help="random games for each number of players")
    ] = 100,
    seed: Annotated[int, typer.Option(help="the same seed plays the same games")] = 0,
    jobs: Annotated[int, typer.Option(min=1, help="how many processes play")] = 1,
) -> None:
    """Put a game, yours too, through the suite that every game must pass."""
    if not matches.conform(quartett.game(game), n, seed, jobs, console):
        raise typer.Exit(FAILED)


@app.command(epilog="Example: `quartett compile`")
def compile() -> None:
    """Compile the bots' kernels now; otherwise that is done in the background when it pays."""
    if not compiles():
        raise MissingExtra("there is no compiler", "fast")
    for id in quartett.game_ids():
        levels(quartett.game(id))  # a game's rules and bots bring their programs along
    with progress("compiling") as show:
        for done, program in enumerate(Program.every):
            show(done, len(Program.every))
            print(f"{program.module} …", flush=True)
            program.compile()


app.command(epilog="Example: `quartett serve --host 0.0.0.0`")(serve)


def _with_progress(what: str, command: Callable[..., None]) -> Callable[..., None]:
    @wraps(command)
    def shown(*arguments: object, **named: object) -> None:
        with progress(what):
            command(*arguments, **named)

    return shown


app.command(epilog="Example: `quartett backup sunday.db`")(_with_progress("copying", backup))
app.command(epilog="Example: `quartett restore sunday.db`")(_with_progress("copying", restore))
app.add_typer(admin, name="admin")
app.command(epilog="Example: `quartett types > web/src/wire.ts`")(types)


@app.command(epilog="Example: `quartett site public/quartett`")
def site(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="a new or empty folder")],
) -> None:
    """Write the page for a static host: all games, bots and rules run in the browser."""
    size = write_site(built_page(), folder)
    console.print(f"{folder}: {size / 1e6:.1f} MB, version {engine_version(folder)}")
    console.print("Serve it over https, under any path; nothing else is needed.")


def _options(game: Game, pairs: list[str]) -> quartett.Options:
    return game.options(option_forms(game, pairs))
