"""A bot for Calavera with a memory: it counts the skulls it has seen, and rolls less when unlucky.

The dice have no memory, so neither should it: a bot to improve on.
"""

import quartett


class Counting(quartett.Bot):
    name = "Counting"
    character = "Believes in streaks."

    def __init__(self, seed=0):
        super().__init__(seed)
        self.skulls = self.dice = 0

    def observe(self, seen):
        """Every event comes here, as this seat may see it."""
        faces = getattr(seen.action, "faces", ())
        self.skulls += faces.count("skull")
        self.dice += len(faces)

    def choose(self, view, deadline):
        actions = list(view.actions())
        rerolls = [action for action in actions if hasattr(action, "dice")]
        unlucky = self.skulls * 6 > self.dice
        if rerolls and not unlucky and view.rolls < 2 and view.faces.count("skull") < 2:
            return self.rng.choice(rerolls)
        uses = [action for action in actions if action not in rerolls]
        return max(uses, key=lambda action: view.faces.count(getattr(action, "use", "rose")))
