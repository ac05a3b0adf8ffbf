"""Refusals of the house: a code for programs, a sentence for people, a status for HTTP."""

from collections.abc import Mapping

from quartett.core.errors import QuartettError


class Refused(QuartettError):
    """Something that may not be done, and why; nothing has changed."""

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


class StoreFailed(Refused):
    """The database did not take it: a full disk, a lost connection."""

    def __init__(self, why: str) -> None:
        super().__init__(
            "storage",
            f"The server could not make sure that this is written down; send it again. ({why})",
            None,
            503,
        )


def no_table() -> Refused:
    return Refused("no_table", "There is no such table.", status=404)


def not_yours(seat: int) -> Refused:
    return Refused("not_your_seat", f"Seat {seat + 1} is not yours.", {"seat": seat}, 403)


def nobody() -> Refused:
    return Refused("nobody", "Say who you are first: choose a name.", status=401)
