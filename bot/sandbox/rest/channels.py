"""Guilds, members, channels and threads."""

from bot.sandbox.protocol.errors import Problem, invalid_form, refusal
from bot.sandbox.protocol.values import Json
from bot.sandbox.rest.call import NO_CONTENT, Call, Reply, Route, ok
from bot.sandbox.world import render
from bot.sandbox.world.model import Channel, ThreadState
from bot.sandbox.world.permissions import Permission


def guild(call: Call) -> Reply:
    """Return a guild."""
    shaped = render.guild(call.world, call.guild())
    for key in ("channels", "threads", "members", "joined_at", "unavailable"):
        del shaped[key]
    return ok(shaped)


def guild_channels(call: Call) -> Reply:
    """List a guild's channels without threads."""
    found = [c for c in call.guild().channels.values() if not c.is_thread]
    return ok([render.channel(call.world, c) for c in found])


def roles(call: Call) -> Reply:
    """List a guild's roles."""
    return ok([render.role(r) for r in call.guild().roles.values()])


def member(call: Call) -> Reply:
    """Return a member; a user who left is unknown."""
    found = call.guild().members.get(call.user().id)
    if found is None:
        raise refusal(10007)
    return ok(render.member(call.world, found))


def channel(call: Call) -> Reply:
    """Return a channel."""
    return ok(render.channel(call.world, call.channel()))


def change(call: Call) -> Reply:
    """Rename a channel, or archive, lock, unlock or unarchive a thread."""
    found = call.channel()
    if found.thread is None:
        call.require(found, Permission.MANAGE_CHANNELS)
    else:
        _change_thread(call, found, found.thread)
    call.world.update_channel(found, name=call.body.get("name"), topic=call.body.get("topic"))
    return ok(render.channel(call.world, found))


def _change_thread(call: Call, thread: Channel, state: ThreadState) -> None:
    archived, locked = call.body.get("archived"), call.body.get("locked")
    held = call.world.permissions(thread, call.world.bot.id)
    manages = Permission.MANAGE_THREADS in held
    if (locked is not None or state.locked) and not manages:
        raise refusal(50013)
    only_unarchives = archived is False and set(call.body) <= {"archived", "locked"}
    if not manages and not only_unarchives and state.owner_id != call.world.bot.id:
        raise refusal(50013)
    if state.archived and archived is not False:
        raise refusal(50083)
    call.world.set_thread_state(thread, archived=archived, locked=locked)


def delete(call: Call) -> Reply:
    """Delete a channel or a thread; a direct message channel is only closed."""
    found = call.channel()
    shaped = render.channel(call.world, found)
    if found.guild_id is not None:
        needed = Permission.MANAGE_THREADS if found.is_thread else Permission.MANAGE_CHANNELS
        call.require(found, needed)
        call.world.delete_channel(found)
    return ok(shaped)


def start_thread(call: Call) -> Reply:
    """Start a thread, with or without a message as its start."""
    parent = call.channel()
    if parent.guild_id is None or parent.is_thread:
        raise refusal(50024)
    private = call.body.get("type") == 12
    call.require(
        parent,
        Permission.CREATE_PRIVATE_THREADS if private else Permission.CREATE_PUBLIC_THREADS,
    )
    name = str(call.body.get("name") or "")
    if not 1 <= len(name) <= 100:
        text = "Must be between 1 and 100 in length."
        raise invalid_form([Problem(("name",), "BASE_TYPE_BAD_LENGTH", text)])
    start = call.message(parent).id if "message_id" in call.params else None
    if start in call.world.channels:
        raise refusal(160004)
    thread = call.world.add_thread(
        parent,
        name,
        call.world.bot.id,
        private=private and start is None,
        id=start,
        auto_archive_minutes=int(call.body.get("auto_archive_duration") or 1440),
    )
    return Reply(201, render.channel(call.world, thread))


def _thread(call: Call) -> tuple[Channel, ThreadState]:
    found = call.channel()
    if found.thread is None:
        raise refusal(50024)
    return found, found.thread


def join_thread(call: Call) -> Reply:
    """Add the bot or another user to a thread."""
    found, state = _thread(call)
    if state.archived:
        raise refusal(50083)
    call.world.join_thread(found, call.user().id if "user_id" in call.params else call.world.bot.id)
    return NO_CONTENT


def leave_thread(call: Call) -> Reply:
    """Remove the bot or another user from a thread."""
    found, state = _thread(call)
    if "user_id" in call.params:
        call.require(found, Permission.MANAGE_THREADS)
    state.members.discard(call.user().id if "user_id" in call.params else call.world.bot.id)
    return NO_CONTENT


def thread_members(call: Call) -> Reply:
    """List who is in a thread."""
    found, state = _thread(call)
    now = call.world.clock.now()
    return ok([render.thread_member(found, i, now) for i in sorted(state.members)])


def _listing(call: Call, threads: list[Channel]) -> Reply:
    me = call.world.bot.id
    now = call.world.clock.now()
    joined = [t for t in threads if t.thread is not None and me in t.thread.members]
    answer: Json = {
        "threads": [render.channel(call.world, t) for t in threads],
        "members": [render.thread_member(t, me, now) for t in joined],
        "has_more": False,
    }
    return ok(answer)


def active_threads(call: Call) -> Reply:
    """List a guild's threads that are not archived."""
    found = [
        c
        for c in call.guild().channels.values()
        if c.thread is not None and not c.thread.archived and call.world.can_see(c, call.world.bot.id)
    ]
    return _listing(call, found)


def archived_threads(call: Call) -> Reply:
    """List a channel's archived public threads."""
    parent = call.channel(Permission.READ_MESSAGE_HISTORY)
    guild_ = call.world.guilds[parent.guild_id or 0]
    found = [
        c
        for c in guild_.channels.values()
        if c.thread is not None and c.thread.archived and c.parent_id == parent.id
    ]
    return _listing(call, found)


_CHANNEL_PATH = "/channels/{channel_id}"

ROUTES = [
    Route("GET", "/guilds/{guild_id}", guild),
    Route("GET", "/guilds/{guild_id}/channels", guild_channels),
    Route("GET", "/guilds/{guild_id}/roles", roles),
    Route("GET", "/guilds/{guild_id}/members/{user_id}", member),
    Route("GET", "/guilds/{guild_id}/threads/active", active_threads),
    Route("GET", _CHANNEL_PATH, channel),
    Route("PATCH", _CHANNEL_PATH, change),
    Route("DELETE", _CHANNEL_PATH, delete),
    Route("POST", f"{_CHANNEL_PATH}/threads", start_thread),
    Route("POST", f"{_CHANNEL_PATH}/messages/{{message_id}}/threads", start_thread),
    Route("GET", f"{_CHANNEL_PATH}/threads/archived/public", archived_threads),
    Route("GET", f"{_CHANNEL_PATH}/thread-members", thread_members),
    Route("PUT", f"{_CHANNEL_PATH}/thread-members/@me", join_thread),
    Route("DELETE", f"{_CHANNEL_PATH}/thread-members/@me", leave_thread),
    Route("PUT", f"{_CHANNEL_PATH}/thread-members/{{user_id}}", join_thread),
    Route("DELETE", f"{_CHANNEL_PATH}/thread-members/{{user_id}}", leave_thread),
]
