"""Calavera compiled: a turn is one or more actions, the rolls between them are part of a step.

Choices from another player's dice are made one seat after the other, from the active
player's left; they stay hidden and count together when the last is made.
"""

from dataclasses import dataclass
from functools import reduce
from typing import Literal

import jax.numpy as jnp
from jax import Array

from quartett.core.errors import QuartettError
from quartett.envs.jax.chance import below, fraction, words
from quartett.envs.jax.game import CompiledGame, Played, choose, word
from quartett.envs.jax.once import once
from quartett.games.calavera.dice import CURSE
from quartett.games.calavera.jax import dice as d
from quartett.games.calavera.jax import sheet as s
from quartett.games.calavera.jax import uses
from quartett.games.calavera.jax.numbers import ACTIONS, KINDS
from quartett.games.calavera.jax.observe import observation
from quartett.games.calavera.jax.state import OVER, PICK, ROSES, UNUSED, USE, State
from quartett.games.calavera.sheet import PADS, Pad


@dataclass(frozen=True)
class Calavera(CompiledGame[State]):
    """Calavera for 2 to 4 players, on either pad."""

    sheet: Literal["standard", "short"] = "standard"
    actions = ACTIONS

    def __post_init__(self) -> None:
        if self.players not in range(2, 5):
            raise QuartettError(f"Calavera is for 2 to 4 players, not {self.players}")
        if self.sheet not in PADS:
            raise QuartettError(f"the pads are {', '.join(PADS)}; there is no {self.sheet!r}")
        if self.start_player is not None and self.start_player not in range(self.players):
            raise QuartettError(f"there is no seat {self.start_player} to start")

    @property
    def pad(self) -> Pad:
        return PADS[self.sheet]

    def init(self, key: Array) -> State:
        return self._begun(key, word(0), words(key, word(0)))

    def step(self, state: State, action: Array) -> State:
        return self._stepped(state, action, words(state.key, state.draws))

    def play(self, state: State, action: Array) -> Played[State]:
        # An action that ends a game rolls no dice: the next game may have the words.
        drawn = words(state.key, state.draws)
        after = self._stepped(state, action, drawn)
        ended = self.over(after)
        begun = self._begun(state.key, state.draws, drawn)
        return Played(_either(ended, begun, after), self.seat_rewards(after), ended)

    def legal(self, state: State) -> Array:
        return uses.mask(state, self.pad)

    def random_action(self, state: State, random: Array) -> Array:
        return uses.any_legal(state, random, self.pad)

    def to_act(self, state: State) -> Array:
        return state.acting.astype(jnp.int32)

    def over(self, state: State) -> Array:
        return state.phase == OVER

    def seat_scores(self, state: State) -> tuple[Array, ...]:
        return tuple(s.score(sheet, self.pad) for sheet in state.sheets)

    def observe(self, state: State, seat: Array) -> Array:
        return observation(state, seat, self.pad)

    def _begun(self, key: Array, draws: Array, drawn: tuple[Array, Array]) -> State:
        """The first roll of a game; the start player comes from the first word too."""
        start, rest = below(fraction(drawn[0]), self.players)
        if self.start_player is not None:
            start, rest = word(self.start_player), fraction(drawn[0])
        thrown = once(d.throw(rest, fraction(drawn[1])), d.BITS)
        sheets = (word(0),) * self.players
        return self._shown(key, draws + 1, sheets, start, thrown, word(1))

    def _shown(
        self,
        key: Array,
        draws: Array,
        sheets: tuple[Array, ...],
        active: Array,
        dice: Array,
        rolls: Array,
    ) -> State:
        """After a roll: three skulls give the dice to the others at once."""
        cursed = d.count(dice, d.SKULLS) >= CURSE
        return State(
            key,
            draws,
            sheets,
            jnp.where(cursed, PICK, USE).astype(jnp.uint8),
            active.astype(jnp.uint8),
            jnp.where(cursed, self._next(active), active).astype(jnp.uint8),
            dice,
            rolls.astype(jnp.uint8),
            jnp.uint8(UNUSED),
            word(0),
        )

    def _next(self, seat: Array) -> Array:
        return jnp.where(seat == self.players - 1, 0, seat + 1).astype(seat.dtype)

    def _stepped(self, state: State, action: Array, drawn: tuple[Array, Array]) -> State:
        is_legal = uses.is_legal(state, action, self.pad)
        is_legal, action = once((is_legal, jnp.where(is_legal, action, 0)), bits=7)
        own_turn, following = state.phase == USE, self._next(state.acting)
        is_reroll = action < d.ALL
        use = (action - d.ALL).astype(jnp.uint32)
        picks = state.picks | jnp.where(own_turn, 0, use + 1) << 4 * state.acting
        all_in = ~own_turn & (following == state.active)
        own_use = jnp.where(own_turn & ~is_reroll, (use + 1) << 4 * state.active, 0)
        sheets = self._marked(state, jnp.where(all_in, picks, own_use))
        finished = reduce(jnp.logical_or, [s.is_finished(sheet) for sheet in sheets])
        waiting = state._replace(
            sheets=sheets,
            phase=jnp.where(finished, OVER, PICK).astype(jnp.uint8),
            acting=following,
            used=jnp.where(own_turn, _face(use), state.used).astype(jnp.uint8),
            picks=jnp.where(finished, 0, picks),
        )
        ends_turn = jnp.where(own_turn, uses.skulls(state) == 0, all_in)
        rolls_on = ~finished & (is_reroll | ends_turn)
        after = _either(rolls_on, self._rolled(state, sheets, action, drawn), waiting)
        return _either(is_legal, after, state)

    def _marked(self, state: State, chosen: Array) -> tuple[Array, ...]:
        """The sheets after what was chosen, four bits a seat as in `picks`."""
        sheets = [
            self._used(sheet, (chosen >> 4 * seat & 15) - 1, state.dice)
            for seat, sheet in enumerate(state.sheets)
        ]
        return tuple(once(sheet, s.BITS) for sheet in s.settled(tuple(sheets), self.pad))

    def _used(self, sheet: Array, use: Array, dice: Array) -> Array:
        """The sheet after a mark or a freeze; the skip and no use at all leave it as it is."""
        kind, row = use >> 2, use & 3
        crossed = s.marked(sheet, row, d.count(dice, _face(use)), self.pad)
        frozen = jnp.where(kind == KINDS.index("freeze"), s.frozen(sheet, row), sheet)
        return jnp.where(kind <= KINDS.index("rose"), crossed, frozen)

    def _rolled(
        self, state: State, sheets: tuple[Array, ...], action: Array, drawn: tuple[Array, Array]
    ) -> State:
        """After the reroll, or after the first roll of the next turn."""
        again = action < d.ALL
        rolling = jnp.where(again, d.spread((action + 1).astype(jnp.uint32)), d.ONES)
        thrown = d.throw(fraction(drawn[0]), fraction(drawn[1]))
        return self._shown(
            state.key,
            state.draws + 1,
            sheets,
            jnp.where(again, state.active, self._next(state.active)),
            once(d.replaced(state.dice, rolling, thrown), d.BITS),
            jnp.where(again, state.rolls + 1, 1),
        )


def _either(condition: Array, if_true: State, if_false: State) -> State:
    """One of two states of the same game: the key is never another."""
    return State(if_false.key, *choose(condition, if_true[1:], if_false[1:]))


def _face(use: Array) -> Array:
    """The face that a use takes from the table: the row's own, roses, or none for the skip."""
    own = jnp.where(use >> 2 == 0, use & 3, ROSES)
    return jnp.where(use >> 2 == KINDS.index("skip"), UNUSED, own)
