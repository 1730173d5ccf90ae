"""Writes the reference of the card language from its models: every field of everything a card can say."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from cards.language import abilities, filters, who
from cards.language.base import Model
from cards.language.forms import CARD_FORMS, CardForm
from cards.language.packs import Edition, Header, LabelForm
from cards.language.schema import TERM_LISTS, pack_schema
from cards.language.terms import Terms
from cards.language.typeguards import is_list
from cards.language.vocabulary import CONDITIONS, FORMULAS, WORD_PARTS, WORDS

_SCHEMA_NAMES = {
    "AnyWord": "effect",
    "AnyCondition": "condition",
    "AnyTree": "form",
    **{f"{terms.key}Name": terms.noun for terms in TERM_LISTS},
}
_PART_MODELS: tuple[type[Model], ...] = (
    abilities.Mod,
    abilities.Ability,
    abilities.Target,
    abilities.Cost,
    abilities.Reaction,
    abilities.Spares,
    filters.Filter,
    filters.CardSelection,
    who.Among,
    *WORD_PARTS,
)


def reference() -> str:
    """Return the whole reference as Markdown."""
    return "\n".join(_ReferenceWriter(pack_schema()["$defs"]).lines()) + "\n"


class _ReferenceWriter:
    def __init__(self, models: dict[str, Any]) -> None:
        self.models = models

    def lines(self) -> Iterator[str]:
        yield "# The card language: reference"
        yield ""
        yield "Written by `kickdoor packs words` from the models that check packs; do not edit it by hand."
        yield "How to write a card is told in [card-language.md](card-language.md). A field that is neither"
        yield "optional nor has a standard value is required."
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
        yield from ("", "## Kinds of cards", "", "Every card has these fields:", "")
        shared = set(CardForm.model_fields)
        first = self.models[CARD_FORMS[0].__name__]["properties"]
        yield from self._fields({name: first[name] for name in CardForm.model_fields}, {"id", "name"}, set())
        for form in CARD_FORMS:
            yield from self._model(form, "kind", shared)

    def _section(self, title: str, models: Iterable[type[Model]], tag: str) -> Iterator[str]:
        yield from ("", f"## {title}")
        for model in models:
            yield from self._model(model, tag, set())

    def _model(self, model: type[Model], tag: str, without: set[str]) -> Iterator[str]:
        shape = self.models[model.__name__]
        fields = shape["properties"]
        names = _tags(fields.get(tag, {})) if tag else [model.__name__]
        yield from ("", f"### {', '.join(f'`{name}`' for name in names) if tag else names[0]}", "")
        yield shape["description"].replace("\n", " ")
        hidden = {tag, *without}
        if model is not filters.Filter and issubclass(model, filters.Filter):
            hidden |= set(filters.Filter.model_fields)
            yield "All fields of a Filter can be given as well."
        yield ""
        yield from self._fields(fields, set(shape.get("required", ())), hidden)

    def _fields(self, fields: dict[str, Any], required: set[str], hidden: set[str]) -> Iterator[str]:
        for name, field in fields.items():
            if name in hidden:
                continue
            kind = self._kind(field)
            standard = field.get("default")
            optional = ", optional" if standard in (None, "", []) else f", standard {_plain(standard)}"
            if name in required:
                optional = ""
            told = field.get("description", "")
            yield f"- `{name}` ({kind}{optional}){': ' if told else ''}{told}"

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


def _plain(value: Any) -> str:
    if isinstance(value, bool):
        return "`true`" if value else "`false`"
    if isinstance(value, str | int):
        return f"`{value}`"
    if is_list(value):
        return ", ".join(_plain(inner) for inner in value)
    return "as if empty"


def _names(terms: Terms[Any]) -> Iterator[str]:
    yield from ("", f"## {terms.title}", "")
    for name, term in terms.items():
        yield f"- `{name}`: {term.meaning}"
