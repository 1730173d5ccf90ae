"""The whole vocabulary: every word, condition and number, tied to the models that hold them."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field, TypeAdapter

from cards.language import abilities, conditions, filters, numbers, who, words
from cards.language.base import Condition, Formula, Model, Word
from cards.language.discovery import by_tag, models_in, modules_of

_FOUND = tuple(models_in([*modules_of(words), *modules_of(conditions), numbers]))

WORDS: tuple[type[Word], ...] = by_tag((model for model in _FOUND if issubclass(model, Word)), "do")
CONDITIONS: tuple[type[Condition], ...] = by_tag(
    (model for model in _FOUND if issubclass(model, Condition)), "is_"
)
FORMULAS: tuple[type[Formula], ...] = by_tag((model for model in _FOUND if issubclass(model, Formula)), "num")
WORD_PARTS: tuple[type[Model], ...] = tuple(
    model for model in _FOUND if not issubclass(model, Word | Condition | Formula)
)
"""The models that are part of one word only, such as what can be chosen from."""


def _one_of(models: tuple[type[Model], ...]) -> Any:
    """Return the union of the models."""
    union: Any = models[0]
    for model in models[1:]:
        union = union | model
    return union


FORWARD_REFERENCES: dict[str, Any] = {
    "AnyWord": Annotated[_one_of(WORDS), Field(discriminator="do")],
    "AnyCondition": Annotated[_one_of(CONDITIONS), Field(discriminator="is_")],
    "AnyTree": Annotated[_one_of(FORMULAS), Field(discriminator="num")],
}
"""What the forward references of ``base`` stand for."""

PART_MODELS: tuple[type[Model], ...] = (
    who.Among,
    filters.Filter,
    filters.CardSelection,
    *WORD_PARTS,
    abilities.Mod,
    abilities.Target,
    abilities.Cost,
    abilities.Ability,
    abilities.Reaction,
    abilities.Spares,
)
"""The models that hold blocks and are no blocks themselves."""


def resolve_references(*models: type[Model]) -> None:
    """Resolve the forward references of models that hold words, conditions or numbers."""
    for model in models:
        model.model_rebuild(force=True, _types_namespace=FORWARD_REFERENCES)


resolve_references(*FORMULAS, *CONDITIONS, *WORDS, *PART_MODELS)

word_adapter: TypeAdapter[Word] = TypeAdapter(FORWARD_REFERENCES["AnyWord"])
