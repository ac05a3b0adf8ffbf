"""A tournament as one page: tables and plots in a single file that needs nothing else."""

from collections.abc import Iterable, Iterator, Sequence
from html import escape
from importlib.resources import files
from pathlib import Path
from typing import Any

from quartett.arena.ratings import TWO_SIGMA, Rating, history, ratings
from quartett.arena.report.charts import (
    Curve,
    ScoreDistribution,
    Whisker,
    gauge,
    histograms,
    lines,
    whiskers,
)
from quartett.arena.results import Outcome, Standing, by_entrant, fingerprint, with_players
from quartett.arena.tournament import Comparison, Tournament
from quartett.core.distribution import __version__
from quartett.core.registry import game as find_game

POINTS = 120
"""Points of a line; more cannot be seen."""
SIGNS = {"ahead": "▲ ahead", "behind": "▼ behind", "equal": "= equal", "open": "? open"}


class Markup(str):
    """Markup that is inserted unescaped."""


def write_report(path: Path, tournament: Tournament) -> None:
    """Write the page whole or not at all."""
    draft = path.with_name(f".{path.name}.new")
    draft.write_text(report(tournament), encoding="utf-8")
    draft.replace(path)


def report(tournament: Tournament) -> str:
    """The page as HTML."""
    outcomes = tournament.outcomes
    names = [entrant.name for entrant in tournament.plan.entrants]
    rated = ratings(names, outcomes)
    colours = {rating.name: number for number, rating in enumerate(rated)}
    title = f"{find_game(tournament.plan.game).name}: a tournament"
    style = files("quartett.arena.report").joinpath("report.css").read_text(encoding="utf-8")
    parts = [
        *_opening(title, tournament, outcomes),
        *_ratings(rated, by_entrant(names, outcomes), colours),
        *_history(names, outcomes, colours),
        *(part for n in tournament.plan.players for part in _shares(n, names, outcomes, colours)),
        *_comparisons(tournament),
        *(part for n in tournament.plan.players for part in _scores(n, rated, outcomes, colours)),
        *_forfeits(outcomes),
    ]
    body = "\n".join(parts)
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f'<meta name="color-scheme" content="light dark"><title>{escape(title)}</title>'
        f"<style>\n{style}</style></head>\n<body><main>\n{body}\n</main></body></html>\n"
    )


def _opening(title: str, tournament: Tournament, outcomes: list[Outcome]) -> Iterator[str]:
    plan = tournament.plan
    yield f"<h1>{escape(title)}</h1>"
    state = "" if tournament.over else " It is not over."
    numbers = _listed([str(players) for players in plan.players])
    yield (
        f"<p>{len(plan.entrants)} bots in {_counted(len(tournament.groups), 'group')} of {numbers} "
        f"players, {_counted(len(outcomes), 'game')}.{state}</p>"
    )
    options = ", ".join(f"{name} = {value}" for name, value in plan.options.items())
    facts = {
        "seed": plan.seed,
        "options": options or "the standard game",
        "a group plays": f"{'at most ' if plan.until_certain else ''}"
        f"{_counted(plan.games, 'game')}, in whole rounds"
        f"{', and stops when it is certain' if plan.until_certain else ''}",
        "Quartett": __version__,
        "fingerprint": fingerprint(outcomes),
    }
    rows = "".join(f"<dt>{name}</dt><dd>{escape(said)}</dd>" for name, said in facts.items())
    yield f"<dl>{rows}</dl>"


def _ratings(
    rated: list[Rating], standings: list[Standing], colours: dict[str, int]
) -> Iterator[str]:
    yield "<h2>Ratings</h2>"
    yield (
        "<p>Strength over all games and numbers of players, by openskill's Plackett–Luce model, "
        "with the interval in which the model puts it with 95 %. Four points more win about two "
        "games of three.</p>"
    )
    rows = [
        Whisker(
            one.name, one.mean, *one.interval, colours[one.name],
            f"{one.mean:.1f} ± {TWO_SIGMA * one.sigma:.1f}",
        )
        for one in rated
    ]  # fmt: skip
    yield _figure(whiskers(rows))
    found = {standing.name: standing for standing in standings}
    yield _table(
        ["bot", "rating", "games", "wins", "score", "ms a decision", "longest, ms", "forfeits"],
        [
            [row.label, row.said, f"{one.games:,}", f"{one.share:.1%}", f"{one.mean_score:.1f}",
             f"{one.seconds_a_decision * 1000:.2f}", f"{one.slowest * 1000:.0f}", one.forfeits]
            for row in rows
            for one in [found[row.label]]
        ],
    )  # fmt: skip


def _history(names: list[str], outcomes: list[Outcome], colours: dict[str, int]) -> Iterator[str]:
    step = max(1, len(outcomes) // POINTS)
    moments = list(history(names, outcomes))[::step]
    if len(moments) < 2:
        return
    rows = [
        Curve(
            name,
            [(now[who].mean, *now[who].interval) for now in moments],
            colours[name],
        )
        for who, name in enumerate(names)
    ]
    yield "<h3>As the tournament went on</h3>"
    yield _figure(lines(rows, step), "The rating after each number of games, with its interval.")


def _shares(
    players: int, names: list[str], outcomes: list[Outcome], colours: dict[str, int]
) -> Iterator[str]:
    standings = [one for one in by_entrant(names, with_players(outcomes, players)) if one.games]
    if not standings:
        return
    standings.sort(key=lambda one: -one.share)
    rows = [
        Whisker(
            one.name, one.share, *one.interval, colours[one.name],
            f"{one.share:.1%} of {one.games} games, {one.interval[0]:.1%} to {one.interval[1]:.1%}",
        )
        for one in standings
    ]  # fmt: skip
    yield f"<h2>{players} players: shares of wins</h2>"
    yield _figure(
        whiskers(rows, 1 / players, percent=True),
        f"Wilson's 95 % interval; the line is an equal share, {1 / players:.1%}.",
    )


def _comparisons(tournament: Tournament) -> Iterator[str]:
    plan = tournament.plan
    yield "<h2>Who finishes ahead of whom</h2>"
    yield (
        f"<p>How often the first finished ahead of the second, group by group; a shared place "
        f"counts half. The intervals hold at every moment and all at once, with a chance of "
        f"{plan.confidence:.0%}: one may stop when one likes. <em>Ahead</em> and <em>behind</em> "
        f"exclude a half, <em>equal</em> means within {plan.margin:.0%} of it.</p>"
    )
    yield _table(
        ["first", "second", "share", "interval", "0 to 100 %", "verdict", "rounds", "group"],
        [_compared(one) for one in tournament.comparisons if one.rounds],
    )


def _compared(found: Comparison) -> list[Any]:
    one = found.turned() if found.share < 0.5 else found
    return [
        one.one,
        one.other,
        f"{one.share:.1%}",
        f"{one.low:.1%} – {one.high:.1%}",
        Markup(gauge(one.share, one.low, one.high)),
        SIGNS[one.verdict],
        f"{one.rounds:,}",
        " – ".join(one.group),
    ]


def _scores(
    players: int, rated: list[Rating], outcomes: list[Outcome], colours: dict[str, int]
) -> Iterator[str]:
    scores: dict[str, list[int]] = {rating.name: [] for rating in rated}
    for outcome in with_players(outcomes, players):
        for name, score in zip(outcome.seats, outcome.scores, strict=True):
            scores[name].append(score)
    rows = [
        ScoreDistribution(name, found, colours[name]) for name, found in scores.items() if found
    ]
    if rows:
        yield f"<h2>{players} players: scores</h2>"
        yield _figure(histograms(rows), "How often each score came; the stroke is the mean.")


def _forfeits(outcomes: Sequence[Outcome]) -> Iterator[str]:
    rows = [
        [number, outcome.seats[forfeit.seat], forfeit.at, forfeit.why]
        for number, outcome in enumerate(outcomes, start=1)
        for forfeit in outcome.forfeits
    ]
    if not rows:
        return
    yield "<h2>Forfeits</h2>"
    if len(rows) > 100:
        yield f"<p>The first 100 of {len(rows):,}.</p>"
    yield _table(["game", "bot", "event", "why"], rows[:100])


def _figure(svg: str, caption: str = "") -> str:
    below = f"<figcaption>{escape(caption)}</figcaption>" if caption else ""
    return f"<figure>{svg}{below}</figure>"


def _table(headings: Iterable[str], rows: Iterable[Sequence[Any]]) -> str:
    head = "".join(f"<th>{escape(heading)}</th>" for heading in headings)
    body = "".join(f"<tr>{''.join(f'<td>{_cell(cell)}</td>' for cell in row)}</tr>" for row in rows)
    table = f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
    return f'<div class="wide">{table}</div>'


def _cell(thing: Any) -> str:
    return thing if isinstance(thing, Markup) else escape(str(thing))


def _counted(count: int, noun: str) -> str:
    return f"{count:,} {noun}{'' if count == 1 else 's'}"


def _listed(words: Sequence[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"
