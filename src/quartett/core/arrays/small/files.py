"""NumPy's file of several arrays (`.npz`), read without NumPy."""

import ast
import sys
import zipfile
from array import array as numbers
from types import TracebackType
from typing import IO, Any, Final

from quartett.core.arrays.small.ndarray import ndarray

_CODES: Final = {"<f4": "f", "<f8": "d", "<i8": "q", "<i4": "i", "<i2": "h", "|u1": "B"}


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
        found = numbers(_CODES[header["descr"]])
        found.frombytes(content[10 + length :])
        if sys.byteorder == "big":
            found.byteswap()
        shape: tuple[int, ...] = header["shape"]
        if header["fortran_order"]:  # column by column
            return ndarray(found.tolist(), shape[::-1]).T
        return ndarray(found.tolist(), shape)
