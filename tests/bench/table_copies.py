"""Many live tables in a database within seconds: a few dealt games, copied under other numbers and people."""

import asyncio
import os
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from bot.app.games import game_registry
from bot.store.api import Store
from bot.store.rows import LogRow, TableCommit, TableRow
from bot.store.sqlite.store import SqliteStore
from bot.tables.choices import Choice
from bot.tables.intents import Act, Create, Join, Request, Speed, Start
from bot.tables.lobby import TableConfig
from bot.tables.results import Change, TableView
from bot.tables.service import TableService
from bot.tables.state import SAVED_TABLE_CODEC
from cards.kernel.dice import Dice
from cards.players.random_player import RandomPlayer

SEATS = 4
GUILD_ID_STEP = 1 << 22
"""Discord gives a server to the shard ``(id >> 22) % shards``."""
COPIES_AT_ONCE = 500


@dataclass(frozen=True, slots=True)
class Model:
    """A dealt game as it lies in the database: its row and the last entry of its log."""

    row: TableRow
    log: LogRow


def percentile(values: Sequence[float], share: float) -> float:
    return sorted(values)[min(len(values) - 1, int(len(values) * share))] if values else 0.0


def resident_mb() -> float:
    """Return the memory of this process in MB."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGESIZE") / 2**20


def guild_of(table: int, tables_per_guild: int) -> int:
    return (1 + table // tables_per_guild) * GUILD_ID_STEP


def users_of(table: int) -> list[int]:
    return [table * 10 + seat + 1 for seat in range(SEATS)]


async def play_by_lot(service: TableService, table: int, dice: Dice) -> bool:
    """Make one move at a table for somebody it waits for; return whether it was accepted."""
    public = await service.view_for(table, None)
    if not isinstance(public, TableView) or public.pending is None:
        return False
    seat = public.pending.awaited[0]
    user = public.table.seats[seat].user
    own = await service.view_for(table, user)
    assert isinstance(own, TableView)
    action = RandomPlayer().choose(own.game_view, list(own.moves), seat, dice)
    choice = Choice(action.verb, action.card, action.ability, action.picks)
    return isinstance(await service.send(table, Request(0, user, Act(choice))), Change)


async def deal_models(folder: Path, count: int, speed: Speed, uptime: int = 0) -> list[Model]:
    """Deal so many classic games at this uptime (ms), each some moves further than the one before."""
    store = await SqliteStore.open(folder / f"models-{speed}-{uptime}.db")
    await store.note_uptime(uptime)
    service = await TableService.open(store, TableConfig(game_registry()))
    models: list[Model] = []
    for number in range(1, count + 1):
        users = users_of(number)
        opened = await service.create(0, users[0], Create(number, 1, "Ann", "classic", speed))
        assert isinstance(opened, Change), opened
        table = opened.table.id
        for name, user in zip(("Ben", "Cleo", "Dan"), users[1:], strict=True):
            await service.send(table, Request(0, user, Join(name)))
        await service.send(table, Request(0, users[0], Start()))
        dice = Dice(number)
        for _ in range(5 * number):
            await play_by_lot(service, table, dice)
        row, log = await store.table(table), await store.log_tail(table, 1)
        assert row is not None
        models.append(Model(row, log[-1]))
    await service.close()
    await store.close()
    return models


def copy_of(model: Model, number: int, guild: int, earlier_ms: int = 0) -> TableCommit:
    """Return the model as a table of its own: another number, place, people and clock."""
    kept = SAVED_TABLE_CODEC.decode(model.row.body)
    users = users_of(number)
    seats = tuple(replace(seat, user=user) for seat, user in zip(kept.table.seats, users, strict=True))
    table = replace(kept.table, id=number, channel=number, guild=guild, host=users[0], seats=seats)
    timer, wake = kept.timer, model.row.wake
    if timer.due is not None and wake is not None:
        timer, wake = replace(timer, due=timer.due - earlier_ms), wake - earlier_ms
    body = SAVED_TABLE_CODEC.encode(replace(kept, table=table, timer=timer))
    row = replace(model.row, wake=wake, id=number, channel=number, guild=guild, body=body, row_version=0)
    return TableCommit(row, replace(model.log, table=number), users=tuple(users))


async def fill(
    store: Store, models: Sequence[Model], numbers: range, tables_per_guild: int, spread_ms: int = 0
) -> None:
    """Write copies of the models under these numbers, dealt one after the other in the last ``spread_ms``."""
    step_ms = spread_ms / max(1, len(numbers))
    for first in range(0, len(numbers), COPIES_AT_ONCE):
        await asyncio.gather(
            *(
                store.commit(
                    copy_of(
                        models[number % len(models)],
                        number,
                        guild_of(number, tables_per_guild),
                        int((number - numbers.start) * step_ms),
                    )
                )
                for number in numbers[first : first + COPIES_AT_ONCE]
            )
        )
