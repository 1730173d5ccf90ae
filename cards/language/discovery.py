"""Finds the words of the language: every model in a package is one, without being listed."""

from __future__ import annotations

import pkgutil
from collections.abc import Iterable, Iterator
from importlib import import_module
from types import ModuleType
from typing import TypeVar, get_args

from cards.language.base import Model

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
