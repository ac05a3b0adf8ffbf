"""Calavera and Calcory as pure JAX functions, for self-play by the ten thousand.

    pip install 'quartett[jax]'

>>> import jax
>>> from quartett.envs.jax import Calavera
>>> game = Calavera(players=2)
>>> states = jax.vmap(game.init)(jax.random.split(jax.random.key(0), 8))
>>> jax.vmap(game.legal)(states).shape
(8, 76)
"""

from typing import TYPE_CHECKING, Any, Final

from quartett.core.errors import QuartettError

if TYPE_CHECKING:
    from quartett.games.calavera.jax.rules import Calavera
    from quartett.games.calcory.jax.rules import Calcory

__all__ = ["Calavera", "Calcory"]

_WHERE: Final = {"Calavera": "calavera", "Calcory": "calcory"}


def __getattr__(name: str) -> Any:
    """The games are loaded when asked for: the rest of this package needs no JAX."""
    if name not in _WHERE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    try:
        return getattr(import_module(f"quartett.games.{_WHERE[name]}.jax.rules"), name)
    except ModuleNotFoundError as missing:
        if missing.name in ("jax", "jaxlib"):
            raise QuartettError("compiled games need JAX: pip install 'quartett[jax]'") from None
        raise
