"""The JSON Schema of packs, for editors that complete and check while one writes."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from pydantic import TypeAdapter
from pydantic.json_schema import GenerateJsonSchema

from cards.language.abilities import REACHES
from cards.language.card_kinds import CARD_KINDS
from cards.language.filters import PICK_METHODS
from cards.language.packs import PackForm
from cards.language.player_words import WHO_WORDS
from cards.language.references import CARD_REFERENCES
from cards.language.stats import STATS
from cards.language.terms import Terms
from cards.language.timing import EVENTS, MOMENTS
from cards.language.typeguards import is_list, is_object
from cards.language.vocabulary import CONDITIONS, FORMULAS, WORDS
from cards.language.zones import ZONES


class _Generator(GenerateJsonSchema):
    """Leaves out pydantic's discriminators; the constants in the members of a union say the same."""

    ignored_warning_kinds: set[Any] = {"skipped-choice", "skipped-discriminator"}  # noqa: RUF012 - as in the base


TERM_LISTS: tuple[Terms[Any], ...] = (
    WHO_WORDS,
    ZONES,
    PICK_METHODS,
    CARD_REFERENCES,
    STATS,
    MOMENTS,
    EVENTS,
    REACHES,
    CARD_KINDS,
)
"""The closed lists of names, in the order of the reference."""
_UNIONS = {"Word": WORDS, "Condition": CONDITIONS, "Tree": FORMULAS}


def pack_schema() -> dict[str, Any]:
    """Return the JSON Schema (2020-12) of a whole pack, made from the models that check it."""
    schema = TypeAdapter(PackForm).json_schema(by_alias=True, schema_generator=_Generator)
    shared = {
        name: {"$ref": f"#/$defs/Any{name}"} if name in _UNIONS else {"$ref": f"#/$defs/{name}Name"}
        for name in (*_UNIONS, *(terms.key for terms in TERM_LISTS))
    }
    schema = _shorten(schema, shared)
    for terms in TERM_LISTS:
        schema["$defs"][f"{terms.key}Name"] = {"enum": list(terms), "type": "string"}
    for name, models in _UNIONS.items():
        schema["$defs"][f"Any{name}"] = {"oneOf": [{"$ref": f"#/$defs/{model.__name__}"} for model in models]}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        **schema,
        "title": "Kickdoor pack",
    }


def _shorten(part: Any, shared: Mapping[str, Any]) -> Any:
    """Replace long lists by references, and drop titles that repeat the field's name."""
    if is_list(part):
        return [_shorten(inner, shared) for inner in part]
    if not is_object(part):
        return part
    name = _known(part)
    if name:
        kept = {key: part[key] for key in ("default", "description") if key in part}
        return {**shared[name], **kept}
    return {
        key: _shorten(inner, shared)
        for key, inner in part.items()
        if key != "discriminator" and not (key == "title" and isinstance(inner, str))
    }


def _known(part: dict[str, Any]) -> str:
    """Return the name of the closed list or union that a subschema spells out, else ""."""
    for terms in TERM_LISTS:
        if part.get("enum") == list(terms):
            return terms.key
    choices: list[dict[str, Any]] = part.get("oneOf", [])
    refs = {str(choice.get("$ref", "")).rpartition("/")[2] for choice in choices}
    for name, models in _UNIONS.items():
        if refs == {model.__name__ for model in models}:
            return name
    return ""


def schema_text() -> str:
    """Return the schema as the text of a file."""
    return json.dumps(pack_schema(), indent=1, sort_keys=True, ensure_ascii=False) + "\n"
