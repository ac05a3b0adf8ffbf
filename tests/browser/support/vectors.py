"""Numbers of chance as the library draws them, for the page's own tests.

`python -m tests.browser.support.vectors` writes them; the suite fails when they are stale.
"""

import json
import random
from pathlib import Path

from quartett.core.fairness import Stream, commitment, game_key, seeded
from quartett.tables import commands as ask
from tests.tables.desk import ANA, Desk

PAGE = Path(__file__).parents[3] / "web" / "src"
FILE = PAGE / "lib" / "fairness" / "fairness.vectors.json"
UNDONE = PAGE / "games" / "calavera" / "fixtures" / "record" / "undone.json"
STOPS = (1, 2, 6, 60, 256, 257, 46_656, 2**24, 2**24 + 1, 2**48 - 1, 2**53 - 1)


def vectors() -> dict[str, object]:
    secret = seeded(1, "secret")
    nonces = [seeded(seat, "nonce")[:16] for seat in range(3)]
    key = game_key(secret, nonces)
    return {
        "secret": secret.hex(),
        "commit": commitment(secret),
        "nonces": [nonce.hex() for nonce in nonces],
        "streams": [_stream(key, place) for place in (0, 1, 255, 256, 70_000)],
    }


def with_undos() -> list[str]:
    """The record of a game in which moves were taken back."""
    desk = Desk("calavera", "me", "me", practice=True, options={})
    rng, undos = random.Random(11), 0
    while desk.table.stage == "playing":
        desk.play_on(rng, 7)
        if undos < 4 and any(event.actor == 0 for event in desk.table.events):
            desk.do(ANA, ask.Undo, 0)
            undos += 1
    return list(desk.table.record().lines())


def _stream(key: bytes, place: int) -> dict[str, object]:
    stream = Stream(key, place)
    drawn = [[stop, stream.randrange(stop)] for stop in STOPS * 3]
    return {"place": place, "drawn": drawn}


if __name__ == "__main__":
    for file, made in ((FILE, vectors()), (UNDONE, with_undos())):
        file.write_text(json.dumps(made, indent=1) + "\n", encoding="utf-8")
