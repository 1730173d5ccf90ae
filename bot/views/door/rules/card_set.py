"""What a door-kicking table plays with: its cards, its options, and what its sets call things."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

from bot.views.base.text import escape, listed
from cards.door.decks import Decks
from cards.door.options import DoorOptions
from cards.language.definition import Definition
from cards.language.grammar import plural, tag_name
from cards.language.packs import Edition


class DoorSet:
    """The card list of one table, asked for what its cards name."""

    def __init__(self, decks: Decks) -> None:
        self.definitions = tuple({(card.pack, card.id): card for card in decks.definitions}.values())
        """Each different card once."""
        self.edition: Edition = decks.edition
        self.options: DoorOptions = decks.options
        self.round_seal_sum = decks.round_seal_sum
        self.top_level = decks.top_level
        self.gain_cap = decks.gain_cap
        self.pays_for_removed = decks.pays_for_removed

    @cached_property
    def kinds(self) -> frozenset[str]:
        """Return the kinds of cards that are in the game."""
        return frozenset(card.kind for card in self.definitions)

    @cached_property
    def stats(self) -> frozenset[str]:
        """Return the figures and rules that some card changes."""
        return frozenset(stat for card in self.definitions for stat in card.mods_by_stat)

    def of_kind(self, *kinds: str) -> list[Definition]:
        """Return the different cards of some kinds."""
        return [card for card in self.definitions if card.kind in kinds]

    def labels(self, kind: str) -> tuple[str, ...]:
        """Return what the sets call cards of a kind, each word once."""
        return tuple(dict.fromkeys(card.label for card in self.of_kind(kind)))

    def plurals(self, kind: str) -> tuple[str, ...]:
        """Return the same for several cards."""
        return tuple(plural(label) for label in self.labels(kind))

    def word(self, kind: str) -> str:
        """Return what the first set that has the kind calls a card of it."""
        return next(iter(self.labels(kind)), "")

    def word_many(self, kind: str) -> str:
        """Return the same word for several cards."""
        return plural(self.word(kind))

    def common_word(self, kind: str, several: str) -> str:
        """Return the word that all sets use for a kind, or the one for where they differ."""
        labels = self.labels(kind)
        return labels[0] if len(labels) == 1 else several

    def one(self, kind: str) -> str:
        """Return one card of the kind in the words of all sets: "Curse or Trap"."""
        return listed(self.labels(kind), "or")

    def many(self, kind: str) -> str:
        """Return several cards of the kind in the words of all sets: "Curses and Traps"."""
        return listed(self.plurals(kind))

    def tagged(self, tag: str) -> bool:
        """Return True if some card has the tag."""
        return any(tag in card.tags or tag in card.gives for card in self.definitions)

    def joining_tags(self) -> tuple[str, ...]:
        """Return the tags by which monsters join their like, as players read them."""
        return tuple(tag_name(tag) for tag in self.edition.joins if self.tagged(tag))

    def stacking_tags(self) -> tuple[str, ...]:
        """Return the tags of monsters that pile up."""
        return tuple(tag_name(tag) for tag in self.edition.stacks if self.tagged(tag))

    def with_stat(self, stat: str, *kinds: str) -> list[Definition]:
        """Return the cards of some kinds (of all, without kinds) that change a figure or rule."""
        return [card for card in self._among(kinds) if stat in card.mods_by_stat]

    def doing(self, *words: str, kinds: tuple[str, ...] = ()) -> list[Definition]:
        """Return the cards whose text has one of these effects."""
        return [
            card
            for card in self._among(kinds)
            if any(word.do in words for block in card.blocks for word in block)
        ]

    def _among(self, kinds: tuple[str, ...]) -> Iterable[Definition]:
        return self.of_kind(*kinds) if kinds else self.definitions

    @cached_property
    def may_sacrifice(self) -> bool:
        """Return True if companions can be given up to escape, by house rule, edition or card."""
        if self.options.sacrifice is not None:
            return self.options.sacrifice
        return self.edition.sacrifice or any(card.sacrifice for card in self.of_kind("companion"))

    @property
    def has_sexes(self) -> bool:
        """Return True if people choose the sex of their character; Roles bring theirs."""
        return not self.edition.roles


ALL_CARDS = 99
"""More cards than a list of names ever has."""


def names(cards: Iterable[Definition], word: str = "and", most: int = 4) -> str:
    """List cards by name, each once; many of them are cut short."""
    found = list(dict.fromkeys(escape(card.name) for card in cards))
    if len(found) > most:
        return ", ".join(found[:most]) + ", …"
    return listed(found, word)


def told(card: Definition) -> str:
    """Return a card as it stands in a list: its name and what it does."""
    return f"**{escape(card.name)}**: {text_of(card)}"


def text_of(card: Definition) -> str:
    """Return what a card does in one line."""
    return escape(" ".join(card.text))


def lasting_lines(seal: Definition) -> tuple[str, ...]:
    """Return what holds while a Seal is on top; what it does when it is opened is its first line."""
    return seal.text[1:] if seal.hits else seal.text
