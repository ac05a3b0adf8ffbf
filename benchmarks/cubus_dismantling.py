"""Dismantling what was built: the expert against others, by cards won.

    python -m benchmarks.cubus_dismantling 3 hard 300       one expert among three, on 300 stacks

The stacks are those of building games between `hard` bots. Everybody in turn is the expert on the
same stack, with the same start player, so that no side has the better seats.
"""

import math
import sys
import time
from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

import quartett
from benchmarks.players import Player
from quartett.arena import Match, wilson
from quartett.bots import Bot
from quartett.core.event import Action, Event
from quartett.core.state import View as AnyView
from quartett.games.cubus.actions import Remove
from quartett.games.cubus.bots.levels import Expert
from quartett.games.cubus.bots.removal_search import searched_removal
from quartett.games.cubus.rules import State
from quartett.games.cubus.stacks.cards import Cards
from quartett.games.cubus.view import View

SEED = "dismantling"
STACKS = {2: 120, 3: 80, 4: 60}
AGAINST = ("random", "hard", "search", "search-20")


class Search(Bot):
    """The expert until November 2026 where it had no exact solution: it searches by the clock."""

    seconds = Expert.THINKS

    def choose(self, view: AnyView, deadline: float) -> Action:
        assert isinstance(view, View)
        until = min(deadline, time.monotonic() + self.seconds)
        return Remove(searched_removal(view.stack, frozenset(view.open), view.players, until)[0])


class LongSearch(Search):
    """The same with twenty times its time."""

    seconds = 20 * Expert.THINKS


OTHERS = {
    "search": Player("search", __name__, "Search"),
    "search-20": Player("search-20", __name__, "LongSearch"),
}


class Taken(Struct, frozen=True):
    """What the expert won on one stack: games, cards a game less the others' average, and time."""

    wins: float
    lead: float
    slowest: float


def built(players: int, number: int) -> State:
    """A stack that a building game left, about to be taken apart for cards alone."""
    options = quartett.game("cubus").options({"dismantling": "cards"})
    match = Match("cubus", ["hard"] * players, seed=f"{SEED}/{players}/{number}", options=options)
    for _ in match.steps():
        if match.state.view(None).phase == "remove":  # type: ignore[attr-defined]
            break
    assert isinstance(match.state, State)
    return replace(match.state, hands=(Cards(),) * players)


def taken(players: int, other: str, number: int) -> Taken:
    """The expert in every seat in turn."""
    start, wins, leads, slowest = built(players, number), 0.0, 0.0, 0.0
    for mine in range(players):
        state = start
        bots = [_seated("expert" if seat == mine else other, number) for seat in range(players)]
        while not state.over:
            seat = state.active
            began = time.perf_counter()
            action = bots[seat].choose(state.view(seat), math.inf)
            if seat == mine:
                slowest = max(slowest, time.perf_counter() - began)
            state = state.apply(Event(seat, action))
        won = state.winners()
        wins += (mine in won) / len(won) / players
        leads += state.points[mine] - (sum(state.points) - state.points[mine]) / (players - 1)
    return Taken(wins, leads / players, slowest)


def _seated(name: str, number: int) -> Bot:
    return OTHERS.get(name, Player(name)).seated("cubus", f"{SEED}/{number}")


def row(players: int, other: str, found: list[Taken]) -> str:
    games = players * len(found)
    low, high = wilson(sum(one.wins for one in found) * players, games)
    share = sum(one.wins for one in found) / len(found)
    lead = sum(one.lead for one in found) / len(found)
    slowest = 1000 * max(one.slowest for one in found)
    return (
        f"| {players} | {other} | {games:,} | {share:.1%} | {low:.1%} – {high:.1%} "
        f"| {1 / players:.1%} | {lead:+.1f} | {slowest:.0f} |"
    )


HEADER = """\
| players | the others | games | wins of one `expert` | 95 % interval | even | cards | slowest, ms |
|---:|---|---:|---:|---|---:|---:|---:|"""


def main() -> str:
    return "\n".join([HEADER, *_rows()])


def _rows() -> Iterator[str]:
    for players, stacks in STACKS.items():
        for other in AGAINST:
            count = stacks // 6 if other == "search-20" else stacks
            yield row(players, other, [taken(players, other, n) for n in range(count)])


if __name__ == "__main__":
    players, other, stacks = int(sys.argv[1]), sys.argv[2], int(sys.argv[3])
    print(HEADER)
    print(row(players, other, [taken(players, other, number) for number in range(stacks)]))
