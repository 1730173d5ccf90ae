"""Discord's limits on application commands."""

import re
from collections.abc import Iterator

from bot.sandbox.limits.measures import length, size
from bot.sandbox.protocol.components import FieldPath
from bot.sandbox.protocol.errors import Problem
from bot.sandbox.protocol.option_types import NESTED_TYPES, TYPES_WITH_CHOICES, OptionType
from bot.sandbox.protocol.values import Json, as_object, objects

MAX_COMMAND_CHARS = 8000
MAX_COMMANDS = 100

_COMMAND_NAME = re.compile(r"[-_'\w]{1,32}")


def command(body: Json, path: FieldPath = ()) -> Iterator[Problem]:
    """Check one command with everything nested in it."""
    kind = body.get("type") or 1
    if kind == 1:
        yield from _names(path, body)
        yield from length((*path, "description"), body.get("description"), 1, 100, required=True)
        yield from _localized(path, body, "description", 100)
        yield from _options(path, objects(body.get("options")), depth=0)
    else:
        yield from length((*path, "name"), body.get("name"), 1, 32, required=True)
        if body.get("description") or body.get("options"):
            text = "Context menu commands cannot have description or options"
            yield Problem((*path, "description"), "APPLICATION_COMMAND_CONTEXT_MENU", text)
    if _characters(body) > MAX_COMMAND_CHARS:
        text = f"Command exceeds maximum size ({MAX_COMMAND_CHARS})"
        yield Problem(path, "APPLICATION_COMMAND_TOO_LARGE", text)


def bulk(bodies: list[Json], already: int = 0) -> Iterator[Problem]:
    """Check all commands of one scope."""
    seen: set[tuple[object, object]] = set()
    for index, body in enumerate(bodies):
        yield from command(body, (index,))
        key = (body.get("type") or 1, body.get("name"))
        if key in seen:
            text = "Application command names must be unique"
            yield Problem((index, "name"), "APPLICATION_COMMANDS_DUPLICATE_NAME", text)
        seen.add(key)
    if len(bodies) + already > MAX_COMMANDS:
        yield from size((), bodies, 0, MAX_COMMANDS)


def _names(path: FieldPath, body: Json) -> Iterator[Problem]:
    for place, name in [
        ((*path, "name"), body.get("name")),
        *(
            ((*path, "name_localizations", key), value)
            for key, value in as_object(body.get("name_localizations")).items()
        ),
    ]:
        yield from length(place, name, 1, 32, required=True)
        if isinstance(name, str) and (not _COMMAND_NAME.fullmatch(name) or name != name.lower()):
            text = "Command name is invalid"
            yield Problem(place, "APPLICATION_COMMAND_INVALID_NAME", text)


def _localized(path: FieldPath, body: Json, field: str, most: int) -> Iterator[Problem]:
    for key, value in as_object(body.get(f"{field}_localizations")).items():
        yield from length((*path, f"{field}_localizations", key), value, 1, most, required=True)


def _options(path: FieldPath, options: list[Json], depth: int) -> Iterator[Problem]:
    here = (*path, "options")
    if len(options) > 25:
        yield from size(here, options, 0, 25)
    seen: set[object] = set()
    optional_seen = False
    nested = {option.get("type") in NESTED_TYPES for option in options}
    if len(nested) > 1:
        text = "Sub-command and sub-command group option types are mutually exclusive"
        yield Problem(here, "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", text)
    for index, option in enumerate(options):
        place = (*here, index)
        yield from _names(place, option)
        yield from length((*place, "description"), option.get("description"), 1, 100, required=True)
        yield from _localized(place, option, "description", 100)
        if option.get("name") in seen:
            text = "Option names must be unique"
            yield Problem((*place, "name"), "APPLICATION_COMMAND_OPTIONS_NAME_DUPLICATED", text)
        seen.add(option.get("name"))
        if option.get("required") and optional_seen:
            text = "Required options must be placed before non-required options"
            yield Problem(place, "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID", text)
        optional_seen = optional_seen or not option.get("required")
        yield from _option(place, option, depth)


def _option(path: FieldPath, option: Json, depth: int) -> Iterator[Problem]:
    kind = option.get("type")
    if kind in NESTED_TYPES:
        if depth > (1 if kind == OptionType.SUBCOMMAND else 0):
            text = "Sub-commands are nested too deep"
            yield Problem((*path, "type"), "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", text)
        yield from _options(path, objects(option.get("options")), depth + 1)
        return
    choices = objects(option.get("choices"))
    if choices and (option.get("autocomplete") or kind not in TYPES_WITH_CHOICES):
        text = "Choices do not go with autocomplete or this type"
        yield Problem((*path, "choices"), "APPLICATION_COMMAND_OPTIONS_CHOICES", text)
    if len(choices) > 25:
        yield from size((*path, "choices"), choices, 0, 25)
    for index, choice in enumerate(choices):
        place = (*path, "choices", index)
        yield from length((*place, "name"), choice.get("name"), 1, 100, required=True)
        if kind == OptionType.STRING:
            yield from length((*place, "value"), choice.get("value"), 1, 100, required=True)


def _characters(body: Json) -> int:
    total = len(str(body.get("name") or "")) + len(str(body.get("description") or ""))
    for choice in objects(body.get("choices")):
        total += len(str(choice.get("name") or "")) + len(str(choice.get("value") or ""))
    return total + sum(_characters(option) for option in objects(body.get("options")))
