"""What is looked up is what the rules say: every table beside its plain version."""

import random
from collections.abc import Iterator
from itertools import combinations

import pytest

from quartett import Action
from quartett.core.fairness import Stream
from quartett.games.calavera import PADS, Freeze, Mark, Pad, Reroll, Roll, Sheet, Skip
from quartett.games.calavera.dice import (
    COLOURS,
    DICE,
    FACES,
    ROSE,
    ROW,
    SKULL,
    Face,
    colours,
    loose,
    roll,
    roses,
    shown,
)
from quartett.games.calavera.legal import LEGAL, any_roll
from quartett.games.calavera.sheet import CLOSED, NEVER, bonus_on_offer, settle

pads = pytest.mark.parametrize("pad", [pytest.param(pad, id=name) for name, pad in PADS.items()])


def any_faces(rng: random.Random) -> tuple[Face, ...]:
    """Few kinds at a time, so that many dice show the same."""
    kinds = rng.sample(FACES, rng.randint(1, len(FACES)))
    return tuple(rng.choice(kinds) for _ in range(DICE))


def any_sheet(rng: random.Random, pad: Pad) -> Sheet:
    """As it can stand in a game: the death zone has frozen rows, lines behind it are paid."""
    longest = rng.randint(1, pad.length)
    crosses = tuple(rng.randint(0, longest) for _ in COLOURS)
    frozen = tuple(
        boxes >= pad.death or (boxes >= pad.points and rng.random() < 0.5) for boxes in crosses
    )
    paid = sum(min(crosses) >= box for box in pad.lines) - rng.randint(0, 1)
    bonus = [rng.choice((pad.first, pad.later))[line] for line in range(max(paid, 0))]
    return Sheet(crosses, frozen, (*bonus, *(0,) * (len(pad.lines) - len(bonus))))


def plain_uses(
    sheet: Sheet, pad: Pad, faces: tuple[Face, ...], barred: str | None, own_turn: bool
) -> Iterator[Action]:
    left = [face for face in faces if face != barred]
    for row, colour in enumerate(COLOURS):
        if sheet.frozen[row]:
            continue
        if colour in left:
            yield Mark(colour, colour)
        if ROSE in left:
            yield Mark(ROSE, colour)
        needed = pad.roses_needed(sheet.crosses[row])
        if own_turn and needed is not None and left.count(ROSE) >= needed:
            yield Freeze(colour)


@pads
def test_uses_are_those_of_the_rules(pad: Pad) -> None:
    rng = random.Random(1)
    for _ in range(2000):
        sheet, faces = any_sheet(rng, pad), any_faces(rng)
        own_turn = rng.random() < 0.5
        barred = None if own_turn else rng.choice([None, *COLOURS, ROSE])
        expected = tuple(plain_uses(sheet, pad, faces, barred, own_turn)) or (Skip(),)
        assert LEGAL[shown(faces)].uses(sheet, pad, barred, own_turn) == expected


def test_rerolls_are_all_sets_of_dice_without_a_skull() -> None:
    rng = random.Random(2)
    for _ in range(200):
        faces = any_faces(rng)
        dice = [die for die in range(DICE) if faces[die] != SKULL]
        sets = [chosen for size in range(1, DICE + 1) for chosen in combinations(dice, size)]
        assert LEGAL[shown(faces)].rerolls == tuple(map(Reroll, sets))


def test_the_number_of_the_dice_says_what_they_show() -> None:
    rng = random.Random(3)
    for _ in range(500):
        faces = any_faces(rng)
        number = shown(faces)
        assert roses(number) == faces.count(ROSE)
        assert colours(number) == tuple(colour in faces for colour in COLOURS)
        assert loose(number) == tuple(die for die in range(DICE) if faces[die] != SKULL)


@pytest.mark.parametrize("count", range(1, DICE + 1))
def test_a_roll_follows_from_one_number(count: int) -> None:
    for place in range(50):
        number = Stream(bytes(32), place).randrange(len(FACES) ** count)
        for _ in range(2):  # built, then remembered
            assert any_roll(count, Stream(bytes(32), place)) == Roll(roll(count, number))


@pads
def test_sheets_look_up_what_the_pad_says(pad: Pad) -> None:
    rng = random.Random(4)
    for _ in range(1000):
        sheet = any_sheet(rng, pad)
        worth = [
            pad.value(boxes) if closed or pad.scores_open(boxes) else 0
            for boxes, closed in zip(sheet.crosses, sheet.frozen, strict=True)
        ]
        assert [sheet.row_score(row, pad) for row in ROW.values()] == worth
        assert sheet.score(pad) == sum(worth) + sum(sheet.bonus)
        assert sheet.freezing(pad) == tuple(
            CLOSED if closed else pad.roses_needed(boxes) or NEVER
            for boxes, closed in zip(sheet.crosses, sheet.frozen, strict=True)
        )


@pads
def test_a_sheet_is_owed_just_the_lines_that_it_reaches_and_that_are_not_paid(pad: Pad) -> None:
    rng = random.Random(5)
    seen = set()
    for _ in range(1000):
        sheets = tuple(any_sheet(rng, pad) for _ in range(3))
        owed = [
            {line for line in range(3) if not sheet.bonus[line] and sheet.reaches(line, pad)}
            for sheet in sheets
        ]
        assert [sheet.is_owed(pad) for sheet in sheets] == [bool(lines) for lines in owed]
        settled = settle(sheets, pad)
        for sheet, after, lines in zip(sheets, settled, owed, strict=True):
            assert (after.crosses, after.frozen) == (sheet.crosses, sheet.frozen)
            assert after.bonus == tuple(
                bonus_on_offer(sheets, line, pad) if line in lines else sheet.bonus[line]
                for line in range(3)
            )
        seen |= {len(lines) for lines in owed}
    assert {0, 1} <= seen
