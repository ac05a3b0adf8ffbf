"""Where tables are kept: one contract, two databases."""

from quartett.server.store.contract import Push, Row, Store, Turn

__all__ = ["Push", "Row", "Store", "Turn", "open_store"]


async def open_store(address: str) -> Store:
    """The store at an address: a file, or `postgresql://…`."""
    if address.startswith(("postgresql://", "postgres://")):
        from quartett.server.store.postgres import PostgresStore

        return await PostgresStore.open(address)
    from quartett.server.store.sqlite import SqliteStore

    return await SqliteStore.open(address)
