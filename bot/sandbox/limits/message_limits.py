"""Discord's limits on what a message, a form or an autocomplete answer may hold."""

from collections.abc import Collection

from bot.sandbox.limits import component_limits
from bot.sandbox.limits.component_limits import Problems, children, length, one, size, unique
from bot.sandbox.protocol.components import ComponentKind, FieldPath, walk
from bot.sandbox.protocol.errors import Problem
from bot.sandbox.protocol.values import Json, as_object, objects, strings

MAX_CONTENT_CHARS = 2000
MAX_NONCE_CHARS = 25


def message(
    *,
    content: str,
    components: list[Json],
    v2: bool,
    files: Collection[str],
    emoji: Collection[int],
) -> Problems:
    """Check a message as it would be after a post or an edit.

    `files` are the names that `attachment://` may refer to, `emoji` those of the application.
    """
    yield from length(("content",), content, 0, MAX_CONTENT_CHARS)
    if v2 and content:
        text = "The 'content' field cannot be used when using MessageFlags.IS_COMPONENTS_V2"
        yield Problem(("content",), "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2", text)
    yield from component_limits.check(components, v2=v2, files=files)
    yield from component_limits.unknown_emoji(components, emoji)


def allowed_mentions(value: object) -> Problems:
    """Check that a kind of mention is not both parsed and listed."""
    fields = as_object(value)
    parsed = strings(fields.get("parse"))
    for kind in ("users", "roles"):
        if kind in parsed and fields.get(kind):
            text = f'parse:["{kind}"] and {kind}: [ids...] are mutually exclusive.'
            yield Problem(("allowed_mentions",), "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE", text)


def modal(data: Json) -> Problems:
    """Check a form."""
    yield from length(("data", "custom_id"), data.get("custom_id"), 1, 100, required=True)
    yield from length(("data", "title"), data.get("title"), 1, 45, required=True)
    parts = objects(data.get("components"))
    path = ("data", "components")
    yield from size(path, parts, 1, 5)
    yield from children(path, parts, {ComponentKind.LABEL, ComponentKind.TEXT_DISPLAY})
    for problem in unique(parts):
        yield Problem(("data", *problem.path), problem.code, problem.message)
    for place, component in walk(parts, path):
        yield from one(place, component)


def choices(data: Json) -> Problems:
    """Check an autocomplete answer."""
    found = objects(data.get("choices"))
    path: FieldPath = ("data", "choices")
    if len(found) > 25:
        yield from size(path, found, 0, 25)
    for index, choice in enumerate(found):
        yield from length((*path, index, "name"), choice.get("name"), 1, 100, required=True)
        if isinstance(choice.get("value"), str):
            yield from length((*path, index, "value"), choice["value"], 1, 100, required=True)
