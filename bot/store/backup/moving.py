"""Moving everything between two databases while no bot works on either of them."""

from __future__ import annotations

import os
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

from bot.store.api import StoreError
from bot.store.files.database_file import require_there
from bot.store.files.lock import locked
from bot.store.postgres import transfer as postgres_transfer
from bot.store.sqlite import transfer as sqlite_transfer
from bot.store.transfer import Source, Target, carry_over, is_empty


async def copy_all(source: str, target: str) -> dict[str, int]:
    """Copy all of a database to an empty one; return the number of rows of each table.

    Each is the path of a file or the address of a server. Raises ``StoreError``, ``DatabaseInUseError`` where
    a bot runs; then nothing is left behind.
    """
    async with _source(source) as old, _target(target) as new:
        if not await is_empty(new):
            raise StoreError("there are games in the target already")
        return await carry_over(old, new, telling=True)


def is_server(database: str) -> bool:
    """Return True if a database is the address of a server."""
    return "://" in database


@asynccontextmanager
async def _source(database: str) -> AsyncGenerator[Source]:
    if is_server(database):
        async with postgres_transfer.opened_source(database, while_running=False) as server:
            yield server
        return
    path = Path(os.path.realpath(database))  # noqa: ASYNC240 - nothing else runs
    require_there(path)
    with locked(path):
        async with sqlite_transfer.opened_source(path) as file:
            yield file


@asynccontextmanager
async def _target(database: str) -> AsyncGenerator[Target]:
    if is_server(database):
        async with postgres_transfer.opened_target(database) as server:
            yield server
        return
    path = Path(database).absolute()  # noqa: ASYNC240 - nothing else runs
    async with sqlite_transfer.opened_target(path) as file:
        yield file
