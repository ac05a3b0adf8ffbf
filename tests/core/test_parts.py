"""Parts of a game: found by derivation or beside the rules, checked by mypy and by `conform`."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from highcard import HighCard, HighCardView

from quartett.bots import levels
from quartett.core.game import Game
from quartett.core.parts import BadPart, Drawing, Timing, Words, drawing, page, part, timing, words
from quartett.testing import NonConformant, conform

ROOT = Path(__file__).parents[2]
PACKAGED = "from highcard import HighCard\n\nclass Packaged(HighCard):\n    pass\n"
"""A game that is a package; it must not have the words that High Card has by derivation."""


@pytest.fixture
def packaged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Game]:
    """A game that is a package with these modules beside its rules."""

    def make(name: str, **modules: str) -> Game:
        folder = tmp_path / name
        folder.mkdir()
        (folder / "__init__.py").write_text(PACKAGED)
        for module, text in modules.items():
            (folder / f"{module}.py").write_text(text)
        monkeypatch.syspath_prepend(str(tmp_path))
        made: Game = __import__(name).Packaged()
        return made

    return make


def test_a_game_that_is_one_module_has_a_part_by_derivation() -> None:
    game = HighCard()
    assert part(game, Words[HighCardView]) is game
    assert words(game).legend == "k keeps · f folds"
    assert "your card" in str(drawing(game).draw(game.start(2).view(0)))


def test_a_game_without_a_part_gets_plain_ones() -> None:
    game = HighCard()
    view = game.start(2).view(0)
    assert words(game).expects(view) == "It is your turn."
    assert words(game).describe(game.parse("k")) == "k"
    assert timing(game).timeout(view) is None and not timing(game).lists_slowly
    assert page(game).offers(view) is None
    assert levels(game) == {}


def test_a_game_that_is_a_package_has_a_part_in_a_module(packaged: Callable[..., Game]) -> None:
    text = (
        "lists_slowly = True\n"
        "def silence(view): return None\n"
        "def timeout(view): return None\n"
        "def lingers(before, event): return 2.5\n"
    )
    game = packaged("waiting_game", timing=text)
    assert timing(game).lists_slowly
    conform(game, games=1, players=[2])


def test_a_module_without_the_members_is_refused_by_name(packaged: Callable[..., Game]) -> None:
    game = packaged("hasty_game", timing="lists_slowly = True\ndef silence(): return None\n")
    sentence = (
        r"hasty_game.timing does not have what Timing needs: `silence` must take \(view\), "
        r"not \(\); `timeout` is missing; `lingers` is missing"
    )
    with pytest.raises(BadPart, match=sentence):
        timing(game)
    with pytest.raises(NonConformant, match=sentence):
        conform(game, games=1)


def test_conform_names_what_is_wrong_with_a_derived_part() -> None:
    class Misdrawn(HighCard):
        def draw(self) -> str:  # type: ignore[override]
            return "a card"

    with pytest.raises(NonConformant, match="High Card is no Drawing: `draw` must take"):
        conform(Misdrawn(), games=1)


def test_a_game_that_leaves_out_what_a_part_asks_for_cannot_be_made() -> None:
    class Undrawn(HighCard, Timing[HighCardView]):
        pass

    class Unnamed(Game, Drawing[HighCardView]):
        begin = HighCard.begin
        parse = HighCard.parse
        resample = HighCard.resample

    assert not timing(Undrawn()).lists_slowly
    with pytest.raises(TypeError, match="abstract method"):
        Unnamed()  # type: ignore[abstract]


def test_importing_a_game_imports_neither_its_parts_nor_their_libraries() -> None:
    code = (
        "import sys, quartett; quartett.game('calavera').start(2)\n"
        "beside = {'words', 'draw', 'bots', 'advice', 'offers'}\n"
        "loaded = {name for name in sys.modules if name.startswith('quartett.games.calavera.')}\n"
        "print(sorted(name for name in loaded if name.split('.')[3] in beside - {'words'}))\n"
        "print('rich' in sys.modules, 'numpy' in sys.modules)"
    )
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert shown.stdout.split("\n")[:2] == ["[]", "False False"]


GOOD = """
from goofspiel import Goofspiel, View

from quartett import Words

class Talking(Goofspiel, Words[View]):
    def expects(self, view: View) -> str:
        return f"Bid for {view.prize}."
"""
WRONG = GOOD.replace("view: View) -> str", "view: View, language: str) -> str")
WRONG_MODULE = """
import chatter
from goofspiel import View

from quartett import Words

words: Words[View] = chatter
"""
CHATTER = """
from goofspiel import View

legend = "talk"

def expects(view: View, language: str) -> str:
    return language

def describe(action: object, shows: object = None) -> str:
    return str(action)
"""


def test_mypy_accepts_the_guide_s_game_and_says_what_is_wrong_with_a_part(tmp_path: Path) -> None:
    goofspiel = ROOT / "examples" / "goofspiel"
    texts = {"good": GOOD, "wrong": WRONG, "module": WRONG_MODULE, "chatter": CHATTER}
    for name, text in texts.items():
        (tmp_path / f"{name}.py").write_text(text)
    command = [sys.executable, "-m", "mypy", "--config-file", str(ROOT / "pyproject.toml")]
    # With a cache of its own: other options would make that of `make types` worthless.
    command += ["--cache-dir", str(ROOT / ".mypy_cache" / "guide")]
    command += ["--follow-imports", "silent", str(goofspiel / "goofspiel.py")]
    command += [str(tmp_path / f"{name}.py") for name in texts]
    found = {**os.environ, "MYPYPATH": f"{goofspiel}:{tmp_path}"}
    shown = subprocess.run(command, cwd=ROOT, env=found, capture_output=True, text=True).stdout
    assert "goofspiel.py:" not in shown and "good.py:" not in shown
    assert 'wrong.py:7: error: Signature of "expects" incompatible with supertype' in shown
    assert "module.py:7: error: Incompatible types in assignment" in shown
    assert 'Following member(s) of Module "chatter" have conflicts' in shown
    assert "def expects(view: View, language: str) -> str" in shown
