"""Slow questions: a bot's decision, advice. They get only what the seat saw."""

import time
from typing import Any

import msgspec

from quartett.bots import Advice, Bot, find_bot, hint, usual_level
from quartett.core import fairness
from quartett.core.errors import IllegalAction, QuartettError
from quartett.core.event import Seat, Seen
from quartett.core.game import Game
from quartett.core.parts import page
from quartett.core.registry import game as find_game
from quartett.core.state import State, View
from quartett.tables.table import Table
from quartett.tables.viewing import messages


class Question(msgspec.Struct, frozen=True, kw_only=True):
    """A decision: everything that the seat saw, and its view now."""

    game: str
    level: str
    seed: int
    seen: tuple[Seen, ...]
    view: View


def question_for(table: Table, seat: Seat) -> Question:
    """What the seat saw of the game so far, and sees now."""
    assert table.state is not None
    seed = fairness.seeded(table.setup.secret, f"bot {seat}")
    return Question(
        game=table.setup.game,
        level=table.seats[seat].level or usual_level(table.game),
        seed=int.from_bytes(seed, "big"),
        seen=tuple(table.seen_by(seat)),
        view=table.state.view(seat),
    )


def decide(question: Question, seconds: float) -> dict[str, Any]:
    """The bot's action, in its wire form."""
    bot = _offered(find_game(question.game), question.level)(question.seed)
    for seen in question.seen:
        bot.observe(seen)
    form: dict[str, Any] = msgspec.to_builtins(
        bot.choose(question.view, time.monotonic() + seconds)
    )
    return form


def _offered(game: Game, level: str) -> type[Bot]:
    """The bot of this name; the usual level where a host's own bot is not offered any more."""
    try:
        return find_bot(game, level)
    except QuartettError:
        return find_bot(game, usual_level(game))


def advise(question: Question) -> Advice:
    """The hint for a person in this seat."""
    return hint(find_game(question.game), question.view, question.seen)


def tried(message: messages.Try, table: Table, state: State, seat: Seat) -> messages.Tried:
    """What an action would do, or why it is not allowed."""
    action = table.game.action(message.action)
    preview = page(table.game).preview(state.view(seat), action)
    answer = messages.Tried(table=message.table, id=message.id, preview=preview)
    try:
        state.check(seat, action)
    except IllegalAction as error:
        return msgspec.structs.replace(
            answer, code=error.code, message=error.message, where=dict(error.where)
        )
    return answer
