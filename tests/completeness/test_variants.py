"""The variants of a game show every option, and every level plays all of them."""

from typing import Any

import msgspec
import pytest

import quartett
from tests.completeness.sources import GAMES, levels, options, written

EACH = [(game, number) for game in GAMES for number in range(len(quartett.game(game).variants()))]


def shown(game: str, option: str) -> set[str]:
    """The values of an option in the variants."""
    variants: list[dict[str, Any]] = [
        msgspec.to_builtins(variant) for variant in quartett.game(game).variants()
    ]
    return {written(variant[option]) for variant in variants}


@pytest.mark.parametrize("game", GAMES)
def test_the_variants_show_every_value_of_every_option(game: str) -> None:
    for option, values in options(game).items():
        assert set(values) <= shown(game, option), option
        assert len(shown(game, option)) > 1, option


@pytest.mark.parametrize(("game", "number"), EACH)
def test_every_level_plays_every_variant_to_the_end(game: str, number: int) -> None:
    played = quartett.game(game)
    variant = played.variants()[number]
    seats = (levels(game) * 2)[: max(played.players)][: max(4, min(played.players))]
    record = quartett.play(played, seats, seed=number, options=variant)
    assert record.result is not None
    assert record.result.forfeits == ()
