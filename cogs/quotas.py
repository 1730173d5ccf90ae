"""How many tables one person or server may have, so that the others do not notice."""

from __future__ import annotations

from dataclasses import dataclass

from bot.settings import Settings
from bot.tables.intents import Create
from bot.tables.results import Result
from bot.tables.service import TableService
from bot.tables.table import Speed
from cards.kernel.moves import Refusal
from cogs.answers import Click

TOO_FAST_TEXT = "Easy! That was a lot at once. Nothing has happened; please try again in a few seconds."


@dataclass(frozen=True, slots=True)
class Quotas:
    """What the operator allows."""

    tables_per_server: int
    lobbies_per_person: int


def quotas_of(settings: Settings) -> Quotas:
    """Return what the settings say."""
    return Quotas(settings.tables_per_server, settings.lobbies_per_person)


async def refuse_too_many(
    tables: TableService, quotas: Quotas | None, guild: int, user: int
) -> Refusal | None:
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


async def open_table(
    tables: TableService, quotas: Quotas | None, click: Click, game: str, speed: Speed, sex: str = ""
) -> Result:
    """Open a lobby where somebody has typed or pressed, if it can be shown there and is not one too many."""
    if refusal := (
        await click.refuse_here() or await refuse_too_many(tables, quotas, click.guild, click.user)
    ):
        return refusal
    intent = Create(click.channel, click.guild, click.name, game, speed, sex, click.place_name)
    return await tables.create(click.interaction_id, click.user, intent)
