"""Levels, bots of one's own, functions and policies play agents of PettingZoo and OpenSpiel."""

from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms.evaluate_bots import evaluate_bots

import quartett
from quartett import Bot, IllegalAction, QuartettError
from quartett.bots import RandomBot
from quartett.core.event import Action, Seen
from quartett.core.state import View
from quartett.envs.openspiel import NAMES, SpielBot
from quartett.envs.pettingzoo import Aec, Policy, env, parallel_env

OURS = ("calavera", "calcory", "calculissimo", "cubus")


class Attentive(Bot):
    """Keeps what it is shown; the last one made is at hand."""

    last: "Attentive"
    made = 0

    def __init__(self, seed: int = 0) -> None:
        super().__init__(seed)
        self.shown: list[Seen] = []
        Attentive.last = self
        Attentive.made += 1

    def observe(self, seen: Seen) -> None:
        self.shown.append(seen)

    def choose(self, view: View, deadline: float) -> Action:
        return view.random_action(self.rng)


class Cheating(Bot):
    def choose(self, view: View, deadline: float) -> Action:
        return quartett.game("calavera").parse("*o")


def first(view: View, _: float) -> Action:
    return next(view.actions())


def lowest(_: Any, mask: Any) -> int:
    return int(mask.argmax())


def play(game: Aec, players: dict[str, Any], seed: int) -> quartett.Record:
    bots = {agent: game.bot(agent, player) for agent, player in players.items()}
    game.reset(seed=seed)
    for agent in game.agent_iter():
        _, _, termination, truncation, _ = game.last()
        game.step(None if termination or truncation else bots[agent].move())
    return game.record()


@pytest.mark.parametrize("id", OURS)
def test_bots_play_all_agents_in_turn_and_in_parallel_alike(id: str) -> None:
    in_turn = play(env(id), dict.fromkeys(("player_0", "player_1"), "easy"), seed=1)
    together = parallel_env(id)
    bots = {agent: together.bot(agent, "easy") for agent in together.possible_agents}
    together.reset(seed=1)
    while together.agents:
        together.step({agent: bots[agent].move() for agent in together.agents})
    assert in_turn == together.episode.record()
    assert in_turn.result is not None and all(found.ok for found in quartett.verify(in_turn))


def test_a_class_a_function_and_a_policy_play_agents_of_pettingzoo() -> None:
    players = {"player_0": Attentive, "player_1": first, "player_2": Policy(lowest)}
    record = play(env("calavera", players=3), players, seed=1)
    assert record.result is not None
    seen = list(record.seen(0))
    shown = Attentive.last.shown
    assert shown == seen[: len(shown)] and len(shown) > len(seen) - 10


def test_a_reset_makes_a_new_bot_of_the_same_seed() -> None:
    game = env("calavera", options={"sheet": "short"})
    players = {"player_0": Attentive, "player_1": "random"}
    before = Attentive.made
    games = [play(game, players, seed) for seed in (1, 1, 2)]
    assert games[0] == games[1] != games[2]
    assert Attentive.made == before + 3


def test_a_bot_asked_again_gives_the_same_move() -> None:
    games = []
    for times in (1, 3):
        game = env("calculissimo", options={"edition": "children"})
        bots = {agent: game.bot(agent, Attentive) for agent in game.possible_agents}
        game.reset(seed=1)
        for _ in range(60):
            moves = [bots[game.agent_selection].move() for _ in range(times)]
            game.step(moves[-1])
        games.append(game.save())
    assert games[0] == games[1]


@pytest.mark.parametrize("id", OURS)
def test_bots_play_in_openspiels_own_loop(id: str) -> None:
    game = pyspiel.load_game(NAMES[id])
    bots = [SpielBot(game, 0, Attentive, seed=3), SpielBot(game, 1, "easy")]
    state = game.new_initial_state()
    returns = evaluate_bots(state, bots, np.random.default_rng(1))
    assert sorted(returns) in ([-1.0, 1.0], [0.0, 0.0])
    actors = [seen.actor for seen in Attentive.last.shown]
    assert len(actors) > 10
    assert actors == [event.actor for event in state.position.events()[: len(actors)]]


def test_a_spiel_bot_begins_anew_in_another_game_and_goes_on_in_a_clone() -> None:
    game = pyspiel.load_game("quartett_calavera(start_player=0)")
    bot, made = SpielBot(game, 0, Attentive), Attentive.made
    state = rolled(game, 5)
    bot.step(state)
    clone = state.clone()
    clone.apply_action(bot.step(clone))
    assert Attentive.made == made + 1
    assert len(Attentive.last.shown) == 1
    bot.step(rolled(game, 6))
    assert Attentive.made == made + 2
    assert len(Attentive.last.shown) == 1


def rolled(game: Any, outcome: int) -> Any:
    state = game.new_initial_state()
    state.apply_action(state.chance_outcomes()[outcome][0])
    return state


def test_what_cannot_be_is_refused_in_a_sentence() -> None:
    game = env("calavera", options={"start_player": 0})
    spiel = pyspiel.load_game("quartett_calavera(start_player=0)")
    with pytest.raises(QuartettError, match="agents are player_0, player_1, not 'me'"):
        game.bot("me", "easy")
    with pytest.raises(QuartettError, match="has no bot 'tough'"):
        game.bot("player_0", "tough")
    with pytest.raises(QuartettError, match="a class of bots, not a bot"):
        SpielBot(spiel, 0, RandomBot())  # type: ignore[arg-type]
    with pytest.raises(QuartettError, match="players are 0 to 1, not 2"):
        SpielBot(spiel, 2, "easy")
    game.reset(seed=1)
    with pytest.raises(QuartettError, match="it is not the turn of player_1"):
        game.bot("player_1", "easy").move()
    with pytest.raises(QuartettError, match="it is not the turn of player 1"):
        SpielBot(spiel, 1, "easy").step(rolled(spiel, 5))
    with pytest.raises(IllegalAction, match="not in the points zone"):
        game.bot("player_0", Cheating).move()


def test_a_turn_that_somebody_else_has_begun_is_not_a_bots() -> None:
    game = env("calculissimo", options={"edition": "children", "start_player": 0})
    game.reset(seed=1)
    bot = game.bot("player_0", "easy")
    game.step(lowest(*game.observe("player_0").values()))
    with pytest.raises(QuartettError, match="begun by somebody else"):
        bot.move()
