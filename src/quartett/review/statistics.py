"""A person's games in numbers: wins, scores, luck, what decisions gave away, strength, streaks."""

from collections.abc import Iterable, Sequence
from typing import Any, Final

from msgspec import Struct

from quartett.core.event import Seat
from quartett.review.report import KindReview, SeatReview
from quartett.review.values import shares_of

RECENT: Final = 20
"""One's own last games that a new one is compared with."""
PEOPLE: Final = "people"
"""Opponents who are not bots."""


class PlayedGame(Struct, frozen=True, kw_only=True):
    """What statistics need of a finished game, seen from one seat."""

    table: str
    game: str
    at: int
    """When it ended, in milliseconds since 1970."""
    seat: Seat
    scores: tuple[int, ...]
    winners: tuple[Seat, ...]
    levels: tuple[str | None, ...]
    """By seat: the level of a bot, None for a person."""
    review: SeatReview | None = None
    """Where the game has been reviewed."""

    @property
    def win(self) -> float:
        return shares_of(len(self.scores), self.winners)[self.seat]


class LevelRecord(Struct, frozen=True):
    """Games against one level of bots, or against people."""

    games: int
    wins: float
    """A shared win counts in part."""


class Strength(Struct, frozen=True):
    """On openskill's scale, where everybody begins with 25 ± 8.3."""

    mean: float
    sigma: float


class PlayedPoint(Struct, frozen=True, kw_only=True):
    """One game in a plot."""

    table: str
    at: int
    win: float
    score: int
    luck: float | None
    own: float | None
    """What one's own decisions gave away, as a number below 0; None where not reviewed."""
    strength: Strength | None
    """After this game; None where openskill is not installed."""


class GameStatistics(Struct, frozen=True, kw_only=True):
    game: str
    games: int
    wins: float
    levels: dict[str, LevelRecord]
    best_score: int
    mean_score: float
    reviewed: int
    """How many games luck and decisions are counted in."""
    luck: float
    own: float
    kinds: dict[str, KindReview]
    recent: dict[str, KindReview]
    """The same over the last twenty reviewed games."""
    recent_games: int
    strength: Strength | None
    """None where openskill is not installed."""
    streak: int
    """Games won in a row until now."""
    best_streak: int
    history: tuple[PlayedPoint, ...]


class Statistics(Struct, frozen=True):
    """Of one person, for that person."""

    games: tuple[GameStatistics, ...]


def statistics(played: Iterable[PlayedGame]) -> Statistics:
    """The numbers for each game, in the order of the alphabet.

    >>> game = PlayedGame(
    ...     table="t", game="g", at=1, seat=0, scores=(3, 2), winners=(0,), levels=(None, "easy")
    ... )
    >>> found = statistics([game, game]).games[0]
    >>> found.wins, found.streak, found.levels["easy"].games
    (2.0, 2, 2)
    """
    by_game: dict[str, list[PlayedGame]] = {}
    for one in sorted(played, key=lambda one: (one.at, one.table)):
        by_game.setdefault(one.game, []).append(one)
    return Statistics(tuple(_of_game(game, by_game[game]) for game in sorted(by_game)))


def _of_game(game: str, played: list[PlayedGame]) -> GameStatistics:
    reviews = [one.review for one in played if one.review is not None]
    mine = [one.scores[one.seat] for one in played]
    streak, best = _streaks(played)
    strengths = _strengths(played)
    return GameStatistics(
        game=game,
        games=len(played),
        wins=sum(one.win for one in played),
        levels=_levels(played),
        best_score=max(mine),
        mean_score=sum(mine) / len(mine),
        reviewed=len(reviews),
        luck=sum(one.luck for one in reviews),
        own=sum(one.own for one in reviews),
        kinds=summed(reviews),
        recent=summed(reviews[-RECENT:]),
        recent_games=len(reviews[-RECENT:]),
        strength=strengths[-1],
        streak=streak,
        best_streak=best,
        history=tuple(map(_point, played, strengths)),
    )


def _point(one: PlayedGame, strength: Strength | None) -> PlayedPoint:
    review = one.review
    return PlayedPoint(
        table=one.table, at=one.at, win=one.win, score=one.scores[one.seat],
        luck=None if review is None else review.luck, own=None if review is None else review.own,
        strength=strength,
    )  # fmt: skip


def summed(reviews: Sequence[SeatReview]) -> dict[str, KindReview]:
    """The kinds of decisions of several games together."""
    found: dict[str, list[KindReview]] = {}
    for review in reviews:
        for kind, counted in review.kinds.items():
            found.setdefault(kind, []).append(counted)
    return {
        kind: KindReview(
            sum(one.decisions for one in found[kind]),
            sum(one.regret for one in found[kind]),
            sum(one.small for one in found[kind]),
            sum(one.mistakes for one in found[kind]),
            sum(one.blunders for one in found[kind]),
        )
        for kind in sorted(found)
    }


def _levels(played: list[PlayedGame]) -> dict[str, LevelRecord]:
    games: dict[str, list[float]] = {}
    for one in played:
        for level in sorted(_opponents(one)):
            games.setdefault(level, []).append(one.win)
    return {level: LevelRecord(len(wins), sum(wins)) for level, wins in games.items()}


def _opponents(one: PlayedGame) -> set[str]:
    return {level or PEOPLE for seat, level in enumerate(one.levels) if seat != one.seat}


def _streaks(played: list[PlayedGame]) -> tuple[int, int]:
    now = best = 0
    for one in played:
        now = now + 1 if one.win else 0
        best = max(best, now)
    return now, best


def _strengths(played: list[PlayedGame]) -> list[Strength | None]:
    """After each game: the person against levels whose strength the same games tell; other people
    are unknown."""
    model = _model()
    if model is None:
        return [None] * len(played)
    me = model.rating()
    levels: dict[str, Any] = {}
    found: list[Strength | None] = []
    for one in played:
        for level in one.levels:
            levels.setdefault(level or PEOPLE, model.rating())
        teams = [
            [me if seat == one.seat else levels[level] if level else model.rating()]
            for seat, level in enumerate(one.levels)
        ]
        rated = model.rate(teams, ranks=_places(one))
        me = rated[one.seat][0]
        for seat, level in enumerate(one.levels):
            if level and seat != one.seat:
                levels[level] = rated[seat][0]
        found.append(Strength(me.mu, me.sigma))
    return found


def _places(one: PlayedGame) -> list[float]:
    merits = [(seat in one.winners, score) for seat, score in enumerate(one.scores)]
    return [1.0 + sum(other > mine for other in merits) for mine in merits]


def _model() -> Any:
    try:
        from openskill.models import PlackettLuce
    except ImportError:
        return None
    return PlackettLuce()
