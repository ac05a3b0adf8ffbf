"""The puzzle of a day: a position from a game between bots, and its best action."""

from collections.abc import Iterator
from datetime import date
from typing import Any

import msgspec
from msgspec import Struct

from quartett.arena.match import Match
from quartett.core.errors import IllegalAction
from quartett.core.event import Action, Event, Seat
from quartett.core.game import Game
from quartett.core.parts import page
from quartett.core.registry import game as find_game
from quartett.core.state import State
from quartett.server.http.answers import Puzzle
from quartett.tables.messages import Tried

GAMES = ("cubus", "calculissimo")


class Made(Struct, frozen=True):
    """A puzzle with what solvers are not told."""

    shown: Puzzle
    best: dict[str, Any]
    state: State

    @property
    def game(self) -> Game:
        return find_game(self.shown.game)

    def points(self, form: dict[str, Any]) -> int:
        return _points(self.state, self.shown.seat, self.game.action(form))


def make(day: str) -> Made:
    """The turn of the day's game that had most to gain."""
    game = find_game(GAMES[date.fromisoformat(day).toordinal() % len(GAMES)])
    match = Match(game, ["medium", "medium"], seed=f"puzzle {day}", seconds=1)
    points, _, seat, state, action = max(_turns(match), key=lambda found: found[:2])
    view = state.view(seat)
    shown = Puzzle(
        day=day, game=game.id, seat=seat, names=match.head.seats,
        view=msgspec.to_builtins(view), offers=msgspec.to_builtins(page(game).offers(view)),
        best=points,
    )  # fmt: skip
    return Made(shown, msgspec.to_builtins(action), state)


def judged(made: Made, form: dict[str, Any]) -> Tried:
    """What an action would do in the puzzle, and why not."""
    game, seat = made.game, made.shown.seat
    action = game.action(form)
    told = Tried(table="", id=0, preview=page(game).preview(made.state.view(seat), action))
    try:
        made.state.check(seat, action)
    except IllegalAction as error:
        return msgspec.structs.replace(
            told, code=error.code, message=error.message, where=dict(error.where)
        )
    return told


def _turns(match: Match) -> Iterator[tuple[int, int, Seat, State, Action]]:
    """Every decision with its best action: the points, how late it was, and the rest."""
    late = 0
    state = match.state
    for event in match.steps():
        if isinstance(event.actor, int):
            late += 1
            action = _best(match.game, state, event.actor)
            if action is not None:
                yield _points(state, event.actor, action), -late, event.actor, state, action
        state = match.state


def _best(game: Game, state: State, seat: Seat) -> Action | None:
    """The action that scores most at once; None where it is not about points."""
    view: Any = state.view(seat)
    if game.id == "cubus":
        from quartett.games.cubus import best_build

        found = best_build(view.stack, view.open, view.cards) if view.phase == "build" else None
        return found.action if found is not None else None
    return next(view.actions()) if view.phase == "play" else None


def _points(state: State, seat: Seat, action: Action) -> int:
    return state.apply(Event(seat, action)).scores()[seat] - state.scores()[seat]
