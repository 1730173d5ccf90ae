"""The JSON Schema of packs for editors, and the reference of the card language, both made from its models."""

from __future__ import annotations

import json
import textwrap
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from pydantic import TypeAdapter
from pydantic.json_schema import GenerateJsonSchema

from cards.language import abilities, filters
from cards.language.abilities import REACHES
from cards.language.base import Among, Model
from cards.language.card_kinds import CARD_KINDS
from cards.language.filters import PICK_METHODS
from cards.language.forms import CARD_FORMS, CardForm, Edition
from cards.language.packs import Header, LabelForm, PackForm
from cards.language.player_words import CARD_REFERENCES, WHO_WORDS
from cards.language.stats import STATS
from cards.language.terms import Terms
from cards.language.timing import EVENTS, MOMENTS
from cards.language.typeguards import is_list, is_object
from cards.language.vocabulary import CONDITIONS, FORMULAS, WORD_PARTS, WORDS
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
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **schema, "title": "Kickdoor pack"}


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


_COLUMNS = 110
_SCHEMA_NAMES = {
    "AnyWord": "effect",
    "AnyCondition": "condition",
    "AnyTree": "form",
    **{f"{terms.key}Name": terms.noun for terms in TERM_LISTS},
}
_SHORT_KINDS = {
    "player or Among": "players",
    "name of a card or CardSelection": "cards",
    "name of a card": "card",
    "number or form": "formula",
    "list: effect": "effects",
    "list: condition": "conditions",
    "list: text": "texts",
    "true or false": "flag",
}
_HEAD = """\
# The card language: reference

Written by `kickdoor packs words` from the models that check packs; do not edit it by hand.
[card-language.md](card-language.md) teaches how to write a card.

The parentheses behind a field hold what it takes, and after `=` its value if you leave it out; `?` says that
you can leave it out.

- **flag**: `true` or `false`; `false` if you leave it out
- **players**: a [player](#players) or an `Among`
- **card**: a [name of a card](#names-of-cards); **cards**: such a name or a `CardSelection`
- **formula**: a number, or one of the [numbers](#numbers) in braces
- **effects**, **conditions**, **texts**: a list of such"""
_PART_MODELS: tuple[type[Model], ...] = (
    abilities.Mod,
    abilities.Ability,
    abilities.Target,
    abilities.Cost,
    abilities.Reaction,
    abilities.Spares,
    filters.Filter,
    filters.CardSelection,
    Among,
    *WORD_PARTS,
)


def entry(text: str) -> str:
    """Return an entry of a list in lines of a page."""
    indent = text[: len(text) - len(text.lstrip())]
    return textwrap.fill(
        text, _COLUMNS, subsequent_indent="  " + indent, break_long_words=False, break_on_hyphens=False
    )


def reference() -> str:
    """Return the whole reference as Markdown."""
    return "\n".join(_ReferenceWriter(pack_schema()["$defs"]).lines()) + "\n"


class _ReferenceWriter:
    def __init__(self, models: dict[str, Any]) -> None:
        self.models = models

    def lines(self) -> Iterator[str]:
        yield _HEAD
        yield from self._section("The pack", (Header, LabelForm, Edition), "")
        yield from self._kinds()
        yield from self._section("Parts of cards", _PART_MODELS, "")
        yield from self._section("Effects", WORDS, "do")
        yield from self._section("Conditions", CONDITIONS, "is")
        yield from self._section("Numbers", FORMULAS, "num")
        for terms in TERM_LISTS:
            if terms.title:
                yield from _names(terms)

    def _kinds(self) -> Iterator[str]:
        yield from ("", "## Kinds of cards", "", "- Every card:")
        shared = set(CardForm.model_fields)
        first = self.models[CARD_FORMS[0].__name__]["properties"]
        yield from self._fields({name: first[name] for name in CardForm.model_fields}, {"id", "name"}, set())
        for form in CARD_FORMS:
            yield from self._model(form, "kind", shared)

    def _section(self, title: str, models: Iterable[type[Model]], tag: str) -> Iterator[str]:
        yield from ("", f"## {title}", "")
        for model in models:
            yield from self._model(model, tag, set())

    def _model(self, model: type[Model], tag: str, without: set[str]) -> Iterator[str]:
        shape = self.models[model.__name__]
        fields = shape["properties"]
        names = _tags(fields.get(tag, {})) if tag else [model.__name__]
        told = " ".join(shape["description"].replace("``", "`").split())
        hidden = {tag, *without}
        if model is not filters.Filter and issubclass(model, filters.Filter):
            hidden |= set(filters.Filter.model_fields)
            told += " Takes the fields of a `Filter`, too."
        yield entry(f"- {', '.join(f'**`{name}`**' for name in names)}: {told}")
        yield from self._fields(fields, set(shape.get("required", ())), hidden)

    def _fields(self, fields: dict[str, Any], required: set[str], hidden: set[str]) -> Iterator[str]:
        for name, field in fields.items():
            if name in hidden:
                continue
            kind = self._kind(field)
            kind = _SHORT_KINDS.get(kind, kind)
            if name not in required:
                kind += _default(kind, field.get("default"))
            told = field.get("description", "")
            # one or two words ("Which card.") say no more than the name of the field
            yield entry(f"  - `{name}` ({kind}){f': {told}' if told.count(' ') > 1 else ''}")

    def _kind(self, field: dict[str, Any]) -> str:
        if "$ref" in field:
            name = str(field["$ref"]).rpartition("/")[2]
            return _SCHEMA_NAMES.get(name, name)
        choices = field.get("oneOf") or field.get("anyOf")
        if choices:
            kinds = [self._kind(choice) for choice in choices if choice.get("type") != "null"]
            return " or ".join(dict.fromkeys(kinds))
        if "enum" in field:
            return ", ".join(_plain(word) for word in field["enum"] if word != "")
        if "prefixItems" in field:
            return "two numbers"
        if field.get("type") == "array":
            return f"list: {self._kind(field['items'])}"
        return {"integer": "number", "boolean": "true or false", "string": "text"}[field["type"]]


def _tags(field: dict[str, Any]) -> list[str]:
    return [field["const"]] if "const" in field else field["enum"]


def _default(kind: str, value: Any) -> str:
    """Return how a field's value is given that is left out."""
    if kind == "flag" and value is False:
        return ""
    return "?" if value in (None, "", []) or isinstance(value, dict) else f"={_plain(value)}"


def _plain(value: Any) -> str:
    if isinstance(value, bool):
        return "`true`" if value else "`false`"
    if isinstance(value, str | int):
        return f"`{value}`"
    if is_list(value):
        return ", ".join(_plain(inner) for inner in value)
    raise TypeError(f"no default value is written like {value!r}")


def _names(terms: Terms[Any]) -> Iterator[str]:
    yield from ("", f"## {terms.title}", "")
    for name, term in terms.items():
        yield entry(f"- `{name}`: {term.meaning}")
