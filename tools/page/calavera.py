"""Calavera's pads, lesson, gallery and record for the page: `python -m tools.page.calavera`."""

from typing import Any

from tools.page.positions import after, find, position, seen_before, tried, write

import quartett
from quartett.core.parts import page
from quartett.core.state import State as AnyState
from quartett.games.calavera import PADS, Calavera, State
from quartett.games.calavera.legal import SKIP

GAME = Calavera()
TRIES = ("1", "2", "3", "4", "5", "6")
USES = ("o", "g", "p", "b", "ro", "rg", "rp", "rb", "*o", "*g", "*p", "*b")

# Each step: what is said, what has happened since the last one, and what goes on.
LESSON = [
    ("welcome", ":oogpbr", None),
    ("hold", "", "3456"),
    ("skull", "3456 :osgr", "o"),
    ("gift", "o", None),
    ("pick", "rb :ggssrp g", "p"),
    (
        "line",
        "p :oooggb o :bbbogp b :gggopb g :ppogbb p :bbbogp b :oogbpp o :ppogbr",
        "p",
    ),
    ("freeze", "p :gogbpr g :oobbgp o :bogprb b :rrogpb", "*o"),
    ("death", "*o :ppgobb p :bbbbgp b :oogbpp o :bbgrpo b :ogpbbr o :bbbpgr", "p"),
    ("curse", "p :sssgpr", "g"),
    (
        "end",
        "g :rrrpgo *b :ogpbbr o :ggggpo g :ogpbbr p :ppppog p :gbprro g :ggpopb g :ogpbbr g"
        " :pppogb p :ogpbbr o :rrrogb *g",
        None,
    ),
]


def lesson() -> list[dict[str, Any]]:
    """A short game against Ben, step by step, as the first seat sees it."""
    state = GAME.start(2, GAME.options({"start_player": 0}))
    steps = []
    for say, notes, expect in LESSON:
        state = after(GAME, state, notes)  # type: ignore[assignment]
        step: dict[str, Any] = {"say": f"calavera.lesson.{say}", "view": state.view(0)}
        if expect is not None:
            step["offers"] = page(GAME).offers(state.view(0))
            step["expect"] = GAME.parse(expect)
            asked = [tried(GAME, state, 0, GAME.parse(note)) for note in (*TRIES, *USES)]
            step["tried"] = [one for one in asked if one["answer"].code]
        steps.append(step)
    assert state.over
    return steps


def crosses(state: AnyState, seat: int) -> int:
    assert isinstance(state, State)
    return sum(state.sheets[seat].crosses)


def gallery() -> dict[str, dict[str, Any]]:
    """A position of every kind that the board draws."""
    shown = {}

    def show(name: str, wanted: Any, seat: int | None, advised: bool = False, **table: Any) -> None:
        long = ["Maximiliane von und zu Hohenlohe", "Ben", "Anne-Sophie Châteauneuf", "Dag"]
        names = long if name == "long-names" else None
        state, place, record = find(GAME, wanted, **table)
        seen = seen_before(record, seat, place)
        shown[name] = position(
            GAME,
            state,
            seat,
            names=names,
            news=seen[-1:],
            advised=advised,
            tries=(*TRIES, *USES),
        )

    def turn(state: Any, seat: int, rolls: int, least: int) -> bool:
        mine = state.phase == "use" and state.active == seat and state.rolls == rolls
        return mine and crosses(state, seat) >= least

    def freezing(state: Any) -> bool:
        if not turn(state, 0, 2, 22):
            return False
        return any(str(action).startswith("*") for action in state.actions(0))

    def picking(state: Any, chosen: int) -> bool:
        made = sum(pick is not None for pick in state.picks)
        return state.phase == "pick" and made == chosen and crosses(state, 1) > 16

    show("first-roll", lambda s: turn(s, 0, 1, 0), 0, True)
    show("second-roll", lambda s: turn(s, 0, 2, 12) and "skull" in s.faces, 0, True)
    show("freezing", freezing, 0, True)
    show("last-roll", lambda s: turn(s, 0, 3, 20), 0, True, players=3)
    show("others-turn", lambda s: turn(s, 1, 2, 20), 0, players=4)
    show("pick", lambda s: picking(s, 1) and s.used and 2 in s.to_act, 2, True, players=4)
    show(
        "chosen", lambda s: picking(s, 2) and s.active == 0 and s.picks[1] is not None, 1, players=4
    )
    show("cursed", lambda s: picking(s, 0) and not s.used and s.active == 1, 0, players=2)
    show("cursed-self", lambda s: picking(s, 0) and not s.used and s.active == 0, 0, players=3)
    show("skip", lambda s: turn(s, 0, 3, 20) and next(s.actions(0)) == SKIP, 0, players=2)
    show("start", lambda s: s.phase == "start", 0, players=3)
    show("rolling", lambda s: s.phase == "roll" and s.rolls == 1 and crosses(s, 0) > 9, 0)
    show("spectator", lambda s: turn(s, 2, 2, 24), None, players=4)
    show("over", lambda s: s.over, 0, players=4)
    show("short", lambda s: turn(s, 0, 1, 12), 0, True, options={"sheet": "short"})
    show("long-names", lambda s: turn(s, 0, 1, 20), 0, players=4)
    return shown


def main() -> None:
    write(GAME, "pieces/pads.json", PADS)
    write(GAME, "lesson/lesson.json", lesson())
    for name, shown in gallery().items():
        write(GAME, f"fixtures/{name}.json", shown)
    record = quartett.play(GAME, ["easy", "medium", "easy"], seed="page")
    write(GAME, "fixtures/record/game.json", list(record.lines()))
    write(GAME, "fixtures/record/seen.json", [seen.wire() for seen in record.seen(1)])


if __name__ == "__main__":
    main()
