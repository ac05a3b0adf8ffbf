"""Directed graphs as adjacency sets: cycles, ranks, and the edges that no longer path implies."""

from collections.abc import Iterable, Mapping
from functools import cache
from graphlib import TopologicalSorter
from typing import TypeAlias

Graph: TypeAlias = Mapping[str, frozenset[str]]


def graph(nodes: Iterable[str], edges: Iterable[tuple[str, str]]) -> Graph:
    found: dict[str, set[str]] = {node: set() for node in nodes}
    for start, end in edges:
        if start != end:
            found[start].add(end)
    return {node: frozenset(ends) for node, ends in found.items()}


def reachable(edges: Graph, start: str) -> frozenset[str]:
    """Every node that a path of one or more edges leads to."""
    seen: set[str] = set()
    waiting = list(edges[start])
    while waiting:
        node = waiting.pop()
        if node not in seen:
            seen.add(node)
            waiting.extend(edges[node])
    return frozenset(seen)


def cycles(edges: Graph) -> list[tuple[str, ...]]:
    """The groups of nodes that all reach each other.

    >>> cycles(graph("abcd", ["ab", "ba", "bc", "cd"]))
    [('a', 'b')]
    """
    after = {node: reachable(edges, node) for node in edges}
    groups = {
        tuple(sorted(other for other in after[node] if node in after[other]))
        for node in edges
        if node in after[node]
    }
    return sorted(groups)


def reduced(edges: Graph) -> Graph:
    """The edges of an acyclic graph without those that a longer path implies.

    >>> sorted(reduced(graph("abc", ["ab", "bc", "ac"]))["a"])
    ['b']
    """
    return {
        node: frozenset(
            end for end in ends if not any(end in reachable(edges, other) for other in ends - {end})
        )
        for node, ends in edges.items()
    }


def ranks(edges: Graph) -> dict[str, int]:
    """The length of the longest path down from each node of an acyclic graph.

    >>> ranks(graph("abc", ["ab", "bc", "ac"]))
    {'c': 0, 'b': 1, 'a': 2}
    """

    @cache
    def rank(node: str) -> int:
        return max((rank(end) + 1 for end in edges[node]), default=0)

    return {node: rank(node) for node in TopologicalSorter(edges).static_order()}
