"""People, and who holds which seat of a table."""

import unicodedata

from msgspec import Struct

from quartett.tables.errors import Refused
from quartett.tables.info import SeatInfo


class Person(Struct, frozen=True, kw_only=True):
    """Somebody who sits at tables: a guest, an account or a program."""

    id: str
    name: str
    """What others read; empty for an unnamed guest: each page uses a word of its language."""
    program: bool = False


BLANK = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Characters that show nothing though Unicode counts them among letters, marks or signs."""
PRESENTATION = {0xFE0E: None, 0xFE0F: None}
"""They choose between a sign and its picture; names go without."""


def clean_name(name: str) -> str:
    """The name in one way of writing it, without double spaces.

    What nobody can see could make two names look the same, and marks of direction could turn the
    text around them: both are refused.
    """
    plain = unicodedata.normalize("NFC", name).translate(PRESENTATION)
    shown = " ".join(plain.split())
    if not all(map(_is_seen, shown)):
        raise Refused("name_hidden", "A name may not have invisible characters.", status=400)
    if not any(unicodedata.category(c)[0] in "LNPS" for c in shown):
        raise Refused("name", "A name needs at least one letter.", status=400)
    return shown


def _is_seen(c: str) -> bool:
    return c.isprintable() and c not in BLANK and not 0xE0100 <= ord(c) <= 0xE01EF


class Holder(Struct, frozen=True):
    """Who holds a seat: nobody, a person, a bot, or a bot standing in for a person."""

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
