"""The page as a folder of files for any static host: everything runs in the visitor's browser."""

import json
import shutil
from pathlib import Path

from quartett.core.errors import QuartettError

MARK = '<meta name="quartett-server" content="none" />'
"""Tells the page that there is no server."""
NOT_SHIPPED = shutil.ignore_patterns("sources.sha256", "gallery*")


def write_site(page: Path | None, to: Path) -> int:
    """Write the built page with its engine into a folder; the number of bytes written.

    An earlier site is replaced, other files are not touched.
    """
    if page is None or not (page / "engine" / "manifest.json").exists():
        raise QuartettError("the page with its engine is not built; from a clone: make page")
    if to.exists() and any(to.iterdir()) and not is_site(to):
        raise QuartettError(f"{to} holds other files; name a new or empty folder")
    shutil.rmtree(to / "assets", ignore_errors=True)
    shutil.rmtree(to / "engine", ignore_errors=True)
    shutil.copytree(page, to, dirs_exist_ok=True, ignore=NOT_SHIPPED)
    index = to / "index.html"
    index.write_text(without_server(index.read_text(encoding="utf-8")), encoding="utf-8")
    (to / ".nojekyll").write_bytes(b"")  # GitHub's host would leave some names out
    return sum(path.stat().st_size for path in to.rglob("*") if path.is_file())


def is_site(folder: Path) -> bool:
    index = folder / "index.html"
    return index.exists() and MARK in index.read_text(encoding="utf-8")


def without_server(html: str) -> str:
    """The page's HTML with the mark in its head."""
    if "<head>" not in html:
        raise QuartettError("the built page has no head")
    return html.replace("<head>", f"<head>\n    {MARK}", 1)


def engine_version(site: Path) -> str:
    """The contents, so that anyone can ask a host which version it serves."""
    return str(json.loads((site / "engine" / "manifest.json").read_bytes())["version"])
