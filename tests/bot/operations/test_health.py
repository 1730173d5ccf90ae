"""Health and figures: what an operator sees, and what never gets there."""

import asyncio
import re

import aiohttp
import pytest

from bot.operations.connections import ListenError
from bot.operations.exit_codes import ExitCode
from bot.operations.health import HealthServer, database_check
from bot.operations.metrics import Metrics
from bot.store.sqlite.store import SqliteStore
from bot.tables.intents import Create, Join, Request, Return
from bot.tables.lobby import TableConfig
from bot.tables.service import TableService
from cards.registry import GameRegistry
from tests.bot.tables.table_harness import ANN, BEN
from tests.bot.tables.tiny import TINY_MODULE


async def fetch(server: HealthServer, path: str) -> tuple[int, str]:
    async with (
        aiohttp.ClientSession() as session,
        session.get(f"http://127.0.0.1:{server.port}{path}") as answer,
    ):
        return answer.status, await answer.text()


async def test_what_happens_at_the_tables_is_counted() -> None:
    meters = Metrics()
    store = await SqliteStore.open(None)
    service = await TableService.open(store, TableConfig(GameRegistry([TINY_MODULE])), observer=meters)
    service.add_listener(meters)
    meters.watch_tables(service.table_counts)
    server = HealthServer(meters, {"database": database_check(store)})
    await server.start("127.0.0.1", 0)
    await service.create(1, ANN, Create(5, 6, "Secret Name", "tiny"))
    await service.send(1, Request(2, BEN, Join("Secret Name")))
    await service.send(1, Request(3, BEN, Join("Secret Name")))
    await service.send(1, Request(4, BEN, Return()))  # asked with every press, and no wish of anybody's
    status, text = await fetch(server, "/metrics")
    assert status == 200
    assert 'kickdoor_accepted_total{intent="Join"} 1.0' in text
    assert 'kickdoor_refused_total{code="seated"} 1.0' in text
    assert 'kickdoor_refused_total{code="not_away"} 0.0' in text
    assert 'kickdoor_tables{state="live"} 1.0' in text
    assert 'kickdoor_tables{state="lobby"} 1.0' in text
    assert re.search(r"kickdoor_commit_seconds_count 2\b", text)
    assert "Secret" not in text
    assert not re.search(rf"\b{ANN}\b", text)  # a measured time may hold these digits
    assert (await fetch(server, "/livez"))[0] == 200
    assert await fetch(server, "/healthz") == (200, '{"status": "ok", "checks": {"database": "ok"}}\n')
    await service.close()
    await store.close()
    status, text = await fetch(server, "/healthz")
    assert (status, "the store is closed" in text) == (503, True)
    await server.stop()


async def test_a_check_that_hangs_or_breaks_is_unwell(monkeypatch: pytest.MonkeyPatch) -> None:
    async def hangs() -> str:
        await asyncio.Event().wait()
        return ""

    async def breaks() -> str:
        raise KeyError("secret")

    monkeypatch.setattr("bot.operations.health.HEALTH_TIMEOUT_S", 0.05)
    server = HealthServer(Metrics(), {"hangs": hangs, "breaks": breaks})
    await server.start("127.0.0.1", 0)
    status, text = await fetch(server, "/healthz")
    assert (status, "no answer" in text, "KeyError" in text, "secret" in text) == (503, True, True, False)
    await server.stop()


async def test_a_question_that_hangs_does_not_hold_up_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """The end has a few seconds for everything; a probe may still wait for the database."""
    asked = asyncio.Event()

    async def hangs() -> str:
        asked.set()
        await asyncio.Event().wait()
        return ""

    monkeypatch.setattr("bot.operations.health.HEALTH_TIMEOUT_S", 600.0)
    server = HealthServer(Metrics(), {"hangs": hangs})
    await server.start("127.0.0.1", 0)
    _, writer = await asyncio.open_connection("127.0.0.1", server.port)
    writer.write(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
    await asked.wait()
    async with asyncio.timeout(20):
        await server.stop()
    writer.close()


async def test_without_a_port_nothing_listens() -> None:
    server = HealthServer(Metrics(), {})
    await server.start("127.0.0.1", None)
    assert server.port == 0
    await server.stop()


async def test_a_loop_that_is_held_up_is_seen() -> None:
    seen = asyncio.Event()
    times = iter([0.0, 10.25])

    def clock() -> float:
        moment = next(times, None)
        if moment is None:
            seen.set()
            return 20.0
        return moment

    meters = Metrics(clock)
    watching = asyncio.create_task(meters.watch_loop())
    await seen.wait()
    assert meters.last_delay_s == 10.0
    for _ in range(2):  # reading changes nothing
        assert meters.registry.get_sample_value("kickdoor_loop_late_seconds_sum") == 10
    server = HealthServer(meters, {})
    await server.start("127.0.0.1", 0)
    assert (await fetch(server, "/livez"))[0] == 503
    await server.stop()
    watching.cancel()


@pytest.mark.parametrize("host", ["192.0.2.1", "no..name", "nowhere.invalid"])
async def test_a_wrong_host_is_a_setting_to_mend(host: str) -> None:
    """An address of another machine, no name at all, and one that nobody knows."""
    with pytest.raises(ListenError) as caught:
        await HealthServer(Metrics(), {}).start(host, 0)
    assert caught.value.code == ExitCode.BAD_SETTING
    assert str(caught.value).startswith(f"KICKDOOR_METRICS_HOST '{host}' cannot be listened on: ")


async def test_a_port_of_another_program_may_be_free_later() -> None:
    first = HealthServer(Metrics(), {})
    await first.start("127.0.0.1", 0)
    try:
        with pytest.raises(ListenError) as caught:
            await HealthServer(Metrics(), {}).start("127.0.0.1", first.port)
    finally:
        await first.stop()
    assert caught.value.code == ExitCode.PORT_TAKEN
    assert f"KICKDOOR_METRICS_PORT {first.port}" in str(caught.value)
