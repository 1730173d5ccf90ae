"""What people type into the commands, before it becomes a request."""

from types import SimpleNamespace
from typing import Any, cast

import discord
import pytest
from discord import app_commands

from bot.app.client import Services
from bot.app.games import game_registry
from bot.app.request_limit import RequestLimit
from cogs.commands.base import CommandCog
from cogs.kickdoor import ROOTS
from cogs.responder import Interaction

MAX_CHARS = 100


class NoTables:
    """Tables of which no channel has one."""

    async def table_in_channel(self, channel: int) -> None:
        return None


def commands(per_minute: int) -> list[CommandCog[Any]]:
    settings = SimpleNamespace(tables_per_server=1, lobbies_per_person=1)
    services = SimpleNamespace(
        tables=NoTables(),
        games=game_registry(),
        screens=None,
        erasure_requests=None,
        replays=None,
        results=None,
        statistics=None,
        personal_data=None,
        settings=settings,
        request_limit=RequestLimit(per_minute, lambda: 0.0),
    )
    return [root(cast(Services, services)) for root in ROOTS]


def options() -> list[app_commands.Parameter]:
    groups = [cog.__cog_app_commands_group__ for cog in commands(1)]
    every = [
        each
        for group in groups
        if group is not None
        for each in group.walk_commands()
        if isinstance(each, app_commands.Command)
    ]
    return [option for command in every for option in command.parameters]


def test_whatever_can_be_typed_freely_has_an_end() -> None:
    string = discord.AppCommandOptionType.string
    texts = [each for each in options() if each.type is string and not each.choices]
    assert len(texts) == 7
    assert {each.max_value for each in texts} == {MAX_CHARS}


def test_every_option_says_what_it_is() -> None:
    assert [each.name for each in options() if str(each.description) in ("", "…")] == []


@pytest.mark.parametrize("root", ROOTS)
def test_every_root_has_room_for_more(root: type[CommandCog[Any]]) -> None:
    """Discord takes 25 commands and groups in one."""
    assert len(root.__cog_app_commands__) <= 20


def test_only_those_who_manage_a_server_see_the_commands_for_it() -> None:
    """Unless its Integrations page says otherwise."""
    groups = {cog.__cog_group_name__: cog.__cog_app_commands_group__ for cog in commands(1)}
    needed = {name: group.default_permissions for name, group in groups.items() if group is not None}
    assert needed.pop("kickdoor-server") == discord.Permissions(manage_guild=True)
    assert set(needed.values()) == {None}


SUGGESTING = (
    "kickdoor new game",
    "kickdoor rules topic",
    "kickdoor card name",
    "kickdoor-table correct card name",
    "kickdoor-table seat add kind",
    "kickdoor-table seat remove number",
)


async def suggested(cogs: list[CommandCog[Any]], option: str, typed: str) -> list[app_commands.Choice[Any]]:
    command, _, name = option.rpartition(" ")
    cog = next(each for each in cogs if each.__cog_group_name__ == option.split()[0])
    group = cog.__cog_app_commands_group__
    assert group is not None
    found = next(each for each in group.walk_commands() if each.qualified_name == command)
    assert isinstance(found, app_commands.Command)
    parameter = found._params[name]  # the library's own way to them
    told_by = SimpleNamespace(binding=cog)
    interaction = SimpleNamespace(user=SimpleNamespace(id=5), channel_id=7, guild_id=8, command=told_by)
    suggest = cast(Any, parameter.autocomplete)
    given: list[app_commands.Choice[Any]] = await suggest(cast(Interaction, interaction), typed)
    return given


@pytest.mark.parametrize("option", SUGGESTING)
async def test_suggestions_count_as_requests_do(option: str) -> None:
    """Every key that is pressed asks for them, which is as much work as a command."""
    cog = commands(per_minute=1)
    first = await suggested(cog, option, "")
    assert first or option == "kickdoor-table seat remove number"  # here nobody sits
    assert await suggested(cog, option, "") == []
    assert not cog[0].services.request_limit.allows(5)


@pytest.mark.parametrize("option", SUGGESTING)
async def test_nothing_is_suggested_for_what_no_option_can_hold(option: str) -> None:
    assert await suggested(commands(per_minute=9), option, "a" * (MAX_CHARS + 1)) == []
