"""Discord's limits on components: which, where, how many and how long."""

from collections.abc import Callable, Collection, Iterator
from urllib.parse import urlsplit

from bot.sandbox.protocol.components import (
    LINK_STYLE,
    MENUS,
    MODAL_INPUTS,
    ComponentKind,
    FieldPath,
    kind_of,
    media_of,
    walk,
)
from bot.sandbox.protocol.errors import Problem
from bot.sandbox.protocol.values import Json, as_object, number, objects

Problems = Iterator[Problem]


def length(path: FieldPath, value: object, least: int, most: int, *, required: bool = False) -> Problems:
    """Check the length of a text; an absent one is fine unless required."""
    if value is None or value == "":
        if required:
            yield Problem(path, "BASE_TYPE_REQUIRED", "This field is required")
        return
    if not isinstance(value, str):
        yield Problem(path, "BASE_TYPE_BAD_TYPE", "Could not interpret as string.")
    elif len(value) > most:
        if least > 1 or required:
            text = f"Must be between {least} and {most} in length."
            yield Problem(path, "BASE_TYPE_BAD_LENGTH", text)
        else:
            text = f"Must be {most} or fewer in length."
            yield Problem(path, "BASE_TYPE_MAX_LENGTH", text)
    elif required and not value.strip():
        yield Problem(path, "BASE_TYPE_REQUIRED", "This field is required")


def size(path: FieldPath, items: object, least: int, most: int) -> Problems:
    """Check the number of entries of a list."""
    count = len(objects(items))
    if not least <= count <= most:
        text = f"Must be between {least} and {most} in length."
        yield Problem(path, "BASE_TYPE_BAD_LENGTH", text)


MAX_TEXT_CHARS = 4000
MAX_COMPONENTS = 40
MAX_LEGACY_ROWS = 5

_IN_CONTAINER = {
    ComponentKind.ACTION_ROW,
    ComponentKind.SECTION,
    ComponentKind.TEXT_DISPLAY,
    ComponentKind.MEDIA_GALLERY,
    ComponentKind.FILE,
    ComponentKind.SEPARATOR,
}

_INNER_KINDS: dict[ComponentKind, Collection[ComponentKind]] = {
    ComponentKind.ACTION_ROW: {ComponentKind.BUTTON, *MENUS},
    ComponentKind.SECTION: {ComponentKind.TEXT_DISPLAY},
    ComponentKind.CONTAINER: _IN_CONTAINER,
}
"""What may stand in a component that holds others."""

_SINGLE_KINDS: dict[ComponentKind, tuple[str, Collection[ComponentKind]]] = {
    ComponentKind.SECTION: ("accessory", {ComponentKind.BUTTON, ComponentKind.THUMBNAIL}),
    ComponentKind.LABEL: ("component", MODAL_INPUTS),
}
"""The field that must hold another component, and the kinds it may hold."""

_LENGTHS: dict[ComponentKind, dict[str, tuple[int, bool]]] = {
    ComponentKind.BUTTON: {"label": (80, False)},
    **{menu: {"custom_id": (100, True), "placeholder": (150, False)} for menu in MENUS},
    ComponentKind.TEXT_DISPLAY: {"content": (MAX_TEXT_CHARS, True)},
    ComponentKind.THUMBNAIL: {"description": (1024, False)},
    ComponentKind.RADIO_GROUP: {"custom_id": (100, True)},
    ComponentKind.CHECKBOX_GROUP: {"custom_id": (100, True)},
    ComponentKind.TEXT_INPUT: {"custom_id": (100, True), "placeholder": (100, False), "value": (4000, False)},
    ComponentKind.LABEL: {"label": (45, True), "description": (100, False)},
}
"""How long a text may be, and whether it has to be there."""

_OPTION_LENGTHS = {"label": (100, True), "value": (100, True), "description": (100, False)}


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
        text = f"A message may hold {MAX_COMPONENTS} components, nested ones included"
        yield Problem(("components",), "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED", text)
    total = sum(len(str(c.get("content", ""))) for _, c in found if c.get("type") == 10)
    if total > MAX_TEXT_CHARS:
        text = f"Displayable text of all components exceeds {MAX_TEXT_CHARS}"
        yield Problem(("components",), "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED", text)
    yield from children(("components",), components, _IN_CONTAINER | {ComponentKind.CONTAINER})


def _legacy(components: list[Json]) -> Problems:
    if len(components) > MAX_LEGACY_ROWS:
        yield from size(("components",), components, 0, MAX_LEGACY_ROWS)
    yield from children(("components",), components, {ComponentKind.ACTION_ROW})


def children(path: FieldPath, components: object, allowed: Collection[ComponentKind]) -> Problems:
    """Check that a place holds only certain kinds."""
    for index, component in enumerate(objects(components)):
        if kind_of(component) not in allowed:
            names = ", ".join(str(int(kind)) for kind in sorted(allowed))
            text = f'Value of field "type" must be one of ({names}).'
            yield Problem((*path, index, "type"), "UNION_TYPE_CHOICES", text)


def unique(components: list[Json]) -> Problems:
    """Check that no custom_id and no id is used twice."""
    for field, code in (("custom_id", "COMPONENT_CUSTOM_ID_DUPLICATED"), ("id", "COMPONENT_ID_DUPLICATED")):
        seen: set[object] = set()
        for path, component in walk(components):
            value = component.get(field)
            if value and value in seen:
                yield Problem((*path, field), code, f"Component {field} cannot be duplicated")
            seen.add(value)


def _media(path: FieldPath, media: Json, files: Collection[str]) -> Problems:
    url = str(media.get("url", ""))
    parts = urlsplit(url)
    if parts.scheme == "attachment":
        if url.removeprefix("attachment://") not in files:
            code = "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND"
            yield Problem(path, code, f"{url} is not attached")
    elif parts.scheme not in ("http", "https") or not parts.netloc:
        yield Problem(path, "URL_TYPE_INVALID_URL", "Not a well formed URL.")


def one(path: FieldPath, component: Json) -> Problems:
    """Check one component without its neighbors."""
    kind = kind_of(component)
    if kind is None:
        return
    yield from _texts(path, component, _LENGTHS.get(kind, {}))
    if kind in _INNER_KINDS:
        yield from children((*path, "components"), component.get("components"), _INNER_KINDS[kind])
    if kind in _SINGLE_KINDS:
        field, kinds = _SINGLE_KINDS[kind]
        if kind_of(as_object(component.get(field))) not in kinds:
            yield Problem((*path, field), "BASE_TYPE_REQUIRED", "This field is required")
    if kind in _CHECK_OF_KIND:
        yield from _CHECK_OF_KIND[kind](path, component)


def _texts(path: FieldPath, fields: Json, lengths: dict[str, tuple[int, bool]]) -> Problems:
    for field, (most, required) in lengths.items():
        yield from length((*path, field), fields.get(field), int(required), most, required=required)


def _action_row(path: FieldPath, row: Json) -> Problems:
    inner = objects(row.get("components"))
    alone = any(kind_of(component) in MENUS for component in inner)
    yield from size((*path, "components"), inner, 1, 1 if alone else 5)


def _button(path: FieldPath, button: Json) -> Problems:
    style = button.get("style")
    if not isinstance(style, int) or not 1 <= style <= LINK_STYLE:
        yield Problem((*path, "style"), "BASE_TYPE_CHOICES", "Value must be one of {1, 2, 3, 4, 5}.")
        return
    if not button.get("label") and not button.get("emoji"):
        yield Problem(path, "BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED", "A label or an emoji is required")
    yield from _emoji((*path, "emoji"), button.get("emoji"))
    if style == LINK_STYLE:
        if urlsplit(str(button.get("url", ""))).scheme not in ("http", "https", "discord"):
            yield Problem((*path, "url"), "BASE_TYPE_REQUIRED", "This field is required")
    else:
        yield from length((*path, "custom_id"), button.get("custom_id"), 1, 100, required=True)
    if button.get("custom_id" if style == LINK_STYLE else "url"):
        text = "A link has a url and no custom id, any other button a custom id and no url"
        yield Problem(path, "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTEX", text)


def _emoji(path: FieldPath, emoji: object) -> Problems:
    fields = as_object(emoji)
    if fields and not fields.get("id") and str(fields.get("name") or "").isascii():
        yield Problem((*path, "name"), "BUTTON_COMPONENT_INVALID_EMOJI", "Invalid emoji")


def unknown_emoji(components: list[Json], known: Collection[int]) -> Problems:
    """Check that the application has the emoji on buttons and in menus."""
    for path, component in walk(components):
        for shown in (component, *objects(component.get("options"))):
            id_ = number(as_object(shown.get("emoji")).get("id"))
            if id_ is not None and id_ not in known:
                yield Problem((*path, "emoji", "id"), "BUTTON_COMPONENT_INVALID_EMOJI", "Invalid emoji")


def _select(path: FieldPath, select: Json) -> Problems:
    most, least = select.get("max_values"), select.get("min_values")
    most = 1 if most is None else most
    least = 1 if least is None else least
    if not 0 <= least <= 25 or not 1 <= most <= 25 or least > most:
        text = "min_values must be 0 to 25 and no more than max_values, which must be 1 to 25"
        yield Problem((*path, "min_values"), "BASE_TYPE_RANGE", text)
    if kind_of(select) is ComponentKind.CHANNEL_SELECT:
        return
    options = objects(select.get("options"))
    yield from _options((*path, "options"), options)
    if options and (least > len(options) or most > len(options)):
        text = "min_values and max_values cannot exceed the number of options"
        yield Problem((*path, "max_values"), "SELECT_COMPONENT_MAX_VALUES", text)
    if sum(bool(option.get("default")) for option in options) > most:
        text = "More options are selected than max_values allows"
        yield Problem((*path, "options"), "SELECT_COMPONENT_TOO_MANY_DEFAULTS", text)


def _group(path: FieldPath, group: Json) -> Problems:
    least = 2 if kind_of(group) is ComponentKind.RADIO_GROUP else 1
    yield from size((*path, "options"), group.get("options"), least, 10)
    yield from _select(path, group)


def _options(path: FieldPath, options: list[Json]) -> Problems:
    yield from size(path, options, 1, 25)
    seen: set[object] = set()
    for index, option in enumerate(options):
        here = (*path, index)
        yield from _texts(here, option, _OPTION_LENGTHS)
        yield from _emoji((*here, "emoji"), option.get("emoji"))
        if option.get("value") in seen:
            text = "The specified option value is already used"
            yield Problem((*here, "value"), "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", text)
        seen.add(option.get("value"))


def _section(path: FieldPath, section: Json) -> Problems:
    yield from size((*path, "components"), section.get("components"), 1, 3)


def _gallery(path: FieldPath, gallery: Json) -> Problems:
    items = objects(gallery.get("items"))
    yield from size((*path, "items"), items, 1, 10)
    for index, item in enumerate(items):
        yield from length((*path, "items", index, "description"), item.get("description"), 0, 1024)


def _file(path: FieldPath, file: Json) -> Problems:
    url = str(as_object(file.get("file")).get("url", ""))
    if not url.startswith("attachment://"):
        yield Problem((*path, "file", "url"), "URL_TYPE_INVALID_SCHEME", "Must be attachment://")


def _container(path: FieldPath, container: Json) -> Problems:
    yield from size((*path, "components"), container.get("components"), 1, MAX_COMPONENTS)
    color = container.get("accent_color")
    if color is not None and not (isinstance(color, int) and 0 <= color <= 0xFFFFFF):
        text = "int value should be between 0 and 16777215."
        yield Problem((*path, "accent_color"), "NUMBER_TYPE_RANGE", text)


def _separator(path: FieldPath, separator: Json) -> Problems:
    if separator.get("spacing") not in (None, 1, 2):
        yield Problem((*path, "spacing"), "BASE_TYPE_CHOICES", "Value must be one of {1, 2}.")


def _text_input(path: FieldPath, text: Json) -> Problems:
    if text.get("style") not in (1, 2):
        yield Problem((*path, "style"), "BASE_TYPE_CHOICES", "Value must be one of {1, 2}.")
    least, most = text.get("min_length") or 0, text.get("max_length") or 4000
    if not 0 <= least <= most <= 4000:
        reason = "min_length must not exceed max_length, which must not exceed 4000"
        yield Problem((*path, "min_length"), "BASE_TYPE_RANGE", reason)


_CHECK_OF_KIND: dict[ComponentKind, Callable[[FieldPath, Json], Problems]] = {
    ComponentKind.ACTION_ROW: _action_row,
    ComponentKind.BUTTON: _button,
    ComponentKind.STRING_SELECT: _select,
    ComponentKind.CHANNEL_SELECT: _select,
    ComponentKind.RADIO_GROUP: _group,
    ComponentKind.CHECKBOX_GROUP: _group,
    ComponentKind.SECTION: _section,
    ComponentKind.MEDIA_GALLERY: _gallery,
    ComponentKind.FILE: _file,
    ComponentKind.CONTAINER: _container,
    ComponentKind.SEPARATOR: _separator,
    ComponentKind.TEXT_INPUT: _text_input,
}
"""What no table above can say of a kind."""
