"""Cubus: a build is laid column by column from the left of the picture, then its lids opened."""

from collections.abc import Iterable
from typing import Any, Final, get_args

from quartett.core.event import Action
from quartett.envs.factored import fields as common
from quartett.envs.factored.chance import ChanceNumbering, Drawn, Outcomes, Steps, weighted
from quartett.envs.factored.encoding import About, Encoding
from quartett.envs.factored.fields import around, one_of, seats
from quartett.envs.factored.lists import Field, Fields, Group, Moves
from quartett.games.cubus.actions import OPEN_LIDS, Place
from quartett.games.cubus.builder.slices import MOST, PARTS
from quartett.games.cubus.env.turn import STAGES, TurnDraft
from quartett.games.cubus.stacks.cards import ALL_CARDS, KINDS
from quartett.games.cubus.stacks.stack import CUBE
from quartett.games.cubus.view import Options, Phase

LONGEST: Final = 20_000
FAR: Final = 64
"""Places are shown within this distance of the stack's corner."""
COLUMNS: Final = MOST
"""A stack has at most as many columns as there are lids."""

MOVES: Final = Moves(
    [
        Group(
            "column",
            tuple(f"a column of {height}" for height in range(1, MOST + 1)),
            "the next column on this diagonal, from the back: its height",
        ),
        Group(
            "lid_on",
            tuple(f"the first open lid lies on column {part + 1}" for part in range(PARTS)),
            "with open lids on the table a build begins on the first lid's diagonal: which of its "
            "columns, from the back, carries the lid",
        ),
        Group("along_x", ("along x",), "this diagonal is done; the back edge goes one on along x"),
        Group(
            "along_y", ("along y",), "this diagonal is done; the back edge goes one back along y"
        ),
        Group(
            "end",
            ("end",),
            "the stack is whole; with open lids on the table, what lies before the first lid's "
            "diagonal follows, seen in a mirror, and then `end` again",
        ),
        Group(
            "open",
            tuple(f"open lid {place + 1}" for place in range(COLUMNS)),
            "lay an open lid on the n-th place where one may lie, in order",
        ),
        Group("confirm", ("confirm",), "no more open lids: this is the build"),
        Group("pass", ("pass",), "I can't build"),
        Group("knock", ("knock",), "you can, and I show how"),
        Group("waive", ("waive",), "I do not knock"),
        Group(
            "remove",
            tuple(f"remove from column {place + 1}" for place in range(COLUMNS)),
            "dismantling: take the topmost box of the n-th column, in order of x and y",
        ),
    ]
)


class LidByLid(Steps):
    """The four open lids of the dismantling game; a lid's number is its place among the cube's."""

    def outcomes(self, state: Any, drawn: Drawn) -> Outcomes:
        return weighted([int(number not in drawn) for number in range(len(_LIDS))])

    def action(self, state: Any, drawn: Drawn) -> Action | None:
        if len(drawn) < OPEN_LIDS:
            return None
        return Place(tuple(_LIDS[number] for number in drawn))

    def path(self, state: Any, action: Place) -> list[int]:
        return [_LIDS.index(lid) for lid in action.open]

    def label(self, state: Any, outcome: int) -> str:
        return "open {},{}".format(*_LIDS[outcome])


_LIDS: Final = sorted(CUBE.lids)
CHANCE: Final = ChanceNumbering(16, {"place": LidByLid()})

ABOUT: Final = About(
    "All build one picture of a stack of boxes. A build turns the stack into any other that "
    "the cards allow and earns three points for every box gained, minus one for every card added. "
    "When a player passes, the others may knock and show a build. Open lids keep their place in "
    "the picture for good.",
    "A build names the whole new stack, column by column. The floor is cut along its "
    "diagonals, x − y; the columns of a diagonal are laid from the back, then `along_x` or "
    "`along_y` says where the back edge goes. With open lids on the table the first lid's "
    "diagonal comes first, then everything after it up to `end`, then everything before it in "
    "a mirror, x and y exchanged, up to `end` again. Last come new open lids. Whether a stack "
    "begun can still become a legal build is asked of the exact builder, so every turn begun "
    "can be finished, and each build is reached in exactly one way.",
    '`knocking`: True; `last_build`: "none", "underdog", "contest"; `dismantling`: "none", '
    '"after", "cards", "alone"; `both_start`: whether two who only dismantle do so twice',
)


def encoding(players: int, _: Options) -> Encoding:
    fields = Fields(
        [
            common.to_act(players),
            common.scores(players, 0, 1000),
            common.phase(get_args(Phase)),
            common.active(players),
            Field(
                "starter",
                players,
                0,
                1,
                "who started",
                lambda draft: seats(draft.view, (draft.view.starter,)),
            ),
            common.number("turn", 0, 1000, "turns before this one", lambda d: d.view.turn),
            common.number("passes", 0, 100, "passes in a row", lambda d: d.view.passes),
            Field(
                "knocker",
                players,
                0,
                1,
                "who has knocked and must show a build",
                lambda d: seats(d.view, () if d.view.knocker is None else (d.view.knocker,)),
            ),
            Field(
                "hands",
                len(KINDS) * players,
                0,
                MOST,
                f"seat by seat the cards, {', '.join(KINDS)}",
                lambda draft: _counts(around(draft.view, draft.view.hands)),
            ),
            Field(
                "pile",
                len(KINDS),
                0,
                max(ALL_CARDS.counts),
                "the cards not yet drawn",
                lambda draft: draft.view.pile.counts,
            ),
            Field(
                "pool",
                len(KINDS),
                0,
                MOST,
                "the cards left for the last build",
                lambda draft: draft.view.pool.counts,
            ),
            Field(
                "chosen",
                players,
                0,
                1,
                "who has handed in a last build",
                lambda draft: seats(draft.view, draft.view.chosen),
            ),
            Field(
                "stack",
                4 * COLUMNS,
                -FAR,
                FAR,
                "column by column x and y from the stack's corner, height, and 1 for an open lid; "
                "all 0 where there is none",
                _stack,
            ),
            common.number(
                "again",
                0,
                1,
                "1 while another cube is to follow",
                lambda d: int(bool(d.view.again)),
            ),
            *_draft_fields(),
        ]
    )
    return Encoding(MOVES, fields, TurnDraft, LONGEST, CHANCE, ABOUT)


def _draft_fields() -> list[Field]:
    """The half-made turn."""
    return [
        Field(
            "stage",
            len(STAGES),
            0,
            1,
            "the half-made turn, one of " + ", ".join(STAGES),
            lambda draft: one_of(len(STAGES), STAGES.index(draft.stage)),
        ),
        Field(
            "built",
            3 * COLUMNS,
            -FAR,
            FAR,
            "the new stack so far: x and y from the old stack's corner, and height",
            _built,
        ),
        Field(
            "on_diagonal",
            1,
            0,
            COLUMNS,
            "how many columns of the last diagonal are laid",
            _on_diagonal,
        ),
        Field(
            "opened",
            COLUMNS,
            0,
            1,
            "which places have got open lids",
            lambda draft: [int(place in draft.opened) for place in range(COLUMNS)],
        ),
    ]


def _counts(hands: Iterable[Any]) -> list[int]:
    return [count for hand in hands for count in hand.counts]


def _stack(draft: Any) -> list[int]:
    view = draft.view
    left, back = view.stack.corner
    row: list[int] = []
    for x, y, height in view.stack.cells:
        row += _near(x - left), _near(y - back), height, (x - height, y - height) in view.open
    return row + [0] * (4 * COLUMNS - len(row))


def _built(draft: Any) -> list[int]:
    left, back = draft.view.stack.corner
    row: list[int] = []
    for x, y, height in draft.cells:
        row += _near(x - left), _near(y - back), height
    return row + [0] * (3 * COLUMNS - len(row))


def _on_diagonal(draft: Any) -> list[int]:
    walk = draft.mirror or draft.walk
    return [len(walk.heights) if walk else 0]


def _near(distance: int) -> int:
    return max(-FAR, min(FAR, distance))
