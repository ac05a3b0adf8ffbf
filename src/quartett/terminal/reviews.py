"""A review in the terminal: each seat's luck and skill, its kinds of decisions, the worst ones."""

from collections.abc import Iterator
from pathlib import Path

import msgspec
from rich.console import Console
from rich.table import Table

from quartett.arena.progress import Show, progress
from quartett.core.errors import QuartettError
from quartett.core.record import Record
from quartett.review import Review, Reviewing, SeatReview, review
from quartett.review.tables import mean_regret, rows, write_parquet


def show(record: Record, as_json: bool, svg: Path | None, worst: int, console: Console) -> None:
    """Review the record and print it."""
    found = made(record)
    if svg is not None:
        try:
            svg.write_text(found.plot().svg, encoding="utf-8")
        except OSError as error:
            raise QuartettError(f"cannot write {svg}: {error.strerror}") from None
    if as_json:
        print(msgspec.json.encode(found).decode())
        return
    console.print(_summary(found))
    console.print(_kinds(found))
    for one in found.worst(worst):
        name = _name(found.seats[one.seat])
        sure = "" if one.exact else f" (±{100 * one.error:.0f})"
        said = f"{one.place:>4} {name}, {one.grade}: {one.text}{sure}"
        console.print(said, soft_wrap=True)
    console.print(_basis(found), style="dim", soft_wrap=True)


def show_many(records: dict[str, Record], parquet: Path | None, console: Console) -> None:
    """Review all records, and print what each player gives away by kind of decision."""
    with progress("reviewing") as show:
        found = rows(_reviewed(records, show))
    if parquet is not None:
        write_parquet(parquet, found)
    listing = Table(box=None, pad_edge=False)
    for heading in ("player", "decision", "games", "number", "each", "a game"):
        listing.add_column(
            heading, justify="left" if heading in ("player", "decision") else "right"
        )
    for one in mean_regret(found):
        given = f"{100 * one.a_game:.1f} ±{196 * one.error:.1f}"
        listing.add_row(
            one.name, one.kind, str(one.games), str(one.decisions), f"{100 * one.each:.2f}", given
        )
    console.print(listing)
    console.print("Given away, in games of 100, with 95 % intervals.", style="dim")


def _reviewed(records: dict[str, Record], show: Show) -> Iterator[tuple[str, Review]]:
    for done, (name, record) in enumerate(records.items()):
        show(done, len(records))
        yield name, review(record)


def made(record: Record) -> Review:
    """The review, with a progress bar."""
    reviewing = Reviewing(record)
    with progress("reviewing") as show:
        for step in reviewing.steps():
            show(step.place + 1, len(record.events))
    return reviewing.review()


def _summary(review: Review) -> Table:
    listing = Table(box=None, pad_edge=False)
    for heading in ("player", "start", "result", "luck", "skill", "own play", "others' play"):
        listing.add_column(heading, justify="left" if heading == "player" else "right")
    for seat in review.seats:
        luck = signed(seat.luck) + (f" ±{100 * seat.error:.0f}" if seat.error else "")
        listing.add_row(
            _name(seat), f"{100 * seat.start:.1f}", f"{100 * seat.result:.1f}", luck,
            *map(signed, (seat.skill, seat.own, seat.others)),
        )  # fmt: skip
    return listing


def _kinds(review: Review) -> Table:
    listing = Table(box=None, pad_edge=False)
    for heading in ("player", "decision", "number", "given away", "small", "mistakes", "blunders"):
        listing.add_column(
            heading, justify="left" if heading in ("player", "decision") else "right"
        )
    for seat in review.seats:
        for kind, found in seat.kinds.items():
            counts = (found.small, found.mistakes, found.blunders)
            given = f"{100 * found.regret:.1f}"
            listing.add_row(_name(seat), kind, str(found.decisions), given, *map(str, counts))
    return listing


def _basis(review: Review) -> str:
    if review.exact:
        return "In games of 100. All values are exact."
    if review.playouts:
        return "In games of 100. Values are shares of wins in games that bots played on."
    revised = max(abs(seat.revised) for seat in review.seats)
    return (
        "In games of 100. Values are estimates; up to "
        f"{100 * revised:.0f} of a player's luck is what they were corrected by later."
    )


def _name(seat: SeatReview) -> str:
    """A guest may have played without a name."""
    return seat.name or f"P{seat.seat + 1}"


def signed(share: float) -> str:
    """In games of 100, with its sign.

    >>> signed(-0.0721), signed(0.5)
    ('−7.2', '+50.0')
    """
    return f"{100 * share:+.1f}".replace("-", "−")
