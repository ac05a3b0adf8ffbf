"""What a page draws a seat's choices from, and what a half-laid play comes to."""

from collections.abc import Iterator, Sequence
from typing import Literal, TypeAlias

from msgspec import Struct

from quartett.core.errors import IllegalAction
from quartett.core.event import Action
from quartett.games.calculissimo.actions import Play
from quartett.games.calculissimo.board.edition import Edition
from quartett.games.calculissimo.board.expression import (
    ORDER,
    Step,
    in_digits,
    is_calculation,
    operators_of,
)
from quartett.games.calculissimo.board.grid import is_empty, line_through, neighbours, written
from quartett.games.calculissimo.board.laying import check_laying
from quartett.games.calculissimo.board.score import Worth, worth
from quartett.games.calculissimo.board.tiles import JOKER, TIMES, is_number, of_rack, stands_for
from quartett.games.calculissimo.rules.refusals import check_rack
from quartett.games.calculissimo.view import View

Deed: TypeAlias = Literal["play", "exchange", "pass", "challenge", "accept"]
Fault: TypeAlias = Literal["not_calculation", "second_times", "wrong_step"]


class Offers(Struct, frozen=True):
    may: tuple[Deed, ...]
    """What kinds of action the seat has."""
    fields: tuple[int, ...]
    """The free fields one of which a play has to cover, counted row by row."""


class ShownStep(Struct, frozen=True):
    left: int
    operator: str
    right: int
    value: str
    """What it gives, as people write it."""
    allowed: bool
    """Whether that is a positive whole number."""
    at: int
    """Where its operator lies in the line …"""
    first: int
    """… and the tiles that it takes in: from this one …"""
    last: int
    """… to this one."""


class ShownLine(Struct, frozen=True):
    """A line that a play makes or changes, as far as it can be worked out."""

    fields: tuple[int, ...]
    text: str
    factors: tuple[int, ...]
    """What the field under each tile makes of it: 2 or 3 for a number on green or blue."""
    steps: tuple[ShownStep, ...]
    factor: int
    """What yellow and violet fields make of the result."""
    points: int | None
    """None where the line is not right."""
    fault: Fault | None


class Preview(Struct, frozen=True):
    lines: tuple[ShownLine, ...]
    points: int | None
    """None where the play is not allowed as it lies, or a challenge game keeps it to itself."""
    again: bool
    """Whether it lays a whole rack, which brings another turn."""


NOTHING = Preview((), None, False)


def offers(view: View) -> Offers | None:
    """What the viewing seat may do now; None when it may do nothing."""
    if view.seat is None or view.seat not in view.to_act:
        return None
    if view.phase == "answer":
        return Offers(("challenge", "accept"), ())
    deeds: tuple[Deed, ...] = ("play", "exchange", "pass") if view.bag else ("play", "pass")
    return Offers(deeds, tuple(_touching(view)))


def preview(view: View, action: Action) -> Preview:
    """The lines of a play step by step, wrong ones too; nothing where players check each other."""
    if not isinstance(action, Play) or view.options.challenge:
        return NOTHING
    again = len(action.tiles) == view.edition.rack
    try:
        found = play_worth(view, action)
    except IllegalAction:
        return Preview(tuple(_lines(view, action)), None, False)
    return Preview(explained(view, action, found), found.points, again)


def explained(view: View, play: Play, found: Worth) -> tuple[ShownLine, ...]:
    """The lines of a play that is right, step by step."""
    table = _table(view, play)
    shown = []
    for line in found.lines:
        tiles = [table[field] for field in line.fields]
        numbers = _counted(tiles, line.steps)
        steps, factors = tuple(worked_out(numbers, operators_of(tiles))), _factors(tiles, numbers)
        shown.append(
            ShownLine(line.fields, line.text, factors, steps, line.factor, line.points, None)
        )
    return tuple(shown)


def worked_out(numbers: Sequence[int], operators: Sequence[str]) -> Iterator[ShownStep]:
    """The steps of a calculation with the tiles they take in, up to the first wrong one.

    >>> [(step.value, step.first, step.last) for step in worked_out([9, 6, 2], "+÷")]
    [('3', 2, 4), ('12', 0, 4)]
    """
    values, between = list(numbers), list(operators)
    spans = [(2 * place, 2 * place) for place in range(len(values))]
    for together in ORDER:
        place = 0
        while place < len(between):
            if between[place] not in together:
                place += 1
                continue
            step = Step(values[place], between.pop(place), values.pop(place + 1))
            (first, before), (_, last) = spans[place], spans.pop(place + 1)
            spans[place] = (first, last)
            yield _shown(step, before + 1, first, last)
            if not step.allowed:
                return
            values[place] = step.result


def _shown(step: Step, at: int, first: int, last: int) -> ShownStep:
    value = in_digits(step.value)
    return ShownStep(step.left, step.operator, step.right, value, step.allowed, at, first, last)


def _touching(view: View) -> Iterator[int]:
    """The middle at first, later every free field beside a tile."""
    size = view.edition.size
    if is_empty(view.board):
        yield view.edition.centre
        return
    for field, tile in enumerate(view.board):
        if not tile and any(view.board[near] for near in neighbours(size, field)):
            yield field


def _table(view: View, play: Play) -> list[str]:
    """The board with the tiles on it that fit there."""
    table, size = list(view.board), view.edition.size
    for row, column, tile in play.tiles:
        if row < size and column < size and not table[row * size + column]:
            table[row * size + column] = tile
    return table


def _counted(tiles: Sequence[str], made: Sequence[Step]) -> list[int]:
    """The numbers of a right line with their bonuses, read off its steps."""
    numbers = [int(stands_for(tile)) for tile in tiles[::2]]
    for step, shown in zip(made, worked_out(numbers, operators_of(tiles)), strict=True):
        if shown.at - shown.first == 1:
            numbers[shown.first // 2] = step.left
        if shown.last - shown.at == 1:
            numbers[shown.last // 2] = step.right
    return numbers


def _factors(tiles: Sequence[str], numbers: Sequence[int]) -> tuple[int, ...]:
    factors = [1] * len(tiles)
    for place, number in enumerate(numbers):
        factors[2 * place] = number // int(stands_for(tiles[2 * place]))
    return tuple(factors)


def _lines(view: View, play: Play) -> Iterator[ShownLine]:
    """The lines of a play that is not right, or not finished."""
    size, table = view.edition.size, _table(view, play)
    new = [
        row * size + column
        for row, column, tile in play.tiles
        if row < size and column < size and table[row * size + column] == tile
    ]
    seen: set[tuple[int, ...]] = set()
    for across in (_lies_across(play), not _lies_across(play)):
        for field in new:
            fields = tuple(line_through(table, size, field, across))
            if len(fields) > 1 and fields not in seen:
                counting = {place for place in new if all(place not in line for line in seen)}
                seen.add(fields)
                yield _as_far(view.edition, fields, [table[place] for place in fields], counting)


def _lies_across(play: Play) -> bool:
    return len({row for row, _, _ in play.tiles}) == 1


def _as_far(
    edition: Edition, fields: tuple[int, ...], tiles: list[str], counting: set[int]
) -> ShownLine:
    """A line as far as it calculates, its new fields' bonuses counted once."""
    factors, factor = [1] * len(tiles), 1
    for place, field in enumerate(fields):
        if field in counting:
            number, calculation = edition.bonuses[field]
            factor *= calculation
            if is_number(tiles[place]) and of_rack(tiles[place]) != JOKER:
                factors[place] = number
    right = _begins_right(tiles)
    operators = operators_of(right)
    plain = [int(stands_for(tile)) for tile in right[::2]]
    counted = [number * factors[2 * place] for place, number in enumerate(plain)]
    steps = tuple(worked_out(counted, operators))
    bare = tuple(worked_out(plain, operators))
    if all(step.allowed for step in steps):  # a line must be right without its bonuses too
        steps = steps if all(step.allowed for step in bare) else bare
    fault = _fault(tiles, steps)
    points = None if fault else int(steps[-1].value) * factor
    return ShownLine(fields, written(tiles), tuple(factors), steps, factor, points, fault)


def _begins_right(tiles: list[str]) -> list[str]:
    """The longest beginning that is a number, or a calculation."""
    length = 0
    while length < len(tiles) and is_number(tiles[length]) == (length % 2 == 0):
        length += 1
    return tiles[: max(0, length - (length + 1) % 2)]


def _fault(tiles: list[str], steps: Sequence[ShownStep]) -> Fault | None:
    if any(not step.allowed for step in steps):
        return "wrong_step"
    if not is_calculation(tiles):
        return "not_calculation"
    return "second_times" if written(tiles).count(TIMES) > 1 else None


def play_worth(view: View, play: Play) -> Worth:
    """The lines of a play of the viewing seat, step by step; refused with the reason if wrong.

    It looks at the board and the seat's rack only, whoever's turn it is.

    >>> from quartett.games.calculissimo import Calculissimo
    >>> from quartett.games.calculissimo.rules.position import arrange
    >>> play = Calculissimo().parse("8f 6:2+9")
    >>> found = play_worth(arrange(".", "6:2+9", "1").view(0), play)
    >>> found.points, str(found.lines[0])
    (48, '6÷2+9: 12 ÷ 2 = 6, 6 + 18 = 24, × 2 = 48')
    """
    check_rack(view.rack, [of_rack(tile) for _, _, tile in play.tiles])
    check_laying(view.edition, view.board, play.tiles)
    return worth(view.edition, view.board, play.tiles)
