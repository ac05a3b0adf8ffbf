"""How the hot functions of this game are compiled."""

from collections.abc import Callable
from typing import Any, TypeVar, cast

import numba  # type: ignore[import-untyped, unused-ignore]

F = TypeVar("F", bound=Callable[..., Any])


def kernel(function: F) -> F:
    """Compiled at its first call and kept on disk; `py_func` is the plain twin."""
    return cast(F, numba.njit(cache=True)(function))
