"""Print the figures of a source tree, or draw the layers into the documentation.

python -m tools.architecture [SRC]
python -m tools.architecture --draw
"""

import sys
from pathlib import Path

from tools.architecture.diagram import files
from tools.architecture.imports import Tree
from tools.architecture.measures import described, figures


def main(arguments: list[str]) -> None:
    if arguments == ["--draw"]:
        for path, text in files(Tree()).items():
            path.write_text(text, encoding="utf-8")
        return
    tree = Tree(Path(arguments[0])) if arguments else Tree()
    print(*described(figures(tree), tree), sep="\n")


if __name__ == "__main__":
    main(sys.argv[1:])
