"""How many threads the arrays of bots may use."""

import os


def use_one_thread() -> None:
    """Let NumPy use one thread, unless the environment says otherwise; call it before the import.

    Our arrays are small. On a busy machine more threads wait for each other, spinning: a review
    took six times as much time of the processor.
    """
    for library in ("OMP", "OPENBLAS", "MKL"):
        os.environ.setdefault(f"{library}_NUM_THREADS", "1")
