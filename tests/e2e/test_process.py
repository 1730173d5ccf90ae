"""How the process begins and ends: its exit codes say what is wrong."""

import asyncio
import os
import sys
from pathlib import Path

from bot.cluster.cluster import Cluster
from bot.operations.exit_codes import ExitCode
from bot.store.postgres.store import PostgresStore
from bot.store.sqlite.store import SqliteStore
from tests.e2e.bot_process import ROOT, BotProcess
from tests.postgres import Server
from tests.sandbox.box import Sandbox


async def run(box: Sandbox, database: Path, **changed: str) -> tuple[int, str]:
    """Run the bot until it ends by itself; return exit code and log."""
    environment = {name: value for name, value in os.environ.items() if name in ("PATH", "HOME", "LANG")}
    environment |= {
        "DISCORD_TOKEN": box.token,
        "DISCORD_API_BASE": box.api_base,
        "DISCORD_GATEWAY_URL": box.gateway_url,
        "KICKDOOR_DATABASE": str(database),
        **changed,
    }
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "bot",
        "run",
        cwd=ROOT,
        env=environment,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    try:
        async with asyncio.timeout(60):
            out, _ = await process.communicate()
    except TimeoutError:
        process.kill()
        raise
    assert process.returncode is not None
    return process.returncode, out.decode()


async def test_a_wrong_token_ends_the_process_with_its_own_code(tmp_path: Path) -> None:
    async with Sandbox() as box:
        code, log = await run(box, tmp_path / "games.db", DISCORD_TOKEN="wrong.token.here")
    assert code == ExitCode.BAD_TOKEN
    assert "DISCORD_TOKEN" in log
    assert "wrong.token.here" not in log


async def test_a_database_in_use_ends_the_process_before_it_connects(tmp_path: Path) -> None:
    store = await SqliteStore.open(tmp_path / "games.db")
    try:
        async with Sandbox() as box:
            code, log = await run(box, tmp_path / "games.db")
            assert box.requests == []
    finally:
        await store.close()
    assert code == ExitCode.DATABASE_UNUSABLE
    assert "database" in log


async def test_shards_that_another_process_has_end_it_before_it_connects(
    postgres: Server, tmp_path: Path
) -> None:
    """Several processes share a PostgreSQL server, but no two act for the same people."""
    address = await postgres.database()
    store = await PostgresStore.open(address)
    cluster = await Cluster.join(store, (0, 1), 3)
    try:
        async with Sandbox() as box:
            settings = {"KICKDOOR_DATABASE": address, "KICKDOOR_SHARDS": "3", "KICKDOOR_SHARD_IDS": "1-2"}
            code, log = await run(box, tmp_path / "unused.db", **settings)
            assert box.requests == []
    finally:
        await cluster.leave()
        await store.close()
    assert code == ExitCode.DATABASE_UNUSABLE
    assert "KICKDOOR_SHARD_IDS" in log
    assert postgres.password not in log


async def test_the_process_ends_in_time_when_it_is_told_to(tmp_path: Path) -> None:
    """SIGTERM: exit code 0 well within ten seconds."""
    async with Sandbox() as box:
        box.add_guild("The Dungeon", ["game-night"])
        bot = BotProcess(box, tmp_path, 1, by_command=True)
        await bot.start()
        assert await bot.stop() == ExitCode.OK
        assert bot.complaints() == []
