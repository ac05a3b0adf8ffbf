"""Which functions are kernels, and how a kernel is written.

Plain kernels work on lists of lists, which are faster than arrays without a compiler; compiled
ones on NumPy's arrays. A kernel is written so that it does both: `grid[row][column]`, `len`,
no slices but `[:]`. Where that is not possible, `in_arrays` gives it a second form.
"""

from collections.abc import Callable
from typing import Any, TypeVar

F = TypeVar("F", bound=Callable[..., Any])


def kernel(function: F) -> F:
    """Mark a function that a `Program` may compile; called as it is, it is plain Python."""
    function.__dict__["kernel"] = function
    return function


def in_arrays(plain: Callable[..., Any]) -> Callable[[F], F]:
    """Give a kernel another body for compilation, with the same results."""

    def mark(function: F) -> F:
        plain.__dict__["kernel"] = function
        return function

    return mark


def compilable(function: object) -> Any:
    """The function to compile in place of this one; None where it is not a kernel."""
    return getattr(function, "__dict__", {}).get("kernel")


@kernel
def zeros(count: int) -> Any:
    """A new row of whole numbers, all 0."""
    return [0] * count


@in_arrays(zeros)
def _zeros(count: int) -> Any:
    return numpy.zeros(count, numpy.int64)


numpy: Any = None
"""Set before anything is compiled: plain kernels do without it."""
