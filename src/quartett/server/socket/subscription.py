"""Eyes of a socket on a table: they are told what happens there."""

from collections.abc import Callable

from quartett.server.sessions.session import Live, News
from quartett.tables import messages as protocol
from quartett.tables import viewer as audience
from quartett.tables.viewer import Eyes


class Follow:
    """What these eyes may see goes out as soon as it is on disk."""

    def __init__(
        self,
        eyes: Eyes,
        live: Live,
        post: Callable[[bytes], None],
        want_list: Callable[["Follow"], None],
    ) -> None:
        self.eyes = eyes
        self.live = live
        self.post = post
        self.listed: int | None = None
        """The choice for which legal actions were listed last."""
        self._want_list = want_list

    def tell(self, news: News) -> None:
        message = news.made.get(self.eyes)
        if message is None:
            now = news.entries[-1][0].ms
            told = audience.events(news.room, self.eyes, now, news.entries, news.views)
            message = news.made[self.eyes] = protocol.encode(told)
        self.post(message)
        if self.eyes.legal:
            self._want_list(self)
