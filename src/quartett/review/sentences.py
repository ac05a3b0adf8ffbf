"""Decisions in plain English; the page says the same by code in other languages."""

from typing import Final

from quartett.core.event import Action
from quartett.core.game import Game
from quartett.core.parts import words
from quartett.review.values import Judgement

SURE: Final = 0.005
"""Less than one game in 200 is not worth a sentence."""

REASONS: Final = {
    "points": "it earns {more} points more",
    "fewer_points": "it earns {less} points less, but leaves the others less",
    "keeps": "it earns {less} points less, but keeps better tiles",
    "wrong_play": "the play was wrong",
    "right_play": "the play was right",
    "build_there": "a build of {points} points was there",
    "no_build": "no build was there, and everybody else gets {points} points",
    "curse": "three skulls come {percent} times in 100",
    "bust": "it busts {percent} times in 100",
    "overbid": "the bid is overbid {percent} times in 100",
    "death": "{row} runs into the death zone",
    "safe": "{row} is safe at {points}",
    "certain": "with perfect play it decides the game",
}
"""Why the best action is better, by code."""


def sentence(game: Game, played: Action, best: Action, judged: Judgement) -> str:
    """What was played, what would have been better, and by how much."""
    describe = words(game).describe
    if judged.regret < SURE:
        return f"{describe(played)}: nothing better was there"
    more = in_hundred(judged.regret)
    said = f"{describe(best)} wins {more} in 100 more than {describe(played)}"
    reason = REASONS.get(judged.reason)
    return said if reason is None else f"{said}: {reason.format(**judged.facts)}"


def in_hundred(chance: float) -> str:
    """Games in 100, with a decimal where they are few.

    >>> in_hundred(0.062), in_hundred(0.5), in_hundred(0.0062)
    ('6 games', '50 games', '0.6 games')
    """
    games = chance * 100
    said = f"{games:.1f}" if games < 1 else f"{games:.0f}"
    return f"{said} game{'s' * (said != '1')}"
