"""The page is built when it is missing or stale; where it cannot be, it says what to install."""

import stat
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import pytest

from tests.browser.support.server import ROOT


@pytest.fixture
def page(tmp_path: Path) -> ModuleType:
    """`web/build.py`, for a page of one file."""
    spec = spec_from_file_location("quartett_page", ROOT / "web" / "build.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    web = tmp_path / "web"
    (web / "dist").mkdir(parents=True)
    (web / "index.html").write_text("one")
    vars(module).update(WEB=web, DIST=web / "dist", STAMP=web / "dist" / "sources.sha256")
    return module


def test_missing_page_is_not_fresh(page: ModuleType) -> None:
    assert not page.is_fresh()


def test_page_is_fresh_until_a_source_changes(page: ModuleType) -> None:
    page.STAMP.write_text(page.fingerprint())
    assert page.is_fresh()
    (page.WEB / "index.html").write_text("two")
    assert not page.is_fresh()


def test_without_node_it_says_what_to_install(
    page: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(page.shutil, "which", lambda _: None)
    monkeypatch.setattr(page, "find_spec", lambda _: None)
    monkeypatch.setattr(page.sys, "argv", ["build.py"])
    assert page.main() == 1
    assert "Node 20.19 or newer" in capsys.readouterr().err


GOOD = ("v20.19.0", "v22.12.0", "v24.1.0")
BAD = ("v18.20.0", "v20.18.3", "v21.7.0", "v22.11.0", "nonsense")


@pytest.mark.parametrize("version", [*GOOD, *BAD])
def test_node_must_be_new_enough(page: ModuleType, tmp_path: Path, version: str) -> None:
    node = tmp_path / "node"
    node.write_text(f"#!/bin/sh\necho {version}\n")
    node.chmod(node.stat().st_mode | stat.S_IEXEC)
    assert page._new_enough(str(node)) is (version in GOOD)
