"""Decisions in plain English; the page says the same by code in other languages."""

from typing import Final

from quartett.core.event import Action
from quartett.core.game import Game
from quartett.core.parts import words
from quartett.review.values import Judgement

SURE: Final = 0.005
"""Less than one game in 200 is not worth a sentence."""

REASONS: Final = {
    "points": "it scores {more} more",
    # Calavera
    "safe": "{row} is then safe at {points}",
    "stuck": "otherwise {row} stays at {points}",
    "death": "otherwise {row} runs into the death zone",
    "near": "otherwise {row} is {crosses} away from the death zone",
    "crosses": "it makes {crosses} more",
    "curse": "rerolling brings three skulls {percent} in 100",
    "fewer_skulls": "the risk of three skulls is then {risk}% instead of {instead}%",
    "often": "rerolling turns out better {percent} in 100",
    "seldom": "rerolling turns out better only {percent} in 100",
    "hardly_ever": "rerolling hardly ever turns out better",
    # Calcory
    "thirteen": "cards already seen make thirteen ({cards})",
    "known_bid": "cards already seen make a bid of {total} ({cards})",
    "shows_nothing": "ending the turn with cards already seen shows the others nothing new",
    "new": "a new card leads to thirteen {percent} in 100",
    "too_much": "the card there had been seen: a {digit}, which is too much",
    "bust": "another card is a bust {percent} in 100",
    "no_bid": "stopping here makes no bid",
    "overbid": "a bid here comes to nothing {percent} in 100",
    "sure_overbid": "cards already seen beat a bid here",
    "gives_thirteen": "with a {digit} the others can make thirteen from cards already seen",
    # Calculissimo
    "keeps": "it keeps better tiles",
    "keeps_less": "it scores {less} less, but keeps better tiles",
    "closes": "it opens less for the others",
    "closes_less": "it scores {less} less, but opens less for the others",
    "again": "it lays the whole rack and earns another turn",
    "new_tiles": "new tiles promise more than {points} now",
    "play_there": "a play worth {points} was possible",
    "to_the_end": "played out to the end, it comes to {more} more",
    "wrong_play": "the play was wrong",
    "right_play": "the play was right",
    # Cubus
    "leaves_less": "it leaves the others less to build",
    "leaves_less_fewer": "it scores {less} less, but leaves the others less to build",
    "own_next": "it leaves more to build in the next turn",
    "own_next_fewer": "it scores {less} less, but leaves more to build in the next turn",
    "saves": "it saves {kept} for later",
    "saves_fewer": "it scores {less} less, but saves {kept} for later",
    "build_there": "a build worth {points} was possible",
    "no_build": "no build was possible, and everyone else gets {points}",
    "certain": "with perfect play from here on, this decides the game",
}
"""Why the best action is better, by code."""
UNITS: Final = {
    **dict.fromkeys(("more", "less", "points"), ("point", "points")),
    "crosses": ("cross", "crosses"),
    "kept": ("card", "cards"),
    "percent": ("time", "times"),
}
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
        name: f"{fact} {UNITS[name][fact != 1]}" if name in UNITS else str(fact)
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
