"""People, and who holds which seat of a table."""

from msgspec import Struct

from quartett.tables.errors import Refused
from quartett.tables.info import SeatInfo


class Person(Struct, frozen=True, kw_only=True):
    """Somebody who sits at tables: a guest, an account or a program."""

    id: str
    name: str
    """What others read; empty for a guest without a name, whom each page names in its language."""
    program: bool = False


def clean_name(name: str) -> str:
    """The name without control characters, direction marks and double spaces."""
    shown = " ".join("".join(c if c.isprintable() else " " for c in name).split())
    if not shown:
        raise Refused("name", "A name needs at least one letter.", status=400)
    return shown


class Holder(Struct, frozen=True):
    """Who holds a seat: nobody, a person, a bot, or a bot that stands in for a person."""

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

    def shown_to(self, user: str | None, overdue: bool = False) -> SeatInfo:
        """The seat as this user sees it."""
        return SeatInfo(
            kind="person" if self.is_person else "open" if self.is_free else "bot",
            name=self.name,
            level=self.level,
            program=self.program,
            away=self.away,
            resigned=self.resigned,
            overdue=overdue,
            mine=user is not None and self.user == user,
        )
