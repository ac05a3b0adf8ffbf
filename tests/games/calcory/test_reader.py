"""What a reader of the expert's code learns from it, and what it does not."""

from benchmarks.strength.calcory_reader import Expert2026, Reader, Reader2026

from quartett.arena import Match
from quartett.games.calcory.actions import Return
from quartett.games.calcory.bots import Expert
from quartett.games.calcory.layout.cards import Place
from quartett.games.calcory.rules import State

GAMES = 2


def lies(state: object, place: Place) -> tuple[Place, int]:
    assert isinstance(state, State)
    card = state.cards[state.layout.index(place)]
    assert card is not None
    return place, card.digit


def reads(reader: type[Reader], expert: type[Expert]) -> tuple[int, int, int]:
    """In some games: cards put back by the expert, those read, and those read rightly."""
    back = read = right = 0
    for seed in range(GAMES):
        watcher = reader(seed)
        match = Match("calcory", [watcher, expert(seed + 1)], seed=f"reader {seed}")
        returned = [
            lies(match.state, Place(*event.action.to))
            for event in match.steps()
            if isinstance(event.action, Return) and event.actor == 1
        ]
        assert match.forfeits == []
        back, read = back + len(returned), read + len(watcher.read)
        right += sum(one in returned for one in watcher.read)
    return back, read, right


def test_the_expert_of_2026_is_read_card_by_card() -> None:
    back, read, right = reads(Reader2026, Expert2026)
    assert back == read == right > 5


def test_the_expert_is_hardly_read() -> None:
    """Only equal cards, and near the end, where the expert relies on no secret."""
    back, read, _ = reads(Reader, Expert)
    assert back > 5 and read <= back / 2
