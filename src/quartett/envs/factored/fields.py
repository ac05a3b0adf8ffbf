"""Fields that several games have. Seats are counted from the viewing one, which is always 0."""

from collections.abc import Callable, Sequence
from typing import Any, Final

from quartett.envs.factored.lists import Field

MOST: Final = 10**9
"""Numbers beyond this are shown as this."""


def around(view: Any, values: Sequence[Any]) -> list[Any]:
    """Values by seat, the viewing seat's first."""
    seat = view.seat
    return [*values[seat:], *values[:seat]] if seat else [*values]


def seats(view: Any, some: Sequence[int]) -> list[int]:
    """1 for every seat among these, the viewing seat first."""
    players = view.players
    flags = [0] * players
    for seat in some:
        flags[(seat - view.seat) % players] = 1
    return flags


def one_of(count: int, place: int) -> list[int]:
    """A row of zeros with a 1 at the place, or none for a negative place."""
    row = [0] * count
    if place >= 0:
        row[place] = 1
    return row


def to_act(players: int) -> Field:
    return Field(
        "to_act",
        players,
        0,
        1,
        "who may act now",
        lambda draft: seats(draft.view, draft.view.to_act),
    )


def scores(players: int, low: int, high: int) -> Field:
    def read(draft: Any) -> list[int]:
        row = around(draft.view, draft.view.scores)
        if max(row) <= high and min(row) >= low:
            return row
        return [max(low, min(high, score)) for score in row]

    return Field("scores", players, low, high, "the scores as they stand", read)


def active(players: int) -> Field:
    def read(draft: Any) -> list[int]:
        return seats(draft.view, (draft.view.active,))

    return Field("active", players, 0, 1, "whose turn it is", read)


def phase(names: Sequence[str]) -> Field:
    rows = {name: one_of(len(names), place) for place, name in enumerate(names)}
    text = "the phase, one of " + ", ".join(names)
    return Field("phase", len(names), 0, 1, text, lambda draft: rows[draft.view.phase])


def number(name: str, low: int, high: int, text: str, read: Callable[[Any], int]) -> Field:
    """A single number, kept within its bounds."""

    def bounded(draft: Any) -> tuple[int]:
        value = read(draft)
        return (value if low <= value <= high else low if value < low else high,)

    return Field(name, 1, low, high, text, bounded)
