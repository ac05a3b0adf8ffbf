"""`quartett site`: a folder that is the page, marked as one without a server."""

import gzip
from pathlib import Path

import pytest

from quartett.browser.site import MARK, engine_version, write_site
from quartett.core.errors import QuartettError
from tests.browser.support.server import build_page
from tests.engine.node import WEB

MOST = 10_000_000
"""Bytes that a visitor may have to download, compressed."""


@pytest.fixture
def page(tmp_path: Path) -> Path:
    """A built page, as far as it matters here."""
    folder = tmp_path / "page"
    (folder / "engine" / "abc").mkdir(parents=True)
    (folder / "assets").mkdir()
    (folder / "index.html").write_text("<html><head><title>Q</title></head></html>")
    (folder / "engine" / "manifest.json").write_text('{"version": "abc"}')
    (folder / "assets" / "one.js").write_text("1")
    return folder


def test_the_page_is_marked_as_one_without_a_server(page: Path, tmp_path: Path) -> None:
    size = write_site(page, tmp_path / "site")
    assert MARK in (tmp_path / "site" / "index.html").read_text()
    assert MARK not in (page / "index.html").read_text()
    assert size > 50
    assert engine_version(tmp_path / "site") == "abc"


def test_a_site_is_replaced_and_what_is_old_is_gone(page: Path, tmp_path: Path) -> None:
    write_site(page, tmp_path / "site")
    (page / "assets" / "one.js").rename(page / "assets" / "two.js")
    write_site(page, tmp_path / "site")
    assert [path.name for path in (tmp_path / "site" / "assets").iterdir()] == ["two.js"]


def test_a_folder_with_other_files_is_not_touched(page: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.mkdir()
    (other / "letter.txt").write_text("dear")
    with pytest.raises(QuartettError, match="holds other files"):
        write_site(page, other)
    assert [path.name for path in other.iterdir()] == ["letter.txt"]


def test_without_an_engine_it_says_what_to_do(page: Path, tmp_path: Path) -> None:
    (page / "engine" / "manifest.json").unlink()
    for found in (page, None):
        with pytest.raises(QuartettError, match="make page"):
            write_site(found, tmp_path / "site")


def test_all_of_it_is_a_small_download() -> None:
    """Page and engine, all languages and games, of a host that compresses."""
    build_page()
    files = [path.read_bytes() for path in (WEB / "dist").rglob("*") if path.is_file()]
    assert sum(min(len(file), len(gzip.compress(file))) for file in files) <= MOST
