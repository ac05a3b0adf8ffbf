"""Compiled kernels: Numba, with a cache that follows all sources.

Numba's own cache checks only the file that a function is in, so a kernel would go on calling
the old code of a kernel in another file. Here compiled code is kept in a folder named after the
sources of the kernel's module and of all modules it imports.
"""

from contextlib import suppress
from dis import get_instructions
from importlib import import_module
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any, Final, get_args

from quartett.core.kernels import marking
from quartett.core.kernels.folders import cache_folder

# Numba is not typed.
numba: Any = import_module("numba")
caching: Any = import_module("numba.core.caching")
marking.numpy = import_module("numpy")
_MADE: Final[dict[Any, Any]] = {}


def dispatcher(kernel: Any) -> Any:
    """The kernel compiled by Numba, and with it all kernels that it calls."""
    source = marking.compilable(kernel)
    if source is None:
        raise TypeError(f"{kernel.__qualname__} is not marked as a kernel")
    return _dispatcher(source)


def _dispatcher(source: Any) -> Any:
    if source in _MADE:
        return _MADE[source]
    names = dict(source.__globals__)
    copy = FunctionType(source.__code__, names, source.__name__, source.__defaults__)
    copy.__module__, copy.__qualname__ = source.__module__, source.__qualname__
    made = _MADE[source] = numba.njit(copy, _nrt=_counts(source))
    with suppress(RuntimeError):  # Numba's word for: no folder to write to
        made._cache = _Cache(copy)
    for name in source.__code__.co_names:
        called = marking.compilable(names.get(name))
        if called is not None:
            names[name] = _dispatcher(called)
    return made


def _counts(source: Any) -> bool:
    """Whether a kernel has to count references to arrays, because it may get or give a new one.

    Counting is most of the time of a kernel that reads rows of rows. One that only reads and
    changes what it was given does without: no slices, no NumPy, numbers for results.
    """
    named = [source.__globals__.get(name) for name in source.__code__.co_names]
    called = [found for found in map(marking.compilable, named) if found is not None]
    return (
        any(isinstance(one, ModuleType) for one in named)
        or any("SLICE" in step.opname for step in get_instructions(source))
        or not all(_gives_numbers(one) for one in [source, *called])
    )


def _gives_numbers(source: Any) -> bool:
    result = source.__annotations__.get("return", Any)
    return set(get_args(result) or [result]) <= {bool, int, float, None}


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
