"""A tournament as a plan: groups of entrants, rounds, who sits where. Nothing here is played."""

import math
import re
from collections.abc import Iterator
from itertools import combinations
from typing import Any, Final

from msgspec import Struct

from quartett.arena.entrants import Entrant
from quartett.arena.results import Fixture, Group
from quartett.arena.spec import MatchSpec
from quartett.core import fairness
from quartett.core.errors import BadTable
from quartett.core.registry import game as find_game

NAME: Final = re.compile(r"(?!\.+$)[^,/\\\x00-\x1f]{1,60}")
"""Seeds contain names separated by slashes, folder names contain them separated by commas."""


class Plan(Struct, frozen=True):
    """What is played: every group of entrants, for every number of players.

    A group plays in rounds. A round has one game for each rotation of the seats, all with the
    same dice; the order round the table is drawn again for each round. Rounds are therefore
    alike and independent, which is what the statistics count on. A game depends on its names,
    round and rotation alone, so a plan can grow, in games or in entrants, and keep what was
    played.
    """

    game: str
    entrants: tuple[Entrant, ...]
    players: tuple[int, ...]
    games: int
    """The most games a group plays, rounded up to whole rounds."""
    seed: str = "1"
    options: dict[str, Any] = {}
    seconds: float = math.inf
    """The longest a guest may take for one answer."""
    until_certain: bool = False
    """Whether a group stops when all its comparisons are certain."""
    confidence: float = 0.95
    """The probability that every interval of the tournament is right, at every moment."""
    margin: float = 0.02
    """Two entrants whose shares differ from a half by less than this count as equal."""

    def check(self) -> None:
        """Refuse a plan that cannot be played."""
        names = [entrant.name for entrant in self.entrants]
        twice = next((name for name in names if names.count(name) > 1), None)
        if twice is not None:
            raise BadTable(f"two entrants are called {twice!r}; name one of them: other={twice}")
        odd = next((name for name in names if not NAME.fullmatch(name)), None)
        if odd is not None:
            raise BadTable(f"a name has 1 to 60 characters, no comma and no slash, unlike {odd!r}")
        if len(names) < 2:
            raise BadTable("a tournament needs at least two entrants")
        for players in self.players:
            self._check_players(players)
        if not 0.5 <= self.confidence < 1:
            raise BadTable(f"the confidence is at least 0.5 and below 1, not {self.confidence}")
        if not 0 <= self.margin < 0.5:
            raise BadTable(f"the margin is at least 0 and below 0.5, not {self.margin}")
        if self.games < 1:
            raise BadTable(f"a group plays at least one game, not {self.games}")

    @property
    def groups(self) -> tuple[Group, ...]:
        names = sorted(entrant.name for entrant in self.entrants)
        return tuple(group for count in self.players for group in combinations(names, count))

    @property
    def comparisons(self) -> int:
        """Pairs of entrants, counted in every group they meet in."""
        return sum(math.comb(len(group), 2) for group in self.groups)

    @property
    def alpha(self) -> float:
        """The error probability of one comparison, so that all together keep the confidence."""
        return (1 - self.confidence) / self.comparisons

    def rounds(self, group: Group) -> int:
        return math.ceil(self.games / len(group))

    def turns(self, group: Group, round: int) -> Iterator[Fixture]:
        """The games of a round."""
        return (Fixture(group, round, turn) for turn in range(len(group)))

    def spec(self, fixture: Fixture) -> MatchSpec:
        """A game of the plan, with all that decides how it goes."""
        seed = f"{self.seed}/{'/'.join(fixture.group)}/{fixture.round}"
        order = _drawn(fixture.group, seed)
        names = order[fixture.turn :] + order[: fixture.turn]
        entrants = {entrant.name: entrant for entrant in self.entrants}
        return MatchSpec(
            self.game,
            tuple(entrants[name] for name in names),
            seed,
            tuple(f"{seed}/{name}" for name in names),
            self.options,
            self.seconds,
        )

    def _check_players(self, players: int) -> None:
        game = find_game(self.game)
        if players not in game.players:
            low, high = game.players[0], game.players[-1]
            raise BadTable(f"{game.name} is for {low} to {high} players, not {players}")
        if players > len(self.entrants):
            raise BadTable(
                f"a game of {players} needs as many entrants, and there are {len(self.entrants)}"
            )


def _drawn(group: Group, seed: str) -> Group:
    """The group in an order drawn from the seed, all orders equally likely."""
    stream = fairness.Stream(fairness.seeded(seed, "order"), 0)
    left = list(group)
    return tuple(left.pop(stream.randrange(len(left))) for _ in group)
