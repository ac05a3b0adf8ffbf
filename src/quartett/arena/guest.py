"""Bots from users' files, each in a process that can be killed when it hangs."""

import math
import multiprocessing
import os
import signal
import sys
import time
import traceback
from collections import defaultdict
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import msgspec

from quartett.arena.workers.processes import check_main_guard
from quartett.bots import Bot
from quartett.bots.files import bots_in
from quartett.core.errors import QuartettError
from quartett.core.event import Action, Seen
from quartett.core.registry import game as find_game
from quartett.core.state import View

START_SECONDS = 60.0
"""The least that a process has to start: a bot may import much, and the machine may be busy."""
GRACE_SECONDS = 0.25
"""An answer may be on its way when the deadline passes."""


def guests(path: Path) -> dict[str, str]:
    """The classes of a file's bots, by the names they can be entered under."""
    return {name: bot.__name__ for name, bot in bots_in(path).items()}


class Guest(Bot):
    """A user's bot in a process of its own: it can raise, hang or die without harm to the match."""

    def __init__(self, game: str, path: Path, class_name: str, seed: int, seconds: float) -> None:
        super().__init__(seed)
        self._game = find_game(game)
        self._key = (path, class_name)
        self._seed = seed
        self._seconds = seconds
        self._host: Host | None = None

    def observe(self, seen: Seen) -> None:
        self._ask(("observe", seen), self._seconds)

    def choose(self, view: View, deadline: float) -> Action:
        seconds = min(self._seconds, deadline - time.monotonic())
        return self._game.action(self._ask(("choose", view, seconds), seconds))

    def close(self) -> None:
        """The process waits for the next game, unless it failed to answer."""
        if self._host is not None and self._host.answers:
            _idle[self._key].append(self._host)
        self._host = None

    def _ask(self, question: tuple[Any, ...], seconds: float) -> Any:
        # Begun with the first question, so that a bot that cannot begin forfeits like any other.
        if self._host is None:
            self._host = _idle[self._key].pop() if _idle[self._key] else Host(*self._key)
            self._host.ask(("begin", self._seed), max(START_SECONDS, self._seconds))
        return self._host.ask(question, seconds)


class Host:
    """A process that plays one class of bots, game after game."""

    def __init__(self, path: Path, class_name: str) -> None:
        check_main_guard()
        context = multiprocessing.get_context("spawn")
        self._pipe, theirs = context.Pipe()
        self._process = context.Process(target=_serve, args=(theirs, path, class_name), daemon=True)
        self._process.start()
        theirs.close()
        self.answers = True

    def ask(self, question: tuple[Any, ...], seconds: float) -> Any:
        """The answer as plain data; nothing a guest sends is ever run or unpickled here."""
        limit = None if math.isinf(seconds) else max(0.0, seconds) + GRACE_SECONDS
        try:
            self._pipe.send(question)
            if not self._pipe.poll(limit):
                raise TimeoutError
            answer = msgspec.json.decode(self._pipe.recv_bytes())
        except TimeoutError:
            self._kill()
            raise QuartettError(f"gave no answer within {seconds:g} s") from None
        except (EOFError, OSError):
            self._kill()
            raise QuartettError("its process ended") from None
        if "error" in answer:
            raise QuartettError(answer["error"])
        return answer["ok"]

    def _kill(self) -> None:
        self.answers = False
        self._process.kill()
        self._process.join()
        self._pipe.close()


_idle: defaultdict[tuple[Path, str], list[Host]] = defaultdict(list)


def _serve(pipe: Connection, path: Path, class_name: str) -> None:
    """The guest's process: answer until the other end is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    bot: Bot | None = None
    while True:
        try:
            match pipe.recv():
                case "begin", seed:
                    bot = bots_in(path)[class_name.lower()](seed)
                    answer: object = None
                case "observe", seen if bot is not None:
                    bot.observe(seen)
                    answer = None
                case "choose", view, seconds if bot is not None:
                    chosen = bot.choose(view, time.monotonic() + seconds)
                    answer = msgspec.to_builtins(chosen)
            reply = msgspec.json.encode({"ok": answer})
        except EOFError:
            return
        except BaseException as error:  # also sys.exit
            reply = msgspec.json.encode({"error": _what(error, path)})
        pipe.send_bytes(reply)


def _what(error: BaseException, path: Path) -> str:
    """What went wrong, and in which line of the bot's file."""
    lines = [
        frame.lineno
        for frame in traceback.extract_tb(error.__traceback__)
        if Path(frame.filename) == path
    ]
    place = f" ({path.name}, line {lines[-1]})" if lines else ""
    said = f"{type(error).__name__}: {error}{place}"
    return said.encode(errors="backslashreplace").decode()  # names of files may be no text
