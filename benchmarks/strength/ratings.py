"""One scale for all who play: levels, simple players, random play, earlier experts and OpenSpiel's
searches.

    python -m benchmarks.strength.ratings                     play everything and write the page
    python -m benchmarks.strength.ratings --save FILE         play, and keep the outcomes
    python -m benchmarks.strength.ratings --load FILE ...     take in kept outcomes

What each pair came to is kept in `results.csv`; pairs that were not played again stay as they are
there. Seeds are those of these matches alone: nothing was tuned on them.
"""

import csv
import random
import sys
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path

import msgspec

import quartett
from benchmarks.strength import searches
from benchmarks.strength.players import Pairing, Player, decided, play_all, standings
from quartett.arena import Outcome, Rating, ratings, wilson
from quartett.bots import LEVELS

PAGE = Path(__file__).parents[2] / "docs" / "strength.md"
RESULTS = Path(__file__).parent / "results.csv"
GAMES = 300
"""Of neighbouring levels; other pairs play fewer."""
FEWER = 60
SEED = "strength, November"
SIMPLE = {
    "calavera": Player("simple", "benchmarks.strength.simple", "CalaveraSimple"),
    "calcory": Player("simple", "quartett.games.calcory.bots", "Greedy"),
    "calculissimo": Player("simple", "benchmarks.strength.simple", "CalculissimoSimple"),
    "cubus": Player("simple", "benchmarks.strength.simple", "CubusSimple"),
}
EARLIER = {
    "calavera": Player("expert-2026", "benchmarks.strength.expert_2026", "Expert2026"),
    "calcory": Player("expert-2026", "benchmarks.strength.calcory_reader", "Expert2026"),
    "calculissimo": Player("expert-2026", "benchmarks.strength.expert_2026", "Calculissimo2026"),
    "cubus": Player("expert-2026", "benchmarks.strength.expert_2026", "Cubus2026"),
}
LADDER = ("random", *LEVELS)
MORE = "## More players\n"


class Played(msgspec.Struct, frozen=True):
    """A game that was played, and what was played."""

    game: str
    outcome: Outcome


def pairings() -> list[Pairing]:
    return [pairing for game in SIMPLE for pairing in _of(game)]


def _of(game: str) -> Iterator[Pairing]:
    ladder = [Player(name) for name in LADDER]
    for below, level in pairwise(ladder):
        yield Pairing(game, (level, below), GAMES, SEED)
    for below, level in zip(ladder, ladder[2:], strict=False):
        yield Pairing(game, (level, below), FEWER, SEED)
    for name in LEVELS:
        games = 2 * GAMES // 3 if name == "easy" else FEWER
        yield Pairing(game, (SIMPLE[game], Player(name)), games, SEED)
    if game in EARLIER:
        yield Pairing(game, (Player("expert"), EARLIER[game]), 2 * FEWER, SEED)
        yield Pairing(game, (EARLIER[game], Player("hard")), FEWER, SEED)


def page(played: Sequence[Played]) -> str:
    parts = [_section(game, [one.outcome for one in played if one.game == game]) for game in SIMPLE]
    return f"{HEAD}\n" + "\n".join(parts)


HEAD = """\
# How strong the bots are

Every game has six levels, from a first opponent for a child to `expert`, in steps that a person
can climb: each is meant to win 65 to 80 of 100 games against the one below. The weaker ones
forget, overlook things and hurry, as people do. `simple` is a player written in ten lines, in
Calavera fifty (`benchmarks/strength/simple.py`; in Calcory it is the greedy player with a perfect
memory), `random` plays any legal action, and `expert-2026` is the expert of November 2026, kept
where it has changed since. MCTS and IS-MCTS are OpenSpiel's searches with eight simulations for
each small move, which play at random to the end of the turn and then look at the lead; MCTS sees
what is hidden. They have played few games, so their ratings are rough.

Two players, default options; seats are exchanged, with two games each on the same dice, and a tie
counts as half a win. Ratings are openskill's (Plackett–Luce) over all games listed, shuffled, with
95 % intervals. `python -m benchmarks.strength.ratings` plays it all again. Some levels were changed
after a look at part of the results; their pairs were then played again on other seeds
(18 November 2026).
"""


NOTES = {
    "calculissimo": """\
No clock is set in these games, so `expert` judges plays at sight. [Calculissimo's
expert](decisions/calculissimo-expert.md) says what it gains by simulation with a second per move.
""",
    "cubus": """\
[More games against `expert-2026`](decisions/cubus-expert.md#measured) were played with other cards.
""",
}


def _section(game: str, outcomes: list[Outcome]) -> str:
    mixed = sorted(outcomes, key=lambda one: (one.fixture.group, one.fixture.round, one.seats))
    random.Random(SEED).shuffle(mixed)
    names = sorted({name for one in outcomes for name in one.seats})
    rated = ratings(names, mixed)
    name = quartett.game(game).name
    _draw(game, name, rated)
    steps = [_step(outcomes, level, below) for below, level in pairwise(LADDER)]
    rest = [_step(outcomes, *group) for group in _others(outcomes)]
    return "\n".join(
        [
            f"## {name}",
            "",
            f"![Ratings of {name}](pictures/strength-{game}.svg)",
            "",
            *([NOTES[game]] if game in NOTES else []),
            "| player | rating | 95 % interval |",
            "|---|---:|---|",
            *(f"| {_said(r.name)} | {r.mean:.1f} | {_interval(r)} |" for r in rated),
            "",
            "| match | games | wins | 95 % interval |",
            "|---|---:|---:|---|",
            *steps,
            *rest,
            "",
        ]
    )


def _others(outcomes: list[Outcome]) -> list[tuple[str, ...]]:
    """The groups that are no step of the ladder."""
    ladder = {(level, below) for below, level in pairwise(LADDER)}
    return sorted({one.fixture.group for one in outcomes} - ladder)


def _step(outcomes: list[Outcome], one: str, other: str) -> str:
    first = standings(outcomes, one, other)[0]
    low, high = wilson(first.wins, first.games)
    return (
        f"| {_said(one)} – {_said(other)} | {first.games:,} | {first.share:.1%} "
        f"| {low:.1%} – {high:.1%} |"
    )


def _said(name: str) -> str:
    return f"`{name}`" if name in (*LEVELS, "expert-2026") else name


def _interval(rating: Rating) -> str:
    low, high = rating.interval
    return f"{low:.1f} – {high:.1f}"


def _draw(game: str, title: str, rated: list[Rating]) -> None:
    """A line for each player: its rating as a dot, the interval as a bar."""
    low = min(r.interval[0] for r in rated)
    high = max(r.interval[1] for r in rated)

    def x(value: float) -> float:
        return 110 + 480 * (value - low) / (high - low)

    rows = []
    for place, r in enumerate(rated):
        y = 34 + 24 * place
        ours = r.name in LEVELS
        colour = "#1f6f8b" if ours else "#8a8f98"
        rows.append(
            f'<text x="100" y="{y + 4}" text-anchor="end" font-size="13">{r.name}</text>'
            f'<line x1="{x(r.interval[0]):.1f}" x2="{x(r.interval[1]):.1f}" y1="{y}" y2="{y}" '
            f'stroke="{colour}" stroke-width="3"/>'
            f'<circle cx="{x(r.mean):.1f}" cy="{y}" r="5" fill="{colour}"/>'
            f'<text x="{x(r.interval[1]) + 8:.1f}" y="{y + 4}" font-size="12" fill="{colour}">'
            f"{r.mean:.1f}</text>"
        )
    height = 40 + 24 * len(rated)
    picture = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 {height}" '
        f'font-family="sans-serif" fill="currentColor"><title>{title}: ratings</title>'
        f"{''.join(rows)}</svg>\n"
    )
    (PAGE.parent / "pictures" / f"strength-{game}.svg").write_text(picture, encoding="utf-8")


def play(save: Path | None) -> list[Played]:
    """All games, in an order in which every pairing advances alike."""
    played = []
    for outcome, game in _outcomes():
        played.append(Played(game, outcome))
        if save:
            with save.open("ab") as file:
                file.write(msgspec.json.encode(played[-1]) + b"\n")
    return played


def _outcomes() -> Iterator[tuple[Outcome, str]]:
    for game in SIMPLE:
        for outcome in play_all([one for one in pairings() if one.game == game]):
            yield outcome, game
        for outcome in searches.outcomes(game):
            yield outcome, game


def main() -> None:
    option, *files = [*sys.argv[1:], ""][:1] + sys.argv[2:]
    if option == "--load":
        lines = [line for file in files for line in Path(file).read_bytes().splitlines()]
        played = [msgspec.json.decode(line, type=Played) for line in lines]
    else:
        played = play(Path(files[0]) if option == "--save" else None)
    results = merged(read_results(), played)
    write_results(results)
    PAGE.write_text(page(results) + _kept(), encoding="utf-8")


def merged(before: Sequence[Played], played: Sequence[Played]) -> list[Played]:
    """Games of pairs that were played again take the place of those before."""
    again = {(one.game, one.outcome.fixture.group) for one in played}
    return [one for one in before if (one.game, one.outcome.fixture.group) not in again] + [*played]


def read_results() -> list[Played]:
    with RESULTS.open(encoding="utf-8", newline="") as file:
        return [
            Played(row["game"], decided((row["one"], row["other"]), won, number))
            for row in csv.DictReader(file)
            for number, won in enumerate(
                [1.0] * int(row["won"]) + [0.5] * int(row["tied"]) + [0.0] * int(row["lost"])
            )
        ]


def write_results(results: Sequence[Played]) -> None:
    counts: dict[tuple[str, ...], list[int]] = {}
    for one in results:
        group = one.outcome.fixture.group
        won = one.outcome.ahead(*group)
        counts.setdefault((one.game, *group), [0, 0, 0])[round(2 - 2 * won)] += 1
    with RESULTS.open("w", encoding="utf-8", newline="") as file:
        rows = csv.writer(file, lineterminator="\n")
        rows.writerow(["game", "one", "other", "won", "tied", "lost"])
        rows.writerows([*group, *count] for group, count in sorted(counts.items()))


def _kept() -> str:
    """What stands on the page about more players, which this does not measure."""
    _, found, text = PAGE.read_text(encoding="utf-8").partition(MORE)
    return f"\n{found}{text}" if found else ""


if __name__ == "__main__":
    main()
