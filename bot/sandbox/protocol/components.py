"""Walk, number and resolve message components."""

from collections.abc import Callable, Iterator
from enum import IntEnum
from typing import Any

from bot.sandbox.protocol.values import Json, as_object, objects

FieldPath = tuple[str | int, ...]


class ComponentKind(IntEnum):
    """The kinds of components that the sandbox takes, numbered as Discord does; any other is refused."""

    ACTION_ROW = 1
    BUTTON = 2
    STRING_SELECT = 3
    TEXT_INPUT = 4
    CHANNEL_SELECT = 8
    SECTION = 9
    TEXT_DISPLAY = 10
    THUMBNAIL = 11
    MEDIA_GALLERY = 12
    FILE = 13
    SEPARATOR = 14
    CONTAINER = 17
    LABEL = 18
    RADIO_GROUP = 21
    CHECKBOX_GROUP = 22


_KIND_OF_NUMBER = {int(kind): kind for kind in ComponentKind}

MODAL_INPUTS = frozenset(
    {
        ComponentKind.STRING_SELECT,
        ComponentKind.TEXT_INPUT,
        ComponentKind.RADIO_GROUP,
        ComponentKind.CHECKBOX_GROUP,
    }
)

MENUS = frozenset({ComponentKind.STRING_SELECT, ComponentKind.CHANNEL_SELECT})

LINK_STYLE = 5


def kind_of(component: Json) -> ComponentKind | None:
    """Return the kind of a component, or None for a number that the sandbox does not take."""
    number = component.get("type")
    return _KIND_OF_NUMBER.get(number) if isinstance(number, int) else None


def walk(components: object, path: FieldPath = ("components",)) -> Iterator[tuple[FieldPath, Json]]:
    """Visit every component in reading order, each with its path."""
    for index, component in enumerate(objects(components)):
        yield from walk_one(component, (*path, index))


def walk_one(component: Json, path: FieldPath) -> Iterator[tuple[FieldPath, Json]]:
    """Visit a component and everything inside it."""
    yield path, component
    yield from walk(component.get("components"), (*path, "components"))
    for key in ("accessory", "component"):
        inner = as_object(component.get(key))
        if inner:
            yield from walk_one(inner, (*path, key))


def texts(components: object) -> list[str]:
    """Return the contents of all text displays."""
    return [
        str(c.get("content", "")) for _, c in walk(components) if c.get("type") == ComponentKind.TEXT_DISPLAY
    ]


def media_of(component: Json) -> list[Json]:
    """Return the objects of a component that hold the URL of a file or picture."""
    kind = kind_of(component)
    if kind is ComponentKind.THUMBNAIL:
        return [as_object(component.get("media"))]
    if kind is ComponentKind.FILE:
        return [as_object(component.get("file"))]
    if kind is ComponentKind.MEDIA_GALLERY:
        return [as_object(item.get("media")) for item in objects(component.get("items"))]
    return []


def finish(components: list[Json], resolve: Callable[[str], Json]) -> list[Json]:
    """Copy checked components as Discord stores them, with all ids set and media resolved.

    `resolve` turns a URL (`attachment://name` or a link) into a media object.
    """
    ids = _numbers({c["id"] for _, c in walk(components) if c.get("id")})
    return [_finish_one(component, ids, resolve) for component in components]


def _numbers(taken: set[Any]) -> Iterator[int]:
    number = 0
    while True:
        number += 1
        if number not in taken:
            taken.add(number)
            yield number


_DEFAULT_FIELDS: dict[ComponentKind, Json] = {
    ComponentKind.SEPARATOR: {"spacing": 1, "divider": True},
    ComponentKind.CONTAINER: {"spoiler": False, "accent_color": None},
    **{menu: {"min_values": 1, "max_values": 1, "disabled": False} for menu in MENUS},
}


def _finish_one(component: Json, ids: Iterator[int], resolve: Callable[[str], Json]) -> Json:
    kind = kind_of(component)
    defaults = {} if kind is None else _DEFAULT_FIELDS.get(kind, {})
    given = {key: value for key, value in component.items() if value is not None}
    done: Json = {**defaults, **given}
    done["id"] = component.get("id") or next(ids)
    if "components" in done:
        done["components"] = [_finish_one(c, ids, resolve) for c in done["components"]]
    for key in ("accessory", "component"):
        if key in done:
            done[key] = _finish_one(done[key], ids, resolve)
    for key in ("media", "file"):
        if key in done:
            done[key] = resolve(str(done[key]["url"]))
    if "items" in done:
        done["items"] = [{**i, "media": resolve(str(i["media"]["url"]))} for i in done["items"]]
    return done
