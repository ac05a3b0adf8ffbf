"""Users, sessions, programs and push subscriptions: one set of statements for both databases."""

from abc import ABC, abstractmethod
from typing import Any, ClassVar, Final

from quartett.server.store.contract import Columns

USER_COLUMNS: Final = "id, name, account, passphrase, program, feed, created"
PUSH_COLUMNS: Final = "user_id, endpoint, p256dh, auth, language"
SESSION_USER: Final = ", ".join(f"users.{name}" for name in USER_COLUMNS.split(", "))
FINDERS: Final = {"id": "id", "account": "account", "feed": "feed", "token": "token"}


class PeopleStore(ABC):
    taken: ClassVar[type[Exception]]
    """What the database raises for a value that must be unique and is not."""

    @abstractmethod
    async def query(self, find: str, *values: Any) -> list[Any]:
        """Rows; `?` stands for a value."""

    @abstractmethod
    async def execute(self, put: str, *values: Any) -> int:
        """The number of rows changed; `?` stands for a value."""

    async def add_user(self, columns: Columns) -> None:
        put = f"INSERT INTO users ({USER_COLUMNS}, token) VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
        await self.execute(put, *columns)

    async def user_by(self, what: str, value: str) -> Columns | None:
        find = f"SELECT {USER_COLUMNS} FROM users WHERE {FINDERS[what]} = ?"
        return await self._first(find, value)

    async def change_user(self, user_id: str, columns: Columns) -> bool:
        put = "UPDATE users SET name = ?, account = ?, passphrase = ? WHERE id = ?"
        try:
            await self.execute(put, *columns, user_id)
        except self.taken:
            return False
        return True

    async def add_session(self, session: str, user: str, created: int) -> None:
        put = "INSERT INTO sessions (id, user_id, created) VALUES (?, ?, ?)"
        await self.execute(put, session, user, created)

    async def user_of_session(self, session: str) -> Columns | None:
        find = (
            f"SELECT {SESSION_USER} FROM sessions JOIN users ON users.id = sessions.user_id"
            " WHERE sessions.id = ?"
        )
        return await self._first(find, session)

    async def sessions(self, user: str) -> list[tuple[str, int]]:
        find = "SELECT id, created FROM sessions WHERE user_id = ? ORDER BY created DESC"
        return await self.query(find, user)

    async def end_session(self, user: str, session: str) -> None:
        await self.execute("DELETE FROM sessions WHERE user_id = ? AND id = ?", user, session)

    async def add_program(self, program: str, maker: str) -> None:
        await self.execute("INSERT INTO programs (id, maker) VALUES (?, ?)", program, maker)

    async def programs(self, maker: str) -> list[tuple[str, str, int]]:
        find = (
            "SELECT users.id, users.name, users.created FROM programs"
            " JOIN users ON users.id = programs.id"
            " WHERE maker = ? AND token IS NOT NULL ORDER BY users.created DESC"
        )
        return await self.query(find, maker)

    async def revoke_token(self, program: str) -> None:
        await self.execute("UPDATE users SET token = NULL WHERE id = ?", program)

    async def add_push(self, columns: Columns) -> None:
        put = (
            f"INSERT INTO pushes ({PUSH_COLUMNS}) VALUES (?, ?, ?, ?, ?)"
            " ON CONFLICT (endpoint) DO UPDATE SET user_id = excluded.user_id,"
            " p256dh = excluded.p256dh, auth = excluded.auth, language = excluded.language"
        )
        await self.execute(put, *columns)

    async def pushes(self, user: str) -> list[Columns]:
        return await self.query(f"SELECT {PUSH_COLUMNS} FROM pushes WHERE user_id = ?", user)

    async def drop_push(self, user: str | None, endpoint: str) -> None:
        put, values = "DELETE FROM pushes WHERE endpoint = ?", [endpoint]
        if user is not None:
            put, values = f"{put} AND user_id = ?", [endpoint, user]
        await self.execute(put, *values)

    async def _first(self, find: str, value: str) -> Columns | None:
        found = await self.query(find, value)
        return found[0] if found else None
