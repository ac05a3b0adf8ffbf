"""Draw what the rulebooks show, from positions that were played: `python -m tools.rulebook`.

It makes the pictures of the documentation, and the positions that the page draws itself. Every
picture is a row of moments of a game. The rules have accepted each move that leads from one to
the next, and the points below them are those that the rules gave. Pictures hold signs and numbers
only, so that one picture serves all languages; the words stand in the rulebooks.
"""

import json
from pathlib import Path

from tools.rulebook import calavera, calcory, calculissimo, cubus
from tools.rulebook.paper import row

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "docs" / "pictures" / "rules"
PAGE = ROOT / "web" / "src" / "games"
ZONES = "oooo- gggg- gggg- pppp- pppp- ppp- bbbb- bbbbb- *b"


def main() -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name, picture in pictures().items():
        (FOLDER / f"{name}.svg").write_text(picture, encoding="utf-8")
    for name, form in positions().items():
        text = json.dumps(form, ensure_ascii=False)
        (PAGE / name).write_text(f"{text}\n", encoding="utf-8")


def pictures() -> dict[str, str]:
    return {
        "calavera-zones": row([calavera.after(ZONES)]),
        "calavera-bonus": row(calavera.bonus()),
        "calcory-bid": row(calcory.bid()),
        "calcory-bust": row(calcory.bust()),
        "calcory-return": row(calcory.put_back()),
        "calculissimo-three": row([calculissimo.middle(one) for one in calculissimo.three()], 2),
        "calculissimo-five": row([calculissimo.middle(one) for one in calculissimo.five()], 2),
        "cubus-first-builds": row(cubus.builds("1", *cubus.FIRST_BUILDS), 4),
        "cubus-corner": row(cubus.builds("22/21", ("-", "22/22"))),
        "cubus-lid": row(cubus.builds(".2/21", ("T", "22/21"))),
        "cubus-not-taken": row(cubus.not_taken()),
        "cubus-taken": row(cubus.taken("22/22", "x1,1", "x1,1")),
    }


def positions() -> dict[str, object]:
    """What the page draws with its own pieces."""
    steps = cubus.built("1", *cubus.FIRST_BUILDS)
    return {
        "cubus/examples/first.json": [{"stack": stack, "points": n} for stack, n in steps],
        "calculissimo/examples/printed.json": [
            calculissimo.page_form(laid) for laid in calculissimo.five()
        ],
    }


if __name__ == "__main__":
    main()
