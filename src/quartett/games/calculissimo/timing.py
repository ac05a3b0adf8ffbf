"""How a game of Calculissimo behaves in time: who says nothing accepts, who is late passes."""

from typing import Final

from quartett.core.event import Action, Event
from quartett.core.state import State
from quartett.games.calculissimo.actions import Accept, Pass
from quartett.games.calculissimo.view import View

lists_slowly: Final = True


def silence(view: View) -> Action | None:
    return Accept() if view.phase == "answer" else None


def timeout(view: View) -> Action | None:
    return Pass() if view.phase == "play" else silence(view)


def lingers(before: State, event: Event) -> float:  # noqa: ARG001 (tiles stay on the board)
    return 0.0
