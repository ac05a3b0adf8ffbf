"""Rewrite the golden playthroughs: python -m tests.peers.playthroughs"""

from pathlib import Path

from open_spiel.python.algorithms import generate_playthrough

import quartett.envs.openspiel  # noqa: F401 (registers the games)

GOLDEN = Path(__file__).parent / "playthroughs"
GAMES = {
    "quartett_calavera": ("quartett_calavera(players=2,sheet=short)", 5),
    "quartett_calcory": ("quartett_calcory(max_turns=6,players=2)", 7),
    "quartett_calculissimo": ("quartett_calculissimo(edition=children,players=2)", 6),
    "quartett_calculissimo_challenge": (
        "quartett_calculissimo(challenge=True,edition=children,players=2)",
        8,
    ),
    "quartett_cubus": ("quartett_cubus(players=2)", 8),
    "quartett_cubus_dismantling": ("quartett_cubus(dismantling=alone,players=2)", 1),
    "quartett_goofspiel": ("quartett_goofspiel(cards=4,players=3)", 1),
    "quartett_highcard": ("quartett_highcard(players=2)", 1),
}
"""The game of each file, and a seed that keeps it short."""


def main() -> None:
    GOLDEN.mkdir(exist_ok=True)
    for stem, (name, seed) in GAMES.items():
        text = generate_playthrough.playthrough(name, action_sequence=None, seed=seed)
        (GOLDEN / f"{stem}.txt").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
