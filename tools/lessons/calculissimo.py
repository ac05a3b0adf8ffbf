"""Make the lesson of Calculissimo and its gallery: `python tools/lessons/calculissimo.py`.

Views, offers and answers of the server come from the library, never written manually.
"""

import json
from collections.abc import Iterable, Iterator
from itertools import combinations
from pathlib import Path
from typing import Any

import msgspec

import quartett
from quartett import Event, IllegalAction
from quartett.games.calculissimo import Accept, Calculissimo, Play, State
from quartett.games.calculissimo.advice import explain
from quartett.games.calculissimo.board.edition import read_edition
from quartett.games.calculissimo.board.editions import add_edition
from quartett.games.calculissimo.offers import offers, preview
from quartett.games.calculissimo.rules.position import arrange

GAME = Calculissimo()
FOLDER = Path(__file__).parents[2] / "web/src/games/calculissimo"
NAMES = ["Ana", "Bernoulli", "Carlotta", "Diophant"]
ROW = "///////.....6:2+9"
CROSS = "/////.......4/.......-/.....6:2+9/.......+/.......3"
OWN = """
name = "tiny"
title = "A host's own edition"
rack = 4
joker = "123"
board = '''
y . . . y
. . . . .
. . g . .
. . . . .
y . . . y
'''
[bag]
1 = 3
2 = 4
3 = 3
"+" = 5
"-" = 2
"?" = 1
"""


def main() -> None:
    write("lesson/lesson.json", list(lesson()))
    (FOLDER / "fixtures").mkdir(exist_ok=True)
    for name, position in gallery():
        write(f"fixtures/{name}.json", position)
    record = quartett.play("calculissimo", ["easy", "hard"], seed=7)
    record.save(FOLDER / "fixtures/standard.jsonl")
    options = GAME.options({"edition": "children", "challenge": True})
    record = quartett.play("calculissimo", ["easy", "medium", "easy"], seed=3, options=options)
    record.save(FOLDER / "fixtures/challenge.jsonl")
    add_edition(read_edition(OWN))
    options = GAME.options({"edition": "tiny"})
    record = quartett.play("calculissimo", ["easy", "easy"], seed=2, options=options)
    record.save(FOLDER / "fixtures/own.jsonl")
    *_, last = record.replay()
    write("fixtures/own.json", {"view": msgspec.to_builtins(last.view(0)), "names": NAMES[:2]})


def lesson() -> Iterator[dict[str, Any]]:
    first = arrange(".", "6:2+94-", "1+2*359")
    yield step(1, first)
    yield step(2, first, "8f 6:2+9")
    yield step(3, arrange(ROW, "4-+3:5?", "1+2*359"))
    yield step(4, arrange(ROW, "4-+3:5?", "1+2*359"), "h6 4-.+3")
    wrong = arrange(CROSS, ":53-?81", "1+2*359")
    mended = step(5, wrong, "8k :3")
    yield {**mended, "tried": [*mended["tried"], *tried(wrong, "8k :5")]}
    yield step(6, wrong, "8k -?5")
    yield step(7, arrange(CROSS, "9*8:+77", "1+2*359"), "j6 9*")
    yield step(8, arrange(CROSS, "++-:771", "1+2*359"), "<++-:")
    challenged = arrange(ROW, "-135+2*", "9+4:816", challenge=True)
    laid = challenged.apply(Event(0, GAME.parse("8k -1 =12")))
    yield {**step(9, laid, "!", seat=1)}
    yield step(10, ended())


def step(number: int, state: State, note: str | None = None, seat: int = 0) -> dict[str, Any]:
    """A position; with a note it waits for that action."""
    made: dict[str, Any] = {"say": f"calculissimo.lesson.{number}", **position(state, seat)}
    if note is None:
        return {**made, "offers": None} if number in (1, 3, 10) else made
    action = GAME.parse(note)
    state.check(seat, action)
    made["expect"] = msgspec.to_builtins(action)
    if isinstance(action, Play):
        made["tried"] = list(tried(state, note))
    return made


def position(state: State, seat: int = 0) -> dict[str, Any]:
    view = state.view(seat)
    plain = msgspec.to_builtins
    return {"view": plain(view), "offers": plain(offers(view))}


def tried(state: State, note: str, seat: int = 0) -> Iterator[dict[str, Any]]:
    """What the server would say while the tiles are laid in whatever order."""
    play = GAME.parse(note)
    assert isinstance(play, Play)
    for count in range(1, len(play.tiles) + 1):
        for some in combinations(play.tiles, count):
            part = Play(some, play.announce)
            yield {"action": msgspec.to_builtins(part), "answer": answer(state, part, seat)}


def answer(state: State, action: Play, seat: int) -> dict[str, Any]:
    said: dict[str, Any] = {"t": "tried", "table": "", "id": 0, "code": None, "message": ""}
    said |= {"where": {}, "preview": msgspec.to_builtins(preview(state.view(seat), action))}
    try:
        state.check(seat, action)
    except IllegalAction as refusal:
        said |= {"code": refusal.code, "message": refusal.message, "where": dict(refusal.where)}
    return said


def ended() -> State:
    """The end of a whole game."""
    record = quartett.play("calculissimo", ["hard", "medium"], seed=11)
    *_, last = record.replay()
    assert isinstance(last, State)
    return last


def gallery() -> Iterator[tuple[str, dict[str, Any]]]:
    record = quartett.play("calculissimo", ["medium", "hard", "easy", "expert"], seed=5)
    states = [state for state in record.replay() if isinstance(state, State)]
    middle = next(s for s in states if s.active == 0 and s.phase == "play" and sum(s.bag) < 50)
    yield "middle", shown(middle, states, record.events)
    yield "first", shown(next(s for s in states if s.phase == "play"), states, record.events)
    yield "over", shown(states[-1], states, record.events)
    wrong = arrange(CROSS, ":53-?81", "1+2*359")
    yield "wrong", {**position(wrong), "names": NAMES[:2], "tried": list(tried(wrong, "8k :5"))}
    joker = {**position(wrong), "names": NAMES[:2], "tried": list(tried(wrong, "8k -?5"))}
    yield "joker", joker
    challenged = arrange(ROW, "-135+2*", "9+4:816", challenge=True)
    yield "announce", {**position(challenged), "names": NAMES[:2]}
    laid = challenged.apply(Event(0, GAME.parse("8k -1 =12")))
    assert Accept() in set(laid.actions(1))
    yield "answer", {**position(laid, 1), "names": NAMES[:2]}
    child = quartett.play(
        "calculissimo", ["easy", "easy"], seed=2, options=GAME.options({"edition": "children"})
    )
    small = [state for state in child.replay() if isinstance(state, State)]
    yield "children", shown(small[len(small) // 2], small, child.events)


def shown(state: State, states: list[State], events: Iterable[Event]) -> dict[str, Any]:
    """A position of a played game, for the seat to move with the advice it would get."""
    seat = min(state.to_act, default=0)
    at = states.index(state)
    log = [dict(event.wire(), seq=number) for number, event in enumerate(events)]
    advice = []
    if state.to_act:
        advice = msgspec.to_builtins(explain(state.view(seat)).options[:3])
    best = [option["action"] for option in advice if option["action"]["do"] == "play"][:1]
    answers = [said for action in best for said in tried(state, str(GAME.action(action)), seat)]
    return {**position(state, seat), "names": NAMES[: state.players]} | {
        "news": log[max(0, at - 3) : at],
        "advice": advice,
        "tried": answers,
    }


def write(name: str, thing: object) -> None:
    text = json.dumps(thing, ensure_ascii=False, separators=(",", ":"))
    (FOLDER / name).write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
