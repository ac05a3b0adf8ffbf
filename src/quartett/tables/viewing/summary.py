"""A table as lists show it: kept beside the log, and made from it."""

from msgspec import Struct

from quartett.core.event import Seat
from quartett.tables.info import Stage
from quartett.tables.setup import Clock, Language
from quartett.tables.table import Table


class TableSummary(Struct, frozen=True, kw_only=True):
    """A table as it is stored for lists.

    Whom it waits for and when it changed last also stand with each entry of the log: a move
    between people without clocks changes nothing but the log.
    """

    id: str
    game: str
    stage: Stage
    listed: bool
    language: Language
    clock: Clock
    names: tuple[str, ...]
    users: tuple[str | None, ...]
    turns: tuple[Seat, ...]
    """The seats of people that the table waits for."""
    updated: int
    due: int | None
    """When a bot is to move or a clock runs out."""
    scores: tuple[int, ...] | None = None
    winners: tuple[Seat, ...] | None = None
    practice: bool = False
    levels: tuple[str | None, ...] = ()
    """By seat: the level of a bot; None for a person. Empty in summaries from before."""
    imported: bool = False

    @property
    def is_clocked(self) -> bool:
        """Whether a clock may run now."""
        return self.clock != Clock() and self.stage == "playing"

    def seats_of(self, user: str | None) -> tuple[Seat, ...]:
        return tuple(seat for seat, holder in enumerate(self.users) if holder and holder == user)

    def shown_to(self, user: str | None) -> "ListedTable":
        """The table as this user sees it in a list."""
        taken = [bool(name or holder) for name, holder in zip(self.names, self.users, strict=True)]
        seats = self.seats_of(user)
        return ListedTable(
            id=self.id,
            game=self.game,
            stage=self.stage,
            clock=self.clock,
            language=self.language,
            names=tuple(name if taken[seat] else None for seat, name in enumerate(self.names)),
            free=taken.count(False),
            seats=seats,
            turn=any(seat in self.turns for seat in seats),
            updated=self.updated,
            scores=self.scores,
            winners=self.winners,
            practice=self.practice,
            imported=self.imported,
        )


class ListedTable(Struct, frozen=True, kw_only=True):
    """A table in a list, as one user sees it."""

    id: str
    game: str
    stage: Stage
    clock: Clock
    language: Language
    names: tuple[str | None, ...]
    """One for each seat; None where it is free, empty for a guest without a name."""
    free: int
    seats: tuple[Seat, ...]
    """The user's own."""
    turn: bool
    """Whether the table waits for the user."""
    updated: int
    scores: tuple[int, ...] | None
    winners: tuple[Seat, ...] | None
    practice: bool = False
    """Whether it counts for no statistics."""
    imported: bool = False
    """Whether it came here as a record; it counts for no statistics either."""


def summary(table: Table) -> TableSummary:
    """What lists need of a table as it stands."""
    setup = table.setup
    return TableSummary(
        id=setup.id,
        game=setup.game,
        stage=table.stage,
        listed=setup.listed,
        language=setup.language,
        clock=setup.clock,
        names=tuple(holder.name for holder in table.seats),
        users=tuple(holder.user for holder in table.seats),
        turns=tuple(table.turns),
        updated=table.updated,
        due=table.due,
        scores=table.result.scores if table.result else None,
        winners=table.result.winners if table.result else None,
        practice=setup.practice,
        imported=setup.imported,
        levels=tuple(None if holder.user else holder.level for holder in table.seats),
    )
