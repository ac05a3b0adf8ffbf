"""Chat under limits: who may write, how much, and how much of it a table keeps."""

from quartett.server.accounts import User
from quartett.server.jobs.moderation import Moderation
from quartett.server.limits import Limits
from quartett.server.sessions.submission import Decide
from quartett.server.settings import Settings
from quartett.tables import commands as ask
from quartett.tables import decisions
from quartett.tables.errors import Refused
from quartett.tables.table import Draft, Table


class ChatPolicy:
    def __init__(self, settings: Settings, limits: Limits, moderation: Moderation) -> None:
        self._settings = settings
        self._limits = limits
        self._moderation = moderation

    def say(self, table_id: str, user: User, asked: ask.Say) -> Decide:
        """What the message adds to the log; limits count it though it may be refused there."""
        self._moderation.check_chat(table_id, user.id)
        if not self._limits.allow("chat", user.id) or not self._limits.allow(
            "table chat", table_id
        ):
            raise Refused("too_fast", "Too many messages; wait a moment.", status=429)
        shown = "".join(c if c.isprintable() else " " for c in asked.text)
        cleaned = ask.Say(asked.cmd, shown)

        def decide(table: Table, now: int) -> Draft:
            self._check(table, user)
            return decisions.command(table, user, cleaned, now)

        return decide

    def _check(self, table: Table, user: User) -> None:
        if not self._settings.spectators_chat and not table.seats_of(user.id):
            raise Refused("not_at_table", "Only players at this table may write here.", status=403)
        if table.said >= self._settings.chat_messages:
            raise Refused("chat_full", "This table has no room for more messages.")
