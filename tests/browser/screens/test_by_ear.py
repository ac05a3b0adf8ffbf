"""Games played from the text of the accessibility tree alone, by keyboard.

Three whole games, some turns of Cubus, and a turn of each game in the other languages.
"""

import re
from collections.abc import Callable, Iterator

import pytest

from tests.browser.conftest import Visit
from tests.browser.support.listener import Listener

GAMES = ("calavera", "calcory", "calculissimo", "cubus")
ENOUGH = 8
"""Calcory's player stops at this sum."""
TRIES = 12
"""How many tiles Calculissimo's player tries at the ends of lines before passing."""
TYPED = {"−": "-", "×": "*", "÷": "/"}
SIGNS = "+−×÷"
ARROWS = ("ArrowUp", "ArrowRight", "ArrowDown", "ArrowLeft")
FIELD = r"^[a-o]\d+, "


def test_a_whole_game_of_calavera(visit: Visit) -> None:
    ear = set_up(visit, "calavera", "option.sheet", "Home")
    assert play_out(ear, calavera) > 3
    assert ear.visitor.position["view"]["options"]["sheet"] == "short"  # the key chose it


def test_a_whole_game_of_calcory(visit: Visit) -> None:
    ear = set_up(visit, "calcory", "option.max_turns", "Control+a", "1", "4")
    assert play_out(ear, calcory) > 3


def test_a_whole_game_of_calculissimo(visit: Visit) -> None:
    ear = set_up(visit, "calculissimo", "option.edition", "End")
    assert play_out(ear, calculissimo) > 3
    assert ear.visitor.position["view"]["options"]["edition"] == "children"


def test_some_turns_of_cubus(visit: Visit) -> None:
    ear = play_now(visit, "cubus", "en")
    for _ in range(4):
        assert take_turn(ear, cubus)


@pytest.mark.parametrize("language", ["de", "fr"])
@pytest.mark.parametrize("game", GAMES)
def test_a_turn_in_another_language(visit: Visit, game: str, language: str) -> None:
    assert take_turn(play_now(visit, game, language), PLAYERS[game])


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
    for tile in tiles:
        ear.press(TYPED.get(tile, tile))
    for _ in range(15):
        if ear.hears("calculissimo.act.play_points", role="button"):
            return True
        ear.page.wait_for_timeout(30)
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
    """A box where one costs no more than one has; else pass, and knock never."""
    if ear.hears("cubus.act.waive", role="button"):
        try:
            ear.enter("cubus.act.waive")
        except AssertionError:  # the time to knock may be over by now
            assert not ear.hears("cubus.act.waive", role="button")
        return
    ghost = ear.pattern("cubus.ghost").strip("^$")
    if any(re.search(ghost, node.name) and node.enabled for node in ear.tree()):
        find_column(ear, ghost)
        ear.press("Enter")
        ear.wait("cubus.act.build_points", role="button")
        ear.enter("cubus.act.build_points")
        return
    ear.enter("cubus.act.pass", "cubus.act.pass_show", "cubus.act.pass_last")
    if ear.hears("cubus.act.pass_sure", role="button"):
        ear.enter("cubus.act.pass_sure")


def find_column(ear: Listener, says: str) -> None:
    """From column to column, at each by an arrow that was not pressed there yet."""
    squares = ear.pattern("cubus.column", "cubus.column.open", "cubus.ground")
    ear.reach(squares.replace("$", ""))
    pressed: set[tuple[str, str]] = set()
    for step in range(200):
        here = ear.focus().name
        if re.search(says, here):
            return
        new = [key for key in ARROWS if (here, key) not in pressed]
        key = new[0] if new else ARROWS[step % len(ARROWS)]
        pressed.add((here, key))
        ear.press(key)
    raise AssertionError(f"the arrow keys do not lead to {says!r}: {ear.focus()}")


PLAYERS: dict[str, Callable[[Listener], None]] = {
    "calavera": calavera,
    "calcory": calcory,
    "calculissimo": calculissimo,
    "cubus": cubus,
}
ASKED = {
    "calavera": ("use", "use.last", "pick", "skip"),
    "calcory": ("turn", "sum", "pass", "return"),
    "calculissimo": ("play", "play_empty", "first"),
    "cubus": ("build", "knock", "show", "last"),
}
"""What the bar says when it is one's own turn."""


def take_turn(ear: Listener, player: Callable[[Listener], None]) -> bool:
    """Wait until the page says that it is our turn, and play; False when the game is over."""
    asked = [f"{ear.game}.expects.{key}" for key in ASKED[ear.game]]
    for _ in range(2_400):
        tree = ear.tree()
        if ear.hears("over.story", role="heading", tree=tree):
            return False
        if ear.hears(*asked, tree=tree) and ear.hears("hint", role="button", tree=tree):
            before = ear.announced()
            player(ear)
            ear.waits_for_news(before)
            return True
        ear.page.wait_for_timeout(50)
    raise AssertionError(f"nothing goes on: {ear.announced()}")


def play_out(ear: Listener, player: Callable[[Listener], None], most: int = 150) -> int:
    for turn in range(most):
        if not take_turn(ear, player):
            return turn
    raise AssertionError(f"the game is not over after {most} turns")


def play_now(visit: Visit, game: str, language: str) -> Listener:
    """From the first paint into a game; not the first one, where Cubus is without knocking."""
    visitor = visit(language=language)
    visitor.context.add_init_script("localStorage.setItem('quartett.played.cubus', 'yes')")
    visitor.go()
    ear = Listener(visitor, language, game)
    ear.wait("home.play")
    for _ in range(GAMES.index(game) + 1):
        ear.press("Tab")
        ear.reach(ear.pattern("home.play"))
    ear.press("Enter")
    return ear


def set_up(visit: Visit, game: str, option: str, *keys: str) -> Listener:
    visitor = visit()
    visitor.go(f"new/{game}")
    ear = Listener(visitor, "en", game)
    ear.wait("setup.more")
    ear.enter("setup.more")
    ear.reach(ear.pattern(f"{game}.{option}").replace("$", ""))
    for key in keys:
        ear.press(key)
    ear.enter("setup.go")
    return ear
