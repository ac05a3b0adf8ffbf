"""What a play is worth: its lines, their steps with bonuses, and why a wrong one is refused."""

from collections.abc import Iterator, Sequence
from itertools import product
from math import prod

from msgspec import Struct

from quartett.core.errors import IllegalAction
from quartett.games.calculissimo.board.edition import Edition
from quartett.games.calculissimo.board.expression import (
    Step,
    WrongStep,
    in_digits,
    is_calculation,
    numbers_of,
    operators_of,
    steps,
)
from quartett.games.calculissimo.board.grid import Board, Laid, line_name, line_through, written
from quartett.games.calculissimo.board.tiles import JOKER, TIMES, is_number, of_rack, stands_for


class Line(Struct, frozen=True):
    """A calculation that a play makes or changes."""

    fields: tuple[int, ...]
    text: str
    """The calculation without bonuses."""
    steps: tuple[Step, ...]
    """The steps with the numbers' bonuses."""
    factor: int
    """What yellow and violet fields make of the result."""

    @property
    def result(self) -> int:
        return self.steps[-1].result

    @property
    def points(self) -> int:
        return self.result * self.factor

    def __str__(self) -> str:
        made = ", ".join(map(str, self.steps))
        return f"{self.text}: {made}" + (f", × {self.factor} = {self.points}" * (self.factor > 1))


class Worth(Struct, frozen=True):
    """The lines of a play, the line of the play itself first."""

    lines: tuple[Line, ...]

    @property
    def points(self) -> int:
        return sum(line.points for line in self.lines)


def worth(edition: Edition, board: Board, tiles: Sequence[Laid]) -> Worth:
    """The lines of a play that is laid as it has to be; refused unless all of them calculate."""
    size = edition.size
    new = {row * size + column: tile for row, column, tile in tiles}
    table = list(board)
    for field, tile in new.items():
        table[field] = tile
    _check_jokers(edition, tiles)
    lines = list(_lines(table, size, new))
    for fields in lines:
        _check_form(size, fields, [table[field] for field in fields])
    for fields in lines:
        _check_steps(size, fields, [table[field] for field in fields])
    return _best(edition, table, new, lines)


def is_right(edition: Edition, board: Board, tiles: Sequence[Laid], announced: int | None) -> bool:
    """Whether a play calculates, and scores what was announced."""
    try:
        return worth(edition, board, tiles).points == announced
    except IllegalAction:
        return False


def _lines(table: Sequence[str], size: int, new: dict[int, str]) -> Iterator[range]:
    """Every line of two or more tiles with a new one in it, the longest in new tiles first."""
    across = len(new) == 1 or max(new) - min(new) < size
    main = line_through(table, size, next(iter(new)), across)
    if len(main) > 1:
        yield main
    for field in new:
        cross = line_through(table, size, field, not across)
        if len(cross) > 1:
            yield cross


def _check_jokers(edition: Edition, tiles: Sequence[Laid]) -> None:
    for row, column, tile in tiles:
        declared = stands_for(tile)
        if of_rack(tile) == JOKER and declared not in edition.joker:
            code = "joker_times" if declared == TIMES else "joker_as"
            raise IllegalAction(
                code,
                f"a joker never stands for {declared}; it may be {' '.join(edition.joker)}",
                {"place": [row, column], "as": declared},
            )


def _check_form(size: int, fields: range, tiles: list[str]) -> None:
    text = written(tiles)
    if not is_calculation(tiles):
        raise IllegalAction(
            "not_calculation",
            f"{text} in {line_name(size, fields)} is not a calculation: "
            "numbers and operators take turns, with a number at both ends",
            _where(size, fields, text),
        )
    if text.count(TIMES) > 1:
        raise IllegalAction(
            "second_times",
            f"{text} in {line_name(size, fields)} has a second ×; a calculation has at most one",
            _where(size, fields, text),
        )


def _check_steps(size: int, fields: range, tiles: list[str]) -> None:
    try:
        steps(numbers_of(tiles), operators_of(tiles))
    except WrongStep as wrong:
        raise _refused_step(size, fields, written(tiles), wrong.step, False) from None


def _refused_step(size: int, fields: range, text: str, step: Step, bonus: bool) -> IllegalAction:
    with_bonus = " with its bonus fields" if bonus else ""
    return IllegalAction(
        "wrong_step",
        f"{text} in {line_name(size, fields)}: {step}{with_bonus}; "
        "every step must be a positive whole number",
        {
            **_where(size, fields, text),
            "step": f"{step.left} {step.operator} {step.right}",
            "value": in_digits(step.value),
            "bonus": bonus,
        },
    )


def _where(size: int, fields: range, text: str) -> dict[str, object]:
    first, last = divmod(fields[0], size), divmod(fields[-1], size)
    return {"from": list(first), "to": list(last), "calculation": text}


def _best(edition: Edition, table: Sequence[str], new: dict[int, str], lines: list[range]) -> Worth:
    """A bonus under a tile of two new lines counts in the one where it brings more."""
    shared = [field for field in new if _has_bonus(edition, field, new[field])]
    shared = [field for field in shared if sum(field in line for line in lines) == 2]
    best, refusal = None, None
    for given in product((0, 1), repeat=len(shared)):
        taken = dict(zip(shared, given, strict=True))
        try:
            found = Worth(tuple(_worked_out(edition, table, new, lines, taken)))
        except IllegalAction as wrong:
            refusal = refusal or wrong
            continue
        if best is None or found.points > best.points:
            best = found
    if best is None:
        assert refusal is not None  # there is always at least one way to give the bonuses
        raise refusal
    return best


def _has_bonus(edition: Edition, field: int, tile: str) -> bool:
    number, calculation = edition.bonuses[field]
    return calculation > 1 or (number > 1 and _takes_bonus(tile))


def _takes_bonus(tile: str) -> bool:
    """Numbers take a bonus of green and blue fields, jokers do not."""
    return is_number(tile) and of_rack(tile) != JOKER


def _worked_out(
    edition: Edition,
    table: Sequence[str],
    new: dict[int, str],
    lines: list[range],
    taken: dict[int, int],
) -> Iterator[Line]:
    """The lines with their bonuses; `taken` says which of its two lines has a shared field."""
    for place, fields in enumerate(lines):
        # A shared field's lines are the main line, which is the first, and a later one.
        counting = {f for f in fields if f in new and taken.get(f, place > 0) == (place > 0)}
        tiles = [table[field] for field in fields]
        numbers = [
            int(stands_for(table[field])) * _number_factor(edition, field, table[field], counting)
            for field in fields[::2]
        ]
        try:
            made = steps(numbers, operators_of(tiles))
        except WrongStep as wrong:
            raise _refused_step(edition.size, fields, written(tiles), wrong.step, True) from None
        factor = prod(edition.bonuses[field][1] for field in counting)
        yield Line(tuple(fields), written(tiles), made, factor)


def _number_factor(edition: Edition, field: int, tile: str, counting: set[int]) -> int:
    return edition.bonuses[field][0] if field in counting and _takes_bonus(tile) else 1
