"""Make the lesson of Cubus and its gallery: `python tools/lessons/cubus.py`.

Views, offers and answers of the server come from the library, never written manually.
"""

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import msgspec

import quartett
from quartett import Event, IllegalAction
from quartett.core.event import Action
from quartett.games.cubus import Build, Cards, Cubus, Options, Stack, State
from quartett.games.cubus.advice import explain
from quartett.games.cubus.offers import offers, preview
from quartett.games.cubus.stacks.text import read

GAME = Cubus()
FOLDER = Path(__file__).parents[2] / "web/src/games/cubus"
NAMES = ["Ana", "Bernoulli", "Carlotta", "Diophant", "Emmy", "Fibonacci"]


def main() -> None:
    write("lesson/lesson.json", list(lesson()))
    (FOLDER / "fixtures").mkdir(exist_ok=True)
    for name, position in gallery():
        write(f"fixtures/{name}.json", position)
    quartett.play("cubus", ["easy", "medium", "hard"], seed=4).save(
        FOLDER / "fixtures/standard.jsonl"
    )
    alone = GAME.options({"dismantling": "alone"})
    quartett.play("cubus", ["easy", "medium"], seed=4, options=alone).save(
        FOLDER / "fixtures/alone.jsonl"
    )


def table(stack: str, *hands: str, pile: str = "6L 6R 4T 2O", **options: object) -> State:
    """The first player is to build."""
    position = read(stack)
    chosen = GAME.options({"start_player": 0, **options})
    assert isinstance(chosen, Options)
    players = len(hands)
    return State(
        players,
        chosen,
        "build",
        Stack.on_floor(position.cells, position.floor),
        tuple(map(Cards.read, hands)),
        (0,) * players,
        Cards.read(pile),
        open=position.open,
        turn=players,
    )


def lesson() -> Iterator[dict[str, Any]]:
    """Steps without what could stand on a box that is not yet built: no step goes that far."""
    for made in steps():
        for one in made.get("tried", ()):
            one["answer"]["preview"]["ghosts"] = []
        yield made


def steps() -> Iterator[dict[str, Any]]:
    yield {**step(1, table("1", "L R T", "L T")), "offers": None}
    yield step(2, table("1", "L R", "L T"), "2")
    yield step(3, table("2", "L T", "R T"), "21")
    yield step(4, table("22/21", "L", "R"), "22/22")
    yield step(5, table("22/1", "2L 2R T", "R"), "22/2", ["22/3", "22/4"])
    yield step(6, table(".2/2", "T", "R"), "22/2", ["12/2", "22/2"])
    yield step(7, table("11/1", "O", "R"), "11/11*")
    knocked = table("22/2", "T", "L", start_player=0).apply(Event(0, GAME.parse("-")))
    yield step(8, knocked, "!", seat=1)
    shows = knocked.apply(Event(1, GAME.parse("!")))
    yield step(9, shows, "22/21", seat=1)
    taking = msgspec.structs.replace(table("322/21", "-", "-", dismantling="after"), phase="remove")
    taken = offers(taking.view(0))
    assert taken is not None
    best = max(taken.takings, key=lambda one: one.freed.total)
    yield step(10, taking, f"x{best.cell[0]},{best.cell[1]}")
    *_, last = quartett.play("cubus", ["hard", "medium"], seed=2).replay()
    assert isinstance(last, State)
    yield {**step(11, last), "offers": None}


def step(
    number: int,
    state: State,
    note: str | None = None,
    notes: Iterable[str] = (),
    seat: int = 0,
) -> dict[str, Any]:
    """A position; with a note it waits for that action."""
    made: dict[str, Any] = {"say": f"cubus.lesson.{number}", **position(state, seat)}
    if note is None:
        return made
    action = GAME.parse(note)
    state.check(seat, action)
    made["expect"] = msgspec.to_builtins(action)
    made["tried"] = list(tried(state, [note, *notes], seat))
    return made


def position(state: State, seat: int = 0) -> dict[str, Any]:
    view = state.view(seat)
    return {"view": msgspec.to_builtins(view), "offers": msgspec.to_builtins(offers(view))}


def tried(state: State, notes: Iterable[str], seat: int = 0) -> Iterator[dict[str, Any]]:
    """What the server would say to these builds, and to every box that is offered."""
    offered = offers(state.view(seat))
    assert offered is not None
    actions: dict[str, Action] = {note: GAME.parse(note) for note in notes}
    actions |= {str(ghost.build): ghost.build for ghost in offered.ghosts}
    for action in actions.values():
        if isinstance(action, Build):
            yield {"action": wire(action), "answer": answer(state, action, seat)}


def wire(build: Build) -> dict[str, Any]:
    form: dict[str, Any] = msgspec.to_builtins(build)
    return {"do": "build", "cells": form["cells"], "floor": 0, "open": form["open"]}


def answer(state: State, action: Action, seat: int) -> dict[str, Any]:
    said: dict[str, Any] = {"t": "tried", "table": "", "id": 0, "code": None, "message": ""}
    said |= {"where": {}, "preview": msgspec.to_builtins(preview(state.view(seat), action))}
    try:
        state.check(seat, action)
    except IllegalAction as refusal:
        said |= {"code": refusal.code, "message": refusal.message}
        said["where"] = msgspec.to_builtins(dict(refusal.where))
    return said


def gallery() -> Iterator[tuple[str, dict[str, Any]]]:
    record = quartett.play("cubus", ["medium", "hard", "easy", "expert", "hard", "easy"], seed=9)
    states = [state for state in record.replay() if isinstance(state, State)]
    middle = next(s for s in states if s.phase == "build" and s.stack.boxes > 16 and s.open)
    yield "middle", shown(middle)
    yield "over", shown(states[-1])
    yield "knock", shown(next(s for s in states if s.phase == "knock" and s.stack.boxes > 6))
    yield "first", shown(next(s for s in states if s.phase == "build"))
    rebuild = table(".2/2", "T", "R")
    yield "rebuild", {**shown(rebuild), "tried": list(tried(rebuild, ["12/2", "22/2"]))}
    alone = quartett.play(
        "cubus", ["easy", "medium"], seed=4, options=GAME.options({"dismantling": "alone"})
    )
    cubes = [state for state in alone.replay() if isinstance(state, State)]
    yield "remove", shown(next(s for s in cubes if s.phase == "remove"))
    yield "removing", shown(next(s for s in cubes if s.stack.boxes == 40))
    contest = quartett.play(
        "cubus", ["easy", "easy", "easy"], seed=4, options=GAME.options({"last_build": "contest"})
    )
    yield (
        "last",
        shown(next(s for s in contest.replay() if isinstance(s, State) and s.phase == "last")),
    )


def shown(state: State) -> dict[str, Any]:
    """A position with the advice that the seat to move would get."""
    seat = min(state.to_act, default=0)
    advice = msgspec.to_builtins(explain(state.view(seat)).options[:3]) if state.to_act else []
    answers = list(tried(state, [], seat)) if state.to_act else []
    return {**position(state, seat), "names": NAMES[: state.players], "news": []} | {
        "advice": advice,
        "tried": answers,
    }


def write(name: str, thing: object) -> None:
    text = json.dumps(thing, ensure_ascii=False, separators=(",", ":"))
    (FOLDER / name).write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
