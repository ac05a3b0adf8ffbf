"""One table in the terminal: a person against bots."""

from pathlib import Path

from rich.console import Console
from rich.text import Text

from quartett.arena import Match
from quartett.bots import Bot, find_bot
from quartett.core.errors import QuartettError
from quartett.core.game import Game
from quartett.core.parts import drawing, words
from quartett.core.state import Options
from quartett.terminal.person import Left, Person

LAST_EVENTS = 4
"""How many events before the end are shown with the result."""


def play(
    game: Game,
    opponents: list[str],
    seat: int,
    seed: str | None,
    options: Options,
    path: Path | None,
    console: Console,
) -> bool:
    """Play to the end; False if the person left. What was played is kept either way."""
    match = _match(game, opponents, seat, seed, options, console)
    try:
        for _ in match.steps():
            pass
    except (Left, KeyboardInterrupt):
        console.print("\nYou left the table.")
    if match.state.over:
        _announce(match, console)
    _keep(match, path, console)
    return match.state.over


def _match(
    game: Game,
    opponents: list[str],
    seat: int,
    seed: str | None,
    options: Options,
    console: Console,
) -> Match:
    bots: list[str | Bot] = [*opponents]
    if seat > len(bots) + 1:
        raise QuartettError(f"there are {len(bots) + 1} seats, and no seat {seat}")
    names = [f"{find_bot(game, name).name} ({name})" for name in opponents]
    names.insert(seat - 1, "You")
    person = Person(game, names, console)
    bots.insert(seat - 1, person)
    match = Match(game, bots, seed=seed, options=options, seats=names)
    person.check = match.check
    return match


def _keep(match: Match, path: Path | None, console: Console) -> None:
    if path is not None:
        match.record().save(path)
        console.print(f"The record is in {path}.", markup=False)


def _announce(match: Match, console: Console) -> None:
    console.print()
    for event in match.events[-LAST_EVENTS:]:
        console.print(Text(f"  {words(match.game).describe(event.action)}", style="dim"))
    console.print(drawing(match.game).draw(match.state.view(None)))
    result = match.record().result
    assert result is not None
    for seat, name in enumerate(match.head.seats):
        crown = " ★" if seat in result.winners else ""
        console.print(Text(f"{name}: {result.scores[seat]}{crown}"))
    for forfeit in result.forfeits:
        console.print(Text(f"{match.head.seats[forfeit.seat]} forfeited: {forfeit.why}"))
