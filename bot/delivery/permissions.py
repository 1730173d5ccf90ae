"""What we may have to do in a channel, by the names under which people find it in Discord."""

from __future__ import annotations

import discord

from bot.views.base.table_words import INVITE_URL

NEEDED_PERMISSIONS = {
    "View Channels": 1 << 10,
    "Send Messages": 1 << 11,
    "Embed Links": 1 << 14,
    "Attach Files": 1 << 15,
    "Read Message History": 1 << 16,
    "Send Messages in Threads": 1 << 38,
}
"""What an invitation asks for. Without some of them we still show tables, in words or a little less well."""

INVITE_PERMISSIONS = sum(NEEDED_PERMISSIONS.values())


def invite_url(application: object) -> str:
    """Return the address at which somebody adds the bot to a server."""
    return INVITE_URL.format(application=application, permissions=INVITE_PERMISSIONS)


THREAD_KINDS = (
    discord.ChannelType.news_thread,
    discord.ChannelType.public_thread,
    discord.ChannelType.private_thread,
)
_VOICE_KINDS = (discord.ChannelType.voice, discord.ChannelType.stage_voice)


def missing_permission(held: discord.Permissions, kind: discord.ChannelType, *, posting: bool = True) -> str:
    """Return what we lack for showing a table in a channel of this kind; "" if that is nothing.

    Not ``posting``: our message is there already.
    """
    if held.administrator:
        return ""
    if not held.view_channel:
        return "View Channel"
    if kind in _VOICE_KINDS and not held.connect:
        return "Connect"
    if posting and kind in THREAD_KINDS:
        return "" if held.send_messages_in_threads else "Send Messages in Threads"
    return "Send Messages" if posting and not held.send_messages else ""
