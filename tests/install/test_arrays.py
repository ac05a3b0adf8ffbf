"""The small part of NumPy in plain Python gives what NumPy gives."""

from collections.abc import Callable
from typing import Any

import numpy
import pytest

from quartett.core.arrays import small

CUBE = [[[(3 * a + 5 * b + 7 * c) % 11 for c in range(4)] for b in range(3)] for a in range(5)]
MASK = [[(a + b) % 3 == 0 for b in range(3)] for a in range(5)]
ROW = [4, 1, 1, 9, 0]

CASES: list[Callable[[Any], Any]] = [
    lambda np: np.array(CUBE)[1:4, :, ::-1],
    lambda np: np.array(CUBE)[:, [2, 0]],
    lambda np: np.array(CUBE)[np.arange(5), 1, np.array([0, 1, 2, 3, 0])],
    lambda np: np.array(CUBE)[np.arange(5)[:, None], np.array([[0, 1]]), 2],
    lambda np: np.array(CUBE)[np.array(MASK)],
    lambda np: np.array(CUBE)[..., None].sum(axis=2),
    lambda np: np.array(CUBE)[:, :, 1] > 3,
    lambda np: np.array(CUBE)[-1],
    lambda np: np.array(CUBE)[:, 1],
    lambda np: np.array(CUBE)[::-2, 1:, 2],
    lambda np: np.array(CUBE)[1:, ::-1, 1:3],
    lambda np: np.array(CUBE)[3:3, 1, 1],
    lambda np: np.array(ROW)[np.array(ROW) > 1],
    lambda np: np.array(ROW)[np.array(CUBE) % 5],
    lambda np: np.tri(6, dtype=np.float64)[np.array(CUBE) % 6].sum(axis=2),
    lambda np: np.array(CUBE)[0] @ np.array(CUBE)[0].T,
    lambda np: np.array(CUBE)[0] @ np.array([1, 2, 3, 4]),
    lambda np: np.where(np.array(MASK), np.arange(3), np.arange(5)[:, None]),
    lambda np: ~np.array(MASK) | (np.array(CUBE)[:, :, 0] == 3),
    lambda np: 1 / (1 + np.exp(-np.array(ROW) / 2)),
    lambda np: np.array(CUBE).max(axis=1, keepdims=True) - np.array(CUBE),
    lambda np: np.array(CUBE).min(axis=2).argmax(axis=1),
    lambda np: np.any(np.all(np.array(CUBE) > 0, axis=2), axis=1),
    lambda np: np.unique(np.array(CUBE)),
    lambda np: np.unique(np.array(ROW), return_inverse=True)[1],
    lambda np: np.divmod(np.array(CUBE), 3)[0] + np.divmod(np.array(CUBE), 3)[1],
    lambda np: np.add.reduceat(np.array(ROW), np.array([0, 2, 3])),
    lambda np: np.maximum.reduceat(np.array(ROW), np.array([0, 2, 3])),
    lambda np: np.maximum(np.array(MASK) * 2, np.array(CUBE)[:, :, 0]),
    lambda np: np.minimum(np.array(ROW), 3),
    lambda np: np.bincount(np.array(ROW), np.array([0.5, 1.0, 2.0, 4.0, 8.0]), 12),
    lambda np: np.cumsum(np.array(CUBE), axis=2),
    lambda np: np.array(CUBE).sum(axis=0),
    lambda np: np.zeros((3, 0, 2)).sum(axis=1),
    lambda np: np.zeros((0, 2)).any(axis=0),
    lambda np: np.zeros((0, 2)).max(axis=1),
    lambda np: np.array(CUBE)[:, :, :1] + np.array(CUBE)[:, 1:2, :],
    lambda np: np.diff([*np.array(ROW), 20]),
    lambda np: np.repeat(np.array(ROW), np.array([0, 1, 2, 3, 1])),
    lambda np: np.tile([[1, 2], [3, 4]], (3, 1, 1)),
    lambda np: np.broadcast_to(np.arange(3), (2, 3)),
    lambda np: np.concatenate([np.array(CUBE), np.array(CUBE)[:, :1]], axis=1),
    lambda np: np.hstack([np.array(MASK), np.zeros((5, 1), int)]),
    lambda np: np.column_stack([np.array(MASK) + 0, np.array(ROW)]),
    lambda np: np.stack([np.array(ROW), np.array(ROW) + 1], axis=1),
    lambda np: np.delete(np.array(CUBE), 1, axis=1),
    lambda np: np.sort(np.array(CUBE)),
    lambda np: np.argsort(-np.array(ROW), kind="stable"),
    lambda np: np.lexsort((np.arange(5), -np.array(ROW))),
    lambda np: np.flatnonzero(np.array(ROW) > 1),
    lambda np: np.clip(np.array(ROW), 1, 4) * np.ones_like(np.array(ROW)),
    lambda np: np.frombuffer(bytearray(range(20)), np.uint8).reshape(-1, 5),
    lambda np: np.eye(4)[np.array([3, 0])],
    lambda np: np.array(ROW) >> 1 & 3,
    lambda np: np.isfinite(np.array([1.0, -np.inf])),
    lambda np: np.full((2, 2), 7) ** 2 - np.zeros_like(np.array([1.5, 2.5])),
]


@pytest.mark.parametrize("number", range(len(CASES)))
def test_a_function_gives_what_numpy_gives(number: int) -> None:
    found, expected = CASES[number](small), CASES[number](numpy)
    assert found.shape == expected.shape
    assert numpy.allclose(numpy.array(found.tolist()), expected)


def test_elements_are_set_as_in_numpy() -> None:
    for key, value in (
        ((slice(None), 1), 3),
        (([0, 2], 1, [3, 0]), [8, 9]),
        (slice(None), [[1, 2, 3, 4]]),
        ((slice(1, None), slice(None, None, -1), slice(1, 3)), [[5], [6], [7]]),
        (1, 3),
        (slice(2, 2), 1),
    ):
        ours, theirs = small.array(CUBE), numpy.array(CUBE)
        ours[key] = value
        theirs[key] = value
        assert ours.tolist() == theirs.tolist()


def test_shapes_that_do_not_go_together_are_refused() -> None:
    with pytest.raises(ValueError, match="do not go together"):
        small.arange(3) + small.arange(4)
    with pytest.raises(IndexError, match="outside"):
        small.arange(3)[small.arange(5)]


def test_every_name_is_tried() -> None:
    tried = {name for case in CASES for name in case.__code__.co_names}
    constants = {"inf", "int16", "int64", "float32", "float64", "bool_", "ndarray"}
    by_bots = {"load", "empty", "full", "ones", "zeros"}
    assert set(small.__all__) - constants - by_bots <= tried
