"""What is looked at in the background goes on, also where the database fails."""

from types import SimpleNamespace
from typing import cast

import pytest

from bot.app.client import Kickdoor
from cogs.gateway_events import GatewayEvents
from tests.bot.sandbox.waiting import eventually


class FakeMaintenance:
    """Tables of which only date and uptime matter."""

    def __init__(self) -> None:
        self.directory = self
        self.apart = 0.0
        self.looks = 0

    def clock_drift_s(self) -> float:
        self.looks += 1
        return self.apart

    def tables(self) -> list[tuple[int, int]]:
        return [(1, 2)]


class FakeScreens:
    """Counts how often everything is redrawn."""

    def __init__(self) -> None:
        self.drawn = 0

    def redraw(self, tables: list[int]) -> None:
        self.drawn += 1


async def test_each_jump_of_the_clock_has_everything_drawn_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cogs.gateway_events.DRIFT_CHECK_INTERVAL_S", 0.01)
    clocks, boards = FakeMaintenance(), FakeScreens()
    services = SimpleNamespace(tables=SimpleNamespace(maintenance=clocks), screens=boards)
    watch = GatewayEvents(cast(Kickdoor, SimpleNamespace(services=services)))
    await watch.cog_load()
    await eventually(lambda: clocks.looks > 0)
    for apart, drawn in ((100.0, 1), (200.0, 2)):
        clocks.apart = apart
        await eventually(lambda drawn=drawn: boards.drawn == drawn)  # type: ignore[misc]
        looks = clocks.looks
        await eventually(lambda looks=looks: clocks.looks > looks + 2)  # type: ignore[misc]
        assert boards.drawn == drawn
    await watch.cog_unload()


class FailingEndings:
    """A game has ended untold; the database answers when asked the third time."""

    def __init__(self) -> None:
        self.directory = self
        self.tries = 0

    def connection_ready(self) -> None: ...

    def clock_drift_s(self) -> float:
        return 0.0

    async def untold_endings(self) -> list[int] | None:
        self.tries += 1
        return [7] if self.tries == 3 else None


async def test_an_end_is_told_though_the_database_fails_when_the_bot_is_ready(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("cogs.gateway_events.RETRY_INTERVAL_S", 0.0)
    drawn: list[int] = []

    def redraw(tables: list[int]) -> None:
        drawn.extend(tables)

    services = SimpleNamespace(
        tables=SimpleNamespace(maintenance=FailingEndings()), screens=SimpleNamespace(redraw=redraw)
    )
    watch = GatewayEvents(
        cast(Kickdoor, SimpleNamespace(services=services, guilds=[], shards={}, application_id=1))
    )
    await watch.on_ready()
    await eventually(lambda: drawn == [7])
    await watch.cog_unload()
