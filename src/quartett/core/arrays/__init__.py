"""Arrays for bots: NumPy where it is installed, else a small part of it in plain Python.

`np` is one or the other, so bots are written once. The small one has what our bots use, with
the same results up to rounding, 10 to 100 times slower.
"""

from typing import TYPE_CHECKING, Final, TypeAlias

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Ints: TypeAlias = NDArray[np.int64]
    Shorts: TypeAlias = NDArray[np.int16]
    Floats: TypeAlias = NDArray[np.float64]
    Singles: TypeAlias = NDArray[np.float32]
    Bools: TypeAlias = NDArray[np.bool_]
else:
    try:
        import numpy as np
    except ImportError:
        from quartett.core.arrays import small as np
    Ints = Shorts = Floats = Singles = Bools = np.ndarray

HAS_NUMPY: Final = np.__name__ == "numpy"

__all__ = ["HAS_NUMPY", "Bools", "Floats", "Ints", "Shorts", "Singles", "np"]
