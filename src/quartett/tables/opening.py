"""How a table was set up."""

from typing import Any

from msgspec import Struct

from quartett.tables.setup import Clock, Language


class Opening(Struct, frozen=True, kw_only=True):
    """It never changes, and it stays in the house."""

    id: str
    game: str
    players: int
    options: dict[str, Any]
    clock: Clock
    listed: bool
    language: Language
    owner: str
    created: int
    secret: str
    """Chance's. It leaves the house only with the result."""
