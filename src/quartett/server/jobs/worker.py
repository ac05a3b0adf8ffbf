"""A process that computes for bots: it gets only what the seat saw, and can be killed."""

import multiprocessing
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from multiprocessing.connection import Connection
from typing import Any

from quartett.bots import levels
from quartett.bots.match import Match
from quartett.bots.threads import use_one_thread
from quartett.core.event import Action
from quartett.core.record import Record
from quartett.core.registry import game as find_game
from quartett.core.state import View
from quartett.hosting.importing import read_record
from quartett.hosting.puzzles import make_puzzles
from quartett.hosting.questions import Question, advise, decide
from quartett.review import Decision, Review, Reviewing
from quartett.review.practice import judged
from quartett.tables.errors import Refused
from quartett.tables.viewing.viewer import legal_actions

FIRST_SECONDS = 120.0
"""The first answer for a game may have to compile its search."""
GRACE_SECONDS = 3.0
PART_SECONDS = 0.5
"""How often a review that takes long is sent as far as it is."""


class WorkerFailed(Exception):
    """No answer in time, or the process died."""


class Worker:
    """The server's side of such a process. `ask` blocks: call it from a thread."""

    def __init__(self) -> None:
        use_one_thread()
        context = multiprocessing.get_context("spawn")
        self._pipe, theirs = context.Pipe()
        self._process = context.Process(target=serve, args=(theirs,), daemon=True)
        self._process.start()
        theirs.close()
        self._warm: set[str] = set()

    @property
    def pid(self) -> int | None:
        return self._process.pid

    def ask(
        self,
        task: str,
        game: str,
        what: Any,
        seconds: float,
        on_part: Callable[[Any], object] = lambda _: None,
    ) -> Any:
        """The answer to a question; WorkerFailed when there is none, and the process is gone.

        A task that gives its answer in parts calls `on_part` with each, which holds those before.
        """
        limit = seconds + GRACE_SECONDS if game in self._warm else FIRST_SECONDS
        end, ok = time.monotonic() + limit, None
        try:
            self._pipe.send((task, what, seconds))
            while ok is None:
                if not self._pipe.poll(max(0.0, end - time.monotonic())):
                    raise WorkerFailed(f"no answer within {limit:g} s")
                ok, answer = self._pipe.recv()
                if ok is None:
                    on_part(answer)
        except (EOFError, OSError) as error:
            self.kill()
            raise WorkerFailed("its process ended") from error
        except WorkerFailed:
            self.kill()
            raise
        if not ok:
            self.kill()
            raise WorkerFailed(answer)
        self._warm.add(game)
        return answer

    def end(self) -> None:
        """Kill the process; the thread that waits for its answer does the rest."""
        self._process.kill()

    def kill(self) -> None:
        self._process.kill()
        self._process.join()
        self._pipe.close()


def serve(pipe: Connection) -> None:
    """The worker's own side."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_IGN)  # sent to the whole group; the server decides
    if sys.platform != "win32":
        os.nice(5)  # sockets come first
    threading.Thread(target=_end_with_parent, daemon=True).start()
    while True:
        try:
            task, what, seconds = pipe.recv()
        except (EOFError, OSError):
            return
        try:
            answer = TASKS[task](what, seconds)
            if isinstance(answer, Iterator):
                answer = _last(answer, pipe)
            reply = (True, answer)
        except Exception as error:
            reply = (False, f"{type(error).__name__}: {error}")
        pipe.send(reply)


def _last(parts: Iterator[Any], pipe: Connection) -> Any:
    """Send all parts but the last one, which is the answer."""
    answer = next(parts)
    for part in parts:
        pipe.send((None, answer))
        answer = part
    return answer


def _explain(question: Question, _: float) -> Any:
    return advise(question)


def _review(asked: tuple[Record, frozenset[int]], _: float) -> Iterator[Review]:
    """The review as it grows, now and then, and at last whole."""
    record, stood_in = asked
    reviewing, shown = Reviewing(record, stood_in=stood_in), time.monotonic()
    for _step in reviewing.steps():
        if time.monotonic() - shown > PART_SECONDS:
            yield reviewing.review()
            shown = time.monotonic()
    yield reviewing.review()


def _judge(question: tuple[Record, int, Action], _: float) -> Decision:
    return judged(*question)


def _read(text: str, _: float) -> Record | str:
    """A record, or why it is none: nobody knows who wrote it."""
    try:
        return read_record(text)
    except Refused as error:
        return str(error.where["why"])
    except Exception as error:
        return f"{type(error).__name__}: {error}"[:200]


def _legal(view: View, _: float) -> Any:
    return legal_actions(view)


def _puzzle(day: str, _: float) -> Any:
    return make_puzzles(day)


def warm_up(game: str, _: float) -> None:
    """Play a few moves, so that nobody has to wait for compilers and tables."""
    strongest = list(levels(find_game(game)))[-1:] or ["random"]
    steps = Match(game, strongest * 2, seed=1, seconds=1).steps()
    for _step, _event in zip(range(8), steps, strict=False):
        pass


TASKS: dict[str, Callable[[Any, float], Any]] = {
    "decide": decide,
    "explain": _explain,
    "review": _review,
    "judge": _judge,
    "puzzle": _puzzle,
    "legal": _legal,
    "read": _read,
    "warm": warm_up,
}


def _end_with_parent() -> None:
    """A server that was killed cannot end its workers: they notice by themselves."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
