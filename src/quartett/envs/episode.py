"""One game played in small moves, with provable chance; it can be saved at any moment."""

from collections.abc import Iterable, Iterator
from typing import Any, SupportsIndex

import msgspec

from quartett.core import fairness
from quartett.core.driver import Driver, Observer
from quartett.core.errors import IllegalAction, QuartettError
from quartett.core.event import Action, Event, Seat
from quartett.core.record import Head, Record, Result
from quartett.core.state import State
from quartett.envs.factored import Draft, Form, factored

FORMAT = 1


class BadSave(QuartettError, ValueError):
    """A text that is not a saved episode."""


class Episode(Driver):
    """A state, the log that led to it, and the drafts of the seats that may act.

    >>> episode = Episode(factored("calavera", 2, {"start_player": 0}), seed=1)
    >>> episode.seat, int(episode.draft(0).mask.sum())
    (0, 70)
    """

    def __init__(
        self,
        form: Form,
        seed: int | str,
        observe: Observer | None = None,
        events: Iterable[Event] = (),
    ) -> None:
        self.form = form
        self.seed = seed
        self._secrets = fairness.Secrets.seeded(seed, form.players)
        self._drafts: dict[Seat, Draft] = {}
        self._begun = False
        """Whether any of them has moves in it."""
        super().__init__(form.game.start(form.players, form.options), self._secrets.key, observe)
        for event in events:
            self.apply(event)
        self.settle()

    @property
    def over(self) -> bool:
        return self.state.over

    @property
    def seat(self) -> Seat | None:
        """Who moves next where one seat moves at a time; None at the end."""
        to_act = self.state.to_act
        if len(to_act) == 1:  # nearly always
            (seat,) = to_act
            return seat
        return min(to_act) if to_act else None

    def draft(self, seat: Seat) -> Draft:
        """The seat's turn so far; one without legal moves for a seat that may not act."""
        found = self._drafts.get(seat)
        if found is None:
            found = self._drafts[seat] = self.form.begin(self.state.view(seat))
        return found

    def move(self, seat: Seat, move: SupportsIndex) -> bool:
        """Make a small move; whether it completed an action. Refused moves change nothing."""
        made = self.draft(seat).then(move)
        if isinstance(made, Action):
            self.act(seat, made)
            return True
        self._drafts[seat] = made
        self._begun = True
        return False

    def act(self, seat: Seat, action: Action) -> None:
        """Do a whole action at once, whatever the seat had begun."""
        self.apply(Event(seat, action))
        self.settle()

    def record(self) -> Record:
        """The game as a record that anyone can verify; its seats have no names."""
        form = self.form
        names = [f"player_{seat}" for seat in range(form.players)]
        head = Head.of(form.game, form.options, names, self._secrets)
        state = self.state
        secret = self._secrets.secret.hex()
        result = Result(state.scores(), state.winners(), secret) if state.over else None
        return Record(head, tuple(self.events), result)

    def save(self) -> str:
        """Everything, as JSON: the game, its seed, the log, and the turns begun."""
        form = self.form
        saved = {
            "quartett_table": FORMAT,
            "game": form.game.id,
            "players": form.players,
            "options": msgspec.to_builtins(form.options),
            "seed": self.seed,
            "events": [event.wire() for event in self.events],
            "drafts": {str(seat): list(d.made) for seat, d in self._drafts.items() if d.made},
        }
        return msgspec.json.encode(saved).decode()

    def __getstate__(self) -> dict[str, Any]:
        """Drafts are copied and pickled as views and moves: their encodings have functions."""
        drafts = {seat: (draft.view, draft.made) for seat, draft in self._drafts.items()}
        return {**self.__dict__, "_drafts": drafts}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        self.__dict__ |= kept
        self._drafts = {}
        for seat, (view, made) in kept["_drafts"].items():
            draft = _redrafted(self.form.begin(view), made)
            assert draft is not None  # these moves have been made
            self._drafts[seat] = draft

    @staticmethod
    def seed_of(text: str) -> str:
        """The seed of a saved episode."""
        return str(_read(text).seed)

    @classmethod
    def restored(cls, text: str, observe: Observer | None = None) -> "Episode":
        """A saved episode, by replaying its log; all of it is observed again."""
        saved = _read(text)
        form = factored(saved.game, saved.players, saved.options)
        try:
            episode = cls(form, saved.seed, observe, _events(form, saved.events))
            for seat, moves in saved.drafts.items():
                for move in moves:
                    episode.move(seat, move)
        except (IllegalAction, KeyError) as error:
            raise BadSave(f"the saved game does not follow the rules: {error}") from None
        return episode

    def apply(self, event: Event) -> None:
        super().apply(event)
        if self._begun:
            self._keep(event, self.state)
        else:
            self._drafts = {}

    def _keep(self, event: Event, after: State) -> None:
        """Turns that other seats have begun and may go on with: they choose at the same time."""
        begun = {seat: draft for seat, draft in self._drafts.items() if draft.made}
        others = {seat: draft for seat, draft in begun.items() if seat != event.actor}
        self._drafts = {}
        for seat, old in others.items():
            view = after.view(seat)
            if seat in after.to_act and view.phase == old.view.phase:
                kept = _redrafted(self.form.begin(view), old.made)
                if kept is not None:
                    self._drafts[seat] = kept
        self._begun = bool(self._drafts)


class _Saved(msgspec.Struct, forbid_unknown_fields=True):
    quartett_table: int
    game: str
    players: int
    options: dict[str, Any]
    seed: int | str
    events: list[dict[str, Any]]
    drafts: dict[int, list[int]]


def _read(text: str) -> _Saved:
    try:
        saved = msgspec.json.decode(text, type=_Saved)
    except (msgspec.DecodeError, msgspec.ValidationError) as error:
        raise BadSave(f"this is not a saved game: {error}") from None
    if saved.quartett_table != FORMAT:
        raise BadSave(f"the game was saved in form {saved.quartett_table}, not {FORMAT}")
    return saved


def _events(form: Form, wires: list[dict[str, Any]]) -> Iterator[Event]:
    for wire in wires:
        action = {name: value for name, value in wire.items() if name != "by"}
        yield Event(wire["by"], form.game.action(action))


def _redrafted(draft: Draft, moves: tuple[int, ...]) -> Draft | None:
    """The same moves on another view; None where one of them is not legal any more."""
    for move in moves:
        if not draft.mask[move]:
            return None
        made = draft.follow(move)
        assert isinstance(made, Draft)  # what completed no action completes none now
        draft = made
    return draft
