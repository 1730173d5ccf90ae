"""A connection to an SQLite file beside an event loop: all of its work is done by one thread of its own."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

Result = TypeVar("Result")


class SqliteConnection:
    """Make it with ``open``."""

    def __init__(self, thread: ThreadPoolExecutor, file: sqlite3.Connection) -> None:
        self._thread = thread
        self._file = file

    @classmethod
    async def open(cls, place: Path | str) -> SqliteConnection:
        """Open a path or an address. The first statement that writes begins a transaction."""
        thread = ThreadPoolExecutor(1, "sqlite")

        def connect() -> sqlite3.Connection:
            return sqlite3.connect(place, isolation_level="IMMEDIATE", uri=isinstance(place, str))

        try:
            return cls(thread, await asyncio.get_running_loop().run_in_executor(thread, connect))
        except BaseException:
            thread.shutdown(wait=False)
            raise

    async def run(self, work: Callable[[sqlite3.Connection], Result]) -> Result:
        """Run some work on the connection's thread and return its result."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, work, self._file)

    async def fetch(self, query: str, *values: Any) -> list[Any]:
        """Run one statement and return its rows."""
        return await self.run(lambda file: file.execute(query, values).fetchall())

    async def close(self) -> None:
        """Close the file and end the thread."""
        await self.run(sqlite3.Connection.close)
        self._thread.shutdown()
