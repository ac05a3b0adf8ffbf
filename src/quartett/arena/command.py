"""What `quartett tournament` does: play, keep, count, and write the report."""

from contextlib import AbstractContextManager
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table as Listing

from quartett.arena.entrants import find_entrants
from quartett.arena.ledger import RECORDS, Ledger
from quartett.arena.plan import Plan
from quartett.arena.progress import progress
from quartett.arena.ratings import TWO_SIGMA, ratings, skill_model
from quartett.arena.report.page import write_report
from quartett.arena.report.parquet import arrow, write_parquet
from quartett.arena.results import Fixture, Outcome, by_entrant, fingerprint
from quartett.arena.tournament import Tournament
from quartett.arena.workers import Pool, open_pool
from quartett.core.errors import BadTable, QuartettError
from quartett.core.game import Game
from quartett.core.record import Record
from quartett.core.registry import game as find_game

INTERRUPTED = 130
EPILOG = (
    "Examples: `quartett tournament calavera --bots easy,medium,hard --games 60` · "
    "`quartett tournament calcory --bots old=mine.py:Bot,new=mine2.py:Bot,hard --players 2,3 "
    "--games 2000 --until-certain --out duel`"
)

Jobs = Annotated[
    int | None, typer.Option(min=1, help="how many processes play; by default all cores")
]
Ray = Annotated[
    str | None, typer.Option(metavar="ADDRESS", help="play on a Ray cluster: auto, HOST:PORT")
]


def tournament(
    game: Annotated[str, typer.Argument(metavar="GAME", help="for example calavera")],
    bots: Annotated[
        str, typer.Option(help="who plays, separated by commas: hard, my.py:Bot, name=my.py:Bot")
    ],
    players: Annotated[
        str, typer.Option(help="numbers of players, separated by commas; by default all that fit")
    ] = "",
    games: Annotated[int, typer.Option(min=1, help="the most games a group of bots plays")] = 100,
    until_certain: Annotated[
        bool, typer.Option("--until-certain", help="a group stops when it is certain who is ahead")
    ] = False,
    confidence: Annotated[
        float, typer.Option(help="how certain, for all intervals at once")
    ] = 0.95,
    margin: Annotated[
        float, typer.Option(help="how near to a half counts as equal, when stopping")
    ] = 0.02,
    seed: Annotated[str, typer.Option(help="the same seed plays the same games")] = "1",
    jobs: Jobs = None,
    ray: Ray = None,
    out: Annotated[
        Path | None, typer.Option(help="the folder of results; an interrupted run goes on there")
    ] = None,
    records: Annotated[
        bool, typer.Option("--records", help="keep the record of every game")
    ] = False,
    code: Annotated[list[Path], typer.Option(help="a file with bots of your own")] = [],  # noqa: B006
    seconds: Annotated[
        float, typer.Option(min=0.01, help="how long a bot of your own may take for an answer")
    ] = 10.0,
    option: Annotated[
        list[str],
        typer.Option("--option", "-o", metavar="NAME=VALUE", help="an option of the game"),
    ] = [],  # noqa: B006
) -> None:
    """Let every group of bots play, for every number of players, and rate them.

    Everything goes into a folder: `results.jsonl` grows game by game, and the same command
    goes on where a killed one stopped; `results.parquet` and `report.html` are written at the
    end.
    """
    found = find_game(game)
    entrants = find_entrants(found, [word.strip() for word in bots.split(",")], code)
    plan = Plan(
        found.id,
        entrants,
        _numbers(found, players, len(entrants)),
        games,
        seed,
        option_forms(found, option),
        seconds,
        until_certain,
        confidence,
        margin,
    )
    plan.check()
    folder = out or Path(f"tournament-{found.id}")
    console = Console(highlight=False, markup=False, emoji=False)
    if not run(plan, folder, open_pool(jobs, ray), records, console):
        raise typer.Exit(INTERRUPTED)


def run(
    plan: Plan, folder: Path, pool: AbstractContextManager[Pool], records: bool, console: Console
) -> bool:
    """Play what is missing in the folder and write the report; False if interrupted."""
    skill_model()  # a missing library is reported now, not after hours of play
    arrow()
    with Ledger(folder, plan) as ledger:
        tournament = Tournament(plan, ledger.read())
        if before := tournament.played:
            now = "there is nothing left to play" if tournament.over else "going on"
            games = "1 game was" if before == 1 else f"{before} games were"
            console.print(f"{games} played before; {now}.")
        try:
            with pool as workers, progress("playing") as show:
                for result, record in tournament.play(workers):
                    _keep(ledger, result, record if records else None)
                    tournament.enter(result)
                    _say_forfeits(result, console)
                    done = _whole_rounds(tournament)
                    show(done, done + tournament.left)
        except KeyboardInterrupt:
            console.print("Interrupted; the same command goes on from here.")
        if tournament.outcomes:
            _write(folder, tournament, console)
    return tournament.over


def option_forms(game: Game, pairs: list[str]) -> dict[str, Any]:
    """`name=value` pairs as they stand on the wire."""
    forms = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals:
            raise QuartettError(f"an option is written name=value, not {pair!r}")
        forms[name] = game.read_option(name, value)
    game.options(forms)
    return forms


def _numbers(game: Game, text: str, entrants: int) -> tuple[int, ...]:
    """The numbers of players one typed, or all that the game and the entrants allow."""
    if not text:
        return tuple(count for count in game.players if count <= entrants)
    words = [word.strip() for word in text.split(",")]
    if not all(word.isascii() and word.isdigit() for word in words):
        raise BadTable(f"numbers of players are written 2,3,4, not {text!r}")
    return tuple(sorted({int(word) for word in words}))


def _keep(ledger: Ledger, result: Outcome, record: Record | None) -> None:
    """The record first: a game counts only once its line is there."""
    if record is not None:
        path = ledger.folder / record_name(result.fixture)
        path.parent.mkdir(parents=True, exist_ok=True)
        record.save(path)
    ledger.append(result)


def record_name(fixture: Fixture) -> str:
    """Where a game's record lies in the folder of its tournament."""
    return f"{RECORDS}/{','.join(fixture.group)}/{fixture.round + 1:06}-{fixture.turn + 1}.jsonl"


def _say_forfeits(result: Outcome, console: Console) -> None:
    for forfeit in result.forfeits:
        fixture = result.fixture
        console.print(
            f"{' – '.join(fixture.group)}, round {fixture.round + 1}: "
            f"{result.seats[forfeit.seat]} forfeits: {forfeit.why}"
        )


def _whole_rounds(tournament: Tournament) -> int:
    return sum(len(one.group) * len(one.rounds) for one in tournament.groups.values())


def _write(folder: Path, tournament: Tournament, console: Console) -> None:
    outcomes = tournament.outcomes
    write_parquet(folder, tournament.plan, outcomes)
    write_report(folder / "report.html", tournament)
    console.print(_listing(tournament, outcomes))
    console.print(_certainty(tournament))
    console.print(f"fingerprint {fingerprint(outcomes)[:16]}")
    console.print(f"The report is {folder / 'report.html'}.", soft_wrap=True)


def _listing(tournament: Tournament, outcomes: list[Outcome]) -> Listing:
    listing = Listing(box=None, pad_edge=False)
    listing.add_column("bot")
    for heading in ("rating", "games", "wins", "mean score", "ms a decision", "forfeits"):
        listing.add_column(heading, justify="right")
    names = [entrant.name for entrant in tournament.plan.entrants]
    standings = {standing.name: standing for standing in by_entrant(names, outcomes)}
    for rating in ratings(names, outcomes):
        standing = standings[rating.name]
        listing.add_row(
            rating.name,
            f"{rating.mean:.1f} ± {TWO_SIGMA * rating.sigma:.1f}",
            str(standing.games),
            f"{standing.share:.1%}",
            f"{standing.mean_score:.1f}",
            f"{standing.seconds_a_decision * 1000:.2f}",
            str(standing.forfeits),
        )
    return listing


def _certainty(tournament: Tournament) -> str:
    comparisons = tournament.comparisons
    sure = sum(one.verdict != "open" for one in comparisons)
    return (
        f"{sure} of {len(comparisons)} comparisons are certain "
        f"(all of them hold with {tournament.plan.confidence:.0%})"
    )
