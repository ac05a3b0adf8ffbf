"""NumPy's file of several arrays (`.npz`), read without NumPy."""

import ast
import struct
import sys
import zipfile
from array import array as numbers
from collections.abc import Sequence
from types import TracebackType
from typing import IO, Any, Final

from quartett.core.arrays.small.ndarray import ndarray

_CODES: Final = {"<f4": "f", "<f8": "d", "<i8": "q", "<i4": "i", "<i2": "h", "|u1": "B"}
_HALF: Final = "<f2"


def load(stream: IO[bytes]) -> "Arrays":
    return Arrays(zipfile.ZipFile(stream))


class Arrays:
    """The arrays of a file by name."""

    def __init__(self, archive: zipfile.ZipFile) -> None:
        self._archive = archive
        self.files = [name.removesuffix(".npy") for name in archive.namelist()]

    def __enter__(self) -> "Arrays":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._archive.close()

    def __getitem__(self, name: str) -> ndarray:
        content = self._archive.read(f"{name}.npy")
        length = int.from_bytes(content[8:10], "little")
        header: dict[str, Any] = ast.literal_eval(content[10 : 10 + length].decode("latin-1"))
        if content[:7] != b"\x93NUMPY\x01":
            raise ValueError(f"{name} is not an array that can be read without NumPy")
        items = _items(header["descr"], content[10 + length :])
        shape: tuple[int, ...] = header["shape"]
        if header["fortran_order"]:  # column by column
            return ndarray(items, shape[::-1]).T
        return ndarray(items, shape)


def _items(kind: str, content: bytes) -> Any:
    if kind == _HALF:
        return Halves(content)
    found = numbers(_CODES[kind])
    found.frombytes(content)
    if sys.byteorder == "big":
        found.byteswap()
    return found.tolist()


class Halves(Sequence[float]):
    """Numbers of half precision, decoded when they are asked for.

    Large networks have them: as a list they would take ten times the memory.
    """

    def __init__(self, content: bytes) -> None:
        self._content = content

    def __len__(self) -> int:
        return len(self._content) // 2

    def __getitem__(self, key: Any) -> Any:
        if not isinstance(key, slice):
            return self[key : key + 1][0]
        start, end, step = key.indices(len(self))
        part = self._content[2 * start : 2 * end]
        return list(struct.unpack(f"<{len(part) // 2}e", part))[::step]
