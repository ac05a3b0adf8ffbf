"""Notes read back as the actions they stand for."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quartett import IllegalAction, Start, game
from quartett.games.calcory import Pass, Place, Return, Stop, Turn

CALCORY = game("calcory")
PLACES = st.builds(Place, st.integers(0, 5), st.integers(0, 9))


@given(PLACES, PLACES)
def test_round_trip(one: Place, other: Place) -> None:
    for action in (Turn(one), Return(one, other)):
        assert CALCORY.parse(str(action)) == action


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("c7", Turn(Place(2, 6))),
        (" F10 ", Turn(Place(5, 9))),
        ("A1 > b2", Return(Place(0, 0), Place(1, 1))),
        (".", Stop()),
        ("-", Pass()),
        ("@2", Start(1)),
    ],
)
def test_read(text: str, action: object) -> None:
    assert CALCORY.parse(text) == action


@pytest.mark.parametrize(
    "text", ["g1", "a0", "a11", "a", "1a", "a1>", ">a1", "..", ":r", ":x1", "@", "a²"]
)
def test_not_a_note(text: str) -> None:
    with pytest.raises(IllegalAction) as refused:
        CALCORY.parse(text)
    assert refused.value.code == "malformed"
