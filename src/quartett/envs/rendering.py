"""Views as text and as pixels, for the render modes of the libraries."""

from io import BytesIO
from typing import TYPE_CHECKING, Any, Final, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from quartett.core.errors import QuartettError
from quartett.core.game import Game
from quartett.core.parts import drawing
from quartett.core.state import View
from quartett.envs.extras import need

if TYPE_CHECKING:
    from PIL.Image import Image

MODES: Final = ("human", "ansi", "rgb_array")
FRAME: Final = (800, 600)
"""Pixels of a picture, always the same, so that pictures can become a film."""
GROUND: Final = "#1d2226"
INK: Final = "#f4efe4"
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
        return pixels(game, view, extra)
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


def pixels(game: Game, view: View, extra: str) -> NDArray[np.uint8]:
    """The view's picture, fitted into the frame: rows, columns, and red, green, blue.

    A view without a picture is shown as its text.
    """
    need(extra, "resvg_py", "PIL")
    from PIL import ImageOps

    if isinstance(view, Drawn):
        drawn = _from_svg(view._repr_svg_())
    else:
        drawn = _from_text(text(game, view))
    framed = ImageOps.pad(drawn.convert("RGB"), FRAME, color=GROUND)
    return np.asarray(framed, np.uint8)


@runtime_checkable
class Drawn(Protocol):
    """A view with a picture of its own, as notebooks show it."""

    def _repr_svg_(self) -> str: ...


def _from_svg(svg: str) -> "Image":
    import resvg_py
    from PIL import Image

    return Image.open(BytesIO(bytes(resvg_py.svg_to_bytes(svg_string=svg, background=GROUND))))


def _from_text(lines: str) -> "Image":
    from PIL import Image, ImageDraw

    drawn = Image.new("RGB", FRAME, GROUND)
    ImageDraw.Draw(drawn).multiline_text((16, 16), lines, fill=INK, font_size=16)
    return drawn
