"""A user's typed program reads a game's own fields."""

from pathlib import Path

from mypy import api

ROOT = Path(__file__).parents[2]

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
    # With our own settings and cache, of which `make types` has made all but this file.
    ours = ["--config-file", str(ROOT / "pyproject.toml"), "--cache-dir", str(ROOT / ".mypy_cache")]
    said, _, _ = api.run([*ours, str(file)])
    assert "tuple[" in said and "orange" in said
    assert "quartett.core.game.Game" in said
