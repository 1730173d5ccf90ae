"""Discord's limits on slash commands."""

import re
from collections.abc import Iterator

from bot.sandbox.limits.component_limits import length, size
from bot.sandbox.protocol.components import FieldPath
from bot.sandbox.protocol.errors import Problem
from bot.sandbox.protocol.option_types import NESTED_TYPES, TYPES_WITH_CHOICES, OptionType
from bot.sandbox.protocol.values import Json, as_object, objects

MAX_COMMAND_CHARS = 8000
MAX_COMMANDS = 100

_COMMAND_NAME = re.compile(r"[-_'\w]{1,32}")


def bulk(bodies: list[Json]) -> Iterator[Problem]:
    """Check all commands of one scope."""
    seen: set[object] = set()
    for index, body in enumerate(bodies):
        yield from _command(body, (index,))
        if body.get("name") in seen:
            text = "Application command names must be unique"
            yield Problem((index, "name"), "APPLICATION_COMMANDS_DUPLICATE_NAME", text)
        seen.add(body.get("name"))
    if len(bodies) > MAX_COMMANDS:
        yield from size((), bodies, 0, MAX_COMMANDS)


def _command(body: Json, path: FieldPath) -> Iterator[Problem]:
    """Check one command with everything nested in it."""
    if body.get("type") not in (None, 1):
        yield Problem((*path, "type"), "BASE_TYPE_CHOICES", "The sandbox takes slash commands only.")
    yield from _named(path, body)
    yield from _options(path, objects(body.get("options")), depth=0)
    if _characters(body) > MAX_COMMAND_CHARS:
        text = f"Command exceeds maximum size ({MAX_COMMAND_CHARS})"
        yield Problem(path, "APPLICATION_COMMAND_TOO_LARGE", text)


def _named(path: FieldPath, body: Json) -> Iterator[Problem]:
    """Check name and description, in all languages."""
    for field, most in (("name", 32), ("description", 100)):
        texts: dict[FieldPath, object] = {(*path, field): body.get(field)}
        for language, text in as_object(body.get(f"{field}_localizations")).items():
            texts[*path, f"{field}_localizations", language] = text
        for place, text in texts.items():
            yield from length(place, text, 1, most, required=True)
            if field == "name" and isinstance(text, str) and not _is_name(text):
                yield Problem(place, "APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid")


def _is_name(text: str) -> bool:
    return bool(_COMMAND_NAME.fullmatch(text)) and text == text.lower()


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
        yield from _named(place, option)
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
    if kind not in list(OptionType):
        text = "The sandbox takes no options of this type."
        yield Problem((*path, "type"), "BASE_TYPE_CHOICES", text)
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
