"""How many tables one person or server may have, so that the others do not notice."""

from __future__ import annotations

from dataclasses import dataclass

from bot.settings import Settings

TOO_FAST_TEXT = "Easy! That was a lot at once. Nothing has happened; please try again in a few seconds."


@dataclass(frozen=True, slots=True)
class Quotas:
    """What the operator allows."""

    tables_per_server: int
    lobbies_per_person: int


def quotas_of(settings: Settings) -> Quotas:
    """Return what the settings say."""
    return Quotas(settings.tables_per_server, settings.lobbies_per_person)
