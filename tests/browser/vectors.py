"""Numbers of chance as the library draws them, for the page's own tests.

`python -m tests.browser.vectors` writes them; the suite fails when they are stale.
"""

import json
from pathlib import Path

from quartett.core.fairness import Stream, commitment, game_key, seeded

FILE = Path(__file__).parents[2] / "web" / "src" / "lib" / "fairness" / "fairness.vectors.json"
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


def _stream(key: bytes, place: int) -> dict[str, object]:
    stream = Stream(key, place)
    drawn = [[stop, stream.randrange(stop)] for stop in STOPS * 3]
    return {"place": place, "drawn": drawn}


if __name__ == "__main__":
    FILE.write_text(json.dumps(vectors(), indent=1) + "\n", encoding="utf-8")
