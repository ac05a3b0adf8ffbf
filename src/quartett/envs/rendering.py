"""Views as text and as pixels, for the render modes of the libraries."""

from io import BytesIO
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from quartett.core.errors import QuartettError
from quartett.core.game import Game
from quartett.core.parts import drawing
from quartett.core.state import View
from quartett.envs.extras import need

MODES: Final = ("human", "ansi", "rgb_array")
FRAME: Final = (800, 600)
"""Pixels of a picture, always the same, so that pictures can become a film."""
GROUND: Final = "#1d2226"
WIDTH: Final = 100
"""Columns of a drawing in text."""


def check_mode(mode: str | None) -> None:
    if mode is not None and mode not in MODES:
        raise QuartettError(f"render modes are {', '.join(MODES)}, not {mode!r}")


def rendered(game: Game, view: View, mode: str | None, extra: str) -> Any:
    """What `render` returns: nothing, a text, or pixels; `human` prints the text."""
    if mode is None:
        return None
    if mode == "rgb_array":
        return pixels(view, extra)
    drawn = text(game, view)
    if mode == "human":
        print(drawn)
        return None
    return drawn


def text(game: Game, view: View) -> str:
    """The view as the terminal shows it, without colours."""
    from rich.console import Console

    console = Console(width=WIDTH, color_system=None, force_terminal=False)
    with console.capture() as captured:
        console.print(drawing(game).draw(view))
    return captured.get()


def pixels(view: View, extra: str) -> NDArray[np.uint8]:
    """The view's picture, fitted into the frame: rows, columns, and red, green, blue."""
    need(extra, "resvg_py", "PIL")
    import resvg_py
    from PIL import Image, ImageOps

    svg: str = view._repr_svg_()  # type: ignore[attr-defined]
    drawn = Image.open(BytesIO(bytes(resvg_py.svg_to_bytes(svg_string=svg, background=GROUND))))
    framed = ImageOps.pad(drawn.convert("RGB"), FRAME, color=GROUND)
    return np.asarray(framed, np.uint8)
