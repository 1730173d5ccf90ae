"""The kinds of cards, each with what players call it, and the words of an edition for what all have."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, TypeAlias

from cards.language.grammar import capital
from cards.language.terms import OneOf, Terms


@dataclass(frozen=True, slots=True)
class Labels:
    """An edition's own words, one and many."""

    curse: str = "Curse"
    curses: str = "Curses"
    companion: str = "Hireling"
    companions: str = "Hirelings"
    steed: str = "Steed"
    steeds: str = "Steeds"
    seal: str = "Seal"
    seals: str = "Seals"


@dataclass(frozen=True, slots=True, eq=False)
class CardKind:
    """A kind of card: the noun for one and many, and the label on the card itself.

    Where the edition has a word of its own for the kind, ``edition_word`` says which of its labels.
    """

    name: str
    label: str = ""
    one: str = ""
    many: str = ""
    edition_word: str = ""

    @property
    def meaning(self) -> str:
        return self.one

    def nouns(self, labels: Labels) -> tuple[str, str]:
        """Return one and many cards of the kind."""
        if self.edition_word:
            return getattr(labels, self.edition_word), getattr(labels, f"{self.edition_word}s")
        return self.one, self.many

    def label_in(self, labels: Labels) -> str:
        """Return what stands on a card of the kind."""
        return self.label or capital(self.nouns(labels)[0])


CARD_KINDS: Terms[CardKind] = Terms(
    "Kind",
    "kind",
    "",
    [
        CardKind("monster", "Monster", "monster", "monsters"),
        CardKind("curse", edition_word="curse"),
        CardKind("enhancer", "Monster Enhancer", "monster enhancer", "monster enhancers"),
        CardKind("class", "Class", "Class card", "Class cards"),
        CardKind("race", "Race", "Race card", "Race cards"),
        CardKind("double", "Special", "doubling card", "doubling cards"),
        CardKind("role", "Role", "Role card", "Role cards"),
        CardKind("item", "Item", "permanent Item", "permanent Items"),
        CardKind("one_shot", "One-Shot", "one-shot Item", "one-shot Items"),
        CardKind("item_enhancer", "Item Enhancer", "Item enhancer", "Item enhancers"),
        CardKind("cheat", "Cheat", "Cheat! card", "Cheat! cards"),
        CardKind("companion", edition_word="companion"),
        CardKind("steed", edition_word="steed"),
        CardKind("level_up", "Go Up a Level", "Go Up a Level card", "Go Up a Level cards"),
        CardKind("wandering", "Wandering Monster", "Wandering Monster card", "Wandering Monster cards"),
        CardKind("special", "Special", "special card", "special cards"),
        CardKind("seal", edition_word="seal"),
    ],
)

KindName: TypeAlias = Annotated[str, OneOf(CARD_KINDS)]
