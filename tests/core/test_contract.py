"""The public contract: names, forms, errors, the registry."""

import random
from typing import get_args

import msgspec
import pytest

import quartett
from quartett import CHANCE, BadTable, Event, IllegalAction, UnknownGame
from quartett.core.state import pick


def test_our_games_and_the_outsider_s_come_in_through_the_entry_point() -> None:
    assert {"calavera", "highcard"} <= set(quartett.game_ids())
    assert quartett.game("highcard").name == "High Card"


@pytest.mark.parametrize(
    ("id", "sentence"), [("calavra", "did you mean calavera"), ("go", "there are")]
)
def test_an_unknown_game_gets_a_hint(id: str, sentence: str) -> None:
    with pytest.raises(UnknownGame, match=sentence):
        quartett.game(id)


def test_an_event_has_a_flat_wire_form() -> None:
    game = quartett.game("calavera")
    event = Event(1, game.parse("rp"))
    assert event.wire() == {"by": 1, "do": "mark", "use": "rose", "row": "pink"}
    assert Event(CHANCE, game.parse("@2")).wire() == {"by": "chance", "do": "start", "seat": 1}


@pytest.mark.parametrize("text", ["chance @2", "P1 rp", "P4 -"])
def test_an_event_reads_back_from_its_text(text: str) -> None:
    assert str(quartett.game("calavera").event(text)) == text


@pytest.mark.parametrize(
    "text", ["", "rp", "P0 rp", "P rp", "Px rp", "1 rp", "P² rp", "P1", "P1 ?"]
)
def test_a_text_that_is_no_event_is_refused(text: str) -> None:
    with pytest.raises(IllegalAction):
        quartett.game("calavera").event(text)


def test_a_seen_event_leaves_out_what_is_hidden() -> None:
    game = quartett.game("calavera")
    assert quartett.Seen(2, None).wire() == {"by": 2}
    shown = quartett.Seen(1, game.parse("-"), ((1, game.parse("-")),))
    assert shown.wire() == {"by": 1, "do": "skip", "shows": ((1, {"do": "skip"}),)}


@pytest.mark.parametrize(
    ("form", "note"),
    [
        ({"do": "start", "seat": 2}, "@3"),
        ({"do": "roll", "faces": ["orange", "skull", "rose"]}, ":osr"),
        ({"do": "reroll", "dice": [0, 2, 5]}, "136"),
        ({"do": "mark", "use": "green", "row": "green"}, "g"),
        ({"do": "mark", "use": "rose", "row": "black"}, "rb"),
        ({"do": "freeze", "row": "pink"}, "*p"),
        ({"do": "skip"}, "-"),
    ],
)
def test_wire_form_and_notation_are_two_ways_to_write_an_action(
    form: dict[str, object], note: str
) -> None:
    game = quartett.game("calavera")
    action = game.action(form)
    assert str(action) == note
    assert game.parse(note.upper()) == action
    assert msgspec.json.decode(msgspec.json.encode(action)) == form


@pytest.mark.parametrize(
    "note", ["", "x", "oo", "r", "rr", "*", "*r", "s", "0", "7", "11", "@", "@x", ":x", "²"]
)
def test_a_note_that_means_nothing_is_refused(note: str) -> None:
    with pytest.raises(IllegalAction) as caught:
        quartett.game("calavera").parse(note)
    assert caught.value.code == "malformed"


def test_a_game_takes_only_its_own_options() -> None:
    with pytest.raises(BadTable, match="its own Options"):
        quartett.game("calavera").start(2, quartett.Options())


def test_a_refusal_carries_code_message_and_place() -> None:
    refusal = IllegalAction("skull_locked", "die 2 is a skull and locked", {"die": 1})
    assert (refusal.code, str(refusal), refusal.where) == (
        "skull_locked",
        "die 2 is a skull and locked",
        {"die": 1},
    )


def test_public_names_are_all_there() -> None:
    for name in quartett.__all__:
        assert hasattr(quartett, name)


def test_pick_can_give_everything() -> None:
    rng = random.Random(1)
    assert {pick(list("abc"), rng) for _ in range(50)} == set("abc")


def test_actions_are_told_apart_by_do() -> None:
    kinds = get_args(quartett.game("calavera")._wire_type)
    assert {kind.__struct_config__.tag_field for kind in kinds} == {"do"}


def test_games_can_be_reached_by_their_names() -> None:
    assert quartett.games.calavera.Mark("rose", "pink") == quartett.game("calavera").parse("rp")
    with pytest.raises(AttributeError, match="there is no game module 'chess'"):
        _ = quartett.games.chess


@pytest.mark.parametrize("seat", [4, -1, "0"])
def test_a_seat_that_is_not_there_has_no_view_and_no_actions(seat: int) -> None:
    state = quartett.game("calavera").start(4)
    for ask in (state.view, state.actions):
        with pytest.raises(IllegalAction, match="there is no seat"):
            ask(seat)


def test_chance_has_no_actions_for_seats_and_seats_none_for_chance() -> None:
    game = quartett.game("calavera")
    state = game.start(2)
    with pytest.raises(IllegalAction, match="still to be rolled"):
        state.random_action(0, random.Random(1))
    rolled = game.start(2, game.options({"start_player": 0})).apply(
        Event(CHANCE, game.parse(":oogprb"))
    )
    for ask in (lambda: rolled.sample(random.Random(1)), lambda: list(rolled.outcomes())):
        with pytest.raises(IllegalAction, match="not chance's turn"):
            ask()
