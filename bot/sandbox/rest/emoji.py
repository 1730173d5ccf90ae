"""The application's own emoji: list, upload, delete."""

import re
from base64 import b64decode

from bot.sandbox.protocol.errors import Problem, invalid_form, refusal
from bot.sandbox.protocol.values import Json
from bot.sandbox.rest.call import NO_CONTENT, Call, Reply, Route, ok

PNG_PREFIX = "data:image/png;base64,"


def fetch_all(call: Call) -> Reply:
    """List all of them."""
    return ok({"items": [_rendered(number, name) for number, (name, _) in call.world.emoji.items()]})


def create(call: Call) -> Reply:
    """Take a PNG file."""
    name, image = str(call.body.get("name")), str(call.body.get("image"))
    if not re.fullmatch(r"\w{2,32}", name) or not image.startswith(PNG_PREFIX):
        raise invalid_form([Problem(("name",), "STRING_TYPE_REGEX", "Name or picture is not valid")])
    number = call.world.ids.take()
    call.world.emoji[number] = name, b64decode(image.removeprefix(PNG_PREFIX))
    return ok(_rendered(number, name))


def delete(call: Call) -> Reply:
    """Delete one; messages keep its id."""
    if call.world.emoji.pop(call.id("emoji_id"), None) is None:
        raise refusal(10014)
    return NO_CONTENT


def _rendered(number: int, name: str) -> Json:
    return {"id": str(number), "name": name, "animated": False, "available": True}


_PATH = "/applications/{application_id}/emojis"

ROUTES = [
    Route("GET", _PATH, fetch_all),
    Route("POST", _PATH, create),
    Route("DELETE", f"{_PATH}/{{emoji_id}}", delete),
]
