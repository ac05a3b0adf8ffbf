"""Games as pure JAX functions, for self-play by the ten thousand.

    pip install 'quartett[jax]'

>>> import jax
>>> from quartett.envs.jax import compiled
>>> game = compiled("calavera")(players=2)
>>> states = jax.vmap(game.init)(jax.random.split(jax.random.key(0), 8))
>>> jax.vmap(game.legal)(states).shape
(8, 76)

A game has it that has a part of this kind; it can be imported by the game's name as well:
`from quartett.envs.jax import Calavera`.
"""

from abc import abstractmethod
from typing import TYPE_CHECKING, Any, Protocol

from quartett.core.distribution import MissingExtra
from quartett.core.errors import QuartettError
from quartett.core.game import Game
from quartett.core.parts import in_module, part
from quartett.core.registry import game as find_game
from quartett.core.registry import game_ids

if TYPE_CHECKING:
    from quartett.envs.jax.game import CompiledGame

__all__ = ["Compiled", "compiled"]


@in_module("jax")
class Compiled(Protocol):
    """The game compiled by JAX; the module itself is imported without it."""

    @abstractmethod
    def compiled(self) -> type["CompiledGame[Any]"]:
        """The class of the compiled game; needs JAX."""


def compiled(game: Game | str) -> type["CompiledGame[Any]"]:
    """The class of the compiled game, made with `players` and the game's options."""
    game = find_game(game) if isinstance(game, str) else game
    own = part(game, Compiled)
    if own is None:
        raise QuartettError(f"{game.name} has no compiled form")
    try:
        return own.compiled()
    except ModuleNotFoundError as missing:
        if missing.name in ("jax", "jaxlib"):
            raise MissingExtra("compiled games need JAX", "jax") from None
        raise


def __getattr__(name: str) -> Any:
    """The compiled game of this name."""
    for game in map(find_game, game_ids()):
        if game.name == name and part(game, Compiled) is not None:
            return compiled(game)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
