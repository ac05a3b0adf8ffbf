"""The server's log: one line for each thing that went wrong, as text or as JSON.

What a client sent may hold secrets, so lines name codes, kinds of errors and places in our code,
and a client that repeats itself cannot fill the disk.
"""

import json
import logging
import traceback
from collections import OrderedDict
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Literal, TypeAlias

from quartett.server.limits import Bucket, Rate

Form: TypeAlias = Literal["text", "json"]

logger = logging.getLogger("quartett.server")

LINES = Rate(20, 0.1)
"""How many lines of one kind at once, and how many a second after that."""
KINDS = 1_000
FRAMES = 6
"""How many places of a failure's stack a line names, the innermost last."""


def configure(form: Form, level: str) -> None:
    """Write to standard error; everything else that logs, uvicorn too, goes the same way."""
    handler = logging.StreamHandler()
    handler.setFormatter(JsonLines() if form == "json" else TextLines())
    handler.addFilter(Repeats())
    handler.addFilter(_is_ours)
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level.upper())


def report(level: int, event: str, error: BaseException | None = None, **fields: Any) -> None:
    """One line, with the fields and the cause."""
    if error is not None:
        fields["cause"], fields["trace"] = type(error).__name__, places(error)
    logger.log(level, event, extra={"fields": fields})


def places(error: BaseException) -> list[str]:
    """Where it was raised: `file:line function`, without any value."""
    frames = traceback.extract_tb(error.__traceback__)[-FRAMES:]
    return [f"{Path(frame.filename).name}:{frame.lineno} {frame.name}" for frame in frames]


class JsonLines(logging.Formatter):
    """One JSON object a line."""

    def format(self, record: logging.LogRecord) -> str:
        at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        line = {"at": at, "level": record.levelname.lower(), "event": record.getMessage()}
        return json.dumps({**line, **fields_of(record)}, default=str)


class TextLines(logging.Formatter):
    """For people: the level, what happened, and the fields as name=value."""

    def format(self, record: logging.LogRecord) -> str:
        fields = fields_of(record)
        trace = fields.pop("trace", None)
        told = [f"{name}={value}" for name, value in fields.items()]
        told += [f"at {' < '.join(reversed(trace))}"] if trace else []
        return " ".join([record.levelname, record.getMessage(), *told])


def fields_of(record: logging.LogRecord) -> dict[str, Any]:
    """The fields of a line; a traceback becomes a cause and its places."""
    fields = dict(getattr(record, "fields", {}))
    error = record.exc_info[1] if record.exc_info else None
    if error is not None:
        fields |= {"cause": type(error).__name__, "trace": places(error)}
    if repeats := getattr(record, "repeats", 0):
        fields["repeats"] = repeats
    return fields


class Repeats(logging.Filter):
    """Lets some lines of each kind through, and counts the rest in the next that passes."""

    def __init__(self, rate: Rate = LINES) -> None:
        super().__init__()
        self._rate = rate
        self._kinds: OrderedDict[tuple[object, ...], tuple[Bucket, list[int]]] = OrderedDict()

    def filter(self, record: logging.LogRecord) -> bool:
        fields = getattr(record, "fields", {})
        kind = (record.msg, fields.get("code"), fields.get("cause"))
        bucket, left_out = self._kinds.setdefault(kind, (Bucket(self._rate), [0]))
        if len(self._kinds) > KINDS:
            self._kinds.popitem(last=False)
        if not bucket.take():
            left_out[0] += 1
            return False
        record.repeats, left_out[0] = left_out[0], 0
        return True


def _is_ours(record: logging.LogRecord) -> bool:
    """A socket that was turned away is a failure to uvicorn; strangers could fill the log."""
    return "without completing handshake" not in record.getMessage()
