"""Calavera: every action is one move, a reroll is a choice among 63 sets of dice."""

from collections.abc import Callable
from operator import attrgetter
from typing import Any, Final, get_args

from quartett.envs.factored import fields as common
from quartett.envs.factored.encoding import About, Encoding
from quartett.envs.factored.fields import around, one_of, seats
from quartett.envs.factored.lists import Field, Fields, Group, Moves
from quartett.games.calavera.actions import USES
from quartett.games.calavera.dice import COLOURS, DICE, FACES
from quartett.games.calavera.env.chance import CHANCE
from quartett.games.calavera.env.turn import SETS, TurnDraft, mine
from quartett.games.calavera.sheet import PADS
from quartett.games.calavera.view import Options, Phase

LONGEST: Final = 20_000
"""Turns of three skulls can follow one another for ever; random games take some two hundred."""

MOVES: Final = Moves(
    [
        Group(
            "reroll",
            tuple("reroll " + " ".join(str(die + 1) for die in dice) for dice in SETS),
            "roll dice again: move n − 1 for the set whose binary number is n, die 1 as its lowest "
            "bit",
        ),
        Group("mark", tuple(f"mark {c}" for c in COLOURS), "mark a row with dice of its colour"),
        Group("rose", tuple(f"mark {c} with roses" for c in COLOURS), "mark a row with the roses"),
        Group("freeze", tuple(f"freeze {c}" for c in COLOURS), "freeze a row with the roses"),
        Group("skip", ("skip",), "nothing can be used"),
    ]
)

_FACES: Final = {face: one_of(len(FACES), place) for place, face in enumerate(FACES)}
_NO_DICE: Final = [0] * (DICE * len(FACES))
_USED: Final = {None: [0] * len(USES)} | {
    use: one_of(len(USES), place) for place, use in enumerate(USES)
}

ABOUT: Final = About(
    "Roll six dice up to three times, use all dice of one colour or all roses, and cross as "
    "many boxes of a row. A row is worth the value of its last cross; past the points zone it "
    "runs into the death zone, unless it is frozen with roses in time. Skulls lock, and give "
    "the dice not used to the others, who choose at the same time and in secret. Bonus lines "
    "pay whoever brings all rows past them. The game ends when all rows of a sheet are closed.",
    "Every move is a whole action: there is no half-made turn.",
    '`sheet`: "standard" or "short"',
)

_CROSSES, _FROZEN, _BONUS = (attrgetter(name) for name in ("crosses", "frozen", "bonus"))


def encoding(players: int, options: Options) -> Encoding:
    pad = PADS[options.sheet]
    lines, best = len(pad.lines), 4 * max(pad.boxes) + sum(pad.first)
    fields = Fields(
        [
            common.to_act(players),
            common.scores(players, 4 * min(pad.boxes), best),
            common.phase(get_args(Phase)),
            common.active(players),
            Field(
                "dice",
                DICE * len(FACES),
                0,
                1,
                f"die by die, one of {', '.join(FACES)}; all 0 before the first roll",
                _dice,
            ),
            Field("shown", len(FACES), 0, DICE, "how many dice show each face", _shown),
            common.number(
                "rolls", 0, 3, "how many rolls this turn has had", lambda draft: draft.view.rolls
            ),
            Field(
                "used",
                len(USES),
                0,
                1,
                f"which dice the active player has used, one of {', '.join(USES)}",
                lambda draft: _USED[draft.view.used],
            ),
            Field(
                "crosses",
                4 * players,
                0,
                pad.length,
                "seat by seat the crosses in each row, " + ", ".join(COLOURS),
                lambda draft: _rows(draft.view, _CROSSES),
            ),
            Field(
                "frozen",
                4 * players,
                0,
                1,
                "seat by seat which rows are frozen",
                lambda draft: _rows(draft.view, _FROZEN),
            ),
            Field(
                "bonus",
                lines * players,
                0,
                max(pad.first),
                "seat by seat the points of each bonus line; 0 while it is not reached",
                lambda draft: _rows(draft.view, _BONUS),
            ),
            Field(
                "chosen",
                players,
                0,
                1,
                "who has chosen from the active player's dice",
                lambda draft: seats(draft.view, draft.view.chosen),
            ),
            common.number(
                "mine",
                0,
                len(MOVES),
                "what the viewing seat has chosen: the move's number and 1, or 0 for nothing",
                lambda draft: mine(draft.view),
            ),
        ]
    )
    return Encoding(MOVES, fields, TurnDraft, LONGEST, CHANCE, ABOUT)


def _dice(draft: Any) -> list[int]:
    faces = draft.view.faces
    if not faces:
        return _NO_DICE
    row: list[int] = []
    for face in faces:
        row += _FACES[face]
    return row


def _shown(draft: Any) -> list[int]:
    count = draft.view.faces.count
    return [count(face) for face in FACES]


def _rows(view: Any, part: Callable[[Any], tuple[int, ...]]) -> list[int]:
    row: list[int] = []
    for sheet in around(view, view.sheets):
        row += part(sheet)
    return row
