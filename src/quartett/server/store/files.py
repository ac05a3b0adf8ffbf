"""Files that only the server may read, and that only one process may have open."""

import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import IO

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl


def private(path: Path) -> None:
    """Make the file if need be, for its owner alone: it holds secrets of games and people."""
    os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
    with suppress(OSError):  # it is another user's, who let us write to it
        path.chmod(0o600)


def lock_file(file: IO[str]) -> None:
    """Lock the file until the process ends, however it ends; OSError where another has."""
    if sys.platform == "win32":
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
    else:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
