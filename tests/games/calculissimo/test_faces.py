"""What people see: the terminal, the picture, the preview, the advice and the command."""

import random
import xml.etree.ElementTree as ET
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

import quartett
from quartett import CHANCE, Event, IllegalAction
from quartett.core.parts import drawing, words
from quartett.games.calculissimo import Calculissimo, Play, View
from quartett.games.calculissimo.advice import explain
from quartett.games.calculissimo.board import score
from quartett.games.calculissimo.command import print_moves
from quartett.games.calculissimo.offers import play_worth
from quartett.games.calculissimo.rules.position import arrange
from quartett.games.calculissimo.words import describe, expects

GAME = Calculissimo()
ROW_8 = "///////.....6:2+9"


def printed(view: quartett.View, draft: str = "") -> str:
    console = Console(file=StringIO(), width=120)
    console.print(drawing(GAME).draw(view, draft))
    assert isinstance(console.file, StringIO)
    return console.file.getvalue()


def test_the_terminal_shows_board_rack_and_scores() -> None:
    text = printed(arrange(ROW_8, "4-+3?", "1").view(0))
    assert " 6  ÷  2  +  9 " in text
    assert "Σ3" in text
    assert "Your rack  3   4   +   −   ?" in text


def test_what_is_expected_and_what_was_done() -> None:
    state = arrange(ROW_8, "-1:", "1+", challenge=True)
    assert expects(state.view(0)).startswith("Your turn: lay a calculation and say its points")
    assert expects(state.view(1)) == "P1 is thinking."
    laid = state.apply(Event(0, GAME.parse("8k -1 =11")))
    asked = "P1 lays − 1 across from k8 for 11 points: challenge it or accept it."
    assert expects(laid.view(1)) == asked
    assert expects(laid.view(0)) == "The others are looking at the play."


@pytest.mark.parametrize(
    ("note", "said"),
    [
        ("8k ?5", "lays joker 5 across from k8"),
        ("<7+?", "exchanges 7 + ?"),
        (">2 78", "P2 draws 7 8"),
        ("@1 7+", "P1 starts, after the draw 7 +"),
        ("-", "passes"),
        ("!", "challenges the play"),
        ("ok", "accepts the play"),
    ],
)
def test_actions_in_words(note: str, said: str) -> None:
    assert describe(GAME.parse(note)) == said


def test_hidden_actions_in_words() -> None:
    state = arrange(ROW_8, "-1:", "1+")
    exchange = state.redact(Event(0, GAME.parse("<1")), 1).action
    assert exchange is not None
    assert describe(exchange) == "exchanges tiles"
    after = state.apply(Event(0, GAME.parse("<1")))
    draw = after.redact(Event(CHANCE, after.sample(random.Random(1))), 1).action
    assert draw is not None
    assert describe(draw) == "P1 draws"


def test_a_half_typed_play_is_worked_out_or_explained() -> None:
    view = arrange(ROW_8, "4-+3", "1").view(0)
    assert "✓ 12 points: 4−2+3: 8 − 2 = 6, 6 + 6 = 12" in printed(view, "h6 4-.+3")
    assert "✗ h6" not in printed(view, "h6 ")
    assert "is not on your rack" in printed(view, "8k :1")


def test_every_position_of_a_game_can_be_drawn() -> None:
    rng, variants = random.Random(1), GAME.variants()
    for players, options in zip((2, 3, 4), variants, strict=False):
        state = GAME.start(players, options)
        while not state.over:
            for seat in (None, 0):
                assert printed(state.view(seat))
            actor = CHANCE if state.is_chance else min(state.to_act)
            if actor == CHANCE:
                state = state.apply(Event(CHANCE, state.sample(rng)))
            else:
                state = state.apply(
                    Event(min(state.to_act), state.random_action(min(state.to_act), rng))
                )
        ET.fromstring(state._repr_svg_())
        assert "won" in words(GAME).expects(state.view(None))


def test_the_picture_shows_every_tile() -> None:
    view = arrange("///////.....6:?2+9", "4", "1").view(0)
    assert isinstance(view, View)
    picture = view._repr_svg_()
    ET.fromstring(picture)
    assert picture.count("url(#cl-wood)") == 5 + 1
    assert picture.count("★") == 1


def test_a_spectator_sees_no_rack() -> None:
    assert arrange(ROW_8, "4", "1").view(None)._repr_svg_().count("url(#cl-wood)") == 5


def test_preview_says_points_or_why_not() -> None:
    view = arrange(ROW_8, "4-+3:", "1").view(0)
    good, bad = GAME.parse("h6 4-.+3"), GAME.parse("8k :4")
    assert isinstance(good, Play)
    assert isinstance(bad, Play)
    assert play_worth(view, good).points == 12
    with pytest.raises(IllegalAction) as refused:
        play_worth(view, bad)
    assert refused.value.code == "wrong_step"


def test_advice_is_sorted_and_says_why() -> None:
    advice = explain(arrange(ROW_8, "4-+3*81", "1").view(0))
    values = [option.value for option in advice.options]
    assert values == sorted(values, reverse=True)
    plays = [option for option in advice.options if isinstance(option.action, Play)]
    assert "keeps" in plays[0].text
    assert "scores" in plays[0].text
    assert all(0 < chance.probability <= 1 for option in plays for chance in option.chances)


def test_advice_when_nothing_is_hidden_counts_to_the_end() -> None:
    state = arrange("////..6+2", "1+", "3", bag="", edition="children")
    assert "In the end" in explain(state.view(0)).options[0].text


def test_advice_on_a_challenge() -> None:
    state = arrange(ROW_8, "-1", "1+", challenge=True).apply(Event(0, GAME.parse("8k -1 =12")))
    advice = explain(state.view(1))
    assert "Challenge" in advice.options[0].text
    assert explain(state.view(0)).options == ()


def moves(position: str, rack: str, top: int = 20, edition: str = "standard") -> str:
    console = Console(file=StringIO(), width=200)
    print_moves(position, rack, top, edition, console)
    assert isinstance(console.file, StringIO)
    return console.file.getvalue()


def test_the_command_prints_the_best_plays() -> None:
    lines = moves(ROW_8, "4-+3", 3).splitlines()
    assert len(lines) == 5
    assert "=" in lines[1]
    assert lines[-1].startswith("the best 3 of ")


def test_the_command_reads_a_diagram_and_a_file(tmp_path: Path) -> None:
    file = tmp_path / "position.txt"
    file.write_text("\n".join(["." * 15] * 7 + [".....6:2+9....."]), encoding="utf-8")
    said = moves(ROW_8, "4-").rsplit(",", 1)[0]
    assert moves(str(file), "4-").rsplit(",", 1)[0] == said
    assert moves(file.read_text(encoding="utf-8"), "4-").rsplit(",", 1)[0] == said


def test_a_file_of_windows_may_begin_with_a_mark(tmp_path: Path) -> None:
    file = tmp_path / "position.txt"
    file.write_text("/" * 7 + ".....6:2+9", encoding="utf-8-sig")
    assert "plays" in moves(str(file), "4-")
    edition = tmp_path / "mine.toml"
    standard = Path(score.__file__).parent / "data" / "standard.toml"
    text = standard.read_text(encoding="utf-8").replace('name = "standard"', 'name = "marked"')
    edition.write_text(text, encoding="utf-8-sig")
    assert "plays" in moves(ROW_8, "4-", edition=str(edition))


def test_a_file_that_is_not_there_is_said_to_be_missing() -> None:
    with pytest.raises(quartett.QuartettError, match=r"no file 'bord\.txt'; as a diagram, row 1"):
        moves("bord.txt", "4-")
    with pytest.raises(quartett.QuartettError, match=r"^row 1 of the position has '!'"):
        moves("6!2", "4-")


def test_the_command_says_when_there_is_no_play() -> None:
    assert moves(ROW_8, "1").startswith("0 plays of 1")


def test_the_command_takes_other_editions() -> None:
    assert "plays" in moves("////..6+2", "1-", edition="children")
    with pytest.raises(quartett.QuartettError):
        moves(ROW_8, "1", edition="none")
    with pytest.raises(quartett.QuartettError, match="at least 1"):
        moves(ROW_8, "1", top=0)
