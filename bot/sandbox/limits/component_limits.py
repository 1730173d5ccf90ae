"""Discord's limits on components: which, where, how many and how long."""

from collections.abc import Callable, Collection
from urllib.parse import urlsplit

from bot.sandbox.limits.measures import Problems, length, size
from bot.sandbox.protocol.components import (
    AUTO_SELECTS,
    LINK_STYLE,
    MODAL_INPUTS,
    PREMIUM_STYLE,
    SELECTS,
    ComponentKind,
    FieldPath,
    kind_of,
    media_of,
    walk,
)
from bot.sandbox.protocol.errors import Problem
from bot.sandbox.protocol.values import Json, as_object, objects

MAX_TEXT_CHARS = 4000
MAX_COMPONENTS = 40
MAX_LEGACY_ROWS = 5


def check(components: list[Json], *, v2: bool, files: Collection[str]) -> Problems:
    """Check all components of a message; `files` are the names `attachment://` may refer to."""
    yield from _v2(components) if v2 else _legacy(components)
    yield from unique(components)
    for path, component in walk(components):
        yield from one(path, component)
        for media in media_of(component):
            yield from _media(path, media, files)


def _v2(components: list[Json]) -> Problems:
    found = list(walk(components))
    if len(found) > MAX_COMPONENTS:
        yield Problem(
            ("components",),
            "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED",
            f"A message may hold {MAX_COMPONENTS} components, nested ones included",
        )
    total = sum(len(str(c.get("content", ""))) for _, c in found if c.get("type") == 10)
    if total > MAX_TEXT_CHARS:
        yield Problem(
            ("components",),
            "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED",
            f"Displayable text of all components exceeds {MAX_TEXT_CHARS}",
        )
    top = {
        ComponentKind.ACTION_ROW,
        ComponentKind.SECTION,
        ComponentKind.TEXT_DISPLAY,
        ComponentKind.MEDIA_GALLERY,
        ComponentKind.FILE,
        ComponentKind.SEPARATOR,
        ComponentKind.CONTAINER,
    }
    yield from children(("components",), components, top)


def _legacy(components: list[Json]) -> Problems:
    if len(components) > MAX_LEGACY_ROWS:
        yield from size(("components",), components, 0, MAX_LEGACY_ROWS)
    yield from children(("components",), components, {ComponentKind.ACTION_ROW})


def children(path: FieldPath, components: object, allowed: Collection[ComponentKind]) -> Problems:
    """Check that a place holds only certain kinds."""
    for index, component in enumerate(objects(components)):
        if kind_of(component) not in allowed:
            names = ", ".join(str(int(kind)) for kind in sorted(allowed))
            yield Problem(
                (*path, index, "type"),
                "UNION_TYPE_CHOICES",
                f'Value of field "type" must be one of ({names}).',
            )


def unique(components: list[Json]) -> Problems:
    """Check that no custom_id and no id is used twice."""
    custom_ids: set[str] = set()
    ids: set[int] = set()
    for path, component in walk(components):
        custom_id = component.get("custom_id")
        if custom_id is not None:
            if custom_id in custom_ids:
                yield Problem(
                    (*path, "custom_id"),
                    "COMPONENT_CUSTOM_ID_DUPLICATED",
                    "Component custom id cannot be duplicated",
                )
            custom_ids.add(custom_id)
        number = component.get("id")
        if number:
            if number in ids:
                yield Problem((*path, "id"), "COMPONENT_ID_DUPLICATED", "Component id cannot be duplicated")
            ids.add(number)


def _media(path: FieldPath, media: Json, files: Collection[str]) -> Problems:
    url = str(media.get("url", ""))
    parts = urlsplit(url)
    if parts.scheme == "attachment":
        if url.removeprefix("attachment://") not in files:
            yield Problem(
                path,
                "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND",
                f"{url} is not attached",
            )
    elif parts.scheme not in ("http", "https") or not parts.netloc:
        yield Problem(path, "URL_TYPE_INVALID_URL", "Not a well formed URL.")


def one(path: FieldPath, component: Json) -> Problems:
    """Check one component without its neighbors."""
    kind = kind_of(component)
    check = None if kind is None else _CHECK_OF_KIND.get(kind)
    if check is not None:
        yield from check(path, component)


def _action_row(path: FieldPath, row: Json) -> Problems:
    inner = objects(row.get("components"))
    kinds = [kind_of(component) for component in inner]
    here = (*path, "components")
    if any(kind in SELECTS or kind is ComponentKind.TEXT_INPUT for kind in kinds):
        yield from size(here, inner, 1, 1)
    else:
        yield from size(here, inner, 1, 5)
    yield from children(here, inner, {ComponentKind.BUTTON} | SELECTS)


def _button(path: FieldPath, button: Json) -> Problems:
    style = button.get("style")
    if not isinstance(style, int) or not 1 <= style <= 6:
        text = "Value must be one of {1, 2, 3, 4, 5, 6}."
        yield Problem((*path, "style"), "BASE_TYPE_CHOICES", text)
        return
    yield from length((*path, "label"), button.get("label"), 0, 80)
    if style == PREMIUM_STYLE:
        return
    if not button.get("label") and not button.get("emoji"):
        yield Problem(path, "BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED", "A label or an emoji is required")
    yield from _emoji((*path, "emoji"), button.get("emoji"))
    if style == LINK_STYLE:
        url = urlsplit(str(button.get("url", "")))
        if url.scheme not in ("http", "https", "discord"):
            yield Problem((*path, "url"), "BASE_TYPE_REQUIRED", "This field is required")
        if button.get("custom_id"):
            yield Problem(path, "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTEX", "A link has no custom id")
        return
    yield from length((*path, "custom_id"), button.get("custom_id"), 1, 100, required=True)
    if button.get("url"):
        yield Problem(path, "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTEX", "Only a link has a url")


def _emoji(path: FieldPath, emoji: object) -> Problems:
    fields = as_object(emoji)
    if fields and not fields.get("id") and str(fields.get("name") or "").isascii():
        yield Problem((*path, "name"), "BUTTON_COMPONENT_INVALID_EMOJI", "Invalid emoji")


def _select(path: FieldPath, select: Json) -> Problems:
    yield from length((*path, "custom_id"), select.get("custom_id"), 1, 100, required=True)
    yield from length((*path, "placeholder"), select.get("placeholder"), 0, 150)
    most = select.get("max_values")
    least = select.get("min_values")
    most = 1 if most is None else most
    least = 1 if least is None else least
    if not 0 <= least <= 25 or not 1 <= most <= 25 or least > most:
        text = "min_values must be 0 to 25 and no more than max_values, which must be 1 to 25"
        yield Problem((*path, "min_values"), "BASE_TYPE_RANGE", text)
    if kind_of(select) in AUTO_SELECTS:
        if len(objects(select.get("default_values"))) > most:
            text = "More defaults than max_values"
            yield Problem((*path, "default_values"), "SELECT_DEFAULTS", text)
        return
    options = objects(select.get("options"))
    yield from _options((*path, "options"), options, 1, 25)
    if options and (least > len(options) or most > len(options)):
        text = "min_values and max_values cannot exceed the number of options"
        yield Problem((*path, "max_values"), "SELECT_COMPONENT_MAX_VALUES", text)
    if sum(bool(option.get("default")) for option in options) > most:
        text = "More options are selected than max_values allows"
        yield Problem((*path, "options"), "SELECT_COMPONENT_TOO_MANY_DEFAULTS", text)


def _options(path: FieldPath, options: list[Json], least: int, most: int) -> Problems:
    yield from size(path, options, least, most)
    seen: set[object] = set()
    for index, option in enumerate(options):
        here = (*path, index)
        yield from length((*here, "label"), option.get("label"), 1, 100, required=True)
        yield from length((*here, "value"), option.get("value"), 1, 100, required=True)
        yield from length((*here, "description"), option.get("description"), 0, 100)
        yield from _emoji((*here, "emoji"), option.get("emoji"))
        if option.get("value") in seen:
            text = "The specified option value is already used"
            yield Problem((*here, "value"), "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", text)
        seen.add(option.get("value"))


def _section(path: FieldPath, section: Json) -> Problems:
    inner = section.get("components")
    yield from size((*path, "components"), inner, 1, 3)
    yield from children((*path, "components"), inner, {ComponentKind.TEXT_DISPLAY})
    accessory = as_object(section.get("accessory"))
    if kind_of(accessory) not in (ComponentKind.BUTTON, ComponentKind.THUMBNAIL):
        yield Problem((*path, "accessory"), "BASE_TYPE_REQUIRED", "This field is required")


def _text(path: FieldPath, text: Json) -> Problems:
    content = text.get("content")
    yield from length((*path, "content"), content, 1, MAX_TEXT_CHARS, required=True)


def _gallery(path: FieldPath, gallery: Json) -> Problems:
    items = objects(gallery.get("items"))
    yield from size((*path, "items"), items, 1, 10)
    for index, item in enumerate(items):
        here = (*path, "items", index, "description")
        yield from length(here, item.get("description"), 0, 1024)


def _thumbnail(path: FieldPath, thumbnail: Json) -> Problems:
    yield from length((*path, "description"), thumbnail.get("description"), 0, 1024)


def _file(path: FieldPath, file: Json) -> Problems:
    url = str(as_object(file.get("file")).get("url", ""))
    if not url.startswith("attachment://"):
        yield Problem((*path, "file", "url"), "URL_TYPE_INVALID_SCHEME", "Must be attachment://")


def _container(path: FieldPath, container: Json) -> Problems:
    inner = container.get("components")
    yield from size((*path, "components"), inner, 1, MAX_COMPONENTS)
    allowed = {
        ComponentKind.ACTION_ROW,
        ComponentKind.TEXT_DISPLAY,
        ComponentKind.SECTION,
        ComponentKind.MEDIA_GALLERY,
        ComponentKind.SEPARATOR,
        ComponentKind.FILE,
    }
    yield from children((*path, "components"), inner, allowed)
    color = container.get("accent_color")
    if color is not None and not (isinstance(color, int) and 0 <= color <= 0xFFFFFF):
        text = "int value should be between 0 and 16777215."
        yield Problem((*path, "accent_color"), "NUMBER_TYPE_RANGE", text)


def _separator(path: FieldPath, separator: Json) -> Problems:
    if separator.get("spacing") not in (None, 1, 2):
        yield Problem((*path, "spacing"), "BASE_TYPE_CHOICES", "Value must be one of {1, 2}.")


def _text_input(path: FieldPath, text: Json) -> Problems:
    yield from length((*path, "custom_id"), text.get("custom_id"), 1, 100, required=True)
    yield from length((*path, "label"), text.get("label"), 1, 45)
    yield from length((*path, "placeholder"), text.get("placeholder"), 0, 100)
    yield from length((*path, "value"), text.get("value"), 0, 4000)
    if text.get("style") not in (1, 2):
        yield Problem((*path, "style"), "BASE_TYPE_CHOICES", "Value must be one of {1, 2}.")
    least, most = text.get("min_length") or 0, text.get("max_length") or 4000
    if not 0 <= least <= most <= 4000:
        text_ = "min_length must not exceed max_length, which must not exceed 4000"
        yield Problem((*path, "min_length"), "BASE_TYPE_RANGE", text_)


def _group(least: int) -> "Callable[[FieldPath, Json], Problems]":
    def check(path: FieldPath, group: Json) -> Problems:
        yield from length((*path, "custom_id"), group.get("custom_id"), 1, 100, required=True)
        yield from _options((*path, "options"), objects(group.get("options")), least, 10)

    return check


def _named(path: FieldPath, component: Json) -> Problems:
    yield from length((*path, "custom_id"), component.get("custom_id"), 1, 100, required=True)


def _label(path: FieldPath, label: Json) -> Problems:
    yield from length((*path, "label"), label.get("label"), 1, 45, required=True)
    yield from length((*path, "description"), label.get("description"), 0, 100)
    inner = as_object(label.get("component"))
    if kind_of(inner) not in MODAL_INPUTS:
        yield Problem((*path, "component"), "BASE_TYPE_REQUIRED", "This field is required")


_CHECK_OF_KIND: dict[ComponentKind, Callable[[FieldPath, Json], Problems]] = {
    ComponentKind.ACTION_ROW: _action_row,
    ComponentKind.BUTTON: _button,
    **dict.fromkeys(SELECTS, _select),
    ComponentKind.SECTION: _section,
    ComponentKind.TEXT_DISPLAY: _text,
    ComponentKind.MEDIA_GALLERY: _gallery,
    ComponentKind.THUMBNAIL: _thumbnail,
    ComponentKind.FILE: _file,
    ComponentKind.CONTAINER: _container,
    ComponentKind.SEPARATOR: _separator,
    ComponentKind.TEXT_INPUT: _text_input,
    ComponentKind.RADIO_GROUP: _group(2),
    ComponentKind.CHECKBOX_GROUP: _group(1),
    ComponentKind.CHECKBOX: _named,
    ComponentKind.FILE_UPLOAD: _named,
    ComponentKind.LABEL: _label,
}
