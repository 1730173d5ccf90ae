"""Discord's limits on what a message, a form or an autocomplete answer may hold."""

from collections.abc import Collection

from bot.sandbox.limits import component_limits
from bot.sandbox.limits.component_limits import children, one, unique
from bot.sandbox.limits.measures import Problems, length, size
from bot.sandbox.protocol.components import ComponentKind, FieldPath, kind_of, walk
from bot.sandbox.protocol.errors import Problem
from bot.sandbox.protocol.values import Json, as_object, objects, strings

MAX_CONTENT_CHARS = 2000
MAX_EMBED_CHARS = 6000
MAX_NONCE_CHARS = 25


def message(
    *,
    content: str,
    embeds: list[Json],
    components: list[Json],
    v2: bool,
    files: Collection[str],
) -> Problems:
    """Check a message as it would be after a post or an edit.

    `files` are the names that `attachment://` may refer to.
    """
    yield from length(("content",), content, 0, MAX_CONTENT_CHARS)
    yield from embed_limits(embeds)
    if v2:
        yield from _without_legacy_fields(content, embeds)
    yield from component_limits.check(components, v2=v2, files=files)


def _without_legacy_fields(content: str, embeds: list[Json]) -> Problems:
    for name, value in (("content", content), ("embeds", embeds)):
        if value:
            yield Problem(
                (name,),
                "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
                f"The '{name}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2",
            )


def embed_limits(embeds: list[Json]) -> Problems:
    """Check embeds one by one and the sum of their texts."""
    if len(embeds) > 10:
        yield from size(("embeds",), embeds, 0, 10)
    total = 0
    for index, embed in enumerate(embeds):
        here: FieldPath = ("embeds", index)
        footer, author = as_object(embed.get("footer")), as_object(embed.get("author"))
        parts: list[tuple[FieldPath, object, int]] = [
            ((*here, "title"), embed.get("title"), 256),
            ((*here, "description"), embed.get("description"), 4096),
            ((*here, "footer", "text"), footer.get("text"), 2048),
            ((*here, "author", "name"), author.get("name"), 256),
        ]
        fields = objects(embed.get("fields"))
        if len(fields) > 25:
            yield from size((*here, "fields"), fields, 0, 25)
        for number, field in enumerate(fields):
            place = (*here, "fields", number)
            parts.append(((*place, "name"), field.get("name"), 256))
            parts.append(((*place, "value"), field.get("value"), 1024))
        for path, text, most in parts:
            yield from length(path, text, 0, most)
            total += len(text) if isinstance(text, str) else 0
    if total > MAX_EMBED_CHARS:
        text = f"Embed size exceeds maximum size of {MAX_EMBED_CHARS}"
        yield Problem(("embeds",), "MAX_EMBED_SIZE_EXCEEDED", text)


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
    yield from children(
        path, parts, {ComponentKind.ACTION_ROW, ComponentKind.LABEL, ComponentKind.TEXT_DISPLAY}
    )
    for problem in unique(parts):
        yield Problem(("data", *problem.path), problem.code, problem.message)
    for place, component in walk(parts, path):
        if kind_of(component) is ComponentKind.ACTION_ROW:
            inner = component.get("components")
            yield from size((*place, "components"), inner, 1, 1)
            yield from children((*place, "components"), inner, {ComponentKind.TEXT_INPUT})
            if objects(inner) and not objects(inner)[0].get("label"):
                here = (*place, "components", 0, "label")
                yield Problem(here, "BASE_TYPE_REQUIRED", "This field is required")
        else:
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
