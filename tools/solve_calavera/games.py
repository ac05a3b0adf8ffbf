"""Games side by side, perfect or not, and what each decision gave away.

What a decision gave away is the worth of the best choice less that of the one made, both with
perfect play from there on: the sum over a game is what the player loses of it on average.
"""

from collections import defaultdict
from typing import Any, NamedTuple, Protocol

import torch
from tools.solve_calavera.play import (
    FREEZE,
    SKIP,
    USES,
    Position,
    Rules,
    Tensor,
    Truth,
    Turns,
)

KEEP = USES
"""From here on the number of a choice is a keep; below it is a use."""


class Judge(Protocol):
    def joints(self, there: Position) -> Tensor: ...


class Losses:
    """Sums of what was given away, by kind of decision, and how far stated chances were off."""

    def __init__(self) -> None:
        self.sums: dict[str, list[Tensor]] = defaultdict(list)
        self.off: list[Tensor] = []

    def add(self, kind: str, lost: Tensor) -> None:
        self.sums[kind].append(torch.stack([lost.sum().double(), (lost**2).sum().double()]))

    def total(self) -> dict[str, float]:
        return {kind: float(torch.stack(sums).sum(0)[0]) for kind, sums in self.sums.items()}


class Row(NamedTuple):
    """A turn as it was played, by game."""

    game: Tensor
    there: Position
    results: Tensor
    keeps: Tensor
    use: Tensor
    pick: Tensor


class Playing:
    """Plays turns by what each seat thinks of joints."""

    def __init__(self, rules: Rules, truth: Truth, noise: float = 0.0) -> None:
        self.rules, self.truth, self.noise = rules, truth, noise
        row = torch.full((len(rules.counts) * USES,), -1, device=rules.device)
        row[rules.use_at] = torch.arange(len(rules.use_at), device=rules.device)
        self.use_row = row

    def _whim(self, count: int) -> Tensor:
        return torch.rand(count, device=self.rules.device) < self.noise

    def play(
        self, judges: tuple[Judge | None, Judge | None], games: int
    ) -> tuple[list[Row], Tensor, tuple[Losses, Losses]]:
        """The turns, the share of seat 0, who starts, by game, and what each seat gave away.

        A seat without a judge plays by the table.
        """
        rules = self.rules
        there, number = rules.start(games), torch.arange(games, device=rules.device)
        shares = torch.zeros(games, device=rules.device)
        lost, rows, active = (Losses(), Losses()), [], 0
        while len(number):
            truth = rules.turns(there, self.truth.joints(there).float())
            mine, other = judges[active], judges[1 - active]
            seen = truth if mine is None else rules.turns(there, mine.joints(there))
            results, keeps, use = self._use(truth, seen, lost[active])
            joints = truth.joints if other is None else other.joints(there)
            place, pick = self._pick(truth.joints, joints, results[:, -1], use, lost[1 - active])
            rows.append(Row(number, there, results, keeps, use, pick))
            after = rules.after(there, place.unsqueeze(1))
            over, share = after.over[:, 0], after.share[:, 0]
            shares[number[over]] = (share if active == 0 else 1 - share)[over]
            on = ~over
            there = Position(*[part[:, 0][on] for part in after.next])
            number, active = number[on], 1 - active
        return rows, shares, lost

    def _use(self, truth: Turns, seen: Turns, lost: Losses) -> tuple[Tensor, Tensor, Tensor]:
        """Roll, reroll and use the dice: results, keeps (-1: none) and the use."""
        rules, count = self.rules, len(seen.joints)
        every = torch.arange(count, device=rules.device)
        rolls = [torch.multinomial(rules.odds[0].float().expand(count, -1), 1)[:, 0]]
        use = torch.full((count,), -1, device=rules.device)
        kept = []
        for left in (2, 1, 0):
            result = rolls[-1]
            stop, chosen = self._best_use(seen, every, result)
            keep = torch.full_like(use, -1)
            if left:
                best, at = self._best_keep(seen.keeps[left - 1], result)
                again = (best > stop) & ~rules.cursed[result] & (use < 0)
                keep = torch.where(again, at, keep)
            deciding = (use < 0) & ~rules.cursed[result]
            self._judge(truth, seen, deciding, result, left, keep, chosen, lost)
            use = torch.where((use < 0) & (keep < 0), chosen, use)
            if left:
                odds = rules.odds[keep.clamp(min=0)].float()
                rolls.append(torch.where(keep < 0, result, torch.multinomial(odds, 1)[:, 0]))
                kept.append(keep)
        return torch.stack(rolls, 1), torch.stack(kept, 1), use

    def _best_use(self, seen: Turns, every: Tensor, result: Tensor) -> tuple[Tensor, Tensor]:
        uses = seen.uses[every, result]
        worth, best = uses.max(-1)
        if self.noise:
            some = (torch.rand_like(uses) * torch.isfinite(uses)).argmax(-1)
            best = torch.where(self._whim(len(best)), some, best)
        return worth, best

    def _best_keep(self, keeps: Tensor, result: Tensor) -> tuple[Tensor, Tensor]:
        rules = self.rules
        padded = torch.cat([keeps, torch.full_like(keeps[:, :1], -torch.inf)], 1)
        options = rules.choice[result]
        worth = padded.gather(1, options)
        best, at = worth.max(-1)
        if self.noise:
            some = (torch.rand_like(worth) * torch.isfinite(worth)).argmax(-1)
            whim = self._whim(len(best)) & torch.isfinite(best)
            best, at = torch.where(whim, 2.0, best), torch.where(whim, some, at)
        return best, options.gather(1, at.unsqueeze(1))[:, 0].clamp(max=len(rules.odds) - 1)

    def _judge(
        self,
        truth: Turns,
        seen: Turns,
        deciding: Tensor,
        result: Tensor,
        left: int,
        keep: Tensor,
        use: Tensor,
        lost: Losses,
    ) -> None:
        """Note what decisions gave away: a keep, or a use that may have come too early."""
        every = torch.arange(len(use), device=use.device)
        stop = truth.results[0][every, result]
        again = keep >= 0
        early = truth.results[left][every, result] - torch.where(
            again, truth.keeps[left - 1][every, keep.clamp(min=0)], stop
        )
        wrong = torch.where(again, 0.0, stop - truth.uses[every, result, use])
        lost.add("rerolls", early[deciding])
        lost.add("uses", wrong[deciding])
        if seen is not truth:
            stated = torch.where(
                again, seen.keeps[left - 1][every, keep.clamp(min=0)], seen.uses[every, result, use]
            )
            real = torch.where(
                again,
                truth.keeps[left - 1][every, keep.clamp(min=0)],
                truth.uses[every, result, use],
            )
            lost.off.append((stated - real)[deciding].abs())

    def replies(self, joints: Tensor, result: Tensor, use: Tensor) -> tuple[Tensor, Tensor]:
        """The other player's picks: their places, and what they leave the active player."""
        rules = self.rules
        row = self.use_row[result * USES + use]
        places = torch.cat([rules.use_replies[row], rules.use_alone[row].unsqueeze(1)], 1)
        padded = torch.cat([joints, torch.full_like(joints[:, :1], torch.inf)], 1)
        worth = padded.gather(1, places)
        has = torch.isfinite(worth[:, :FREEZE]).any(1)
        worth[:, FREEZE] = torch.where(has, torch.inf, worth[:, FREEZE])
        return places, worth

    def _pick(
        self, truth: Tensor, seen: Tensor, result: Tensor, use: Tensor, lost: Losses
    ) -> tuple[Tensor, Tensor]:
        places, real = self.replies(truth, result, use)
        _, worth = self.replies(seen, result, use)
        pick = worth.argmin(1)
        if self.noise:
            some = (torch.rand_like(worth) * torch.isfinite(worth)).argmax(1)
            pick = torch.where(self._whim(len(pick)), some, pick)
        at = pick.unsqueeze(1)
        given = (real.gather(1, at) - real.amin(1, keepdim=True))[:, 0]
        asked = pick < FREEZE
        lost.add("picks", given[asked])
        if seen is not truth:
            lost.off.append((worth - real).gather(1, at)[:, 0][asked].abs())
        return places.gather(1, at)[:, 0], pick


def judged(playing: Playing, decisions: Any, chunk: int = 2048) -> Tensor:
    """What recorded decisions (see `record.py`) gave away: by decision, rerolls, uses, picks."""
    rules, found = playing.rules, []
    for rows in torch.as_tensor(decisions.astype("int64"), device=rules.device).split(chunk):
        there = Position(rows[:, :4], rows[:, 4:8], rows[:, 8])
        result, left, use, choice = rows[:, 9:].T
        truth = rules.turns(there, playing.truth.joints(there).float())
        every = torch.arange(len(rows), device=rules.device)
        stop = truth.results[0][every, result]
        best = torch.stack(truth.results)[left, every, result]
        again = choice >= KEEP
        keep = (choice - KEEP).clamp(min=0)
        kept = torch.stack(truth.keeps)[(left - 1).clamp(min=0), every, keep]
        made = truth.uses[every, result, choice.clamp(max=SKIP)]
        early = best - torch.where(again, kept, stop)
        wrong = torch.where(again, 0.0, stop - made)
        _, worth = playing.replies(truth.joints, result, use.clamp(min=0))
        pick = torch.where(choice == SKIP, FREEZE, choice.clamp(max=FREEZE))
        given = worth.gather(1, pick.unsqueeze(1))[:, 0] - worth.amin(1)
        picking = use >= 0
        lost = torch.stack([early, wrong, given], 1)
        mask = torch.stack([~picking, ~picking, picking], 1)
        found.append(torch.where(mask, lost, 0.0))
    return torch.cat(found)
