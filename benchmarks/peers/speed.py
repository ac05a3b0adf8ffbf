"""Random play beside peers, in one run: our engine, our environments, and other people's games.

The peers are installed for the benchmark only: pip install 'quartett[bench]'. One that is not
there is left out, and the page says so.
"""

import random
import time
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

import quartett
from benchmarks.peers.randomplay import one_game

SECONDS = 0.1
"""How long a turn lasts at least; the best counts, as nothing makes a game faster than it is."""
BUDGET = 3.0
"""How long each game is played in all."""
PICTURE = Path(__file__).parents[2] / "docs" / "pictures" / "peer-speed.svg"


class Entry(NamedTuple):
    group: str
    game: str
    language: str
    play: Callable[[random.Random], int]
    """One random game; how many moves it took."""


def main() -> str:
    entries = [
        *_ours(),
        *_environments(),
        *_openspiel(),
        *_pettingzoo(),
        *_rlcard(),
        *_catanatron(),
    ]
    rows = measured(entries)
    PICTURE.write_text(_drawn(rows), encoding="utf-8")
    return _written(rows)


def measured(entries: list[Entry]) -> list[tuple[Entry, float]]:
    """Moves a second of each; all take turns, so that what else the machine does hits everybody."""
    timers = [_Timer(entry.play) for entry in entries]
    while waiting := [timer for timer in timers if timer.spent < BUDGET]:
        for timer in waiting:
            timer.turn()
    for entry, timer in zip(entries, timers, strict=True):
        print(f"{entry.group}: {entry.game} {timer.best:,.0f}", flush=True)
    return [(entry, timer.best) for entry, timer in zip(entries, timers, strict=True)]


class _Timer:
    """Plays one game again and again, in turns with others."""

    def __init__(self, play: Callable[[random.Random], int]) -> None:
        self._play = play
        self._rng = random.Random(1)
        self.best = 0.0
        self.spent = 0.0
        play(self._rng)  # what is compiled is compiled, and tables are filled

    def turn(self) -> None:
        # Time of this process, not of the clock on the wall: others may use the machine too.
        moves, began = 0, time.process_time()
        while (took := time.process_time() - began) < SECONDS:
            moves += self._play(self._rng)
        self.best = max(self.best, moves / took)
        self.spent += took


def _ours() -> list[Entry]:
    def play(id: str) -> Callable[[random.Random], int]:
        game = quartett.game(id)
        return lambda rng: one_game(game, 2, rng)

    return [Entry("Quartett, plain API", id, "Python", play(id)) for id in _IDS]


def _environments() -> list[Entry]:
    from quartett.envs.pettingzoo import env

    return [
        *(Entry("Quartett, PettingZoo", id, "Python", _turns(env(id))) for id in _IDS),
        *(Entry("Quartett, OpenSpiel", id, "Python", _spiel(f"quartett_{id}")) for id in _IDS[:2]),
    ]


def _turns(env: Any) -> Callable[[random.Random], int]:
    """PettingZoo's own loop, with one and the same way to choose for everybody."""

    def play(rng: random.Random) -> int:
        env.reset(seed=rng.randrange(1 << 30))
        moves = 0
        for _ in env.agent_iter():
            seen, _, termination, truncation, _ = env.last()
            if termination or truncation:
                env.step(None)
                continue
            legal = np.flatnonzero(seen["action_mask"])
            env.step(int(legal[rng.randrange(len(legal))]))
            moves += 1
        return moves

    return play


def _openspiel() -> list[Entry]:
    if find_spec("pyspiel") is None:
        return []
    import open_spiel.python.games  # noqa: F401 (registers them)

    python = ["python_tic_tac_toe", "python_kuhn_poker", "python_liars_poker"]
    compiled = ["tic_tac_toe", "pig", "yacht", "backgammon"]
    return [
        *(Entry("OpenSpiel", name, "Python", _spiel(name)) for name in python),
        *(Entry("OpenSpiel", name, "C++", _spiel(name)) for name in compiled),
    ]


def _spiel(name: str) -> Callable[[random.Random], int]:
    import pyspiel

    if name.startswith("quartett"):
        import quartett.envs.openspiel  # noqa: F401 (registers them)
    game = pyspiel.load_game(name)

    def play(rng: random.Random) -> int:
        state, moves = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(outcomes, chances)[0])
            else:
                legal = state.legal_actions()
                state.apply_action(legal[rng.randrange(len(legal))])
            moves += 1
        return moves

    return play


def _pettingzoo() -> list[Entry]:
    if find_spec("pettingzoo") is None or find_spec("rlcard") is None:
        return []
    from pettingzoo.classic import (
        chess_v6,
        connect_four_v3,
        leduc_holdem_v4,
        texas_holdem_v4,
        tictactoe_v3,
    )

    modules = (tictactoe_v3, connect_four_v3, leduc_holdem_v4, texas_holdem_v4, chess_v6)
    names = ("tictactoe", "connect_four", "leduc_holdem", "texas_holdem", "chess")
    return [
        Entry("PettingZoo classic", name, "Python", _turns(module.env()))
        for name, module in zip(names, modules, strict=True)
    ]


def _rlcard() -> list[Entry]:
    if find_spec("rlcard") is None:
        return []
    import rlcard

    def play(name: str) -> Callable[[random.Random], int]:
        env = rlcard.make(name)

        def one(rng: random.Random) -> int:
            state, _ = env.reset()
            moves = 0
            while not env.is_over():
                legal = list(state["legal_actions"])
                state, _ = env.step(legal[rng.randrange(len(legal))])
                moves += 1
            return moves

        return one

    return [Entry("rlcard", n, "Python", play(n)) for n in ("leduc-holdem", "blackjack", "uno")]


def _catanatron() -> list[Entry]:
    if find_spec("catanatron") is None:
        return []
    from catanatron import Color, Game, RandomPlayer

    def play(rng: random.Random) -> int:
        players = [RandomPlayer(color) for color in (Color.RED, Color.BLUE)]
        game = Game(players, seed=rng.randrange(1 << 30))
        ticks = 0
        while game.winning_color() is None and ticks < 5000:
            game.play_tick()
            ticks += 1
        return ticks

    return [Entry("catanatron core", "Catan, 2 players", "Python", play)]


def _written(rows: list[tuple[Entry, float]]) -> str:
    table = ["| who | game | written in | moves a second |", "|---|---|---|---:|"]
    table += [f"| {e.group} | {e.game} | {e.language} | {speed:,.0f} |" for e, speed in rows]
    own = _best(rows, "Quartett, plain API")
    peers = [r for r in rows if not r[0].group.startswith("Quartett") and r[0].language == "Python"]
    lines = [*table, ""]
    if peers:
        fastest = max(peers, key=lambda row: row[1])
        lines.append(
            f"Our plain API at its fastest is {own / fastest[1]:.1f} times the fastest peer game "
            f"written in Python ({fastest[0].group}, {fastest[0].game}); the target is 3."
        )
    classic = _best(rows, "PettingZoo classic")
    if classic:
        ratio = _best(rows, "Quartett, PettingZoo") / classic
        lines.append(
            f"Our fastest environment is {ratio:.1f} times PettingZoo's fastest classic one; "
            "the target is 2."
        )
    return "\n".join(
        [
            f"Random play on one core: each game gets {BUDGET:g} s of processor time in turns of "
            f"{SECONDS:g} s, and its best turn counts, as the machine is shared. A move is one "
            "decision of a player or of chance, in our environments a small one. Environments are "
            "played through their own loop, with the same way to choose for all. Games differ in "
            "what a move is: the figures say what an experimenter waits for, not who programs "
            "better.\n",
            *lines,
            "\n![Moves a second, ours beside peers](pictures/peer-speed.svg)",
        ]
    )


def _best(rows: list[tuple[Entry, float]], group: str) -> float:
    return max((speed for entry, speed in rows if entry.group == group), default=0.0)


def _drawn(rows: list[tuple[Entry, float]]) -> str:
    """Bars on a scale of powers of ten."""
    left, width, line = 300, 460, 22
    height = line * len(rows) + 50
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 820 {height}" '
        'font-family="system-ui, sans-serif" font-size="12" fill="#222">'
        f'<rect width="820" height="{height}" fill="#fff"/>'
    ]
    for power in range(2, 7):
        x = left + width * (power - 2) / 4
        parts.append(
            f'<line x1="{x:.0f}" y1="10" x2="{x:.0f}" y2="{height - 30}" stroke="#ddd"/>'
            f'<text x="{x:.0f}" y="{height - 12}" text-anchor="middle">{10**power:,}</text>'
        )
    for place, (entry, speed) in enumerate(rows):
        y = 14 + line * place
        long = max(2.0, width * (np.log10(max(speed, 100)) - 2) / 4)
        colour = "#0b7a75" if entry.group.startswith("Quartett") else "#b9bfc4"
        colour = "#8d6fb0" if entry.language == "C++" else colour
        name = f"{entry.group}: {entry.game}"
        parts.append(
            f'<text x="{left - 8}" y="{y + 13}" text-anchor="end">{name}</text>'
            f'<rect x="{left}" y="{y}" width="{long:.0f}" height="{line - 6}" fill="{colour}"/>'
            f'<text x="{left + long + 6:.0f}" y="{y + 13}">{speed:,.0f}</text>'
        )
    return "".join([*parts, "</svg>\n"])


_IDS = ("calavera", "calcory", "calculissimo", "cubus")


if __name__ == "__main__":
    print(main())
