"""How a check says what is wrong."""


class NonConformant(AssertionError):
    """A game breaks the contract; the text says where, and how to see it again."""


def demand(holds: bool, sentence: str) -> None:
    if not holds:
        raise NonConformant(sentence)
