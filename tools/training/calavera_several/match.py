"""Matches between judges on the GPU: whole games, each seat choosing by its own judge."""

from collections.abc import Sequence

import torch
from tools.training.calavera_several.arena import Arena, Judge, State, Tensor

CHUNK = 1024


def play(arena: Arena, judges: Sequence[Judge], games: int, chunk: int = CHUNK) -> Tensor:
    """The shares by game and seat; seat 0 starts."""
    found = [_some(arena, judges, min(chunk, games - n)) for n in range(0, games, chunk)]
    return torch.cat(found)


def _some(arena: Arena, judges: Sequence[Judge], games: int) -> Tensor:
    players, device = arena.players, arena.device
    state, number = arena.start(games), torch.arange(games, device=device)
    final = torch.zeros(games, players, device=device)
    active = 0
    while len(number):
        around = [judges[(active + step) % players] for step in range(players)]
        plan = arena.plan(around[0], state)
        calm = torch.zeros(len(number), dtype=torch.bool, device=device)
        result = arena.rolled(plan, calm)
        every = torch.arange(len(number), device=device)
        entry = arena.entry(result, plan.uses[every, result].argmax(1))
        picks = _picks(arena, around, state, entry)
        state, over, share = arena.after(state, [arena.entry_m[entry], *picks])
        final[number[over]] = share[over].roll(active, 1)
        on = ~over
        state, number, active = state.of(on), number[on], (active + 1) % players
    return final


def _picks(arena: Arena, around: Sequence[Judge], state: State, entry: Tensor) -> list[Tensor]:
    """What the others choose: each the best, if the rest like their own sheets best."""
    players = arena.players
    sheets, legal = arena.sheets(state), arena.legal(state)
    asked = entry < arena.asked
    options = arena.reply_o[entry.clamp(max=arena.asked - 1)]
    mine = arena.entry_m[entry].unsqueeze(1)
    can = [
        (options > 0) & legal[:, seat].gather(1, options) & asked.unsqueeze(1)
        for seat in range(players)
    ]
    liked: dict[int, list[Tensor]] = {}
    picks = []
    for seat in range(1, players):
        judge = around[seat]
        if id(judge) not in liked:
            nothing = torch.zeros_like(options)
            liked[id(judge)] = []
            for other in range(1, players):
                joint = [mine.expand_as(options), *[nothing] * (players - 1)]
                joint[other] = options
                worth = arena.shares(judge, arena.seen(state, sheets, joint))[..., other]
                liked[id(judge)].append(_best(worth, options, can[other]))
        joint = [mine, *[pick.unsqueeze(1) for pick in liked[id(judge)]]]
        joint = [choice.expand_as(options) for choice in joint]
        joint[seat] = options
        worth = arena.shares(judge, arena.seen(state, sheets, joint))[..., seat]
        picks.append(_best(worth, options, can[seat]))
    return picks


def _best(worth: Tensor, options: Tensor, can: Tensor) -> Tensor:
    top, at = torch.where(can, worth, -torch.inf).max(1)
    return torch.where(torch.isfinite(top), options.gather(1, at.unsqueeze(1))[:, 0], 0)


def measured(arena: Arena, new: Judge, old: Judge, games: int, of_new: int = 1) -> str:
    """This many new ones among old ones, every seat in turn; the share of one new player."""
    players, shares = arena.players, []
    for turn in range(players):
        mine = {(turn + n) % players for n in range(of_new)}
        judges = [new if seat in mine else old for seat in range(players)]
        final = play(arena, judges, games // players)
        shares.append(final[:, sorted(mine)].sum(1) / of_new)
    share = torch.cat(shares).double()
    return (
        f"{of_new} new of {players}: {100 * share.mean():.2f} % "
        f"± {196 * share.std() / len(share) ** 0.5:.2f} in {len(share):,} games"
    )
