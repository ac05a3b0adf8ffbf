"""A record in the terminal: a list of events, or step by step."""

import sys
from pathlib import Path

from rich.console import Console
from rich.text import Text

from quartett.core.errors import QuartettError
from quartett.core.event import CHANCE, Actor, Seen
from quartett.core.parts import drawing, words
from quartett.core.record import Record
from quartett.core.state import View
from quartett.terminal import keys


def show(
    record: Record, to: int | None, seat: int | None, svg: Path | None, step: bool, console: Console
) -> None:
    """Print the events up to `to`, as the seat saw them, and the position after them."""
    if seat is not None and seat > record.head.players:
        raise QuartettError(f"the game had {record.head.players} players, and no player {seat}")
    if to is not None and to > len(record.events):
        raise QuartettError(f"the record has {len(record.events)} events, not {to}")
    viewer = None if seat is None else seat - 1
    seen, views = list(record.seen(viewer)), list(record.view(viewer))
    if seat is None:
        shown = zip(record.events, seen, strict=True)
        seen = [Seen(event.actor, event.action, public.shows) for event, public in shown]
    last = len(seen) if to is None else to
    if step and keys.has_keys():
        last = _step_through(record, seen, views, last, console)
    else:
        if step:
            print("Single keys cannot be read here; this is the whole list.", file=sys.stderr)
        for place in range(last):
            console.print(_line(record, seen, place))
        console.print(drawing(record.game).draw(views[last]))
    if svg is not None:
        _write_svg(views[last], svg)


def _step_through(
    record: Record, seen: list[Seen], views: list[View], place: int, console: Console
) -> int:
    """Arrow keys go through the game; any letter ends it. Where it ended comes back."""
    with keys.raw():
        while True:
            console.clear()
            for earlier in range(max(0, place - 5), place):
                console.print(_line(record, seen, earlier))
            console.print(drawing(record.game).draw(views[place]))
            console.print(Text(f"{place} of {len(seen)} · ← → go · q ends", style="dim"))
            key = keys.read_key()
            if key == keys.LEFT:
                place = max(0, place - 1)
            elif key in (keys.RIGHT, keys.ENTER, " "):
                place = min(len(seen), place + 1)
            else:
                return place


def _line(record: Record, seen: list[Seen], place: int) -> Text:
    event = seen[place]
    who = _name(record, event.actor)
    note = "" if event.action is None else str(event.action)
    text = "has chosen"
    if event.action is not None:
        text = words(record.game).describe(event.action, event.shows)
    return Text.assemble((f"{place:>4} ", "dim"), f"{who:<20} {note:<10} ", (text, "dim"))


def _name(record: Record, actor: Actor) -> str:
    """A guest may have played without a name."""
    return CHANCE if actor == CHANCE else record.head.seats[int(actor)] or f"P{int(actor) + 1}"


def _write_svg(view: View, path: Path) -> None:
    picture = getattr(view, "_repr_svg_", None)
    if picture is None:
        raise QuartettError("this game draws no pictures")
    try:
        path.write_text(picture(), encoding="utf-8")
    except OSError as error:
        raise QuartettError(f"cannot write {path}: {error.strerror}") from None
