"""What each action is worth, and what it may bring, computed exactly."""

from collections.abc import Iterable
from typing import Literal

from quartett.bots.advice import Advice, Chance, Option, in_words
from quartett.core.arrays import Floats, Ints, np
from quartett.core.event import Action, Seen
from quartett.games.calavera.actions import Freeze, Mark
from quartett.games.calavera.bots.leaves import Situation, option_actions
from quartett.games.calavera.bots.picks import pick_values
from quartett.games.calavera.bots.planners import TurnPlan, chances
from quartett.games.calavera.bots.results import Counts, counts_of, keep_index, keeps_from, tables
from quartett.games.calavera.bots.turn_values import dice_to_reroll
from quartett.games.calavera.bots.value import own_sheet
from quartett.games.calavera.dice import COLOURS, ROW
from quartett.games.calavera.legal import reroll
from quartett.games.calavera.view import View
from quartett.games.calavera.words import describe

WORTH_SAYING = 0.02
"""Chances below this are left out, but for the curse."""


def explain(view: View, seen: Iterable[Seen] = ()) -> Advice:  # noqa: ARG001 (all is in the view)
    """All options of the viewing seat's decision, best first; none when it has none.

    >>> import quartett
    >>> game = quartett.game("calavera")
    >>> state = game.start(2, game.Options(start_player=0))
    >>> state = state.apply(quartett.Event(quartett.CHANCE, game.parse(":oogpbs")))
    >>> {option.text for option in explain(state.view(0)).options} >= {"mark orange"}
    True
    """
    known = chances(view)
    value = known or own_sheet
    unit: Literal["win", "points"] = "win" if known else "points"
    table = Situation(view.sheets, view.active, view.pad)
    actions = list(view.actions())
    if not actions or view.seat is None:
        return Advice(unit, ())
    if view.phase == "pick":
        worths = pick_values(table, view.seat, actions, view.faces, view.used, value)
        options = [_use(view, *pair) for pair in zip(actions, worths, strict=True)]
    else:
        plan = TurnPlan(table, value)
        options = [_use(view, *pair) for pair in plan.leaves.of(view.faces)]
        if view.can_reroll:
            options += _rerolls(view, plan)
    return Advice(unit, tuple(sorted(options, key=lambda option: -option.value)))


hint = explain


def _use(view: View, action: Action, worth: float) -> Option:
    return Option(action, worth, describe(action), tuple(_consequences(view, action)))


def _consequences(view: View, action: Action) -> list[Chance]:
    """What is certain to come of a mark or a freeze."""
    assert view.seat is not None
    sheet, pad = view.sheets[view.seat], view.pad
    if isinstance(action, Freeze):
        points = pad.value(sheet.crosses[ROW[action.row]])
        return [
            _chance(
                "frozen", 1.0, f"{action.row} is safe at {points}", row=action.row, points=points
            )
        ]
    if not isinstance(action, Mark):
        return []
    row = ROW[action.row]
    after = sheet.mark(row, view.faces.count(action.use), pad)
    stands = f"{action.row} stands at box {after.crosses[row]}"
    points = after.row_score(row, pad)
    if after.frozen[row]:
        stands = f"{action.row} freezes in the death zone at {points}"
    elif points:
        stands += f", {points} points so far"
    chances = [
        _chance("stands", 1.0, stands, row=action.row, box=after.crosses[row], points=points)
    ]
    for line, box in enumerate(pad.lines):
        if not sheet.bonus[line] and after.reaches(line, pad):
            chances.append(_chance("line", 1.0, f"reaches the line after box {box}", box=box))
    return chances


def _rerolls(view: View, plan: TurnPlan) -> list[Option]:
    """Every different way to reroll: dice with the same face need not be told apart."""
    left = view.rolls_left
    values = plan.turn.keep_values(left)
    options = []
    for kept in keeps_from(counts_of(view.faces)):
        action = reroll(dice_to_reroll(view.faces, kept))
        worth = float(values[keep_index()[kept]])
        options.append((worth, action, kept))
    options.sort(key=lambda option: -option[0])
    return [
        Option(action, worth, describe(action), _prospects(view, plan, kept, left))
        for worth, action, kept in options
    ]


def _prospects(view: View, plan: TurnPlan, kept: Counts, left: int) -> tuple[Chance, ...]:
    """How the turn may end from this keep, if it is played well on."""
    final = plan.turn.final_odds(kept, left)
    t = tables()
    cursed = float(final[t.cursed].sum())
    gifts = float(final[~t.cursed & (t.skulls > 0)].sum())
    chances = [
        *_endings(view, plan, np.where(t.cursed, 0.0, final)),
        _chance("gift", gifts, f"{in_words(gifts)} that the others get dice too"),
        _chance("curse", cursed, f"{in_words(cursed)} for three skulls"),
    ]
    return tuple(c for c in chances if c.probability >= WORTH_SAYING or c.code == "curse")


def _endings(view: View, plan: TurnPlan, final: Floats) -> list[Chance]:
    """The freezes and marks that the turn may end with, likeliest first."""
    best = plan.leaves.values.argmax(axis=1)
    odds = np.bincount(best, final, len(option_actions())).astype(np.float64)
    chances = [
        chance
        for row in range(len(COLOURS))
        for chance in (_freezing(view, row, odds), _marking(row, final, best, odds))
    ]
    return sorted(chances, key=lambda chance: -chance.probability)


def _freezing(view: View, row: int, odds: Floats) -> Chance:
    assert view.seat is not None
    points = view.pad.value(view.sheets[view.seat].crosses[row])
    colour, chance = COLOURS[row], float(odds[_option(Freeze(COLOURS[row]))])
    text = f"{in_words(chance)} to freeze {colour} at {points}"
    return _chance("freeze", chance, text, row=colour, points=points)


def _marking(row: int, final: Floats, best: Ints, odds: Floats) -> Chance:
    colour, t = COLOURS[row], tables()
    own, roses = _option(Mark(colour, colour)), _option(Mark("rose", colour))
    chance = float(odds[own] + odds[roses])
    crosses = (final * np.where(best == own, t.counts[:, row], 0)).sum()
    crosses += (final * np.where(best == roses, t.counts[:, len(COLOURS)], 0)).sum()
    mean = float(crosses) / chance if chance else 0.0
    text = f"{in_words(chance)} to mark {colour}, {mean:.1f} crosses on average"
    return _chance("mark", chance, text, row=colour, tenths=round(mean * 10))


def _option(action: Action) -> int:
    return option_actions().index(action)


def _chance(code: str, probability: float, text: str, **values: str | int) -> Chance:
    return Chance(code, probability, text, values)
