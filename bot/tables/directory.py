"""Which live tables there are and where, asleep or not: a few bytes for each."""

from __future__ import annotations

from dataclasses import dataclass

from bot.tables.table import Table


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a live table is."""

    channel: int
    guild: int


class Directory:
    """Finds live tables by number and by channel."""

    def __init__(self) -> None:
        self._spots: dict[int, Spot] = {}
        self._channels: dict[int, int] = {}

    def __contains__(self, table: int) -> bool:
        return table in self._spots

    def __len__(self) -> int:
        return len(self._spots)

    def put(self, table: int, channel: int, guild: int) -> None:
        """Enter a table, or say where it has moved to."""
        self.drop(table)
        self._spots[table] = Spot(channel, guild)
        self._channels[channel] = table

    def drop(self, table: int) -> None:
        """Strike a table out, if it is there."""
        spot = self._spots.pop(table, None)
        if spot is not None and self._channels.get(spot.channel) == table:
            del self._channels[spot.channel]

    def follow(self, table: Table) -> None:
        """Take note of what has become of a table."""
        if table.live:
            self.put(table.id, table.channel, table.guild)
        else:
            self.drop(table.id)

    def at(self, channel: int) -> int | None:
        """Return the table of a channel."""
        return self._channels.get(channel)

    def guild_of(self, table: int) -> int | None:
        """Return the guild of a live table."""
        spot = self._spots.get(table)
        return None if spot is None else spot.guild

    def tables_in(self, guild: int) -> list[int]:
        """List the tables of a guild."""
        return [table for table, spot in self._spots.items() if spot.guild == guild]

    def all(self) -> list[tuple[int, int]]:
        """List all tables with their channels."""
        return [(table, spot.channel) for table, spot in self._spots.items()]
