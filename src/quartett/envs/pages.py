"""The pages of the documentation about the environments, written from the forms themselves.

python -m quartett.envs.pages docs/environments
python -m quartett.envs.pages docs/environments goofspiel
"""

import sys
from pathlib import Path
from typing import Final

import msgspec

from quartett.core.game import Game
from quartett.core.parts import part
from quartett.core.registry import game as find_game
from quartett.core.registry import game_ids
from quartett.envs.factored import Form, SmallMoves, factored
from quartett.envs.naming import gymnasium_id, openspiel_name, weakest

VERSIONS: Final = "- **v1** (Quartett 0.1): the first."


def page(id: str) -> str:
    """The page of one game."""
    game = find_game(id)
    form = factored(game, game.players[0])
    low, high = game.players[0], game.players[-1]
    return f"""# {game.name}

| | |
|---|---|
| Players | {low} to {high} |
| PettingZoo | `quartett.envs.pettingzoo.env("{id}", players={low})` |
| Gymnasium | `gymnasium.make("{gymnasium_id(game.name)}", players={low}, \
opponents="{weakest(game)}")` |
| OpenSpiel | `pyspiel.load_game("{openspiel_name(id)}(players={low})")` |
| Moves | {len(form.moves):,} |
| Observation | {form.fields.size} whole numbers for {low} players |

{_rules(form)}

## Moves

{_turn(form)}

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


def _rules(form: Form) -> str:
    game, about = form.game, form.encoding.about
    if about is None:
        options = msgspec.to_builtins(game.Options())
        return f"Options: {', '.join(f'`{name}` ({value})' for name, value in options.items())}."
    return f"""## Rules

{about.rules} [All rules](../rules/{game.id}.en.md).

Options: {about.options}; `start_player`: a seat, or None: drawn."""


def _turn(form: Form) -> str:
    about = form.encoding.about
    if about is not None:
        return about.turn
    return (
        "Every move is a whole action. The game has no encoding of its own: actions are numbered "
        "by their types, and the view is flattened by the types of its fields."
    )


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


def main(folder: str = "docs/environments", *ids: str) -> None:
    """Write the pages of these games, or of all that describe their environments."""
    described = [id for id in game_ids() if _describes(find_game(id))]
    for id in ids or described:
        (Path(folder) / f"{id}.md").write_text(page(id), encoding="utf-8")


def _describes(game: Game) -> bool:
    own = part(game, SmallMoves)
    return own is not None and own.encoding(game.players[0], game.Options()).about is not None


if __name__ == "__main__":
    main(*sys.argv[1:])
