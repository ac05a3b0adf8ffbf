"""Compilation of search kernels with Numba.

Numba sees a change in a kernel's own file only. After changing a kernel that others call,
remove the `*.nbi` files in `__pycache__`, or the others go on calling the old one.
"""

from collections.abc import Callable
from typing import ParamSpec, TypeVar

from numba import njit

P = ParamSpec("P")
R = TypeVar("R")


def compiled(function: Callable[P, R]) -> Callable[P, R]:
    """The function as machine code, made at its first call and kept on disk for the next run."""
    fast: Callable[P, R] = njit(cache=True)(function)
    return fast
