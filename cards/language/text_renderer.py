"""Puts cards into words: who does what to which cards, in one voice for all packs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from cards.language.grammar import article, capital, conjugate, level_span, listed, plural, span, tag_name

if TYPE_CHECKING:
    from cards.language.base import Block, Number, Who
    from cards.language.filters import CardSelection, Filter, What

_WHO_NOUNS: dict[str, tuple[str, str]] = {
    "you": ("you", "you"),
    "it": ("that player", "one"),
    "target": ("that player", "one"),
    "second": ("the second player", "one"),
    "owner": ("the owner of this card", "one"),
    "holder": ("its owner", "one"),
    "active": ("the player whose turn it is", "one"),
    "fighter": ("the fighter", "one"),
    "helper": ("the helper", "one"),
    "party": ("each player in the party", "one"),
    "victim": ("the victim", "one"),
    "others": ("each other player", "one"),
    "everyone": ("each player", "one"),
    "bystanders": ("each player outside the combat", "one"),
    "left": ("the player on your left", "one"),
    "right": ("the player on your right", "one"),
    "highest": ("each player of the highest Level", "one"),
    "lowest": ("each player of the lowest Level", "one"),
    "highest_other": ("each other player of the highest Level", "one"),
    "lowest_other": ("each other player of the lowest Level", "one"),
    "nobody": ("nobody", "one"),
}

_SLOT_NOUNS = {
    "head": ("piece of Headgear", "pieces of Headgear"),
    "armor": ("suit of Armor", "suits of Armor"),
    "feet": ("pair of Footgear", "pairs of Footgear"),
    "hand": ("hand Item", "hand Items"),
    "none": ("Item that needs no slot", "Items that need no slot"),
}

_REFERENCE_NOUNS = {
    "this": "this card",
    "card": "that card",
    "second_card": "the second card",
    "monster": "that monster",
    "fled": "the monster you are fleeing from",
    "curse": "the {curse}",
    "attached_to": "the card this one lies on",
    "found": "the card found",
    "looted": "the card you looted",
}


@dataclass(frozen=True, slots=True)
class Labels:
    """What an edition calls the things that every edition has."""

    curse: str = "Curse"
    curses: str = "Curses"
    companion: str = "Hireling"
    companions: str = "Hirelings"
    steed: str = "Steed"
    steeds: str = "Steeds"
    seal: str = "Seal"
    seals: str = "Seals"


@dataclass(frozen=True, slots=True)
class TextRenderer:
    """What is known while a card is put into words.

    ``traits`` gives name and plural for the word of a Class, Race or Role, ``names`` the name for a card id,
    ``calls`` how the words for people are put at the moment (inside a loop, behind "who"), ``wild`` whether
    Steeds behind doors can be fought.
    """

    labels: Labels = Labels()
    traits: Mapping[str, tuple[str, str]] = field(default_factory=dict[str, tuple[str, str]])
    names: Mapping[str, str] = field(default_factory=dict[str, str])
    kind: str = ""
    wild: bool = False
    calls: Mapping[str, tuple[str, str]] = field(default_factory=dict[str, tuple[str, str]])

    def with_noun(self, word: str, noun: str, person: str = "one") -> TextRenderer:
        """Return the same with another noun for a word like ``it``."""
        return replace(self, calls={**self.calls, word: (noun, person)})

    # people

    def noun(self, who: Who) -> str:
        """Return who is meant, as a subject or object."""
        return self._noun(who)[0]

    def does(self, who: Who, verb: str, rest: str = "") -> str:
        """Return a clause: "you lose ...", "the helper loses ..."."""
        noun, person = self._noun(who)
        done = conjugate(verb, person)
        return f"{noun} {done} {rest}".rstrip()

    def verb(self, who: Who, verb: str) -> str:
        """Return the verb alone, in the form that fits."""
        return conjugate(verb, self._noun(who)[1])

    def possessive(self, who: Who) -> str:
        """Return "your", "the helper's", ..."""
        noun, person = self._noun(who)
        if noun == "who":
            return "whose"
        if noun == "they":
            return "their"
        if person == "you":
            return "your"
        return f"{noun}'" if noun.endswith("s") else f"{noun}'s"

    def own_possessive(self, who: Who) -> str:
        """Return "your" or "their", where the person has just been named."""
        return "your" if self._noun(who)[1] == "you" else "their"

    def with_pronoun(self, who: Who) -> TextRenderer:
        """Return the same for clauses after the person has been named."""
        if isinstance(who, str) and self._noun(who)[1] != "you":
            return self.with_noun(who, "they", "many")
        return self

    def _noun(self, who: Who) -> tuple[str, str]:
        if isinstance(who, str):
            return self.calls.get(who) or _WHO_NOUNS[who]
        noun, person = self._noun(who.among)
        return f"{noun} {who.test.describe(self.with_noun('it', 'who'))}", person

    # numbers

    def amount(self, n: Number, one: str, many: str = "") -> str:
        """Return "1 Level", "3 Levels", "1 Level for each ...", "Levels equal to ..."."""
        many = many or f"{one}s"
        if isinstance(n, int):
            return f"{abs(n)} {one if abs(n) == 1 else many}"
        factor, counted = n.describe_each(self)
        if factor:
            return f"{self.amount(factor, one, many)} for each {counted}"
        return f"as many {many} as {n.describe(self)}"

    def signed(self, n: Number) -> str:
        """Return "+3", "-2", "+2 for each ..."."""
        if isinstance(n, int):
            return f"{n:+d}"
        factor, counted = n.describe_each(self)
        if factor:
            return f"{factor:+d} for each {counted}"
        return f"a bonus equal to {n.describe(self)}"

    def bonus(self, n: Number, to: str) -> str:
        """Return "+3 to your side", "+2 to you for each ...", "your side gets a bonus equal to ..."."""
        if isinstance(n, int):
            return f"{n:+d} to {to}"
        factor, counted = n.describe_each(self)
        if factor:
            return f"{factor:+d} to {to} for each {counted}"
        verb = "get" if to == "you" or to.endswith("rolls") else "gets"
        return f"{to} {verb} a bonus equal to {n.describe(self)}"

    def figure(self, n: Number) -> str:
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
        labels = self.labels
        known = {
            "curse": (labels.curse, labels.curses),
            "enhancer": ("monster enhancer", "monster enhancers"),
            "class": ("Class card", "Class cards"),
            "race": ("Race card", "Race cards"),
            "role": ("Role card", "Role cards"),
            "double": ("doubling card", "doubling cards"),
            "item": ("permanent Item", "permanent Items"),
            "one_shot": ("one-shot Item", "one-shot Items"),
            "item_enhancer": ("Item enhancer", "Item enhancers"),
            "cheat": ("Cheat! card", "Cheat! cards"),
            "companion": (labels.companion, labels.companions),
            "steed": (labels.steed, labels.steeds),
            "level_up": ("Go Up a Level card", "Go Up a Level cards"),
            "wandering": ("Wandering Monster card", "Wandering Monster cards"),
            "special": ("special card", "special cards"),
            "seal": (labels.seal, labels.seals),
        }
        return known.get(kind, ("monster", "monsters"))

    def nouns(self, wanted: Filter) -> tuple[str, str]:
        """Return what a filter looks for, as one and as many, without article."""
        one, many = self._head(wanted)
        before = self._adjectives(wanted)
        after = self._details(wanted)
        return f"{before}{one}{after}", f"{before}{many}{after.replace('in its name', 'in their names')}"

    def _head(self, wanted: Filter) -> tuple[str, str]:
        if wanted.id:
            name = self.names.get(wanted.id, wanted.id)
            return name, name
        if wanted.trait:
            return self.trait(wanted.trait), self.trait_plural(wanted.trait)
        if wanted.slot == "hand" and wanted.hands:
            return "Item", "Items"
        if wanted.slot:
            return _SLOT_NOUNS[wanted.slot]
        if wanted.kind:
            nouns = [self.kind_noun(kind) for kind in wanted.kind]
            return listed([one for one, _ in nouns], "or"), listed([many for _, many in nouns])
        if getattr(wanted, "zone", "") == "companions":
            labels = self.labels
            return f"{labels.companion} or {labels.steed}", f"{labels.companions} and {labels.steeds}"
        in_combat = getattr(wanted, "zone", "") == "combat"
        if wanted.min_level is not None or wanted.max_level is not None or in_combat:
            return "monster", "monsters"
        carried = getattr(wanted, "zone", "") in ("carried", "equipped")
        if wanted.item or wanted.hands or wanted.big is not None or carried:
            return "Item", "Items"
        back = f"{wanted.back.capitalize()} " if wanted.back else ""
        return f"{back}card", f"{back}cards"

    def _adjectives(self, wanted: Filter) -> str:
        found: list[str] = []
        if wanted.equipped is not None:
            found.append("equipped" if wanted.equipped else "unequipped")
        if wanted.used_up is not None:
            found.append("one-shot" if wanted.used_up else "permanent")
        if wanted.big is not None:
            found.append("Big" if wanted.big else "Small")
        if wanted.hands:
            found.append("1-Hand" if wanted.hands == 1 else "2-Hands")
        if wanted.tag:
            found.append(tag_name(wanted.tag))
        if wanted.without_tag:
            found.append(f"non-{tag_name(wanted.without_tag)}")
        if wanted.not_this:
            found.append("other")
        return "".join(f"{word} " for word in found)

    def _details(self, wanted: Filter) -> str:
        found: list[str] = []
        if wanted.name_has:
            found.append(f" with “{wanted.name_has}” in its name")
        found.append(span(wanted.min_value, wanted.max_value, " worth", " Gold Pieces"))
        found.append(span(wanted.min_bonus, wanted.max_bonus, " with a bonus of", ""))
        found.append(level_span(wanted.min_level, wanted.max_level))
        return "".join(found)

    def cards(self, what: What, subject: Who | None = None) -> str:
        """Return which cards are meant, as an object: "an Item", "all your Headgear", "that card".

        ``subject`` has just been named as the one who loses them: "you lose an Item".
        """
        if isinstance(what, str):
            if what == "this" and self.kind == "monster":
                return "this monster"
            return _REFERENCE_NOUNS[what].format(curse=self.labels.curse)
        one, many = self.nouns(what)
        if what.pick == "all":
            many = many.removeprefix("pieces of ").removeprefix("suits of ").removeprefix("pairs of ")
        if what.zone == "equipped" and what.equipped is None:
            one, many = f"equipped {one}", f"equipped {many}"
        if what.zone == "combat":
            return f"every {one} in the combat" if what.pick == "all" else f"{article(one)} in the combat"
        if what.zone in ("door_discard", "treasure_discard"):
            return self._from_discards(what, one, many)
        owned = self._owned(what)
        if what.pick == "all":
            return owned("all", many)
        if what.pick in ("best_bonus", "worst_bonus", "best_value", "worst_value"):
            order = "highest" if what.pick.startswith("best") else "lowest"
            figure = "bonus" if what.pick.endswith("bonus") else "value"
            several = isinstance(what.n, int) and what.n > 1
            return owned("", f"{f'{what.n} {many}' if several else one} with the {order} {figure}")
        count = self._count(what, one, many)
        chosen = self._chooser(what)
        lot = " at random" if what.pick == "random" else ""
        where = "" if subject == what.whose and what.zone not in ("hand", "own") else self._zone_phrase(what)
        return f"{count}{where}{lot}{chosen}"

    def _count(self, what: CardSelection, one: str, many: str) -> str:
        up_to = "up to " if what.up_to else ""
        if isinstance(what.n, int):
            if what.n == 1:
                return f"up to 1 {one}" if what.up_to else article(one)
            return f"{up_to}{what.n} {many}"
        return f"{up_to}{self.amount(what.n, one, many)}"

    def _chooser(self, what: CardSelection) -> str:
        if what.by == "holder" or what.by == what.whose or what.pick == "random":
            return ""
        if what.by == "you":
            return " of your choice"
        return f" chosen by {self.noun(what.by)}"

    def _zone_phrase(self, what: CardSelection) -> str:
        """Return where cards lie, behind a noun with an article."""
        whose = self.possessive(what.whose)
        if whose.startswith(("each ", "who")):
            whose = "their"
        return {
            "hand": f" from {whose} hand",
            "own": f" from {whose} hand or table",
        }.get(what.zone, f" of {self._owner_phrase(what.whose)}")

    def _owner_phrase(self, who: Who) -> str:
        noun, person = self._noun(who)
        if person == "you":
            return "yours"
        if noun in ("who", "they") or noun.startswith("each "):
            return "theirs"
        return noun

    def _owned(self, what: CardSelection) -> _Owned:
        whose = self.possessive(what.whose)
        if whose.startswith(("each ", "who")):
            whose = "their"
        where = {
            "hand": f" in {whose} hand",
            "own": " from hand and table",
        }.get(what.zone, "")
        return _Owned(whose, "" if what.zone == "hand" else where, where if what.zone == "hand" else "")

    def _from_discards(self, what: CardSelection, one: str, many: str) -> str:
        pile = "Door discards" if what.zone == "door_discard" else "Treasure discards"
        if what.pick == "top":
            return f"the topmost {one} of the {pile}"
        if what.pick == "bottom":
            return f"the bottommost {one} of the {pile}"
        if what.pick == "all":
            return f"all {many} of the {pile}"
        return f"{self._count(what, one, many)} from the {pile}"

    # effects

    def effects(self, effects: Block) -> str:
        """Return a list of effects as one clause, joined by commas and "then"."""
        told = [word.describe(self) for word in effects]
        if len(told) == 1:
            return told[0]
        if any("; " in part or ". " in part for part in told):
            return "; then ".join(told)
        return ", ".join(told[:-1]) + f", then {told[-1]}"

    def sentence(self, effects: Block) -> str:
        """Return a list of effects as sentences."""
        return " ".join(capital(word.describe(self)) + "." for word in effects)


@dataclass(frozen=True, slots=True)
class _Owned:
    """Puts "all your Headgear" and "your Item with the highest bonus" together."""

    whose: str
    behind: str
    instead: str

    def __call__(self, all_: str, noun: str) -> str:
        if self.instead:
            return f"{all_ or 'the'} {noun}{self.instead}"
        return f"{all_} {self.whose} {noun}{self.behind}".lstrip()
