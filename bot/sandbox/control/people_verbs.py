"""What people do over HTTP, one function per verb."""

import base64
from collections.abc import Awaitable, Callable

from bot.sandbox.control.errors import BadRequestError
from bot.sandbox.messages.uploads import Upload
from bot.sandbox.people.person import Person, Place
from bot.sandbox.protocol.values import Json, array, as_object, number, objects, strings
from bot.sandbox.world.model import InteractionType

PersonVerb = Callable[[Person, Json], Awaitable[Json]]


def place(value: object) -> Place:
    """Read a channel: an id as number or digits, a name, or `dm`."""
    id = number(value)
    return id if id is not None else str(value)


def _which(body: Json) -> int:
    id = number(body["message"])
    if id is None:
        raise BadRequestError("message must be an id")
    return id


def _text(body: Json, key: str) -> str | None:
    value = body.get(key)
    return None if value is None else str(value)


def _upload(value: object, index: int = 0) -> object:
    """Read a file given as name and base64; leave anything else as it is."""
    fields = as_object(value)
    if "filename" not in fields:
        return value
    data = base64.b64decode(str(fields["data"]), validate=True)
    return Upload(index, str(fields["filename"]), _text(fields, "content_type"), data)


def _uploads(value: object) -> object:
    """Read a list of files; leave anything else as it is."""
    return [_upload(item, index) for index, item in enumerate(array(value))] or value


def _options(body: Json) -> dict[str, object]:
    return {key: _upload(value) for key, value in as_object(body.get("options")).items()}


async def command(person: Person, body: Json) -> Json:
    """Run a slash command: channel, words, options."""
    outcome = await person.command(place(body["channel"]), str(body["words"]), _options(body))
    return outcome.to_json()


async def autocomplete(person: Person, body: Json) -> Json:
    """Request suggestions: channel, words, option, text, options."""
    outcome = await person.autocomplete(
        place(body["channel"]),
        str(body["words"]),
        str(body["option"]),
        str(body["text"]),
        _options(body),
    )
    return outcome.to_json()


async def click(person: Person, body: Json) -> Json:
    """Press a button: message, and label or custom_id."""
    outcome = await person.click(_which(body), label=_text(body, "label"), custom_id=_text(body, "custom_id"))
    return outcome.to_json()


async def select(person: Person, body: Json) -> Json:
    """Choose in a select: message, values, and label or custom_id."""
    outcome = await person.select(
        _which(body),
        array(body["values"]),
        label=_text(body, "label"),
        custom_id=_text(body, "custom_id"),
    )
    return outcome.to_json()


async def submit(person: Person, body: Json) -> Json:
    """Send a form: interaction, values by label or custom_id."""
    modal = person.modal(number(body["interaction"]) or 0)
    if modal is None:
        raise BadRequestError("this form is not open")
    values = {key: _uploads(value) for key, value in as_object(body.get("values")).items()}
    return (await person.submit(modal, values)).to_json()


async def close_modal(person: Person, body: Json) -> Json:
    """Close a form without sending it: interaction."""
    modal = person.modal(number(body["interaction"]) or 0)
    if modal is not None:
        person.close_modal(modal)
    return {}


async def menu(person: Person, body: Json) -> Json:
    """Run a context menu command: channel, name, and message or user."""
    target = number(body.get("user"))
    if target is not None:
        outcome = await person.menu_on_user(place(body["channel"]), str(body["name"]), target)
    else:
        outcome = await person.menu(place(body["channel"]), str(body["name"]), _which(body))
    return outcome.to_json()


async def forge(person: Person, body: Json) -> Json:
    """Send any interaction: channel, type, data, and message if it has one."""
    kind = InteractionType(int(body["type"]))
    message = number(body.get("message"))
    outcome = await person.forge(place(body["channel"]), kind, as_object(body["data"]), message=message)
    return outcome.to_json()


async def forge_click(person: Person, body: Json) -> Json:
    """Press a component that may not exist: message, custom_id, values for a select."""
    values = strings(body["values"]) if "values" in body else None
    return (await person.forge_click(_which(body), str(body["custom_id"]), values)).to_json()


async def say(person: Person, body: Json) -> Json:
    """Send a plain message: channel, text, files."""
    files = [_upload(f, i) for i, f in enumerate(objects(body.get("files")))]
    uploads = [f for f in files if isinstance(f, Upload)]
    return (await person.say(place(body["channel"]), str(body.get("text", "")), uploads)).payload


async def typing(person: Person, body: Json) -> Json:
    """Start typing: channel."""
    person.typing(place(body["channel"]))
    return {}


async def dismiss(person: Person, body: Json) -> Json:
    """Dismiss an ephemeral message: message."""
    person.dismiss(_which(body))
    return {}


async def delete(person: Person, body: Json) -> Json:
    """Delete one of their own messages: message."""
    person.delete(_which(body))
    return {}


async def read(person: Person, body: Json) -> Json:
    """Mark a channel as read up to a message: channel, message."""
    person.mark_read(number(body["channel"]) or 0, _which(body))
    return {}


async def open_dm(person: Person, body: Json) -> Json:
    """Open the direct messages with the bot."""
    return {"id": str(person.open_dm().id)}


async def set_dms(person: Person, body: Json) -> Json:
    """Open or close direct messages: open."""
    person.set_dms(bool(body["open"]))
    return {}


PERSON_VERBS: dict[str, PersonVerb] = {
    verb.__name__: verb
    for verb in (
        command,
        autocomplete,
        click,
        select,
        submit,
        close_modal,
        menu,
        forge,
        forge_click,
        say,
        typing,
        dismiss,
        delete,
        read,
        open_dm,
        set_dms,
    )
}
