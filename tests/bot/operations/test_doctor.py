"""The doctor finds what is wrong, says what to do, and changes nothing."""

import os
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path

import asyncpg
import pytest

from bot.cluster.cluster import Cluster
from bot.operations import doctor as doctor_module
from bot.operations.doctor import Doctor, Finding
from bot.settings import Settings, read_settings
from bot.store.backup.folder import BackupFolder
from bot.store.files.lock import FileLock
from bot.store.postgres.store import PostgresStore
from bot.store.sqlite.store import SqliteStore
from tests.postgres import Server
from tests.sandbox.box import Sandbox


@pytest.fixture
async def box() -> AsyncIterator[Sandbox]:
    async with Sandbox() as opened:
        yield opened


def settings_for(box: Sandbox, path: Path, **more: str) -> Settings:
    return read_settings(
        {
            "DISCORD_TOKEN": box.token,
            "DISCORD_API_BASE": box.api_base,
            "KICKDOOR_DATABASE": str(path / "games.db"),
            **more,
        }
    )


async def bad(doctor: Doctor) -> dict[str, Finding]:
    return {finding.subject: finding async for finding in doctor.examine() if finding.verdict == "bad"}


async def test_nothing_to_mend(box: Sandbox, tmp_path: Path) -> None:
    box.add_guild("Home")
    store = await SqliteStore.open(tmp_path / "games.db")
    findings = [finding async for finding in Doctor(settings_for(box, tmp_path)).examine()]
    assert [f.subject for f in findings] == ["Database", "Disk", "Token", "Clock", "Presses", "Servers"]
    assert {f.verdict for f in findings} == {"good"}
    assert "works on it" in findings[0].found
    await store.close()


async def test_a_wrong_token(box: Sandbox, tmp_path: Path) -> None:
    found = await bad(Doctor(settings_for(box, tmp_path, DISCORD_TOKEN="wrong-secret")))
    assert "Reset Token" in found["Token"].advice
    assert "wrong-secret" not in str(found)


async def test_in_no_server(box: Sandbox, tmp_path: Path) -> None:
    found = await bad(Doctor(settings_for(box, tmp_path)))
    assert "permissions=274878024704" in found["Servers"].advice


async def test_a_missing_permission(box: Sandbox, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    box.add_guild("Home")
    monkeypatch.setitem(doctor_module.NEEDED_PERMISSIONS, "Juggle", 1 << 60)
    found = await bad(Doctor(settings_for(box, tmp_path)))
    assert [finding.found for finding in found.values()] == ["lacks Juggle"]


@pytest.mark.parametrize("skew", [3600.0, -3600.0])
async def test_a_clock_that_is_wrong(box: Sandbox, tmp_path: Path, skew: float) -> None:
    box.add_guild("Home")
    found = await bad(Doctor(settings_for(box, tmp_path), lambda: doctor_module.time.time() + skew))
    assert ("fast" if skew > 0 else "slow") in found["Clock"].found


PRESSES_CASES = {
    "by the gateway": ("", {}, "good", "by the gateway"),
    "by HTTP, to workers with the right key": ("own", {"postgres": True}, "good", "https://kickdoor.test"),
    "by HTTP, and no worker can have the key": ("", {"postgres": True}, "note", "https://kickdoor.test"),
    "by HTTP, though the games are in a file": ("own", {}, "bad", "PostgreSQL"),
    "by HTTP, with the key of another application": (
        "other",
        {"postgres": True},
        "bad",
        "another application",
    ),
}


@pytest.mark.parametrize("case", PRESSES_CASES)
async def test_how_presses_come(box: Sandbox, tmp_path: Path, case: str) -> None:
    key, where, verdict, said = PRESSES_CASES[case]
    box.add_guild("Home")
    if case != "by the gateway":
        box.world.endpoint_url = "https://kickdoor.test/interactions"
    keys = {"own": box.world.public_key, "other": "ab" * 32}
    more = {"KICKDOOR_PUBLIC_KEY": keys[key]} if key else {}
    if where:
        more["KICKDOOR_DATABASE"] = "postgresql://kickdoor:secret@127.0.0.1:9/kickdoor"
    findings = [f async for f in Doctor(settings_for(box, tmp_path, **more)).examine()]
    (found,) = [finding for finding in findings if finding.subject == "Presses"]
    assert found.verdict == verdict
    assert said in found.found + found.advice
    assert found.advice if verdict != "good" else not found.advice
    assert "secret" not in str(findings)


async def test_no_way_to_discord() -> None:
    settings = read_settings({"DISCORD_TOKEN": "x", "DISCORD_API_BASE": "http://127.0.0.1:9/api"})
    found = await bad(Doctor(settings))
    assert "network" in found["Discord"].advice


async def test_databases_that_need_help(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "games.db"
    settings = read_settings({"DISCORD_TOKEN": "x", "KICKDOOR_DATABASE": str(path)})
    doctor = Doctor(settings)
    assert doctor.database()[0].found.endswith("first start")
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA user_version = 999")
    assert "newer release" in doctor.database()[0].found
    path.write_bytes(b"no database at all" * 300)
    assert "cannot be read" in doctor.database()[0].found
    with closing(sqlite3.connect(tmp_path / "torn.db")) as connection:
        connection.execute("CREATE TABLE t (x)")
        connection.executemany("INSERT INTO t VALUES (?)", [("y" * 500,)] * 500)
        connection.commit()
    data = bytearray((tmp_path / "torn.db").read_bytes())
    data[8192:40960] = b"\xff" * (40960 - 8192)
    path.write_bytes(data)
    assert doctor.database()[0].verdict == "bad"
    monkeypatch.setattr(doctor_module, "MIN_FREE_BYTES", 1 << 62)
    assert doctor.database()[1].verdict == "bad"
    elsewhere = read_settings({"DISCORD_TOKEN": "x", "KICKDOOR_DATABASE": str(tmp_path / "no" / "games.db")})
    assert [f.verdict for f in Doctor(elsewhere).database()] == ["note"]


async def test_a_server_that_is_well_and_who_works_on_it(postgres: Server) -> None:
    """Its tables are not made by looking."""
    settings = read_settings({"DISCORD_TOKEN": "x", "KICKDOOR_DATABASE": await postgres.database()})
    (first, lasting) = await Doctor(settings).server()
    assert first.verdict == "good"
    assert "empty yet" in first.found
    assert (lasting.subject, lasting.verdict) == ("Durability", "bad")  # the tests' server does without
    store = await PostgresStore.open(settings.database)
    cluster = await Cluster.join(store, (0, 2), 3)
    (first, _) = await Doctor(settings).server()
    assert "schema 4 of 4" in first.found
    assert ": shards 0, 2 work on it" in first.found
    assert postgres.password not in str(first)
    worker = await Cluster.join(store, ())
    (first, _) = await Doctor(settings).server()
    assert ": a worker: no shards work on it" in first.found
    await worker.leave()
    await cluster.leave()
    cluster = await Cluster.join(store)
    (first, _) = await Doctor(settings).server()
    assert ": all shards work on it" in first.found
    await cluster.leave()
    await store.close()


async def test_servers_that_need_help(postgres: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each with what to do, and no password."""
    address = await postgres.database()
    settings = read_settings({"DISCORD_TOKEN": "x", "KICKDOOR_DATABASE": address})
    monkeypatch.setattr(doctor_module, "MAX_CONNECTIONS", 10_000)
    assert "max_connections" in (await Doctor(settings).server())[-1].advice
    await (await PostgresStore.open(address)).close()
    connection = await asyncpg.connect(address)
    await connection.execute("INSERT INTO schema_version VALUES (99)")
    await connection.close()
    assert "newer release" in (await Doctor(settings).server())[0].found
    wrong = read_settings(
        {"DISCORD_TOKEN": "x", "KICKDOOR_DATABASE": address.replace("kickdoor:", "kickdoor:no")}
    )
    (finding,) = await Doctor(wrong).server()
    assert finding.verdict == "bad"
    assert "KICKDOOR_DATABASE" in finding.advice
    assert postgres.password not in str(finding)


def checked(path: Path, **more: str) -> Finding:
    settings = read_settings({"DISCORD_TOKEN": "x", "KICKDOOR_DATABASE": str(path), **more})
    doctor = Doctor(settings)
    return (doctor.backups() if more else doctor.database())[0]


def test_what_is_no_database_of_ours(tmp_path: Path) -> None:
    """A first start that was killed half-way, in contrast, is gone on with."""
    path = tmp_path / "games.db"
    path.touch()
    assert (checked(path).verdict, "not a Kickdoor database" in checked(path).found) == ("bad", True)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
    assert checked(path).verdict == "good"
    for statement in ("CREATE TABLE tables (id, snapshot)", "PRAGMA user_version = 2"):
        with closing(sqlite3.connect(path)) as connection:
            connection.execute(statement)
        assert "not a Kickdoor database" in checked(path).found
        assert "kickdoor restore" in checked(path).advice


def test_places_where_no_database_can_be(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    (tmp_path / "loop").symlink_to("loop")
    os.mkfifo(tmp_path / "pipe")
    cases = {".": "is a folder", "pipe": "is no file", "file/x": "Not a directory", "loop": "links"}
    for name, said in cases.items():
        found = checked(tmp_path / name)
        assert (found.verdict, said in found.found) == ("bad", True), found
        assert "KICKDOOR_DATABASE" in found.advice
        assert "--repair" not in found.advice


async def test_what_an_operator_has_no_right_to(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The ordinary case of somebody who looks at a service without sudo."""
    path = tmp_path / "games.db"
    await (await SqliteStore.open(path)).close()
    with monkeypatch.context() as rights:
        rights.setattr(FileLock, "holder", forbidden)
        assert checked(path).verdict == "good"
        assert "no right to see" in checked(path).found
    for refused in ("stat", "access"):
        with monkeypatch.context() as rights:
            if refused == "stat":
                rights.setattr(Path, "stat", forbidden)
            else:
                rights.setattr(os, "access", lambda *_: False)
            found = checked(path)
        assert found.verdict == "bad"
        assert "cannot be re" in found.found
        assert "sudo" in found.advice


def test_a_folder_of_copies_that_is_no_use(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("")
    found = checked(tmp_path / "games.db", KICKDOOR_BACKUPS=str(tmp_path / "file"))
    assert (found.subject, found.verdict) == ("Backups", "bad")
    assert "cannot be read: Not a directory" in found.found
    monkeypatch.setattr(os, "listdir", forbidden)
    found = checked(tmp_path / "games.db", KICKDOOR_BACKUPS=str(tmp_path / "copies"))
    assert "cannot be read: Permission denied" in found.found


def test_a_folder_of_copies_that_cannot_be_made_or_written_to(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As in a container, whose file system is read-only beside its volume. Looking makes nothing."""
    folder = tmp_path / "no" / "copies"
    settings = {"DISCORD_TOKEN": "x", "KICKDOOR_BACKUPS": str(folder)}
    doctor = Doctor(read_settings(settings))
    assert doctor.backups() == []
    monkeypatch.setattr(os, "access", lambda *_: False)
    (found,) = doctor.backups()
    assert (found.subject, found.verdict) == ("Backups", "bad")
    assert f"cannot be made: {tmp_path} cannot be written to" in found.found
    assert list(tmp_path.iterdir()) == []
    folder.mkdir(parents=True)
    assert f"{folder} cannot be written to" in doctor.backups()[0].found


def forbidden(*_: object, **__: object) -> None:
    raise PermissionError(13, "Permission denied")


def test_copies_of_a_database_that_is_gone_are_said(tmp_path: Path) -> None:
    """The start would refuse to make an empty one."""
    copies = BackupFolder(tmp_path / "games.db.backups")
    part = copies.place_for_next(1_800_000_000)
    part.write_text("x")
    copies.keep(part, 1_800_000_000)
    found = checked(tmp_path / "games.db")
    assert (found.verdict, "kickdoor restore" in found.found) == ("bad", True)
