"""`quartett serve`, `quartett backup`, `quartett restore` and `quartett types`."""

import ipaddress
import os
import socket
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, Literal
from urllib.parse import quote, urlsplit

import typer
from msgspec.structs import replace

from quartett.bots.files import offer_bots
from quartett.core.distribution import MissingExtra
from quartett.core.errors import QuartettError
from quartett.core.registry import game as find_game
from quartett.hosting.pages import built_page
from quartett.server.log import configure as configure_log
from quartett.server.settings import (
    Ages,
    Settings,
    checked_days,
    database_of,
    without_limits,
)


def serve(
    host: Annotated[str, typer.Option(help="The address to listen at.")] = "127.0.0.1",
    port: Annotated[
        int, typer.Option(min=0, max=65_535, help="The port; 0 takes a free one.")
    ] = 8000,
    database: Annotated[
        str | None, typer.Option(help="A file, or postgresql://… for several processes.")
    ] = None,
    bot_workers: Annotated[
        int | None, typer.Option(min=1, help="Worker processes that run bots.")
    ] = None,
    bot_seconds: Annotated[float, typer.Option(min=0.01, help="How long a bot may think.")] = 1.0,
    bot_pause: Annotated[float, typer.Option(min=0, help="How long a bot waits to move.")] = 0.7,
    warm_up: Annotated[
        bool, typer.Option(help="Let bots load what they need before the first game.")
    ] = True,
    prefix: Annotated[str, typer.Option(help="The path under which a proxy serves the page.")] = "",
    origin: Annotated[
        list[str] | None, typer.Option(help="The address of another page that may use the server.")
    ] = None,
    proxy: Annotated[
        str, typer.Option(help="Addresses of proxies whose X-Forwarded-For is trusted.")
    ] = "",
    secure: Annotated[bool, typer.Option(help="Cookies for https only.")] = False,
    contact: Annotated[str, typer.Option(help="mailto:… for push services.")] = (
        "mailto:host@localhost"
    ),
    ping_seconds: Annotated[
        float, typer.Option(min=1, help="A socket that is silent for this long is closed.")
    ] = 20.0,
    limits: Annotated[
        bool, typer.Option(help="Limit requests per address; a proxy may do it instead.")
    ] = True,
    push_host: Annotated[
        list[str] | None, typer.Option(help="Another push service to send to.")
    ] = None,
    spectators_chat: Annotated[
        bool, typer.Option(help="Let spectators write in the chat.")
    ] = False,
    prune: Annotated[
        list[str] | None,
        typer.Option(help="WHAT=DAYS or WHAT=never: open, playing, over, closed, guests."),
    ] = None,
    archive: Annotated[
        str, typer.Option(help="A folder for the records of old finished games.")
    ] = "",
    address: Annotated[
        str, typer.Option(help="Where people find the page, https://…, for links in feeds.")
    ] = "",
    metrics: Annotated[
        bool, typer.Option(help="Show /metrics to anyone who can reach the port.")
    ] = False,
    metrics_token: Annotated[
        str, typer.Option(envvar="QUARTETT_METRICS_TOKEN", help="Show it to holders of this token.")
    ] = "",
    header_seconds: Annotated[
        float, typer.Option(min=0.1, help="How long the headers of a request may take.")
    ] = 10.0,
    request_seconds: Annotated[
        float, typer.Option(min=0.1, help="How long a whole request may take.")
    ] = 60.0,
    log: Annotated[Literal["text", "json"], typer.Option(help="The format of log lines.")] = "text",
    log_level: Annotated[
        Literal["debug", "info", "warning", "error"], typer.Option(help="The lowest level logged.")
    ] = "info",
    code: Annotated[
        list[Path] | None, typer.Option(help="A file with your own bots to offer; repeatable.")
    ] = None,
    browser: Annotated[bool, typer.Option(help="Open the page.")] = False,
) -> None:
    """Host the games: everything on one port, nothing to configure."""
    for path in code or ():
        offer_bots(path)
    settings = Settings(
        database=database_of(database),
        prefix=_prefix(prefix),
        origins=tuple(one.rstrip("/") for one in origin or ()),
        bot_workers=bot_workers or max(1, (os.cpu_count() or 2) - 1),
        bot_seconds=bot_seconds,
        bot_pause=bot_pause,
        warm_up=warm_up,
        secure=secure,
        contact=contact,
        address=_address(address),
        ages=_ages(prune or ()),
        archive=_folder(archive),
        spectators_chat=spectators_chat,
        metrics=metrics,
        metrics_token=metrics_token,
        header_seconds=header_seconds,
        request_seconds=request_seconds,
    )
    settings = replace(settings, push_hosts=(*settings.push_hosts, *(push_host or ())))
    if not limits:
        settings = without_limits(settings)
    proxies = _proxies(proxy)
    configure_log(log, log_level)
    try:
        from quartett.server.run import run
    except ImportError as error:
        raise MissingExtra(f"the server needs {error.name}", "server") from None
    run(settings, _listen(host, port), built_page(), proxies, ping_seconds, browser)


def backup(
    file: Annotated[Path, typer.Argument(help="The copy to make; with --key, a folder.")],
    database: Annotated[str | None, typer.Option(help="A file, or postgresql://…")] = None,
    key: Annotated[
        Path | None, typer.Option(help="Add an encrypted snapshot to a folder; made if missing.")
    ] = None,
    keep: Annotated[
        int | None, typer.Option(min=1, help="Keep only this many of the newest snapshots.")
    ] = None,
) -> None:
    """Copy everything a server keeps to one file, or what changed to a folder, while it runs."""
    if key is not None:
        try:
            _snapshot(database_of(database), file, key, keep)
        except OSError as error:
            raise QuartettError(f"cannot keep a snapshot in {file}: {error}") from None
        return
    from quartett.server.store.backup import backup as copy

    _print_counts(copy(database_of(database), file), f"Copied to {file}")


def _snapshot(database: str, folder: Path, key: Path, keep: int | None) -> None:
    from quartett.server.store import snapshots

    is_new = not key.exists()
    taken = snapshots.take(database, folder, key)
    if is_new:
        typer.echo(f"Made a new key, {key}. Without it nobody can restore: keep a copy elsewhere.")
    _print_counts(taken.rows, f"Snapshot {taken.name}")
    typer.echo(f"{taken.new} of {taken.chunks} chunks are new, {taken.written:,} bytes written")
    if keep is not None:
        gone, chunks = snapshots.forget(folder, key, keep)
        typer.echo(f"{gone} older snapshots and {chunks} chunks removed")


def restore(
    file: Annotated[Path, typer.Argument(help="What `quartett backup` made.")],
    database: Annotated[str | None, typer.Option(help="A file, or postgresql://…")] = None,
    key: Annotated[Path | None, typer.Option(help="The key of a folder of snapshots.")] = None,
    snapshot: Annotated[
        str | None, typer.Option(help="The snapshot to restore; else the newest.")
    ] = None,
) -> None:
    """Put a copy back, into a place where nothing is yet."""
    place = database_of(database)
    if key is not None:
        from quartett.server.store import snapshots

        rows = snapshots.restore(file, key, place, snapshot)
    else:
        from quartett.server.store.backup import restore as put_back

        rows = put_back(file, place)
    _print_counts(rows, f"Restored {file}")


def types(
    game: Annotated[
        str | None, typer.Argument(metavar="GAME", help="A game; else the page's types.")
    ] = None,
) -> None:
    """Print TypeScript types: of the server's messages and our games, or of one game."""
    from quartett.server.http.typescript import game_types, page_types

    typer.echo(page_types() if game is None else game_types(find_game(game)), nl=False)


def _print_counts(rows: dict[str, int], what: str) -> None:
    typer.echo(f"{what}: {rows['tables']} tables, {rows['events']} entries, {rows['users']} people")


def _ages(asked: Iterable[str]) -> Ages:
    """The ages at which things are removed, with those that were named.

    >>> _ages(["open=2", "guests=never"]).open
    2.0
    """
    ages: dict[str, float | None] = {}
    for text in asked:
        what, _, days = text.partition("=")
        if what not in Ages.__struct_fields__:
            raise QuartettError(f"--prune knows {', '.join(Ages.__struct_fields__)}, not {what}")
        try:
            ages[what] = None if days == "never" else checked_days(float(days))
        except ValueError:
            raise QuartettError(f"--prune {what} needs a number of days, or never") from None
    return Ages(**ages)


def _prefix(asked: str) -> str:
    """The path under which a proxy serves us, with a stroke before it and none behind.

    >>> _prefix("games/"), _prefix("/")
    ('/games', '')
    """
    path = asked.strip("/")
    if path != quote(path, safe="/-._~"):
        raise QuartettError(f"--prefix is a path such as /games, not {asked}")
    return f"/{path}".rstrip("/")


def _address(asked: str) -> str:
    """Where people find the page, to put links together with."""
    if asked:
        try:
            parts = urlsplit(asked)
            is_web = parts.scheme in ("http", "https") and bool(parts.hostname)
        except ValueError:
            is_web = False
        if not is_web:
            raise QuartettError(f"--address is one such as https://games.org/, not {asked}")
    return asked


def _folder(asked: str) -> str:
    """A folder that can be written to, made if there is none: it is needed weeks later."""
    if asked:
        try:
            Path(asked).mkdir(parents=True, exist_ok=True)
            tempfile.TemporaryFile(dir=asked).close()
        except OSError as error:
            raise QuartettError(f"--archive cannot be {asked}: {error.strerror}") from None
    return asked


def _proxies(asked: str) -> str:
    """The proxies to trust; one that is misspelt would be trusted by nobody, without a word.

    A socket for IPv6 that serves IPv4 too has addresses of its own for it.

    >>> _proxies("127.0.0.1, 10.0.0.0/8")
    '127.0.0.1,::ffff:127.0.0.1/128,10.0.0.0/8,::ffff:10.0.0.0/104'
    """
    names = [name for name in map(str.strip, asked.split(",")) if name]
    if names == ["*"]:
        return "*"
    found = []
    for name in names:
        try:
            network = ipaddress.ip_network(name)
        except ValueError as error:
            raise QuartettError(f"--proxy needs addresses or networks: {error}") from None
        found.append(name)
        if network.version == 4:
            found.append(f"::ffff:{network.network_address}/{96 + network.prefixlen}")
    return ",".join(found)


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # With the protocol named, asyncio switches Nagle's algorithm off; else answers wait 40 ms.
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    if sys.platform != "win32":  # there it would let a second server take the same port
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
    except OSError as error:
        listener.close()
        raise QuartettError(
            f"cannot listen at {host}, port {port}: {error.strerror}; name another with --port"
        ) from None
    return listener
