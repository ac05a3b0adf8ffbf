"""Refusals as clients get them: over HTTP with a status, over the socket with the table's place."""

from collections.abc import Mapping
from typing import Any

from quartett.core.errors import IllegalAction, QuartettError, UnknownGame
from quartett.hosting.answers import Problem
from quartett.tables.errors import Refused
from quartett.tables.viewing.messages import ClientMessage, Rejected


def problem(error: Exception) -> tuple[int, Problem] | None:
    """The status and what is wrong; None for a failure that is not a refusal."""
    match error:
        case Refused():
            return error.status, _problem(error.code, error.message, error.where)
        case IllegalAction():
            return 409, _problem(error.code, error.message, error.where)
        case UnknownGame():
            return 404, _problem("no_game", str(error))
        case QuartettError():
            return 400, _problem("bad_table", str(error))
        case RecursionError():
            return 400, _problem("malformed", "The JSON is nested too deeply.")
    return None


FAILED = Problem("failed", "Something went wrong on our side.")


def refusal(error: Exception) -> Refused | IllegalAction:
    """What the socket answers."""
    if isinstance(error, Refused | IllegalAction):
        return error
    if isinstance(error, QuartettError):
        return Refused("refused", str(error))
    return Refused(FAILED.code, FAILED.message, status=500)


def rejected(message: ClientMessage, error: Refused | IllegalAction, seq: int) -> Rejected:
    """The answer to a message that changed nothing; `seq` is where its table stands."""
    return Rejected(
        code=error.code,
        message=error.message,
        where=dict(error.where),
        table=getattr(message, "table", None),
        cmd=getattr(message, "cmd", None),
        id=getattr(message, "id", None),
        seq=seq,
    )


def _problem(code: str, message: str, where: Mapping[str, Any] | None = None) -> Problem:
    return Problem(code, message, dict(where or {}))
