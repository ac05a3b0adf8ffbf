"""Dismantling what was built: the expert against others, by cards won.

    python -m benchmarks.strength.cubus_dismantling 3 hard 300   one expert of three, 300 stacks

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
from benchmarks.strength.players import Player
from quartett.arena import Match, wilson
from quartett.bots import Bot
from quartett.core.event import Action, Event
from quartett.core.state import View as AnyView
from quartett.games.cubus.actions import Remove
from quartett.games.cubus.bots.removal_search import Demolition, columns_of, open_columns
from quartett.games.cubus.rules import State
from quartett.games.cubus.stacks.cards import Cards
from quartett.games.cubus.view import View

SEED = "dismantling"
STACKS = {2: 120, 3: 80, 4: 60}
AGAINST = ("random", "hard", "1 round ahead", "3 rounds ahead")


class Search(Bot):
    """It looks one round ahead: the expert before, with little time."""

    rounds = 1

    def choose(self, view: AnyView, deadline: float) -> Action:
        assert isinstance(view, View)
        search = Demolition(view.players, open_columns(view.stack, frozenset(view.open)), math.inf)
        depth = min(self.rounds * view.players, view.stack.boxes)
        options = search.valued(columns_of(view.stack), depth)
        return Remove(max(options, key=lambda option: option[1])[0])


class LongSearch(Search):
    rounds = 3


OTHERS = {
    "1 round ahead": Player("search", "benchmarks.strength.cubus_dismantling", "Search"),
    "3 rounds ahead": Player("search-3", "benchmarks.strength.cubus_dismantling", "LongSearch"),
}


class Taken(Struct, frozen=True):
    """What the expert won on one stack: games, cards a game less the others' average, and the
    seconds of a decision, its own and others'."""

    wins: float
    lead: float
    own: float
    others: float


def built(players: int, number: int) -> State:
    """A stack that a building game left, about to be taken apart for cards alone."""
    options = quartett.game("cubus").options({"dismantling": "cards"})
    match = Match("cubus", ["hard"] * players, seed=f"{SEED}/{players}/{number}", options=options)
    for _ in match.steps():
        if match.state.view(None).phase == "remove":
            break
    assert isinstance(match.state, State)
    return replace(match.state, hands=(Cards(),) * players)


def taken(players: int, other: str, number: int) -> Taken:
    """The expert in every seat in turn."""
    start, wins, leads = built(players, number), 0.0, 0.0
    spent, decisions = [0.0, 0.0], [0, 0]
    for mine in range(players):
        state = start
        bots = [_seated("expert" if seat == mine else other, number) for seat in range(players)]
        while not state.over:
            seat = state.active
            began = time.process_time()
            action = bots[seat].choose(state.view(seat), math.inf)
            spent[seat != mine] += time.process_time() - began
            decisions[seat != mine] += 1
            state = state.apply(Event(seat, action))
        won = state.winners()
        wins += (mine in won) / len(won) / players
        leads += state.points[mine] - (sum(state.points) - state.points[mine]) / (players - 1)
    own, others = (total / count for total, count in zip(spent, decisions, strict=True))
    return Taken(wins, leads / players, own, others)


def _seated(name: str, number: int) -> Bot:
    return OTHERS.get(name, Player(name)).seated("cubus", f"{SEED}/{number}")


def row(players: int, other: str, found: list[Taken]) -> str:
    games = players * len(found)
    low, high = wilson(sum(one.wins for one in found) * players, games)
    share = sum(one.wins for one in found) / len(found)
    lead = sum(one.lead for one in found) / len(found)
    own = 1000 * sum(one.own for one in found) / len(found)
    others = 1000 * sum(one.others for one in found) / len(found)
    return (
        f"| {players} | {other} | {games:,} | {share:.1%} | {low:.1%} – {high:.1%} "
        f"| {1 / players:.1%} | {lead:+.1f} | {own:.1f} : {others:.1f} |"
    )


HEADER = """\
| players | others | games | wins of one `expert` | 95 % interval | even | cards | ms a decision |
|---:|---|---:|---:|---|---:|---:|---:|"""


def main() -> str:
    return "\n".join([HEADER, *_rows()])


def _rows() -> Iterator[str]:
    for players, stacks in STACKS.items():
        for other in AGAINST:
            yield row(players, other, [taken(players, other, n) for n in range(stacks)])


if __name__ == "__main__":
    players, other, stacks = int(sys.argv[1]), sys.argv[2], int(sys.argv[3])
    print(HEADER)
    print(row(players, other, [taken(players, other, number) for number in range(stacks)]))
