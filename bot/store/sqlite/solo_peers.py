"""The peers of a process that works on its database alone."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from bot.store.api import HeartbeatResult


class SoloPeers:
    """Peers where there are none: every table is ours, and what is in memory is what is on disk."""

    shared = False
    keeps_tables = True

    def __init__(self) -> None:
        self.wake_event = asyncio.Event()

    async def is_current(self, table: int, row_version: int) -> bool:
        return True

    def owns(self, table: int) -> bool:
        return True

    def keeps(self, table: int) -> bool:
        return True

    async def heartbeat(self, uptime: int) -> HeartbeatResult:
        return HeartbeatResult(uptime, frozenset(), 0)

    async def notify_owner(self, table: int, notice: str) -> None:
        pass

    async def claim(self, table: int) -> None:
        pass

    async def tell_owners(self, text: str) -> None:
        pass

    async def tell_workers(self, text: str) -> None:
        pass

    def hear(self, listener: Callable[[str], None]) -> None:
        pass

    async def count_in_guild(self, guild: int) -> int:
        raise NotImplementedError("alone, all tables are known without asking")

    async def add_press(self, press: int) -> bool:
        raise NotImplementedError("presses by HTTP need a PostgreSQL server")

    async def last_served(self, shard: int) -> int:
        return 0

    async def tables_with_running_clock(self, shard: int, shards: int) -> list[int]:
        return []

    def shard_connected(self, shard: int, shards: int) -> None:
        pass

    def shard_disconnected(self, shard: int) -> None:
        pass
