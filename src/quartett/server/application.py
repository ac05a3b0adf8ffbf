"""Everything that one server process is made of."""

import asyncio
import itertools
import logging
import secrets
from collections import Counter
from collections.abc import Callable
from typing import Any

from quartett.hosting.puzzles import SolvedPuzzle
from quartett.server.accounts import User, new_id, session_id, token_hash
from quartett.server.jobs.bots import BotPlayer
from quartett.server.jobs.chat import ChatPolicy
from quartett.server.jobs.moderation import Moderation
from quartett.server.jobs.notifications import Notifications
from quartett.server.jobs.pruning import Pruning
from quartett.server.jobs.shared import SharedWork
from quartett.server.jobs.timers import Timers
from quartett.server.jobs.workers import WorkerPool
from quartett.server.limits import Limits
from quartett.server.metrics import Metrics
from quartett.server.repository import Repository
from quartett.server.sessions.manager import TableManager
from quartett.server.sessions.presence import PresenceTracker
from quartett.server.settings import Settings
from quartett.server.store.contract import Store, is_postgres
from quartett.tables.errors import Refused

ENDED = "ended "
"""How a message to all processes begins that says that a login is over."""
logger = logging.getLogger("quartett.server")


class Application:
    """Opens with a store and closes in order."""

    def __init__(self, settings: Settings, store: Store, cookie_key: bytes) -> None:
        self.settings = settings
        self.store = store
        self.repository = Repository(store)
        self.metrics = Metrics()
        self.tables = TableManager(self.repository, self.metrics)
        self.workers = WorkerPool(settings.bot_workers, settings.warm_up)
        """For what tables wait for: bots, and lists of legal actions."""
        self.review_workers = WorkerPool(settings.review_workers)
        """For what a single reader waits for; no bot ever does."""
        self.reviews = SharedWork(self.review_workers)
        self.bots = BotPlayer(self.tables, self.workers, settings)
        self.timers = Timers(self.tables, self.bots)
        self.presence = PresenceTracker(self.tables)
        self.notifications: Notifications | None = None
        self.limits = Limits(settings.rates)
        self.moderation = Moderation(self.tables, self._close_sockets)
        self.pruning = Pruning(self.tables, settings)
        self.chat = ChatPolicy(settings, self.limits, self.moderation)
        self.sockets: Counter[str] = Counter()
        """Open ones, by address."""
        self.logins: dict[str, set[Callable[[], None]]] = {}
        """How to close the sockets of each session, of each user and of each address."""
        self.puzzles: dict[str, SolvedPuzzle] = {}
        self.puzzle_lock = asyncio.Lock()
        self._cookie_key = cookie_key
        self._tasks: list[asyncio.Task[Any]] = []
        self._process = secrets.token_hex(3)
        self._requests = itertools.count(1)
        self.metrics.gauges = {
            "open_sockets": ("Sockets open now.", lambda: sum(self.sockets.values())),
            "bot_queue": ("Bot decisions waiting for a worker.", lambda: self.workers.waiting),
            "review_queue": (
                "Reviews, hints and puzzles waiting for a worker.",
                lambda: self.review_workers.waiting,
            ),
            "reviews_asked": (
                "Reviews, hints and puzzles given to a worker.",
                lambda: self.review_workers.asked,
            ),
            "tables_in_memory": ("Tables in memory.", lambda: len(self.tables.sessions)),
        }

    @classmethod
    async def open(cls, settings: Settings) -> "Application":
        store = await open_store(settings.database)
        key = await store.keep("cookie key", lambda: secrets.token_hex(32))
        app = cls(settings, store, bytes.fromhex(key))
        app.notifications = await Notifications.open(app.tables, app.presence, settings)
        await app.moderation.start()
        app.pruning.start()
        await app.timers.start()
        app.workers.start()
        app.presence.start()
        if store.shared:
            app._tasks.append(asyncio.get_running_loop().create_task(app._listen()))
        return app

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await self.pruning.close()
        await self.moderation.close()
        await self.presence.close()
        await self.timers.close()
        await self.bots.close()
        await self.workers.close()
        await self.reviews.close()
        await self.review_workers.close()
        await self.store.close()

    async def _listen(self) -> None:
        """Wake up when another process has written."""
        async for signal in self.store.signals():
            try:
                if signal is None:
                    self.presence.ask()
                    self.tables.wake_all()
                elif signal.message is not None and signal.message.startswith(ENDED):
                    self._close_sockets(signal.message.removeprefix(ENDED))
                elif signal.message is not None:
                    self.presence.receive(signal.message)
                elif signal.table is not None:
                    self.tables.wake(signal.table, signal.ours)
            except Exception:
                logger.exception("a signal of another process could not be handled")

    async def new_session(self, user: User) -> str:
        """Log the user in: the value of the cookie."""
        cookie = secrets.token_urlsafe(32)
        await self.store.add_session(token_hash(cookie), user.id, await self.store.now())
        return cookie

    def session_of(self, cookie: str | None) -> str | None:
        return session_id(self._cookie_key, cookie) if cookie else None

    async def end_session(self, user: User, session: str) -> None:
        """The cookie is dead, and so are the sockets that came with it, at every process."""
        await self.store.end_session(user.id, session)
        self._close_sockets(session)
        if self.store.shared:
            await self.store.publish(ENDED + session)

    def _close_sockets(self, login: str) -> None:
        for close in list(self.logins.get(login, ())):
            close()

    async def revoke_token(self, program: User) -> None:
        await self.store.revoke_token(program.id)
        self._close_sockets(program.id)
        if self.store.shared:
            await self.store.publish(ENDED + program.id)

    async def user_of(self, cookie: str | None, authorization: str | None) -> User | None:
        """The user of a program's token or of a cookie; None for a stranger."""
        if authorization is not None and authorization.startswith("Bearer "):
            token = authorization.removeprefix("Bearer ").strip()
            return await self.repository.user_by("token", token_hash(token))
        session = self.session_of(cookie)
        return await self.repository.user_of_session(session) if session else None

    async def new_guest(self, address: str) -> User:
        self.limit("guest", address)
        now = await self.store.now()
        user = User(id=new_id(), name="", feed=secrets.token_urlsafe(24), created=now)
        await self.repository.add_user(user)
        return user

    def limit(self, what: str, address: str) -> None:
        if not self.limits.allow(what, address):
            raise Refused(
                "too_fast", "Too many of these from your address; wait a while.", status=429
            )

    def request_id(self) -> str:
        """For the log, and for reports of failures."""
        return f"{self._process}-{next(self._requests):x}"


async def open_store(address: str) -> Store:
    """The store at an address: a file, or `postgresql://…`. Only its driver is loaded."""
    if is_postgres(address):
        from quartett.server.store.postgres import PostgresStore

        return await PostgresStore.open(address)
    from quartett.server.store.sqlite import SqliteStore

    return await SqliteStore.open(address)
