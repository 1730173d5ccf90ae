"""Presses about the table itself: who sits there, which game, when it starts."""

from __future__ import annotations

import json
from typing import Any

from bot.tables.api import TableApi
from bot.tables.game_kinds import GameLookup
from bot.tables.intents import (
    AddRobot,
    Intent,
    Join,
    Leave,
    Rematch,
    Request,
    Resume,
    SetGame,
    SetOptions,
    SetSpeed,
    Start,
)
from bot.tables.results import Done
from bot.tables.table import Speed
from bot.views import settings
from bot.views.custom_ids import CustomId
from cards.kernel.moves import Refusal
from cogs.answers import Answer, Click, OpenForm, PrivateReply, UpdateMessage

VALID_SPEEDS: tuple[Speed, ...] = ("live", "relaxed", "post")


class LobbyClicks:
    """Turns presses about the table into requests."""

    def __init__(self, tables: TableApi, games: GameLookup) -> None:
        self._tables = tables
        self._games = games

    async def press(self, click: Click, custom_id: CustomId) -> Done | Refusal | Answer:
        """Do what was pressed; an answer where only something is to be shown."""
        name, _, rest = custom_id.rest.partition(".")
        if name == "settings":
            return await self.settings(custom_id.table, click)
        if name == "value":
            return await self._value_form(click, custom_id)
        intent = await self._intent(click, custom_id, name, rest)
        if isinstance(intent, Refusal):
            return intent
        seen = custom_id.seen if isinstance(intent, Start | Leave) else None
        return await self._tables.send(
            custom_id.table, Request(click.interaction_id, click.user, intent, seen)
        )

    async def settings(self, table: int, click: Click) -> Answer | Refusal:
        """Show the settings of the lobby to one person."""
        view = await self._tables.view_for(table, click.user)
        if isinstance(view, Refusal):
            return view
        if view.table.phase != "lobby":
            return Refusal("wrong_phase", {"phase": view.table.phase})
        kind = self._games.find(view.table.game)
        if kind is None:
            return Refusal("no_game")
        titles = {name: found.title for name in self._games.names() if (found := self._games.find(name))}
        screen = settings.settings_screen(view.table, kind, titles)
        return UpdateMessage(screen) if click.place == "private" else PrivateReply(screen)

    async def _intent(self, click: Click, custom_id: CustomId, name: str, rest: str) -> Intent | Refusal:
        value = click.values[0] if click.values else ""
        match name:
            case "join":
                return Join(click.name, rest if rest in ("male", "female") else "")
            case "leave":
                return Leave()
            case "robot":
                return AddRobot(rest)
            case "start":
                return Start()
            case "resume":
                return Resume()
            case "rematch":
                return Rematch()
            case "game":
                return SetGame(value)
            case "speed":
                return next(
                    (SetSpeed(speed) for speed in VALID_SPEEDS if speed == value), Refusal("bad_speed")
                )
            case "flags":
                return await self._flags(click, custom_id.table)
            case "set":
                return self._value(click, rest)
            case _:
                return Refusal("forged")

    async def _flags(self, click: Click, table: int) -> Intent | Refusal:
        """Take a menu of yes-or-no options: the chosen ones are on, the others off."""
        view = await self._tables.view_for(table, None)
        if isinstance(view, Refusal):
            return view
        kind = self._games.find(view.table.game)
        if kind is None:
            return Refusal("no_game")
        return SetOptions({key: key in click.values for key in settings.flags(kind)})

    async def _value_form(self, click: Click, custom_id: CustomId) -> Answer | Refusal:
        view = await self._tables.view_for(custom_id.table, click.user)
        if isinstance(view, Refusal):
            return view
        kind = self._games.find(view.table.game)
        key = click.values[0] if click.values else ""
        if kind is None or key not in kind.default_options:
            return Refusal("forged")
        return OpenForm(settings.value_form(view.table, kind, key))

    def _value(self, click: Click, key: str) -> Intent | Refusal:
        raw = (click.fields or {}).get("value", ("",))
        return SetOptions({key: read_value(raw[0] if raw else "")})


def read_value(text: str) -> Any:
    """Read an option as people type it: a number, yes or no, or a word."""
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
