"""The puzzle of a day: a position from a game between bots, and its best action."""

from collections.abc import Iterator
from datetime import UTC, date, datetime
from typing import Any

import msgspec
from msgspec import Struct

from quartett.bots.match import Match
from quartett.core.errors import IllegalAction
from quartett.core.event import Action, Seat
from quartett.core.game import Game
from quartett.core.parts import page, part
from quartett.core.registry import game as find_game
from quartett.core.registry import game_ids
from quartett.core.state import State, View
from quartett.review.puzzles import Puzzles, points
from quartett.tables.errors import Refused
from quartett.tables.messages import Tried


class Puzzle(Struct, frozen=True, kw_only=True):
    """The same for everybody on one day: a position, and what the best action in it scores."""

    day: str
    game: str
    seat: Seat
    names: tuple[str, ...]
    view: Any
    offers: Any
    best: int


class SolvedPuzzle(Struct, frozen=True):
    """A puzzle with its solution."""

    shown: Puzzle
    best: dict[str, Any]
    state: State

    @property
    def game(self) -> Game:
        return find_game(self.shown.game)

    def points(self, form: dict[str, Any]) -> int:
        return points(self.state, self.shown.seat, self.game.action(form))

    def try_action(self, form: dict[str, Any]) -> Tried:
        """What an action would do in the puzzle, or why it is not allowed."""
        seat, action = self.shown.seat, self.game.action(form)
        preview = page(self.game).preview(self.state.view(seat), action)
        tried = Tried(table="", id=0, preview=preview)
        try:
            self.state.check(seat, action)
        except IllegalAction as error:
            return msgspec.structs.replace(
                tried, code=error.code, message=error.message, where=dict(error.where)
            )
        return tried


def puzzle_game(day: str) -> str:
    """The game of the day's puzzle: those that have puzzles take turns."""
    games = [game for game in game_ids() if part(find_game(game), Puzzles[View]) is not None]
    return games[date.fromisoformat(day).toordinal() % len(games)]


def make_puzzle(day: str) -> SolvedPuzzle:
    """The turn of the day's game that had most to gain."""
    made = [step for step in puzzle_steps(day) if step is not None]
    return made[-1]


def puzzle_steps(day: str) -> Iterator[SolvedPuzzle | None]:
    """None after each turn of the day's game, last the puzzle: who has one thread may pause.

    No clock: the puzzle is the same on a slow device.
    """
    game = find_game(puzzle_game(day))
    match = Match(game, ["medium", "medium"], seed=f"puzzle {day}")
    turns = []
    for turn in _turns(match):
        turns.append(turn)
        yield None
    best, _, seat, state, action = max(turns, key=lambda found: found[:2])
    view = state.view(seat)
    shown = Puzzle(
        day=day, game=game.id, seat=seat, names=match.head.seats,
        view=msgspec.to_builtins(view), offers=msgspec.to_builtins(page(game).offers(view)),
        best=best,
    )  # fmt: skip
    yield SolvedPuzzle(shown, msgspec.to_builtins(action), state)


def _turns(match: Match) -> Iterator[tuple[int, int, Seat, State, Action]]:
    """Every decision with its best action: the points, minus its number, and the rest."""
    puzzles = part(match.game, Puzzles[View])
    assert puzzles is not None
    number = 0
    state = match.state
    for event in match.steps():
        if isinstance(event.actor, int):
            number += 1
            action = puzzles.best_action(state.view(event.actor))
            if action is not None:
                yield points(state, event.actor, action), -number, event.actor, state, action
        state = match.state


def solved(made: SolvedPuzzle, form: dict[str, Any]) -> tuple[int, dict[str, Any]]:
    """The points of an allowed answer, and the best one."""
    tried = made.try_action(form)
    if tried.code is not None:
        raise IllegalAction(tried.code, tried.message, tried.where)
    return made.points(form), made.best


def check_day(made: SolvedPuzzle, day: str) -> None:
    if made.shown.day != day:
        raise Refused("old_puzzle", "That puzzle is over; there is a new one.")


def puzzle_day(now: int) -> str:
    """The day of the server's time, everywhere the same."""
    return datetime.fromtimestamp(now / 1000, UTC).date().isoformat()
