"""Small steps to save."""

from dataclasses import replace

from bot.store.api import Store
from bot.store.rows import LogRow, TableCommit, TableRow


def row(table: int = 1, revision: int = 1, channel: int = 10) -> TableRow:
    return TableRow(table, channel, 5, True, revision, 1000, b"{}", b"state")


def entry(table: int = 1, revision: int = 1, press: int = 0) -> LogRow:
    return LogRow(table, revision, press, 7, "join", b"{}", b"[]", 99)


def step(table: int = 1, revision: int = 1, press: int = 0, channel: int = 10) -> TableCommit:
    return TableCommit(row(table, revision, channel), entry(table, revision, press))


def following(made: TableCommit, edition: int) -> TableCommit:
    """Return the step as made by somebody who has read this edition."""
    return replace(made, table=replace(made.table, row_version=edition))


async def save(store: Store, made: TableCommit) -> None:
    """Save a step as somebody does who has just read the table."""
    found = await store.table(made.table.id)
    await store.commit(following(made, 0 if found is None else found.row_version))
