"""Answering interactions and following them up through their webhook."""

from bot.sandbox.messages import interactions
from bot.sandbox.protocol.errors import refusal
from bot.sandbox.rest.call import NO_CONTENT, Call, Reply, Route, ok
from bot.sandbox.world import render
from bot.sandbox.world.model import Interaction, Message


def callback(call: Call) -> Reply:
    """Accept the first answer to an interaction."""
    interaction = call.world.interactions.get(call.id("interaction_id"))
    if interaction is None or interaction.token != call.params["interaction_token"]:
        raise refusal(10062)
    interactions.answer(call.world, interaction, call.draft)
    if call.query.get("with_response", "").lower() in ("1", "true"):
        return ok(interactions.callback_response(call.world, interaction))
    return NO_CONTENT


def _interaction(call: Call) -> Interaction:
    return interactions.by_token(call.world, call.id("webhook_id"), call.params["webhook_token"])


def _message(call: Call, interaction: Interaction) -> Message:
    wanted = call.id("message_id") if "message_id" in call.params else None
    return interactions.own_message(call.world, interaction, wanted)


def follow_up(call: Call) -> Reply:
    """Post a follow-up."""
    message = interactions.follow_up(call.world, _interaction(call), call.draft)
    return ok(render.message(call.world, message))


def fetch(call: Call) -> Reply:
    """Return the original answer or a follow-up."""
    return ok(render.message(call.world, _message(call, _interaction(call))))


def edit(call: Call) -> Reply:
    """Edit the original answer or a follow-up."""
    interaction = _interaction(call)
    message = _message(call, interaction)
    interactions.revise(call.world, interaction, message, call.draft)
    return ok(render.message(call.world, message))


def delete(call: Call) -> Reply:
    """Delete the original answer or a follow-up."""
    interaction = _interaction(call)
    message = _message(call, interaction)
    place = interactions.channel_of(call.world, interaction)
    call.world.delete_messages(place, [message.id])
    return NO_CONTENT


_WEBHOOK_PATH = "/webhooks/{webhook_id}/{webhook_token}"

ROUTES = [
    Route(
        "POST",
        "/interactions/{interaction_id}/{interaction_token}/callback",
        callback,
        authorized=False,
    ),
    Route("POST", _WEBHOOK_PATH, follow_up, authorized=False),
    *(
        Route(method, f"{_WEBHOOK_PATH}/messages/{which}", handler, authorized=False)
        for which in ("@original", "{message_id}")
        for method, handler in (("GET", fetch), ("PATCH", edit), ("DELETE", delete))
    ),
]
