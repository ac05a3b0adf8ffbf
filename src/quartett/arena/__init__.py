"""Matches and tournaments, on one machine or many, and their statistics."""

from quartett.arena.entrants import Entrant
from quartett.arena.match import Match, play
from quartett.arena.parquet import write_parquet
from quartett.arena.plan import Plan
from quartett.arena.pools import cores, open_pool
from quartett.arena.ratings import Rating, ratings
from quartett.arena.series import Played, Series, count
from quartett.arena.stats import Standing, wilson
from quartett.arena.tournament import Comparison, Tournament

__all__ = [
    "Comparison",
    "Entrant",
    "Match",
    "Plan",
    "Played",
    "Rating",
    "Series",
    "Standing",
    "Tournament",
    "cores",
    "count",
    "open_pool",
    "play",
    "ratings",
    "wilson",
    "write_parquet",
]
