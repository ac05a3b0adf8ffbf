"""Output where signs are missing: plain ASCII, Windows' code pages."""

import codecs
import io
import sys
import unicodedata

SIGNS = dict(
    zip(
        "·×÷−±Σ–“”→←↻⏎─┄│┃┆╭╮╯╰░▒▓■▲▸▼◆●★☠☾♥✓✗✿❀❄❧",
        """;x:-+S-""><@>--||:++++.:##^>v%o*X(=+xw@~&""",
        strict=True,
    ),
)
"""For every sign of our texts and drawings one that differs from those it stands beside.

Calculissimo's are those that one types.
"""


def degrade_output() -> None:
    """From now on nothing that is printed fails for want of a sign."""
    codecs.register_error("quartett.similar", _similar)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="quartett.similar")


def _similar(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    missing = error.object[error.start : error.end]
    return "".join(map(similar, missing)), error.end


def similar(sign: str) -> str:
    """What stands for a sign that cannot be printed: a letter without its accent, at worst `?`.

    >>> "".join(map(similar, "✓ règle: 6÷2 − 1 …"))
    '+ regle: 6:2 - 1 ...'
    """
    letters = unicodedata.normalize("NFKD", sign).encode("ascii", "ignore").decode()
    return SIGNS.get(sign) or letters or "?"
