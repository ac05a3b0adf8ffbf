"""Who may sit where, and under which names."""

import pytest

from quartett.tables import commands as ask
from quartett.tables import decisions
from quartett.tables.entries import scoped
from quartett.tables.errors import Refused
from quartett.tables.seats import clean_name
from quartett.tables.setup import SeatRequest, TableRequest
from quartett.tables.viewing import viewer
from quartett.tables.viewing.viewer import Viewer
from tests.tables.desk import ANA, BEN, CLEO, SECRET, Desk


@pytest.mark.parametrize(
    ("name", "shown"),
    [("  Ana   Maria ", "Ana Maria"), ("Zoe\u0308", "Zoë"), ("❤\ufe0f", "❤"), ("王芳", "王芳")],
)
def test_names_are_written_in_one_way(name: str, shown: str) -> None:
    assert clean_name(name) == shown


@pytest.mark.parametrize(
    "name",
    [
        "A\u200bna", "\u202eanA", "A\u2066na", "A\u00adna", "Ana\U000e0041", "\u3164", "\u2800",
        "A\u034fna", "Ana\U000e0100", "\u200f", "a\x00b", "\ufeffAna", "A\u2060na",
    ],
)  # fmt: skip
def test_names_with_something_invisible_are_refused(name: str) -> None:
    with pytest.raises(Refused) as refused:
        clean_name(name)
    assert refused.value.code == "name_hidden"


@pytest.mark.parametrize("name", ["", "   ", "\u0301"])
def test_a_name_needs_something_to_read(name: str) -> None:
    with pytest.raises(Refused) as refused:
        clean_name(name)
    assert refused.value.code == "name"


def test_a_guest_holds_one_seat_of_anothers_table() -> None:
    request = TableRequest("calcory", (SeatRequest("me"), *[SeatRequest("open")] * 3))
    table, seated = decisions.new_table(request, ANA, "table", 1, SECRET)
    table.write(seated, None, 1)

    def sit(person: object, seat: int) -> None:
        asked = ask.Sit(f"sit-0000{seat}", seat)
        table.write(decisions.command(table, person, asked, 1), None, 1)  # type: ignore[arg-type]

    sit(BEN, 1)
    sit(BEN, 1)  # hands in another nonce
    with pytest.raises(Refused, match="several seats"):
        sit(BEN, 2)
    sit(ANA, 2)  # it is hers
    assert [holder.user for holder in table.seats] == [ANA.id, BEN.id, ANA.id, None]


def test_a_command_is_shown_to_the_one_who_gave_it_only() -> None:
    desk = Desk("calcory", "me", "open", others=(BEN,))
    draft = decisions.command(desk.table, BEN, ask.Say("same-id-1", "hello"), desk.now)
    ((entry, _),) = desk.table.write(draft, scoped(BEN.id, "same-id-1"), desk.now)
    shown = {
        person.name: b"same-id-1" in bytes(
            viewer.entry_message(desk.table, entry, None, Viewer(person.id, None))
        )
        for person in (ANA, BEN, CLEO)
    }  # fmt: skip
    assert shown == {"Ana": False, "Ben": True, "Cleo": False}
