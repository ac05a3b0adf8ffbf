"""Worker processes that end with the main one, however it ends."""

import os
import signal
import threading
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import current_process, get_context, parent_process

from quartett.bots.threads import use_one_thread

GUARD = 'put what it does under `if __name__ == "__main__":`'


def check_main_guard() -> None:
    """End a new process that runs its parent's script again and would start further ones."""
    if getattr(current_process(), "_inheriting", False):
        raise SystemExit(f"quartett: each new process runs this script from the top; {GUARD}")


def workers(jobs: int) -> ProcessPoolExecutor:
    """A pool of this many processes, each using one core."""
    check_main_guard()
    return ProcessPoolExecutor(jobs, get_context("spawn"), initializer=_prepare)


def _prepare() -> None:
    """Ctrl-C is for the main process, which then ends the workers in order."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    use_one_thread()
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """A main process that was killed cannot end its workers, so each watches its parent."""
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
