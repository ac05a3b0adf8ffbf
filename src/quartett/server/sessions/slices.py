"""Long work on the loop, in small steps."""

import asyncio
import time
from collections.abc import AsyncIterator, Iterable
from typing import TypeVar

T = TypeVar("T")

STEP_SECONDS = 0.005
"""For so long at a time others wait."""


async def unhurried(things: Iterable[T]) -> AsyncIterator[T]:
    """One after the other, while others are served in between."""
    since = time.monotonic()
    for thing in things:
        yield thing
        if time.monotonic() - since > STEP_SECONDS:
            await asyncio.sleep(0)
            since = time.monotonic()
