"""The end of a finished game is a message of its own: one, whatever happens while it is posted."""

from collections.abc import AsyncIterator
from functools import cache
from pathlib import Path

import pytest

from bot.app.games import game_registry
from bot.delivery.drawing import Position, RedrawPolicy
from bot.delivery.service import Pace, ScreenService
from bot.delivery.surface_keys import ending_key
from bot.delivery.wire import ChannelUnreachableError
from bot.store.api import StoreError
from bot.store.rows import LogRow, SurfaceRow
from bot.store.sqlite.store import SqliteStore
from bot.tables.lobby import TableConfig
from bot.tables.maintenance import MAX_UNTOLD_AGE_S
from bot.tables.results import TableView
from bot.tables.service import TableService
from bot.views.base.layout import Screen, Text
from cards.kernel.moves import Refusal
from tests.bot.delivery.fakes import FakeWire, StillClock, run_ready
from tests.bot.replays.played_tables import PlayedTable, save_tables
from tests.bot.tables.table_harness import FakeTicker

TABLE = 1
CHANNEL, GUILD = 70, 700
OVER_TEXT = "This game is over"
AGAIN_TEXT = "[Play again] [Story] [Replay] [Dice]"


@cache
def played() -> PlayedTable:
    """Return a game that somebody has won."""
    for number in range(1, 20):
        table = PlayedTable("panic", 2, TABLE, seed=number).play(4000)
        if table.state.pending is None:
            return table
    raise AssertionError("no game ends")


class Channel:
    """A channel with the message of a game that has just ended, and a bot that can be started again."""

    def __init__(self, store: SqliteStore) -> None:
        self.store = store
        self.clock = StillClock()
        self.wire = FakeWire(self.clock)
        self.earned = 0
        self.delivery: ScreenService | None = None
        self.service: TableService | None = None

    async def start(self) -> ScreenService:
        await self.stop()
        self.service = await TableService.open(self.store, TableConfig(game_registry(), lambda: 0))
        self.delivery = ScreenService(
            self.wire,
            self.service,
            game_registry(),
            self.store,
            clock=self.clock,
            pace=Pace(batch_delay_s=0.0),
            ending_lines=self._earned,
        )
        return self.delivery

    async def stop(self) -> None:
        if self.service is not None:
            await self.service.close()

    async def _earned(self, table: int) -> list[str]:
        self.earned += 1
        return ["🏅 **Somebody** · **Through the Door**"]

    async def tell(self) -> None:
        """Have all messages of the table follow, as after its last move or after a start."""
        delivery = await self.start()
        delivery.redraw([TABLE])
        await self.quiet()

    async def quiet(self) -> None:
        for _ in range(40):
            self.clock.now += 1.0
            await self.store.uptime()
            await run_ready()

    def texts(self) -> list[str]:
        return self.wire.texts(CHANNEL)

    async def row(self, name: str) -> SurfaceRow:
        return next(row for row in await self.store.surfaces(TABLE) if row.key == name)


@pytest.fixture
async def channel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Channel]:
    monkeypatch.setattr("bot.delivery.changes.REDRAW_INTERVAL_S", 0.0)
    monkeypatch.setattr("bot.delivery.surface_delivery.RETRY_DELAYS_S", (0.0,))
    store = await SqliteStore.open(tmp_path / "games.db")
    table = played()
    await save_tables(store, table)
    place = Channel(store)
    message = await place.wire.send(CHANNEL, Screen((Text("the last fight"),)), "first")
    shown = table.state.table.revision - 1
    await store.save_surfaces([SurfaceRow(TABLE, "table", CHANNEL, message, shown)])
    yield place
    await place.stop()
    await store.close()


async def test_the_end_is_one_message_and_the_tables_own_leads_there(channel: Channel) -> None:
    await channel.tell()
    table, ending = channel.texts()
    assert OVER_TEXT in table
    assert "the last fight" not in table
    assert AGAIN_TEXT in ending
    assert "Through the Door" in ending
    row = await channel.row("ending")
    assert f"https://discord.com/channels/{GUILD}/{CHANNEL}/{row.message})" in table
    assert await channel.store.untold_endings(0) == []


@pytest.mark.parametrize("moment", ["before", "after"])
async def test_killed_while_it_is_posted_it_is_there_once_after_the_next_start(
    channel: Channel, moment: str
) -> None:
    channel.wire.crash = moment
    await channel.tell()
    assert await channel.store.untold_endings(0) == [TABLE]
    await channel.tell()
    table, ending = channel.texts()
    assert "How it went](" in table
    assert AGAIN_TEXT in ending
    assert await channel.store.untold_endings(0) == []


async def test_killed_before_anything_was_told_the_end_is_found_and_told(channel: Channel) -> None:
    ended_at = 1_800_000_000
    assert await channel.store.untold_endings(ended_at - 1) == [TABLE]
    assert await channel.store.untold_endings(ended_at) == []
    ticker = FakeTicker()
    service = await TableService.open(channel.store, TableConfig(game_registry(), lambda: 0), ticker=ticker)
    ticker.offset = ended_at + MAX_UNTOLD_AGE_S - 1.0
    assert await service.maintenance.untold_endings() == [TABLE]
    ticker.offset = ended_at + MAX_UNTOLD_AGE_S
    assert await service.maintenance.untold_endings() == []
    await service.close()


async def test_a_database_that_fails_knows_the_untold_endings_later(
    channel: Channel, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(after: int) -> list[int]:
        raise StoreError("connection was closed")

    ticker = FakeTicker()
    ticker.offset = 1_800_000_000
    service = await TableService.open(channel.store, TableConfig(game_registry(), lambda: 0), ticker=ticker)
    with monkeypatch.context() as patched:
        patched.setattr(channel.store, "untold_endings", fail)
        assert await service.maintenance.untold_endings() is None
    assert await service.maintenance.untold_endings() == [TABLE]
    await service.close()


async def test_a_log_that_cannot_be_read_once_is_read_again_for_the_next_screen(
    channel: Channel, monkeypatch: pytest.MonkeyPatch
) -> None:
    delivery = await channel.start()
    assert channel.service is not None
    view = await channel.service.view_for(TABLE, None)
    assert isinstance(view, TableView)

    async def fail(table: int, after: int = -1, limit: int = -1) -> list[LogRow]:
        raise StoreError("connection was closed")

    with monkeypatch.context() as patched:
        patched.setattr(channel.store, "log", fail)
        assert await delivery.renderer._past_of_ended(view) == ()
    past = await delivery.renderer._past_of_ended(view)
    assert len(past) > 10
    assert await delivery.renderer._past_of_ended(view) is past


async def test_however_old_or_buried_neither_message_moves(channel: Channel) -> None:
    await channel.tell()
    before = list(channel.wire.messages)
    channel.clock.now += 10_000
    channel.wire.below = 50
    await channel.tell()
    assert list(channel.wire.messages) == before
    assert channel.wire.calls.count("send") == 2


async def test_who_is_forgotten_leaves_both_messages(channel: Channel) -> None:
    await channel.tell()
    delivery = await channel.start()
    channel.clock.now += 10_000
    assert channel.service is not None
    view = await channel.service.view_for(TABLE, None)
    assert not isinstance(view, Refusal)
    name = view.table.seats[0].name
    await channel.service.forget_user(view.table.seats[0].user)
    await delivery.scheduler.mark_known(TABLE, RedrawPolicy(position=Position.UNMOVED))
    await channel.quiet()
    assert len(channel.texts()) == 2
    assert not any(f"**{name}**" in text for text in channel.texts())


async def test_a_channel_that_takes_no_new_message_gets_the_end_once_it_does(channel: Channel) -> None:
    channel.wire.fail["send"] = [ChannelUnreachableError("permission")]
    await channel.tell()
    assert channel.delivery is not None
    assert len(channel.texts()) == 1
    channel.clock.now += 100.0
    await channel.delivery.scheduler.mark(ending_key(TABLE))  # a retry that is due
    await channel.quiet()
    assert AGAIN_TEXT in channel.texts()[-1]
    assert "How it went](" in channel.texts()[0]
