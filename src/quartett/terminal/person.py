"""A person at the terminal, who plays like any other bot: shown events, asked for actions."""

import re
import sys
from collections.abc import Callable

from rich.console import Console
from rich.text import Text

from quartett.bots import Advice, Bot, hint
from quartett.core.errors import IllegalAction, QuartettError
from quartett.core.event import CHANCE, Action, Seat, Seen
from quartett.core.game import Game
from quartett.core.parts import drawing, words
from quartett.core.state import View
from quartett.rulebook import rulebook
from quartett.terminal import keys, pager

SHOWN_EVENTS = 8
HELP = "?"
KEYS = "Tab a hint · ? rules · Esc start again · Ctrl-C leave"
TALL = 36
"""A terminal with fewer lines shows recent events in one line."""


_ENTRY = re.compile(r"\S.*?(?: ·|[;,](?= )|$)")


class PlayerLeft(BaseException):
    """The person left the table. Not an Exception: leaving is no fault that forfeits."""


class TerminalPlayer(Bot):
    name = "You"

    def __init__(self, game: Game, names: list[str], console: Console) -> None:
        super().__init__()
        self._game = game
        self._words = words(game)
        self._names = names
        self._console = console
        self._news: list[str] = []
        self.check: Callable[[Seat, Action], None]
        """Raises the reason why an action is refused; set once the match exists."""

    def observe(self, seen: Seen) -> None:
        who = "" if seen.actor == CHANCE else f"{self._names[int(seen.actor)]}: "
        what = "has chosen"
        if seen.action is not None:
            what = self._words.describe(seen.action, seen.shows)
        self._news.append(f"{who}{what}")

    def choose(self, view: View, deadline: float) -> Action:
        chosen = self._by_keys(view) if keys.has_keys() else self._by_lines(view)
        self._news.clear()
        return chosen

    def _by_lines(self, view: View) -> Action:
        """Without a terminal every line is an action."""
        self._show(view, "", "")
        while True:
            line = sys.stdin.readline()
            if not line:
                raise PlayerLeft
            if line.strip() == HELP:
                self._show_rules()
                continue
            action, problem = self._read(view, line.strip())
            if action is not None:
                return action
            self._console.print(Text(problem))

    def _by_keys(self, view: View) -> Action:
        """The draft grows by keys; what it means, or why it cannot be, shows while it is typed."""
        draft, message = "", self._words.legend
        with keys.raw():
            while True:
                self._console.clear()
                self._show(view, draft, message)
                key = keys.read_key()
                action, message = self._read(view, draft)
                if key == keys.ENTER and action is not None:
                    return action
                if key == HELP and not draft:
                    self._show_rules()
                draft = _edited(draft, key)
                if key != keys.ENTER:
                    message = self._message(view, draft, key)

    def _message(self, view: View, draft: str, key: str) -> str:
        if key == keys.LEAVE:
            raise PlayerLeft
        if key == keys.TAB:
            return advice_in_words(self._game, view)
        if not draft:
            return self._words.legend
        action, problem = self._read(view, draft)
        return problem if action is None else f"⏎ {self._words.describe(action)}"

    def _show_rules(self) -> None:
        try:
            text = rulebook(self._game)
        except QuartettError:  # a game from outside need not have one
            text = f"# {self._game.name}\n\n{self._words.legend}"
        pager.show(text, self._console)

    def _read(self, view: View, text: str) -> tuple[Action | None, str]:
        """The action that the text means now, or why there is none."""
        try:
            action = self._game.parse(text)
        except IllegalAction as refusal:
            return None, refusal.message
        refusal_of = self._refusal(view, action)
        return (None, refusal_of) if refusal_of else (action, "")

    def _refusal(self, view: View, action: Action) -> str:
        try:
            self.check(view.seat or 0, action)
        except IllegalAction as refusal:
            return refusal.message
        return ""

    def _show(self, view: View, draft: str, message: str) -> None:
        console = self._console
        if console.is_terminal and console.height < TALL:
            news = Text(" · ".join(self._news[-SHOWN_EVENTS:]), style="dim")
            news = news[-console.width :]
            console.print(news)
        else:
            for line in self._news[-SHOWN_EVENTS:]:
                console.print(Text(f"  {line}", style="dim"))
        console.print(drawing(self._game).draw(view, draft))
        console.print(Text(self._words.expects(view), style="bold yellow"))
        said = message or self._words.legend
        if said == self._words.legend:
            said = folded(said, console.width)
        console.print(Text(said, style="italic"))
        if keys.has_keys():
            console.print(Text(KEYS, style="dim"))
        console.print(Text(f"{self._names[view.seat or 0]}> {draft}", style="bold"), end="")


def _edited(draft: str, key: str) -> str:
    if key == keys.BACKSPACE:
        return draft[:-1]
    if key == keys.ESCAPE:
        return ""
    # A question mark opens the rules, but in a draft it may be part of the notation.
    return draft + key if len(key) == 1 and (draft or key != HELP) else draft


def folded(legend: str, width: int) -> str:
    """The legend in lines of this width, broken between its entries where that is possible.

    >>> print(folded("136 rerolls dice · o marks · *o freezes; - skips", 28))
    136 rerolls dice · o marks ·
    *o freezes; - skips
    """
    lines = [""]
    for entry in _ENTRY.findall(legend):
        joined = f"{lines[-1]} {entry}".strip()
        if lines[-1] and len(joined) > width:
            lines.append(entry)
        else:
            lines[-1] = joined
    return "\n".join(lines)


def advice_in_words(game: Game, view: View, options: int = 4) -> str:
    """The best options, what they are worth, and their chances."""
    try:
        advice = hint(game, view)
    except QuartettError as error:
        return str(error)
    return "\n".join(_advised(advice, place) for place in range(min(options, len(advice.options))))


def _advised(advice: Advice, place: int) -> str:
    option = advice.options[place]
    chances = "; ".join(chance.text for chance in option.chances)
    return f"{option.text} ({option.action}): {advice.say(option.value)}" + (
        f"; {chances}" if chances else ""
    )
