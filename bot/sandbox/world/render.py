"""Render the world's records as objects of Discord's API."""

from urllib.parse import quote

from bot.sandbox.protocol.values import Json
from bot.sandbox.world.clock import iso
from bot.sandbox.world.model import (
    ApplicationCommand,
    Attachment,
    Channel,
    ChannelType,
    Guild,
    Interaction,
    Member,
    Message,
    User,
)
from bot.sandbox.world.permissions import MEMBER_PERMISSIONS, Permission
from bot.sandbox.world.state import World

MAX_ATTACHMENT_BYTES = 10 * 1024 * 1024
"""Bytes of one upload on an unboosted server."""


def user(record: User) -> Json:
    """Render a user."""
    return {
        "id": str(record.id),
        "username": record.username,
        "global_name": record.global_name,
        "discriminator": "0000" if record.bot else "0",
        "avatar": None,
        "bot": record.bot,
        "public_flags": 0,
        "flags": 0,
    }


def member(world: World, record: Member, *, with_user: bool = True) -> Json:
    """Render a member; inside messages Discord omits the user."""
    shaped: Json = {
        "nick": None,
        "avatar": None,
        "roles": [],
        "joined_at": iso(record.joined_at),
        "premium_since": None,
        "deaf": False,
        "mute": False,
        "pending": False,
        "flags": 0,
        "communication_disabled_until": iso(record.timed_out_until) if record.timed_out_until else None,
    }
    if with_user:
        shaped["user"] = user(world.users[record.user_id])
    return shaped


def everyone(record: Guild) -> Json:
    """Render a guild's only role, which everybody has."""
    return {
        "id": str(record.id),
        "name": "@everyone",
        "color": 0,
        "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
        "hoist": False,
        "position": 0,
        "permissions": str(int(MEMBER_PERMISSIONS)),
        "managed": False,
        "mentionable": False,
        "flags": 0,
    }


def channel(world: World, record: Channel, *, seen_by: int | None = None) -> Json:
    """Render a channel; with `seen_by` the permissions of that user are added."""
    shaped: Json = {
        "id": str(record.id),
        "type": int(record.type),
        "flags": 0,
        "last_message_id": None if record.last_message_id is None else str(record.last_message_id),
    }
    if record.type is ChannelType.DM:
        others = [i for i in record.recipients if i != world.bot.id]
        shaped["recipients"] = [user(world.users[i]) for i in others]
    else:
        shaped |= {
            "guild_id": str(record.guild_id),
            "name": record.name,
            "rate_limit_per_user": record.slowmode_s,
            "parent_id": None if record.parent_id is None else str(record.parent_id),
        }
        shaped |= _thread(world, record) if record.is_thread else _guild_channel(record)
    if seen_by is not None and record.guild_id is not None:
        shaped["permissions"] = str(int(world.permissions(record, seen_by)))
    return shaped


def _guild_channel(record: Channel) -> Json:
    spoken = record.type in (ChannelType.VOICE, ChannelType.STAGE)
    voice: Json = {"bitrate": 64_000, "user_limit": 0} if spoken else {}
    return {
        **voice,
        "topic": None,
        "position": record.position,
        "nsfw": record.nsfw,
        "permission_overwrites": [
            {
                "id": str(o.id),
                "type": 1,
                "allow": str(int(o.allow)),
                "deny": str(int(o.deny)),
            }
            for o in record.overwrites.values()
        ],
    }


def _thread(world: World, record: Channel) -> Json:
    state = record.thread
    assert state is not None
    shaped: Json = {
        "owner_id": str(state.owner_id),
        "message_count": len(record.messages),
        "member_count": len(state.members),
        "total_message_sent": len(record.messages),
        "thread_metadata": {
            "archived": state.archived,
            "locked": state.locked,
            "auto_archive_duration": 1440,
            "archive_timestamp": iso(state.archived_at),
            "create_timestamp": iso(state.archived_at),
        },
    }
    if world.bot.id in state.members:
        shaped["member"] = {
            "id": str(record.id),
            "user_id": str(world.bot.id),
            "join_timestamp": iso(world.clock.now()),
            "flags": 0,
        }
    return shaped


_GUILD_DEFAULTS: Json = {
    "afk_timeout": 300,
    "system_channel_flags": 0,
    "verification_level": 0,
    "default_message_notifications": 0,
    "explicit_content_filter": 0,
    "mfa_level": 0,
    "nsfw_level": 0,
    "premium_tier": 0,
    "premium_subscription_count": 0,
    "premium_progress_bar_enabled": False,
    "features": [],
    "emojis": [],
    "stickers": [],
    "max_members": 500_000,
    "voice_states": [],
    "presences": [],
    "stage_instances": [],
    "guild_scheduled_events": [],
    "soundboard_sounds": [],
}
"""The fields that are the same for every guild of the sandbox; what is null on Discord is left out."""


def guild(world: World, record: Guild) -> Json:
    """Render a guild as in GUILD_CREATE; without the members intent only the bot is listed."""
    visible = [c for c in record.channels.values() if world.can_see(c, world.bot.id)]
    threads = [c for c in visible if c.thread is not None and not c.thread.archived]
    channels = [c for c in record.channels.values() if not c.is_thread]
    bot = record.members.get(world.bot.id)
    return {
        **_GUILD_DEFAULTS,
        "id": str(record.id),
        "name": record.name,
        "owner_id": str(record.owner_id),
        "preferred_locale": record.locale,
        "system_channel_id": None if record.system_channel is None else str(record.system_channel),
        "roles": [everyone(record)],
        "joined_at": None if bot is None else iso(bot.joined_at),
        "unavailable": not record.available,
        "member_count": len(record.members),
        "members": [] if bot is None else [member(world, bot)],
        "channels": [channel(world, c) for c in channels],
        "threads": [channel(world, c) for c in threads],
    }


def application(world: World) -> Json:
    """Render the application itself."""
    return {
        "id": str(world.bot.id),
        "name": world.bot.display_name,
        "icon": None,
        "description": "",
        "bot_public": True,
        "bot_require_code_grant": False,
        "verify_key": world.public_key,
        "owner": user(world.owner),
        "flags": 0,
        "interactions_endpoint_url": world.endpoint_url or None,
        "approximate_guild_count": len(world.bot_guilds()),
        "integration_types_config": {"0": {}, "1": {}},
        "bot": user(world.bot),
    }


def attachment_url(world: World, record: Attachment) -> str:
    """Return the URL of an upload."""
    name = quote(record.filename)
    return f"{world.base_url}/attachments/{record.channel_id}/{record.id}/{name}"


def attachment(world: World, record: Attachment) -> Json:
    """Render an upload."""
    url = attachment_url(world, record)
    shaped: Json = {
        "id": str(record.id),
        "filename": record.filename,
        "size": len(record.data),
        "url": url,
        "proxy_url": url,
        "content_type": record.content_type,
        "flags": 0,
    }
    if record.width is not None:
        shaped |= {"width": record.width, "height": record.height}
    if record.description is not None:
        shaped["description"] = record.description
    return shaped


def message(world: World, record: Message) -> Json:
    """Render a message with everything its reader may see."""
    shaped: Json = {
        "id": str(record.id),
        "channel_id": str(record.channel_id),
        "type": int(record.type),
        "content": record.content,
        "author": user(world.users[record.author_id]),
        "timestamp": iso(record.created_at),
        "edited_timestamp": None if record.edited_at is None else iso(record.edited_at),
        "tts": False,
        "mention_everyone": record.mention_everyone,
        "mentions": [user(world.users[i]) for i in record.mentions],
        "mention_roles": [],
        "attachments": [attachment(world, a) for a in record.attachments],
        "embeds": [],
        "components": record.components,
        "pinned": False,
        "flags": int(record.flags),
    }
    if record.nonce is not None:
        shaped["nonce"] = record.nonce
    if record.application_id is not None:
        shaped["application_id"] = str(record.application_id)
    if record.interaction is not None:
        shaped["interaction_metadata"] = record.interaction
        shaped["webhook_id"] = str(world.bot.id)
    return shaped


def command(world: World, record: ApplicationCommand) -> Json:
    """Render a registered command."""
    shaped: Json = {
        "id": str(record.id),
        "application_id": str(world.bot.id),
        "version": str(record.version),
        "name_localizations": None,
        "description_localizations": None,
        "default_member_permissions": None,
        "nsfw": False,
        **record.body,
        "type": 1,
    }
    held = shaped["default_member_permissions"]
    shaped["default_member_permissions"] = None if held is None else str(held)
    if record.guild_id is not None:
        shaped["guild_id"] = str(record.guild_id)
    return shaped


def _app_permissions(world: World, place: Channel) -> Permission:
    home = world.guilds.get(place.guild_id or 0)
    # Without its bot an application has what everybody has: that it cannot post is not among the permissions.
    alone = home is not None and home.commands_only and world.bot.id not in home.members
    return MEMBER_PERMISSIONS if alone else world.permissions(place, world.bot.id)


def interaction(world: World, record: Interaction) -> Json:
    """Render an interaction as in INTERACTION_CREATE."""
    place = world.channels[record.channel_id]
    person = world.users[record.user_id]
    shaped: Json = {
        "id": str(record.id),
        "application_id": str(world.bot.id),
        "type": int(record.type),
        "token": record.token,
        "version": 1,
        "data": record.data,
        "channel_id": str(place.id),
        "channel": channel(world, place, seen_by=person.id),
        "app_permissions": str(int(_app_permissions(world, place))),
        "locale": person.locale,
        "entitlements": [],
        "entitlement_sku_ids": [],
        "attachment_size_limit": MAX_ATTACHMENT_BYTES,
        "authorizing_integration_owners": {"0": str(place.guild_id or 0)},
        **_asker(world, place, person),
    }
    if record.source is not None:
        shaped["message"] = message(world, record.source)
    return shaped


def _asker(world: World, place: Channel, person: User) -> Json:
    """Render who asks, and from where: a guild or direct messages."""
    if place.guild_id is None:
        return {"user": user(person), "context": 1}
    home = world.guilds[place.guild_id]
    asking = member(world, home.members[person.id])
    asking["permissions"] = str(int(world.permissions(place, person.id)))
    return {
        "guild_id": str(home.id),
        "guild": {"id": str(home.id), "locale": home.locale, "features": []},
        "guild_locale": home.locale,
        "member": asking,
        "context": 0,
    }
