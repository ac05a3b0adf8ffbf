"""Who has a seat of a table."""

from msgspec import Struct

from quartett.tables.setup import SeatInfo


class Holder(Struct, frozen=True):
    """Who has a seat."""

    user: str | None = None
    name: str = ""
    level: str | None = None
    program: bool = False
    away: bool = False
    resigned: bool = False
    nonce: str = ""

    @property
    def is_free(self) -> bool:
        return self.user is None and self.level is None

    @property
    def is_person(self) -> bool:
        return self.user is not None

    @property
    def plays_self(self) -> bool:
        """Whether the table waits for a person here."""
        return self.user is not None and not self.away and not self.resigned

    def shown_to(self, user: str | None) -> SeatInfo:
        """The seat as this user sees it."""
        return SeatInfo(
            kind="person" if self.is_person else "open" if self.is_free else "bot",
            name=self.name,
            level=self.level,
            program=self.program,
            away=self.away,
            resigned=self.resigned,
            mine=user is not None and self.user == user,
        )
