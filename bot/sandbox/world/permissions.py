"""Discord's permission bits, and what overwrites change."""

from enum import IntFlag

from bot.sandbox.world.model import Channel, Guild


class Permission(IntFlag):
    """The bits with a name, which the control interface accepts, too; all others are passed through."""

    ADMINISTRATOR = 1 << 3
    MANAGE_GUILD = 1 << 5
    ADD_REACTIONS = 1 << 6
    VIEW_CHANNEL = 1 << 10
    SEND_MESSAGES = 1 << 11
    MANAGE_MESSAGES = 1 << 13
    EMBED_LINKS = 1 << 14
    ATTACH_FILES = 1 << 15
    READ_MESSAGE_HISTORY = 1 << 16
    MENTION_EVERYONE = 1 << 17
    USE_EXTERNAL_EMOJIS = 1 << 18
    CONNECT = 1 << 20
    USE_APPLICATION_COMMANDS = 1 << 31
    MANAGE_THREADS = 1 << 34
    CREATE_PUBLIC_THREADS = 1 << 35
    SEND_MESSAGES_IN_THREADS = 1 << 38
    PIN_MESSAGES = 1 << 51


ALL_PERMISSIONS = Permission((1 << 53) - 1)

MEMBER_PERMISSIONS = (
    Permission.ADD_REACTIONS
    | Permission.VIEW_CHANNEL
    | Permission.SEND_MESSAGES
    | Permission.EMBED_LINKS
    | Permission.ATTACH_FILES
    | Permission.READ_MESSAGE_HISTORY
    | Permission.USE_EXTERNAL_EMOJIS
    | Permission.CONNECT
    | Permission.USE_APPLICATION_COMMANDS
    | Permission.CREATE_PUBLIC_THREADS
    | Permission.SEND_MESSAGES_IN_THREADS
)
"""What everybody may do in a new guild."""

DM_PERMISSIONS = MEMBER_PERMISSIONS | Permission.PIN_MESSAGES
"""What both sides may do in a direct message channel."""

TIMEOUT_PERMISSIONS = Permission.VIEW_CHANNEL | Permission.READ_MESSAGE_HISTORY
"""What is left to a member whom a moderator has timed out."""


def in_guild(guild: Guild, user_id: int) -> Permission:
    """Return what somebody may do in a guild; nothing if they are not in it."""
    if user_id not in guild.members:
        return Permission(0)
    if user_id == guild.owner_id:
        return ALL_PERMISSIONS
    return MEMBER_PERMISSIONS


def in_channel(guild: Guild, channel: Channel, user_id: int) -> Permission:
    """Apply a member's overwrite of a channel."""
    held = in_guild(guild, user_id)
    if held == ALL_PERMISSIONS or not held:
        return held
    if channel.parent_id is not None and channel.is_thread:
        # A thread has no overwrites of its own.
        channel = guild.channels.get(channel.parent_id, channel)
    if (overwrite := channel.overwrites.get(user_id)) is not None:
        held = held & ~overwrite.deny | overwrite.allow
    if Permission.VIEW_CHANNEL not in held:
        # Without View Channel no other permission counts.
        return Permission(0)
    return held
