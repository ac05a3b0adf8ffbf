"""A line between the server and its PostgreSQL that can be cut at the worst moment."""

import contextlib
import socket
import threading
import time
from typing import Literal
from urllib.parse import parse_qs, urlsplit

When = Literal["before", "after"]


class Cutter:
    """Listens at a port of its own and passes everything on, until a commit is to be cut."""

    def __init__(self, database: str) -> None:
        parts = urlsplit(database)
        self._target = f"{parse_qs(parts.query)['host'][0]}/.s.PGSQL.5432"
        self._listener = socket.create_server(("127.0.0.1", 0))
        port = self._listener.getsockname()[1]
        self.address = f"postgresql://postgres@127.0.0.1:{port}{parts.path}"
        self.armed: When | None = None
        self.cuts = 0
        threading.Thread(target=self._accept, daemon=True).start()

    def close(self) -> None:
        self._listener.close()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                client, _ = self._listener.accept()
                server = socket.socket(socket.AF_UNIX)
                server.connect(self._target)
                for ends in ((client, server, True), (server, client, False)):
                    threading.Thread(target=self._pass_on, args=ends, daemon=True).start()

    def _pass_on(self, source: socket.socket, target: socket.socket, asks: bool) -> None:
        with contextlib.suppress(OSError):
            while data := source.recv(1 << 16):
                if asks and self.armed is not None and b"COMMIT" in data:
                    self._cut(data, source, target)
                else:
                    target.sendall(data)
        for end in (source, target):
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)

    def _cut(self, commit: bytes, client: socket.socket, server: socket.socket) -> None:
        """The commit never arrives, or it does and its answer is lost."""
        when, self.armed = self.armed, None
        self.cuts += 1
        client.shutdown(socket.SHUT_RDWR)
        if when == "after":
            server.sendall(commit)
            time.sleep(0.5)
        server.shutdown(socket.SHUT_RDWR)
