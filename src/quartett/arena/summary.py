"""What a tournament comes to: standings of its entrants, over all games or some."""

from collections.abc import Iterable, Sequence

from quartett.arena.outcome import Outcome
from quartett.arena.stats import Standing


def by_entrant(names: Sequence[str], outcomes: Iterable[Outcome]) -> list[Standing]:
    """Every entrant's results; a win is shared among the winners."""
    standings = {name: Standing(name) for name in names}
    for outcome in outcomes:
        for seat, name in enumerate(outcome.seats):
            standing = standings[name]
            standing.games += 1
            standing.wins += outcome.win(seat)
            standing.points += outcome.scores[seat]
            standing.seconds += outcome.clock.seconds[seat]
            standing.slowest = max(standing.slowest, outcome.clock.slowest[seat])
            standing.decisions += outcome.decisions[seat]
            standing.forfeits += any(forfeit.seat == seat for forfeit in outcome.forfeits)
    return list(standings.values())


def with_players(outcomes: Iterable[Outcome], players: int) -> list[Outcome]:
    """The games of so many players."""
    return [outcome for outcome in outcomes if len(outcome.seats) == players]
