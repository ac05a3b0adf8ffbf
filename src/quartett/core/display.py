"""Views and states that draw themselves in a notebook and with Rich, by parts of their game."""

from typing import TYPE_CHECKING, Any, cast

from quartett.core.parts import Drawing, Picture, beside
from quartett.core.state import State, View

if TYPE_CHECKING:
    from rich.console import RenderableType


class Displayed:
    """A mixin for the view and the state of a game that has the parts `Picture` and `Drawing`."""

    __slots__ = ()

    def _repr_svg_(self) -> str:
        view = _view(self)
        return cast(Picture[View], beside(type(view).__module__, Picture)).svg(view)

    def __rich__(self) -> "RenderableType":
        view = _view(self)
        return cast(Drawing[View], beside(type(view).__module__, Drawing)).draw(view)


def _view(shown: Any) -> View:
    """A state is shown as a spectator sees it."""
    return shown.view(None) if isinstance(shown, State) else shown
