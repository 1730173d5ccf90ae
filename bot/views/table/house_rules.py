"""What has been agreed on at a table: house rules that are not the usual ones, and how long a turn is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.tables.table import Speed, Table, allowed_s
from bot.views.base import wording
from bot.views.base.game_screens import screens_by_key
from bot.views.base.table_words import SPEED_TEXTS
from bot.views.base.text import duration, escape, say
from cards.game_module import GameModule

MAX_SHOWN_OPTIONS = 12
TURN_TIME = "turn_seconds"
"""The option that says how long a turn is, of those games that have it. It is told with the speed."""


def speed_meaning(module: GameModule, options: Mapping[str, Any], speed: Speed) -> str:
    """Say how long a turn is at a speed, with these options, and whom the speed is for."""
    meaning = say(SPEED_TEXTS[speed][1])
    seconds = options.get(TURN_TIME, module.default_options.get(TURN_TIME))
    if isinstance(seconds, int):
        return say("{time} a turn, {meaning}", time=duration(allowed_s(speed, seconds)), meaning=meaning)
    return meaning


def house_rules(table: Table, module: GameModule) -> list[str]:
    """Name the options that differ from the standard ones, times as they are at the table's speed."""
    return [
        _told(table, module, key, value)
        for key, value in table.options.items()
        if module.default_options.get(key) != value and key != TURN_TIME
    ]


def agreed_lines(table: Table, module: GameModule) -> list[str]:
    """Say in small print how fast the game is and which house rules are not the usual ones."""
    speed = f"{say(SPEED_TEXTS[table.speed][0])}: {speed_meaning(module, table.options, table.speed)}"
    rules = house_rules(table, module)
    shown = [*rules[:MAX_SHOWN_OPTIONS], *(["…"] if len(rules) > MAX_SHOWN_OPTIONS else [])]
    return [f"-# ⏱ {speed}", *([say("-# House rules: {shown}", shown="; ".join(shown))] if shown else [])]


def _told(table: Table, module: GameModule, key: str, value: object) -> str:
    title = wording.option(screens_by_key(module.screens).words, key)[0]
    told = wording.option_value(value, key, table.speed)
    return escape(title if value is True else f"{title}: {told}")
