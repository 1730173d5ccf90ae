"""The settings of a lobby: game, speed and house rules."""

from __future__ import annotations

from collections.abc import Mapping

from bot.tables.games import GameKind
from bot.tables.table import Table
from bot.views import wording
from bot.views.layout import Block, Box, Field, Form, Option, Screen, Select, Text
from bot.views.limits import FIELD_LABEL, FIELD_NOTE, OPTIONS, TITLE
from bot.views.public import lobby_press
from bot.views.text import label
from bot.views.words.table import SPEEDS


def flags(kind: GameKind) -> list[str]:
    """List the options that are yes or no, as many as fit into a menu."""
    return [key for key, value in kind.defaults.items() if isinstance(value, bool)][:OPTIONS]


def settings_screen(table: Table, kind: GameKind, titles: Mapping[str, str]) -> Screen:
    """Draw the settings; only the host's choices count, but everybody may look."""
    blocks: list[Block] = [
        Text("### ⚙️ Settings\n-# The host chooses; everybody may look."),
        Select(
            lobby_press(table, "game"),
            tuple(
                Option(label(title, 100), name, chosen=name == table.game)
                for name, title in list(titles.items())[:OPTIONS]
            ),
            "Game",
        ),
        Select(
            lobby_press(table, "speed"),
            tuple(
                Option(title, name, label(meaning, 100), chosen=name == table.speed)
                for name, (title, meaning) in SPEEDS.items()
            ),
            "Speed",
        ),
    ]
    switches = flags(kind)
    if switches:
        blocks.append(Text("-# House rules that are on"))
        blocks.append(
            Select(
                lobby_press(table, "flags"),
                tuple(_option(table, kind, key) for key in switches),
                "House rules",
                0,
                len(switches),
            )
        )
    others = [key for key in kind.defaults if key not in switches][:OPTIONS]
    if others:
        blocks.append(
            Select(
                lobby_press(table, "value"),
                tuple(_option(table, kind, key) for key in others),
                "Change lengths and variants…",
            )
        )
    return Screen((Box(tuple(blocks), 0x5865F2),))


def _option(table: Table, kind: GameKind, key: str) -> Option:
    value = table.options.get(key, kind.defaults[key])
    title, note = wording.option(key)
    note = label(note, 100) if note else ""
    if isinstance(kind.defaults[key], bool):
        return Option(label(title, 100), key, note, chosen=bool(value))
    return Option(label(f"{title}: {wording.option_value(value)}", 100), key, note)


def value_form(table: Table, kind: GameKind, key: str) -> Form:
    """Ask for the new value of an option."""
    title, note = wording.option(key)
    now = f"Now: {wording.option_value(table.options.get(key, kind.defaults[key]))}"
    told = label(f"{note}. {now}" if note else now, FIELD_NOTE)
    entry = Field("value", label(title, FIELD_LABEL), told, least=0, most=40)
    return Form(lobby_press(table, f"set.{key}"), label(title, TITLE), (entry,))
