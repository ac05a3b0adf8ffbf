"""Users' bots, good and bad."""

import os
import sys
import time

import quartett


class First(quartett.Bot):
    def choose(self, view, deadline):  # type: ignore[no-untyped-def]
        print("a guest may print")
        return next(view.actions())


class Counts(First):
    pass


class Raises(quartett.Bot):
    def choose(self, view, deadline):  # type: ignore[no-untyped-def]
        return 1 / 0


class Hangs(quartett.Bot):
    def choose(self, view, deadline):  # type: ignore[no-untyped-def]
        while True:
            time.sleep(60)


class Exits(quartett.Bot):
    def choose(self, view, deadline):  # type: ignore[no-untyped-def]
        sys.exit(3)


class Dies(quartett.Bot):
    def choose(self, view, deadline):  # type: ignore[no-untyped-def]
        os._exit(1)


class Rubbish(quartett.Bot):
    def choose(self, view, deadline):  # type: ignore[no-untyped-def]
        return {"do": "win"}


class Unborn(quartett.Bot):
    def __init__(self, seed=0):  # type: ignore[no-untyped-def]
        raise RuntimeError("never")

    def choose(self, view, deadline):  # type: ignore[no-untyped-def]
        return None
