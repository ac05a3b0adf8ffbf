"""The example that learns Calavera by self-play: a moment of it, and its picture."""

from pathlib import Path

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from examples.calavera_curve import Point, curve, measured
from examples.calavera_player import SHIPPED, likings, loaded
from examples.train_calavera import GAME, Sample, advantages, fresh, main, think

from tests.envs.jax.trajectories import QUICK


def test_it_learns_and_writes_weights_and_curve(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    weights, picture = tmp_path / "weights.npz", tmp_path / "curve.svg"
    asked = f"{weights} --curve {picture} --minutes 0.001 --games 8 --steps 16 --measured 2"
    monkeypatch.setattr("sys.argv", ["train", *asked.split()])
    main()
    assert "128 actions of self-play" in capsys.readouterr().out
    learnt, before = loaded(weights), fresh(jax.random.key(0))
    assert all((np.asarray(before[name], np.float16) != w).any() for name, w in learnt.items())
    assert "seed 0</text>" in picture.read_text(encoding="utf-8")


@pytest.mark.parametrize("asked", ["w.npz --minutes 0", "w.npz --games 3 --steps 5"])
def test_it_says_what_it_cannot_do(
    asked: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["train", *asked.split()])
    with pytest.raises(SystemExit):
        main()
    assert "must be" in capsys.readouterr().err


def test_the_shipped_player_beats_easy() -> None:
    won = measured(loaded(SHIPPED), 1, "easy", 12)
    assert won.games == 12
    assert won.wins > 9


def test_numpy_likes_what_jax_likes() -> None:
    weights = loaded(SHIPPED)
    seen = jax.jit(jax.vmap(_first_seen), compiler_options=QUICK)(
        jax.random.split(jax.random.key(1), 20)
    )
    everything = jnp.ones((20, GAME.actions), jnp.bool_)
    chances, _ = think({name: jnp.asarray(w) for name, w in weights.items()}, seen, everything)
    for row, liked in zip(np.asarray(seen), np.asarray(chances), strict=True):
        plain = likings(weights, row)
        assert np.ptp(plain - liked) < 1e-3  # the same but for a constant


def _first_seen(key: jax.Array) -> jax.Array:
    state = GAME.init(key)
    seen: jax.Array = GAME.observe(state, GAME.to_act(state))
    return seen


def test_what_the_first_seat_gains_the_second_loses() -> None:
    """Two decisions and the end: the winner's was better than expected, the loser's worse."""
    steps = {"seat": [[0], [1]], "value": [[0.0], [0.0]], "reward": [[0.0], [1.0]]}
    nothing = dict.fromkeys(("seen", "legal", "action", "chance"), jnp.zeros((2, 1)))
    samples = Sample(
        **nothing, **{k: jnp.array(v) for k, v in steps.items()}, over=jnp.array([[False], [True]])
    )
    gains = advantages(samples, jnp.zeros(1), jnp.zeros(1, jnp.int32))
    assert gains[:, 0].tolist() == pytest.approx([0.95, -1])


def test_the_curve_is_a_picture() -> None:
    points = [
        Point(actions, level, wins, 100)
        for actions, wins in ((200_000, 40.0), (30_000_000, 90.0))
        for level in ("easy", "medium")
    ]
    drawn = curve(points, "made by hand")
    assert drawn.startswith("<svg") and drawn.endswith("</svg>\n")
    assert drawn.count("<polyline") == 2
    for label in ("made by hand", "against easy", "against medium", "1 million", "10 million"):
        assert f"{label}</text>" in drawn
