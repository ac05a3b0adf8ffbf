"""The generated sections: what each game sends and takes, and the limits."""

import json
import re
import sys
from collections.abc import Iterator
from typing import Any

from tools.page import facts
from tools.protocol.forms import Forms, fields, first_sentences, table

from quartett.core.event import Action
from quartett.core.game import Game
from quartett.core.registry import game as find_game
from quartett.server.http.middleware import PATH_CHARACTERS
from quartett.server.http.protocol import HEADER_COUNT
from quartett.server.http.routing import BODY_BYTES
from quartett.server.limits import Rate
from quartett.server.settings import Settings
from quartett.server.socket.questions import AT_ONCE
from quartett.tables.info import ClockFace, TableInfo
from quartett.tables.viewing.history import WHOLE_LOG
from quartett.tables.viewing.messages import FRAME_BYTES, TEXT_LENGTH
from quartett.tables.viewing.viewer import LISTED

OF_A_SOCKET = "a socket"
COUNTED = {"chat": "a user", "table chat": "a table", "message": OF_A_SOCKET}
"""What a rate is counted for where it is not an address."""
NEVER_SENT = {"edge", "half_hidden", "unseen"}
"""Faults that only the plain twin of a check names, in tests."""
CASES = re.compile(r"\{(\w+), (?:select|plural),")


def sections() -> dict[str, str]:
    """The text of each, by its name in the page's marks."""
    own = json.loads(facts.FILE.read_text(encoding="utf-8"))["games"]
    games = "\n\n".join(game_section(find_game(id)) for id in own)
    return {"games": games, "limits": limits(), "about": about_section()}


def about_section() -> str:
    """A table as one user sees it, its seats and its clocks."""
    forms = Forms()
    first = _fields(TableInfo, forms)
    clock = f"`clock` of a message:\n\n{_fields(ClockFace, forms)}"
    return "\n\n".join([first, *_structures(forms, set()), clock])


def game_section(game: Game) -> str:
    """A game's options, actions, view and refusals."""
    forms, package = Forms(), sys.modules[type(game).__module__]
    hidden = _hidden(game)
    blocks = [
        f"### {game.name}",
        f"`{game.id}`, {game.players[0]} to {game.players[-1]} players.",
        f"**Actions**, sent in `act` and `try`:\n\n{_actions(game.player_actions, forms)}",
        f'**Chance** (`by` is `"chance"`):\n\n{_actions(game.chance_actions, forms)}',
    ]
    if hidden:
        blocks.append(f"**Seen by others** in place of these:\n\n{_actions(hidden, forms)}")
    blocks.append(f"**`view`**:\n\n{_fields(package.View, forms)}")
    blocks.append(f"**`options`**:\n\n{_options(game, forms)}")
    blocks += _structures(forms, {game.Options})
    blocks.append(f"**Refused with**:\n\n{_refusals(game)}")
    return "\n\n".join(blocks)


def _hidden(game: Game) -> list[type[Action]]:
    """Actions of the game that are only ever sent, in place of others."""
    module = sys.modules[game.player_actions[0].__module__]
    known = {*game.player_actions, *game.chance_actions}
    kinds = [kind for kind in vars(module).values() if isinstance(kind, type)]
    return [
        kind
        for kind in kinds
        if issubclass(kind, Action) and kind.__module__ == module.__name__ and kind not in known
    ]


def _actions(kinds: Any, forms: Forms) -> str:
    return table(("`do`", "fields", ""), (_action(kind, forms) for kind in kinds))


def _action(kind: type[Action], forms: Forms) -> tuple[str, str, str]:
    said = [
        f"`{field.encode_name}`: {forms.say(field.type)}{_default(field)}. {about}".strip()
        for field, about in fields(kind)
    ]
    return f"`{kind.__struct_config__.tag}`", "<br>".join(said), first_sentences(kind)


def _default(field: Any) -> str:
    return "" if field.required else f", {_json(field.default)} when left out"


def _json(value: Any) -> str:
    return f"`{json.dumps(value)}`"


def _fields(kind: Any, forms: Forms) -> str:
    return table(("field", "form", ""), _rows(kind, forms))


def _rows(kind: Any, forms: Forms) -> Iterator[tuple[str, str, str]]:
    omits = kind.__struct_config__.omit_defaults
    for field, about in fields(kind):
        absent = " Left out when empty." if omits and not field.required else ""
        yield f"`{field.encode_name}`", forms.say(field.type), about + absent


def _options(game: Game, forms: Forms) -> str:
    listed = game.option_values()
    rows = [
        (f"`{field.encode_name}`", _values(listed.get(field.name)) or forms.say(field.type),
         _json(field.default), about)
        for field, about in fields(game.Options)
    ]  # fmt: skip
    return table(("field", "form", "usually", ""), rows)


def _values(values: list[Any] | None) -> str:
    return " or ".join(map(_json, values or ()))


def _structures(forms: Forms, said: set[type]) -> Iterator[str]:
    """Each object that was referred to, and what it refers to in turn."""
    names: set[str] = set()
    while left := [info for name, info in forms.structures.items() if name not in names]:
        for info in left:
            names.add(info.cls.__name__)
            if info.cls not in said:
                yield f"`{info.cls.__name__}`:\n\n{_fields(info.cls, forms)}"


def _refusals(game: Game) -> str:
    folder = facts.FILE.parent / game.id / "messages"
    texts = json.loads((folder / "en.json").read_text(encoding="utf-8"))
    codes = json.loads(facts.FILE.read_text(encoding="utf-8"))["games"][game.id]["refusals"]
    sent = [code for code in codes if code not in NEVER_SENT]
    return table(("code", ""), ((f"`{code}`", _plain(texts[f"refusal.{code}"])) for code in sent))


def _plain(text: str) -> str:
    """A message of the page without its cases: the usual one, or the name of the value.

    >>> _plain("Your {row, select, pink {pink} other {dark}} row is closed after {n} turns.")
    'Your {row} row is closed after {n} turns.'
    >>> _plain("{have, plural, =0 {You have none at all.} other {You have only {have} of it.}}")
    'You have only {have} of it.'
    """
    while (case := CASES.search(text)) is not None:
        end = _closing(text, case.start())
        branches = text[case.end() : end]
        usual = branches.partition(" other {")[2].rpartition("}")[0]
        said = usual if len(usual.split()) > 3 else f"{{{case[1]}}}"
        text = text[: case.start()] + said + text[end + 1 :]
    return text


def _closing(text: str, start: int) -> int:
    """Where the brace that opens here is closed."""
    depth = 0
    for place in range(start, len(text)):
        depth += {"{": 1, "}": -1}.get(text[place], 0)
        if not depth:
            return place
    raise ValueError(f"a brace is not closed: {text}")


def limits() -> str:
    """Every limit that a client can meet, from the settings' defaults."""
    settings = Settings(database="")
    rates = {**settings.rates, "message": settings.messages}
    rows = [_rate(what, rate) for what, rate in rates.items()]
    rows += [
        ("HTTP connections", "an address", f"{settings.connections}", ""),
        ("open sockets", "an address", f"{settings.sockets}", ""),
        ("followed tables", OF_A_SOCKET, f"{settings.follows}", ""),
        ("waiting messages", "a slow reader", f"{settings.queue}", ""),
        ("hints under way", OF_A_SOCKET, f"{AT_ONCE}", ""),
        ("chat kept", "a table", f"{settings.chat_messages}", ""),
        ("text of chat", "", f"{TEXT_LENGTH} characters", ""),
        ("actions in `legal`", "a message", f"{LISTED:,}", ""),
        ("entries after `last`", "a log", f"{WHOLE_LOG:,} entries, of a longer one the last", ""),
        ("frame", "", _size(FRAME_BYTES), ""),
        ("path of a request", "", f"{PATH_CHARACTERS:,} characters", ""),
        ("head of a request", "", f"{_size(settings.header_bytes)}, {HEADER_COUNT} headers",
         _within(settings.header_seconds)),
        ("body of a request", "", _size(BODY_BYTES), ""),
        ("whole request", "", "", _within(settings.request_seconds)),
    ]  # fmt: skip
    return table(("what", "for", "at once", "then"), rows)


def _rate(what: str, rate: Rate) -> tuple[str, str, str, str]:
    return what, COUNTED.get(what, "an address"), f"{rate.burst:g}", _then(rate.per_second)


def _then(per_second: float) -> str:
    if per_second >= 1:
        return f"{per_second:g} a second"
    return f"one every {1 / per_second:g} s"


def _size(count: int) -> str:
    return f"{count // 1024} KiB"


def _within(seconds: float) -> str:
    return f"within {seconds:g} s"


def page_with(text: str, made: dict[str, str]) -> str:
    """The page with its marked sections replaced."""
    for name, section in made.items():
        start = f"<!-- {name}: generated by `python -m tools.protocol` -->"
        end = f"<!-- end of {name} -->"
        before, found, rest = text.partition(start)
        _, closed, after = rest.partition(end)
        if not (found and closed):
            raise SystemExit(f"docs/protocol.md has no place for {name}: {start} … {end}")
        text = f"{before}{start}\n\n{section}\n\n{end}{after}"
    return text
