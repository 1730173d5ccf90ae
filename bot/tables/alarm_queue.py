"""One heap of deadlines for all tables."""

from __future__ import annotations

import heapq


class AlarmQueue:
    """Remembers one moment per table; a later setting replaces an earlier one."""

    def __init__(self) -> None:
        self._heap: list[tuple[int, int]] = []
        self._due_at: dict[int, int] = {}

    def __len__(self) -> int:
        return len(self._due_at)

    def set(self, table: int, when: int | None) -> None:
        """Ring for the table at this moment, or not at all."""
        if when is None:
            self._due_at.pop(table, None)
        elif self._due_at.get(table) != when:
            self._due_at[table] = when
            heapq.heappush(self._heap, (when, table))
            # Replaced moments stay in the heap until their time comes; too many of them are swept out.
            if len(self._heap) > 2 * len(self._due_at) + 64:
                self._heap = [(moment, number) for number, moment in self._due_at.items()]
                heapq.heapify(self._heap)

    def bring_forward(self, table: int, when: int) -> None:
        """Ring for the table at this moment instead of a later one that is set."""
        if (due_at := self._due_at.get(table)) is not None and due_at > when:
            self.set(table, when)

    def due_at(self, table: int) -> int | None:
        """Return the moment that is set for the table."""
        return self._due_at.get(table)

    def next(self) -> int | None:
        """Return the earliest moment set."""
        heap = self._heap
        while heap and self._due_at.get(heap[0][1]) != heap[0][0]:
            heapq.heappop(heap)
        return heap[0][0] if heap else None

    def due(self, now: int, limit: int) -> list[int]:
        """Take out up to ``limit`` tables whose moment has come."""
        found: list[int] = []
        while len(found) < limit and (when := self.next()) is not None and when <= now:
            _, table = heapq.heappop(self._heap)
            del self._due_at[table]
            found.append(table)
        return found
