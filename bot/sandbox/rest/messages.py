"""The bot's own calls on messages of a channel: send, read, edit, pin and delete."""

from itertools import islice

from bot.sandbox.messages import posting
from bot.sandbox.protocol.errors import Problem, invalid_form, refusal
from bot.sandbox.protocol.values import Json, number, objects, strings
from bot.sandbox.rest.call import NO_CONTENT, Call, Reply, Route, ok
from bot.sandbox.world import events, render
from bot.sandbox.world.clock import iso
from bot.sandbox.world.model import Channel, ChannelType
from bot.sandbox.world.permissions import Permission
from bot.sandbox.world.snowflake import EPOCH_MS

BULK_DELETE_MAX_AGE_S = 14 * 86_400
MAX_PINS = 50


def send(call: Call) -> Reply:
    """Post a message."""
    channel = call.channel()
    if channel.type is ChannelType.CATEGORY:
        raise refusal(50008)
    if channel.type in (ChannelType.FORUM, ChannelType.MEDIA):
        raise refusal(40058)
    if channel.guild_id is None:
        _deliverable(call, channel)
    in_thread = channel.is_thread
    call.require(
        channel,
        Permission.SEND_MESSAGES_IN_THREADS if in_thread else Permission.SEND_MESSAGES,
    )
    _content_permissions(call, channel)
    if channel.thread is not None and channel.thread.locked:
        held = call.world.permissions(channel, call.world.bot.id)
        if Permission.MANAGE_THREADS not in held:
            raise refusal(160005)
    known = posting.repeated(call.world, channel, call.world.bot.id, call.body)
    message = known or posting.post(call.world, channel, call.world.bot.id, call.draft)
    return ok(render.message(call.world, message))


def _deliverable(call: Call, channel: Channel) -> None:
    """Refuse direct messages to people who closed them or have no guild in common with the bot."""
    person = next(i for i in channel.recipients if i != call.world.bot.id)
    if not call.world.users[person].dms_open:
        raise refusal(50007)
    if not call.world.share_a_guild(person, call.world.bot.id):
        raise refusal(50278)


def _content_permissions(call: Call, channel: Channel) -> None:
    if objects(call.body.get("embeds")):
        call.require(channel, Permission.EMBED_LINKS)
    if call.uploads:
        call.require(channel, Permission.ATTACH_FILES)
    if call.body.get("message_reference"):
        call.require(channel, Permission.READ_MESSAGE_HISTORY)


def edit(call: Call) -> Reply:
    """Edit one of the bot's own messages."""
    channel = call.channel()
    message = call.message(channel)
    if message.author_id != call.world.bot.id:
        raise refusal(50005)
    if channel.thread is not None and channel.thread.archived:
        raise refusal(50083)
    call.rates.edit_old(channel.id, message.created_at)
    _content_permissions(call, channel)
    posting.edit(call.world, channel, message, call.draft)
    return ok(render.message(call.world, message))


def fetch(call: Call) -> Reply:
    """Return one message."""
    channel = call.channel(Permission.READ_MESSAGE_HISTORY)
    return ok(render.message_for_bot(call.world, call.message(channel)))


def fetch_many(call: Call) -> Reply:
    """Return up to 100 messages, newest first, before or after a given one."""
    channel = call.channel()
    held = call.world.permissions(channel, call.world.bot.id)
    if Permission.READ_MESSAGE_HISTORY not in held:
        return ok([])
    limit = number(call.query.get("limit", "50"))
    if limit is None or not 1 <= limit <= 100:
        text = "int value should be between 1 and 100."
        raise invalid_form([Problem(("limit",), "NUMBER_TYPE_RANGE", text)])
    before = number(call.query.get("before"))
    after = number(call.query.get("after"))
    shown = [
        m
        for m in channel.messages.values()
        if m.ephemeral_for is None and (before is None or m.id < before) and (after is None or m.id > after)
    ]
    chosen = shown[:limit] if after is not None else shown[-limit:]
    return ok([render.message_for_bot(call.world, m) for m in reversed(chosen)])


def delete(call: Call) -> Reply:
    """Delete a message; those of others require Manage Messages."""
    channel = call.channel()
    message = call.message(channel)
    if message.author_id != call.world.bot.id:
        if channel.guild_id is None:
            raise refusal(50003)
        call.require(channel, Permission.MANAGE_MESSAGES)
    call.world.delete_messages(channel, [message.id])
    return NO_CONTENT


def bulk_delete(call: Call) -> Reply:
    """Delete 2 to 100 messages that are at most two weeks old."""
    channel = call.channel(Permission.MANAGE_MESSAGES)
    ids = [int(i) for i in strings(call.body.get("messages"))]
    if not 2 <= len(ids) <= 100:
        raise refusal(50016)
    oldest = (int((call.world.clock.now() - BULK_DELETE_MAX_AGE_S) * 1000) - EPOCH_MS) << 22
    if any(i < oldest for i in ids):
        raise refusal(50034)
    call.world.delete_messages(channel, ids, bulk=True)
    return NO_CONTENT


def typing(call: Call) -> Reply:
    """Show the bot typing."""
    channel = call.channel(Permission.SEND_MESSAGES)
    call.world.emit(events.TypingStarted(channel, call.world.bot.id))
    return NO_CONTENT


def pins(call: Call) -> Reply:
    """List the pinned messages, newest first."""
    channel = call.channel(Permission.READ_MESSAGE_HISTORY)
    pinned = [m for m in reversed(channel.messages.values()) if m.pinned]
    items: list[Json] = [
        {"pinned_at": iso(m.created_at), "message": render.message_for_bot(call.world, m)}
        for m in islice(pinned, MAX_PINS)
    ]
    return ok({"items": items, "has_more": len(pinned) > MAX_PINS})


def _pin(call: Call, pinned: bool) -> Reply:
    channel = call.channel(Permission.PIN_MESSAGES)
    message = call.message(channel)
    if pinned and sum(m.pinned for m in channel.messages.values()) >= MAX_PINS:
        raise refusal(30003)
    message.pinned = pinned
    call.world.emit(events.PinsChanged(channel))
    return NO_CONTENT


def pin(call: Call) -> Reply:
    """Pin a message."""
    return _pin(call, True)


def unpin(call: Call) -> Reply:
    """Unpin a message."""
    return _pin(call, False)


_MESSAGES_PATH = "/channels/{channel_id}/messages"

ROUTES = [
    Route("GET", f"{_MESSAGES_PATH}/pins", pins),
    Route("PUT", f"{_MESSAGES_PATH}/pins/{{message_id}}", pin),
    Route("DELETE", f"{_MESSAGES_PATH}/pins/{{message_id}}", unpin),
    Route("POST", f"{_MESSAGES_PATH}/bulk-delete", bulk_delete),
    Route("GET", _MESSAGES_PATH, fetch_many),
    Route("POST", _MESSAGES_PATH, send),
    Route("GET", f"{_MESSAGES_PATH}/{{message_id}}", fetch),
    Route("PATCH", f"{_MESSAGES_PATH}/{{message_id}}", edit),
    Route("DELETE", f"{_MESSAGES_PATH}/{{message_id}}", delete),
    Route("POST", "/channels/{channel_id}/typing", typing),
]
