"""The documentation names modules, functions and files that exist."""

import json
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

from tests.completeness.sources import ROOT, SOURCE

PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
DECISIONS = ROOT / "docs" / "decisions"
NOTEBOOKS = sorted((ROOT / "docs" / "notebooks").glob("*.ipynb"))
DOTTED = re.compile(r"(?<![\w/.@-])quartett(?:\.[A-Za-z_]\w*)+")
IMPORT = re.compile(r"^(?:>>> )?from (quartett[\w.]*) import ([\w, ]+)", re.MULTILINE)
NO_MODULES = {"quartett.db", "quartett.svg", "quartett.service", "quartett.frames"}
"""Files, a unit of systemd, and a key of the socket's scope."""
FOLDERS = sorted(path.name for path in SOURCE.iterdir() if path.is_dir() and path.name[0] != "_")
FILE = re.compile(
    rf"`((?:{'|'.join(FOLDERS)}|src|tests|tools|web|docs|examples|benchmarks)/[\w/.-]+)`"
)
HISTORY = "CHANGELOG.md"
"""It may name what is gone."""


def label(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def cells(path: Path) -> str:
    """The code of a notebook."""
    sources = [cell["source"] for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]]
    return "\n".join("".join(source) for source in sources)


def missing(names: Iterator[str]) -> list[str]:
    return [name for name in sorted({*names} - NO_MODULES) if not exists(name)]


def exists(name: str) -> bool:
    """Whether a dotted name leads to a module or something in it."""
    module, _, attribute = name.rpartition(".")
    try:
        import_module(name)
    except ModuleNotFoundError:
        return bool(module) and exists(module) and hasattr(resolved(module), attribute)
    return True


def resolved(name: str) -> object:
    """The module of this name, or what it names in one."""
    try:
        return import_module(name)
    except ModuleNotFoundError:
        module, _, attribute = name.rpartition(".")
        return getattr(resolved(module), attribute)


def imported(text: str) -> Iterator[str]:
    for module, names in IMPORT.findall(text):
        yield module
        yield from (f"{module}.{name.split(' as ')[0].strip()}" for name in names.split(","))


@pytest.mark.parametrize("path", [*PAGES, *NOTEBOOKS], ids=label)
def test_every_name_of_ours_can_be_imported(path: Path) -> None:
    if path.name == HISTORY:
        pytest.skip("it may name what is gone")
    text = cells(path) if path.suffix == ".ipynb" else path.read_text(encoding="utf-8")
    assert missing(iter(DOTTED.findall(text))) == []
    assert missing(imported(text)) == []


@pytest.mark.parametrize("path", PAGES, ids=label)
def test_every_file_that_is_named_is_there(path: Path) -> None:
    if path.name == HISTORY:
        pytest.skip("it may name what is gone")
    named = set(FILE.findall(path.read_text(encoding="utf-8")))
    places = (ROOT, SOURCE, path.parent)
    assert [name for name in sorted(named) if not any((p / name).exists() for p in places)] == []


def test_every_public_name_is_in_the_reference() -> None:
    import quartett

    reference = (ROOT / "docs" / "reference.md").read_text(encoding="utf-8")
    listed = {line.split(".")[-1] for line in re.findall(r"^::: (\S+)", reference, re.MULTILINE)}
    assert set(quartett.__all__) - {"games"} <= listed


def test_each_decision_is_listed_once() -> None:
    """On the index, by subject; not in the navigation as well."""
    listed = re.findall(r"\(([\w-]+\.md)\)", (DECISIONS / "index.md").read_text(encoding="utf-8"))
    pages = {page.name for page in DECISIONS.glob("*.md")} - {"index.md"}
    assert sorted(listed) == sorted(pages)
    navigation = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    assert re.findall(r"decisions/[\w-]+\.md", navigation.partition("not_in_nav")[0]) == [
        "decisions/index.md"
    ]
