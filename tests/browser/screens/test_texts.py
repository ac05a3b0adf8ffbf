"""The page's files that follow from the library: they must not fall behind it."""

import ast
import json
import re
import subprocess
import sys

import pytest
from tools.page import facts

from tests.browser.support.server import ROOT
from tests.browser.support.vectors import FILE, UNDONE, vectors, with_undos

MESSAGES = ROOT / "web" / "src" / "messages"
CODE = re.compile(r'(?:Refused|refuse|_problem)\(\s*"([a-z_]+)"')


def test_vectors_of_chance_are_fresh() -> None:
    assert json.loads(FILE.read_text(encoding="utf-8")) == vectors()
    assert json.loads(UNDONE.read_text(encoding="utf-8")) == with_undos()


def test_what_the_page_must_have_words_for_is_fresh() -> None:
    renew = "python -m tools.page.facts"
    # In a new process: other tests of this one may have added editions.
    script = "import json; from tools.page import facts; print(json.dumps(facts.facts()))"
    made = subprocess.check_output([sys.executable, "-c", script], cwd=ROOT)
    assert json.loads(facts.FILE.read_text(encoding="utf-8")) == json.loads(made), renew


def test_codes_are_found_however_they_are_written() -> None:
    source = """
raise IllegalAction("plain", "a sentence that says why")
raise IllegalAction("formatted", f"it is {what}")
CASES = {1: ("in_a_table", "not now, but later")}
code = "one_way" if high else "another"
raise IllegalAction(code, text)
"""
    found = {"plain", "formatted", "in_a_table", "one_way", "another"}
    assert facts.refusals(ast.parse(source)) == found


LANGUAGES = sorted(path.stem for path in MESSAGES.glob("*.json"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_refusal_of_the_server_has_words(language: str) -> None:
    source = ROOT / "src" / "quartett"
    sources = [*(source / "server").rglob("*.py"), *(source / "tables").rglob("*.py")]
    codes = {code for path in sources for code in CODE.findall(path.read_text(encoding="utf-8"))}
    messages = json.loads((MESSAGES / f"{language}.json").read_text(encoding="utf-8"))
    assert len(codes) > 20
    assert sorted(code for code in codes if f"refusal.{code}" not in messages) == []
