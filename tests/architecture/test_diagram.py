"""The pictures of the layers are those of the code."""

from tools.architecture.diagram import files
from tools.architecture.imports import Tree


def test_the_diagrams_and_the_table_of_layers_are_those_of_the_code() -> None:
    stale = [
        path.name
        for path, text in files(Tree()).items()
        if not path.exists() or path.read_text(encoding="utf-8") != text
    ]
    assert stale == [], "run: make diagram"
