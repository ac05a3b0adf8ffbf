"""When kernels are compiled, and by which process."""

import atexit
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, Final, TypeVar, cast

from quartett.core.kernels.folders import cache_folder

F = TypeVar("F", bound=Callable[..., Any])

PATIENCE: Final = 0.5
"""Seconds a process spends in plain kernels before it turns to compiled ones."""
MODE: Final = "QUARTETT_KERNELS"
"""The environment variable that forbids compiled kernels (`plain`) or demands them at once
(`compiled`)."""
READY, CLAIM = "ready", "compiling"
STALE: Final = 600.0
"""A claim this old belongs to a process that was killed."""


def compiler() -> str:
    """The version of the installed compiler; empty without one, or where it is switched off."""
    if os.environ.get(MODE) == "plain" or os.environ.get("NUMBA_DISABLE_JIT", "0") != "0":
        return ""
    try:
        return version("numba")
    except PackageNotFoundError:
        return ""


def compiles() -> bool:
    """Whether kernels will be compiled here, sooner or later."""
    return bool(compiler())


class Program:
    """Kernels that are called together.

    `warm` calls each of them once through the program, with arrays of the types it will be
    called with: that is what compiles them, or loads them from the cache.
    """

    every: Final[list["Program"]] = []

    def __init__(self, module: str, warm: Callable[[], object]) -> None:
        self.module = module
        self._warm = warm
        self._spent = 0.0
        self._done = False
        self._thread: threading.Thread | None = None
        self._lock = threading.Lock()
        self._thread_mode = threading.local()
        self.every.append(self)

    @property
    def is_compiled(self) -> bool:
        """Whether calls are to be made with arrays and compiled kernels."""
        mode: bool | None = getattr(self._thread_mode, "compiled", None)
        if mode is not None:
            return mode
        if not self._done and os.environ.get(MODE) == "compiled" and compiles():
            self.compile()
        return self._done

    def __getitem__(self, kernel: F) -> F:
        """The kernel as it is to be called now."""
        if not self.is_compiled:
            return kernel
        from quartett.core.kernels.compiling import dispatcher

        return cast(F, dispatcher(kernel))

    @contextmanager
    def timed(self) -> Iterator[None]:
        """Make calls of one mode, plain or compiled, though compiled code may get ready meanwhile.

        The time of plain calls counts; enough of it starts the compiler.
        """
        compiled, began = self.is_compiled, time.monotonic()
        try:
            with self._in_mode(compiled):
                yield
        finally:
            self._spent += time.monotonic() - began
            if self._spent > PATIENCE and not compiled and self._thread is None:
                self._begin()

    @contextmanager
    def _in_mode(self, compiled: bool) -> Iterator[None]:
        """What `is_compiled` says in this thread."""
        before = getattr(self._thread_mode, "compiled", None)
        self._thread_mode.compiled = compiled
        try:
            yield
        finally:
            self._thread_mode.compiled = before

    def prepare(self) -> bool:
        """Whether compiled code is ready; if not, it will be, made in the background."""
        if not self.is_compiled:
            self._begin()
        return self.is_compiled

    def compile(self) -> None:
        """Compile now, or load what was compiled before; returns when it is done."""
        if not compiles():
            return
        with self._lock:
            if not self._done:
                with self._in_mode(True):
                    self._warm()
                self._done = True
        if folder := self.folder():
            with suppress(OSError):
                (folder / READY).touch()

    def folder(self) -> Path | None:
        """Where it is noted that all of the program's kernels are in the cache."""
        file = sys.modules[self.module].__file__
        return cache_folder(self.module, Path(file), compiler()) if file else None

    def _begin(self) -> None:
        with self._lock:
            if self._thread is not None or not compiles():
                return
            self._thread = threading.Thread(
                target=self._in_background, name=f"compile {self.module}", daemon=True
            )
        self._thread.start()

    def _in_background(self) -> None:
        folder = self.folder()
        if folder is not None and not (folder / READY).exists():
            _compile_elsewhere(self.module, folder)
            if not (folder / READY).exists():
                return  # it failed there, so it would fail here: plain kernels do
        if not _ENDING.is_set():
            _LOADING.append(threading.current_thread())
            with suppress(Exception):  # plain kernels do
                self.compile()


def _compile_elsewhere(module: str, folder: Path) -> None:
    """Have a process of its own compile, unless another is at it; returns when it has ended."""
    claim = folder / CLAIM
    while not _claimed(claim):
        time.sleep(1)
        if (folder / READY).exists() or _ENDING.is_set():
            return
    command = [sys.executable, "-m", "quartett.core.kernels", module, str(claim)]
    quiet: dict[str, Any] = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.DEVNULL)
    path = os.pathsep.join(filter(None, sys.path))
    environment = {**os.environ, "PYTHONPATH": path, MODE: "compiled"}
    try:
        # In a session of its own: Ctrl-C ends this program, not the work for the next one.
        started = subprocess.Popen(command, env=environment, start_new_session=True, **quiet)
    except OSError:
        claim.unlink(missing_ok=True)
        return
    started.wait()


def _claimed(claim: Path) -> bool:
    try:
        claim.touch(exist_ok=False)
        return True
    except FileExistsError:
        pass
    except OSError:
        return True  # nobody can claim it, nobody is in the way
    with suppress(OSError):
        if time.time() - claim.stat().st_mtime > STALE:
            claim.unlink()
    return False


_ENDING: Final = threading.Event()
_LOADING: Final[list[threading.Thread]] = []


@atexit.register
def _finish() -> None:
    """A process must not end in the middle of loading: the compiler's library would crash."""
    _ENDING.set()
    for thread in _LOADING:
        thread.join(10)
