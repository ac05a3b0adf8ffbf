"""What must come out the same in WebAssembly and here; runs in both.

Under Node: `node web/tools/node.mjs tests/engine/twins.py JOB OUT`, both paths absolute.
"""

import hashlib
import json
import math
from itertools import islice
from pathlib import Path
from typing import Any

import msgspec

from quartett.bots.match import Match
from quartett.core.record import Record


def digest(text: str) -> str:
    """Of everything that anybody sees in a replay: all views of all states, and the scores."""
    record = Record.parse(text)
    total = hashlib.sha256()
    for state in record.replay():
        for seat in (None, *range(state.players)):
            total.update(msgspec.json.encode(state.view(seat)))
        total.update(repr((state.scores(), state.winners(), sorted(state.to_act))).encode())
    return total.hexdigest()


def choices(game: str, level: str, players: int, seed: int, decisions: int) -> list[str]:
    """What bots of a level choose where no clock hurries them."""
    match = Match(game, [level] * players, seed=seed, seconds=math.inf)
    made = (str(event.action) for event in match.steps() if isinstance(event.actor, int))
    return list(islice(made, decisions))


def run(job: dict[str, Any]) -> dict[str, Any]:
    return {
        "digests": [digest(text) for text in job["records"]],
        "choices": [choices(*asked) for asked in job["choices"]],
    }


def main(source: str, target: str) -> None:
    Path(target).write_text(json.dumps(run(json.loads(Path(source).read_text()))))


if "ARGUMENTS" in globals():  # set by web/tools/node.mjs
    main(*("/host" + path for path in globals()["ARGUMENTS"]))
