"""Starts servers by forking, so that one that was killed is back in a moment.

Each is a process of its own and runs `quartett serve` from its first line; only what it
imports has been imported before. Orders come on standard input: arguments, one JSON list
a line; the answer is the process id.
"""

import json
import os
import signal
import sys

import quartett.server.http.app
import quartett.server.store.postgres
import quartett.server.store.sqlite  # noqa: F401
from quartett.cli import main
from quartett.core.registry import game, game_ids


def run() -> None:
    for game_id in game_ids():
        game(game_id).start(2)
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for the dead
    for line in sys.stdin:
        pid = os.fork()
        if pid == 0:
            _serve(json.loads(line))
        print(pid, flush=True)


def _serve(arguments: list[str]) -> None:
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(2, 1)
    sys.argv = ["quartett", "serve", *arguments]
    try:
        main()
    finally:
        os._exit(0)


if __name__ == "__main__":
    run()
