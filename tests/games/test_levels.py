"""Every level plays every variant to the end, and an option that is new to it."""

import math
import random
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

import quartett
from quartett import CHANCE, Event, Game
from quartett.arena import Match
from quartett.bots import LEVELS, Bot, levels
from quartett.core.state import Options, State
from quartett.games.calavera import Calavera
from quartett.games.calavera import Options as CalaveraOptions

GAMES = ("calavera", "calcory", "calculissimo", "cubus")
DECISIONS = 24
"""How many decisions of bots are looked at in each part of a game."""
PASSED = 0.0
"""A deadline in the past: what a bot chooses then does not depend on the machine's speed."""


def variants() -> Iterator[tuple[str, int, str]]:
    for name in GAMES:
        game = quartett.game(name)
        for number in range(len(game.variants())):
            for level in levels(game):
                yield name, number, level


@pytest.mark.parametrize(("name", "variant", "level"), list(variants()))
def test_a_level_plays_a_variant(name: str, variant: int, level: str) -> None:
    game = quartett.game(name)
    check_level(game, game.variants()[variant], levels(game)[level])


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("level", LEVELS)
def test_a_level_plays_with_an_option_it_does_not_know(name: str, level: str) -> None:
    known = quartett.game(name)
    options: Any = msgspec.defstruct(
        "Options", [("felt", str, "green")], bases=(known.Options,), frozen=True
    )
    game = type("Changed", (type(known),), {"Options": options})()
    check_level(game, options(), levels(known)[level])


@pytest.mark.parametrize("rolls", [1, 2, 5])
@pytest.mark.parametrize("level", LEVELS)
def test_calavera_with_another_number_of_rolls(level: str, rolls: int) -> None:
    """A rule that becomes an option reaches the bots through their view."""

    class Changed(CalaveraOptions, frozen=True):
        rolls: int = 3  # type: ignore[misc]

    game = type("Changed", (Calavera,), {"Options": Changed})()
    check_level(game, Changed(rolls=rolls), levels(Calavera())[level])


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("level", LEVELS)
def test_no_level_ends_a_game_before_the_other_has_moved(name: str, level: str) -> None:
    for seed in range(2):
        match = Match(name, [level, "beginner"], seed=seed, seconds=math.inf)
        for _ in match.steps():
            pass
        assert min(match.decisions) > 0


def check_level(game: Game, options: Options, level: type[Bot]) -> None:
    """Bots of the level take over a random game at its beginning, its middle and near its end."""
    players = game.players[-1] if options.start_player else game.players[0]
    log = random_log(game, players, options)
    for skipped in (0, len(log) // 2, max(0, len(log) - DECISIONS)):
        play_on(game.start(players, options), log[:skipped], level)


def random_log(game: Game, players: int, options: Options) -> list[Event]:
    rng, state, log = random.Random(7), game.start(players, options), []
    while not state.over:
        log.append(next_event(state, rng))
        state = state.apply(log[-1])
    return log


def next_event(state: State, rng: random.Random) -> Event:
    if state.is_chance:
        return Event(CHANCE, state.sample(rng))
    seat = min(state.to_act)
    return Event(seat, state.random_action(seat, rng))


def play_on(state: State, log: list[Event], level: type[Bot]) -> None:
    rng = random.Random(8)
    bots = [level(seed) for seed in range(state.players)]
    for event in log:
        state = happened(state, event, bots)
    decisions = 0
    while decisions < DECISIONS and not state.over:
        if state.is_chance:
            event = Event(CHANCE, state.sample(rng))
        else:
            seat = max(state.to_act)
            event = Event(seat, bots[seat].choose(state.view(seat), PASSED))
            decisions += 1
        state = happened(state, event, bots)  # raises where the bot's action is not legal


def happened(state: State, event: Event, bots: list[Bot]) -> State:
    after = state.apply(event)
    for seat, bot in enumerate(bots):
        bot.observe(state.redact(event, seat))
    return after
