"""Calculissimo: a crossword of calculations."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from quartett.core import state as core
from quartett.core.event import Action, Event, Seat
from quartett.core.game import Game
from quartett.core.parts import Timing
from quartett.core.state import Rng
from quartett.games.calculissimo import notation, rules, view
from quartett.games.calculissimo.actions import (
    Accept,
    Challenge,
    Draw,
    Exchange,
    Pass,
    Play,
    Start,
)
from quartett.games.calculissimo.board.edition import BadEdition, Edition, read_edition
from quartett.games.calculissimo.board.editions import (
    add_edition,
    edition,
    editions,
    load_edition,
    named_or_file,
)
from quartett.games.calculissimo.rules import State, resampling
from quartett.games.calculissimo.view import Options, View


class Calculissimo(Game, Timing[View]):
    id = "calculissimo"
    name = "Calculissimo"
    players = range(2, 5)
    Options = Options
    player_actions = (Play, Exchange, Pass, Challenge, Accept)
    chance_actions = (Start, Draw)
    lists_slowly = True

    if TYPE_CHECKING:

        def start(self, players: int, options: core.Options | None = None) -> State: ...

    def begin(self, players: int, options: view.Options) -> State:
        return rules.begin(players, options)

    def parse(self, text: str) -> Action:
        return notation.parse(text)

    def read_option(self, name: str, text: str) -> Any:
        """An edition may be a file of one's own."""
        return named_or_file(text).name if name == "edition" else super().read_option(name, text)

    def option_values(self) -> dict[str, list[Any]]:
        return {"edition": list(editions())}

    def variants(self) -> Sequence[view.Options]:
        return (
            Options(),
            Options(challenge=True),
            Options(edition="children"),
            Options(edition="children", challenge=True, start_player=1),
        )

    def silence(self, view: View) -> Action | None:
        """A player who does not challenge accepts."""
        return Accept() if view.phase == "answer" else None

    def timeout(self, view: View) -> Action | None:
        return Pass() if view.phase == "play" else self.silence(view)

    def resample(
        self, start: core.State, log: Sequence[Event], seat: Seat | None, rng: Rng
    ) -> list[Event]:
        assert isinstance(start, State)
        return resampling.another_log(start, log, seat, rng)


__all__ = [
    "Accept",
    "BadEdition",
    "Calculissimo",
    "Challenge",
    "Draw",
    "Edition",
    "Exchange",
    "Options",
    "Pass",
    "Play",
    "Start",
    "State",
    "View",
    "add_edition",
    "edition",
    "editions",
    "load_edition",
    "read_edition",
]
