"""Create and change messages from request bodies, refusing what Discord refuses."""

import re
from dataclasses import dataclass

from bot.sandbox.limits import message_limits
from bot.sandbox.messages.uploads import Resolver, Upload, arrange
from bot.sandbox.protocol import components as parts
from bot.sandbox.protocol.errors import Problem, invalid_form, refusal
from bot.sandbox.protocol.values import Json, as_object, objects, strings
from bot.sandbox.world.model import Channel, InteractionType, Message, MessageFlag, MessageType
from bot.sandbox.world.permissions import Permission
from bot.sandbox.world.state import World

SENDABLE_FLAGS = MessageFlag.SUPPRESS_EMBEDS | MessageFlag.SUPPRESS_NOTIFICATIONS | MessageFlag.COMPONENTS_V2
NONCE_LIFETIME_S = 300.0

_USER_MENTION = re.compile(r"<@!?(\d{1,20})>")
_EVERYONE_MENTION = re.compile(r"@(everyone|here)\b")


@dataclass(frozen=True, slots=True)
class MessageDraft:
    """A message body with the files that came with it."""

    body: Json
    uploads: list[Upload]


def post(
    world: World,
    channel: Channel,
    author_id: int,
    draft: MessageDraft,
    *,
    ephemeral_for: int | None = None,
    interaction: Json | None = None,
    first: bool = False,
) -> Message:
    """Check a new message and post it to its channel."""
    message = _blank(world, channel, author_id, ephemeral_for, interaction, first)
    nonce = draft.body.get("nonce")
    if nonce is not None and len(str(nonce)) > message_limits.MAX_NONCE_CHARS:
        text = f"Must be {message_limits.MAX_NONCE_CHARS} or fewer in length."
        raise invalid_form([Problem(("nonce",), "NONCE_TYPE_TOO_LONG", text)])
    message.nonce = nonce
    fill(world, channel, message, draft)
    _mention(world, channel, message, draft.body)
    if nonce is not None:
        channel.nonces[author_id, str(nonce)] = message
    return world.add_message(message)


def _blank(
    world: World,
    channel: Channel,
    author_id: int,
    ephemeral_for: int | None,
    interaction: Json | None,
    first: bool,
) -> Message:
    """Return a message without content; the `first` answer to a command is of a kind of its own."""
    to_command = first and interaction is not None and interaction["type"] == InteractionType.COMMAND
    return Message(
        world.ids.take(),
        channel.id,
        author_id,
        world.clock.now(),
        MessageType.CHAT_COMMAND if to_command else MessageType.DEFAULT,
        flags=0 if ephemeral_for is None else int(MessageFlag.EPHEMERAL),
        ephemeral_for=ephemeral_for,
        interaction=interaction,
        application_id=author_id if author_id == world.bot.id else None,
    )


def loading(world: World, channel: Channel, *, ephemeral_for: int | None, interaction: Json) -> Message:
    """Post the placeholder of a deferred answer to a channel."""
    message = _blank(world, channel, world.bot.id, ephemeral_for, interaction, True)
    message.flags |= MessageFlag.LOADING
    return world.add_message(message)


def edit(world: World, channel: Channel, message: Message, draft: MessageDraft) -> Message:
    """Check an edit of a message and apply it."""
    fill(world, channel, message, draft)
    if draft.body.get("content") or draft.body.get("components"):
        _mention(world, channel, message, draft.body)
    world.touch_message(message)
    return message


def fill(world: World, channel: Channel, message: Message, draft: MessageDraft) -> None:
    """Apply a body to a message if the result is allowed; otherwise change nothing."""
    body = draft.body
    problems = list(message_limits.allowed_mentions(body.get("allowed_mentions")))
    flags = _flags(message, body, problems)
    content = str(body.get("content") or "").strip() if "content" in body else message.content
    attachments = arrange(world, channel, body, draft.uploads, message.attachments)
    components = message.components
    v2 = bool(flags & MessageFlag.COMPONENTS_V2)
    given = objects(body.get("components")) if "components" in body else None
    # Unchanged components were checked and resolved when they were posted.
    problems += message_limits.message(
        content=content,
        components=given or [],
        v2=v2,
        files={a.filename for a in attachments},
        emoji=world.emoji,
    )
    if problems:
        raise invalid_form(problems)
    if given is not None:
        components = parts.finish(given, Resolver(world, attachments))
    if not (content or components or attachments):
        raise refusal(50006)
    message.flags = flags
    message.content = content
    message.attachments = attachments
    message.components = components


def _flags(message: Message, body: Json, problems: list[Problem]) -> int:
    if body.get("flags") is None:
        return message.flags
    asked = int(body["flags"])
    if message.has(MessageFlag.COMPONENTS_V2) and not asked & MessageFlag.COMPONENTS_V2:
        text = "The IS_COMPONENTS_V2 flag cannot be removed from a message"
        problems.append(Problem(("flags",), "MESSAGE_FLAGS_COMPONENTS_V2_STICKY", text))
    return message.flags & ~SENDABLE_FLAGS | asked & SENDABLE_FLAGS


def _mention(world: World, channel: Channel, message: Message, body: Json) -> None:
    """Set whom a message mentions, as far as its sender allows mentions."""
    text = "\n".join([message.content, *parts.texts(message.components)])
    allowed = body.get("allowed_mentions")
    rules = as_object(allowed)
    parse = {"users", "everyone"} if allowed is None else set(strings(rules.get("parse")))
    users = [int(i) for i in dict.fromkeys(_USER_MENTION.findall(text)) if int(i) in world.users]
    if "users" not in parse:
        listed = set(strings(rules.get("users")))
        users = [i for i in users if str(i) in listed]
    may = Permission.MENTION_EVERYONE in world.permissions(channel, message.author_id)
    message.mention_everyone = may and "everyone" in parse and bool(_EVERYONE_MENTION.search(text))
    message.mentions = users
    if channel.is_thread:  # to mention somebody there is to invite them
        for user in message.mentions:
            world.join_thread(channel, user)


def repeated(world: World, channel: Channel, author_id: int, body: Json) -> Message | None:
    """Find the message that an enforced nonce created in the past minutes.

    A deleted message is found, too: Discord does not post it a second time either.
    """
    if body.get("nonce") is None or not body.get("enforce_nonce"):
        return None
    message = channel.nonces.get((author_id, str(body["nonce"])))
    if message is None or message.created_at < world.clock.now() - NONCE_LIFETIME_S:
        return None
    return message
