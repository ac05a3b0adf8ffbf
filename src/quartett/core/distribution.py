"""This distribution: its version, and how to install what it can do without."""

import importlib.metadata
import json
import os
from pathlib import Path
from urllib.parse import unquote, urlparse

from quartett.core.errors import QuartettError

__version__ = "0.2.0"


class MissingExtra(QuartettError, ImportError):
    """An optional library is needed; the message ends with the command that installs it."""

    def __init__(self, reason: str, extra: str) -> None:
        super().__init__(f"{reason}; install it with: {install_command(extra)}")


def install_command(extra: str) -> str:
    """How to add an extra: by name, or from the folder that was installed.

    >>> install_command("ray").startswith("pip install ")
    True
    """
    source = _source()
    return f"pip install '{source or 'quartett'}[{extra}]'"


def _source() -> str | None:
    """The folder of a clone that was installed; None: it came as a package."""
    try:
        told = importlib.metadata.distribution("quartett").read_text("direct_url.json")
    except importlib.metadata.PackageNotFoundError:
        return None
    url = urlparse(json.loads(told)["url"]) if told else None
    if url is None or url.scheme != "file":
        return None
    path = unquote(url.path)
    folder = Path(path.removeprefix("/") if os.name == "nt" else path)
    if folder.suffix == ".whl" or not folder.exists():
        return None
    return "." if folder == Path.cwd() else str(folder)
