"""Advice: the best plays, their lines step by step, what is kept and why, and chances to draw."""

from collections.abc import Iterable, Iterator
from math import comb
from typing import Final

from quartett.bots.advice import Advice, Chance, Option, in_words
from quartett.core.arrays import np
from quartett.core.event import Seen
from quartett.games.calculissimo.actions import Accept, Challenge, Play
from quartett.games.calculissimo.board.grid import without_tiles
from quartett.games.calculissimo.board.moves.fast import Plays, find_plays
from quartett.games.calculissimo.board.score import is_right, worth
from quartett.games.calculissimo.board.tiles import JOKER, KIND, TIMES, count, of_rack, spread
from quartett.games.calculissimo.bots.endgame import Endgame
from quartett.games.calculissimo.bots.expert import nothing_hidden
from quartett.games.calculissimo.bots.judgement import Weighed, best_exchange, weighed
from quartett.games.calculissimo.view import View

WISHED: Final = (
    ("draw_joker", JOKER, "a joker"),
    ("draw_times", TIMES, "a ×"),
    ("draw_nine", "9", "a 9"),
)
"""The tiles that bring most in the turns after, by self-play."""


def explain(view: View, seen: Iterable[Seen] = ()) -> Advice:  # noqa: ARG001 (all is in the view)
    """What the expert thinks of the viewing seat's options, best first.

    >>> from quartett.games.calculissimo.position import arrange
    >>> best = explain(arrange("///////.....6:2+9", "9*8", "1").view(0)).options[0]
    >>> best.text.split(".")[0]
    'j6 9× scores 243: 9×9: 27 × 9 = 243'
    """
    if view.seat not in view.to_act:
        return Advice("points", ())
    if view.phase == "answer":
        return Advice("points", tuple(_answers(view)))
    options = [*_plays(view), *_exchange(view)]
    return Advice("points", tuple(sorted(options, key=lambda option: -option.value)))


hint = explain


def _plays(view: View) -> Iterator[Option]:
    plays = find_plays(view.edition, view.board, view.rack)
    if not len(plays):
        return
    if nothing_hidden(view):
        search = Endgame(view.edition, np.inf)
        ahead = search.values(view.board, view.rack, spread(view.unseen()), plays)
        for number, value in ahead.items():
            text = f"{_worked_out(view, plays, number)}. In the end {_ahead(value)} from here"
            yield Option(_play(view, plays, number), value, text, ())
        return
    for play in weighed(view, plays):
        yield Option(
            _play(view, plays, play.number),
            round(play.value, 1),
            f"{_worked_out(view, plays, play.number)}. {_reasons(view, plays, play)}",
            tuple(_chances(view, len(plays.tiles(play.number)))),
        )


def _exchange(view: View) -> Iterator[Option]:
    """With an empty bag there is always a play, or the game would be over."""
    if view.bag:
        exchange, value = best_exchange(view)
        text = f"Exchange {' '.join(exchange.tiles)}. {_keeps(_kept(view, exchange.tiles), value)}"
        yield Option(exchange, round(value, 1), text, tuple(_chances(view, len(exchange.tiles))))


def _answers(view: View) -> Iterator[Option]:
    play = view.pending
    assert play is not None and play.announce is not None
    board = without_tiles(view.board, view.edition.size, play.tiles)
    right = is_right(view.edition, board, play.tiles, play.announce)
    verdict = "is right" if right else "is wrong"
    gain = float(not right) * play.announce
    challenge = Option(Challenge(), gain, f"Challenge: {play} {verdict}", ())
    accept = Option(Accept(), 0.0, f"Accept: {play} {verdict}", ())
    yield from (accept, challenge) if right else (challenge, accept)


def _play(view: View, plays: Plays, number: int) -> Play:
    points = int(plays.points[number])
    return Play(plays.tiles(number), points if view.options.challenge else None)


def _worked_out(view: View, plays: Plays, number: int) -> str:
    tiles = plays.tiles(number)
    found = worth(view.edition, view.board, tiles)
    lines = "; ".join(map(str, found.lines))
    return f"{Play(tiles)} scores {found.points}: {lines}"


def _reasons(view: View, plays: Plays, play: Weighed) -> str:
    used = [of_rack(tile) for _, _, tile in plays.tiles(play.number)]
    kept = _keeps(_kept(view, used), play.kept)
    opens = "opens for others costs" if play.opens >= 0 else "closes for others brings"
    return f"{kept}; what it {opens} {abs(play.opens):.0f}"


def _kept(view: View, used: list[str] | tuple[str, ...]) -> tuple[str, ...]:
    return spread(np.array(count(view.rack)) - count(used))


def _keeps(kept: tuple[str, ...], value: float) -> str:
    if not kept:
        return f"It keeps nothing, which is worth {value:+.0f}"
    return f"It keeps {' '.join(kept)}, which is worth {value:+.0f} in later turns"


def _ahead(value: float) -> str:
    if value == 0:
        return "nobody gains"
    return f"{abs(value):.0f} points {'ahead' if value > 0 else 'behind'}"


def _chances(view: View, laid: int) -> Iterator[Chance]:
    """How likely the tiles drawn afterwards have one of those that everybody wants."""
    unseen = view.unseen()
    drawn = min(laid, view.bag)
    for code, tile, words in WISHED:
        there = unseen[KIND[tile]]
        if drawn and there:
            none = comb(sum(unseen) - there, drawn) / comb(sum(unseen), drawn)
            text = f"{in_words(1 - none)} to draw {words}"
            yield Chance(code, 1 - none, text, {"tile": tile, "drawn": drawn, "left": there})
