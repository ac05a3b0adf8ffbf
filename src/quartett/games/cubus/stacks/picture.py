"""The picture of any columns, drawn face by face, and whether it reads as a stack.

This is the slow, literal way: every visible face falls on two triangles of the picture,
the nearest face wins each triangle, and then one looks. Points (X, Y, Z) of space lie in
the picture at (X − Z, Y − Z), because the viewer looks along (1, 1, 1).
"""

from collections import defaultdict
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from quartett.games.cubus.stacks.shape import Fault, Heights, Spot

Point = tuple[int, int, int]
Edge = frozenset[Point]
Triangle = tuple[int, int, int]
"""A half of the picture's unit square at (a, b): 0 the half beside a + 1, 1 beside b + 1."""


class Face(NamedTuple):
    """One face of a box: the corner with the smallest coordinates, and which way it looks."""

    kind: str
    corner: Point
    box: Point


def fault(heights: Heights) -> Fault | None:
    """What is wrong with the picture of these columns, or None when it reads as a stack."""
    shown = seen(heights)
    faces = set(shown.values())
    return _half_hidden(shown, faces) or _unseen(heights, faces) or _misread(faces)


def seen(heights: Heights) -> dict[Triangle, Face]:
    """The face one sees at each triangle of the picture."""
    nearest: dict[Triangle, tuple[int, Face]] = {}
    for face in outside(heights):
        for triangle in triangles(face):
            depth = _depth(face, triangle)
            if triangle not in nearest or depth > nearest[triangle][0]:
                nearest[triangle] = depth, face
    return {triangle: face for triangle, (_, face) in nearest.items()}


def outside(heights: Heights) -> Iterator[Face]:
    """The faces that look towards the viewer and touch no other box."""
    for (x, y), height in heights.items():
        yield Face("lid", (x, y, height), (x, y, height - 1))
        for z in range(heights.get((x + 1, y), 0), height):
            yield Face("left", (x + 1, y, z), (x, y, z))
        for z in range(heights.get((x, y + 1), 0), height):
            yield Face("right", (x, y + 1, z), (x, y, z))


def place(face: Face) -> Spot:
    """Where the face's corner lies in the picture."""
    x, y, z = face.corner
    return x - z, y - z


def triangles(face: Face) -> tuple[Triangle, Triangle]:
    a, b = place(face)
    match face.kind:
        case "lid":
            return (a, b, 0), (a, b, 1)
        case "left":
            return (a - 1, b, 0), (a - 1, b - 1, 1)
    return (a - 1, b - 1, 0), (a, b - 1, 1)


def edges(face: Face) -> Iterator[Edge]:
    x, y, z = face.corner
    along = {"lid": ((1, 0, 0), (0, 1, 0)), "left": ((0, 1, 0), (0, 0, 1))}
    u, v = along.get(face.kind, ((1, 0, 0), (0, 0, 1)))
    corners = [
        (x + i * u[0] + j * v[0], y + i * u[1] + j * v[1], z + i * u[2] + j * v[2])
        for i, j in ((0, 0), (1, 0), (1, 1), (0, 1))
    ]
    for start, end in zip(corners, corners[1:] + corners[:1], strict=True):
        yield frozenset((start, end))


def _depth(face: Face, triangle: Triangle) -> int:
    """Three times X + Y + Z on the face at the middle of the triangle: larger is nearer."""
    a, b = 3 * triangle[0] + 2 - triangle[2], 3 * triangle[1] + 1 + triangle[2]
    x, y, z = face.corner
    match face.kind:
        case "lid":
            return a + b + 9 * z
        case "left":
            return b - 2 * a + 9 * x
    return a - 2 * b + 9 * y


def _half_hidden(shown: dict[Triangle, Face], faces: set[Face]) -> Fault | None:
    for face in sorted(faces):
        if any(shown[triangle] != face for triangle in triangles(face)):
            cell = face.box[:2]
            return Fault("half_hidden", f"a {face.kind} of column {cell} shows in part", (cell,))
    return None


def _unseen(heights: Heights, faces: set[Face]) -> Fault | None:
    boxes = {face.box for face in faces}
    for (x, y), height in sorted(heights.items()):
        if (x, y, height - 1) not in boxes:
            return Fault("unseen", f"the picture neither shows nor needs ({x}, {y})", ((x, y),))
    return None


def _misread(faces: set[Face]) -> Fault | None:
    """Cards that touch along an edge must meet in space, and hang together."""
    by_edge: defaultdict[frozenset[Spot], list[tuple[Edge, Face]]] = defaultdict(list)
    for face in sorted(faces):
        for edge in edges(face):
            flat = frozenset((x - z, y - z) for x, y, z in edge)
            by_edge[flat].append((edge, face))
    joined: defaultdict[Face, list[Face]] = defaultdict(list)
    for meeting in by_edge.values():
        for (edge, face), (other_edge, other) in pairwise(meeting):
            if edge != other_edge:
                cells = face.box[:2], other.box[:2]
                return Fault("edge", f"cards of {cells[0]} and {cells[1]} touch apart", cells)
            joined[face].append(other)
            joined[other].append(face)
    return _pieces(faces, joined)


def _pieces(faces: set[Face], joined: dict[Face, list[Face]]) -> Fault | None:
    if not faces:
        return None
    first = min(faces)
    reached, todo = {first}, [first]
    while todo:
        for other in joined.get(todo.pop(), []):
            if other not in reached:
                reached.add(other)
                todo.append(other)
    if faces == reached:
        return None
    apart = min(faces - reached)
    cells = first.box[:2], apart.box[:2]
    return Fault("pieces", f"nothing joins {cells[0]} and {cells[1]}", cells)
