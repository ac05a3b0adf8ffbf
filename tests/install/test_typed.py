"""A user's typed program reads a game's own fields."""

from pathlib import Path

from mypy import api

PROGRAM = """
import quartett
game = quartett.game("calavera")
view = game.start(2).view(0)
reveal_type(view.faces)
reveal_type(quartett.game("x" + "y"))
"""


def test_a_game_by_its_id_is_typed_as_that_game(tmp_path: Path) -> None:
    file = tmp_path / "program.py"
    file.write_text(PROGRAM)
    said, _, _ = api.run(["--strict", "--cache-dir", str(tmp_path / "cache"), str(file)])
    assert "tuple[" in said and "orange" in said
    assert "quartett.core.game.Game" in said
