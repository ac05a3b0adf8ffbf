"""Random play in small moves, for the tests of environments."""

import random
from collections.abc import Iterator

import numpy as np

import quartett
from quartett import Options
from quartett.envs import Episode, Form, factored
from quartett.envs.factored import Draft


def tables() -> list[tuple[str, int]]:
    """Every installed game, outside ones too, with every number of players."""
    return [(id, players) for id in quartett.game_ids() for players in quartett.game(id).players]


def variants() -> list[tuple[str, Options]]:
    """Every installed game with every variant of its options."""
    return [(id, options) for id in quartett.game_ids() for options in quartett.game(id).variants()]


def form_of(id: str, options: Options | None = None) -> Form:
    return factored(id, quartett.game(id).players[0], options)


def chosen(draft: Draft, rng: random.Random) -> int:
    """Any legal move, all equally likely."""
    legal = np.flatnonzero(draft.mask)
    assert len(legal), f"after {draft.made} no move is legal"
    return int(legal[rng.randrange(len(legal))])


def drafts(episode: Episode, rng: random.Random, moves: int = 1 << 30) -> Iterator[Draft]:
    """The drafts of a random game, each before its move; at most `moves` of them."""
    while not episode.over and moves > 0:
        seat = episode.seat
        assert seat is not None
        draft = episode.draft(seat)
        yield draft
        episode.move(seat, chosen(draft, rng))
        moves -= 1
