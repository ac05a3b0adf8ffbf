"""Make the pictures of README and docs from real positions: `make docs` runs this."""

import re
from io import StringIO
from itertools import islice
from pathlib import Path

from rich.console import Console

import quartett
from quartett.games.calavera import State, View

PICTURES = Path(__file__).parent.parent / "docs" / "pictures"


def main() -> None:
    game = quartett.game("calavera")
    view = _calavera()
    _write("calavera.svg", view._repr_svg_())
    console = Console(width=124, record=True, file=StringIO())
    console.print(game.draw(view, str(game.explain(view).options[0].action)))
    drawn = console.export_svg(title="quartett play calavera")
    # Rich links fonts from another host; a picture of ours asks nobody for anything.
    _write("terminal.svg", re.sub(r"@font-face \{.*?\}", "", drawn, flags=re.DOTALL))


def _calavera() -> View:
    """A late moment of a game, with a skull and a rose on the table and a reroll left."""
    record = quartett.play("calavera", ["expert", "expert"], seed="picture")
    late = islice(record.replay(), int(len(record.events) * 0.7), None)
    pretty = (s for s in late if isinstance(s, State) and s.rolls == 2 and _is_varied(s))
    state = next(pretty)
    return state.view(state.active)


def _is_varied(state: State) -> bool:
    return {"skull", "rose"} <= set(state.faces)


def _write(name: str, picture: str) -> None:
    (PICTURES / name).write_text(picture, encoding="utf-8")


if __name__ == "__main__":
    main()
