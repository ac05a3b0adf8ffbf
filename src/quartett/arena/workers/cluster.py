"""A Ray cluster as a pool; Ray comes with `pip install quartett[ray]`.

Quartett must be installed on every node, in the same version. Bots from files travel with
their tasks, so a node need not have the file.
"""

import logging
import socket
import tempfile
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from quartett.arena.workers.pools import Pool
from quartett.core import distribution
from quartett.core.distribution import MissingExtra
from quartett.core.errors import QuartettError

T = TypeVar("T")

ANSWER_SECONDS = 60
ASKED_TIMES = 3
CONNECT_SECONDS = 5
ABSENT = "No module named 'quartett"
"""What a task's error says on a node without Quartett, or with an older one."""


@contextmanager
def ray_cluster(address: str, jobs: int | None = None) -> Iterator[Pool]:
    """The cluster at this address (`auto`, HOST:PORT, ray://HOST:PORT), left as it was found."""
    ray = _ray()
    _check_reachable(address)
    try:
        ray.init(address, logging_level=logging.ERROR, log_to_driver=False)
    except (ConnectionError, TimeoutError, RuntimeError, ValueError) as error:
        ray.shutdown()
        reason = str(error).strip().split("\n")[0][:200]
        raise QuartettError(f"no Ray cluster answers at {address!r}: {reason}") from None
    try:
        yield Cluster(ray, jobs)
    finally:
        ray.shutdown()


def _check_reachable(address: str) -> None:
    """Fail early: Ray itself retries for minutes, with much output, when nothing listens."""
    host, colon, port = address.rpartition("://")[2].partition("/")[0].rpartition(":")
    if not (colon and port.isascii() and port.isdigit()):
        return
    try:
        socket.create_connection((host.strip("[]"), int(port)), CONNECT_SECONDS).close()
    except (OSError, OverflowError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise QuartettError(f"no Ray cluster answers at {address!r}: {reason}") from None


class Cluster:
    """All CPUs of a cluster, or at most `jobs` games at a time."""

    def __init__(self, ray: Any, jobs: int | None) -> None:
        self._ray = ray
        cpus = int(ray.cluster_resources().get("CPU", 1))
        self.ahead = jobs or 2 * cpus
        self._check_nodes()

    def submit(self, function: Callable[..., T], *arguments: Any) -> "Future[T]":
        task = self._remote.remote(function, arguments, _sources(arguments))
        answer: Future[T] = Future()
        task.future().add_done_callback(lambda done: _forward(done, answer))
        return answer

    @property
    def _remote(self) -> Any:
        # A node that dies takes its games with it: they are played again elsewhere.
        return self._ray.remote(num_cpus=1, max_retries=5)(_work)

    def _check_nodes(self) -> None:
        """Every node must have the same Quartett, or the same seed would not mean the same game."""
        nodes = [
            node for node in self._ray.nodes() if node["Alive"] and node["Resources"].get("CPU")
        ]
        asked = [(node, self._ask(node["NodeID"])) for node in nodes]
        for node, answer in asked:
            found = self._answered(node["NodeID"], answer)
            if found != distribution.__version__:
                raise QuartettError(
                    f"the Ray node {node['NodeManagerAddress']} has {found}; "
                    f"every node needs Quartett {distribution.__version__}"
                )

    def _ask(self, node: str) -> Any:
        here = self._ray.util.scheduling_strategies.NodeAffinitySchedulingStrategy(node, soft=False)
        return self._ray.remote(num_cpus=0, scheduling_strategy=here)(_version).remote()

    def _answered(self, node: str, answer: Any) -> str:
        """The node's version. A worker that dies meanwhile is not a reason to refuse."""
        reason = ""
        for _ in range(ASKED_TIMES):
            try:
                return str(self._ray.get(answer, timeout=ANSWER_SECONDS))
            except self._ray.exceptions.GetTimeoutError:
                return f"not answered within {ANSWER_SECONDS} s"
            except self._ray.exceptions.RayError as error:
                reason = str(error)
                if ABSENT in reason:
                    return "no Quartett"
                answer = self._ask(node)
        return f"not answered: {reason.strip().splitlines()[-1][:200]}"


def _version() -> str:
    return distribution.__version__


def _work(function: Callable[..., T], arguments: tuple[Any, ...], sources: dict[str, bytes]) -> T:
    """On a node: put the guests' files in place, and do the task."""
    if not sources:
        return function(*arguments)
    places = {path: _placed(path, source) for path, source in sources.items()}
    return function(*(_moved(argument, places) for argument in arguments))


def _placed(path: str, source: bytes) -> Path:
    """A file with this content: the one of this name, or a copy."""
    original = Path(path)
    if original.is_file() and original.read_bytes() == source:
        return original
    folder = Path(tempfile.gettempdir()) / "quartett-guests" / sha256(source).hexdigest()
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    copy = folder / original.name
    if not copy.is_file() or copy.read_bytes() != source:
        with tempfile.NamedTemporaryFile(dir=folder, delete=False) as file:
            file.write(source)
        Path(file.name).replace(copy)
    return copy


def _moved(thing: Any, places: dict[str, Path]) -> Any:
    """The same value with its paths in their new places."""
    if isinstance(thing, Path):
        return places.get(str(thing), thing)
    if isinstance(thing, tuple):
        return tuple(_moved(item, places) for item in thing)
    if isinstance(thing, msgspec.Struct):
        fields = {name: getattr(thing, name) for name in thing.__struct_fields__}
        return type(thing)(**{name: _moved(value, places) for name, value in fields.items()})
    return thing


def _sources(thing: Any) -> dict[str, bytes]:
    """The files that a value names, with what is in them."""
    if isinstance(thing, Path):
        return {str(thing): _read(thing)}
    if isinstance(thing, msgspec.Struct):
        thing = tuple(getattr(thing, name) for name in thing.__struct_fields__)
    if not isinstance(thing, tuple):
        return {}
    return {path: source for item in thing for path, source in _sources(item).items()}


@cache
def _read(path: Path) -> bytes:
    return path.read_bytes()


def _forward(done: "Future[Any]", answer: "Future[Any]") -> None:
    """Ray wraps what a task raises; the message inside is what a user can read."""
    error = done.exception()
    if error is None:
        answer.set_result(done.result())
        return
    cause = getattr(error, "cause", None)
    if isinstance(cause, QuartettError):
        answer.set_exception(cause)
    else:
        reason = str(cause or error).strip().split("\n")[-1][:200]
        answer.set_exception(QuartettError(f"a game on the Ray cluster failed: {reason}"))


def _ray() -> Any:
    try:
        import ray
    except ImportError:
        raise MissingExtra("a Ray cluster needs Ray", "ray") from None
    return ray
