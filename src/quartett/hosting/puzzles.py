"""The puzzles of a day: positions from a game between bots, and the best action in each."""

from collections.abc import Iterator, Sequence
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
from quartett.tables.viewing.messages import Tried

EARLY = 3
"""Easier puzzles come from the first third of a game: little lies on the table yet."""
FEW = 3
"""A solution that moves at most this many pieces is easy to find; the best of them is taken."""


class Puzzle(Struct, frozen=True, kw_only=True):
    """The same for everybody on one day: a position, and what the best action in it scores."""

    day: str
    """The day, with `-easy` for the easier one: what an answer names."""
    game: str
    seat: Seat
    names: tuple[str, ...]
    view: Any
    offers: Any
    best: int
    easier: "Puzzle | None" = None
    """One for newcomers, of the same day and game."""


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


def make_puzzles(day: str) -> dict[str, SolvedPuzzle]:
    """The turn of the day's game that had most to gain, and one that is easier, by their days."""
    made = [step for step in puzzle_steps(day) if step is not None]
    return made[-1]


def puzzle_steps(day: str) -> Iterator[dict[str, SolvedPuzzle] | None]:
    """None after each turn of the day's game, last the puzzles.

    A caller with a single thread can pause between them. There is no clock: the puzzles are the
    same on a slow device.
    """
    game = find_game(puzzle_game(day))
    match = Match(game, ["medium", "medium"], seed=f"puzzle {day}")
    turns = []
    for turn in _turns(match):
        turns.append(turn)
        yield None
    most = max(turns, key=lambda turn: turn.points)
    hardest = _solved(day, match, most)
    easier = _solved(f"{day}-easy", match, _easiest([one for one in turns if one is not most]))
    shown = msgspec.structs.replace(hardest.shown, easier=easier.shown)
    yield {day: msgspec.structs.replace(hardest, shown=shown), easier.shown.day: easier}


class Candidate(Struct, frozen=True):
    """A decision of the game with its best action."""

    points: int
    effort: int
    seat: Seat
    state: State
    action: Action


def _easiest(turns: Sequence[Candidate]) -> Candidate:
    early = [turn for turn in turns[: len(turns) // EARLY] if turn.points > 0] or turns
    return min(early, key=lambda turn: (max(turn.effort, FEW), -turn.points))


def _solved(day: str, match: Match, turn: Candidate) -> SolvedPuzzle:
    view = turn.state.view(turn.seat)
    shown = Puzzle(
        day=day, game=match.game.id, seat=turn.seat, names=match.head.seats,
        view=msgspec.to_builtins(view), offers=msgspec.to_builtins(page(match.game).offers(view)),
        best=turn.points,
    )  # fmt: skip
    return SolvedPuzzle(shown, msgspec.to_builtins(turn.action), turn.state)


def _turns(match: Match) -> Iterator[Candidate]:
    puzzles = part(match.game, Puzzles[View])
    assert puzzles is not None
    state = match.state
    for event in match.steps():
        if isinstance(event.actor, int):
            view = state.view(event.actor)
            action = puzzles.best_action(view)
            if action is not None:
                gained = points(state, event.actor, action)
                effort = puzzles.effort(view, action)
                yield Candidate(gained, effort, event.actor, state, action)
        state = match.state


def solved(made: SolvedPuzzle, form: dict[str, Any]) -> tuple[int, dict[str, Any]]:
    """The points of an allowed answer, and the best one."""
    tried = made.try_action(form)
    if tried.code is not None:
        raise IllegalAction(tried.code, tried.message, tried.where)
    return made.points(form), made.best


def puzzle_of(made: dict[str, SolvedPuzzle], day: str) -> SolvedPuzzle:
    """The one that was asked for, of today's."""
    if day not in made:
        raise Refused("old_puzzle", "That puzzle is over; there is a new one.")
    return made[day]


def puzzle_day(now: int) -> str:
    """The day of the server's time, everywhere the same."""
    return datetime.fromtimestamp(now / 1000, UTC).date().isoformat()
