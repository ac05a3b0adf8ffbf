"""Many games stepped together in one process: Gymnasium's vector environment."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from quartett.core.errors import QuartettError
from quartett.envs.factored.lists import Ints, Mask
from quartett.envs.gymnasium.single import Single

Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]


class Many(VectorEnv[Ints, Any, Any]):
    """Steps `num_envs` single environments; a game that is over is reset at its next step."""

    metadata = {"autoreset_mode": AutoresetMode.NEXT_STEP}  # noqa: RUF012 (as its base has it)

    def __init__(self, num_envs: int = 1, **settings: Any) -> None:
        if num_envs < 1:
            raise QuartettError(f"num_envs is {num_envs}; there must be one at least")
        self.num_envs = num_envs
        self.envs = [Single(**settings) for _ in range(num_envs)]
        one = self.envs[0]
        self.render_mode = one.render_mode
        self.single_observation_space = one.observation_space
        self.single_action_space = one.action_space
        self.observation_space = batch_space(one.observation_space, num_envs)
        self.action_space = batch_space(one.action_space, num_envs)
        self._seen = np.zeros((num_envs, one.form.fields.size), np.int32)
        self._masks = np.zeros((num_envs, len(one.form.moves)), np.int8)
        self._ended = np.zeros(num_envs, np.bool_)

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Ints, dict[str, Any]]:
        seeds = seed if isinstance(seed, list) else self._seeds(seed)
        for place, (env, own) in enumerate(zip(self.envs, seeds, strict=True)):
            self._seen[place], info = env.reset(seed=own)
            self._masks[place] = info["action_mask"]
        self._ended[:] = False
        return self._seen.copy(), self._info()

    def _seeds(self, seed: int | None) -> list[int | None]:
        """As Gymnasium's own vector environments do: one after the other."""
        return [None if seed is None else seed + place for place in range(self.num_envs)]

    def step(self, actions: Any) -> tuple[Ints, Floats, Flags, Flags, dict[str, Any]]:
        moves = np.asarray(actions)
        if moves.shape != (self.num_envs,):
            raise QuartettError(f"{self.num_envs} games need a row of as many moves, not {actions}")
        rewards = np.zeros(self.num_envs)
        ended = np.zeros(self.num_envs, np.bool_)
        for place, action in enumerate(moves.tolist()):
            env = self.envs[place]
            info: Mapping[str, Any]
            if self._ended[place]:
                self._seen[place], info = env.reset()
            else:
                self._seen[place], rewards[place], ended[place], _, info = env.step(action)
            self._masks[place] = info["action_mask"]
        self._ended = ended
        return self._seen.copy(), rewards, ended.copy(), np.zeros_like(ended), self._info()

    def action_masks(self) -> Mask:
        """A row of the mask for each game."""
        return self._masks.copy()

    def _info(self) -> dict[str, Any]:
        present = np.ones(self.num_envs, np.bool_)
        return {"action_mask": self.action_masks(), "_action_mask": present}

    def render(self) -> Any:
        """What each environment renders."""
        return tuple(env.render() for env in self.envs)

    def close_extras(self, **_: Any) -> None:
        """Nothing is held open."""
