"""The settings of a lobby: game, speed and house rules."""

from __future__ import annotations

from collections.abc import Mapping

from bot.tables.table import Table
from bot.views import wording
from bot.views.game_screens import screens_by_key
from bot.views.layout import Block, Container, Field, Form, Option, Screen, Select, Text
from bot.views.limits import MAX_FIELD_LABEL_CHARS, MAX_FIELD_NOTE_CHARS, MAX_OPTIONS, MAX_TITLE_CHARS
from bot.views.public import lobby_custom_id
from bot.views.text import label
from bot.views.words.table import SPEED_TEXTS, WATCHER_TEXTS
from cards.game_module import GameModule


def flags(module: GameModule) -> list[str]:
    """List the options that are yes or no, as many as fit into a menu."""
    return [key for key, value in module.default_options.items() if isinstance(value, bool)][:MAX_OPTIONS]


def settings_screen(table: Table, module: GameModule, titles: Mapping[str, str]) -> Screen:
    """Draw the settings; only the host's choices count, but everybody may look."""
    blocks: list[Block] = [
        Text("### ⚙️ Settings\n-# The host chooses; everybody may look."),
        Select(
            lobby_custom_id(table, "game"),
            tuple(
                Option(label(title, 100), name, chosen=name == table.game)
                for name, title in list(titles.items())[:MAX_OPTIONS]
            ),
            "Game",
        ),
        _choice(table, "speed", table.speed, SPEED_TEXTS, "Speed"),
        _choice(table, "watchers", table.watchers, WATCHER_TEXTS, "Spectators"),
    ]
    switches = flags(module)
    if switches:
        blocks.append(Text("-# House rules that are on"))
        blocks.append(
            Select(
                lobby_custom_id(table, "flags"),
                tuple(_option(table, module, key) for key in switches),
                "House rules",
                0,
                len(switches),
            )
        )
    others = [key for key in module.default_options if key not in switches][:MAX_OPTIONS]
    if others:
        blocks.append(
            Select(
                lobby_custom_id(table, "value"),
                tuple(_option(table, module, key) for key in others),
                "Change lengths and variants…",
            )
        )
    return Screen((Container(tuple(blocks), 0x5865F2),))


def _choice(table: Table, name: str, now: str, texts: Mapping[str, tuple[str, str]], hint: str) -> Select:
    """Draw the menu of one setting: its values, each with what it means."""
    options = (
        Option(title, value, label(meaning, 100), chosen=value == now)
        for value, (title, meaning) in texts.items()
    )
    return Select(lobby_custom_id(table, name), tuple(options), hint)


def _option(table: Table, module: GameModule, key: str) -> Option:
    value = table.options.get(key, module.default_options[key])
    title, note = wording.option(screens_by_key(module.screens).words, key)
    note = label(note, 100) if note else ""
    if isinstance(module.default_options[key], bool):
        return Option(label(title, 100), key, note, chosen=bool(value))
    return Option(label(f"{title}: {wording.option_value(value)}", 100), key, note)


def value_form(table: Table, module: GameModule, key: str) -> Form:
    """Ask for the new value of an option."""
    title, note = wording.option(screens_by_key(module.screens).words, key)
    now = f"Now: {wording.option_value(table.options.get(key, module.default_options[key]))}"
    told = label(f"{note}. {now}" if note else now, MAX_FIELD_NOTE_CHARS)
    entry = Field("value", label(title, MAX_FIELD_LABEL_CHARS), told, least=0, most=40)
    return Form(lobby_custom_id(table, f"set.{key}"), label(title, MAX_TITLE_CHARS), (entry,))
