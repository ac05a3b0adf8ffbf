"""Calcory's lesson, gallery and record for the page: `python -m tools.page.calcory`."""

from typing import Any

from tools.page.positions import after, find, position, seen_before, tried, write

import quartett
from quartett.core.parts import page
from quartett.core.state import State as AnyState
from quartett.games.calcory import Calcory, State
from quartett.games.calcory.position import laid_out

GAME = Calcory()
DIGITS = "4632591107 8786"
PLACES = ("a1", "a2", "a6", "b1", "b2", ".", "-")

# Each step: what is said, what has happened since the last one, and what goes on.
LESSON = [
    ("welcome", "", None),
    ("turn", "", "a1"),
    ("two", "a1", "a2"),
    ("stop", "a2", "."),
    ("overbid", ". a3 a4 a5 .", "a6"),
    ("remember", "a6", "a1"),
    ("back", "a1", "a6>a1"),
    ("bust", "a6>a1 b1 b2", None),
    ("own", "", "a1"),
    ("single", "a1", "."),
    ("end", ". b3 b4", None),
]


def lesson() -> list[dict[str, Any]]:
    """A short game against Ben, step by step, as the first seat sees it."""
    state: AnyState = laid_out(DIGITS)
    steps = []
    for say, notes, expect in LESSON:
        state = after(GAME, state, notes)
        step: dict[str, Any] = {"say": f"calcory.lesson.{say}", "view": state.view(0)}
        if expect is not None:
            step["offers"] = page(GAME).offers(state.view(0))
            step["expect"] = GAME.parse(expect)
            asked = [tried(GAME, state, 0, GAME.parse(note)) for note in PLACES]
            step["tried"] = [one for one in asked if one["answer"].code]
        steps.append(step)
    assert state.over
    return steps


def gallery() -> dict[str, dict[str, Any]]:
    """A position of every kind that the board draws."""
    shown = {}

    def show(name: str, wanted: Any, seat: int | None, advised: bool = False, **table: Any) -> None:
        long = ["Maximiliane von und zu Hohenlohe", "Ben", "Anne-Sophie Châteauneuf", "Dag"]
        state, place, record = find(GAME, wanted, **table)
        seen = seen_before(record, seat, place)
        shown[name] = position(
            GAME,
            state,
            seat,
            names=long if name == "long-names" else None,
            news=seen[-1:],
            seen=seen,
            advised=advised,
            tries=PLACES,
        )

    def turning(state: State, seat: int, cards: int, late: int = 0) -> bool:
        mine = state.phase == "turn" and state.active == seat and state.turns >= late
        return mine and len(state.up) == cards

    def beaten(state: State) -> bool:
        if not turning(state, 0, 2) or state.bid is None:
            return False
        return not state.bid.beaten_by(state.sum, len(state.up))

    show("first", lambda s: turning(s, 0, 0), 0, True)
    show("one", lambda s: turning(s, 0, 1), 0, True)
    show("two", lambda s: turning(s, 0, 2) and s.bid is None, 0, True, players=3)
    show("beats", lambda s: turning(s, 0, 3, 9) and s.bid and s.sum > s.bid.sum, 0, True, players=4)
    show("too-low", beaten, 0, True, players=3)
    show("bid-of-other", lambda s: turning(s, 1, 1, 12) and s.bid and s.bid.seat == 2, 0, players=4)
    show("return", lambda s: s.phase == "return" and s.active == 0 and len(s.taken) > 2, 0, True)
    show("return-other", lambda s: s.phase == "return" and s.active == 1, 0, players=3)
    show("late", lambda s: turning(s, 0, 0, 60) and len(s.returned) > 4, 0, True)
    show("deal", lambda s: s.phase == "deal", 0)
    show("spectator", lambda s: turning(s, 1, 2, 20) and s.bid, None, players=4)
    show("over", lambda s: s.over, 0, players=4)
    show("long-names", lambda s: turning(s, 0, 1, 16), 0, players=4)
    return shown


def bust() -> dict[str, Any]:
    """Another player's cards were too many: they lie open for a while in the news."""
    record = quartett.play(GAME, ["easy", "easy", "easy"], seed=1)
    states = list(record.replay())
    for place, event in enumerate(record.events):
        before, after = states[place], states[place + 1]
        assert isinstance(before, State)
        assert isinstance(after, State)
        turned = after.phase == "turn" and after.active != before.active and len(before.up) > 1
        if turned and str(event.action) != "." and after.active == 0:
            seen = seen_before(record, 0, place + 1)
            return position(GAME, after, 0, news=seen[-1 - len(before.up) :])
    raise LookupError("nobody was bust")


def main() -> None:
    write(GAME, "lesson/lesson.json", lesson())
    for name, shown in {**gallery(), "bust": bust()}.items():
        write(GAME, f"fixtures/{name}.json", shown)
    record = quartett.play(GAME, ["easy", "medium", "easy"], seed="page")
    write(GAME, "fixtures/record/game.json", list(record.lines()))
    write(GAME, "fixtures/record/seen.json", [seen.wire() for seen in record.seen(1)])
    views = [view for view, _ in zip(record.view(1), range(60), strict=False)]
    write(GAME, "fixtures/record/views.json", views)


if __name__ == "__main__":
    main()
