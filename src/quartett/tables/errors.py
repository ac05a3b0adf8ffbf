"""Refusals at a table: a code for programs, a sentence for people, a status for HTTP."""

from collections.abc import Mapping

from quartett.core.errors import QuartettError


class Refused(QuartettError):
    """Why something is not allowed; nothing has changed."""

    def __init__(
        self,
        code: str,
        message: str,
        where: Mapping[str, object] | None = None,
        status: int = 409,
    ) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.where: Mapping[str, object] = where or {}
        self.status = status


def no_table() -> Refused:
    return Refused("no_table", "There is no such table.", status=404)


def not_yours(seat: int) -> Refused:
    return Refused("not_your_seat", f"Seat {seat + 1} is not yours.", {"seat": seat}, 403)


def nobody() -> Refused:
    return Refused("nobody", "Say who you are first: choose a name.", status=401)
