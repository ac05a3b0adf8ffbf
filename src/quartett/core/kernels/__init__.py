"""Compiled kernels: the decorator that every game uses, and the cache of compiled code.

Numba compiles a function at its first call, which takes seconds, and can keep the result on
disk. Its own cache checks only the file that the function is in, so a kernel would go on
calling the old code of a kernel in another file. Here compiled code is kept in a folder named
after the sources of the kernel's module and of all modules it imports.

Without Numba a kernel is the plain function, with the same results: Calculissimo's search for
plays takes 25 ms instead of 0.4, and Cubus fills its tables with NumPy, once, in ten seconds.
"""

from collections.abc import Callable
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Any, Final, TypeVar, cast

from quartett.core.kernels.folders import cache_folder

numba: Any
caching: Any
try:
    numba, caching = import_module("numba"), import_module("numba.core.caching")
except ImportError:
    numba = caching = None

COMPILES: Final[bool] = numba is not None and not numba.config.DISABLE_JIT
"""Whether kernels are compiled; where not, a game may prefer NumPy to plain loops."""

F = TypeVar("F", bound=Callable[..., Any])


def kernel(function: F) -> F:
    """Compile the function at its first call; `py_func` is the plain function.

    >>> @kernel
    ... def double(number: int) -> int:
    ...     return number * 2
    >>> double(21), double.py_func(21)
    (42, 42)
    """
    fast: Any = numba.njit(function) if numba else function
    if not hasattr(fast, "py_func"):  # no Numba, or NUMBA_DISABLE_JIT is set
        fast.py_func = fast
        return cast(F, fast)
    with suppress(RuntimeError):  # Numba's word for: no folder to write to
        fast._cache = _Cache(fast.py_func)
    return cast(F, fast)


if numba:

    class _Folder(caching._CacheLocator):  # type: ignore[misc]
        """Where one kernel's code is kept."""

        def __init__(self, function: Any, file: str, folder: Path) -> None:
            self._py_file = file
            self._line = function.__code__.co_firstlineno
            self._folder = folder

        @classmethod
        def from_function(cls, function: Any, file: str) -> "_Folder | None":
            found = cache_folder(function.__module__, Path(file), numba.__version__)
            return cls(function, file, found) if found else None

        def get_cache_path(self) -> str:
            return str(self._folder)

        def get_source_stamp(self) -> str:
            return self._folder.name

        def get_disambiguator(self) -> str:
            return str(self._line)

    class _Kept(caching.CompileResultCacheImpl):  # type: ignore[misc]
        _locator_classes = (_Folder,)

    class _Cache(caching.FunctionCache):  # type: ignore[misc]
        """A cache that never fails: what cannot be loaded is compiled again."""

        _impl_class = _Kept

        def load_overload(self, signature: Any, context: Any) -> Any:
            try:
                return super().load_overload(signature, context)
            except Exception:  # a damaged file can raise anything
                self.flush()
                return None

        def save_overload(self, signature: Any, data: Any) -> None:
            try:
                super().save_overload(signature, data)
            except Exception:
                self._enabled = False

        def flush(self) -> None:
            try:
                super().flush()
            except OSError:
                self._enabled = False
