"""The settings of a lobby: the screen that shows them, and values as people type them."""

from __future__ import annotations

import json
from typing import Any

from bot.tables.service import TableService
from bot.views.base.layout import Screen
from bot.views.table import settings
from cards.kernel.moves import Refusal
from cards.registry import GameRegistry


async def lobby_settings(
    tables: TableService, games: GameRegistry, table: int, user: int, *, note: str = ""
) -> Screen | Refusal:
    """Draw the settings of a lobby for one person, with a note on top."""
    view = await tables.view_for(table, user)
    if isinstance(view, Refusal):
        return view
    if view.table.phase != "lobby":
        return Refusal("wrong_phase", {"phase": view.table.phase})
    kind = games.find(view.table.game)
    if kind is None:
        return Refusal("no_game")
    sets = [found for name in games.names() if (found := games.find(name)) is not None]
    first = view.table.game.partition("+")[0]
    mates = [each for each in sets if each.name != first and games.find(f"{first}+{each.name}")]
    return settings.settings_screen(view.table, kind, sets, view.seat, mates=mates, note=note)


def read_value(text: str) -> Any:
    """Read an option as people type it: a number, yes or no, or a word; None for its default."""
    plain = text.strip()
    if plain.lower() in ("yes", "on", "true"):
        return True
    if plain.lower() in ("no", "off", "false"):
        return False
    if plain.lower() in ("", "none", "default"):
        return None
    try:
        value = json.loads(plain)
    except (ValueError, RecursionError):
        return plain
    return value if isinstance(value, int | float) else plain
