"""Ids of commands are their user's own."""

from tests.server.host import Host
from tests.server.player import Visitor


def test_two_people_may_choose_the_same_id_for_a_command(host: Host) -> None:
    """The second would otherwise get the first's answer, and its own command would be lost."""
    ana, ben = Visitor(host, "Ana"), Visitor(host, "Ben")
    table = ana.table("calavera", "me", "open", "open")
    ben.do(table, "sit", seat=1)
    for person, text in ((ana, "hello"), (ben, "good evening"), (ben, "good evening")):
        body = {"do": "say", "cmd": "the-same-id", "text": text}
        person.post(f"/api/tables/{table}/commands", body)
    log = ana.get(f"/api/tables/{table}/events")
    assert [entry["text"] for entry in log if entry["do"] == "said"] == ["hello", "good evening"]


def test_a_refusal_is_for_the_one_who_was_refused(host: Host) -> None:
    ana, ben = Visitor(host, "Ana"), Visitor(host, "Ben")
    table = ana.table("calavera", "me", "open")
    ben.do(table, "sit", seat=1)
    start = {"do": "resign", "cmd": "the-same-id", "seat": 0}
    assert ben.http.post(f"/api/tables/{table}/commands", json=start).status_code == 409
    ana.do(table, "start")
    assert ana.post(f"/api/tables/{table}/commands", start)["stage"] == "over"
