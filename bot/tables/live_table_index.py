"""An index of the live tables, asleep or not: a few bytes for each."""

from __future__ import annotations

from dataclasses import dataclass

from bot.tables.table import Table


@dataclass(frozen=True, slots=True)
class TableLocation:
    """Where a live table is."""

    channel: int
    guild: int


class LiveTableIndex:
    """Finds live tables by number, by channel and by guild, each without looking at the others."""

    def __init__(self) -> None:
        self._locations: dict[int, TableLocation] = {}
        self._channels: dict[int, int] = {}
        self._by_guild: dict[int, dict[int, None]] = {}

    def __contains__(self, table: int) -> bool:
        return table in self._locations

    def __len__(self) -> int:
        return len(self._locations)

    def put(self, table: int, channel: int, guild: int) -> None:
        """Add a table, or move it."""
        self.drop(table)
        self._locations[table] = TableLocation(channel, guild)
        self._channels[channel] = table
        self._by_guild.setdefault(guild, {})[table] = None

    def drop(self, table: int) -> None:
        """Remove a table, if it is there."""
        spot = self._locations.pop(table, None)
        if spot is None:
            return
        if self._channels.get(spot.channel) == table:
            del self._channels[spot.channel]
        neighbors = self._by_guild[spot.guild]
        del neighbors[table]
        if not neighbors:
            del self._by_guild[spot.guild]

    def update(self, table: Table) -> None:
        """Follow a change of a table."""
        if table.live:
            self.put(table.id, table.channel, table.guild)
        else:
            self.drop(table.id)

    def table_in_channel(self, channel: int) -> int | None:
        """Return the table of a channel."""
        return self._channels.get(channel)

    def location(self, table: int) -> TableLocation | None:
        """Return where a live table is."""
        return self._locations.get(table)

    def guild_of(self, table: int) -> int | None:
        """Return the guild of a live table."""
        spot = self._locations.get(table)
        return None if spot is None else spot.guild

    def guilds(self) -> list[int]:
        """List the guilds that have tables; a lesson's is on none."""
        return [guild for guild in self._by_guild if guild]

    def tables_in(self, guild: int) -> list[int]:
        """List the tables of a guild."""
        return list(self._by_guild.get(guild, ()))

    def channels_in(self, guild: int) -> list[int]:
        """List the channels of a guild's tables."""
        return [self._locations[table].channel for table in self._by_guild.get(guild, ())]

    def tables(self) -> list[tuple[int, int]]:
        """List all tables with their channels."""
        return [(table, spot.channel) for table, spot in self._locations.items()]
