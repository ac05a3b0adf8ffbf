"""The search for plays as an interpreter likes it: the twin of the kernels in `search`.

It finds the same plays in the same order. What is known of a line goes down in arguments, and
what all tiles for a field have in common is worked out once.
"""

import math
import time
from typing import Final, TypeAlias

from quartett.games.calculissimo.board.moves.arithmetic import (
    KINDS,
    MINUS,
    NUMBERS,
    PLUS,
    TIMES,
    worked_out,
)
from quartett.games.calculissimo.board.moves.search import (
    CENTRE,
    FOUND,
    JOKER,
    WANTED,
    SearchBoard,
    last_end,
)

Sums: TypeAlias = tuple[int, int, int]
"""The sum of the finished terms of a line, the quotient of the finished factors of its open term
(0: none yet), and the open factor."""
Note: TypeAlias = tuple[int, int, int, int, bool]
"""A bonus field under a line and a crossing one: its place in the line, its factor, the points of
the crossing line without and with it, and whether it is one for numbers."""
Rest: TypeAlias = tuple[int, int, bool, int, int, bool]
"""What else is known of a line: the product of the fields that count in it alone, the points of
crossing lines, whether it touches what lies, how many tiles are laid and which, and whether a
number may or may not take its bonus: then the sums with bonuses mean nothing."""
MIXED: Final = 5
CHECKED: Final = 64
"""The clock is looked at after so many plays."""

_NUMBERS: Final = tuple(range(1, NUMBERS + 1))
_OPERATORS: Final = tuple(range(NUMBERS + 1, KINDS + 1))
_NOTHING: Final = (0, 0, 1)
_SIGNS: Final = {PLUS: 1, MINUS: -1}


class _Enough(Exception):
    """As many plays are found as were wanted, or as there was time for."""


def search_rows(table: SearchBoard, down: int, until: float = math.inf) -> None:
    """Find every play in a row; a single tile in two lines belongs to the pass across.

    After `until` it ends with what it has found, if that is anything.
    """
    size, search = len(table.board), table.search
    if search[FOUND] >= search[WANTED]:
        return
    try:
        for row in range(size):
            lines = RowSearch(table, down, row, until)
            for first in range(size):
                if first == 0 or table.board[row][first - 1] == 0:
                    end = last_end(table, row, first)
                    if end > 0:
                        lines.search(first, end)
    except _Enough:
        return


class RowSearch:
    """The lines of one row; counts, crossings and sums are those of the kernels in `search`."""

    __slots__ = (
        "board",
        "calculations",
        "centre",
        "cross",
        "cross_bonus",
        "down",
        "end",
        "factors",
        "first",
        "joker",
        "line",
        "notes",
        "numbers",
        "rack",
        "row",
        "table",
        "until",
    )

    def __init__(self, table: SearchBoard, down: int, row: int, until: float) -> None:
        self.table, self.down, self.row, self.until = table, down, row, until
        self.board, self.rack, self.joker = table.board[row], table.rack, table.joker
        self.cross, self.cross_bonus = table.cross[row], table.cross_bonus[row]
        self.numbers, self.calculations = table.numbers[row], table.calculations[row]
        self.line, self.factors = table.line, table.factors
        self.centre = table.search[CENTRE] - row * len(self.board)
        self.notes: list[Note] = []
        self.first = self.end = 0

    def search(self, first: int, end: int) -> None:
        """Try every line from `first` that ends before `end`."""
        if self.table.search[FOUND] and time.monotonic() > self.until:
            raise _Enough
        self.first, self.end = first, end
        self._add_number(0, 0, _NOTHING, _NOTHING, 1, False, (1, 0, False, 0, 0, False))

    def _add_number(
        self,
        depth: int,
        operator: int,
        sums: Sums,
        bonus: Sums,
        sign: int,
        multiplied: bool,
        rest: Rest,
    ) -> None:
        """Try every number after this operator."""
        column = self.first + depth
        closed = _closed(operator, sums, sign) if column < self.end else None
        if closed is None:
            return
        with_bonus = closed if bonus is sums else _closed(operator, bonus, sign)
        sign = _SIGNS.get(operator, sign)
        total, term, before = closed
        for code in self._codes(column, _NUMBERS):
            known = len(self.notes)
            after = self._lay(depth, column, code, rest)
            value, factor = self.line[depth], self.factors[depth]
            now = more = (total, term, before * value)
            is_right = True
            if not after[MIXED] and (factor > 1 or with_bonus is not closed):
                is_right = with_bonus is not None
                if with_bonus is not None:
                    more = (with_bonus[0], with_bonus[1], with_bonus[2] * value * factor)
            if is_right:
                self._add_operator(depth + 1, now, more, sign, multiplied, after)
            self._take_back(column, code, known)

    def _add_operator(
        self, depth: int, sums: Sums, bonus: Sums, sign: int, multiplied: bool, rest: Rest
    ) -> None:
        """Write the line down if it can end here, and try every operator."""
        column = self.first + depth
        if depth > 2 and (column == len(self.board) or self.board[column] == 0):
            self._emit(depth, sums, bonus, sign, rest)
        if column >= self.end:
            return
        for code in self._codes(column, _OPERATORS):
            known = len(self.notes)
            after = self._lay(depth, column, code, rest)
            operator = self.line[depth]
            if operator != TIMES or not multiplied:
                twice = multiplied or operator == TIMES
                self._add_number(depth + 1, operator, sums, bonus, sign, twice, after)
            self._take_back(column, code, known)

    def _codes(self, column: int, kinds: tuple[int, ...]) -> list[int]:
        """What may stand on the field: what lies there, or tiles of the rack, jokers last."""
        there = self.board[column]
        if there:
            return [there] if there in kinds else []
        fits, rack, joker = self.cross[column], self.rack, self.joker
        found = [tile for tile in kinds if rack[tile] and fits[tile]]
        if rack[JOKER]:
            found += [tile + KINDS for tile in kinds if joker[tile] and fits[tile]]
        return found

    def _lay(self, depth: int, column: int, code: int, rest: Rest) -> Rest:
        """The line with one more tile; a crossing line is counted, or a shared bonus noted."""
        plain = self.line[depth] = code if code <= KINDS else code - KINDS
        self.factors[depth] = 1
        product, crossed, touches, laid, tiles, mixed = rest
        if self.board[column]:
            return product, crossed, True, laid, tiles, mixed
        self.rack[code if code <= KINDS else JOKER] -= 1
        tiles |= code << 5 * laid
        laid += 1
        calculation, points = self.calculations[column], self.cross[column][plain]
        factor = self.numbers[column] if code <= NUMBERS else 1
        if points < 0:
            self.factors[depth] = factor
            touches = touches or column == self.centre
            return product * calculation, crossed, touches, laid, tiles, mixed
        if factor > 1:
            with_it = self.cross_bonus[column][plain]
            self.notes.append((depth, factor, points, with_it, True))
            return product, crossed, True, laid, tiles, True
        if calculation > 1:
            self.notes.append((depth, calculation, points, points * calculation, False))
            return product, crossed, True, laid, tiles, mixed
        return product, crossed + points, True, laid, tiles, mixed

    def _take_back(self, column: int, code: int, known: int) -> None:
        if not self.board[column]:
            self.rack[code if code <= KINDS else JOKER] += 1
            del self.notes[known:]

    def _emit(self, length: int, sums: Sums, bonus: Sums, sign: int, rest: Rest) -> None:
        """Write the play down if it is right."""
        product, crossed, touches, laid, tiles, mixed = rest
        if not touches or not laid or (self.down and laid == 1 and (crossed or self.notes)):
            return
        value = _result(bonus, sign)
        if not _result(sums, sign) or not (value or mixed):
            return
        if self.notes:
            ways = range(1 << len(self.notes))
            points = max(self._shared_points(length, value, rest, given) for given in ways)
        else:
            points = value * product + crossed
        if points:
            table, search = self.table, self.table.search
            place = self.down | self.row << 1 | self.first << 6
            table.keys.append(place | laid << 11 | tiles << 15)
            table.points.append(points)
            search[FOUND] += 1
            if search[FOUND] >= search[WANTED]:
                raise _Enough
            if search[FOUND] % CHECKED == 0 and time.monotonic() > self.until:
                raise _Enough

    def _shared_points(self, length: int, value: int, rest: Rest, given: int) -> int:
        """The points when the bits of `given` say which shared bonuses go to crossing lines."""
        product, points = rest[0], rest[1]
        for number, (place, factor, without, with_it, is_number) in enumerate(self.notes):
            crosses = given >> number & 1
            if crosses and not with_it:
                return 0
            points += with_it if crosses else without
            if is_number:
                self.factors[place] = 1 if crosses else factor
            elif not crosses:
                product *= factor
        if rest[MIXED]:
            value = worked_out(self.line, self.factors, length)
        return value * product + points if value else 0


def _closed(operator: int, sums: Sums, sign: int) -> Sums | None:
    """The sums before the number after an operator; None when a step is not allowed."""
    if operator == 0 or operator == TIMES:
        return sums
    total, term, factor = sums
    if term == 0:
        term = factor
    elif term % factor:
        return None
    else:
        term //= factor
    if operator > MINUS:
        return total, term, 1
    total += sign * term
    return (total, 0, 1) if total > 0 else None


def _result(sums: Sums, sign: int) -> int:
    """What a line gives that ends here; 0 unless that is allowed."""
    total, term, factor = sums
    if term == 0:
        term = factor
    elif term % factor:
        return 0
    else:
        term //= factor
    return max(0, total + sign * term)
