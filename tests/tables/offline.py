"""Sets up a table and plays a game at it, without the modules named on the command line.

Two people and their spectator take what they know from messages alone. Every message is compared
with what the rules show to that viewer.
"""

import random
import sys
from typing import Any

GAME, *BLOCKED = sys.argv[1:] if __name__ == "__main__" else ["calavera"]
for module in BLOCKED:
    sys.modules[module] = None  # type: ignore[assignment]

import msgspec  # noqa: E402

from quartett.tables import commands as ask  # noqa: E402
from quartett.tables import decisions, play  # noqa: E402
from quartett.tables.errors import Refused  # noqa: E402
from quartett.tables.seats import Person  # noqa: E402
from quartett.tables.setup import Clock, SeatRequest, TableRequest  # noqa: E402
from quartett.tables.table import Draft, Table  # noqa: E402
from quartett.tables.viewing import history, messages, viewer  # noqa: E402
from quartett.tables.viewing.summary import summary  # noqa: E402
from quartett.tables.viewing.viewer import Viewer  # noqa: E402

ANA, BEN = Person(id="ana-id", name="Ana"), Person(id="ben-id", name="Ben")
VIEWERS = (Viewer(ANA.id, 0), Viewer(BEN.id, 1), Viewer(None, None))
MOST = 3_000
"""More actions than any of the games takes."""
EXCHANGES = 40


class Desk:
    """A table with what each viewer was sent of it."""

    def __init__(self) -> None:
        seats = (SeatRequest("me"), SeatRequest("open"))
        request = TableRequest(GAME, seats, clock=Clock(turn=60))
        self.table, seated = decisions.new_table(request, ANA, "table", 1, bytes(32))
        self.log: list[Any] = []
        self.sent: dict[Viewer, list[dict[str, Any]]] = {who: [] for who in VIEWERS}
        self.now = 1
        self.write(seated)

    def write(self, draft: Draft, cmd: str | None = None) -> None:
        self.now += 1
        written = self.table.write(draft, cmd, self.now)
        self.log += [entry for entry, _ in written]
        for who in VIEWERS:
            made = viewer.events(self.table, who, self.now, written)
            frame = msgspec.json.decode(messages.encode(made))
            self.check(who, frame)
            self.sent[who] += frame["events"]

    def command(self, person: Person, asked: ask.AnyCommand) -> None:
        self.write(decisions.command(self.table, person, asked, self.now), asked.cmd)

    def check(self, who: Viewer, frame: dict[str, Any]) -> None:
        """A message shows the seat's own view, and no id, nonce or secret before the end."""
        state = self.table.state
        shown = None if state is None else msgspec.to_builtins(state.view(who.seat), str_keys=True)
        assert frame["view"] == msgspec.json.decode(msgspec.json.encode(shown))
        text = repr(frame)
        assert "-id'" not in text and "nonce'" not in text
        assert self.table.stage == "over" or self.table.setup.secret not in text


def play_game() -> None:
    desk = Desk()
    table = desk.table
    desk.command(BEN, ask.Sit("sit-00000001", 1, nonce="ab" * 16))
    desk.command(ANA, ask.Say("say-00000001", "hello"))
    desk.command(BEN, ask.Start("start-000001"))
    rng = random.Random(7)
    for number in range(MOST):
        if table.stage == "over":
            break
        act(desk, rng, number)
    finish(desk)


def act(desk: Desk, rng: random.Random, number: int) -> None:
    table = desk.table
    state = table.state
    assert state is not None
    seat = rng.choice(sorted(state.to_act))
    person = (ANA, BEN)[seat]
    form = choose(table, seat, rng)
    desk.write(play.act(table, person, seat, table.seq, form), f"act-{number:08}")
    try:
        play.act(table, person, 1 - seat, table.seq, form)
    except Refused as refused:
        assert refused.code in ("not_your_seat", "over", "not_begun")
    else:
        raise AssertionError("a seat is another's")


def choose(table: Table, seat: int, rng: random.Random) -> Any:
    """Any action; in Calculissimo, where finding plays needs what is blocked, an exchange."""
    assert table.state is not None
    view: Any = table.state.view(seat)
    try:
        return msgspec.to_builtins(view.random_action(rng))
    except ModuleNotFoundError:
        may_exchange = view.bag and len(table.events) < EXCHANGES
        tiles = rng.sample(view.rack, 3) if may_exchange else []
        return {"do": "exchange", "tiles": tiles} if tiles else {"do": "pass"}


def finish(desk: Desk) -> None:
    table = desk.table
    assert table.stage == "over" and table.result is not None
    assert summary(table).scores == table.result.scores
    for who, entries in desk.sent.items():
        assert [entry["seq"] for entry in entries] == list(range(1, table.seq + 1))
        again = list(history.replay(table, desk.log, who, 0))
        assert [msgspec.json.decode(entry) for entry in again] == entries
        assert len(list(history.past_views(table, who, 0, 10**6))) == len(table.events) + 1
    folded = Table(table.setup)
    for entry in desk.log:
        folded.fold(entry)
    assert folded.record() == table.record()
    request = decisions.rematch(table, ANA)
    assert [seat.kind for seat in request.seats] == ["me", "open"]


if __name__ == "__main__":
    play_game()
    assert not [module for module in BLOCKED if sys.modules.get(module) is not None]
    print("played")
