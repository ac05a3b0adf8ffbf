"""The decisions of many games: as rows, as Parquet, and what each player gives away by kind."""

from collections.abc import Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from msgspec import Struct

from quartett.core.errors import QuartettError
from quartett.review.report import Review

NO_EXTRA: Final = "Parquet needs a library more: pip install 'quartett[arena]'"


class MeanRegret(Struct, frozen=True, kw_only=True):
    """What one player's decisions of one kind gave away, over many games."""

    name: str
    kind: str
    games: int
    decisions: int
    each: float
    """A decision, in winning chances."""
    a_game: float
    error: float
    """The standard error of `a_game`."""


def rows(reviews: Iterable[tuple[str, Review]]) -> list[dict[str, Any]]:
    """A row for each decision; the first of a pair names the record."""
    return [{"record": name, **row} for name, review in reviews for row in review.table()]


def mean_regret(found: Sequence[dict[str, Any]]) -> list[MeanRegret]:
    """By player and kind of decision, what was given away."""
    games: dict[str, set[tuple[str, int]]] = {}
    lost: dict[tuple[str, str], dict[tuple[str, int], list[float]]] = {}
    for row in found:
        place = (row["record"], row["seat"])
        games.setdefault(row["name"], set()).add(place)
        kind = lost.setdefault((row["name"], row["kind"]), {})
        kind.setdefault(place, []).append(row["regret"])
    return [_mean(name, kind, games[name], lost[name, kind]) for name, kind in sorted(lost)]


def _mean(
    name: str,
    kind: str,
    games: set[tuple[str, int]],
    lost: dict[tuple[str, int], list[float]],
) -> MeanRegret:
    sums = [sum(lost.get(game, ())) for game in games]
    count, mean = sum(map(len, lost.values())), sum(sums) / len(sums)
    spread = sum((one - mean) ** 2 for one in sums) / max(1, len(sums) - 1)
    return MeanRegret(
        name=name, kind=kind, games=len(games), decisions=count, each=sum(sums) / count,
        a_game=mean, error=(spread / len(sums)) ** 0.5,
    )  # fmt: skip


def write_parquet(path: Path, found: Sequence[dict[str, Any]]) -> None:
    """Write the file whole or not at all."""
    try:
        import pyarrow as pa
        import pyarrow.parquet
    except ImportError:
        raise QuartettError(NO_EXTRA) from None
    draft = path.with_name(f".{path.name}.new")
    try:
        pa.parquet.write_table(pa.Table.from_pylist(list(found)), draft, compression="zstd")
        draft.replace(path)
    except OSError as error:
        with suppress(OSError):  # it was not even made
            draft.unlink()
        raise QuartettError(f"cannot write {path}: {error.strerror}") from None
