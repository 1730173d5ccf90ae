"""What those who manage a server ask about its tables."""

from dataclasses import replace
from typing import cast

from bot.delivery.service import ScreenService
from bot.tables.intents import Pause
from cards.registry import GameRegistry
from cogs.answers import Click
from cogs.commands.channel_handler import Typing
from cogs.commands.server_handler import ServerHandler
from tests.bot.tables.table_harness import ANN, BEN, CHANNEL, DAN, GUILD, TableHarness
from tests.bot.tables.tiny import TINY_MODULE
from tests.cogs.commands.typing_people import told


def handler(harness: TableHarness) -> ServerHandler:
    return ServerHandler(harness.service, GameRegistry((TINY_MODULE,)), cast(ScreenService, None))


def typed(user: int) -> Click:
    return Click(0, user, "Dan", CHANNEL + 5, GUILD, "command", 0, "")


async def test_the_tables_of_a_server_are_listed_from_any_channel(harness: TableHarness) -> None:
    await harness.sit_down(ANN, BEN)
    await harness.done(BEN, Pause())
    line = told(await handler(harness).list_tables(typed(DAN)))
    for part in (f"<#{CHANNEL}>", f"{harness.table} ", "Ann and Ben", "paused"):
        assert part in line
    elsewhere = replace(typed(DAN), guild=GUILD + 1)
    assert "No table is open" in told(await handler(harness).list_tables(elsewhere))


async def test_who_manages_the_server_closes_a_table_of_a_channel_nobody_reads(harness: TableHarness) -> None:
    await harness.sit_down(ANN, BEN)
    assert [number for number, _ in await handler(harness).suggestions(Typing(0, GUILD, 0), "ann")] == [
        harness.table
    ]
    assert await handler(harness).suggestions(Typing(0, GUILD, 0), "cleo") == []
    assert "Done" in told(await handler(harness).close(typed(DAN), harness.table))
    assert (await harness.view_for(ANN)).table.phase == "ended"


async def test_a_table_of_another_server_is_not_closed(harness: TableHarness) -> None:
    await harness.sit_down(ANN, BEN)
    elsewhere = replace(typed(DAN), guild=GUILD + 1)
    assert "/kickdoor-server tables" in told(await handler(harness).close(elsewhere, harness.table))
    assert (await harness.view_for(ANN)).table.phase == "playing"


async def test_who_plays_at_a_table_asks_the_others(harness: TableHarness) -> None:
    await harness.sit_down(ANN, BEN)
    await handler(harness).close(typed(ANN), harness.table)
    table = (await harness.view_for(ANN)).table
    assert table.phase == "playing"
    assert table.poll is not None
