"""One table in the terminal: a person against bots."""

from collections.abc import Sequence
from pathlib import Path

from rich.console import Console
from rich.text import Text

from quartett.arena import Entrant, Match
from quartett.arena.guest import Guest
from quartett.bots import Bot, find_bot
from quartett.bots.files import bots_in
from quartett.core import fairness
from quartett.core.errors import QuartettError
from quartett.core.game import Game
from quartett.core.parts import drawing, words
from quartett.core.state import Options
from quartett.terminal.person import PlayerLeft, TerminalPlayer

LAST_EVENTS = 4
"""How many events before the end are shown with the result."""


def play(
    game: Game,
    opponents: Sequence[Entrant],
    seconds: float,
    seat: int,
    seed: str | None,
    options: Options,
    path: Path | None,
    console: Console,
) -> bool:
    """Play to the end; False if the person left. What was played is kept either way.

    A bot from a file has `seconds` for an answer.
    """
    match = _match(game, opponents, seconds, seat, seed, options, console)
    if path is not None:
        match.record().save(path)  # a place that cannot be written is refused before the game
    try:
        for _ in match.steps():
            pass
    except (PlayerLeft, KeyboardInterrupt):
        console.print("\nYou left the table.")
    if match.state.over:
        _announce(match, console)
    _keep(match, path, console)
    return match.state.over


def _match(
    game: Game,
    opponents: Sequence[Entrant],
    seconds: float,
    seat: int,
    seed: str | None,
    options: Options,
    console: Console,
) -> Match:
    bots = [_bot(game, one, place, seed, seconds) for place, one in enumerate(opponents)]
    if seat > len(bots) + 1:
        raise QuartettError(f"there are {len(bots) + 1} seats, and no seat {seat}")
    names = [_name(game, one) for one in opponents]
    names.insert(seat - 1, "You")
    person = TerminalPlayer(game, names, console)
    bots.insert(seat - 1, person)
    match = Match(game, bots, seed=seed, options=options, seats=names)
    person.check = match.check
    return match


def _bot(game: Game, entrant: Entrant, place: int, seed: str | None, seconds: float) -> str | Bot:
    """A level by its name; a bot from a file in a process of its own, which ends with ours."""
    if entrant.code is None:
        return entrant.bot
    drawn = fairness.new_secret() if seed is None else fairness.seeded(seed, f"guest {place}")
    number = int.from_bytes(drawn, "big")
    return Guest(game.id, entrant.code, entrant.class_name, number, seconds)


def _name(game: Game, entrant: Entrant) -> str:
    if entrant.code is None:
        return f"{find_bot(game, entrant.bot).name} ({entrant.name})"
    name = bots_in(entrant.code)[entrant.class_name.lower()].name or entrant.class_name
    return name if name.lower() == entrant.name.lower() else f"{name} ({entrant.name})"


def _keep(match: Match, path: Path | None, console: Console) -> None:
    if path is not None:
        match.record().save(path)
        console.print(f"The record is in {path}.")


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
