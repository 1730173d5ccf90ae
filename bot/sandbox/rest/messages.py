"""The bot's own calls on channels and their messages: send, read, edit, delete, wake a thread."""

from bot.sandbox.messages import posting
from bot.sandbox.protocol.errors import Problem, invalid_form, refusal
from bot.sandbox.protocol.values import number
from bot.sandbox.rest.call import NO_CONTENT, Call, Reply, Route, ok
from bot.sandbox.world import render
from bot.sandbox.world.model import Channel, ChannelType
from bot.sandbox.world.permissions import Permission


def channel(call: Call) -> Reply:
    """Return a channel."""
    return ok(render.channel(call.world, call.channel()))


def change_thread(call: Call) -> Reply:
    """Archive, lock, unlock or unarchive a thread."""
    found = call.channel()
    state = found.thread
    if state is None:
        raise refusal(50024)
    archived, locked = call.body.get("archived"), call.body.get("locked")
    if Permission.MANAGE_THREADS not in call.world.permissions(found, call.world.bot.id):
        own = state.owner_id == call.world.bot.id
        if locked is not None or state.locked or not (own or archived is False):
            raise refusal(50013)
    if state.archived and archived is not False:
        raise refusal(50083)
    call.world.set_thread_state(found, archived=archived, locked=locked)
    return channel(call)


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
    call.require(channel, Permission.SEND_MESSAGES_IN_THREADS if in_thread else Permission.SEND_MESSAGES)
    if call.uploads:
        call.require(channel, Permission.ATTACH_FILES)
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
    if not any(person in g.members and call.world.bot.id in g.members for g in call.world.guilds.values()):
        raise refusal(50278)


def edit(call: Call) -> Reply:
    """Edit one of the bot's own messages."""
    channel = call.channel()
    message = call.message(channel)
    if message.author_id != call.world.bot.id:
        raise refusal(50005)
    if channel.thread is not None and channel.thread.archived:
        raise refusal(50083)
    if call.uploads:
        call.require(channel, Permission.ATTACH_FILES)
    posting.edit(call.world, channel, message, call.draft)
    return ok(render.message(call.world, message))


def fetch_many(call: Call) -> Reply:
    """Return up to 100 messages, newest first, or the first ones after a given one."""
    channel = call.channel()
    held = call.world.permissions(channel, call.world.bot.id)
    if Permission.READ_MESSAGE_HISTORY not in held:
        return ok([])
    limit = number(call.query.get("limit", "50"))
    if limit is None or not 1 <= limit <= 100:
        text = "int value should be between 1 and 100."
        raise invalid_form([Problem(("limit",), "NUMBER_TYPE_RANGE", text)])
    after = number(call.query.get("after"))
    shown = [
        m for m in channel.messages.values() if m.ephemeral_for is None and (after is None or m.id > after)
    ]
    chosen = shown[:limit] if after is not None else shown[-limit:]
    return ok([render.message(call.world, m) for m in reversed(chosen)])


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


_MESSAGES_PATH = "/channels/{channel_id}/messages"

ROUTES = [
    Route("GET", "/channels/{channel_id}", channel),
    Route("PATCH", "/channels/{channel_id}", change_thread),
    Route("GET", _MESSAGES_PATH, fetch_many),
    Route("POST", _MESSAGES_PATH, send),
    Route("PATCH", f"{_MESSAGES_PATH}/{{message_id}}", edit),
    Route("DELETE", f"{_MESSAGES_PATH}/{{message_id}}", delete),
]
