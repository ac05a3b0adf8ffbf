"""Real positions for the page's boards: found in games between bots, or played out by notes."""

import json
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import msgspec

import quartett
from quartett import CHANCE, Event, IllegalAction
from quartett.bots import explain
from quartett.core.event import Action, Actor, Seen
from quartett.core.game import Game
from quartett.core.parts import page
from quartett.core.record import Record
from quartett.core.state import State
from quartett.tables.viewing.messages import Tried

GAMES = Path("web/src/games")
NAMES = ["Ana", "Ben", "Cléo", "Dag"]


def write(game: Game, name: str, form: object) -> None:
    """A file of the game's part of the page, readable and the same on every run."""
    path = GAMES / game.id / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(msgspec.to_builtins(form), ensure_ascii=False) + "\n", "utf-8")


def position(
    game: Game,
    state: State,
    seat: int | None,
    *,
    names: list[str] | None = None,
    news: Iterable[Seen] = (),
    seen: Iterable[Seen] = (),
    advised: bool = False,
    tries: Iterable[str] = (),
) -> dict[str, Any]:
    """What the gallery shows a board."""
    view = state.view(seat)
    entries = [{"seq": place, "ms": 0, **one.wire()} for place, one in enumerate(news)]
    return {
        "view": view,
        "offers": page(game).offers(view),
        "names": (names or NAMES)[: state.players],
        "news": entries,
        "advice": explain(game, view, seen).options[:8] if advised else None,
        "tried": [tried(game, state, seat, game.parse(note)) for note in tries],
    }


def tried(game: Game, state: State, seat: int | None, action: Action) -> dict[str, Any]:
    """An action and what the server would answer to the question what it does."""
    preview = page(game).preview(state.view(seat), action)
    answer = Tried(table="", id=0, preview=preview)
    try:
        state.check(0 if seat is None else seat, action)
    except IllegalAction as error:
        answer = Tried(
            table="",
            id=0,
            code=error.code,
            message=error.message,
            where=dict(error.where),
            preview=preview,
        )
    return {"action": action, "answer": answer}


def find(
    game: Game,
    wanted: Callable[[State], bool],
    *,
    players: int = 2,
    bots: str = "medium",
    options: dict[str, Any] | None = None,
) -> tuple[State, int, Record]:
    """The first such state of a game between bots, its place in the log, and the game."""
    for seed in range(400):
        record = quartett.play(
            game, [bots] * players, seed=seed, options=game.options(options or {})
        )
        for place, state in enumerate(record.replay()):
            if wanted(state):
                return state, place, record
    raise LookupError("no such position in 400 games")


def seen_before(record: Record, seat: int | None, place: int) -> list[Seen]:
    """What the seat saw up to a place of the log."""
    return list(record.seen(seat))[:place]


def after(game: Game, state: State, notes: str) -> State:
    """The state after these notes: `:…` and `@…` are chance's, others of the first seat to act."""
    for note in notes.split():
        actor: Actor = CHANCE if note[0] in ":@" else min(state.to_act)
        state = state.apply(Event(actor, game.parse(note)))
    return state
