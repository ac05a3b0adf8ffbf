"""Chance in numbered steps: every step has few outcomes, each with its exact probability.

OpenSpiel wants the outcomes of chance listed. What has too many of them, such as a deal of all
cards, is drawn in steps: card by card. A game says so in its encoding, phase by phase.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import islice
from types import MappingProxyType
from typing import Any, Final, NamedTuple, TypeAlias, Union

from quartett.core.errors import QuartettError
from quartett.core.event import Action
from quartett.core.state import State

MOST_OUTCOMES: Final = 10_000
"""No step may have more outcomes than this."""

Outcomes: TypeAlias = list[tuple[int, Fraction]]
Drawn: TypeAlias = tuple[int, ...]


class Steps(ABC):
    """How one kind of chance action is drawn: the numbers drawn so far decide what follows."""

    @abstractmethod
    def outcomes(self, state: Any, drawn: Drawn) -> Outcomes:
        """The numbers that may be drawn next, with their probabilities."""

    @abstractmethod
    def action(self, state: Any, drawn: Drawn) -> Action | None:
        """The chance action that the numbers make up, or None while some are missing."""

    @abstractmethod
    def path(self, state: Any, action: Any) -> Sequence[int]:
        """The numbers that make up a chance action."""

    @abstractmethod
    def label(self, state: Any, outcome: int) -> str:
        """An outcome in words."""


class Listed(Steps):
    """One step: the outcomes that the state lists, numbered in their order."""

    def outcomes(self, state: State, drawn: Drawn) -> Outcomes:
        return [(number, chance) for number, (_, chance) in enumerate(_listed(state))]

    def action(self, state: State, drawn: Drawn) -> Action:
        return _listed(state)[drawn[0]][0]

    def path(self, state: State, action: Action) -> list[int]:
        return [[listed for listed, _ in _listed(state)].index(action)]

    def label(self, state: State, outcome: int) -> str:
        return str(_listed(state)[outcome][0])


LISTED: Final = Listed()


class ChanceNumbering(NamedTuple):
    """How a game's chance is numbered."""

    most: int = MOST_OUTCOMES
    """All outcomes have numbers below this one."""
    steps: Mapping[str, Steps] = MappingProxyType({})
    """By the state's phase; in all other phases outcomes are listed."""

    def begin(self, state: State) -> "ChanceDraft":
        """A chance action before its first step."""
        return ChanceDraft(state, self.steps.get(state.phase, LISTED))


ALL_LISTED: Final = ChanceNumbering()
"""Chance that has few outcomes everywhere."""


class ChanceDraft(NamedTuple):
    """A chance action of which some steps are drawn; a value."""

    state: State
    steps: Steps
    drawn: Drawn = ()

    def outcomes(self) -> Outcomes:
        return self.steps.outcomes(self.state, self.drawn)

    def then(self, outcome: int) -> Union["ChanceDraft", Action]:
        """The draft after an outcome, or the whole action that it completes."""
        drawn = (*self.drawn, outcome)
        return self.steps.action(self.state, drawn) or self._replace(drawn=drawn)

    def path(self, action: Action) -> Sequence[int]:
        """The outcomes that make up a whole action."""
        return self.steps.path(self.state, action)

    def label(self, outcome: int) -> str:
        return self.steps.label(self.state, outcome)


def weighted(counts: Sequence[int]) -> Outcomes:
    """Numbers drawn in proportion to their counts.

    >>> weighted([1, 0, 3])
    [(0, Fraction(1, 4)), (2, Fraction(3, 4))]
    """
    total = sum(counts)
    return [(number, Fraction(count, total)) for number, count in enumerate(counts) if count]


def _listed(state: State) -> list[tuple[Action, Fraction]]:
    found = list(islice(state.outcomes(), MOST_OUTCOMES + 1))
    if len(found) > MOST_OUTCOMES:
        raise QuartettError(
            f"chance has more than {MOST_OUTCOMES:,} outcomes here; "
            "an env part of the game must draw it in steps"
        )
    return found
