"""Matches in the terminal: a progress bar, records on the way, standings at the end."""

from collections.abc import Sequence
from contextlib import AbstractContextManager
from pathlib import Path

from rich.console import Console
from rich.table import Table

from quartett.arena import Entrant, Outcome, Series, Standing
from quartett.arena.entrants import find_entrants
from quartett.arena.progress import progress
from quartett.arena.workers import Pool, workers
from quartett.core.errors import BadTable, QuartettError
from quartett.core.game import Game
from quartett.core.registry import game as find_game
from quartett.testing import NonConformant
from quartett.testing import conform as run_conform

SLICE = 50
"""Conformance games that one process runs in a row."""


def entrants(game: Game, words: Sequence[str], files: Sequence[Path]) -> tuple[Entrant, ...]:
    """Who plays: bots from users' files, and the game's levels."""
    found = find_entrants(game, words, files)
    if len(found) not in game.players:
        low, high = game.players[0], game.players[-1]
        raise BadTable(f"{game.name} is for {low} to {high} players, not {len(found)}")
    return found


def play(
    series: Series, pool: AbstractContextManager[Pool], out: Path | None, console: Console
) -> bool:
    """Play the series; False if it was interrupted. What was played is kept and counted."""
    _prepare(out)
    outcomes: list[Outcome] = []
    whole = False
    try:
        with pool as players, progress("playing") as show:
            for outcome, record in series.run_on(players):
                number = series.number(outcome) + 1
                if out is not None:
                    record.save(out / f"{series.game}-{number:06}.jsonl")
                outcomes.append(outcome)
                for forfeit in outcome.forfeits:
                    name = outcome.seats[forfeit.seat]
                    console.print(f"game {number}: {name} forfeits: {forfeit.why}")
                show(len(outcomes), series.games)
        whole = True
    except KeyboardInterrupt:
        console.print("Interrupted; what was played counts.")
    console.print(_standings(series.standings(outcomes)))
    if out is not None:
        console.print(f"The records are in {out}.")
    return whole


def conform(game: Game, games: int, seed: int, jobs: int, console: Console) -> bool:
    """Run the suite for every number of players, in slices that several processes share."""
    slices = [
        (game.id, min(SLICE, games - start), f"{seed}/{start}", players)
        for players in game.players
        for start in range(0, games, SLICE)
    ]
    total = events = positions = twins = 0
    with progress("checking") as show, workers(jobs) as pool:
        for done, report in enumerate(pool.map(_conform_slice, slices), 1):
            if isinstance(report, str):
                pool.shutdown(wait=False, cancel_futures=True)
                console.print(report)
                return False
            total, events = total + report[0], events + report[1]
            positions, twins = positions + report[2], twins + report[3]
            show(done, len(slices))
    console.print(
        f"{game.name} conforms: {total:,} games, {events:,} events, {positions:,} positions "
        f"checked, {twins:,} twins compared"
    )
    return True


def _conform_slice(work: tuple[str, int, str, int]) -> tuple[int, int, int, int] | str:
    id, games, seed, players = work
    try:
        report = run_conform(find_game(id), games, seed=seed, players=[players])
    except NonConformant as fault:
        return str(fault)
    return report.games, report.events, report.positions, report.twins


def _prepare(out: Path | None) -> None:
    if out is None:
        return
    try:
        out.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise QuartettError(f"cannot write to {out}: {error.strerror}") from None
    if any(out.glob("*.jsonl")):
        raise QuartettError(f"{out} already holds records; choose another folder")


def _standings(standings: list[Standing]) -> Table:
    listing = Table(box=None, pad_edge=False)
    listing.add_column("bot")
    headings = ("games", "wins", "95 % interval", "mean score", "ms a decision", "forfeits")
    for heading in headings:
        listing.add_column(heading, justify="right")
    for standing in standings:
        low, high = standing.interval
        listing.add_row(
            standing.name,
            str(standing.games),
            f"{standing.share:.1%}",
            f"{low:.1%} – {high:.1%}",
            f"{standing.mean_score:.1f}",
            f"{standing.seconds_a_decision * 1000:.2f}",
            str(standing.forfeits),
        )
    return listing
