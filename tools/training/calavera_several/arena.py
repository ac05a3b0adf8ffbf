"""Turns of thousands of games with three and four players at once.

A position is relative: seat 0 rolls. What the seats do in a turn is a *joint*: the active player's
choice, then the others' picks. Choices are numbered as in `tools.solve_calavera.play`, whose
tables of dice and rows serve here too. A judge says what each seat gets of each joint.
"""

from functools import reduce
from typing import Any, NamedTuple, Protocol

import torch
from tools.solve_calavera.play import DICE, FREEZE, FREEZES, NEVER, ROSE, ROWS, SKIP, USES, Rules
from tools.solve_calavera.table import PADS, Layout

Tensor = Any
CHOICES = FREEZES + ROWS
LINES, WORTH, LEAST, OPEN = range(ROWS, ROWS + 4)
"""What a choice makes of a sheet: its rows, then these."""


class State(NamedTuple):
    """Rows by game, seat and colour; of the bonus lines a seat reached, a bit if it was first."""

    rows: Tensor
    first: Tensor

    def of(self, which: Tensor) -> "State":
        return State(self.rows[which], self.first[which])


class Seen(NamedTuple):
    """Joints by game and number: everything a judge may look at, by seat where there is one."""

    rows: tuple[Tensor, ...]
    """For each seat: colour by colour."""
    lines: tuple[Tensor, ...]
    first: tuple[Tensor, ...]
    least: tuple[Tensor, ...]
    open: tuple[Tensor, ...]
    score: tuple[Tensor, ...]
    over: Tensor

    def lead(self, seat: int) -> Tensor:
        """Over the best of the others."""
        others = [score for other, score in enumerate(self.score) if other != seat]
        return self.score[seat] - reduce(torch.maximum, others)

    @property
    def share(self) -> Tensor:
        top = reduce(torch.maximum, self.score)
        best = torch.stack([(score == top).float() for score in self.score], -1)
        return best / best.sum(-1, keepdim=True)


class Judge(Protocol):
    def shares(self, seen: Seen) -> Tensor:
        """What each seat gets of each joint, seat 1 being next to roll."""


class Plan(NamedTuple):
    """A turn as a judge sees it."""

    uses: Tensor
    """By game, result and use, to the active player."""
    picks: tuple[Tensor, ...]
    """By seat but the first: the pick foreseen after each entry with a skull."""
    shares: Tensor
    """By game and entry, to each seat."""
    stops: tuple[Tensor, Tensor]
    keeps: tuple[Tensor, Tensor]
    """By result with one and two rerolls left: whether to stop, and what to keep."""
    value: Tensor
    """What each seat gets of the turn."""


class Arena:
    """Rules for this many players on a pad, as tensors."""

    def __init__(self, sheet: str, players: int, device: str) -> None:
        self.rules, self.players, self.device = Rules(Layout(PADS[sheet]), device), players, device
        self.pad = PADS[sheet]
        r = self.rules
        self.states = r.layout.rows
        self.odds = r.odds.float()
        bits = [[(1 << b) - 1 & ~((1 << a) - 1) for b in range(4)] for a in range(4)]
        self.between = torch.tensor(bits, dtype=torch.int32, device=device).flatten()
        points = [
            [
                sum(self.pad.first[n] if first >> n & 1 else self.pad.later[n] for n in range(done))
                for first in range(8)
            ]
            for done in range(4)
        ]
        self.bonus = torch.tensor(points, dtype=torch.int32, device=device).flatten()
        self._choices()
        self._entries()

    def _choices(self) -> None:
        numbers = range(CHOICES)
        rows = [n - FREEZES if n >= FREEZES else max(n - 1, 0) // DICE for n in numbers]
        dice = [0 if n == 0 or n >= FREEZES else (n - 1) % DICE + 1 for n in numbers]
        self.row = torch.tensor(rows, device=self.device)
        self.dice = torch.tensor(dice, device=self.device)
        self.is_freeze = torch.arange(CHOICES, device=self.device) >= FREEZES
        here = torch.nn.functional.one_hot(self.row, ROWS).bool()
        here[0] = False
        self.here = here

    def _entries(self) -> None:
        """Uses of results: those with a skull first, since only they have picks."""
        r = self.rules
        skulls = r.counts[r.use_at // USES, 5] > 0
        order = torch.argsort((~skulls).int(), stable=True)
        self.asked = int(skulls.sum())
        self.entry_use = r.use_at[order]
        alone, replies = r.use_alone[order], r.use_replies[order][: self.asked]
        mine, theirs = torch.tensor([*r.joints, (0, 0)], device=self.device).T
        self.entry_m = mine[alone]
        self.reply_o = theirs[replies]
        """By entry with a skull: what others may pick; 0 where there is nothing more."""
        at = torch.full((len(r.counts) * USES,), len(order), device=self.device)
        at[self.entry_use] = torch.arange(len(order), device=self.device)
        self.entry_at = at.view(-1, USES)

    def start(self, games: int) -> State:
        rows = torch.zeros(games, self.players, ROWS, dtype=torch.long, device=self.device)
        return State(rows, rows[:, :, 0].clone())

    # Joints

    def sheets(self, state: State) -> list[Tensor]:
        """By seat: game, choice, and what becomes of the sheet."""
        return [self._sheet(state.rows[:, seat]) for seat in range(self.players)]

    def _sheet(self, rows: Tensor) -> Tensor:
        r = self.rules
        old = rows[:, self.row]
        new = torch.where(self.is_freeze, r.freeze[old], r.mark[old, self.dice])
        return self.told(torch.where(self.here, new.unsqueeze(2), rows.unsqueeze(1)))

    def told(self, after: Tensor) -> Tensor:
        """Rows, and what they come to."""
        r = self.rules
        told = [
            r.reached[after].amin(-1),
            r.worth[after].sum(-1),
            r.crosses[after].amin(-1),
            (after < r.open).sum(-1),
        ]
        return torch.cat([after, torch.stack(told, -1)], -1).int()

    def legal(self, state: State) -> Tensor:
        """By game, seat and choice; roses not counted."""
        old = state.rows[:, :, self.row]
        legal = torch.where(self.is_freeze, self.rules.need[old] < NEVER, old < self.rules.open)
        legal[..., 0] = True
        return legal

    def seen(self, state: State, sheets: list[Tensor], joint: list[Tensor]) -> Seen:
        """What joints lead to; `joint` by seat: choices by number, or by game and number."""
        many = [taken(sheet, choice) for sheet, choice in zip(sheets, joint, strict=True)]
        mine = many[0]
        ended = mine[..., OPEN] == 0
        for seat in range(1, self.players):
            still = sheets[seat][:, :1]
            many[seat] = torch.where(ended.unsqueeze(-1), still, many[seat])
        old, had = self.rules.reached[state.rows].amin(-1).int(), state.first.int()
        most = old.amax(1, keepdim=True).expand(ended.shape)
        after = torch.maximum(most, mine[..., LINES])
        first, scores = [], []
        for seat, sheet in enumerate(many):
            lines = sheet[..., LINES]
            low = torch.maximum(old[:, seat : seat + 1], after if seat else most)
            bits = had[:, seat : seat + 1] | self.between[low * 4 + lines]
            first.append(bits)
            scores.append(sheet[..., WORTH] + self.bonus[lines * 8 + bits])
        over = reduce(torch.logical_or, [sheet[..., OPEN] == 0 for sheet in many])
        return Seen(
            tuple(sheet[..., :ROWS] for sheet in many),
            tuple(sheet[..., LINES] for sheet in many),
            tuple(first),
            tuple(sheet[..., LEAST] for sheet in many),
            tuple(sheet[..., OPEN] for sheet in many),
            tuple(scores),
            over,
        )

    def shares(self, judge: Judge, seen: Seen) -> Tensor:
        return torch.where(seen.over.unsqueeze(-1), seen.share, judge.shares(seen))

    # Turns

    def plan(self, judge: Judge, state: State) -> Plan:
        sheets, legal = self.sheets(state), self.legal(state)
        every = torch.arange(CHOICES, device=self.device)
        nothing = torch.zeros_like(every)
        picks = []
        for seat in range(1, self.players):
            joint = [nothing[:FREEZES]] * self.players
            joint[seat] = every[:FREEZES]
            worth = self.shares(judge, self.seen(state, sheets, joint))[..., seat]
            picks.append(self._liked(worth, legal[:, seat]))
        joint = [self.entry_m[: self.asked], *picks]
        asked = self.shares(judge, self.seen(state, sheets, joint))
        unasked = [every, *[nothing] * (self.players - 1)]
        free = self.shares(judge, self.seen(state, sheets, unasked))
        shares = torch.cat([asked, free[:, self.entry_m[self.asked :]]], 1)
        return self._turn(state, shares, tuple(picks), legal[:, 0])

    def _liked(self, worth: Tensor, legal: Tensor) -> Tensor:
        """By game and entry: the reply that is worth most to its seat, 0 where there is none."""
        worth = worth.masked_fill(~legal[:, :FREEZES], -torch.inf)
        worth[:, 0] = -torch.inf
        top, at = worth[:, self.reply_o].max(-1)
        code = self.reply_o.expand(len(worth), -1, -1).gather(2, at.unsqueeze(2))[..., 0]
        return torch.where(torch.isfinite(top), code, 0)

    def _turn(self, state: State, shares: Tensor, picks: tuple[Tensor, ...], legal: Tensor) -> Plan:
        r = self.rules
        can = legal[:, self.entry_m]
        worth = torch.where(can, shares[..., 0], -torch.inf)
        padded = torch.cat([worth, torch.full_like(worth[:, :1], -torch.inf)], 1)
        uses = padded[:, self.entry_at]
        need = r.need[state.rows[:, 0]].unsqueeze(1)
        enough = r.counts[:, ROSE].view(1, -1, 1) >= need
        uses[:, :, FREEZE:SKIP].masked_fill_(~enough, -torch.inf)
        some = torch.isfinite(uses[:, :, :SKIP]).any(-1)
        uses[:, :, SKIP].masked_fill_(some, -torch.inf)
        stop, use = uses.max(-1)
        best = self.entry_at.expand(len(uses), -1, -1).gather(2, use.unsqueeze(2))[..., 0]
        final = shares.gather(1, best.unsqueeze(2).expand(-1, -1, self.players))
        final = final.transpose(1, 2).contiguous()
        now, stops, keeps = final, [], []
        for _ in range(2):
            means = now @ self.odds.T
            top, at = r.best_keep(means[:, 0])
            stay = r.cursed | (stop >= top)
            at = torch.where(stay, 0, at)
            again = means.gather(2, at.unsqueeze(1).expand(-1, self.players, -1))
            now = torch.where(stay.unsqueeze(1), final, again)
            stops.append(stay)
            keeps.append(at)
        value = now @ self.odds[0]
        return Plan(uses, picks, shares, tuple(stops), tuple(keeps), value)

    def rolled(self, plan: Plan, hasty: Tensor) -> Tensor:
        """The results that the games' active players use; the hasty ones reroll by chance."""
        count = len(plan.uses)
        every = torch.arange(count, device=self.device)
        result = torch.multinomial(self.odds[0].expand(count, -1), 1)[:, 0]
        for left in (1, 0):
            stop, keep = plan.stops[left][every, result], plan.keeps[left][every, result]
            options = self.rules.choice[result]
            there = options < len(self.odds)
            some = (torch.rand(options.shape, device=self.device) * there).argmax(1)
            keep = torch.where(hasty, options[every, some].clamp(max=len(self.odds) - 1), keep)
            chance = torch.rand(count, device=self.device) < 0.5
            stop = torch.where(hasty, chance | ~there.any(1), stop)
            next = torch.multinomial(self.odds[keep], 1)[:, 0]
            result = torch.where(stop, result, next)
        return result

    def after(self, state: State, joint: list[Tensor]) -> tuple[State, Tensor, Tensor]:
        """The position that the next player sees, whether the game is over, and final shares."""
        seen = self.seen(state, self.sheets(state), [choice.unsqueeze(1) for choice in joint])
        rows = torch.stack([rows[:, 0] for rows in seen.rows], 1).long()
        first = torch.stack([bits[:, 0] for bits in seen.first], 1).long()
        return State(rows.roll(-1, 1), first.roll(-1, 1)), seen.over[:, 0], seen.share[:, 0]

    def entry(self, result: Tensor, use: Tensor) -> Tensor:
        return self.entry_at[result, use]


def taken(sheet: Tensor, choice: Tensor) -> Tensor:
    """What becomes of a sheet by choices that are the same for all games, or not."""
    if choice.ndim == 1:
        return sheet[:, choice]
    wide = choice.unsqueeze(2).expand(-1, -1, sheet.shape[2])
    return sheet.gather(1, wide)
