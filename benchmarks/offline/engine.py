"""Runs inside WebAssembly, by a slowed clock: bots' answers and memory.

The clock counts CPU seconds of this process, times the slowdown: what a device that much
slower would take, whatever else the measuring machine does. Bots see the same clock.
"""

import json
import time
from pathlib import Path

CPU_SECONDS = globals()["CPU_SECONDS"]
MEMORY_BYTES = globals()["MEMORY_BYTES"]
TARGET, SLOWDOWN, GAMES, *NAMED = globals()["ARGUMENTS"]

ENOUGH = 100
"""Answers of one game, which is all of a game of Cubus; others may be longer."""

time.monotonic = lambda: float(CPU_SECONDS()) * float(SLOWDOWN)

from quartett.bots import levels  # noqa: E402
from quartett.browser.worker import Engine  # noqa: E402
from quartett.core.registry import game as find_game  # noqa: E402
from quartett.core.registry import game_ids  # noqa: E402


def play(engine: Engine, game: str, level: str, players: int) -> list[float]:
    """One game between bots; how long each answer took, by the slowed clock."""
    setup = {"game": game, "seats": [{"kind": "bot", "level": level}] * players, "start": True}
    made = json.loads(engine.request("POST", "tables", json.dumps(setup), 0))
    table, took = made["tables"][0]["id"], []
    while bots := json.loads(engine.due(table))["bots"]:
        seat, since = bots[0]["seat"], bots[0]["since"]
        began = time.monotonic()
        form = engine.think(table, seat)
        took.append(time.monotonic() - began)
        engine.bot_move(table, seat, since, form, 0)
        if len(took) >= ENOUGH:
            break
    engine.forget(table)
    return took


def main() -> None:
    engine = Engine("0" * 16, "")
    answers: dict[str, list[float]] = {}
    memory = [MEMORY_BYTES()]
    for game in game_ids():
        for level in levels(find_game(game)):
            if NAMED and f"{game}/{level}" not in NAMED:
                continue
            games = range(int(GAMES))
            took = [one for _ in games for one in play(engine, game, level, 2)]
            answers[f"{game} {level}"] = took
            memory.append(MEMORY_BYTES())
            so_far = {"answers": answers, "memory": memory}
            Path("/host" + TARGET).write_text(json.dumps(so_far))


main()
