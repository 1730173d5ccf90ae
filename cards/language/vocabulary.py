"""The whole vocabulary: every word, condition and number, tied to the models that hold them, cards included.

Every model in the package of words or conditions is one, without being listed.
"""

from __future__ import annotations

import pkgutil
from collections.abc import Iterable, Iterator
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias, TypeVar, get_args

from pydantic import Field, TypeAdapter

from cards.language import abilities, conditions, filters, numbers, words
from cards.language.base import Among, Condition, Formula, Model, Word
from cards.language.forms import CARD_FORMS, CardForm

M = TypeVar("M", bound=Model)


def modules_of(package: ModuleType) -> tuple[ModuleType, ...]:
    """Import the modules of a package and return them by name.

    It makes no difference whether they are sources, compiled, or packed in a wheel or zip file.
    """
    names = sorted({found.name for found in pkgutil.iter_modules(package.__path__)})
    return tuple(import_module(f"{package.__name__}.{name}") for name in names)


def models_in(modules: Iterable[ModuleType]) -> Iterator[type[Model]]:
    """Yield the models that the modules define, private ones left out."""
    for module in modules:
        for name, value in vars(module).items():
            own = isinstance(value, type) and value.__module__ == module.__name__
            if own and issubclass(value, Model) and not name.startswith("_"):
                yield value


def by_tag(models: Iterable[type[M]], tag: str) -> tuple[type[M], ...]:
    """Return models in the order of what packs call them, which each says in its field ``tag``."""
    return tuple(sorted(models, key=lambda model: tags_of(model, tag)))


def tags_of(model: type[Model], tag: str) -> tuple[str, ...]:
    """Return what packs call a model."""
    return get_args(model.model_fields[tag].annotation)


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


def one_of(models: tuple[type[Model], ...]) -> Any:
    """Return the union of the models."""
    union: Any = models[0]
    for model in models[1:]:
        union = union | model
    return union


FORWARD_REFERENCES: dict[str, Any] = {
    "AnyWord": Annotated[one_of(WORDS), Field(discriminator="do")],
    "AnyCondition": Annotated[one_of(CONDITIONS), Field(discriminator="is_")],
    "AnyTree": Annotated[one_of(FORMULAS), Field(discriminator="num")],
}
"""What the forward references of ``base`` stand for."""

PART_MODELS: tuple[type[Model], ...] = (
    Among,
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


resolve_references(*FORMULAS, *CONDITIONS, *WORDS, *PART_MODELS, *CARD_FORMS)

word_adapter: TypeAdapter[Word] = TypeAdapter(FORWARD_REFERENCES["AnyWord"])

if TYPE_CHECKING:
    AnyCardForm: TypeAlias = CardForm
else:
    AnyCardForm = Annotated[one_of(CARD_FORMS), Field(discriminator="kind")]
