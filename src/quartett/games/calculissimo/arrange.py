"""A state set up from text, for analysis and for tests that read like rules."""

from quartett.games.calculissimo.board.edition import unseen
from quartett.games.calculissimo.board.editions import edition as find_edition
from quartett.games.calculissimo.board.grid import tiles_of
from quartett.games.calculissimo.board.tiles import count
from quartett.games.calculissimo.position import read_board, read_rack
from quartett.games.calculissimo.rules import State
from quartett.games.calculissimo.view import Options


def arrange(
    position: str,
    *racks: str,
    bag: str | None = None,
    edition: str = "standard",
    challenge: bool = False,
) -> State:
    """A state in which the first seat is to play; the bag has all other tiles, or those given.

    >>> state = arrange("///////.....6:2+9", "4-+3", "77")
    >>> state.board[112], state.racks[1], sum(state.bag)
    ('2', ('7', '7'), 93)
    """
    played = find_edition(edition)
    board = read_board(played, position)
    hands: list[tuple[str, ...]] = []
    seen = list(board)
    for rack in racks:
        hands.append(read_rack(played, seen, rack))
        seen += hands[-1]
    left = unseen(played, tiles_of(seen)) if bag is None else count(bag)
    return State(
        len(racks),
        Options(edition=edition, challenge=challenge),
        "play",
        board,
        tuple(hands),
        tuple(left),
        (0,) * len(racks),
    )
