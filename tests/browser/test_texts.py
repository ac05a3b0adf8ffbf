"""The page's files that follow from the library: they must not fall behind it."""

import json
import re

import pytest

from tests.browser.house import ROOT
from tests.browser.vectors import FILE, vectors

MESSAGES = ROOT / "web" / "src" / "messages"
CODE = re.compile(r'(?:Refused|refuse|_problem)\(\s*"([a-z_]+)"')


def test_vectors_of_chance_are_fresh() -> None:
    assert json.loads(FILE.read_text(encoding="utf-8")) == vectors()


@pytest.mark.parametrize("language", ["de", "fr", "en"])
def test_every_refusal_of_the_house_has_words(language: str) -> None:
    sources = (ROOT / "src" / "quartett" / "server").rglob("*.py")
    codes = {code for path in sources for code in CODE.findall(path.read_text(encoding="utf-8"))}
    messages = json.loads((MESSAGES / f"{language}.json").read_text(encoding="utf-8"))
    assert len(codes) > 20
    assert sorted(code for code in codes if f"refusal.{code}" not in messages) == []
