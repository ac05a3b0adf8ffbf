"""Bots of all levels: they play whole games, each in character."""

import math
import random
import time
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

import quartett
from quartett import CHANCE, Event
from quartett.arena import Match
from quartett.bots import LEVELS, find_bot, levels
from quartett.games.calculissimo import Accept, Challenge, Exchange, Options, Pass, Play, edition
from quartett.games.calculissimo.board.grid import Board, with_tiles
from quartett.games.calculissimo.board.moves import fast
from quartett.games.calculissimo.board.moves.fast import Plays, find_plays
from quartett.games.calculissimo.board.moves.lists import CHECKED
from quartett.games.calculissimo.board.tiles import count, left_over, of_rack, spread
from quartett.games.calculissimo.bots import casual, endgame, expert, simulation
from quartett.games.calculissimo.bots.endgame import Endgame
from quartett.games.calculissimo.rules import State
from quartett.games.calculissimo.rules.position import arrange

GAME = quartett.game("calculissimo")
ROW_8 = "///////.....6:2+9"


def choice(level: str, state: State, seat: int = 0, seed: int = 0) -> object:
    action = find_bot(GAME, level)(seed).choose(state.view(seat), math.inf)
    state.check(seat, action)
    return action


def test_every_level_has_a_name_of_its_own() -> None:
    bots = levels(GAME)
    assert tuple(bots) == LEVELS
    assert len({bot.name for bot in bots.values()}) == len(LEVELS)
    assert all(bot.character.endswith(".") for bot in bots.values())


@pytest.mark.parametrize("variant", range(4))
def test_they_play_whole_games_without_a_fault(variant: int) -> None:
    table = [
        ("expert", "hard"),
        ("beginner", "medium", "advanced", "expert"),
        ("medium", "expert", "easy"),
    ]
    levels = table[variant % 3]
    match = Match(GAME, levels, seed=variant, options=GAME.variants()[variant])
    for _ in match.steps():
        pass
    assert match.forfeits == []


REACH = {"beginner": 3, "easy": 4, "medium": 5, "advanced": 5}


@pytest.mark.parametrize("level", REACH)
def test_weaker_levels_lay_only_so_many_tiles(level: str) -> None:
    state = arrange(ROW_8, "4-+3*81", "1")
    for seed in range(20):
        play = choice(level, state, seed=seed)
        assert isinstance(play, Play)
        assert len(play.tiles) <= REACH[level]


@pytest.mark.parametrize("level", REACH)
def test_they_take_the_best_of_what_they_see(level: str) -> None:
    state = arrange(ROW_8, "4-+3*81", "1")
    plays = find_plays(state.edition, state.board, state.racks[0])
    points = dict(plays.best_first())
    chosen = [choice(level, state, seed=seed) for seed in range(30)]
    scores = [points[play.tiles] for play in chosen if isinstance(play, Play)]
    assert plays.points.max() >= max(scores) >= sum(scores) / len(scores) > plays.points.mean()


@pytest.mark.parametrize("level", REACH)
def test_no_brilliant_opening_below_hard(level: str) -> None:
    """The best rack there is: seven tiles open with 420 points and more."""
    state = arrange("", "9*9+8-1", "1")
    brilliant = find_plays(state.edition, state.board, state.racks[0]).points.max()
    assert brilliant >= 420
    for seed in range(20):
        play = choice(level, state, seed=seed)
        assert isinstance(play, Play)
        after = state.apply(Event(0, play))
        assert isinstance(after, State)
        assert after.scores()[0] < 420


@pytest.mark.parametrize("level", LEVELS)
def test_without_a_play_they_exchange_and_pass_only_when_the_bag_is_empty(level: str) -> None:
    assert isinstance(choice(level, arrange(ROW_8, "1", "1")), Exchange)
    assert choice(level, arrange(ROW_8, "1", "1", bag="")) == Pass()


def challenged(note: str) -> State:
    state = arrange(ROW_8, "-1:7", "1+", challenge=True)
    return state.apply(Event(0, GAME.parse(note)))


@pytest.mark.parametrize("level", ["hard", "expert"])
def test_strong_bots_challenge_what_is_wrong_and_nothing_else(level: str) -> None:
    assert choice(level, challenged("8k -1 =12"), 1) == Challenge()
    assert choice(level, challenged("8k :7 =12"), 1) == Challenge()
    assert choice(level, challenged("8k -1 =11"), 1) == Accept()


def test_the_beginner_overlooks_some_wrong_plays_but_not_all() -> None:
    answers = Counter(choice("beginner", challenged("8k :7 =12"), 1, seed) for seed in range(200))
    assert 20 < answers[Challenge()] < 120


@pytest.mark.parametrize(
    ("level", "least", "most"),
    [("beginner", 5, 60), ("easy", 2, 50), ("medium", 1, 40), ("hard", 0, 0), ("expert", 0, 0)],
)
def test_weak_bots_miscount_or_bluff_a_little(level: str, least: int, most: int) -> None:
    state = arrange(ROW_8, "4-+3*81", "1", challenge=True)
    points = dict(find_plays(state.edition, state.board, state.racks[0]).best_first())
    wrong = 0
    for seed in range(200 if most else 10):
        play = choice(level, state, seed=seed)
        assert isinstance(play, Play)
        wrong += play.announce != points[play.tiles]
    assert least <= wrong <= most


def test_the_expert_keeps_its_joker_for_better_things() -> None:
    play = choice("expert", arrange(ROW_8, "-?1", "1"))
    assert not isinstance(play, Play) or all(of_rack(tile) != "?" for _, _, tile in play.tiles)


@pytest.fixture
def found(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[int]]:
    """How many plays each search finds, where there is no compiler."""
    counts = list[int]()

    def counted(*asked: Any, **more: Any) -> Plays:
        plays = find_plays(*asked, **more)
        counts.append(len(plays))
        return plays

    for module in (casual, endgame, expert):
        monkeypatch.setattr(module, "find_plays", counted)
    with fast.PROGRAM._in_mode(False), simulation.PROGRAM._in_mode(False):
        yield counts


JOKERS = arrange(ROW_8, "?12345+", "??34-+")


@pytest.mark.parametrize("level", LEVELS)
def test_where_time_is_up_the_first_plays_that_are_found_must_do(
    level: str, found: list[int]
) -> None:
    every = find_plays(JOKERS.edition, JOKERS.board, JOKERS.racks[0], most=4)
    action = find_bot(GAME, level)(0).choose(JOKERS.view(0), time.monotonic())
    JOKERS.check(0, action)
    assert 0 < max(found) <= CHECKED < len(every) / 10


def test_so_must_the_first_answers_at_the_end_of_a_game(found: list[int]) -> None:
    plays = find_plays(JOKERS.edition, JOKERS.board, JOKERS.racks[0], until=0.0)
    search, (mine, theirs) = Endgame(JOKERS.edition, time.monotonic()), JOKERS.racks
    number = search.best(JOKERS.board, mine, theirs, plays)
    assert 0 <= number < len(plays)
    assert 0 < max(found) <= CHECKED


def minimax(played: str, board: Board, mine: tuple[str, ...], theirs: tuple[str, ...]) -> int:
    """The best final difference, by looking at everything (but passes)."""
    plays = find_plays(edition(played), board, mine)
    cost = sum(map(left_over, theirs)) - sum(map(left_over, mine))
    if not len(plays):
        return cost
    values = []
    for tiles, points in plays.best_first():
        used = count(of_rack(tile) for _, _, tile in tiles)
        left = spread(a - b for a, b in zip(count(mine), used, strict=True))
        if not left:
            values.append(points + sum(map(left_over, theirs)))
        else:
            laid = with_tiles(board, edition(played).size, tiles)
            values.append(points - minimax(played, laid, theirs, left))
    return max(values)


def test_the_endgame_search_is_exact_where_it_looks_at_everything(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(endgame, "WIDTHS", (10**6,) * 20)
    monkeypatch.setattr(endgame, "POSITIONS", 10**9)
    rng, seen = random.Random(3), 0
    played = edition("children")
    bag = spread(played.tiles)
    for _ in range(12):
        state = GAME.start(2, Options(edition="children", start_player=0))
        while not state.over and state.is_chance:
            state = state.apply(Event(CHANCE, state.sample(rng)))
        assert isinstance(state, State)
        board = state.board
        for _ in range(5):
            plays = find_plays(played, board, rng.sample(bag, 5))
            if len(plays):
                board = with_tiles(board, 9, plays.tiles(rng.randrange(len(plays))))
        mine, theirs = tuple(rng.sample(bag, 3)), tuple(rng.sample(bag, 3))
        if "?" in mine + theirs:
            continue
        plays = find_plays(played, board, mine)
        if not len(plays):
            continue
        seen += 1
        search = Endgame(played, math.inf)
        values = search.values(board, mine, theirs, plays)
        truth = minimax("children", board, mine, theirs)
        assert max(values.values()) == truth
        assert values[search.best(board, mine, theirs, plays)] == truth
    assert seen > 4
