"""A table in small moves: repeatable, provable, and saved and restored at any moment."""

import random

import pytest
from msgspec.structs import replace

import quartett
from quartett import Options
from quartett.envs import Table, factored
from quartett.envs.episode import BadSave
from quartett.envs.factored import FORMS
from quartett.games.cubus import Cards
from tests.envs.games import drafts, form_of, tables, variants


@pytest.mark.parametrize(
    "id, players", [(id, players) for id, players in tables() if id != "cubus"]
)
def test_the_same_seed_and_moves_give_the_same_game(id: str, players: int) -> None:
    form = factored(id, players)
    one, two = Table(form, seed=5), Table(form, seed=5)
    for table in (one, two):
        for _ in drafts(table, random.Random(5)):
            pass
    assert one.events == two.events
    assert Table(form, seed=6).events != one.events[: len(Table(form, seed=6).events)]


@pytest.mark.parametrize("id, options", variants())
def test_a_restored_table_goes_on_as_the_saved_one_does(id: str, options: Options) -> None:
    table, rng = Table(form_of(id, options), seed=7), random.Random(7)
    half_made = 0
    for moves, draft in enumerate(drafts(table, rng, moves=120)):
        if (draft.made and half_made < 3) or moves % 40 == 17:
            half_made += bool(draft.made)
            _check_twin(table, rng.random())
    assert half_made or id == "calavera" or getattr(options, "dismantling", "") == "alone"


def _check_twin(table: Table, seed: float) -> None:
    twin = Table.restored(table.save())
    assert twin.save() == table.save()
    again = Table.restored(table.save())
    for one, other in zip(
        drafts(twin, random.Random(seed), 12), drafts(again, random.Random(seed), 12), strict=True
    ):
        assert (one.mask == other.mask).all()
        assert (one.observe() == other.observe()).all()
    assert twin.events == again.events


@pytest.mark.parametrize("id", FORMS)
def test_the_record_of_a_table_can_be_verified(id: str) -> None:
    table = Table(form_of(id), seed=8)
    for _ in drafts(table, random.Random(8)):
        pass
    findings = quartett.verify(table.record())
    assert all(finding.ok for finding in findings)


@pytest.mark.parametrize(
    "text, why",
    [
        ("", "this is not a saved table"),
        ("{}", "this is not a saved table"),
        (
            '{"quartett_table":2,"game":"calavera","players":2,"options":{},"seed":1,"events":[],'
            '"drafts":{}}',
            "saved in form 2, not 1",
        ),
        (
            '{"quartett_table":1,"game":"calavera","players":2,"options":{},"seed":1,'
            '"events":[{"by":0,"do":"skip"}],"drafts":{}}',
            "does not follow the rules",
        ),
        (
            '{"quartett_table":1,"game":"calavera","players":2,"options":{},"seed":1,'
            '"events":[{"do":"skip"}],"drafts":{}}',
            "does not follow the rules",
        ),
    ],
)
def test_a_text_that_is_no_saved_table_is_refused_in_a_sentence(text: str, why: str) -> None:
    with pytest.raises(BadSave, match=why):
        Table.restored(text)


def test_seats_that_choose_at_once_keep_what_they_have_begun() -> None:
    """In the contest for Cubus' last build one seat's hand-in leaves the other's draft alone."""
    form = factored("cubus", 2, {"last_build": "contest", "start_player": 0})
    table = Table(form, seed=1)
    table.state = replace(
        table.state, phase="last", pool=Cards.read("LRT"), asked=(0, 1), handed=(None, None)
    )
    table.move(1, form.moves["column"] + 1)
    table.move(0, form.moves["pass"])
    assert table.draft(1).made == (form.moves["column"] + 1,)
    assert table.draft(1).view.chosen == (0,)
