"""A look before there is a table: whether it could be shown where somebody wants it."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from dataclasses import replace
from functools import partial
from typing import Any, cast

import aiohttp
import discord
from discord import app_commands

from bot.delivery.permissions import INVITE_PERMISSIONS, missing_permission
from bot.tables.lobby import clean_name
from bot.views.base.paint import TABLE_CHANNEL_TYPES
from cards.kernel.moves import Refusal
from cogs.answers import Click, ClickPlace
from cogs.responder import Interaction

LOOK_TIMEOUT_S = 2.0
"""Seconds after which a look that Discord does not answer keeps nobody from anything."""

_OUT_OF_SIGHT_CODES = (10003, 10004, 50001)
"""The channel or server is gone, or we are not in it."""


Target = app_commands.AppCommandChannel | app_commands.AppCommandThread


class TargetTransformer(app_commands.Transformer):
    """A channel or thread, as Discord describes it: the library forgets or never sees some threads."""

    @property
    def type(self) -> discord.AppCommandOptionType:
        """Return the type of the option."""
        return discord.AppCommandOptionType.channel

    @property
    def channel_types(self) -> list[discord.ChannelType]:
        """Return the kinds of channels that Discord offers."""
        return [*TABLE_CHANNEL_TYPES]

    async def transform(self, interaction: Interaction, value: Target, /) -> Target:
        """Return what Discord describes, if people write in it."""
        if value.type not in self.channel_types:
            raise app_commands.TransformerError(value, self.type, self)
        return value


def shown_name(user: discord.User | discord.Member) -> str:
    """Return what somebody is called; an invisible name gives way to the one that Discord itself demands."""
    return user.display_name if clean_name(user.display_name) else user.name


def place_name(interaction: Interaction, channel: object) -> str:
    """Return what server and channel are called, as far as that is known."""
    guild, name = interaction.guild, getattr(channel, "name", "")
    return " › ".join(filter(None, ["" if guild is None else guild.name, f"#{name}" if name else ""]))


async def refuse_here(interaction: Interaction) -> Refusal | None:
    """Return why no table could be shown where somebody has typed or pressed; None if one could."""
    channel = interaction.channel
    if not isinstance(channel, discord.abc.GuildChannel | discord.Thread):
        return None
    return await _refuse(interaction, channel, interaction.app_permissions)


async def refuse_there(interaction: Interaction, target: Target) -> Refusal | None:
    """Return why no table may be moved to a channel that somebody has named; None if one may.

    Nobody brings a game to where they could not write themselves.
    """
    if missing_permission(target.permissions, target.type):
        return Refusal("no_writing")
    guild = interaction.guild
    known = None if guild is None else guild.get_channel_or_thread(target.id)
    is_orphan = isinstance(known, discord.Thread) and known.parent is None
    held = None if guild is None or known is None or is_orphan else known.permissions_for(guild.me)
    return await _refuse(interaction, target, held)


async def _refuse(
    interaction: Interaction,
    channel: Target | discord.abc.GuildChannel | discord.Thread,
    held: discord.Permissions | None,
) -> Refusal | None:
    """Refuse a channel; of what we may do there (``held``) nothing may be known.

    Discord is asked only about what it does not send along, and the library's cache does not know.
    """
    client, guild = interaction.client, interaction.guild
    if guild is None:
        return None
    if client.get_guild(guild.id) is None and not await _is_in_sight(
        client.http.get_guild(guild.id, with_counts=False)
    ):
        return Refusal(
            "not_invited", {"application": interaction.application_id, "permissions": INVITE_PERMISSIONS}
        )
    if held is not None and (name := missing_permission(held, channel.type)):
        return Refusal("no_permission", {"name": name})
    manages = held is not None and held.manage_threads
    if getattr(channel, "locked", False) and not manages:
        return Refusal("locked_thread")
    is_private = channel.type is discord.ChannelType.private_thread and not manages
    if (
        is_private
        and guild.get_thread(channel.id) is None
        and not await _is_in_sight(client.http.get_channel(channel.id))
    ):
        return Refusal("private_thread", {"bot": interaction.application_id})
    return None


async def _is_in_sight(look: Coroutine[Any, Any, Any]) -> bool:
    """Return False if Discord says that we cannot see it; not knowing keeps nobody from anything."""
    try:
        async with asyncio.timeout(LOOK_TIMEOUT_S):
            await look
    except discord.HTTPException as error:
        return error.code not in _OUT_OF_SIGHT_CODES
    except (discord.RateLimited, aiohttp.ClientError, OSError, TimeoutError):
        return True
    return True


MAX_FORM_DEPTH = 8


def toward(click: Click, interaction: Interaction, target: Target) -> Click:
    """Return the click with the channel to which it is to bring a table."""
    return replace(
        click,
        there=target.id,
        place_name=place_name(interaction, target),
        refuse_here=partial(refuse_there, interaction, target),
    )


def read_click(interaction: Interaction) -> Click:
    """Return what was pressed or typed, by whom and where, without reading it."""
    data: dict[str, Any] = dict(interaction.data or {})
    message = interaction.message
    sent = interaction.type is discord.InteractionType.modal_submit
    click = Click(
        interaction_id=interaction.id,
        user=interaction.user.id,
        name=shown_name(interaction.user),
        channel=interaction.channel_id or 0,
        guild=interaction.guild_id or 0,
        place=_place(interaction),
        message=message.id if message is not None else 0,
        custom_id=str(data.get("custom_id", "")),
        values=_texts(data.get("values")),
        fields=_fields(data.get("components")) if sent else None,
        may_manage=interaction.permissions.manage_channels,
        in_dm=interaction.context.dm_channel is True,
        place_name=place_name(interaction, interaction.channel),
        refuse_here=partial(refuse_here, interaction),
    )
    target = _chosen_channel(interaction, data)
    return click if target is None else toward(click, interaction, target)


def _chosen_channel(interaction: Interaction, data: dict[str, Any]) -> Target | None:
    """Return what was chosen in a menu of channels, described as the option of a command is."""
    values = _texts(data.get("values"))
    if data.get("component_type") != discord.ComponentType.channel_select.value or not values:
        return None
    option: Any = {"type": discord.AppCommandOptionType.channel.value, "name": "channel", "value": values[0]}
    found = app_commands.Namespace(interaction, data.get("resolved", {}), [option]).channel
    is_target = isinstance(found, app_commands.AppCommandChannel | app_commands.AppCommandThread)
    return found if is_target and found.type in TABLE_CHANNEL_TYPES else None


def _place(interaction: Interaction) -> ClickPlace:
    message = interaction.message
    if message is None:
        return "command"
    if message.flags.ephemeral:
        return "private"
    return "table" if interaction.guild_id else "hand"


def _fields(components: object, depth: int = 0) -> dict[str, tuple[str, ...]]:
    """Collect the fields of a form, at any depth of its layout; what has another shape is passed over."""
    found: dict[str, tuple[str, ...]] = {}
    if not isinstance(components, list) or depth > MAX_FORM_DEPTH:
        return found
    for part in cast("list[object]", components):
        if not isinstance(part, dict):
            continue
        known = cast("dict[str, Any]", part)
        inner = [known["component"]] if "component" in known else known.get("components")
        if inner:
            found.update(_fields(inner, depth + 1))
        elif "custom_id" in known:
            value = known.get("value")
            values = known.get("values", [] if value is None else [value])
            found[str(known["custom_id"])] = _texts(values)
    return found


def _texts(values: object) -> tuple[str, ...]:
    """Return what was chosen or typed; nothing where it has another shape."""
    if not isinstance(values, list | tuple):
        return ()
    return tuple(str(value) for value in cast("list[object]", values))
