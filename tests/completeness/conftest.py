"""What other tests have added to a game in this process is not for these tests to demand."""

import pytest

from quartett.games.calculissimo.board import editions


@pytest.fixture(autouse=True)
def only_our_editions(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(editions, "_own", {})
