"""The contract, notation, drawings, advice and the command."""

import json
import math
import re
from collections import Counter
from io import StringIO
from pathlib import Path
from random import Random
from xml.etree import ElementTree

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from rich.console import Console

import quartett
from quartett import CHANCE, Event, IllegalAction
from quartett.bots import explain
from quartett.games.cubus import Build, Cards, Options, Pass, Stack, State, View, Waive
from quartett.games.cubus.builder.lay import at_home
from quartett.games.cubus.command import build
from quartett.games.cubus.draw import draw, picture
from quartett.games.cubus.stacks.svg import stack_svg
from quartett.games.cubus.words import expects
from quartett.testing import Report, conform, leaks
from tests.rules.cubus.table import GAME, do, start, table, taking


def test_it_conforms() -> None:
    report = conform(GAME, games=2, positions=3)
    assert report.games == 10 and report.longest < 1000


def test_hidden_last_builds_do_not_leak() -> None:
    """Everybody passes until the pile is gone, and then hands in a build with all the cards."""
    rng, log = Random(1), []
    states = [start(3, last_build="contest")]
    while len(states[-1].view(None).chosen) < 2:
        state = states[-1]
        event = Event(CHANCE, state.sample(rng)) if state.is_chance else _dull(state, rng)
        log.append(event)
        states.append(state.apply(event))
    report = Report(changed=Counter(), hidden=Counter())
    leaks.check(GAME, states, log, rng, report)
    assert report.changed["build"] >= 6


def _dull(state: State, rng: Random) -> Event:
    seat = min(state.to_act)
    if state.phase == "last":
        return Event(seat, state.random_action(seat, rng))
    return Event(seat, Pass() if state.phase == "build" else Waive())


def test_what_is_accepted_is_listed_once_it_lies_at_home() -> None:
    state, rng = table("21/1", "2L R T O", "-"), Random(2)
    listed = {action for action in state.actions(0) if isinstance(action, Build)}
    accepted = 0
    for action in rng.sample(sorted(listed, key=str), 40):
        cells = [list(cell) for cell in action.cells]
        cells[rng.randrange(len(cells))][rng.randrange(3)] += rng.choice([-1, 1])
        try:
            changed = Build(tuple(tuple(cell) for cell in cells), 0, action.open)  # type: ignore[misc]
            state.check(0, changed)
        except IllegalAction:
            continue
        accepted += 1
        home = Stack(changed.cells).corner
        moved = tuple((a - home[0], b - home[1]) for a, b in changed.open)
        assert Build(tuple(at_home(changed.cells)), 0, moved) in listed
    assert accepted


@pytest.mark.parametrize(
    ("form", "note"),
    [
        ({"do": "build", "cells": [[0, 0, 2], [1, 0, 1]], "floor": 0, "open": [[-2, -2]]}, "2*/1"),
        ({"do": "build", "cells": [[3, 3, 1]], "floor": 3, "open": []}, "1@3,3^3"),
        ({"do": "draw", "card": "open"}, "+O"),
        ({"do": "pass"}, "-"),
        ({"do": "knock"}, "!"),
        ({"do": "waive"}, "~"),
        ({"do": "remove", "cell": [3, 0]}, "x3,0"),
    ],
)
def test_wire_form_and_notation(form: dict[str, object], note: str) -> None:
    action = GAME.action(form)
    assert str(action) == note and GAME.parse(note) == action
    assert json.loads(msgspec.json.encode(action)) == form


@pytest.mark.parametrize(
    "form",
    [
        {"do": "build", "cells": [[0, 0, 0]], "floor": 0, "open": []},
        {"do": "build", "cells": [[0, 0, 1], [0, 0, 2]], "floor": 0, "open": []},
        {"do": "build", "cells": [[0, 0, 1]], "floor": 0, "open": [[0, 0], [0, 0]]},
        {"do": "build", "cells": [[0, 0, 1.5]], "floor": 0, "open": []},
        {"do": "build", "cells": [[0, 0, 1]], "floor": 0, "open": [], "more": 1},
        {"do": "build", "cells": [], "floor": 0, "open": []},
        {"do": "remove", "cell": [0]},
        {"do": "place", "open": [[-4, -4]]},
        {"do": "draw", "card": "side"},
    ],
)
def test_malformed_actions(form: dict[str, object]) -> None:
    with pytest.raises(IllegalAction) as refusal:
        GAME.action(form)
    assert refusal.value.code == "malformed"


CELLS = st.dictionaries(
    st.tuples(st.integers(-30, 30), st.integers(-30, 30)),
    st.integers(1, 20),
    min_size=1,
    max_size=9,
)
PLACES = st.sets(st.tuples(st.integers(-30, 30), st.integers(-30, 30)), max_size=4)


@given(CELLS, st.integers(-5, 5), PLACES)
def test_every_build_reads_back(
    cells: dict[tuple[int, int], int], floor: int, open: set[tuple[int, int]]
) -> None:
    """Stacks or not, near or far, with open lids on columns or in the air."""
    columns = tuple((x, y, height) for (x, y), height in cells.items())
    action = Build(columns, floor, tuple(open))
    assert GAME.parse(str(action)) == action
    assert GAME.action(msgspec.to_builtins(action)) == action


@pytest.mark.parametrize("hand", ["x", "L2", "-L", "2", "1000L"])
def test_a_hand_that_is_none(hand: str) -> None:
    with pytest.raises(IllegalAction, match="is not a hand"):
        Cards.read(hand)


def test_huge_numbers_do_no_harm() -> None:
    far = GAME.action(
        {"do": "build", "cells": [[0, 0, 1], [10**9, 0, 10**9]], "floor": 0, "open": []}
    )
    assert GAME.parse(str(far)) == far
    with pytest.raises(IllegalAction):
        table("1", "L", "-").check(0, far)


def test_a_drawing_has_a_face_for_every_card() -> None:
    stack = Stack.read("32/21")
    polygons = ElementTree.fromstring(stack_svg(stack)).iter("{http://www.w3.org/2000/svg}polygon")
    assert len(list(polygons)) == stack.cards.total
    open_lid = ElementTree.fromstring(stack_svg(stack, [(-3, -3)]))
    # An open box shows its rim and two walls inside.
    assert len(list(open_lid.iter("{http://www.w3.org/2000/svg}polygon"))) == stack.cards.total + 2


@pytest.mark.parametrize("state", [table("21*/1", "2L", "R", "T"), taking("22/22")])
def test_states_draw_themselves(state: State) -> None:
    ElementTree.fromstring(state.view(0)._repr_svg_())
    console = Console(width=100, record=True, file=StringIO())
    console.print(draw(state.view(0)))
    assert "P1" in console.export_text()


def test_a_draft_says_what_it_would_earn_or_why_not() -> None:
    view = table("11/1", "T", "-").view(0)
    assert isinstance(view, View)
    assert "earns 2" in _text(draw(view, "11/11"))
    assert "1 right side more" in _text(draw(view, "11/1/1"))
    assert "3 boxes" in _text(draw(view, "11/x"))


def test_where_only_cards_count_the_points_of_the_building_game_stand_beside_them() -> None:
    state = table("1", "LR", "L", dismantling="cards", knocking=False)
    state = do(do(do(state, 0, "2"), 1, "-"), 0, "-")
    view = do(state, 0, "x0,0").view(1)
    lines = [line.strip("│ ").split() for line in _text(draw(view)).splitlines()]
    headings = next(line for line in lines if line[:1] == ["player"])
    first = next(line for line in lines if line[:1] == ["P1"])
    assert headings[-2:] == ["cards", "built"] and first[-2:] == ["2", "1"]
    assert "built 1" in view._repr_svg_()
    assert expects(view) == "Take one box away: only the cards won now count."


def test_the_picture_for_a_terminal_shows_each_height() -> None:
    text = _text(picture(Stack.read("32/1"), [(-1, 0)]))
    assert "3" in text and "1" in text


def test_advice_explains_a_smaller_build(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("quartett.games.cubus.advice.WEIGHS", math.inf)  # also on a busy machine
    state = table("221/11", "2L 2R T O", "L R T", pile="9L 4R 3T")
    advice = explain(GAME, state.view(0))
    values = [option.value for option in advice.options[:-1]]
    assert values == sorted(values, reverse=True)
    assert "less than the largest build" in advice.options[0].text
    assert all("boxes" in option.text for option in advice.options[:-1])
    for option in advice.options:
        state.check(0, option.action)


def test_advice_counts_one_box_as_one_box() -> None:
    texts = [option.text for option in explain(GAME, table("1", "L R T", "L").view(0)).options]
    assert any(text.startswith("build 11: from 1 box and 3 cards to 2 boxes") for text in texts)
    assert not any(re.search(r"\b1 (boxes|cards|points)\b", text) for text in texts)


def test_advice_on_knocking() -> None:
    good = do(table("11/1", "T", "-"), 0, "-")
    assert str(explain(GAME, good.view(1)).options[0].action) == "!"
    bad = do(table("1", "T", "-"), 0, "-")
    assert str(explain(GAME, bad.view(1)).options[0].action) == "~"


def test_advice_on_taking_apart() -> None:
    advice = explain(GAME, taking("22/22").view(0))
    assert [str(option.action) for option in advice.options] == ["x1,1"]


def test_the_command_prints_the_best_build(tmp_path: Path) -> None:
    console = Console(width=100, record=True, file=StringIO())
    found = build("22/21", "-", svg=tmp_path / "best.svg", console=console)
    assert found is not None and found.points == 3
    text = console.export_text()
    assert "22/22" in text and "earns 3" in text
    assert (tmp_path / "best.svg").read_text().startswith("<svg")


def test_the_command_says_when_there_is_none() -> None:
    console = Console(width=100, record=True, file=StringIO())
    assert build("1", "L", console=console) is None
    assert "nothing can be built" in console.export_text()


def _text(thing: object) -> str:
    console = Console(width=120, record=True, file=StringIO())
    console.print(thing)
    return console.export_text()


def test_a_record_older_than_an_option_is_replayed_as_it_was_played() -> None:
    """Dismantling for two ended after one cube before `both_start` was an option."""
    record = quartett.play(GAME, ["easy", "easy"], seed=3, options=Options(dismantling="alone"))
    assert record.head.options["both_start"] is True
    older = {name: value for name, value in record.head.options.items() if name != "both_start"}
    head = replace(record.head, options=older)
    first = replace(record, head=head).start()
    assert isinstance(first, State) and first.options.both_start is False
