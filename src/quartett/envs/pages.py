"""The pages of the documentation about the environments, written from the forms themselves.

python -m quartett.envs.pages docs/environments
"""

import sys
from pathlib import Path
from typing import Final, NamedTuple

from quartett.core.registry import game as find_game
from quartett.envs.factored import FORMS, Form, factored

VERSIONS: Final = "- **v1** (Quartett 0.1): the first."


class Words(NamedTuple):
    """What a page says that no list says."""

    rules: str
    turn: str
    options: str


WORDS: Final = {
    "calavera": Words(
        "Roll six dice up to three times, use all dice of one colour or all roses, and cross as "
        "many boxes of a row. A row is worth the value of its last cross; past the points zone it "
        "runs into the death zone, unless it is frozen with roses in time. Skulls lock, and give "
        "the dice not used to the others, who choose at the same time and in secret. Bonus lines "
        "pay whoever brings all rows past them. The game ends when all rows of a sheet are closed.",
        "Every move is a whole action: there is no half-made turn.",
        '`sheet`: "standard" or "short"',
    ),
    "calcory": Words(
        "Sixty cards lie face down. Turn cards one after another and add their digits: thirteen "
        "takes them, more is a bust, and who stops below bids with the cards turned so far. A bid "
        "that nobody has beaten when its owner's turn comes is taken. Whoever takes puts one card "
        "back face down, secretly. The most cards win. An observation has no memory, as the view "
        "has none: what was turned up and lies face down again is for the agent to remember.",
        "Putting a card back takes two moves: which card, then where to.",
        "`max_turns`: the game ends after so many turns (500; None: no bound)",
    ),
    "calculissimo": Words(
        "Lay numbers and operators on the board so that every line calculates; results are points, "
        "coloured fields multiply them. Instead of a play tiles may be exchanged, or the turn "
        "passed. Racks and the bag are hidden. In a challenge game wrong plays may be laid, with "
        "points announced, and the others accept or challenge.",
        "A play is laid tile by tile, from left to right or from top to bottom, then confirmed; an "
        "exchange is given tile by tile in the order of the rack, then confirmed. Without "
        "challenges only tiles that can be completed to a correct play are legal, so every turn "
        "begun can be finished. Each play is reached in exactly one way.",
        '`edition`: "standard" (the numbers below), "children", or your own; `challenge`: False. '
        "The size of the board, and so the numbers of moves and fields, is the edition's",
    ),
    "cubus": Words(
        "All build one picture of a stack of boxes. A build turns the stack into any other that "
        "the cards allow and earns three points for every box more, less one for every card more. "
        "Who passes may be knocked on by the others, who then show a build. Open lids keep their "
        "place in the picture for good.",
        "A build names the whole new stack, column by column. The floor is cut along its "
        "diagonals, x − y; the columns of a diagonal are laid from the back, then `along_x` or "
        "`along_y` says where the back edge goes. With open lids on the table the first lid's "
        "diagonal comes first, then everything after it up to `end`, then everything before it in "
        "a mirror, x and y exchanged, up to `end` again. Last come new open lids. Whether a stack "
        "begun can still become a legal build is asked of the exact builder, so every turn begun "
        "can be finished, and each build is reached in exactly one way.",
        '`knocking`: True; `last_build`: "none", "underdog", "contest"; `dismantling`: "none", '
        '"after", "alone"',
    ),
}


def page(id: str) -> str:
    """The page of one game."""
    game, words = find_game(id), WORDS[id]
    form = factored(game, game.players[0])
    low, high = game.players[0], game.players[-1]
    return f"""# {game.name}

| | |
|---|---|
| Players | {low} to {high} |
| PettingZoo | `quartett.envs.pettingzoo.env("{id}", players={low})` |
| Gymnasium | `gymnasium.make("quartett/{game.name}-v1", players={low}, opponents="easy")` |
| OpenSpiel | `pyspiel.load_game("quartett_{id}(players={low})")` |
| Moves | {len(form.moves):,} |
| Observation | {form.fields.size} whole numbers for {low} players |

## Rules

{words.rules} [All rules](../rules/{id}.en.md).

Options: {words.options}; `start_player`: a seat, or None: drawn.

## Moves

{words.turn}

{moves_table(form)}

## Observation

One row of whole numbers, here for {low} players. Seats are counted from the viewing one: where \
there is a number for each seat, the first is its own.

{fields_table(form)}

## Rewards

At the end the winners share 1 and the others share −1; when everybody wins, all get 0. With \
`reward="score"` (PettingZoo, Gymnasium) every change of a seat's score is its reward instead.

## Versions

{VERSIONS}
"""


def moves_table(form: Form) -> str:
    rows = ["| numbers | name | what it does | for example |", "|---|---|---|---|"]
    for group in form.moves.groups:
        first = form.moves[group.name]
        last = first + len(group.labels) - 1
        span = f"{first}" if first == last else f"{first}–{last}"
        rows.append(f"| {span} | `{group.name}` | {group.text} | {group.labels[-1]} |")
    return "\n".join(rows)


def fields_table(form: Form) -> str:
    rows = ["| places | name | values | what it is |", "|---|---|---|---|"]
    first = 0
    for field in form.fields.fields:
        last = first + field.size - 1
        span = f"{first}" if first == last else f"{first}–{last}"
        values = f"{field.low} to {field.high}".replace("-", "−")
        rows.append(f"| {span} | `{field.name}` | {values} | {field.text} |")
        first = last + 1
    return "\n".join(rows)


def main(folder: str = "docs/environments") -> None:
    for id in FORMS:
        (Path(folder) / f"{id}.md").write_text(page(id), encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
