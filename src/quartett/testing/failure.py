"""How a check says what is wrong."""

import traceback
from pathlib import Path


class NonConformant(AssertionError):
    """A game breaks the contract; the text says where, and how to see it again."""


def demand(holds: bool, sentence: str) -> None:
    if not holds:
        raise NonConformant(sentence)


def raised(error: Exception) -> str:
    """What a game's code raised, and in which line."""
    last = traceback.extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__}: {error} ({Path(last.filename).name}, line {last.lineno})"
