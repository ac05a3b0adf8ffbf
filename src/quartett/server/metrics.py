"""Counts of what happened, as Prometheus reads them."""

from collections.abc import Callable

HELP = {
    "tables": "Tables set up.",
    "entries": "Entries written to the log.",
    "sockets": "Sockets opened.",
    "messages": "Messages received on sockets.",
    "rejected": "Messages and requests refused.",
    "slow_readers": "Sockets closed because they read too slowly.",
    "bot_moves": "Decisions of bots.",
    "bot_failures": "Decisions for which a bot had to be started again.",
    "time_outs": "Seats whose time was up.",
    "pushes": "Notices sent to browsers.",
}


class Metrics:
    def __init__(self) -> None:
        self._counts = dict.fromkeys(HELP, 0)
        self.gauges: dict[str, tuple[str, Callable[[], float]]] = {}

    def count(self, name: str, by: int = 1) -> None:
        self._counts[name] += by

    def __getitem__(self, name: str) -> int:
        return self._counts[name]

    def text(self) -> str:
        """The page that Prometheus fetches."""
        lines = []
        for name, value in self._counts.items():
            lines += _metric(f"quartett_{name}_total", HELP[name], "counter", value)
        for name, (text, read) in self.gauges.items():
            lines += _metric(f"quartett_{name}", text, "gauge", read())
        return "\n".join(lines) + "\n"


def _metric(name: str, text: str, kind: str, value: float) -> list[str]:
    return [f"# HELP {name} {text}", f"# TYPE {name} {kind}", f"{name} {value:g}"]
