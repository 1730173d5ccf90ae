"""Whom a card speaks of: a word for one player or several, or those of a group for whom a test holds."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, TypeAlias

from pydantic import Discriminator, Field, Tag

from cards.language.base import Model, Test, plain_or_tree
from cards.language.name_types import WhoWord


class Among(Model):
    """Those of a group for whom a test holds; inside the test they are "it"."""

    among: WhoWord = Field(description="The group to look through.")
    test: Test = Field(alias="if", description="Only those for whom this holds, each tried as `it`.")


if TYPE_CHECKING:
    Who: TypeAlias = WhoWord | Among
else:
    Who = Annotated[
        Annotated[WhoWord, Tag("plain")] | Annotated[Among, Tag("tree")],
        Discriminator(plain_or_tree),
    ]
