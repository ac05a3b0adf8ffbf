"""Editions from files, and how a wrong one is explained."""

import random
import subprocess
import sys
from pathlib import Path

import pytest

import quartett
from quartett.games.calculissimo import BadEdition, Options, edition, load_edition, read_edition
from quartett.games.calculissimo.board.editions import FILES, named_or_file
from quartett.games.calculissimo.board.grid import empty
from quartett.games.calculissimo.board.moves.fast import find_plays
from quartett.testing import conform

OWN = """
name = "tiny"
title = "A tiny one"
rack = 3
joker = "123"
board = '''
y . . . y
. . . . .
. . g . .
. . . . .
y . . . y
'''
[bag]
1 = 3
2 = 3
3 = 3
"+" = 4
"-" = 2
"?" = 1
"""


@pytest.fixture(autouse=True)
def _environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(FILES, "")


def test_a_file_of_ones_own_can_be_played(tmp_path: Path) -> None:
    file = tmp_path / "tiny.toml"
    file.write_text(OWN, encoding="utf-8")
    loaded = load_edition(file)
    assert (loaded.size, loaded.bag["−"]) == (5, 2)
    assert named_or_file(str(file)) == named_or_file("tiny") == loaded
    game = quartett.game("calculissimo")
    conform(game, games=2, players=[2], options=[Options(edition="tiny")], positions=2)


def test_other_processes_know_the_file_of_a_command_line(tmp_path: Path) -> None:
    file = tmp_path / "shared.toml"
    file.write_text(OWN.replace("tiny", "shared"), encoding="utf-8")
    named_or_file(str(file))
    ask = "from quartett.games.calculissimo import edition; print(edition('shared').title)"
    said = subprocess.run([sys.executable, "-c", ask], capture_output=True, text=True, check=True)
    assert said.stdout == "A shared one\n"


@pytest.mark.parametrize(
    ("text", "reason"), [(None, "cannot read it"), (OWN.replace("tiny", "children"), "another")]
)
def test_a_wrong_file_in_the_environment_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str | None, reason: str
) -> None:
    file = tmp_path / "wrong.toml"
    if text is not None:
        file.write_text(text, encoding="utf-8")
    monkeypatch.setenv(FILES, str(file))
    with pytest.raises(BadEdition, match=f"{FILES} names .*wrong.toml: {reason}"):
        edition("unheard-of")


def test_a_name_means_one_edition_for_good(tmp_path: Path) -> None:
    file = tmp_path / "other.toml"
    file.write_text(OWN.replace('"tiny"', '"children"'), encoding="utf-8")
    with pytest.raises(BadEdition, match="another edition is called 'children'"):
        load_edition(file)


@pytest.mark.parametrize("text", ["missing.toml", "/nowhere/else"])
def test_a_file_that_is_not_there(text: str) -> None:
    with pytest.raises(BadEdition, match="cannot read"):
        named_or_file(text)


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ('name = "tiny"', 'name = "Tiny One"', "small letters"),
        ('name = "tiny"', "", "name is None"),
        ('title = "A tiny one"', 'title = ""', "title"),
        ("rack = 3", "rack = 30", "rack is 30; it must be 3 to 8"),
        ("rack = 3", "rack = 3\ncolour = 1", "no entry 'colour'"),
        ('joker = "123"', 'joker = "12×"', "never stands for ×"),
        ('joker = "123"', 'joker = "12a"', "lists 'a'"),
        ('joker = "123"', 'joker = "11"', "lists 1 twice"),
        ('joker = "123"', 'joker = ""', "does not say"),
        ('joker = "123"', "joker = 1", "joker is 1"),
        (". . g . .", ". . g . . .", "row 3 of the board has 6 fields, not 5"),
        (". . g . .", ". . q . .", "row 3 of the board has 'q' at its field 3"),
        (". . g . .\n", "", "4 rows; it needs an odd number"),
        ("board = '''", "board = 5 #'''", "not TOML"),
        ("1 = 3", '"0" = 3', "tile '0'"),
        ("1 = 3", "1 = -3", "-3 of 1"),
        ("1 = 3", '1 = "three"', "'three' of 1"),
        ('"-" = 2', '"-" = 2\n"−" = 2', "lists − twice"),
        ('"+" = 4\n"-" = 2', "", "no operators"),
        ("1 = 3\n2 = 3\n3 = 3", "", "no numbers"),
        ("1 = 3\n2 = 3\n3 = 3", "1 = 1", "has 8 tiles; 4 racks of 3 and at least one more make 13"),
        ("1 = 3", "1 = 300", "only 25 fields"),
        ("[bag]", "[sack]", "no entry 'sack'"),
    ],
)
def test_a_wrong_edition_is_explained(old: str, new: str, reason: str) -> None:
    assert old in OWN
    with pytest.raises(BadEdition, match=reason):
        read_edition(OWN.replace(old, new))


def test_an_edition_needs_no_jokers_and_may_be_large() -> None:
    large = "\n".join(["y" + "." * 23 + "v"] * 25)
    text = (
        OWN.replace('joker = "123"', 'joker = ""')
        .replace('"?" = 1\n', "")
        .replace("= 3", "= 8")
        .replace("= 4", "= 9")
    )
    rows = text.split("'''")
    played = read_edition("'''".join([rows[0], large, rows[2]]))
    plays = find_plays(played, empty(played), list("1+2−1+3"))
    assert played.size == 25
    assert len(plays) > 100
    assert max(column for tiles, _ in plays.best_first() for _, column, _ in tiles) > 15


def test_rubbish_is_explained() -> None:
    rng = random.Random(1)
    for _ in range(200):
        place = rng.randrange(len(OWN))
        broken = OWN[:place] + rng.choice("x9=\"'[.\n") + OWN[place + rng.randrange(3) :]
        try:
            read_edition(broken)
        except BadEdition as error:
            assert "\n" not in str(error)
