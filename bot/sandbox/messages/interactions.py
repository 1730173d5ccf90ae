"""The life of an interaction: it is created, answered once in time, and followed up."""

from bot.sandbox.limits import message_limits
from bot.sandbox.messages import posting
from bot.sandbox.messages.posting import MessageDraft
from bot.sandbox.messages.uploads import Resolver
from bot.sandbox.protocol import components as parts
from bot.sandbox.protocol.errors import Problem, invalid_form, refusal
from bot.sandbox.protocol.option_types import NESTED_TYPES
from bot.sandbox.protocol.values import Json, as_object, objects
from bot.sandbox.world import events, render
from bot.sandbox.world.model import (
    CallbackType,
    Channel,
    Interaction,
    InteractionType,
    Message,
    MessageFlag,
    User,
)
from bot.sandbox.world.state import World

ANSWER_DEADLINE_S = 3.0
TOKEN_LIFETIME_S = 15 * 60.0

_ALLOWED_CALLBACKS: dict[InteractionType, frozenset[CallbackType]] = {
    InteractionType.COMMAND: frozenset(
        {CallbackType.MESSAGE, CallbackType.DEFERRED_MESSAGE, CallbackType.MODAL}
    ),
    InteractionType.COMPONENT: frozenset(
        {
            CallbackType.MESSAGE,
            CallbackType.DEFERRED_MESSAGE,
            CallbackType.DEFERRED_UPDATE,
            CallbackType.UPDATE,
            CallbackType.MODAL,
        }
    ),
    InteractionType.AUTOCOMPLETE: frozenset({CallbackType.CHOICES}),
    InteractionType.MODAL: frozenset({CallbackType.MESSAGE, CallbackType.DEFERRED_MESSAGE}),
}
_UPDATE_CALLBACKS = frozenset({CallbackType.DEFERRED_UPDATE, CallbackType.UPDATE})


def create(
    world: World,
    kind: InteractionType,
    person: User,
    channel: Channel,
    data: Json,
    *,
    message: Message | None = None,
    parent: Interaction | None = None,
) -> Interaction:
    """Create an interaction and send it to the application.

    `parent` is the interaction whose answer was the submitted form.
    """
    interaction = Interaction(
        world.ids.take(),
        world.token(),
        kind,
        person.id,
        channel.id,
        channel.guild_id,
        world.clock.now(),
        data,
        message,
        parent,
    )
    world.interactions[interaction.id] = interaction
    world.by_token[interaction.token] = interaction
    world.emit(events.InteractionCreated(interaction, render.interaction(world, interaction)))
    return interaction


def fail(world: World, interaction: Interaction) -> None:
    """Mark an interaction as failed: the application did not answer in time."""
    if interaction.callback is None and not interaction.failed:
        interaction.failed = True
        world.emit(events.InteractionFailed(interaction))


def answer(world: World, interaction: Interaction, draft: MessageDraft) -> None:
    """Apply the application's first answer."""
    late = world.clock.now() - interaction.created_at > ANSWER_DEADLINE_S
    if interaction.callback is not None:
        raise refusal(40060)
    if late or interaction.failed:
        fail(world, interaction)
        raise refusal(10062)
    callback = _callback_type(interaction, draft.body)
    data = MessageDraft(as_object(draft.body.get("data")), draft.uploads)
    channel = world.channels.get(interaction.channel_id)
    if channel is None:
        raise refusal(10003)
    _HANDLER_OF_CALLBACK[callback](world, interaction, channel, data)
    interaction.callback = callback
    world.emit(events.InteractionAnswered(interaction))


def _callback_type(interaction: Interaction, body: Json) -> CallbackType:
    number = body.get("type")
    allowed = _ALLOWED_CALLBACKS[interaction.type]
    if interaction.type is InteractionType.MODAL and interaction.source is not None:
        allowed |= _UPDATE_CALLBACKS
    callback = next((kind for kind in allowed if kind == number), None)
    if callback is None:
        names = ", ".join(str(int(kind)) for kind in sorted(allowed))
        text = f"Value must be one of {{{names}}}."
        raise invalid_form([Problem(("type",), "BASE_TYPE_CHOICES", text)])
    return callback


def _message(world: World, interaction: Interaction, channel: Channel, draft: MessageDraft) -> None:
    message = posting.post(
        world,
        channel,
        world.bot.id,
        draft,
        ephemeral_for=_ephemeral(interaction, draft.body),
        interaction=_metadata(world, interaction),
        first=True,
    )
    interaction.original_id = message.id
    interaction.touched.append(message.id)


def _deferred(world: World, interaction: Interaction, channel: Channel, draft: MessageDraft) -> None:
    if int(draft.body.get("flags") or 0) & ~MessageFlag.EPHEMERAL:
        text = "A deferred answer may only be ephemeral"
        raise invalid_form([Problem(("data", "flags"), "MESSAGE_FLAGS_INVALID", text)])
    message = posting.loading(
        world,
        channel,
        ephemeral_for=_ephemeral(interaction, draft.body),
        interaction=_metadata(world, interaction),
    )
    interaction.original_id = message.id
    interaction.awaits_follow_up = True
    interaction.touched.append(message.id)


def _update(world: World, interaction: Interaction, channel: Channel, draft: MessageDraft) -> None:
    source = interaction.source
    if source is None or source.deleted:
        raise refusal(10008)
    if draft.body or draft.uploads:
        posting.edit(world, channel, source, draft)
        interaction.touched.append(source.id)
    interaction.original_id = source.id


def _deferred_update(world: World, interaction: Interaction, channel: Channel, draft: MessageDraft) -> None:
    interaction.original_id = None if interaction.source is None else interaction.source.id


def _choices(world: World, interaction: Interaction, channel: Channel, draft: MessageDraft) -> None:
    problems = list(message_limits.choices({"choices": draft.body.get("choices")}))
    if problems:
        raise invalid_form(problems)
    interaction.choices = objects(draft.body.get("choices"))


def _modal(world: World, interaction: Interaction, channel: Channel, draft: MessageDraft) -> None:
    problems = list(message_limits.modal(draft.body))
    if problems:
        raise invalid_form(problems)
    shown = parts.finish(objects(draft.body.get("components")), Resolver(world, []))
    interaction.modal = {
        "custom_id": str(draft.body["custom_id"]),
        "title": str(draft.body["title"]),
        "components": shown,
    }


_HANDLER_OF_CALLBACK = {
    CallbackType.MESSAGE: _message,
    CallbackType.DEFERRED_MESSAGE: _deferred,
    CallbackType.DEFERRED_UPDATE: _deferred_update,
    CallbackType.UPDATE: _update,
    CallbackType.CHOICES: _choices,
    CallbackType.MODAL: _modal,
}


def _ephemeral(interaction: Interaction, body: Json) -> int | None:
    flags = int(body.get("flags") or 0)
    return interaction.user_id if flags & MessageFlag.EPHEMERAL else None


def _metadata(world: World, interaction: Interaction) -> Json:
    shaped: Json = {
        "id": str(interaction.id),
        "type": int(interaction.type),
        "user": render.user(world.users[interaction.user_id]),
        "authorizing_integration_owners": {"0": str(interaction.guild_id or 0)},
    }
    if interaction.type is InteractionType.COMMAND:
        shaped["name"] = _words(interaction.data)
    if interaction.type is InteractionType.COMPONENT and interaction.source is not None:
        shaped["interacted_message_id"] = str(interaction.source.id)
    if interaction.parent is not None:
        shaped["triggering_interaction_metadata"] = _metadata(world, interaction.parent)
    return shaped


def _words(data: Json) -> str:
    """Return a command's name with its subcommands."""
    words = [str(data.get("name"))]
    inner = objects(data.get("options"))
    while inner and inner[0].get("type") in NESTED_TYPES:
        words.append(str(inner[0]["name"]))
        inner = objects(inner[0].get("options"))
    return " ".join(words)


def by_token(world: World, application_id: int, token: str) -> Interaction:
    """Find the interaction whose token a webhook call carries."""
    interaction = world.by_token.get(token)
    if application_id != world.bot.id or interaction is None:
        raise refusal(10015)
    if world.clock.now() - interaction.created_at > TOKEN_LIFETIME_S:
        raise refusal(50027)
    if interaction.callback is None:
        raise refusal(10015)
    return interaction


def channel_of(world: World, interaction: Interaction) -> Channel:
    """Return the channel of an interaction if it still exists."""
    channel = world.channels.get(interaction.channel_id)
    if channel is None:
        raise refusal(10003)
    return channel


def own_message(world: World, interaction: Interaction, message_id: int | None) -> Message:
    """Return the original answer (None), or a follow-up of this interaction."""
    wanted = interaction.original_id if message_id is None else message_id
    message = channel_of(world, interaction).messages.get(wanted or 0)
    if message is None:
        raise refusal(10008)
    mine = message.interaction is not None and message.interaction["id"] == str(interaction.id)
    if not mine and message.id != interaction.original_id:
        raise refusal(10008)
    return message


def follow_up(world: World, interaction: Interaction, draft: MessageDraft) -> Message:
    """Post another message; the first one after a deferral replaces the placeholder."""
    channel = channel_of(world, interaction)
    if interaction.awaits_follow_up:
        waiting = channel.messages.get(interaction.original_id or 0)
        if waiting is not None:
            return revise(world, interaction, waiting, draft)
    message = posting.post(
        world,
        channel,
        world.bot.id,
        draft,
        ephemeral_for=_ephemeral(interaction, draft.body),
        interaction=_metadata(world, interaction),
    )
    interaction.touched.append(message.id)
    return message


def revise(world: World, interaction: Interaction, message: Message, draft: MessageDraft) -> Message:
    """Edit one of the interaction's messages."""
    posting.edit(world, channel_of(world, interaction), message, draft)
    if message.id == interaction.original_id:
        interaction.awaits_follow_up = False
    interaction.touched.append(message.id)
    return message


def callback_response(world: World, interaction: Interaction) -> Json:
    """Return the body that `with_response` asks for."""
    callback = interaction.callback
    assert callback is not None
    shaped: Json = {"id": str(interaction.id), "type": int(interaction.type)}
    answer: Json = {"interaction": shaped}
    resource: Json = {"type": int(callback)}
    if callback in (CallbackType.CHOICES, CallbackType.MODAL):
        return answer
    answer["resource"] = resource
    channel = world.channels.get(interaction.channel_id)
    if channel is not None and interaction.original_id in channel.messages:
        message = channel.messages[interaction.original_id]
        shaped |= {
            "response_message_id": str(message.id),
            "response_message_loading": message.has(MessageFlag.LOADING),
            "response_message_ephemeral": message.ephemeral_for is not None,
        }
        if callback is not CallbackType.DEFERRED_UPDATE:
            resource["message"] = render.message(world, message)
    return answer
