"""Texts for people: how to write actions, what is expected, and what was done."""

from typing import Final

from quartett.core.event import Action
from quartett.games.calculissimo.actions import (
    Accept,
    Challenge,
    Draw,
    Exchange,
    HiddenDraw,
    HiddenExchange,
    Pass,
    Play,
    Start,
)
from quartett.games.calculissimo.board.grid import place_name
from quartett.games.calculissimo.board.tiles import JOKER, stands_for
from quartett.games.calculissimo.notation import split_tiles
from quartett.games.calculissimo.view import View

legend: Final = (
    "8g 6:2 lays across, g8 6:2 down, a point skips a tile, ?5 is a joker; "
    "<7+ exchanges, - passes; with challenges =48 announces, ! doubts, ok accepts"
)


def expects(view: View) -> str:
    """What is asked of the viewing seat now, in one sentence."""
    if view.over:
        names = " and ".join(f"P{seat + 1}" for seat in view.winners)
        return f"The game is over: {names} won."
    if view.phase == "answer":
        return _expects_answer(view)
    if view.phase != "play":
        return "Tiles are being drawn."
    if view.seat != view.active:
        return f"P{view.active + 1} is thinking."
    exchange = ", exchange tiles" if view.bag else ""
    points = " and say its points" if view.options.challenge else ""
    return f"Your turn: lay a calculation{points}{exchange} or pass."


def describe(action: Action, shows: object = None) -> str:
    """An action in words; `shows` is what it revealed.

    >>> from quartett.games.calculissimo.notation import parse
    >>> describe(parse("h6 4-.+?3 =12"))
    'lays 4 − · + joker 3 down from h6 for 12 points'
    >>> describe(parse("!"), False)
    'challenges the play, which is taken back'
    """
    match action:
        case Play(_, announced):
            return _describe_play(action, shows if announced is None else announced)
        case Challenge() if shows is not None:
            return f"challenges the play, which {'stands' if shows else 'is taken back'}"
        case Exchange(tiles):
            return f"exchanges {' '.join(tiles)}"
        case Draw(seat, tiles):
            return f"P{seat + 1} draws {' '.join(tiles)}"
        case HiddenDraw(seat):
            return f"P{seat + 1} draws"
        case Start(seat, drawn):
            return f"P{seat + 1} starts, after the draw {' '.join(drawn)}"
    return _SHORT.get(type(action), str(action))


_SHORT: Final = {
    Pass: "passes",
    HiddenExchange: "exchanges tiles",
    Challenge: "challenges the play",
    Accept: "accepts the play",
}


def _expects_answer(view: View) -> str:
    assert view.pending is not None
    if view.seat in view.to_act:
        return f"P{view.active + 1} {describe(view.pending)}: challenge it or accept it."
    return "The others are looking at the play."


def _describe_play(play: Play, points: object) -> str:
    (row, column, _), (_, last, _) = play.tiles[0], play.tiles[-1]
    way = "across" if column != last or len(play.tiles) == 1 else "down"
    _, _, notes = str(play).partition("=")[0].strip().partition(" ")
    names = [_name(tile) for tile in split_tiles(notes)]
    earned = "" if points is None else f" for {points} points"
    return f"lays {' '.join(names)} {way} from {place_name(row, column)}{earned}"


def _name(tile: str) -> str:
    if tile == ".":
        return "·"
    return f"joker {stands_for(tile)}" if tile[0] == JOKER else tile
