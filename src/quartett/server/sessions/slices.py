"""Long work on the event loop, in slices."""

import asyncio
import time
from collections.abc import AsyncIterator, Iterable
from typing import TypeVar

T = TypeVar("T")

SLICE_SECONDS = 0.005
"""The longest time that others wait."""


async def sliced(steps: Iterable[T]) -> AsyncIterator[T]:
    """The steps one after the other, while others are served in between."""
    since = time.monotonic()
    for step in steps:
        yield step
        if time.monotonic() - since > SLICE_SECONDS:
            await asyncio.sleep(0)
            since = time.monotonic()
