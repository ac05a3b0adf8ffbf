"""What a host can set; the defaults need nothing."""

import os
from pathlib import Path

from msgspec import Struct, field
from msgspec.structs import replace

from quartett.core.errors import QuartettError
from quartett.server.limits import Rate

MOST_DAYS = 36_500


def _rates() -> dict[str, Rate]:
    return {
        "handshake": Rate(120, 4),
        "request": Rate(300, 30),
        "guest": Rate(60, 1 / 30),
        "table": Rate(60, 1 / 20),
        "login": Rate(10, 1 / 10),
        "program": Rate(10, 1 / 60),
        "listed": Rate(10, 1 / 60),
        "report": Rate(10, 1 / 60),
        "chat": Rate(10, 1 / 2),
        "table chat": Rate(30, 2),
        "review": Rate(20, 1 / 5),
        "hint": Rate(40, 1),
        "record": Rate(100, 1 / 10),
    }


class Ages(Struct, frozen=True):
    """After how many days without a change something is removed; None: never."""

    open: float | None = 7
    """Tables that nobody joined."""
    playing: float | None = 180
    """Games that nobody plays on."""
    over: float | None = 365
    """Finished games, which are archived as records first; only with a folder for them."""
    closed: float | None = 30
    """Tables that the host closed."""
    guests: float | None = 90
    """Guests who sit at no table."""


class Settings(Struct, frozen=True, kw_only=True):
    database: str
    """A file, or postgresql://…"""
    origins: tuple[str, ...] = ()
    """Addresses of pages, beside our own, that may use this server."""
    prefix: str = ""
    """The path under which a proxy serves us, such as /quartett."""
    bot_workers: int = 1
    review_workers: int = 1
    """Processes for reviews, hints and puzzles."""
    bot_seconds: float = 1.0
    """How long a bot may think."""
    bot_pause: float = 0.7
    """How long a bot waits after the move before, so that people can follow."""
    warm_up: bool = True
    rates: dict[str, Rate] = field(default_factory=_rates)
    """Limits for one address."""
    messages: Rate = Rate(60, 20)
    """Messages of one socket."""
    connections: int = 256
    """HTTP connections of one address at a time; sockets are counted apart."""
    header_bytes: int = 16 * 1024
    """The size of a request's head: its line and its headers."""
    header_seconds: float = 10.0
    """How long the head of a request may take to arrive."""
    request_seconds: float = 60.0
    """How long a request may take, from its head to the end of its answer."""
    sockets: int = 200
    """Sockets of one address at a time."""
    spectators_chat: bool = False
    """Whether people without a seat may write to a table."""
    chat_messages: int = 500
    """Messages of chat that one table keeps."""
    ages: Ages = Ages()
    archive: str = ""
    """A folder for the records of old finished games."""
    listed_hours: float = 24
    """How long a listed table that nobody joins stands in the list."""
    follows: int = 20
    """Tables that one socket may follow."""
    queue: int = 256
    """Messages that may wait for a slow reader before its socket is closed."""
    push_hosts: tuple[str, ...] = (
        "fcm.googleapis.com", "updates.push.services.mozilla.com",
        "web.push.apple.com", "notify.windows.com",
    )  # fmt: skip
    """Push services that we send to; a name allows the names under it."""
    contact: str = "mailto:host@localhost"
    """The address push services may write to."""
    address: str = ""
    """Where the page is, such as https://games.example.org/quartett/, for links in feeds."""
    metrics: bool = False
    """Whether anybody who reaches us may read the metrics."""
    metrics_token: str = ""
    """The token with which clients may read the metrics."""
    secure: bool = False
    """Whether the page is served by https only: cookies are marked so, and HSTS is sent."""


def without_limits(settings: Settings) -> Settings:
    """For a host whose proxy bounds what one address may ask for."""
    wide = Rate(1e9, 1e9)
    rates = dict.fromkeys(settings.rates, wide)
    return replace(settings, rates=rates, messages=wide, sockets=1_000_000, connections=1_000_000)


def database_of(named: str | None) -> str:
    """The place a command was given, or the environment names, or the usual one."""
    place = named or os.environ.get("QUARTETT_DATABASE") or default_database()
    scheme, is_address, _ = place.partition("://")
    if is_address and scheme not in ("postgresql", "postgres"):
        raise QuartettError(f"a database is a file or postgresql://…, not {scheme}://…")
    return place


def checked_days(days: float) -> float:
    """A number of days that can be counted back or forth from now."""
    if not 0 <= days <= MOST_DAYS:
        raise QuartettError(f"a number of days is from 0 to {MOST_DAYS}, not {days:g}")
    return days


def default_database() -> str:
    """A file in the user's own data folder."""
    try:
        home = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    except RuntimeError:
        raise QuartettError("this account has no home; name a file with --database") from None
    return str(Path(home) / "quartett" / "quartett.db")
