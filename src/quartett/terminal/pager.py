"""A long text in the terminal, one screen at a time."""

from rich.console import Console
from rich.markdown import Markdown
from rich.segment import Segment, Segments
from rich.text import Text

from quartett.terminal import keys

WIDTH = 100
"""Lines longer than this are hard to read."""


def show(markdown: str, console: Console) -> None:
    """Page through the text with the arrow keys; print it whole where input has no keys."""
    text = Markdown(markdown)
    if not keys.has_keys():
        console.print(text, width=min(console.width, WIDTH))
        return
    lines = console.render_lines(text, console.options.update(width=min(console.width, WIDTH)))
    height = max(1, console.height - 2)
    first = 0
    while True:
        shown = lines[first : first + height]
        console.clear()
        console.print(Segments([part for line in shown for part in (*line, Segment.line())]))
        place = f"{min(first + height, len(lines))} of {len(lines)} lines"
        console.print(Text(f"{place} · → on · ← back · q returns", style="dim"), end="")
        key = keys.read_key()
        if key in (keys.RIGHT, keys.ENTER, " "):
            first = min(first + height, max(0, len(lines) - height))
        elif key == keys.LEFT:
            first = max(0, first - height)
        else:
            return
