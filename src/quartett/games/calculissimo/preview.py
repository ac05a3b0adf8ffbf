"""What a play would score before it is made: for live previews while tiles are laid."""

from quartett.games.calculissimo.actions import Play
from quartett.games.calculissimo.board.laying import check_laying
from quartett.games.calculissimo.board.score import Worth, worth
from quartett.games.calculissimo.board.tiles import of_rack
from quartett.games.calculissimo.refusals import check_rack
from quartett.games.calculissimo.view import View


def preview(view: View, play: Play) -> Worth:
    """The lines of a play of the viewing seat, step by step; refused with the reason if wrong.

    It looks at the board and the seat's rack only, whoever's turn it is.

    >>> from quartett.games.calculissimo import Calculissimo
    >>> from quartett.games.calculissimo.arrange import arrange
    >>> play = Calculissimo().parse("8f 6:2+9")
    >>> found = preview(arrange(".", "6:2+9", "1").view(0), play)
    >>> found.points, str(found.lines[0])
    (48, '6÷2+9: 12 ÷ 2 = 6, 6 + 18 = 24, × 2 = 48')
    """
    check_rack(view.rack, [of_rack(tile) for _, _, tile in play.tiles])
    check_laying(view.edition, view.board, play.tiles)
    return worth(view.edition, view.board, play.tiles)
