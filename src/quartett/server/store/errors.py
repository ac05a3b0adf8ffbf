"""Failures of the server itself."""

from quartett.tables.errors import Refused


class StoreFailed(Refused):
    """The database did not take it: a full disk, a lost connection."""

    def __init__(self, why: str) -> None:
        super().__init__(
            "storage",
            f"The server could not make sure that this is written down; send it again. ({why})",
            None,
            503,
        )
