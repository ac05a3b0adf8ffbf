"""Calculissimo: tiles are laid one by one, given back one by one, points announced by digits."""

from typing import Any, Final, get_args

from quartett.envs.factored import fields as common
from quartett.envs.factored.encoding import About, Encoding
from quartett.envs.factored.fields import MOST, around, one_of
from quartett.envs.factored.lists import Field, Fields, Group, Moves
from quartett.games.calculissimo.board.edition import Edition
from quartett.games.calculissimo.board.editions import edition as find_edition
from quartett.games.calculissimo.board.grid import place_name
from quartett.games.calculissimo.board.tiles import TILES, count
from quartett.games.calculissimo.env.chance import CHANCE
from quartett.games.calculissimo.env.plays import CODE, CODES
from quartett.games.calculissimo.env.turn import STAGES, TurnDraft
from quartett.games.calculissimo.view import Options, Phase

LONGEST: Final = 100_000


ABOUT: Final = About(
    "Lay numbers and operators on the board so that every line calculates; results are points, "
    "coloured fields multiply them. Instead of a play tiles may be exchanged, or the turn "
    "passed. Racks and the bag are hidden. In a challenge game wrong plays may be laid, with "
    "points announced, and the others accept or challenge.",
    "A play is laid tile by tile, from left to right or from top to bottom, then confirmed; an "
    "exchange is given tile by tile in the order of the rack, then confirmed. Without "
    "challenges only tiles that can be completed to a correct play are legal, so every turn "
    "begun can be finished. Each play is reached in exactly one way.",
    '`edition`: "standard" (the numbers below), "children", or your own; `challenge`: False. '
    "The size of the board, and so the numbers of moves and fields, is the edition's",
)


def encoding(players: int, options: Options) -> Encoding:
    edition = find_edition(options.edition)
    moves, fields = _moves(edition.size), _fields(players, edition)
    return Encoding(moves, fields, TurnDraft, LONGEST, CHANCE, ABOUT)


def _moves(size: int) -> Moves:
    fields = [place_name(*divmod(field, size)) for field in range(size * size)]
    return Moves(
        [
            Group(
                "lay",
                tuple(f"lay {tile} on {field}" for tile in TILES for field in fields),
                "lay a tile: kind × fields + field, kinds in the order " + " ".join(TILES),
            ),
            Group(
                "joker",
                tuple(f"the joker is {tile}" for tile in TILES[:-1]),
                "what the joker just laid stands for",
            ),
            Group(
                "give",
                tuple(f"give {tile} back" for tile in TILES),
                "a tile for exchange, in the order " + " ".join(TILES),
            ),
            Group("confirm", ("confirm",), "the tiles laid are the play, or those given go"),
            Group(
                "digit",
                tuple(f"say {digit}" for digit in range(10)),
                "challenge games: the next digit of the points announced",
            ),
            Group("said", ("that is all",), "challenge games: the points are announced"),
            Group(
                "count",
                ("announce what it counts",),
                "challenge games: announce the points that a correct play is worth",
            ),
            Group("pass", ("pass",), "do nothing"),
            Group("accept", ("accept",), "challenge games: let the play stand"),
            Group("challenge", ("challenge",), "challenge games: doubt the play"),
        ]
    )


def _fields(players: int, edition: Edition) -> Fields:
    size, tiles = edition.size**2, sum(edition.tiles)
    kinds = "in the order " + " ".join(TILES)
    return Fields(
        [
            common.to_act(players),
            common.scores(players, -MOST, MOST),
            common.phase(get_args(Phase)),
            common.active(players),
            Field(
                "board",
                size,
                0,
                CODES - 1,
                "field by field: 0 nothing, 1 to 13 a tile, 14 to 26 a joker that stands for it, "
                + kinds[:-2],
                lambda draft: [CODE[tile] for tile in draft.view.board],
            ),
            Field(
                "pending",
                size,
                0,
                1,
                "the fields of the play that may still be challenged",
                lambda draft: _pending(draft.view, size),
            ),
            common.number(
                "announced",
                0,
                MOST,
                "the points announced for it",
                lambda draft: (draft.view.pending and draft.view.pending.announce) or 0,
            ),
            Field(
                "rack",
                len(TILES),
                0,
                edition.rack,
                "how many tiles of each kind the viewing seat has, " + kinds,
                lambda draft: count(draft.view.rack),
            ),
            Field(
                "unseen",
                len(TILES),
                0,
                tiles,
                "how many of each kind it has not seen, in the bag or with others",
                lambda draft: draft.view.unseen(),
            ),
            Field(
                "rack_sizes",
                players,
                0,
                edition.rack,
                "how many tiles each seat has",
                lambda draft: around(draft.view, draft.view.rack_sizes),
            ),
            common.number("bag", 0, tiles, "how many tiles the bag has", lambda d: d.view.bag),
            common.number(
                "idle",
                0,
                3 * players,
                "turns in a row in which no tile came to stay",
                lambda draft: draft.view.idle,
            ),
            *_draft_fields(size, edition.rack),
        ]
    )


def _draft_fields(size: int, rack: int) -> list[Field]:
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
            "laid",
            size,
            0,
            CODES - 1,
            "tiles laid in it, as on the board",
            lambda draft: _laid(draft, size),
        ),
        common.number(
            "joker",
            0,
            size,
            "the field of a joker that stands for nothing yet, counted from 1; 0 for none",
            lambda draft: draft.joker + 1,
        ),
        Field(
            "given",
            len(TILES),
            0,
            rack,
            "how many tiles of each kind are given back in it",
            lambda draft: count(draft.given),
        ),
        common.number(
            "said",
            0,
            MOST,
            "the points announced so far, and 1; 0 before the first digit",
            lambda draft: int(draft.digits) + 1 if draft.digits else 0,
        ),
    ]


def _pending(view: Any, size: int) -> list[int]:
    row = [0] * size
    if view.pending is not None:
        for line, column, _ in view.pending.tiles:
            row[line * view.edition.size + column] = 1
    return row


def _laid(draft: Any, size: int) -> list[int]:
    row = [0] * size
    for field, code in draft.tiles:
        row[field] = code
    return row
