"""Ratings of entrants over games of any number of players, by openskill's Plackett–Luce model."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from msgspec import Struct

from quartett.arena.results import Outcome
from quartett.core.distribution import MissingExtra

TWO_SIGMA = 1.96


class Rating(Struct, frozen=True):
    """A strength on openskill's scale: beginners have 25 ± 16."""

    name: str
    mean: float
    sigma: float

    @property
    def interval(self) -> tuple[float, float]:
        """Where the strength lies with a chance of 95 in 100, if the model is right."""
        return self.mean - TWO_SIGMA * self.sigma, self.mean + TWO_SIGMA * self.sigma


def ratings(names: Sequence[str], outcomes: Iterable[Outcome]) -> list[Rating]:
    """Strengths after all games, taken in the order given; best first."""
    *_, last = history(names, outcomes)
    return sorted(last, key=lambda rating: -rating.mean)


def history(names: Sequence[str], outcomes: Iterable[Outcome]) -> Iterator[list[Rating]]:
    """Strengths before the first game, then after each."""
    model = skill_model()
    known = {name: model.rating() for name in names}
    yield _listed(known)
    for outcome in outcomes:
        teams = [[known[name]] for name in outcome.seats]
        rated = model.rate(teams, ranks=list(map(float, outcome.places)))
        known |= {name: team[0] for name, team in zip(outcome.seats, rated, strict=True)}
        yield _listed(known)


def _listed(known: dict[str, Any]) -> list[Rating]:
    return [Rating(name, rating.mu, rating.sigma) for name, rating in known.items()]


def skill_model() -> Any:
    """Openskill's model, or a sentence on how to install it."""
    try:
        from openskill.models import PlackettLuce
    except ImportError:
        raise MissingExtra("tournaments need openskill", "arena") from None
    # Bots do not get better from game to game: no drift.
    return PlackettLuce(tau=0.0)
