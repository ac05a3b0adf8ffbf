"""Somebody who cannot see the page: the text of its accessibility tree, and a keyboard.

Nothing here looks at the document or at the messages of the server. What to press is decided
from roles and names alone; the only words known beforehand are those of the page's own message
files, which is what somebody who speaks the language knows.
"""

import json
import re
from pathlib import Path
from typing import Any, NamedTuple

from tests.browser.support.server import ROOT
from tests.browser.support.visitor import Visitor

SOURCES = ROOT / "web" / "src"
WAIT_MS = 100
PATIENCE = 1200
"""How often one listens again before giving up: two minutes."""
QUIET = 10
"""How often one listens for an announcement."""
FOCUS = "document.activeElement"


class Node(NamedTuple):
    role: str
    name: str
    enabled: bool
    checked: bool


class Listener:
    def __init__(self, visitor: Visitor, language: str, game: str) -> None:
        self.visitor, self.page = visitor, visitor.page
        self.game = game
        self._session = visitor.context.new_cdp_session(visitor.page)
        self._session.send("Accessibility.enable")
        self._live: int | None = None
        self._words = _messages(SOURCES, language)
        for folder in SOURCES.glob("games/*/"):
            words = _messages(folder, language)
            self._words |= {f"{folder.name}.{key}": text for key, text in words.items()}

    def pattern(self, *keys: str) -> str:
        """How sentences of these messages read, whatever is filled in."""
        return "|".join(f"^{_as_pattern(self._words[key])}$" for key in keys)

    def tree(self, role: str = "") -> list[Node]:
        """What can be read, or what of it has this role: to ask for that takes half of the time."""
        if role:
            root = self._session.send("DOM.getDocument", {"depth": 0})["root"]["backendNodeId"]
            wanted = {"backendNodeId": root, "role": role}
            nodes = self._session.send("Accessibility.queryAXTree", wanted)["nodes"]
        else:
            nodes = self._session.send("Accessibility.getFullAXTree")["nodes"]
        return [_node(node) for node in nodes if not node.get("ignored")]

    def hears(self, *keys: str, role: str = "", tree: list[Node] | None = None) -> Node | None:
        """The first node that says one of these messages and can be used."""
        wanted = re.compile(self.pattern(*keys))
        nodes = self.tree(role) if tree is None else tree
        found = (node for node in nodes if node.enabled and wanted.search(node.name))
        return next((node for node in found if node.role == (role or node.role)), None)

    def wait(self, *keys: str, role: str = "") -> Node:
        for _ in range(PATIENCE):
            if found := self.hears(*keys, role=role):
                return found
            self.page.wait_for_timeout(WAIT_MS)
        raise AssertionError(f"nothing says {keys}: {self.tree()}")

    def wait_until_gone(self, *keys: str) -> None:
        """Until nothing that can be used says it."""
        for _ in range(PATIENCE):
            if not self.hears(*keys):
                return
            self.page.wait_for_timeout(WAIT_MS)
        raise AssertionError(f"something still says {keys}")

    def soon(self, *keys: str, role: str = "button") -> bool:
        """Whether something says it within a second."""
        for _ in range(QUIET):
            if self.hears(*keys, role=role):
                return True
            self.page.wait_for_timeout(WAIT_MS)
        return False

    def focus(self) -> Node:
        """What a screen reader reads where the focus is."""
        found = self._session.send("Runtime.evaluate", {"expression": FOCUS})
        nodes = self._session.send(
            "Accessibility.getPartialAXTree",
            {"objectId": found["result"]["objectId"], "fetchRelatives": False},
        )["nodes"]
        return _node(nodes[0])

    def press(self, key: str) -> None:
        self.page.keyboard.press(key)

    def reach(self, pattern: str, most: int = 200) -> None:
        """Tab until the focus says it."""
        for _ in range(most):
            if re.search(pattern, self.focus().name):
                return
            self.press("Tab")
        raise AssertionError(f"the keyboard does not reach {pattern!r}")

    def enter(self, *keys: str) -> None:
        """Tab to a control that says one of these messages, and press it."""
        self.reach(self.pattern(*keys))
        self.press("Enter")

    def ask(self, key: str) -> str:
        """What is announced when a key asks; said twice it is the same."""
        self.press("Escape")
        before = self._lines()
        self.press(key)
        for _ in range(PATIENCE):
            if new := [text for id, text in self._lines().items() if id not in before]:
                return new[-1]
            self.page.wait_for_timeout(WAIT_MS)
        raise AssertionError(f"nothing answers {key!r}")

    def waits_for_news(self, before: list[str]) -> None:
        """Until something new is announced; what goes without saying is waited for in vain."""
        for _ in range(QUIET):
            if self.announced() != before:
                return
            self.page.wait_for_timeout(WAIT_MS)

    def announced(self) -> list[str]:
        """The texts of the live region, the last one last."""
        return list(self._lines().values())

    def _lines(self) -> dict[int, str]:
        """The same by the nodes that say them: two may say the same."""
        if self._live is None:
            nodes = self._session.send("Accessibility.getFullAXTree")["nodes"]
            self._live = next(node["backendDOMNodeId"] for node in nodes if _is_live(node))
        below = {"backendNodeId": self._live, "role": "StaticText"}
        found = self._session.send("Accessibility.queryAXTree", below)["nodes"]
        return {node["backendDOMNodeId"]: str(node["name"]["value"]) for node in found}


def _is_live(node: dict[str, Any]) -> bool:
    """Whether it is what the page says by itself."""
    return _properties(node).get("live") == "polite" and not _properties(node).get("atomic")


def _node(node: dict[str, Any]) -> Node:
    name = str(node.get("name", {}).get("value", ""))
    role = str(node.get("role", {}).get("value", ""))
    properties = _properties(node)
    return Node(role, name, not properties.get("disabled"), properties.get("checked") == "true")


def _properties(node: dict[str, Any]) -> dict[str, Any]:
    return {one["name"]: one["value"].get("value") for one in node.get("properties", ())}


def _messages(folder: Path, language: str) -> dict[str, str]:
    text = (folder / "messages" / f"{language}.json").read_text(encoding="utf-8")
    found: dict[str, str] = json.loads(text)
    return found


def _as_pattern(message: str) -> str:
    """A message with anything in its gaps: what stands between the outermost braces."""
    out, depth = "", 0
    for sign in message:
        depth += (sign == "{") - (sign == "}")
        if depth == 0:
            out += ".*" if sign == "}" else re.escape(sign)
    return out
