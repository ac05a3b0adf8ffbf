"""Review games that the table of Calavera for two has judged: perfect ones, and others.

    python -m tools.solve_calavera.learn standard --no-network
    python -m tools.solve_calavera.reviews standard.games.npz standard.whims.npz

The first command needs a GPU and not Quartett, the second Quartett and no GPU. It says how far
what a review calls given away is from what was given away, decision by decision.
"""

import sys
from pathlib import Path
from typing import Any

import numpy as np
from tools.solve_calavera.engine import options
from tools.solve_calavera.record import KEEPS, RESULTS, SKIP

import quartett
from quartett.core.event import CHANCE, Action, Event
from quartett.core.fairness import Secrets
from quartett.core.record import Head, Record, Result
from quartett.games.calavera.actions import Freeze, Mark, Roll, Skip
from quartett.games.calavera.bots.turn_values import dice_to_reroll
from quartett.games.calavera.dice import COLOURS, FACES, ROSE, Face
from quartett.games.calavera.legal import reroll
from quartett.games.calavera.rules import begin
from quartett.review import review
from quartett.review.report import THRESHOLDS

GAMES = 200
FREEZE = 8
"""Uses from here on freeze a row; a pick of this number takes nothing."""
TURN = ("results", "keeps", "use", "pick", "lost")
PICK = 3
"""Where it is noted what the pick gave away; before it, the use or reroll after each roll."""
_COUNTS = {place: counts for counts, place in RESULTS.items()}
_KEPT = {place: counts for counts, place in KEEPS.items()}


def regrets(file: Path, games: int) -> tuple[Any, Any]:
    """What reviews of these games call given away, and what the table does."""
    with np.load(file) as data:
        log = {name: data[name] for name in data.files}
    said, exact = list[float](), list[float]()
    for number in range(games):
        turns = np.flatnonzero(log["game"] == number)
        record, lost = _played([{name: log[name][at] for name in TURN} for at in turns])
        said += [one.regret for one in review(record).decisions]
        exact += lost
    return np.array(said), np.array(exact)


def _told(said: Any, exact: Any, games: int) -> str:
    off, mistake = np.abs(said - exact), THRESHOLDS["mistake"]
    found, wrong = (said >= mistake) & (exact >= mistake), (said >= mistake) & (exact < mistake)
    return (
        f"{games} games, {len(said):,} decisions; given away {50 * exact.sum() / games:.2f} % a "
        f"player, by the review {50 * said.sum() / games:.2f} %; difference {100 * off.mean():.3f} "
        f"% on average, {100 * np.quantile(off, 0.99):.2f} % in 99 of 100, {100 * off.max():.2f} % "
        f"at most; worst by the review {100 * said.max():.2f} %; mistakes "
        f"{(exact >= mistake).sum()}, found {found.sum()}, wrongly {wrong.sum()}"
    )


def _played(turns: list[dict[str, Any]]) -> tuple[Record, list[float]]:
    """A game by the rules' own events, and what each decision gave away."""
    game = Playing()
    for turn in turns:
        game.turn(turn)
    state = game.state
    assert state.over
    secrets = Secrets(bytes(32), (b"", b""))
    head = Head.of(quartett.game("calavera"), state.options, ("table", "table"), secrets)
    return Record(head, tuple(game.events), Result(state.scores(), state.winners(), "")), game.lost


class Playing:
    """A game as it goes on, from what the table noted of its turns."""

    def __init__(self) -> None:
        self.state: Any = begin(2, options("standard"))
        self.events: list[Event] = []
        self.lost: list[float] = []

    def turn(self, turn: dict[str, Any]) -> None:
        first, *more = [_COUNTS[int(result)] for result in turn["results"]]
        self._do(Roll(_faces(first)))
        rerolls = 0
        for keep, counts in zip(turn["keeps"], more, strict=True):
            if keep >= 0:
                kept = _KEPT[int(keep)]
                dice = dice_to_reroll(self.state.faces, kept)
                self._decide(reroll(dice), turn["lost"][rerolls])
                rolled = tuple(all - stays for all, stays in zip(counts, kept, strict=True))
                self._do(Roll(_faces(rolled)))
                rerolls += 1
        if self.state.phase != "pick":
            self._decide(_action(int(turn["use"])), turn["lost"][rerolls])
        if self.state.phase == "pick" and not self.state.over:
            pick = int(turn["pick"])
            self._decide(_action(pick if pick < FREEZE else SKIP), turn["lost"][PICK])

    def _decide(self, action: Action, lost: float) -> None:
        if not self.state.is_chance:  # else nothing was left to choose
            self.lost.append(float(lost))
            self._do(action)

    def _do(self, action: Action) -> None:
        event = Event(CHANCE if self.state.is_chance else min(self.state.to_act), action)
        self.state.check(event.actor, action)
        self.events.append(event)
        self.state = self.state.apply(event)


def _faces(counts: tuple[int, ...]) -> tuple[Face, ...]:
    return tuple(face for face, count in zip(FACES, counts, strict=True) for _ in range(count))


def _action(use: int) -> Action:
    """The other way round: `use_of`."""
    if use == SKIP:
        return Skip()
    row = COLOURS[use % len(COLOURS)]
    return Freeze(row) if use >= FREEZE else Mark(ROSE if use >= len(COLOURS) else row, row)


if __name__ == "__main__":
    for name in sys.argv[1:]:
        print(name, _told(*regrets(Path(name), GAMES), GAMES))
