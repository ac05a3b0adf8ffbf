"""Shows the doctests of a docstring as code in the reference: an extension of mkdocstrings."""

import re
from typing import Any

import griffe

BLOCK = re.compile(r"^>>> .*(?:\n.+)*", re.MULTILINE)
"""From the first prompt to the next empty line."""


class Doctests(griffe.Extension):  # type: ignore[misc]
    """Puts a fence around each."""

    def on_object(self, *, obj: griffe.Object, **_: Any) -> None:
        if obj.docstring is not None:
            obj.docstring.value = fenced(obj.docstring.value)


def fenced(text: str) -> str:
    return BLOCK.sub(lambda found: f"```pycon\n{found[0]}\n```", text)
