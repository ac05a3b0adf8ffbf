"""Matches and their statistics."""

from quartett.arena.match import Match, play
from quartett.arena.series import Entrant, Played, Series, count
from quartett.arena.stats import Standing, wilson

__all__ = ["Entrant", "Match", "Played", "Series", "Standing", "count", "play", "wilson"]
