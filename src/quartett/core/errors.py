"""Errors written for the person who sees them: one line each, never a stack trace."""

from collections.abc import Mapping


class QuartettError(Exception):
    """Anything a user can put right; its text is one sentence that says how."""


class IllegalAction(QuartettError, ValueError):
    """An action the rules refuse: a code for programs, a sentence for people, the place and values.

    `where` names the place and the values in the game's nouns, enough to say the
    sentence again in another language.
    """

    def __init__(self, code: str, message: str, where: Mapping[str, object] | None = None) -> None:
        super().__init__(code, message, where)
        self.code = code
        self.message = message
        self.where: Mapping[str, object] = {} if where is None else where

    def __str__(self) -> str:
        return self.message


class BadTable(QuartettError, ValueError):
    """A table that cannot be set up: a wrong number of players or an option that does not fit."""


class UnknownGame(QuartettError, LookupError):
    """No installed game has this id."""


class RecordError(QuartettError, ValueError):
    """A record that cannot be read, or whose events do not follow the rules."""


def check_seat(seat: object, players: int) -> None:
    """Refuse a seat that is not at the table."""
    if type(seat) is not int or not 0 <= seat < players:
        raise IllegalAction("no_such_seat", f"there is no seat {seat!r}")
