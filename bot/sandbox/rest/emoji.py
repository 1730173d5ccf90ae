"""The application's own emoji: list, upload, delete."""

import re
from base64 import b64decode

from bot.sandbox.protocol.errors import Problem, invalid_form, refusal
from bot.sandbox.protocol.values import Json
from bot.sandbox.rest.call import NO_CONTENT, Call, Reply, Route, ok
from bot.sandbox.world.model import Emoji

MAX_EMOJI = 2000
PNG_PREFIX = "data:image/png;base64,"


def fetch_all(call: Call) -> Reply:
    """List all of them."""
    return ok({"items": [_rendered(each) for each in call.world.emoji.values()]})


def create(call: Call) -> Reply:
    """Take a PNG file."""
    name, image = str(call.body.get("name")), str(call.body.get("image"))
    if not re.fullmatch(r"\w{2,32}", name) or not image.startswith(PNG_PREFIX):
        raise invalid_form([Problem(("name",), "STRING_TYPE_REGEX", "Name or picture is not valid")])
    if len(call.world.emoji) >= MAX_EMOJI:
        raise refusal(30008)
    made = Emoji(call.world.ids.take(), name, b64decode(image.removeprefix(PNG_PREFIX)))
    call.world.emoji[made.id] = made
    return ok(_rendered(made))


def delete(call: Call) -> Reply:
    """Delete one; messages keep its id."""
    if call.world.emoji.pop(call.id("emoji_id"), None) is None:
        raise refusal(10014)
    return NO_CONTENT


def _rendered(emoji: Emoji) -> Json:
    return {"id": str(emoji.id), "name": emoji.name, "animated": False, "available": True}


_PATH = "/applications/{application_id}/emojis"

ROUTES = [
    Route("GET", _PATH, fetch_all),
    Route("POST", _PATH, create),
    Route("DELETE", f"{_PATH}/{{emoji_id}}", delete),
]
