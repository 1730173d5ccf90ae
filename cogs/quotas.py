"""How many tables one person or server may have, so that the others do not notice."""

from __future__ import annotations

from dataclasses import dataclass

from bot.settings import Settings
from bot.tables.api import TableApi
from cards.kernel.moves import Refusal

TOO_FAST_TEXT = "Easy! That was a lot at once. Nothing has happened; please try again in a few seconds."


@dataclass(frozen=True, slots=True)
class Quotas:
    """What the operator allows."""

    tables_per_server: int
    lobbies_per_person: int


def quotas_of(settings: Settings) -> Quotas:
    """Return what the settings say."""
    return Quotas(settings.tables_per_server, settings.lobbies_per_person)


async def refuse_too_many(tables: TableApi, quotas: Quotas | None, guild: int, user: int) -> Refusal | None:
    """Refuse a person or a server that has enough tables; without quotas nobody has."""
    if quotas is None:
        return None
    if len(await tables.tables_in_guild(guild)) >= quotas.tables_per_server:
        return Refusal("too_many_tables", {"most": quotas.tables_per_server})
    own = [
        table for table in await tables.tables_of_user(user) if table.phase == "lobby" and table.host == user
    ]
    if len(own) >= quotas.lobbies_per_person:
        return Refusal("too_many_lobbies", {"most": quotas.lobbies_per_person})
    return None
