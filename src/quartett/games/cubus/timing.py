"""How a game of Cubus behaves in time: who does not knock waives."""

from typing import Final

from quartett.core.event import Action, Event
from quartett.core.state import State
from quartett.games.cubus.actions import Waive
from quartett.games.cubus.view import View

lists_slowly: Final = True


def silence(view: View) -> Action | None:
    return Waive() if view.phase == "knock" else None


timeout = silence


def lingers(before: State, event: Event) -> float:  # noqa: ARG001 (boxes stay where they are)
    return 0.0
