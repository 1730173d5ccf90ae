"""Finds what keeps the bot from running well, and says what to do about it."""

from __future__ import annotations

import os
import shutil
import sqlite3
import time
from collections.abc import AsyncIterator, Callable
from contextlib import closing
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from http import HTTPStatus
from pathlib import Path
from typing import Any, Literal, cast

import aiohttp

from bot.delivery.permissions import NEEDED_PERMISSIONS, invite_url
from bot.operations.backups import copies_of
from bot.settings import Settings
from bot.store import schema
from bot.store.api import StoreError
from bot.store.files.database_file import is_there, reading_address
from bot.store.files.lock import FileLock
from bot.store.files.opening import leftovers
from bot.store.postgres.migrating import inspect_server
from bot.store.postgres.pool import MAX_CONNECTIONS
from bot.store.sqlite.errors import FILE_ERRORS, is_damage

Verdict = Literal["good", "note", "bad"]

MAX_CLOCK_SKEW_S = 5.0
"""Seconds by which our clock may differ from Discord's before deadlines shown to people look wrong."""

GUILD_PAGE_SIZE = 200
"""How many servers Discord lists on one page."""

MIN_FREE_BYTES = 200 * 1024 * 1024
"""Bytes that should be free where the database lies."""

ADMINISTRATOR_BIT = 1 << 3

_AS_THE_BOT = "Use the bot's own settings and rights: sudo, or its user."
_REPAIR_OR_RESTORE = "Stop the bot, then `kickdoor doctor --repair`; or `kickdoor restore` the newest copy."


@dataclass(frozen=True, slots=True)
class Finding:
    """One check: what it found, and what to do if something is wrong."""

    verdict: Verdict
    subject: str
    found: str
    advice: str = ""


class Doctor:
    """Checks the database of the settings, and Discord. Changes nothing."""

    def __init__(self, settings: Settings, now: Callable[[], float] = time.time) -> None:
        self._settings = settings
        self._now = now

    async def examine(self) -> AsyncIterator[Finding]:
        """Yield every finding, in the order in which it would stop the bot."""
        for finding in await self.server() if self._settings.uses_postgres else self.database():
            yield finding
        for finding in self.backups():
            yield finding
        headers = {"Authorization": f"Bot {self._settings.token.get_secret_value()}"}
        timeout = aiohttp.ClientTimeout(total=10)
        async with aiohttp.ClientSession(headers=headers, timeout=timeout) as session:
            try:
                async for finding in self._discord(session):
                    yield finding
            except (aiohttp.ClientError, TimeoutError, OSError, ValueError, KeyError) as error:
                advice = "Look at the network, a proxy or firewall, and DISCORD_API_BASE if you set it."
                yield Finding("bad", "Discord", f"cannot be reached ({type(error).__name__})", advice)

    # the database

    def database(self) -> list[Finding]:
        """Check the database file, or whether one can be made."""
        path = Path(self._settings.database)
        folder = path.absolute().parent
        try:
            there = is_there(path)
            if not there and not folder.is_dir():
                return [Finding("note", "Database", f"{folder} does not exist yet; it is made at the start")]
        except StoreError as error:
            return [Finding("bad", "Database", str(error), f"Set KICKDOOR_DATABASE to a file. {_AS_THE_BOT}")]
        return [self._file(path, there=there), self._disk_space(folder)]

    def backups(self) -> list[Finding]:
        """Check the folder of copies; nothing to say if copies can be put there, or there are none."""
        copies = copies_of(self._settings)
        fault = "" if copies is None else copies.write_fault()
        advice = f"Set KICKDOOR_BACKUPS to a folder of the bot's own, or `off`. {_AS_THE_BOT}"
        return [Finding("bad", "Backups", f"{self._settings.backup_folder} {fault}", advice)] if fault else []

    async def server(self) -> list[Finding]:
        """Check the PostgreSQL server."""
        where = self._settings.database_for_people
        try:
            facts = await inspect_server(self._settings.database)
        except StoreError as error:
            advice = "Look at KICKDOOR_DATABASE (host, port, user, password, database) and at the server."
            return [Finding("bad", "Database", f"{where} cannot be used: {error}", advice)]
        found = f"{where} answers, PostgreSQL {facts.version}"
        if facts.schema > facts.known_schema:
            advice = "Update the bot, or restore the backup made before the update."
            found = f"{where} is from a newer release (schema {facts.schema})"
            return [Finding("bad", "Database", found, advice)]
        if not facts.schema and not facts.may_create:
            advice = "Make the bot's user the owner of its database (ALTER DATABASE ... OWNER TO ...)."
            return [Finding("bad", "Database", f"{found}, but we may not make tables there", advice)]
        schema_said = f"schema {facts.schema} of {facts.known_schema}" if facts.schema else "empty yet"
        used = f"; {'; '.join(facts.processes)} work on it" if facts.processes else ""
        findings = [Finding("good", "Database", f"{found}, {schema_said}{used}")]
        if not facts.durable:
            advice = "Set fsync and full_page_writes to on; a power cut could break the database otherwise."
            findings.append(Finding("bad", "Durability", "the server does not wait for its disk", advice))
        if facts.spare_connections < MAX_CONNECTIONS + 1:
            advice = f"Raise max_connections: each process of the bot uses up to {MAX_CONNECTIONS + 1}."
            findings.append(Finding("bad", "Connections", f"{facts.spare_connections} are left", advice))
        return findings

    def _file(self, path: Path, *, there: bool) -> Finding:
        if not there and (left := leftovers(path, copies_of(self._settings))):
            return Finding("bad", "Database", left, "The bot does not start until then.")
        if not there:
            return Finding("good", "Database", f"{path} is made at the first start")
        if not os.access(path, os.R_OK):
            return Finding("bad", "Database", f"{path} cannot be read: you have no right to", _AS_THE_BOT)
        try:
            with closing(sqlite3.connect(reading_address(path), uri=True)) as connection:
                found = schema.schema_version(connection)
                # A first start that was killed leaves a file without tables, but never one of no bytes.
                half_made = not (found or schema.table_names(connection)) and path.stat().st_size > 0
                ours = half_made or schema.is_ours(connection)
                (whole,) = connection.execute("PRAGMA quick_check(1)").fetchone()
        except FILE_ERRORS as error:
            advice = _REPAIR_OR_RESTORE if is_damage(error) else f"Look at file and folder. {_AS_THE_BOT}"
            return Finding("bad", "Database", f"{path} cannot be read: {error}", advice)
        if whole != "ok":
            advice = "Stop the bot, then `kickdoor doctor --repair`."
            return Finding("bad", "Database", f"{path} is damaged: {' '.join(whole.split())}", advice)
        return _schema_finding(path, found, ours=ours)

    def _disk_space(self, folder: Path) -> Finding:
        free = shutil.disk_usage(folder).free
        size = f"{free / 1024**3:.1f} GB free"
        if free < MIN_FREE_BYTES:
            return Finding("bad", "Disk", size, "Make room: without it no move can be saved.")
        return Finding("good", "Disk", size)

    # Discord

    async def _discord(self, session: aiohttp.ClientSession) -> AsyncIterator[Finding]:
        status, me, date = await self._get(session, "/users/@me")
        if status == HTTPStatus.UNAUTHORIZED:
            advice = (
                "On the page Bot of your application press Reset Token; put the new one into DISCORD_TOKEN."
            )
            yield Finding("bad", "Token", "Discord does not know it", advice)
            return
        if status != HTTPStatus.OK:
            advice = "Try again later; https://discordstatus.com tells what is wrong there."
            yield Finding("bad", "Discord", f"answers {status}", advice)
            return
        yield Finding("good", "Token", f"belongs to {me.get('username')}")
        yield self._clock(date)
        _, application, _ = await self._get(session, "/applications/@me")
        if "id" in application:
            yield self._presses(application)
            async for finding in self._guilds(session, str(application["id"])):
                yield finding

    def _presses(self, application: dict[str, Any]) -> Finding:
        """Check that the presses that Discord sends reach a process that can answer them."""
        address, key = application.get("interactions_endpoint_url"), self._settings.public_key
        page = "the General Information page of your application"
        if key is not None and key.lower() != application.get("verify_key"):
            advice = f"Copy the public key from {page} into KICKDOOR_PUBLIC_KEY, or leave it out."
            return Finding("bad", "Presses", "KICKDOOR_PUBLIC_KEY belongs to another application", advice)
        if not address:
            return Finding("good", "Presses", "come by the gateway, to `kickdoor run`")
        found = f"come by HTTP, to {address}"
        if not self._settings.uses_postgres:
            advice = (
                f"Take the Interactions Endpoint URL out on {page}: `kickdoor run --http`, which answers "
                "there, needs a PostgreSQL server."
            )
            return Finding("bad", "Presses", found, advice)
        if key is None:
            advice = "Each `kickdoor run --http` needs KICKDOOR_PUBLIC_KEY, which is not set here."
            return Finding("note", "Presses", found, advice)
        return Finding("good", "Presses", found)

    def _clock(self, date: str) -> Finding:
        if not date:
            return Finding("note", "Clock", "Discord did not tell the time")
        skew = self._now() - parsedate_to_datetime(date).timestamp()
        # The header has whole seconds and was on its way for a while.
        if abs(skew - 0.5) > MAX_CLOCK_SKEW_S:
            advice = (
                "Let the system set its clock (timedatectl set-ntp true); deadlines look wrong otherwise."
            )
            return Finding("bad", "Clock", f"{abs(skew):.0f} s {'fast' if skew > 0 else 'slow'}", advice)
        return Finding("good", "Clock", "agrees with Discord's")

    async def _guilds(self, session: aiohttp.ClientSession, application: str) -> AsyncIterator[Finding]:
        status, body, _ = await self._get(session, "/users/@me/guilds")
        guilds = cast("list[dict[str, Any]]", body) if status == HTTPStatus.OK else None
        invite = invite_url(application)
        if guilds is None:
            yield Finding("note", "Servers", f"could not be listed ({status})")
            return
        if not guilds:
            yield Finding("bad", "Servers", "the bot is in none", f"Invite it: {invite}")
            return
        more = " or more" if len(guilds) >= GUILD_PAGE_SIZE else ""
        yield Finding("good", "Servers", f"the bot is in {len(guilds)}{more}")
        for guild in guilds:
            held = int(guild["permissions"])
            missing = [name for name, bit in NEEDED_PERMISSIONS.items() if not held & bit]
            if missing and not held & ADMINISTRATOR_BIT:
                advice = f"Give the bot's role these permissions, or invite it again: {invite}"
                yield Finding("bad", f"Server {guild['id']}", f"lacks {', '.join(missing)}", advice)

    async def _get(self, session: aiohttp.ClientSession, path: str) -> tuple[int, Any, str]:
        async with session.get(self._settings.api_base + path) as answer:
            body: Any = await answer.json(content_type=None)
            return answer.status, body, answer.headers.get("Date", "")


def _schema_finding(path: Path, found: int, *, ours: bool) -> Finding:
    known = schema.newest()
    if found > known:
        advice = "Update the bot, or restore the backup made before the update."
        return Finding("bad", "Database", f"{path} is from a newer release (schema {found})", advice)
    if not ours:
        advice = (
            "Look at KICKDOOR_DATABASE. If games were in this file, go back to a copy with "
            "`kickdoor restore`; if there have been none yet, move it away: the first start makes one."
        )
        return Finding("bad", "Database", f"{path}: {schema.NO_DATABASE_OF_OURS}", advice)
    return Finding("good", "Database", f"{path} is whole, schema {found} of {known}{_holder_text(path)}")


def _holder_text(path: Path) -> str:
    try:
        holder = FileLock(path.resolve()).holder()
    except OSError:
        return "; whether a bot works on it you have no right to see"
    return "" if holder is None else f"; {holder} works on it"
