"""How far something is, on standard error: a bar in a terminal, elsewhere a line now and then."""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Timer
from typing import TypeAlias

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

PATIENCE = 1.0
"""Seconds before the first line: most commands have answered by then."""
EVERY = 10.0
"""Seconds between lines."""

Show: TypeAlias = Callable[[int, int], None]
"""Steps that are done, and steps in all."""


@contextmanager
def progress(what: str) -> Iterator[Show]:
    """Tell what takes its time, as long as the `with` lasts."""
    with _bar(what) if sys.stderr.isatty() else _lines(what) as show:
        yield show


@contextmanager
def _bar(what: str) -> Iterator[Show]:
    columns = (TextColumn(what), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    console = Console(stderr=True)
    # What is printed meanwhile stands above the bar, or goes where it is sent.
    whole = sys.stdout.isatty()
    with Progress(*columns, console=console, transient=True, redirect_stdout=whole) as bar:
        task = bar.add_task(what, total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)


@contextmanager
def _lines(what: str) -> Iterator[Show]:
    last = time.monotonic()

    def say(text: str) -> None:
        print(f"{what}{text} …", file=sys.stderr, flush=True)

    def show(done: int, total: int) -> None:
        nonlocal last
        if time.monotonic() - last > EVERY:
            last = time.monotonic()
            say(f": {done} of {total}")

    first = Timer(PATIENCE, say, [""])
    first.daemon = True
    first.start()
    try:
        yield show
    finally:
        first.cancel()
