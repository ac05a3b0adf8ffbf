"""Thousands of turns at once, valued by the table or by a network.

A choice of both players in a turn is a *joint*: what the active player does and what the other
picks afterwards. Each turn is worked out as in the rules, from the values of its joints.
"""

from itertools import combinations_with_replacement
from math import factorial, prod
from typing import Any, NamedTuple

import numpy as np
import torch
from tools.solve_calavera.table import Layout

ROWS, DICE, FACES, ROSE, SKULL, CURSE = 4, 6, 6, 4, 5, 3
NEVER = 99
OWN, ROSES, FREEZE, SKIP, USES = 0, 4, 8, 12, 13
FREEZES = 1 + ROWS * DICE
"""What a player does is a number: 0 nothing, 1 + 6 row + crosses - 1, from here on a freeze."""
Tensor = Any


class Position(NamedTuple):
    """By position: rows of the player to roll, of the other one, and the slot of the bonuses."""

    mine: Tensor
    theirs: Tensor
    slot: Tensor

    def of(self, which: Tensor) -> "Position":
        return Position(self.mine[which], self.theirs[which], self.slot[which])


class After(NamedTuple):
    """By position and joint."""

    next: Position
    over: Tensor
    share: Tensor
    legal: Tensor


class Turns(NamedTuple):
    """By position: every use of every result, and what results and keeps are worth.

    `results` and `keeps` are by the number of rerolls left.
    """

    joints: Tensor
    uses: Tensor
    results: tuple[Tensor, Tensor, Tensor]
    keeps: tuple[Tensor, Tensor, Tensor]

    @property
    def value(self) -> Tensor:
        return self.keeps[2][:, 0]


class Rules:
    """The tables of a pad and of the dice, on a device."""

    def __init__(self, layout: Layout, device: str) -> None:
        self.layout, self.device = layout, device
        self._rows()
        self._dice()
        self._joints()
        self._uses()

    def _on(self, values: Any, kind: Any = None) -> Tensor:
        return torch.as_tensor(np.array(values), dtype=kind, device=self.device)

    def _rows(self) -> None:
        pad, rows = self.layout.pad, range(self.layout.rows)
        shift = pad.death - pad.points
        is_open = [row < pad.death for row in rows]
        crosses = [row if row < pad.death else row - shift for row in rows]
        scores = [not o or c >= pad.points for o, c in zip(is_open, crosses, strict=True)]
        worth = [0, *pad.boxes]
        mark = [
            [
                (min(c + n, pad.length) + (shift if c + n >= pad.death else 0)) if o else row
                for n in range(DICE + 1)
            ]
            for row, o, c in zip(rows, is_open, crosses, strict=True)
        ]
        can = [o and s for o, s in zip(is_open, scores, strict=True)]
        self.open = pad.death
        self.mark = self._on(mark)
        self.freeze = self._on(
            [row + shift if f else row for row, f in zip(rows, can, strict=True)]
        )
        self.need = self._on(
            [pad.roses[c - pad.points] if f else NEVER for c, f in zip(crosses, can, strict=True)]
        )
        self.crosses = self._on(crosses)
        self.worth = self._on([worth[c] if s else 0 for c, s in zip(crosses, scores, strict=True)])
        self.reached = self._on([sum(c >= box for box in pad.lines) for c in crosses])
        balances, lines = self.layout.balances, len(pad.lines)
        self.slots = self._on([len(sums) for sums in balances])
        self.balance = self._on([[*s, *[0] * (self.layout.slots - len(s))] for s in balances])
        step = np.zeros((max(lines, 1), self.layout.slots, 2), np.int64)
        for line in range(lines):
            gap = pad.first[line] - pad.later[line]
            for slot, held in enumerate(balances[line]):
                step[line, slot] = [balances[line + 1].index(held + g) for g in (-gap, gap)]
        self.step = self._on(step)
        self.first = self._on([0, *np.cumsum(pad.first)])
        self.ranks = self._on(self.layout.ranks)

    def _dice(self) -> None:
        counts = [
            tuple(kept.count(face) for face in range(FACES))
            for size in range(DICE + 1)
            for kept in combinations_with_replacement(range(FACES), size)
        ]
        results = [c for c in counts if sum(c) == DICE]
        keeps = [c for c in counts if sum(c) < DICE]
        place = {c: n for n, c in enumerate(results)}
        keep_place = {c: n for n, c in enumerate(keeps)}
        odds = np.zeros((len(keeps), len(results)))
        for n, kept in enumerate(keeps):
            left = DICE - sum(kept)
            for rolled in (c for c in counts if sum(c) == left):
                ways = factorial(left) / prod(map(factorial, rolled))
                odds[n, place[tuple(map(sum, zip(kept, rolled, strict=True)))]] = ways / 6**left
        choice = np.full((len(results), 63), len(keeps))
        for n, result in enumerate(results):
            if result[SKULL] >= CURSE:
                continue
            within = [
                place
                for kept, place in keep_place.items()
                if kept[SKULL] == result[SKULL] and all(map(int.__le__, kept, result))
            ]
            choice[n, : len(within)] = within
        self.counts = self._on(results)
        self.odds = self._on(odds, torch.float64)
        self.choice = self._on(choice)
        self.cursed = self.counts[:, SKULL] >= CURSE

    def _joints(self) -> None:
        self.joints: list[tuple[int, int]] = []
        for m in range(FREEZES + ROWS):
            for o in range(FREEZES):
                mine = 0 if not m else 1 if m >= FREEZES else (m - 1) % DICE + 1
                if not o or mine + (o - 1) % DICE + 1 <= DICE - 1:
                    self.joints.append((m, o))
        self.place = {joint: n for n, joint in enumerate(self.joints)}
        m, o = self._on(self.joints).T
        self.m_row = torch.where(m >= FREEZES, m - FREEZES, (m - 1).clamp(min=0) // DICE)
        self.m_dice = torch.where((m == 0) | (m >= FREEZES), 0, (m - 1) % DICE + 1)
        self.m_freeze, self.m_none = m >= FREEZES, m == 0
        self.o_row = (o - 1).clamp(min=0) // DICE
        self.o_dice, self.o_none = torch.where(o == 0, 0, (o - 1) % DICE + 1), o == 0

    def _uses(self) -> None:
        """Every use of every result: its place without a reply, and with each of eight replies."""
        nothing = len(self.joints)
        where, alone, replies = [], [], []
        for n, counts in enumerate(self.counts.tolist()):
            for use in range(USES):
                if not _offers(counts, use):
                    continue
                m = done(counts, use)
                where.append(n * USES + use)
                alone.append(self.place[m, 0])
                replies.append(
                    [
                        self.place[m, done(counts, pick)] if _left(counts, use, pick) else nothing
                        for pick in range(FREEZE)
                    ]
                )
        self.use_at, self.use_alone = self._on(where), self._on(alone)
        self.use_replies = self._on(replies)

    # Positions

    def start(self, count: int) -> Position:
        zeros = torch.zeros(count, ROWS, dtype=torch.long, device=self.device)
        return Position(zeros, zeros.clone(), zeros[:, 0].clone())

    def index(self, there: Position) -> Tensor:
        codes = there.mine * self.layout.rows + there.theirs
        a, b, c, d = codes.unbind(-1)
        a, b = torch.maximum(a, b), torch.minimum(a, b)
        c, d = torch.maximum(c, d), torch.minimum(c, d)
        a, c = torch.maximum(a, c), torch.minimum(a, c)
        b, d = torch.maximum(b, d), torch.minimum(b, d)
        b, c = torch.maximum(b, c), torch.minimum(b, c)
        rank = self.ranks[0][a] + self.ranks[1][b] + self.ranks[2][c] + d
        return rank + there.slot * self.layout.count

    def lines(self, rows: Tensor) -> Tensor:
        return self.reached[rows].amin(-1)

    def lead(self, there: Position) -> Tensor:
        """Points ahead of the other if the game ended now."""
        my, their = self.lines(there.mine), self.lines(there.theirs)
        rows = self.worth[there.mine].sum(-1) - self.worth[there.theirs].sum(-1)
        held = self.balance[torch.minimum(my, their), there.slot]
        return rows + held + self.first[my] - self.first[their]  # both reached: it cancels out

    def after(self, there: Position, which: Tensor | None = None) -> After:
        """What comes of every joint, or of some: `which` by position and number."""
        every = torch.arange(len(self.joints), device=self.device)
        which = every.expand(len(there.mine), -1) if which is None else which
        m_row, o_row = self.m_row[which], self.o_row[which]
        mine, theirs = there.mine.gather(1, m_row), there.theirs.gather(1, o_row)
        freeze = self.m_freeze[which]
        legal = self.m_none[which] | torch.where(freeze, self.need[mine] < NEVER, mine < self.open)
        legal &= self.o_none[which] | (theirs < self.open)
        marked = torch.where(freeze, self.freeze[mine], self.mark[mine, self.m_dice[which]])
        my_rows = _with(there.mine, m_row, marked)
        ended = (my_rows >= self.open).all(-1)
        dice = torch.where(ended, 0, self.o_dice[which])
        their_rows = _with(there.theirs, o_row, self.mark[theirs, dice])
        over = ended | (their_rows >= self.open).all(-1)
        slot = self._slot(there, my_rows, their_rows)
        share = 0.5 + 0.5 * torch.sign(self.lead(Position(my_rows, their_rows, slot)))
        both = torch.minimum(self.lines(my_rows), self.lines(their_rows))
        follows = Position(their_rows, my_rows, self.slots[both] - 1 - slot)
        return After(follows, over, share, legal)

    def _slot(self, there: Position, my_rows: Tensor, their_rows: Tensor) -> Tensor:
        their = self.lines(there.theirs).unsqueeze(1)
        both = torch.minimum(self.lines(there.mine).unsqueeze(1), their)
        both_now = torch.minimum(self.lines(my_rows), self.lines(their_rows))
        slot = there.slot.unsqueeze(1).expand(both_now.shape)
        for line in range(len(self.layout.pad.lines)):
            now = (both <= line) & (line < both_now)
            slot = torch.where(now, self.step[line, slot, (their <= line).long()], slot)
        return slot

    # Turns

    def turns(self, there: Position, joints: Tensor, rerolls: int = 2) -> Turns:
        """From the values of joints; +inf where a joint is not there."""
        padded = torch.cat([joints, torch.full_like(joints[:, :1], torch.inf)], 1)
        alone = padded[:, self.use_alone]
        least = padded[:, self.use_replies].amin(-1)
        worth = torch.where(torch.isinf(least), alone, least)
        worth = torch.where(torch.isinf(alone), -torch.inf, worth)
        uses = torch.full(
            (len(joints), len(self.counts) * USES),
            -torch.inf,
            device=self.device,
            dtype=joints.dtype,
        )
        uses[:, self.use_at] = worth
        uses = uses.view(len(joints), -1, USES)
        need = self.need[there.mine].unsqueeze(1)
        enough = self.counts[:, ROSE].view(1, -1, 1) >= need
        uses[:, :, FREEZE:SKIP].masked_fill_(~enough, -torch.inf)
        can = torch.isfinite(uses[:, :, :SKIP]).any(-1)
        uses[:, :, SKIP].masked_fill_(can, -torch.inf)
        stop = uses.amax(-1)
        results, keeps = [stop], []
        odds = self.odds.to(joints.dtype).T
        for _ in range(rerolls):
            keeps.append(results[-1] @ odds)
            best = self.best_keep(keeps[-1])[0]
            results.append(torch.where(self.cursed, stop, torch.maximum(stop, best)))
        keeps.append(results[-1] @ odds)
        return Turns(joints, uses, tuple(results), tuple(keeps))

    def best_keep(self, keeps: Tensor) -> tuple[Tensor, Tensor]:
        """By result: the worth of the best keep, and its place."""
        padded = torch.cat([keeps, torch.full_like(keeps[:, :1], -torch.inf)], 1)
        best, at = padded[:, self.choice].max(-1)
        return best, self.choice.expand(len(keeps), -1, -1).gather(2, at.unsqueeze(2))[:, :, 0]


def done(counts: list[int], use: int) -> int:
    """What using the dice so does: crosses in a row, a freeze, or nothing."""
    if use == SKIP:
        return 0
    if use >= FREEZE:
        return FREEZES + use - FREEZE
    return 1 + use % ROWS * DICE + counts[use if use < ROSES else ROSE] - 1


def _offers(counts: list[int], use: int) -> bool:
    if use == SKIP:
        return True
    if counts[SKULL] >= CURSE:
        return False
    return counts[use] > 0 if use < ROSES else counts[ROSE] > (use >= FREEZE)


def _left(counts: list[int], use: int, pick: int) -> bool:
    """Whether the other player may pick so from what the active one has left."""
    if not counts[SKULL]:
        return False
    if pick < ROSES:
        return counts[pick] > 0 and pick != use
    return counts[ROSE] > 0 and not ROSES <= use < SKIP


def _with(rows: Tensor, row: Tensor, value: Tensor) -> Tensor:
    """The rows, one of them changed, by position and joint."""
    wide = rows.unsqueeze(1).repeat(1, row.shape[1], 1)
    return wide.scatter_(2, row.unsqueeze(2), value.unsqueeze(2))


class Truth:
    """Joints valued by the table."""

    def __init__(self, rules: Rules, table: Tensor) -> None:
        self.rules, self.table = rules, table

    def value(self, there: Position) -> Tensor:
        return self.table[self.rules.index(there)]

    def joints(self, there: Position) -> Tensor:
        after = self.rules.after(there)
        place = torch.where(after.over | ~after.legal, 0, self.rules.index(after.next))
        worth = torch.where(after.over, after.share.to(self.table.dtype), 1 - self.table[place])
        return torch.where(after.legal, worth, torch.inf)
