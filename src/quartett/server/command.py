"""`quartett serve`, `quartett backup` and `quartett restore`."""

import logging
import os
import socket
import webbrowser
from pathlib import Path
from typing import Annotated

import typer

from quartett.core.errors import QuartettError
from quartett.server.settings import Settings, default_database, without_limits

PING_SECONDS = 20.0
"""A socket that does not answer for so long is half open, and closed."""


def serve(
    host: Annotated[str, typer.Option(help="The address to listen at.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="The port; 0 takes a free one.")] = 8000,
    database: Annotated[
        str | None, typer.Option(help="A file, or postgresql://… for several processes.")
    ] = None,
    bot_workers: Annotated[
        int | None, typer.Option(min=1, help="Processes that think for bots.")
    ] = None,
    bot_seconds: Annotated[float, typer.Option(min=0.01, help="How long a bot may think.")] = 1.0,
    bot_pause: Annotated[float, typer.Option(min=0, help="How long a bot waits to move.")] = 0.7,
    prefix: Annotated[str, typer.Option(help="The path a proxy shows us under.")] = "",
    origin: Annotated[
        list[str] | None, typer.Option(help="Another page that may talk to us; repeat it.")
    ] = None,
    proxy: Annotated[
        str, typer.Option(help="Addresses of proxies whose X-Forwarded-For we believe.")
    ] = "",
    secure: Annotated[bool, typer.Option(help="Cookies for https only.")] = False,
    contact: Annotated[str, typer.Option(help="mailto:… for push services.")] = (
        "mailto:host@localhost"
    ),
    limits: Annotated[
        bool, typer.Option(help="Bound what one address may ask for; a proxy may do it instead.")
    ] = True,
    browser: Annotated[bool, typer.Option(help="Open the page.")] = False,
) -> None:
    """Host the games: everything on one port, nothing to configure."""
    settings = Settings(
        database=database or os.environ.get("QUARTETT_DATABASE") or default_database(),
        prefix=prefix.rstrip("/"),
        origins=tuple(origin or ()),
        bot_workers=bot_workers or max(1, (os.cpu_count() or 2) - 1),
        bot_seconds=bot_seconds,
        bot_pause=bot_pause,
        secure=secure,
        contact=contact,
    )
    if not limits:
        settings = without_limits(settings)
    logging.basicConfig(format="%(levelname)s %(message)s", level=logging.WARNING)
    listener = _listen(host, port)
    shown, bound = listener.getsockname()[:2]
    address = f"http://{'localhost' if shown in ('127.0.0.1', '0.0.0.0') else shown}:{bound}/"
    typer.echo(f"Quartett is open at {address}  (Ctrl-C closes it)")
    if browser:
        webbrowser.open(address)
    _run(settings, listener, proxy)


def _run(settings: Settings, listener: socket.socket, proxy: str) -> None:
    try:
        import uvicorn

        from quartett.server.app import make_app
        from quartett.server.protocol import FRAME_BYTES
    except ImportError as error:
        raise QuartettError(
            f"the server needs {error.name}; install it with: pip install 'quartett[server]'"
        ) from None
    config = uvicorn.Config(
        make_app(settings, page_folder()),
        loop="uvloop",
        ws="websockets-sansio",
        ws_max_size=FRAME_BYTES,
        ws_ping_interval=PING_SECONDS,
        ws_ping_timeout=PING_SECONDS,
        ws_per_message_deflate=False,
        log_level="warning",
        access_log=False,
        server_header=False,
        proxy_headers=bool(proxy),
        forwarded_allow_ips=proxy or None,
        timeout_graceful_shutdown=5,
    )
    server = uvicorn.Server(config)
    server.run([listener])
    if not server.started:
        raise QuartettError("the server could not start; the reason stands above")


def page_folder() -> Path | None:
    """Where the built page is: in the package, or beside the sources."""
    package = Path(__file__).parent / "page"
    sources = Path(__file__).parents[3] / "web" / "dist"
    return next((path for path in (package, sources) if (path / "index.html").exists()), None)


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
    except OSError as error:
        listener.close()
        raise QuartettError(
            f"cannot listen at {host}, port {port}: {error.strerror}; name another with --port"
        ) from None
    return listener
