"""Make the pictures of README and docs from real positions: `make docs` runs this."""

import re
from io import StringIO
from pathlib import Path

from rich.console import Console

import quartett
from quartett.bots import explain
from quartett.core.parts import drawing

PICTURES = Path(__file__).parent.parent / "docs" / "pictures"
MOMENTS = {
    "calavera": (["expert"] * 4, "picture", 0.72),
    "calcory": (["hard", "hard", "hard"], "5", 0.6),
    "calculissimo": (["hard", "hard"], "5", 0.55),
    "cubus": (["hard", "hard", "hard"], "7", 0.75),
}
"""For each game: who plays, the seed, and how far into the game to look."""
CELL = (640, 460)


def main() -> None:
    views = {id: _moment(id) for id in MOMENTS}
    pictures = {id: view._repr_svg_() for id, view in views.items()}  # type: ignore[attr-defined]
    for id, picture in pictures.items():
        _write(f"{id}.svg", picture)
    _write("quartett.svg", _together(list(pictures.values())))
    _write("terminal.svg", _terminal("calavera", views["calavera"]))


def _moment(id: str) -> quartett.View:
    """The view of a seat that is to act, at about that moment."""
    bots, seed, far = MOMENTS[id]
    record = quartett.play(id, bots, seed=seed)
    states = list(record.replay())
    state = next(state for state in states[int(len(states) * far) :] if state.to_act)
    return state.view(min(state.to_act))


def _together(pictures: list[str]) -> str:
    """Four pictures on one ground, two by two."""
    wide, high = CELL
    cells = "".join(
        re.sub(
            r'^<svg ([^>]*?)width="[^"]*" height="[^"]*"',
            rf'<svg \1x="{n % 2 * wide + 10}" y="{n // 2 * high + 10}" '
            rf'width="{wide - 20}" height="{high - 20}"',
            picture,
        )
        for n, picture in enumerate(pictures)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {2 * wide} {2 * high}" '
        f'width="{2 * wide}" height="{2 * high}">{cells}</svg>'
    )


def _terminal(id: str, view: quartett.View) -> str:
    game = quartett.game(id)
    console = Console(width=124, record=True, file=StringIO())
    console.print(drawing(game).draw(view, str(explain(game, view).options[0].action)))
    drawn = console.export_svg(title=f"quartett play {id}")
    # Rich links fonts from another host; a picture of ours asks nobody for anything.
    return re.sub(r"@font-face \{.*?\}", "", drawn, flags=re.DOTALL)


def _write(name: str, picture: str) -> None:
    (PICTURES / name).write_text(picture, encoding="utf-8")


if __name__ == "__main__":
    main()
