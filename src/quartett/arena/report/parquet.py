"""Results as Parquet, a row for every seat of every game.

`results.parquet` holds what the seed decides and is the same, byte for byte, on every run;
`times.parquet` holds what the clock said.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

from quartett.arena.plan import Plan
from quartett.arena.results import Outcome, fingerprint
from quartett.core.distribution import MissingExtra

FILES = ("results.parquet", "times.parquet")


def write_parquet(folder: Path, plan: Plan, outcomes: Sequence[Outcome]) -> None:
    """Write both files, each whole or not at all."""
    pa = arrow()
    about = {
        "game": plan.game,
        "seed": plan.seed,
        "options": msgspec.json.encode(plan.options).decode(),
        "fingerprint": fingerprint(outcomes),
    }
    for name, rows in zip(FILES, (_results(outcomes), _times(outcomes)), strict=True):
        schema = pa.schema(_schema(pa, name), metadata={f"quartett.{k}": about[k] for k in about})
        table = pa.Table.from_pylist(rows, schema=schema)
        draft = folder / f".{name}.new"
        pa.parquet.write_table(table, draft, compression="zstd")
        draft.replace(folder / name)


def _results(outcomes: Sequence[Outcome]) -> list[dict[str, Any]]:
    return [
        {
            "game": number,
            "players": len(outcome.seats),
            "group": list(outcome.fixture.group),
            "round": outcome.fixture.round,
            "turn": outcome.fixture.turn,
            "seat": seat,
            "bot": outcome.seats[seat],
            "score": outcome.scores[seat],
            "place": outcome.places[seat],
            "win": outcome.win(seat),
            "forfeit": outcome.forfeit(seat),
            "decisions": outcome.decisions[seat],
            "events": outcome.events,
            "commit": outcome.commit,
        }
        for number, outcome in enumerate(outcomes, start=1)
        for seat in range(len(outcome.seats))
    ]


def _times(outcomes: Sequence[Outcome]) -> list[dict[str, Any]]:
    return [
        {
            "game": number,
            "seat": seat,
            "seconds": outcome.clock.seconds[seat],
            "slowest": outcome.clock.slowest[seat],
        }
        for number, outcome in enumerate(outcomes, start=1)
        for seat in range(len(outcome.seats))
    ]


def _schema(pa: Any, name: str) -> list[tuple[str, Any]]:
    if name == "times.parquet":
        whole = [("game", pa.int32()), ("seat", pa.int8())]
        return [*whole, ("seconds", pa.float64()), ("slowest", pa.float64())]
    return [
        ("game", pa.int32()),
        ("players", pa.int8()),
        ("group", pa.list_(pa.string())),
        ("round", pa.int32()),
        ("turn", pa.int8()),
        ("seat", pa.int8()),
        ("bot", pa.string()),
        ("score", pa.int32()),
        ("place", pa.int8()),
        ("win", pa.float64()),
        ("forfeit", pa.string()),
        ("decisions", pa.int32()),
        ("events", pa.int32()),
        ("commit", pa.string()),
    ]


def arrow() -> Any:
    """The library, or a sentence on how to install it."""
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        raise MissingExtra("tournaments need pyarrow", "arena") from None
    return pyarrow
