"""All ways to finish a turn in small moves are the legal actions, each once."""

from collections import Counter
from collections.abc import Iterator

import numpy as np

from quartett import Action, View
from quartett.envs.factored import Draft


def ends(draft: Draft) -> Iterator[Action]:
    """Every action that some legal moves lead to; no way leads nowhere."""
    legal = np.flatnonzero(draft.mask)
    assert len(legal), f"after {draft.made} no move is legal"
    for move in legal:
        made = draft.follow(int(move))
        if isinstance(made, Draft):
            yield from ends(made)
        else:
            yield made


def check(view: View, draft: Draft) -> int:
    reached = Counter(ends(draft))
    assert set(reached) == set(view.actions())
    assert max(reached.values()) == 1
    return len(reached)
