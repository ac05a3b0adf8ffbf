"""Decisions in plain English; the page says the same by code in other languages."""

from typing import Final

from quartett.core.event import Action
from quartett.core.game import Game
from quartett.core.parts import words
from quartett.review.values import Judgement

SURE: Final = 0.005
"""Less than one game in 200 is not worth a sentence."""

REASONS: Final = {
    "points": "it earns {more} more",
    "fewer_points": "it earns {less} less, but leaves the others less to build",
    "keeps": "it earns {less} less, but keeps better tiles",
    "wrong_play": "the play was wrong",
    "right_play": "the play was right",
    "build_there": "a build worth {points} was possible",
    "no_build": "no build was possible, and everyone else gets {points}",
    "curse": "rerolling brings three skulls {percent} in 100",
    "bust": "another card is a bust {percent} in 100",
    "overbid": "a bid here fails to hold {percent} in 100",
    "death": "otherwise {row} runs into the death zone",
    "safe": "{row} is then safe at {points}",
    "certain": "with perfect play from here on, this decides the game",
}
"""Why the best action is better, by code."""
UNITS: Final = {"more": "point", "less": "point", "points": "point", "percent": "time"}
"""What the numbers in these sentences count."""


def sentence(game: Game, played: Action, best: Action, judged: Judgement) -> str:
    """What was played, what would have been better, and by how much."""
    describe = words(game).describe
    if judged.regret < SURE:
        return f"“{describe(played)}”: nothing better was possible"
    more = more_in_hundred(judged.regret)
    said = f"“{describe(best)}” wins {more} in 100 than “{describe(played)}”"
    reason = REASONS.get(judged.reason)
    return said if reason is None else f"{said}: {reason.format(**_counted(judged.facts))}"


def _counted(facts: dict[str, str | int]) -> dict[str, str]:
    """Numbers with what they count."""
    return {
        name: f"{fact} {UNITS[name]}{'s' * (fact != 1)}" if name in UNITS else str(fact)
        for name, fact in facts.items()
    }


def more_in_hundred(chance: float) -> str:
    """Games in 100, with a decimal where they are few.

    >>> more_in_hundred(0.062), more_in_hundred(0.01), more_in_hundred(0.0062)
    ('6 more games', '1 more game', '0.6 more games')
    """
    games = chance * 100
    said = f"{games:.1f}" if games < 1 else f"{games:.0f}"
    return f"{said} more game{'s' * (said != '1')}"
