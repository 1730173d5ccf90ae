"""Which tables this process looks after: rings their clocks, lets their computers think, draws their screens.

Alone it is all of them. Where several processes share a database, ``bot.cluster`` knows it, and says so here.
"""

from __future__ import annotations

from typing import Any

from bot.tables.uptime import Uptime


class Ownership:
    """Says which tables are this process's: here every table, as it has its database to itself."""

    alone = True
    """False where other processes work on the database."""

    async def start(self, tables: Any, uptime: Uptime) -> None:
        """Begin to tell the tables, a ``TableMaintenance``, what comes and goes. Raises ``StoreError``."""

    async def stop(self) -> None:
        """Tell nothing more."""

    def owns(self, table: int) -> bool:
        """Return True if this process looks after a table."""
        return True

    def wrote(self, table: int, guild: int) -> bool:
        """Note that this process has written a table; return True if it is also the one to look after it."""
        return True

    def is_heard(self, guild: int) -> bool:
        """Return True if presses from this server come to this process, so that its clocks may run."""
        return True

    async def is_looked_after(self) -> bool:
        """Return True if any process draws screens now. Raises ``StoreError``."""
        return True

    async def ours(self, ended: list[int]) -> list[int]:
        """Return which of these ended tables this process has to show. Raises ``StoreError``."""
        return ended

    def shard_connected(self, shard: int, shards: int) -> None:
        """Note that this process hears a shard, one of so many, from now on."""

    def shard_disconnected(self, shard: int) -> None:
        """Note that it does not hear it any more."""

    def disconnected(self) -> None:
        """Note that it hears no shard any more."""
