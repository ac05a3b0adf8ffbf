"""How one plays each game who cannot see it: by what the page says, and its keys."""

import re
from collections.abc import Callable, Iterator

from tests.browser.support.listener import Listener

ENOUGH = 8
"""Calcory's player stops at this sum."""
TRIES = 12
"""How many tiles Calculissimo's player tries at the ends of lines before passing."""
TYPED = {"−": "-", "×": "*", "÷": "/"}
SIGNS = "+−×÷"
ROUNDS = 240
"""How often nothing new is said before one gives up, or something that is not for us."""
FIELD = r"^[a-o]\d+, "


def calavera(ear: Listener) -> None:
    """The first choice that can be made, and its confirmation; else skip."""
    choices = [f"calavera.choice.{kind}" for kind in ("freeze", "own", "rose")]
    # A choice goes on to say what else it does, so only its beginning is compared.
    wanted = ear.pattern(*choices).replace("$", "")
    if any(re.search(wanted, node.name) and node.enabled for node in ear.tree()):
        ear.reach(wanted)
        ear.press("Enter")
        # A value that another's choice changes meanwhile is to be chosen again, in the next turn.
        if ear.soon("calavera.confirm.mark", "calavera.confirm.freeze"):
            ear.enter("calavera.confirm.mark", "calavera.confirm.freeze")
    else:
        ear.enter("calavera.skip")


def calcory(ear: Listener) -> None:
    """Cards up to eight, then stop; what was taken goes back to the first free place."""
    if ear.hears("calcory.taken.choose", role="button"):
        ear.enter("calcory.taken.choose")  # the focus then stands on a place where it may go
        ear.press("Enter")
        ear.enter("calcory.confirm.return")
    elif ear.hears("calcory.pass", role="button"):
        ear.enter("calcory.pass")
    elif may_stop(ear):
        ear.enter(*STOPS)
    else:
        turn_a_card(ear)


STOPS = [f"calcory.stop.{why}" for why in ("first", "higher", "more_cards", "too_low")]


def may_stop(ear: Listener) -> bool:
    """Whether one may, and the sum is worth it: it stands beside the table."""
    if not ear.hears(*STOPS, role="button"):
        return False
    told = ear.hears("calcory.sum.label", role="image")
    assert told is not None
    found = re.search(r"\d+", told.name)
    assert found is not None
    return int(found[0]) >= ENOUGH or not ear.hears("calcory.expects.turn", "calcory.expects.sum")


def turn_a_card(ear: Listener) -> None:
    """On from the card in focus to the next one that lies face down."""
    lies = ear.pattern("calcory.place").strip("^$")
    down = rf"^{lies}, {ear.pattern('calcory.lie.down').strip('^$')}"
    known = rf"^{lies}, {ear.pattern('calcory.lie.known').strip('^$')}"
    ear.reach(rf"^{lies}, ")
    for key in ["ArrowRight", "ArrowDown", *["ArrowRight"] * 10, *["ArrowUp", "ArrowLeft"] * 20]:
        if re.search(f"{down}|{known}", ear.focus().name) and ear.focus().enabled:
            ear.press("Enter")
            return
        ear.press(key)
    raise AssertionError(f"no card to turn up: {ear.focus()}")


def calculissimo(ear: Listener) -> None:
    """A sign and a number at the end of a line, whichever the page says is right; else pass."""
    lines, rack = ear.ask("b"), ear.ask("m").split(".")[0]
    tiles = re.split(r",\s+", rack.split(":", 1)[1].strip())
    for place, tile_pair in plays(lines, tiles, ear):
        if lay(ear, place, tile_pair):
            ear.enter("calculissimo.act.play_points")
            return
    ear.enter("calculissimo.act.pass")
    ear.wait("calculissimo.act.pass_sure")
    ear.enter("calculissimo.act.pass_sure")


def plays(lines: str, tiles: list[str], ear: Listener) -> Iterator[tuple[str, list[str]]]:
    signs = [tile for tile in tiles if tile in SIGNS]
    numbers = sorted((tile for tile in tiles if tile.isdigit()), reverse=True)
    across = ear.pattern("calculissimo.spoken.across").strip("^$").replace(r"\{", "{")
    begins = across.split(".*")[0]
    tried = 0
    if lines.startswith(ear.pattern("calculissimo.spoken.empty").strip("^$").replace("\\", "")):
        if len(numbers) > 1 and signs:
            ear.reach(FIELD)  # the focus begins in the middle
            yield ear.focus().name.split(",")[0], [numbers[0], signs[0], numbers[1]]
        return
    last = chr(ord("a") + sum(node.role == "row" for node in ear.tree()) - 1)
    for at, row, line in re.findall(rf"{begins}([a-o])(\d+)\W+?([\d+−×÷ ]+)", lines):
        end = chr(ord(at) + len(line.split()))
        for sign in dict.fromkeys(signs):
            for number in dict.fromkeys(numbers):
                if tried < TRIES and end < last:
                    tried += 1
                    yield f"{end}{row}", [sign, number]


def lay(ear: Listener, place: str, tiles: list[str]) -> bool:
    """Type the tiles from a field on, across or down, and listen to what is said of them."""
    go_to(ear, place)
    ear.press("Enter")
    before = ear.announced()
    for tile in tiles:
        ear.press(TYPED.get(tile, tile))
    ear.waits_for_news(before)
    if ear.hears("calculissimo.act.play_points", role="button"):
        return True
    ear.enter("calculissimo.act.take_back")
    return False


def go_to(ear: Listener, place: str) -> None:
    """Arrow keys to a field by its name."""
    ear.reach(FIELD)
    for _ in range(40):
        here = ear.focus().name.split(",")[0]
        across = ord(place[0]) - ord(here[0])
        down = int(place[1:]) - int(here[1:])
        if not across and not down:
            return
        if across:
            ear.press("ArrowRight" if across > 0 else "ArrowLeft")
        else:
            ear.press("ArrowDown" if down > 0 else "ArrowUp")
    raise AssertionError(f"the field {place} cannot be reached from {here}")


def cubus(ear: Listener) -> None:
    """The first box that can be added or taken, by the key that goes there; else pass."""
    if ear.hears("cubus.act.waive", role="button"):
        ear.enter("cubus.knock.never")
        return
    ear.ask("n")
    if is_at(ear, "cubus.ghost"):
        ear.press("Enter")
        ear.wait("cubus.act.build_points", role="button")
        ear.enter("cubus.act.build_points")
    elif is_at(ear, "cubus.taking"):
        ear.press("Enter")
        ear.enter("cubus.act.remove")
    else:
        ear.enter("cubus.act.pass", "cubus.act.pass_show", "cubus.act.pass_last")
        ear.enter("cubus.act.pass_sure")


def is_at(ear: Listener, says: str) -> bool:
    """Whether what has the focus ends with this message."""
    return re.search(ear.pattern(says).lstrip("^"), ear.focus().name) is not None


PLAYERS: dict[str, Callable[[Listener], None]] = {
    "calavera": calavera,
    "calcory": calcory,
    "calculissimo": calculissimo,
    "cubus": cubus,
}
ASKED = {
    "calavera": ("use", "use.last", "pick", "skip"),
    "calcory": ("turn", "turn.needed", "sum", "sum.needed", "pass", "return"),
    "calculissimo": ("play", "play_empty", "first"),
    "cubus": ("build", "knock", "show", "last", "remove", "remove_first"),
}
"""What the bar says when it is one's own turn."""


def take_turn(ear: Listener) -> bool:
    """Wait for our turn, and play; False when the game is over."""
    if not comes_to_turn(ear):
        return False
    before = ear.announced()
    PLAYERS[ear.game](ear)
    ear.waits_for_news(before)
    return True


def comes_to_turn(ear: Listener) -> bool:
    """Wait until the page says that it is our turn; False when the game is over."""
    for _ in range(ROUNDS):
        before, tree = ear.announced(), ear.tree()
        if ear.hears("over.story", role="heading", tree=tree):
            return False
        if ear.hears(*questions(ear), tree=tree) and ear.hears("hint", role="button", tree=tree):
            return True
        ear.waits_for_news(before)
    raise AssertionError(f"nothing goes on: {ear.announced()}")


def questions(ear: Listener) -> list[str]:
    """What the page may ask at our turn."""
    return [f"{ear.game}.expects.{key}" for key in ASKED[ear.game]]


def play_out(ear: Listener, most: int = 150) -> int:
    for turn in range(most):
        if not take_turn(ear):
            return turn
    raise AssertionError(f"the game is not over after {most} turns")
