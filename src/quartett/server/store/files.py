"""Files that only the server may read, and that only one process may have open."""

import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import IO

from quartett.core.errors import QuartettError

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl


_BINARY = getattr(os, "O_BINARY", 0)
"""Windows would write \\r\\n for each \\n otherwise."""


def make_private(path: Path) -> None:
    """Make a database if need be, for its owner alone: it holds secrets of games and people.

    SQLite gives the files beside it the permissions of the database itself.
    """
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
    for suffix in ("", "-wal", "-shm", ".lock"):
        with suppress(OSError):  # it is not there, or another user's who let us write to it
            path.with_name(path.name + suffix).chmod(0o600)


def make_folder_of(path: Path) -> None:
    """Make the folder of a database that is yet to be made, for its owner alone."""
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        why = f"{error.strerror}; name another place with --database"
        raise cannot_use(str(path), why) from None


def cannot_use(place: str, why: object) -> QuartettError:
    return QuartettError(f"cannot use {place} as a database: {why}")


def open_private(path: Path) -> IO[str]:
    """Open a file to write, made for its owner alone."""
    return os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | _BINARY, 0o600), "w")


def write_private(path: Path, content: bytes) -> None:
    """Write a whole file for its owner alone; it is on disk when this returns."""
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | _BINARY
    with os.fdopen(os.open(path, flags, 0o600), "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())


def lock_file(file: IO[str]) -> None:
    """Lock the file until the process ends, however it ends; OSError where another has."""
    if sys.platform == "win32":
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
    else:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
