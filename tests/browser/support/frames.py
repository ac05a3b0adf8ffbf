"""What the page's main thread does while something moves, from a trace of Chromium.

Late frames depend on what else the machine does; the processor time of the thread hardly does. A
task is long when it would take more than a frame on a processor four times as slow, while something
moves on the screen. Chromium's own slowing is not used here: it waits in the thread, and the wait
depends on the load again. Moves of `transform` and `opacity` alone are drawn by the compositor,
whatever the main thread does. What the test's own scripts take in the page is left out.
"""

import bisect
import json
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Browser

from tests.browser.support.players import Player
from tests.browser.support.visitor import LIVE, OVER, Visitor

SLOWED = 4
LOOK_MS = 100
FRAME_US = 16_700
COMPOSITED = {"transform", "opacity", "translate", "rotate", "scale"}
CATEGORIES = [
    *("-*", "toplevel", "__metadata", "blink.user_timing", "cc", "devtools.timeline"),
    "disabled-by-default-devtools.timeline",
]
MISSING = "AppendQuads checkerboard"
"""How Chromium's compositor notes a piece of a layer that it should draw and that is not painted
yet. Where an animation moves the layer, it drops the whole frame."""
SHOWN = "disabled-by-default-devtools.timeline.frame"
STATES = {
    "shown": ("STATE_PRESENTED_ALL", "STATE_PRESENTED_PARTIAL"),
    "dropped": ("STATE_DROPPED",),
}
"""What became of a frame; those for which nothing changed do not count."""
WATCH = """() => {
  window.animated = [];
  window.presses = 0;
  for (const press of ["pointerdown", "keydown"])
    addEventListener(press, () => { window.presses += 1; }, true);
  const seen = new WeakSet();
  const OWN = ["offset", "computedOffset", "easing", "composite"];
  const note = way => {
    const { effect } = way, { endTime } = effect.getComputedTiming();
    if (seen.has(way) || endTime <= 0) return;
    seen.add(way);
    performance.mark("moving", { detail: endTime });
    const named = effect.target.getAttribute("class") ?? effect.target.localName;
    const used = effect.getKeyframes().flatMap(Object.keys).filter(one => !OWN.includes(one));
    window.animated.push([named.split(" ")[0], used]);
  };
  for (const began of ["transitionrun", "animationstart"])
    addEventListener(began, ({ target }) => target.getAnimations().forEach(note), true);
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (...given) {
    const way = animate.apply(this, given);
    note(way);
    return way;
  };
}"""
"""Marks in the trace for how long each animation moves, notes which properties it changes, and
counts what the player presses."""
Event = dict[str, Any]


@dataclass(frozen=True)
class Trace:
    """What the main thread did, as Chromium told it."""

    animated: tuple[tuple[str, frozenset[str]], ...]
    """Each animation: the element's first class, and the properties that it changes."""
    presses: int
    """By mouse or keyboard."""
    moving: tuple[tuple[int, int], ...]
    """When something moved on the screen, from the frame that drew its beginning."""
    tasks: tuple[Event, ...]
    page: tuple[Event, ...]
    """Frames, and scripts of the page."""
    foreign: tuple[Event, ...]
    """Scripts of the test: Playwright's, and the marks of this module."""
    forced: tuple[Event, ...]
    """Layouts that a script of ours asked for in the middle of its work, outside of a frame."""
    missing: tuple[Event, ...]
    """Pieces of what is to be drawn that were not painted in time."""

    @property
    def moving_ms(self) -> float:
        return sum(end - begin for begin, end in self.moving) / 1000

    @property
    def busy(self) -> list[int]:
        """Each task that fell into a move, in microseconds of the slower processor."""
        return [self._own(one) for one in self.tasks if self._is_moving(one)]

    def figures(self) -> dict[str, float]:
        busy, count = self.busy, max(1, len(self.animated))
        long = [one for one in busy if one > FRAME_US]
        return {
            "animations": len(self.animated),
            "moving_ms": round(self.moving_ms),
            "main_ms": round(sum(busy) / 1000),
            "main_ms_each": round(sum(busy) / 1000 / count, 1),
            "long_tasks": len(long),
            "long_ms": round(sum(long) / 1000),
            "longest_ms": round(max(busy, default=0) / 1000),
            "forced_layouts": len(self.forced),
            "missing": len(self.missing),
        }

    def _own(self, task: Event) -> int:
        """What the page needed of a task; nothing of one that only the test asked for."""
        foreign = [one for one in self.foreign if _within(one, [task])]
        if foreign and not any(_within(one, [task]) for one in self.page):
            return 0
        return max(0, _cpu(task) - sum(map(_cpu, foreign)))

    def _is_moving(self, task: Event) -> bool:
        begin, end = task["ts"], task["ts"] + task["dur"]
        return any(begin < until and since < end for since, until in self.moving)


def traced(browser: Browser, visitor: Visitor, play: Callable[[], object]) -> Trace:
    """Play, and see what the page's main thread had to do for it."""
    visitor.page.evaluate(WATCH)
    events = _recorded(browser, visitor, play, CATEGORIES)
    animated, presses = visitor.page.evaluate("[window.animated, window.presses]")
    return read(events, animated, presses)


def presented(browser: Browser, visitor: Visitor, play: Callable[[], object]) -> Counter[str]:
    """How many frames were shown, and how many were not, while the compositor moved something.

    By Chromium's own account, which counts what a person sees: a frame that the compositor draws in
    time is shown, although the main thread may have nothing new for it yet.
    """
    events = _recorded(browser, visitor, play, ["-*", SHOWN])
    begun = [one for one in events if (one["name"], one["ph"]) == ("PipelineReporter", "b")]
    frames = [one["args"]["frame_reporter"] for one in begun]
    moving = [one["state"] for one in frames if one["has_compositor_animation"]]
    names = {state: name for name, states in STATES.items() for state in states}
    return Counter(names[state] for state in moving if state in names)


def _recorded(
    browser: Browser, visitor: Visitor, play: Callable[[], object], categories: list[str]
) -> list[Event]:
    browser.start_tracing(page=visitor.page, categories=categories)
    try:
        play()
    finally:
        written = browser.stop_tracing()
    events: list[Event] = json.loads(written)["traceEvents"]
    return events


def play(visitor: Visitor, player: Player, decisions: int) -> None:
    """Play on, looking ten times a second whether it is our turn.

    Playwright's own way of waiting asks for every frame, and the page would have to make them all.
    """
    for _ in range(decisions):
        wait_for_turn(visitor)
        if not visitor.is_over:
            player(visitor)


def wait_for_turn(visitor: Visitor) -> None:
    while not visitor.find(f"{LIVE}, {OVER}").count():
        visitor.page.wait_for_timeout(LOOK_MS)


def read(events: list[Event], animated: list[tuple[str, list[str]]], presses: int) -> Trace:
    marks = [one for one in events if one["name"] == "moving" and "user_timing" in one["cat"]]
    main = _main_thread(events, {one["pid"] for one in marks})
    done = [one for one in events if one["ph"] == "X" and (one["pid"], one["tid"]) == main]
    frames = [one for one in done if one["name"] == "ProxyMain::BeginMainFrame"]
    ends = sorted(one["ts"] + one["dur"] for one in frames)
    calls = [one for one in done if one["name"] == "FunctionCall"]
    ours = [one for one in calls if "/assets/" in one["args"]["data"].get("url", "")]
    return Trace(
        tuple((name, frozenset(used)) for name, used in animated),
        presses,
        _merged(sorted(_drawn(marks, ends))),
        tuple(one for one in done if one["name"] == "ThreadControllerImpl::RunTask"),
        (*frames, *ours),
        tuple(one for one in calls if one not in ours),
        tuple(_forced(done, frames, ours)),
        tuple(one for one in events if one["name"].endswith(MISSING) and one["pid"] == main[0]),
    )


def _forced(done: list[Event], frames: list[Event], ours: list[Event]) -> Iterator[Event]:
    for one in done:
        if one["name"] == "Layout" and _within(one, ours) and not _within(one, frames):
            yield one


def _main_thread(events: list[Event], pages: set[int]) -> tuple[int, int]:
    found = [
        (one["pid"], one["tid"])
        for one in events
        if one["name"] == "thread_name" and one["args"]["name"] == "CrRendererMain"
    ]
    return next(iter([one for one in found if one[0] in pages] or found))


def _drawn(marks: list[Event], frames: list[int]) -> Iterator[tuple[int, int]]:
    """Begin and end of each move, from the frame that first drew it."""
    for one in marks:
        place = bisect.bisect(frames, one["ts"])
        if place < len(frames):
            lasts = float(one["args"]["data"]["detail"])
            yield frames[place], frames[place] + round(1000 * lasts)


def _merged(times: list[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    found: list[tuple[int, int]] = []
    for begin, end in times:
        if found and begin <= found[-1][1]:
            found[-1] = (found[-1][0], max(end, found[-1][1]))
        else:
            found.append((begin, end))
    return tuple(found)


def _within(one: Event, others: list[Event]) -> bool:
    return any(other["ts"] <= one["ts"] <= other["ts"] + other["dur"] for other in others)


def _cpu(task: Event) -> int:
    used: int = task["tdur"] if "tdur" in task else task["dur"]
    return SLOWED * used
