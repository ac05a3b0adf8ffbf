"""Counts and times of what happened, as Prometheus reads them."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterator

HELP = {
    "tables": "Tables set up.",
    "entries": "Entries written to the log.",
    "sockets": "Sockets opened.",
    "messages": "Messages received on sockets.",
    "rejected": "Messages and requests refused.",
    "slow_readers": "Sockets closed because they read too slowly.",
    "bot_moves": "Decisions made by bots.",
    "bot_failures": "Decisions for which a bot had to be restarted.",
    "time_outs": "Seats whose time ran out.",
    "pushes": "Notifications sent to browsers.",
    "pruned": "Tables and guests removed because of their age.",
}
TIMES = {
    "request_seconds": "Time from the headers of a request to the end of its answer.",
    "commit_seconds": "Time from a decision to its entries on disk.",
    "bot_seconds": "Time of a bot's decision, including the wait for a worker.",
}
BOUNDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
"""Upper bounds of the buckets of times, in seconds."""


class Metrics:
    def __init__(self) -> None:
        self._counts = dict.fromkeys(HELP, 0)
        self._times = {name: Histogram() for name in TIMES}
        self._statuses: Counter[int] = Counter()
        self.gauges: dict[str, tuple[str, Callable[[], float]]] = {}

    def count(self, name: str, by: int = 1) -> None:
        self._counts[name] += by

    def took(self, name: str, seconds: float) -> None:
        """Something of this kind took this long."""
        self._times[name].add(seconds)

    def committed(self, entries: int, seconds: float) -> None:
        """A submission is on disk."""
        self._counts["entries"] += entries
        self._times["commit_seconds"].add(seconds)

    def answered(self, status: int, seconds: float) -> None:
        """A request was answered."""
        self._statuses[status] += 1
        self._times["request_seconds"].add(seconds)

    def __getitem__(self, name: str) -> int:
        return self._counts[name]

    def text(self) -> str:
        """The page that Prometheus fetches."""
        lines: list[str] = []
        for name, value in self._counts.items():
            lines += _metric(f"quartett_{name}_total", HELP[name], "counter", value)
        for name, (text, read) in self.gauges.items():
            lines += _metric(f"quartett_{name}", text, "gauge", read())
        lines += _head("quartett_requests_total", "Requests answered.", "counter")
        for status, number in sorted(self._statuses.items()):
            lines.append(f'quartett_requests_total{{status="{status}"}} {number}')
        for name, histogram in self._times.items():
            lines += _head(f"quartett_{name}", TIMES[name], "histogram")
            lines += histogram.lines(f"quartett_{name}")
        return "\n".join(lines) + "\n"


class Histogram:
    """How many took how long, by bucket."""

    __slots__ = ("_buckets", "_sum")

    def __init__(self) -> None:
        self._buckets = [0] * (len(BOUNDS) + 1)
        self._sum = 0.0

    def add(self, seconds: float) -> None:
        self._buckets[bisect_left(BOUNDS, seconds)] += 1
        self._sum += seconds

    def lines(self, name: str) -> Iterator[str]:
        total = 0
        for bound, number in zip([*BOUNDS, "+Inf"], self._buckets, strict=True):
            total += number
            yield f'{name}_bucket{{le="{bound}"}} {total}'
        yield f"{name}_sum {self._sum:g}"
        yield f"{name}_count {total}"


def _metric(name: str, text: str, kind: str, value: float) -> list[str]:
    return [*_head(name, text, kind), f"{name} {value:.15g}"]


def _head(name: str, text: str, kind: str) -> list[str]:
    return [f"# HELP {name} {text}", f"# TYPE {name} {kind}"]
