"""The code of the guide to environments runs, block after block."""

import re
from pathlib import Path
from typing import Any

import pytest
from pettingzoo.test import api_test

from quartett import CHANCE, Event
from quartett.envs import factored
from quartett.envs.pettingzoo import Policy, env
from tests.envs.trees import check

GUIDE = Path(__file__).parent.parent.parent / "docs" / "guides" / "environments.md"


@pytest.fixture(scope="module")
def names(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What the blocks have defined in the end."""
    blocks = re.findall(r"```python\n(.*?)```", GUIDE.read_text(encoding="utf-8"), re.DOTALL)
    assert len(blocks) >= 6
    defined: dict[str, Any] = {"__name__": "guide"}
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(tmp_path_factory.mktemp("guide"))
        for block in blocks:
            exec(block, defined)
        assert Path("game.jsonl").exists()
    return defined


def test_the_small_moves_of_the_guide_are_the_actions(names: dict[str, Any]) -> None:
    game = names["HalvedGoofspiel"]()
    form = factored(game, 2)
    view = game.start(2).apply(Event(CHANCE, game.parse("#3"))).view(0)
    assert len(form.moves) == 15
    assert check(view, form.begin(view)) == 7


@pytest.mark.filterwarnings("ignore:Observation")
def test_the_environment_of_the_guide_passes_pettingzoos_own_test(names: dict[str, Any]) -> None:
    api_test(names["halved"], num_cycles=50)


def test_the_policy_of_the_guide_plays_the_same_as_a_bot_and_as_an_agent(
    names: dict[str, Any],
) -> None:
    game = env("calavera")
    agents = {
        "player_0": game.bot("player_0", names["Trained"]),
        "player_1": game.bot("player_1", Policy(names["policy"])),
    }
    game.reset(seed=1)
    for agent in game.agent_iter():
        _, _, termination, truncation, _ = game.last()
        over = termination or truncation
        move = None if over else agents[agent].move()
        assert over or move == names["policy"](*game.observe(agent).values())
        game.step(move)
    assert names["record"].result is not None
