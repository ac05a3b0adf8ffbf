"""Open the application, serve until a signal comes, close in order."""

import asyncio
import gc
import os
import signal
import socket
import sys
import webbrowser
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import uvicorn

from quartett.core.distribution import install_command
from quartett.core.kernels import compiles
from quartett.server.application import Application
from quartett.server.http.app import make_app
from quartett.server.http.protocol import limited_http
from quartett.server.settings import Settings
from quartett.server.socket.frames import FrameProtocol
from quartett.tables.viewing.messages import FRAME_BYTES

CLOSING_SECONDS = 5
COLLECT_AFTER = (20_000, 50, 100)


def run(
    settings: Settings,
    listener: socket.socket,
    page: Path | None,
    proxy: str,
    ping_seconds: float,
    browser: bool,
) -> None:
    """Serve at a socket that is bound already."""

    async def serve() -> None:
        app = await Application.open(settings)
        try:
            address = _address(listener, settings.prefix)
            print(f"Quartett is open at {address}  (Ctrl-C closes it)", flush=True)
            if network := _network_address(listener, settings.prefix):
                print(f"Others in this network: {network}", flush=True)
            if not compiles():
                print(f"Bots are quicker with: {install_command('fast')}", flush=True)
            if app.notifications is None:
                print(f"Notifications need: {install_command('encryption')}", flush=True)
            if browser and _has_screen():
                webbrowser.open(address)
            server = Server(_config(app, page, proxy, ping_seconds))
            _rest_collector()
            await server.serve([listener])
        finally:
            await app.close()

    with asyncio.Runner(loop_factory=_loop_factory()) as runner:
        runner.run(serve())


class Server(uvicorn.Server):
    """Ends the same way on SIGTERM and SIGINT, and lets its caller close what it opened."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """uvicorn's own raises the signal again, which ends the process before the store closes."""
        if sys.platform == "win32":  # its event loop takes no signal handlers
            with super().capture_signals():
                yield
            return
        loop = asyncio.get_running_loop()
        signals = (signal.SIGTERM, signal.SIGINT)
        for number in signals:
            loop.add_signal_handler(number, self.handle_exit, number, None)
        try:
            yield
        finally:
            for number in signals:
                loop.remove_signal_handler(number)
                signal.signal(number, signal.SIG_IGN)  # closing takes a moment; nothing cuts it


def _loop_factory() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """uvloop where there is one: not on Windows, nor on every new Python."""
    try:
        import uvloop
    except ImportError:
        return None
    return uvloop.new_event_loop


def _config(app: Application, page: Path | None, proxy: str, ping_seconds: float) -> uvicorn.Config:
    return uvicorn.Config(
        make_app(app, page),
        lifespan="off",
        http=limited_http(app.settings, proxy),
        ws=FrameProtocol,
        ws_max_size=FRAME_BYTES,
        ws_ping_interval=ping_seconds,
        ws_ping_timeout=ping_seconds,
        ws_per_message_deflate=False,
        log_config=None,
        log_level="warning",
        access_log=False,
        server_header=False,
        proxy_headers=bool(proxy),
        forwarded_allow_ips=proxy or None,
        timeout_graceful_shutdown=CLOSING_SECONDS,
    )


def _has_screen() -> bool:
    """Without one, a browser in the terminal would take the terminal away."""
    desktop = sys.platform in ("darwin", "win32")
    return desktop or any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY"))


def _address(listener: socket.socket, prefix: str) -> str:
    shown, port = listener.getsockname()[:2]
    host = "localhost" if shown in ("127.0.0.1", "0.0.0.0", "::", "::1") else shown
    return f"http://{host}:{port}{prefix}/"


def _network_address(listener: socket.socket, prefix: str) -> str | None:
    """Where other machines reach a server that listens at all addresses."""
    shown, port = listener.getsockname()[:2]
    if shown not in ("0.0.0.0", "::"):
        return None
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # Nothing is sent: this only asks which of our addresses leads out (RFC 5737).
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return None
        return f"http://{probe.getsockname()[0]}:{port}{prefix}/"


def _rest_collector() -> None:
    """Leave what is loaded for good out of garbage collection, and collect more seldom.

    Tables are made of values without cycles. Looking through all of them again and again took
    a third of the server's time, and stopped it for a quarter of a second at a time.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(*COLLECT_AFTER)
