"""How fast compiled self-play goes: on one processor core beside the plain engine, and on a
graphics processor beside the games of pgx, if that is installed.

    python -m benchmarks.speed.selfplay           one core, and the accelerator if there is one
    python -m benchmarks.speed.selfplay device    the accelerator only
"""

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from statistics import median
from typing import Any, TypeAlias

Stepped: TypeAlias = Callable[[Any, Any], Any]

BATCH = 65_536
CORE_BATCH = 4096
REPEATS = 7
PEERS = ("backgammon", "2048", "connect_four")
WHAT = (
    '"And the mask" picks actions from the mask of what is legal, with a random number for each of '
    'them; "and the observation" also makes the observation of the seat to act. The games of pgx '
    "always make both; their actions are picked in the same way."
)


def main() -> str:
    return "\n\n".join(part for part in (one_core(), accelerator()) if part)


def one_core() -> str:
    """Compiled games and the plain engine, each on one core, one after the other."""
    rows = [
        "| game | players | plain, actions a second | compiled, actions a second | times |",
        "|---|---|---|---|---|",
    ]
    for line in _pinned():
        game, players, plain, compiled = json.loads(line)
        times = compiled / plain
        rows.append(f"| {game} | {players} | {plain:,.0f} | {compiled:,.0f} | {times:.0f} |")
    return (
        f"Random play on one core, chance included; {CORE_BATCH:,} compiled games side by side, "
        f"each followed by a new one when it ends, the median of {REPEATS} runs. Seconds are those "
        "of the processor, so that other programs on the machine matter less. A card put back is "
        "two actions, in both. The target is 20 times.\n\n" + "\n".join(rows)
    )


def accelerator() -> str:
    """Compiled games on the accelerator that JAX finds; nothing without one."""
    import jax

    device = jax.devices()[0]
    if device.platform == "cpu":
        return ""
    rows = ["| game | what a step does | steps a second | slowest |", "|---|---|---|---|"]
    for name, what, rates in _on_device():
        rows.append(
            f"| {name} | {what} | {median(rates) / 1e6:,.1f} M | {min(rates) / 1e6:,.1f} M |"
        )
        print(rows[-1], file=sys.stderr, flush=True)
    return (
        f"Random play on one {device.device_kind}, JAX {jax.__version__}: {BATCH:,} games side by "
        "side, each followed by a new one when it ends; a step is an action of one player and all "
        f"chance after it. The median and the slowest of {REPEATS} runs. {WHAT} The target for "
        "Calavera is 100 M.\n\n" + "\n".join(rows)
    )


def rates(
    step: Stepped,
    state: Any,
    batch: int,
    steps: int,
    clock: Callable[[], float] = time.perf_counter,
) -> list[float]:
    """Steps a second, run by run; `step` takes a state and a key and gives a state and a sum.

    The sum is carried along, so that nothing a step computes can be left out.
    """
    import jax
    import jax.numpy as jnp

    @jax.jit
    def run(state: Any, key: Any) -> Any:
        def one(carried: Any, key: Any) -> Any:
            state, total = step(carried[0], key)
            return (state, carried[1] + total), None

        start = (state, jnp.zeros((), jnp.int32))
        return jax.lax.scan(one, start, jax.random.split(key, steps))[0]

    found = []
    for number in range(REPEATS + 1):
        began = clock()
        state, total = run(state, jax.random.key(number))
        total.block_until_ready()
        found.append(batch * steps / (clock() - began))
    return found[1:]  # the first run compiles


def stepper(game: Any, batch: int, observes: bool = False, by_mask: bool = False) -> Stepped:
    """A step of random play; it may compute masks and observations as a learner would."""
    import jax
    import jax.numpy as jnp

    def step(state: Any, key: Any) -> Any:
        total = jnp.zeros((), jnp.int32)
        if by_mask:
            action = masked(jax.vmap(game.legal)(state), key)
        else:
            words = jax.random.bits(key, (batch,), jnp.uint32)
            action = jax.vmap(game.random_action)(state, words)
        if observes:
            seen = jax.vmap(game.observe)(state, jax.vmap(game.to_act)(state))
            total += seen.sum(dtype=jnp.int32)
        played = jax.vmap(game.play)(state, action)
        for told in (*played.rewards, played.over):
            total += (told > 0).sum(dtype=jnp.int32)
        return played.state, total

    return step


def peer(env: Any) -> Stepped:
    """A step of random play of a game of pgx, with its own automatic reset."""
    import jax
    import jax.numpy as jnp
    from pgx.experimental.wrappers import auto_reset

    def step(state: Any, key: Any) -> Any:
        choice, chance = jax.random.split(key)
        action = masked(state.legal_action_mask, choice)
        keys = jax.random.split(chance, action.shape[0])
        after = jax.vmap(auto_reset(env.step, env.init))(state, action, keys)
        return after, after.terminated.sum(dtype=jnp.int32)

    return step


def masked(mask: Any, key: Any) -> Any:
    """A legal action each, all equally likely."""
    import jax
    import jax.numpy as jnp

    tickets = jax.random.bits(key, mask.shape, jnp.uint32) >> 1
    return jnp.argmax(jnp.where(mask, tickets + 1, 0), axis=1).astype(jnp.int32)


def _on_device() -> Iterator[tuple[str, str, list[float]]]:
    from quartett.envs.jax import Calavera, Calcory

    games: dict[str, Any] = {f"Calavera, {n} players": Calavera(players=n) for n in (2, 3, 4)}
    games |= {f"Calcory, {n} players": Calcory(players=n) for n in (2, 3, 4)}
    for name, game in games.items():
        state = _started(game, BATCH)
        yield name, "chance, reset", rates(stepper(game, BATCH), state, BATCH, 1000)
    for name, game in list(games.items())[:1] + list(games.items())[3:4]:
        state = _started(game, BATCH)
        full = partial(stepper, game, BATCH, by_mask=True)
        yield name, "and the mask", rates(full(), state, BATCH, 1000)
        yield name, "and the observation", rates(full(observes=True), state, BATCH, 1000)
    yield from _peers()


def _peers() -> Iterator[tuple[str, str, list[float]]]:
    import jax

    try:
        import pgx
    except ImportError:
        return
    for name in PEERS:
        env = pgx.make(name)
        state = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.key(0), BATCH))
        what = "chance, reset, mask and observation"
        yield f"pgx {pgx.__version__} {name}", what, rates(peer(env), state, BATCH, 200)


def _started(game: Any, batch: int) -> Any:
    import jax

    return jax.jit(jax.vmap(game.init))(jax.random.split(jax.random.key(0), batch))


def _pinned() -> list[str]:
    """The figures of a process that has one core and one thread."""
    flags = "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"
    there = os.environ | {"JAX_PLATFORMS": "cpu", "XLA_FLAGS": flags}
    command = [sys.executable, "-m", "benchmarks.speed.selfplay", "core"]
    ran = subprocess.run(command, env=there, stdout=subprocess.PIPE, text=True, check=True)
    return ran.stdout.splitlines()


def _on_core() -> None:
    """Print one line a table: both rates."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    from quartett.envs.jax import Calavera, Calcory

    games: list[Any] = [made(players) for made in (Calavera, Calcory) for players in (2, 3, 4)]
    for game in games:
        name, step = type(game).__name__, stepper(game, CORE_BATCH)
        state = _started(game, CORE_BATCH)
        compiled = median(rates(step, state, CORE_BATCH, 200, time.process_time))
        plain = _plain_actions_a_second(name.lower(), game.players)
        print(json.dumps([name, game.players, plain, compiled]), flush=True)


def _plain_actions_a_second(name: str, players: int, seconds: float = 4.0) -> float:
    """What players do, a second, in random play by the plain engine; chance takes its time too.

    A card put back counts as the two actions that it is in the compiled game.
    """
    import random

    import quartett
    from quartett.games.calcory import Return

    game, rng = quartett.game(name), random.Random(1)
    actions, began = 0, time.process_time()
    while (took := time.process_time() - began) < seconds:
        state = game.start(players)
        while not state.over:
            if state.is_chance:
                actor: Any = quartett.CHANCE
                action = state.sample(rng)
            else:
                actor = min(state.to_act)
                action = state.random_action(actor, rng)
                actions += 2 if isinstance(action, Return) else 1
            state = state.apply(quartett.Event(actor, action))
    return actions / took


if __name__ == "__main__":
    words = sys.argv[1:]
    if words == ["core"]:
        _on_core()
    else:
        print(accelerator() if words == ["device"] else main())
