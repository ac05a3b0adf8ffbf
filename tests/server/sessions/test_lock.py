"""The lock of a table: one at a time, in order, and nobody who gives up keeps it."""

import asyncio

from quartett.server.sessions.lock import Lock


async def hold(lock: Lock, name: str, held: list[str]) -> None:
    async with lock:
        held.append(name)
        await asyncio.sleep(0)


def test_who_comes_first_has_it_first() -> None:
    async def run() -> list[str]:
        lock, held = Lock(), list[str]()
        await asyncio.gather(*(hold(lock, name, held) for name in "abcd"))
        assert not lock.locked()
        return held

    assert asyncio.run(run()) == list("abcd")


def test_it_is_taken_without_waiting_only_while_nobody_has_it() -> None:
    async def run() -> None:
        lock, held = Lock(), list[str]()
        assert lock.try_acquire()
        assert not lock.try_acquire()
        waiting = asyncio.create_task(hold(lock, "a", held))
        await asyncio.sleep(0)
        assert held == []
        lock.release()
        assert not lock.try_acquire()  # it was handed to the one who waited
        await waiting
        assert lock.try_acquire()

    asyncio.run(run())


def test_who_gives_up_waiting_keeps_it_from_nobody() -> None:
    async def run() -> list[str]:
        lock, held = Lock(), list[str]()
        assert lock.try_acquire()
        tasks = [asyncio.create_task(hold(lock, name, held)) for name in "abc"]
        await asyncio.sleep(0)
        tasks[0].cancel()  # while it waits
        await asyncio.sleep(0)
        lock.release()
        tasks[1].cancel()  # when it has just been handed over
        await asyncio.wait(tasks)
        assert not lock.locked()
        return held

    assert asyncio.run(run()) == ["c"]
