"""Matches and tournaments, on one machine or many, and their statistics."""

from quartett.arena.entrants import Entrant
from quartett.arena.plan import Plan
from quartett.arena.ratings import Rating, ratings
from quartett.arena.report.parquet import write_parquet
from quartett.arena.results import Outcome, Standing, wilson
from quartett.arena.series import Series
from quartett.arena.tournament import Comparison, Tournament
from quartett.arena.workers import cores, open_pool
from quartett.bots.match import Match, play

__all__ = [
    "Comparison",
    "Entrant",
    "Match",
    "Outcome",
    "Plan",
    "Rating",
    "Series",
    "Standing",
    "Tournament",
    "cores",
    "open_pool",
    "play",
    "ratings",
    "wilson",
    "write_parquet",
]
