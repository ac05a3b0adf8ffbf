"""What a review says: the curve of winning chances, every decision, every event of chance."""

from collections.abc import Iterable
from typing import Any, Final, Literal, TypeAlias

from msgspec import Struct

from quartett.core.event import Seat
from quartett.review.plot import Plot, PlotMark, curve

Grade: TypeAlias = Literal["none", "small", "mistake", "blunder"]

THRESHOLDS: Final[dict[Grade, float]] = {"small": 0.02, "mistake": 0.04, "blunder": 0.08}
"""From which loss of winning chances a decision is called so.

Half of GNU Backgammon's limits for doubtful, bad and very bad moves, which count equity from −1
to 1; a winning chance goes from 0 to 1.
"""


def grade(regret: float) -> Grade:
    """The class of a decision that gave away this much.

    >>> [grade(lost) for lost in (0.0, 0.019, 0.02, 0.05, 0.3)]
    ['none', 'none', 'small', 'mistake', 'blunder']
    """
    found: Grade = "none"
    for name, least in THRESHOLDS.items():
        if regret >= least:
            found = name
    return found


class Decision(Struct, frozen=True, kw_only=True):
    """A decision of a seat, in its own winning chances."""

    place: int
    """The place of its event in the log."""
    seat: Seat
    kind: str
    played: dict[str, Any]
    best: dict[str, Any]
    """As actions are on the wire; the played one where nothing was better."""
    value: float
    best_value: float
    regret: float
    grade: Grade
    exact: bool
    error: float
    """The standard error of the regret, where it is an estimate."""
    reason: str
    """The code of a sentence that says why; empty: it simply wins more games."""
    facts: dict[str, str | int]
    """The values in that sentence."""
    text: str
    """The whole in English."""
    stand_in: bool = False
    """Whether a bot or a clock decided for the person in the seat; it counts as nobody's own."""


class ChanceEvent(Struct, frozen=True, kw_only=True):
    """An event of chance and what it did to each seat's winning chances."""

    place: int
    kind: str
    """The chance action's name; for a decision what it brought to light, such as `card`."""
    luck: tuple[float, ...]
    error: float
    """The standard error of the luck, where the outcomes were sampled and not listed."""


class Step(Struct, frozen=True, kw_only=True):
    """One event: luck and skill together are the change of the winning chances."""

    place: int
    chances: tuple[float, ...]
    """After the event."""
    luck: tuple[float, ...]
    skill: tuple[float, ...]
    scores: tuple[int, ...]
    """After the event."""
    decision: Decision | None = None
    chance: ChanceEvent | None = None


class KindReview(Struct, frozen=True):
    """A seat's decisions of one kind."""

    decisions: int
    regret: float
    """The sum of what they gave away."""
    small: int
    mistakes: int
    blunders: int


class SeatReview(Struct, frozen=True, kw_only=True):
    """A seat's game: `luck + skill = result - start`."""

    seat: Seat
    name: str
    start: float
    result: float
    """The share of the win; before the end the winning chance."""
    luck: float
    error: float
    """The standard error of the luck, from events that were sampled."""
    revised: float
    """The part of the luck that no chance event accounts for: what others had hidden and then
    showed, and estimates that were corrected as the game went on. 0 with exact values."""
    skill: float
    own: float
    """The part of the skill from the seat's own decisions: never above 0."""
    others: float
    """The part that others gave away to this seat, less what a stand-in gave away for it."""
    kinds: dict[str, KindReview]


class Review(Struct, frozen=True, kw_only=True):
    """A whole game reviewed, or its beginning while the rest is being computed."""

    game: str
    version: int
    """Of the values: an older review may be made again."""
    exact: bool
    playouts: bool
    """Whether values are shares of wins in games that bots played on."""
    events: int
    """How many events the game has."""
    start: tuple[float, ...]
    start_scores: tuple[int, ...]
    steps: tuple[Step, ...]
    """One for each event that has been judged."""
    seats: tuple[SeatReview, ...]

    @property
    def is_complete(self) -> bool:
        return len(self.steps) == self.events

    @property
    def decisions(self) -> list[Decision]:
        return [step.decision for step in self.steps if step.decision is not None]

    def worst(self, count: int = 6, seat: Seat | None = None) -> list[Decision]:
        """The decisions that gave away most, of all seats or one; none that gave away nothing."""
        found = [
            one
            for one in self.decisions
            if one.grade != "none" and (seat is None or one.seat == seat)
        ]
        return sorted(found, key=lambda one: -one.regret)[:count]

    def plot(self, seat: Seat = 0) -> Plot:
        """The seat's winning chances as a picture for notebooks; crosses are its mistakes."""
        wrong = [one for one in self.decisions if one.seat == seat]
        return curve(
            self.seats[seat].name or f"P{seat + 1}",
            [self.start[seat], *(step.chances[seat] for step in self.steps)],
            [step.luck[seat] for step in self.steps],
            [step.skill[seat] for step in self.steps],
            [PlotMark(one.place, one.text) for one in wrong if one.grade in ("mistake", "blunder")],
        )

    def table(self) -> list[dict[str, Any]]:
        """A row for each decision, for data frames and Parquet."""
        names = {one.seat: one.name for one in self.seats}
        return [
            {
                "game": self.game, "place": one.place, "seat": one.seat, "name": names[one.seat],
                "kind": one.kind, "value": one.value, "best_value": one.best_value,
                "regret": one.regret, "grade": one.grade, "exact": one.exact, "error": one.error,
            }
            for one in self.decisions
        ]  # fmt: skip


def kinds_of(decisions: Iterable[Decision]) -> dict[str, KindReview]:
    """The decisions of one seat counted by their kinds, in the order of the alphabet."""
    found: dict[str, list[Decision]] = {}
    for one in decisions:
        found.setdefault(one.kind, []).append(one)
    return {kind: _counted(found[kind]) for kind in sorted(found)}


def _counted(decisions: list[Decision]) -> KindReview:
    grades = [one.grade for one in decisions]
    return KindReview(
        len(decisions),
        sum(one.regret for one in decisions),
        grades.count("small"),
        grades.count("mistake"),
        grades.count("blunder"),
    )
