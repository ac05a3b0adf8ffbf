"""A match as a value: everything that decides how it goes, to be played on any machine."""

import math
from contextlib import ExitStack
from typing import Any

from msgspec import Struct

from quartett.arena.entrants import Entrant
from quartett.arena.guest import Guest
from quartett.arena.results import Fixture, Outcome
from quartett.bots import Bot, find_bot
from quartett.bots.match import Match
from quartett.core import fairness
from quartett.core.record import Record
from quartett.core.registry import game as find_game


class MatchSpec(Struct, frozen=True):
    """Who sits where, with which dice, under which options."""

    game: str
    seats: tuple[Entrant, ...]
    seed: str
    bot_seeds: tuple[str, ...]
    options: dict[str, Any]
    seconds: float = math.inf
    """The longest a guest may take for one answer."""

    def played(self) -> Match:
        """The match, over: the same on every machine."""
        game = find_game(self.game)
        options = game.options(self.options)
        names = [entrant.name for entrant in self.seats]
        with ExitStack() as stack:
            bots = [
                self._bot(entrant, seed, stack)
                for entrant, seed in zip(self.seats, self.bot_seeds, strict=True)
            ]
            match = Match(game, bots, seed=self.seed, options=options, seats=names)
            for _ in match.steps():
                pass
        return match

    def _bot(self, entrant: Entrant, seed: str, stack: ExitStack) -> Bot:
        number = int.from_bytes(fairness.seeded(seed, "bot"), "big")
        if entrant.code is None:
            return find_bot(find_game(self.game), entrant.bot)(number)
        guest = Guest(self.game, entrant.code, entrant.class_name, number, self.seconds)
        stack.callback(guest.close)
        return guest


def play_spec(fixture: Fixture, spec: MatchSpec) -> tuple[Outcome, Record]:
    """Play one game of a series or a tournament; what is kept of it, and its record."""
    match = spec.played()
    return Outcome.of(fixture, match), match.record()
