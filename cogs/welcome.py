"""A short word where the bot has been added."""

from __future__ import annotations

import logging

import discord

from bot.delivery.permissions import missing_permission
from bot.views.base.paint import paint
from bot.views.table.lobby import welcome_screen

log = logging.getLogger(__name__)


async def welcome(guild: discord.Guild) -> None:
    """Say how to begin, in the channel that the server keeps for such words."""
    channel = guild.system_channel
    if channel is None:
        return
    held = channel.permissions_for(guild.me)
    if missing_permission(held, channel.type):
        return
    try:
        await channel.send(view=paint(welcome_screen(pictures=held.attach_files)))
    except (discord.HTTPException, OSError) as error:
        log.info("server %d could not be welcomed: %s", guild.id, error)
