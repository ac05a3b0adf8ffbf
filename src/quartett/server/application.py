"""The house: everything that one server process is made of."""

import asyncio
import logging
import secrets
from collections import Counter
from typing import Any

from quartett.server.accounts import User, new_id, sign, signed, token_hash
from quartett.server.jobs.bots import Bots
from quartett.server.jobs.notifications import Notices
from quartett.server.jobs.puzzles import Made
from quartett.server.jobs.timers import Caretaker
from quartett.server.limits import Limits
from quartett.server.metrics import Metrics
from quartett.server.sessions.manager import Hall
from quartett.server.sessions.presence import Presence
from quartett.server.settings import Settings
from quartett.server.store import Store, open_store
from quartett.tables.errors import Refused

logger = logging.getLogger("quartett.server")

NAMELESS = ""


class House:
    """Opens with a store and closes in order."""

    def __init__(self, settings: Settings, store: Store, cookie_key: bytes) -> None:
        self.settings = settings
        self.store = store
        self.metrics = Metrics()
        self.hall = Hall(store, self.metrics)
        self.bots = Bots(self.hall, settings)
        self.caretaker = Caretaker(self.hall, self.bots)
        self.presence = Presence(self.hall)
        self.limits = Limits(settings.rates)
        self.sockets: Counter[str] = Counter()
        """Open ones, by address."""
        self._cookie_key = cookie_key
        self.notices: Notices | None = None
        self.puzzle: Made | None = None
        self.puzzle_lock = asyncio.Lock()
        self._tasks: list[asyncio.Task[Any]] = []
        self.metrics.gauges = {
            "open_sockets": ("Sockets open now.", lambda: sum(self.sockets.values())),
            "tables_in_memory": ("Tables in memory.", lambda: len(self.hall.tables)),
        }

    @classmethod
    async def open(cls, settings: Settings) -> "House":
        store = await open_store(settings.database)
        key = await store.keep("cookie key", lambda: secrets.token_hex(32))
        house = cls(settings, store, bytes.fromhex(key))
        house.notices = await Notices.open(house.hall, house.presence, settings)
        await house.caretaker.start()
        house.bots.start()
        house.presence.start()
        if store.alone is None:
            house._tasks.append(asyncio.get_running_loop().create_task(house._listen()))
        return house

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await self.presence.close()
        await self.caretaker.close()
        await self.bots.close()
        await self.store.close()

    async def _listen(self) -> None:
        """Wake up when another process has written."""
        async for notice in self.store.notices():
            try:
                if notice is None:
                    self.presence.ask()
                    await self.hall.wake(None)
                elif notice.word is not None:
                    self.presence.hear(notice.word)
                else:
                    await self.hall.wake(notice.table)
            except Exception:
                logger.exception("a notice could not be followed")

    def cookie(self, user: User) -> str:
        return sign(self._cookie_key, user.id)

    async def user_of(self, cookie: str | None, authorization: str | None) -> User | None:
        """Who asks: by a program's token or by the cookie; None: nobody we know."""
        if authorization is not None and authorization.startswith("Bearer "):
            token = authorization.removeprefix("Bearer ").strip()
            return await self.store.user_by("token", token_hash(token))
        user_id = signed(self._cookie_key, cookie) if cookie else None
        return await self.store.user(user_id) if user_id else None

    async def new_guest(self, address: str, name: str = NAMELESS) -> User:
        self.limit("guest", address)
        user = User(
            id=new_id(), name=name, feed=secrets.token_urlsafe(24), created=await self.store.now()
        )
        await self.store.add_user(user)
        return user

    def limit(self, what: str, address: str) -> None:
        if not self.limits.allow(what, address):
            raise Refused(
                "too_fast", "Too many of these from your address; wait a while.", status=429
            )

    def log_failure(self, what: str, error: Exception) -> None:
        """Our own fault; what the client sent may hold secrets and is not written down."""
        logger.error("%s failed", what, exc_info=error)
