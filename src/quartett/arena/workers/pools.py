"""Pools of workers: this process, or the cores of this machine."""

import os
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from itertools import islice
from typing import Any, Protocol, TypeVar

from quartett.arena.workers.processes import GUARD, workers
from quartett.core.errors import QuartettError

T = TypeVar("T")


class Pool(Protocol):
    """Workers that take one task at a time each."""

    ahead: int
    """How many tasks it is given before the first is done: enough to keep all workers busy."""

    def submit(self, function: Callable[..., T], *arguments: Any) -> "Future[T]": ...


def each(pool: Pool, function: Callable[..., T], tasks: Iterable[tuple[Any, ...]]) -> Iterator[T]:
    """The function's results in the order in which they come.

    Tasks are taken from the iterable only when a worker is about to be free, so that what
    has come so far may decide what comes next.
    """
    left = iter(tasks)
    waiting: set[Future[T]] = set()
    while True:
        for task in islice(left, pool.ahead - len(waiting)):
            waiting.add(pool.submit(function, *task))
        if not waiting:
            return
        done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
        for future in done:
            yield _result(future)


def all_cores() -> int:
    """The cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


@contextmanager
def cores(jobs: int) -> Iterator[Pool]:
    """A pool of this many processes; one job is played in the calling process."""
    if jobs <= 1:
        yield Here()
        return
    pool = workers(jobs)
    try:
        yield Cores(pool.submit, jobs)
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


class Here:
    """No workers: a task is done when it is submitted."""

    ahead = 1

    def submit(self, function: Callable[..., T], *arguments: Any) -> "Future[T]":
        done: Future[T] = Future()
        done.set_result(function(*arguments))
        return done


class Cores:
    """Processes on this machine."""

    def __init__(self, submit: Callable[..., "Future[Any]"], jobs: int) -> None:
        self._submit = submit
        self.ahead = 3 * jobs

    def submit(self, function: Callable[..., T], *arguments: Any) -> "Future[T]":
        with _worker_errors():
            return self._submit(function, *arguments)


def _result(future: "Future[T]") -> T:
    with _worker_errors():
        return future.result()


@contextmanager
def _worker_errors() -> Iterator[None]:
    try:
        yield
    except BrokenProcessPool:
        raise QuartettError(
            f"a worker process ended, perhaps for want of memory; if this is a script, {GUARD}"
        ) from None
