"""Renders cards as text: who does what to which cards, in the same style for all packs."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Final, Protocol, TypeAlias

from cards.language.card_kinds import CARD_KINDS, Labels
from cards.language.grammar import capital, conjugate, joined_orders, plural, quantity, said_once
from cards.language.player_words import CARD_REFERENCES, WHO_WORDS


class Describable(Protocol):
    """An effect, a test or a number: it knows its own clause."""

    def describe(self, renderer: TextRenderer) -> str: ...


class DescribableEffect(Describable, Protocol):
    """An effect that may take more than one sentence."""

    def describe_parts(self, renderer: TextRenderer) -> list[str]: ...


class DescribableNumber(Describable, Protocol):
    """A number that depends on the table."""

    def describe_each(self, renderer: TextRenderer) -> tuple[int, str]: ...


class PlayerGroup(Protocol):
    """Those of a group for whom a test holds."""

    @property
    def among(self) -> str: ...

    @property
    def test(self) -> Describable: ...


class CardNouns(Protocol):
    """A filter: it knows the nouns for what it looks for."""

    def nouns(self, renderer: TextRenderer) -> tuple[str, str]: ...


class CardPhrase(Protocol):
    """A selection of cards: it knows its own phrase."""

    def describe(self, renderer: TextRenderer, subject: WhoPhrase | None = None) -> str: ...


NumberPhrase: TypeAlias = int | DescribableNumber
WhoPhrase: TypeAlias = str | PlayerGroup


STANDARD_HOUSE_RULES: Final[Mapping[str, object]] = MappingProxyType(
    {"charm_min_cards": 3, "halfling": "newer", "cowboy_early_win": True}
)
"""The house rules that cards ask for, as they are if nobody changes them."""


@dataclass(frozen=True, slots=True)
class TextRenderer:
    """Renders the parts of one card.

    ``traits`` gives name and plural for the word of a Class, Race or Role, ``names`` the name for a card id,
    ``calls`` the nouns for players that hold at the moment (inside a loop, behind "who"); ``wild`` is True if
    Steeds behind doors can be fought, ``sacrifice`` if companions can be given up, ``pays`` if monsters that
    are only taken out leave their Treasures (H-51). ``house`` holds the house rules that cards ask for, so
    that a card says what holds at its table.
    """

    labels: Labels = field(default_factory=Labels)
    traits: Mapping[str, tuple[str, str]] = field(default_factory=dict[str, tuple[str, str]])
    names: Mapping[str, str] = field(default_factory=dict[str, str])
    kind: str = ""
    wild: bool = False
    sacrifice: bool = True
    house: Mapping[str, object] = field(default_factory=lambda: STANDARD_HOUSE_RULES)
    pays: bool = False
    calls: Mapping[str, tuple[str, str]] = field(default_factory=dict[str, tuple[str, str]])
    orders: bool = True
    """What you do reads as an order: "lose a Level", not "you lose a Level"."""

    def with_noun(self, word: str, noun: str, person: str = "one") -> TextRenderer:
        """Return the same with another noun for a word like ``it``."""
        return replace(self, calls={**self.calls, word: (noun, person)})

    # people

    def noun(self, who: WhoPhrase) -> str:
        """Return who is meant, as a subject or object."""
        return self.noun_and_person(who)[0]

    def object(self, who: WhoPhrase) -> str:
        """Return who is meant, behind a verb or preposition."""
        noun = self.noun(who)
        return "them" if noun == "they" else noun

    def does(self, who: WhoPhrase, verb: str, rest: str = "") -> str:
        """Return a clause: "you lose ...", "the helper loses ..."."""
        noun, person = self.noun_and_person(who)
        done = conjugate(verb, person)
        return f"{noun} {done} {rest}".rstrip()

    def order(self, who: WhoPhrase, verb: str, rest: str = "") -> str:
        """Return an effect as a clause: "lose ..." where it is you who does it, "the helper loses ..."."""
        if self.orders and self.noun(who) == "you":
            return f"{verb} {rest}".rstrip()
        return self.does(who, verb, rest)

    def verb(self, who: WhoPhrase, verb: str) -> str:
        """Return the verb alone, in the form that fits."""
        return conjugate(verb, self.noun_and_person(who)[1])

    def possessive(self, who: WhoPhrase) -> str:
        """Return "your", "the helper's", ..."""
        noun, person = self.noun_and_person(who)
        if noun == "who":
            return "whose"
        if noun == "they":
            return "their"
        if person == "you":
            return "your"
        return f"{noun}'" if noun.endswith("s") else f"{noun}'s"

    def own_possessive(self, who: WhoPhrase) -> str:
        """Return "your" or "their", where the person has just been named."""
        return "your" if self.noun_and_person(who)[1] == "you" else "their"

    def with_pronoun(self, who: WhoPhrase) -> TextRenderer:
        """Return the same for clauses after the person has been named."""
        if isinstance(who, str) and self.noun_and_person(who)[1] != "you":
            return self.with_noun(who, "they", "many")
        return self

    def noun_and_person(self, who: WhoPhrase) -> tuple[str, str]:
        """Return who is meant, and the person of the verb that goes with it."""
        if isinstance(who, str):
            if who in self.calls:
                return self.calls[who]
            word = WHO_WORDS[who]
            return word.noun, word.person
        noun, person = self.noun_and_person(who.among)
        group = f"{noun} {who.test.describe(self.with_noun('it', 'who'))}"
        other = "(?:other )?" if self.kind in ("class", "race") else ""
        return re.sub(rf"{other}player who is not an? (\w+)$", r"non-\1", group), person

    # numbers

    def amount(self, n: NumberPhrase, one: str, many: str = "") -> str:
        """Return "a Level", "three Levels", "a Level for each ...", "as many Levels as ..."."""
        many = many or f"{one}s"
        if isinstance(n, int):
            return quantity(abs(n), one, many)
        factor, counted = n.describe_each(self)
        if factor:
            return f"{self.amount(factor, one, many)} for each {counted}"
        return f"as many {many} as {n.describe(self)}"

    def signed(self, n: NumberPhrase) -> str:
        """Return "+3", "-2", "+2 for each ..."."""
        if isinstance(n, int):
            return f"{n:+d}"
        factor, counted = n.describe_each(self)
        if factor:
            return f"{factor:+d} for each {counted}"
        return f"a bonus equal to {n.describe(self)}"

    def bonus(self, n: NumberPhrase, to: str) -> str:
        """Return "+3 to your side", "+2 to you for each ...", "your side gets a bonus equal to ..."."""
        if isinstance(n, int):
            return f"{n:+d} to {to}"
        factor, counted = n.describe_each(self)
        if factor:
            return f"{factor:+d} to {to} for each {counted}"
        verb = "get" if to == "you" or to.endswith("rolls") else "gets"
        return f"{to} {verb} a bonus equal to {n.describe(self)}"

    def figure(self, n: NumberPhrase) -> str:
        """Return the number alone."""
        return str(n) if isinstance(n, int) else n.describe(self)

    # cards

    def trait(self, word: str) -> str:
        """Return the name of a Class, Race or Role."""
        return self.traits[word][0] if word in self.traits else word.replace("_", " ").title()

    def trait_plural(self, word: str) -> str:
        """Return the name of those who are of a Class, Race or Role."""
        return self.traits[word][1] if word in self.traits else plural(self.trait(word))

    def kind_noun(self, kind: str) -> tuple[str, str]:
        """Return one and many cards of a kind."""
        return CARD_KINDS[kind].nouns(self.labels)

    def nouns(self, wanted: CardNouns) -> tuple[str, str]:
        """Return what a filter looks for, as one and as many, without article."""
        return wanted.nouns(self)

    def cards(self, what: str | CardPhrase, subject: WhoPhrase | None = None) -> str:
        """Return which cards are meant, as an object: "an Item", "all your Headgear", "that card".

        ``subject`` has just been named as the one who loses them: "you lose an Item".
        """
        if not isinstance(what, str):
            return what.describe(self, subject)
        if what == "this" and self.kind == "monster":
            return "this monster"
        return CARD_REFERENCES[what].noun.format(curse=self.labels.curse)

    # effects

    def effects(self, effects: Iterable[Describable]) -> str:
        """Return a list of effects as one clause, joined by commas and "then"."""
        told = joined_orders([word.describe(self) for word in effects])
        if len(told) == 1:
            return told[0]
        if any("; " in part or ". " in part for part in told):
            return "; then ".join(told)
        return ", ".join(told[:-1]) + f", then {told[-1]}"

    def sentences(self, effects: Iterable[DescribableEffect]) -> str:
        """Return a list of effects as sentences, one thought in each."""
        told = joined_orders([part for word in effects for part in word.describe_parts(self)])
        return said_once(" ".join(f"{capital(part)}." for part in told))
