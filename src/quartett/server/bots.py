"""Bots at tables: asked in worker processes, never on the server's own thread."""

import asyncio
import logging
import random
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

import msgspec

from quartett.bots import Advice, usual_level
from quartett.core import fairness
from quartett.core.errors import IllegalAction
from quartett.core.event import Seat
from quartett.core.registry import game as find_game
from quartett.core.registry import game_ids
from quartett.core.state import View
from quartett.server import judge
from quartett.server.errors import Refused
from quartett.server.hall import Hall
from quartett.server.live import Live
from quartett.server.room import Room
from quartett.server.settings import Settings
from quartett.server.worker import Question, Worker, WorkerFailed, warm_up

logger = logging.getLogger("quartett.server")

EXPLAIN_SECONDS = 20.0
LEGAL_SECONDS = 10.0


class Bots:
    """Looks after every seat that a bot has to play."""

    def __init__(self, hall: Hall, settings: Settings) -> None:
        self._hall = hall
        self._settings = settings
        self._threads = ThreadPoolExecutor(settings.bot_workers, "bots")
        self._idle: asyncio.LifoQueue[Worker | None] = asyncio.LifoQueue()
        self._tasks: dict[tuple[str, Seat], asyncio.Task[None]] = {}
        self._warming: list[asyncio.Task[Any]] = []
        self._asked: set[asyncio.Task[Any]] = set()
        for _ in range(settings.bot_workers):
            self._idle.put_nowait(None)
        hall.after.append(self.look_after)

    def start(self) -> None:
        """Begin to warm the workers up, one task a worker."""
        if not self._settings.warm_up:
            return
        loop = asyncio.get_running_loop()
        workers = [loop.create_task(self._warm_up()) for _ in range(self._settings.bot_workers)]
        self._warming = [*workers, loop.create_task(_warm_ourselves(workers))]

    async def close(self) -> None:
        for task in (*self._tasks.values(), *self._warming, *self._asked):
            task.cancel()
        await asyncio.gather(*self._asked, return_exceptions=True)
        while not self._idle.empty():
            worker = self._idle.get_nowait()
            if worker is not None:
                worker.kill()
        self._threads.shutdown(wait=False, cancel_futures=True)

    def look_after(self, live: Live, _: bool = True) -> None:
        """Start thinking wherever a bot is to act."""
        if live.room is None:
            return
        for seat in live.room.bots_to_act:
            key = (live.table, seat)
            if key not in self._tasks:
                task = asyncio.get_running_loop().create_task(self._tend(live, seat))
                self._tasks[key] = task
                task.add_done_callback(partial(self._done, key))

    def _done(self, key: tuple[str, Seat], task: asyncio.Task[None]) -> None:
        self._tasks.pop(key, None)
        if not task.cancelled() and task.exception() is not None:
            logger.error("a bot could not be looked after", exc_info=task.exception())

    async def _tend(self, live: Live, seat: Seat) -> None:
        """Play the seat as long as it is a bot's to play."""
        while await self._hall.store.keeper(live.table):
            async with self._hall.reading(live.table) as (_, room):
                if seat not in room.bots_to_act:
                    return
                since = room.since.get(seat, 0)
                question = self.question(live, room, seat)
                pause = self._pause(room)
            await asyncio.sleep(pause)
            await self._move(live, seat, since, await self._decide(question))
            self._hall.metrics.count("bot_moves")

    async def _move(self, live: Live, seat: Seat, since: int, form: dict[str, Any]) -> None:
        """Play it, unless the table has moved on; any legal move where it is none."""
        try:
            await self._hall.perform(
                live, None, lambda room, _: judge.bot_move(room, seat, since, form)
            )
        except IllegalAction as error:
            logger.warning("a bot's move was refused: %s", error)
            await self._stand_in(live, seat, since)
        except Refused as error:
            if error.status >= 500:
                await asyncio.sleep(1)

    def _pause(self, room: Room) -> float:
        """People want to follow, and to look at what was shown."""
        pause = self._settings.bot_pause if room.people else 0.0
        return pause + room.lingers() if pause else 0.0

    def question(self, live: Live, room: Room, seat: Seat) -> Question:
        """What the seat saw of the game so far, and sees now."""
        assert room.state is not None
        holder = room.seats[seat]
        seed = fairness.seeded(room.opening.secret, f"bot {seat}")
        return Question(
            game=room.opening.game,
            level=holder.level or usual_level(room.game),
            seed=int.from_bytes(seed, "big"),
            seen=tuple(room.seen_by(seat)),
            view=room.state.view(seat),
        )

    async def explain(self, question: Question) -> Advice:
        advice: Advice = await self.ask("explain", question.game, question, EXPLAIN_SECONDS)
        return advice

    async def legal(self, game: str, view: View) -> list[Any]:
        """The legal actions; any one of them, where a worker cannot list them."""
        try:
            listed: list[Any] = await self.ask("legal", game, view, LEGAL_SECONDS)
        except WorkerFailed as error:
            logger.warning("listing actions of %s: %s", game, error)
            return [msgspec.to_builtins(view.random_action(random.Random()))]
        return listed

    async def _decide(self, question: Question) -> dict[str, Any]:
        """The bot's answer; one that dies is started again from what it saw."""
        for _ in range(2):
            try:
                seconds = self._settings.bot_seconds
                form: dict[str, Any] = await self.ask("decide", question.game, question, seconds)
                return form
            except WorkerFailed as error:
                self._hall.metrics.count("bot_failures")
                logger.warning("bot %s of %s: %s", question.level, question.game, error)
        action = question.view.random_action(random.Random())
        stand_in: dict[str, Any] = msgspec.to_builtins(action)
        return stand_in

    async def _stand_in(self, live: Live, seat: Seat, since: int) -> None:
        """Any legal move, where a bot's answer was none."""

        def decide(room: Room, _: int) -> judge.Draft:
            assert room.state is not None
            action = room.state.random_action(seat, random.Random())
            return judge.bot_move(room, seat, since, msgspec.to_builtins(action))

        await self._hall.perform(live, None, decide)

    async def ask(self, task: str, game: str, what: Any, seconds: float) -> Any:
        """Let a worker do it, when one is free.

        A question goes on though nobody waits for it any more, so that no worker is lost by it.
        """
        work = asyncio.get_running_loop().create_task(self._ask(task, game, what, seconds))
        self._asked.add(work)
        work.add_done_callback(self._answered)
        return await asyncio.shield(work)

    def _answered(self, work: asyncio.Task[Any]) -> None:
        self._asked.discard(work)
        if not work.cancelled():
            work.exception()  # whoever asked may have gone

    async def _ask(self, task: str, game: str, what: Any, seconds: float) -> Any:
        worker = await self._idle.get()
        loop = asyncio.get_running_loop()
        try:
            if worker is None:
                worker = await loop.run_in_executor(self._threads, Worker)
            return await loop.run_in_executor(self._threads, worker.ask, task, game, what, seconds)
        except WorkerFailed:
            worker = None
            raise
        except BaseException:
            if worker is not None:
                worker.kill()
            worker = None
            raise
        finally:
            self._idle.put_nowait(worker)

    async def _warm_up(self) -> None:
        for game in game_ids():
            try:
                await self.ask("warm", game, game, 120.0)
            except WorkerFailed as error:
                logger.warning("warming up for %s: %s", game, error)


async def _warm_ourselves(workers: list[asyncio.Task[None]]) -> None:
    """Load what checking an action needs too: after the workers, who leave it on disk."""
    await asyncio.gather(*workers)
    for game in game_ids():
        if find_game(game).lists_slowly:
            await asyncio.to_thread(warm_up, game, 0.0)
