"""Links between pages lead to files and to headings that are there."""

import re
import unicodedata
from pathlib import Path

import pytest
from tools.architecture.imports import ROOT

PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
LINK = re.compile(r"\]\((?!\w+:)([^)#\s]*)(?:#([^)\s]+))?\)")
HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)
CODE = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)


def anchors(path: Path) -> set[str]:
    """The names of headings, as the site makes them."""
    text = CODE.sub("", path.read_text(encoding="utf-8"))
    return {_slug(heading) for heading in HEADING.findall(text)}


def _slug(heading: str) -> str:
    plain = unicodedata.normalize("NFKD", heading).encode("ascii", "ignore").decode()
    return re.sub(r"[-\s]+", "-", re.sub(r"[^\w\s-]", "", plain).strip().lower())


@pytest.mark.parametrize("page", PAGES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_every_link_leads_somewhere(page: Path) -> None:
    text = CODE.sub("", page.read_text(encoding="utf-8"))
    lost = [
        f"{file}#{anchor}"
        for file, anchor in LINK.findall(text)
        if not (target := (page.parent / file).resolve() if file else page).exists()
        or (anchor and target.suffix == ".md" and anchor not in anchors(target))
    ]
    assert lost == []


def test_every_page_is_in_the_navigation_once() -> None:
    navigation = (ROOT / "mkdocs.yml").read_text(encoding="utf-8").partition("not_in_nav")[0]
    listed = re.findall(r": ([\w./-]+\.md)$", navigation, re.MULTILINE)
    docs = ROOT / "docs"
    pages = {path.relative_to(docs).as_posix() for path in docs.rglob("*.md")}
    decisions = {page for page in pages if page.startswith("decisions/")} - {"decisions/index.md"}
    assert sorted(listed) == sorted(pages - decisions)
