"""A bot for Calavera, complete in one file.

It takes what adds most to its own sheet, rolls again while that is little and the skulls are
few, and freezes a row before it runs into the death zone.
"""

import quartett

ENOUGH = 2.5
"""It stops rolling when a choice gains as much."""
PROMISE = 0.7
"""What a cross below the points zone is worth to it."""


class Steady(quartett.Bot):
    name = "Steady"
    character = "Takes what is good for its sheet, and does not push its luck."

    def choose(self, view, deadline):
        actions = list(view.actions())
        rerolls = [action for action in actions if hasattr(action, "dice")]
        uses = [action for action in actions if action not in rerolls]
        best = max(uses, key=lambda action: gain(view, action))
        if not rerolls or gain(view, best) >= ENOUGH or view.faces.count("skull") == 2:
            return best
        kept = getattr(best, "use", "rose")
        others = [die for die, face in enumerate(view.faces) if face not in (kept, "skull")]
        return next((again for again in rerolls if list(again.dice) == others), best)


def gain(view, action):
    """What an action adds to the sheet of the viewing seat, with an eye on what is to come."""
    if not hasattr(action, "row"):
        return 0.0  # a skip
    sheet, row = view.sheets[view.seat], ("orange", "green", "pink", "black").index(action.row)
    if not hasattr(action, "use"):
        return 0.5 * view.pad.value(sheet.crosses[row])  # a freeze keeps what is there
    marked = sheet.mark(row, view.faces.count(action.use), view.pad)
    return worth(view.pad, marked.crosses[row]) - worth(view.pad, sheet.crosses[row])


def worth(pad, crosses):
    if crosses < pad.points:
        return PROMISE * crosses
    return pad.value(crosses) + (0 if crosses >= pad.death else PROMISE)
