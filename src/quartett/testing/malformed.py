"""Forms that are nearly actions: other fields, other types, huge and strange values."""

import random
from collections.abc import Iterator
from typing import Any

STRANGE: list[Any] = [
    None,
    True,
    -1,
    0,
    7,
    10**30,
    0.5,
    1.0,
    "",
    "nonsense",
    "\u202e",
    [],
    [0],
    [0, 0],
    [[0, 0]],
    {},
    {"do": 1},
]


def malformed(forms: list[dict[str, Any]], rng: random.Random) -> Iterator[object]:
    """Strange values, and the forms with something changed, added or left out."""
    yield rng.choice(STRANGE)
    yield {"do": rng.choice(STRANGE)}
    for form in forms:
        yield {**form, "extra": rng.choice(STRANGE)}
        field = rng.choice(list(form))
        yield {name: value for name, value in form.items() if name != field}
        yield {**form, field: rng.choice(STRANGE)}
        yield {**form, field: _nudged(form[field], rng)}


def _nudged(value: Any, rng: random.Random) -> Any:
    """Something of the same type, but not quite the same."""
    match value:
        case bool():
            return not value
        case int():
            return value + rng.choice([-1, 1, 100])
        case str():
            return value[1:] + value[:1]
        case [*items] if items:
            place = rng.randrange(len(items))
            changed = [*items[:place], _nudged(items[place], rng), *items[place + 1 :]]
            return rng.choice([changed, items[1:], [*items, items[place]]])
    return rng.choice(STRANGE)
