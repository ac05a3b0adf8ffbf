"""Calculations: what form they have and what they come to, step by step, in whole numbers."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Final

from msgspec import Struct

from quartett.games.calculissimo.board.tiles import (
    DIVIDED,
    MINUS,
    PLUS,
    TIMES,
    is_number,
    stands_for,
)

ORDER: Final = ((TIMES,), (DIVIDED,), (PLUS, MINUS))
"""What is worked out first; within each from left to right."""


class Step(Struct, frozen=True):
    """One operation.

    >>> print(Step(6, "÷", 2))
    6 ÷ 2 = 3
    """

    left: int
    operator: str
    right: int

    @property
    def value(self) -> Fraction:
        """What it gives, exactly, allowed or not."""
        if self.operator == DIVIDED:
            return Fraction(self.left, self.right)
        return Fraction(self.result)

    @property
    def result(self) -> int:
        """What it gives when it is allowed."""
        match self.operator:
            case "+":
                return self.left + self.right
            case "−":
                return self.left - self.right
            case "×":
                return self.left * self.right
        return self.left // self.right

    @property
    def allowed(self) -> bool:
        """Whether it gives a positive whole number."""
        if self.operator == DIVIDED:
            return self.left % self.right == 0
        return self.operator != MINUS or self.left > self.right

    def __str__(self) -> str:
        return f"{self.left} {self.operator} {self.right} = {in_digits(self.value)}"


class WrongStep(Exception):
    """A step whose result is not a positive whole number."""

    def __init__(self, step: Step) -> None:
        super().__init__(str(step))
        self.step = step


def is_calculation(line: Sequence[str]) -> bool:
    """Whether tiles in a line have the form number, operator, number, …, number.

    >>> is_calculation("6÷2"), is_calculation("6÷"), is_calculation("62")
    (True, False, False)
    """
    return (
        len(line) >= 3
        and len(line) % 2 == 1
        and all(is_number(tile) == (place % 2 == 0) for place, tile in enumerate(line))
    )


def steps(numbers: Sequence[int], operators: Sequence[str]) -> tuple[Step, ...]:
    """The steps of a calculation in the order in which they are made.

    >>> [str(step) for step in steps([9, 6, 2], "+÷")]
    ['6 ÷ 2 = 3', '9 + 3 = 12']
    """
    values, between, made = list(numbers), list(operators), []
    for together in ORDER:
        place = 0
        while place < len(between):
            if between[place] not in together:
                place += 1
                continue
            step = Step(values[place], between.pop(place), values.pop(place + 1))
            if not step.allowed:
                raise WrongStep(step)
            values[place] = step.result
            made.append(step)
    return tuple(made)


def operators_of(line: Sequence[str]) -> list[str]:
    return [stands_for(tile) for tile in line[1::2]]


def numbers_of(line: Sequence[str]) -> list[int]:
    return [int(stands_for(tile)) for tile in line[::2]]


def in_digits(value: Fraction) -> str:
    """A value exactly as people write it.

    >>> in_digits(Fraction(7, 2)), in_digits(Fraction(7, 3)), in_digits(Fraction(-1))
    ('3.5', '2 1/3', '−1')
    """
    if value < 0:
        return MINUS + in_digits(-value)
    if value.denominator == 1:
        return str(value.numerator)
    thousandths = value * 1000
    if thousandths.denominator == 1:
        return f"{value.numerator / value.denominator:.3f}".rstrip("0")
    whole, rest = divmod(value.numerator, value.denominator)
    return f"{whole} {rest}/{value.denominator}" if whole else f"{rest}/{value.denominator}"
