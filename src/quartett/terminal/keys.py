"""Single keys from a terminal; whole lines where there is none."""

import os
import select
import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager

ENTER, BACKSPACE, ESCAPE, TAB, LEAVE = "enter", "backspace", "escape", "tab", "leave"
LEFT, RIGHT = "left", "right"

_NAMES = {
    "\r": ENTER,
    "\n": ENTER,
    "\x7f": BACKSPACE,
    "\x08": BACKSPACE,
    "\t": TAB,
    "\x03": LEAVE,
    "\x04": LEAVE,
    "\x1b": ESCAPE,
    "\x1b[C": RIGHT,
    "\x1b[D": LEFT,
}


if sys.platform == "win32":  # its consoles are read line by line

    def has_keys() -> bool:
        """Whether single keys can be read."""
        return False

    def raw() -> AbstractContextManager[None]:
        raise NotImplementedError

else:
    import termios
    import tty

    def has_keys() -> bool:
        """Whether single keys can be read: a terminal at both ends."""
        return sys.stdin.isatty() and sys.stdout.isatty()

    @contextmanager
    def raw() -> Iterator[None]:
        """Read keys as they are pressed, unechoed; the terminal is put right again afterwards."""
        handle = sys.stdin.fileno()
        before = termios.tcgetattr(handle)
        try:
            tty.setcbreak(handle)
            mode = termios.tcgetattr(handle)
            mode[3] &= ~termios.ISIG
            termios.tcsetattr(handle, termios.TCSADRAIN, mode)
            yield
        finally:
            termios.tcsetattr(handle, termios.TCSADRAIN, before)


def read_key() -> str:
    """The next key: a character, or a name from above. A closed terminal leaves."""
    handle = sys.stdin.fileno()
    first = os.read(handle, 1)
    if not first:
        return LEAVE
    pressed = first
    # The rest of an escape sequence, or of a character of several bytes, is there at once.
    while (first == b"\x1b" or first[0] >= 0x80) and select.select([handle], [], [], 0.02)[0]:
        more = os.read(handle, 8)
        if not more:
            break
        pressed += more
    text = pressed.decode(errors="replace")
    return _NAMES.get(text, text if text.isprintable() else ESCAPE)
