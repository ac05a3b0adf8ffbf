"""Scripted players of Calavera: what they see, what they choose, and how long answers take."""

import asyncio
import random
import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from functools import partial
from typing import Any

from msgspec import Struct, to_builtins

from quartett.core.event import Action
from quartett.core.state import pick
from quartett.games.calavera.dice import ROLLS, Face, shown
from quartett.games.calavera.legal import LEGAL
from quartett.games.calavera.sheet import PADS, Sheet

PAD = PADS["standard"]


class Shown(Struct):
    """As much of a position as a player needs to choose."""

    to_act: tuple[int, ...]
    phase: str
    faces: tuple[Face, ...]
    rolls: int
    used: str | None
    sheets: tuple[Sheet, ...]


def choose(seen: Shown, seat: int, rng: random.Random) -> Action:
    """Any legal action: a reroll half of the time where there may be one."""
    own_turn, offer = seen.phase == "use", LEGAL[shown(seen.faces)]
    if own_turn and seen.rolls < ROLLS and rng.random() < 0.5:
        return pick(offer.rerolls, rng)
    return pick(offer.uses(seen.sheets[seat], PAD, seen.used, own_turn), rng)


class Pace:
    """When players act, and what was measured of it."""

    def __init__(self, seconds_a_table: float = 0.0) -> None:
        self.every = seconds_a_table
        """0: as fast as they can."""
        self.latencies: list[float] = []
        self.measuring = False
        self.stopped = False
        self.ran_out = False
        """Whether there was no table left to go on at."""
        self._held: list[Callable[[], None]] | None = []
        """What is to be done once everybody sits."""

    def when_all_sit(self, act: Callable[[], None]) -> None:
        if self._held is None:
            act()
        else:
            self._held.append(act)

    def begin(self) -> None:
        """Everybody sits: play."""
        held, self._held = self._held or [], None
        for act in held:
            act()


class Slot:
    """A place where there is always a game: when one ends, the next table is taken."""

    def __init__(self, tables: list[str], stock: list[str], pace: Pace, number: int) -> None:
        self.tables = tables
        self.pace = pace
        self.rng = random.Random(number)
        self._stock = stock
        self._next = 0.0

    def has_table_after(self, place: int) -> bool:
        return place < len(self.tables) or bool(self._stock)

    def table_after(self, place: int) -> str:
        """The table after this many games here."""
        if place >= len(self.tables):
            self.tables.append(self._stock.pop())
        return self.tables[place]

    def wait(self) -> float:
        """How long until the next action at this table is due."""
        now = time.perf_counter()
        if not self._next:
            self._next = now + self.pace.every * self.rng.random()
        else:
            self._next = max(self._next + self.pace.every, now)
        return self._next - now


class Player(ABC):
    """One seat at a slot's tables, on a socket of its own."""

    def __init__(self, slot: Slot, seat: int) -> None:
        self.slot = slot
        self.seat = seat
        self.place = 0
        self.table = slot.table_after(0)
        self._sent: float | None = None

    @abstractmethod
    def follow(self) -> None:
        """Tell the server that this seat is at the table."""

    @abstractmethod
    def send(self, form: dict[str, Any]) -> None:
        """Send an action in its wire form."""

    def answered(self) -> None:
        """One's own action has come back."""
        pace = self.slot.pace
        if self._sent is not None and pace.measuring:
            pace.latencies.append(time.perf_counter() - self._sent)
        self._sent = None

    def see(self, shown: Shown) -> None:
        """A new position: act if it is one's turn, go to the next table at the end."""
        if shown.phase == "over" and not self.slot.has_table_after(self.place + 1):
            self.slot.pace.ran_out = True
        elif shown.phase == "over":
            self.place += 1
            self.table = self.slot.table_after(self.place)
            self.follow()
        elif self.seat in shown.to_act and self._sent is None:
            self.slot.pace.when_all_sit(partial(self._act_in_time, shown))

    def _act_in_time(self, shown: Shown) -> None:
        wait = self.slot.wait() if self.slot.pace.every else 0.0
        if wait:
            asyncio.get_running_loop().call_later(wait, self._act, shown)
        else:
            self._act(shown)

    def _act(self, shown: Shown) -> None:
        if self.slot.pace.stopped:
            return
        form = to_builtins(choose(shown, self.seat, self.slot.rng))
        self._sent = time.perf_counter()
        self.send(form)
