"""A bot in place of an agent's policy."""

from collections.abc import Callable

from quartett.core.errors import QuartettError
from quartett.core.event import Seat
from quartett.envs.episode import Episode
from quartett.envs.players import Mover, Opponent


class AgentBot:
    """Plays one agent, game after game; with each game a new bot begins."""

    def __init__(
        self,
        current: Callable[[], Episode],
        seat: Seat,
        opponent: Opponent,
        seconds: float,
        wait: int | None = None,
    ) -> None:
        self._current = current
        self._seat = seat
        self._opponent = opponent
        self._seconds = seconds
        self._wait = wait
        self._episode: Episode | None = None

    def move(self) -> int:
        """The agent's next move; in a parallel environment `wait` when it is not its turn."""
        episode = self._current()
        if self._seat not in episode.state.to_act:
            if self._wait is None:
                raise QuartettError(f"it is not the turn of player_{self._seat}")
            return self._wait
        if episode is not self._episode:
            self._begin(episode)
        self._catch_up(episode)
        return self._mover.move(episode.state, episode.draft(self._seat))

    def _begin(self, episode: Episode) -> None:
        form, seed = episode.form, str(episode.seed)
        self._episode = episode
        self._mover = Mover(form, self._seat, self._opponent, seed, self._seconds)
        self._state = form.game.start(form.players, form.options)

    def _catch_up(self, episode: Episode) -> None:
        """Show it what happened since it was asked last; an episode keeps no earlier states."""
        for event in episode.events[self._mover.shown :]:
            self._mover.observe(self._state, event)
            self._state = self._state.apply(event)
