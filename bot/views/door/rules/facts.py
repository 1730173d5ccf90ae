"""What a door-kicking table plays with, in the words of its sets: the facts that its rules pages name.

Beside the facts that are listed here a page may ask for a kind of card (``{curse}``: the word of the first
set that has it), for an option by its name, and for one of the questions of ``_asked``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

from bot.views.base.rules_text import Facts
from bot.views.base.text import escape, listed
from cards.door.characters import LEVELS_TO_CLOSE_SEAL
from cards.door.charity import HAND_LIMIT_CARDS
from cards.door.combat import MAX_VICTORY_REOPENINGS
from cards.door.decks import Decks
from cards.door.escape import COPY_FLEE_MODIFIER, MIN_ESCAPE_ROLL
from cards.door.trade import LEVEL_PRICE_GOLD
from cards.door.turn import STARTING_CARDS_PER_DECK
from cards.door.winning import LAST_SEAL_NUMBER
from cards.language.definition import Definition
from cards.language.grammar import article, capital, plural, tag_name
from cards.language.timing import moment_mask
from cards.language.words.combat import Copy

FIGHT_MOMENTS = moment_mask({"combat", "other_combat"})
"""Moments of powers that also people outside a combat can use."""

NAME_WORD_PATTERN = re.compile(r"“([^”]+)” (?:card|Item|monster)")

USUAL_CARDS = 4
"""Cards that a list names; a page may ask for another number."""


class DoorFacts(dict[str, Any]):
    """The facts of one table, from its card list."""

    def __init__(self, decks: Decks, opened: Sequence[Definition]) -> None:
        """Take the cards of the game, and the Seals that are open, the one in force last."""
        super().__init__(decks.options.model_dump())
        self._decks, self._edition = decks, decks.edition
        self.cards = tuple({(card.pack, card.id): card for card in decks.definitions}.values())
        """Each different card once."""
        self.joining, self.stacking = self._tags(decks.edition.joins), self._tags(decks.edition.stacks)
        self.update({card.kind: card.label for card in reversed(self.cards)})
        for facts in (self._course(), self._monsters(), self._curses(), self._party(), self._gear()):
            self.update(facts)
        if decks.edition.seals and self["seal"]:
            self.update(self._seals(opened))

    def __missing__(self, key: str) -> object:
        found = self[key] = self._asked(*key.split(" "))
        return found

    def _asked(self, question: str, *about: str) -> object:
        """Answer a question about kinds of cards, figures or effects; empty for what is not in the game."""
        most = next((int(word) for word in about if word.isdecimal()), USUAL_CARDS)
        about = tuple(word for word in about if not word.isdecimal())
        match question:
            case "a" | "A":
                noun = article(self[about[0]])
                return capital(noun) if question == "A" else noun
            case "plural":
                return plural(self[about[0]])
            case "some":
                return names(self.of_kind(*about), most=most)
            case "or":
                return names(self.of_kind(*about), "or")
            case "many":
                return listed(map(plural, self._labels(*about)))
            case "several":
                return len(self._labels(*about)) > 1
            case "forms":
                return " | ".join(form for word in self._labels(*about) for form in (word, plural(word)))
            case "with":
                return names(self._with(*about))
            case "do":
                return names(self._doing(*about), most=most)
            case _:
                return ""

    def of_kind(self, *kinds: str) -> list[Definition]:
        """Return the different cards of some kinds, all of them without kinds."""
        return [card for card in self.cards if not kinds or card.kind in kinds]

    def _labels(self, kind: str) -> tuple[str, ...]:
        """Return what the sets call cards of a kind, each word once."""
        return tuple(dict.fromkeys(card.label for card in self.of_kind(kind)))

    def _with(self, stat: str, *kinds: str) -> list[Definition]:
        """Return the cards that change a figure or rule."""
        return [card for card in self.of_kind(*kinds) if stat in card.mods_by_stat]

    def _doing(self, effect: str, *kinds: str) -> list[Definition]:
        """Return the cards whose text has an effect."""
        cards = self.of_kind(*kinds)
        return [card for card in cards if any(word.do == effect for block in card.blocks for word in block)]

    def _tags(self, tags: Iterable[str]) -> list[str]:
        """Return the tags that some card has, as players read them."""
        return [tag_name(t) for t in tags if any(t in card.tags or t in card.gives for card in self.cards)]

    def _course(self) -> Facts:
        edition, options, decks = self._edition, self._decks.options, self._decks
        unsold = [str(level) for level in range(decks.gain_cap + 1, decks.top_level + 1)]
        ties = [card for card in self._with("wins_ties") if card.kind not in ("monster", "enhancer", "seal")]
        powers = [
            card for card in self.of_kind("class", "race") if any(FIGHT_MOMENTS & m for m in card.moments)
        ]
        return {
            "top": decks.top_level,
            "gain cap": decks.gain_cap,
            "cards dealt": STARTING_CARDS_PER_DECK,
            "hand limit": HAND_LIMIT_CARDS,
            "reopenings": MAX_VICTORY_REOPENINGS,
            "escape roll": MIN_ESCAPE_ROLL,
            "next escape roll": MIN_ESCAPE_ROLL + 1,
            "level price": LEVEL_PRICE_GOLD,
            "two level prices": 2 * LEVEL_PRICE_GOLD,
            "unsold levels": f"{'Levels' if len(unsold) > 1 else 'Level'} {' and '.join(unsold)}",
            "pays for removed": decks.pays_for_removed,
            "first player": options.first_player,
            "sexes": not edition.roles,
            "tie breakers": names(ties),
            "meddlers": names(powers),
            "winning cards": names(card for card in self.of_kind("level_up") if card.may_win),
            "several levels": any(card.levels > 1 for card in self.of_kind("level_up")),
            "names told": bullets(self._names_told()),
        }

    def _names_told(self) -> Iterable[str]:
        """Yield the Items that bear each word for which cards look in names."""
        items = self.of_kind("item", "steed", "one_shot")
        for word in self.name_words():
            found = names((card for card in items if word.casefold() in card.name.casefold()), most=12)
            yield f"**{word}**: {found or 'nothing in this game'}"

    def name_words(self) -> list[str]:
        """Return the words for which cards look in names."""
        texts = ("\n".join(card.text) for card in self.cards)
        return sorted({word for text in texts for word in NAME_WORD_PATTERN.findall(text)})

    def _monsters(self) -> Facts:
        enhancers, copying = self.of_kind("enhancer"), self._doing("copy")
        linked = [card for card in copying if _is_linked(card)]
        many = [tag if tag == "Undead" else plural(tag) for tag in self.joining]
        given = sorted({capital(tag.replace("_", " ")) for card in enhancers for tag in card.gives})
        return {
            "spares": any(card.spares is not None for card in self.of_kind("monster")),
            "pursuers": any(card.pursues is not None for card in self.of_kind("monster")),
            "fewer treasures": any(card.treasures < 0 for card in enhancers),
            "given tags": listed(given, "or"),
            "makers": names(card for card in enhancers if set(card.gives) & set(self._edition.joins)),
            "joining": " or ".join(self.joining),
            "joining plurals": listed(many),
            "several joining": len(many) > 1,
            "stacking": " or ".join(self.stacking),
            "stacking tag": "".join(self.stacking[:1]),
            "stacking plurals": listed(map(plural, self.stacking)),
            "linked": names(linked),
            "loose": names(card for card in copying if card not in linked),
            "copies": " | ".join(card.name for card in copying),
            "copy penalty": -COPY_FLEE_MODIFIER,
        }

    def _curses(self) -> Facts:
        stays = {card.stays for card in self.of_kind("curse")}
        proof = self._with("curse_proof")
        return {
            "lasting curses": stays - {""},
            "next combat": "next_combat" in stays,
            "next turn": "turn" in stays or self._doing("skip_turn"),
            "cancelers": names(card for card in self._doing("cancel_curse") if card not in proof),
        }

    def _party(self) -> Facts:
        edition, companions, words = self._edition, self.of_kind("companion"), self._labels("companion")
        carriers = [card for card in companions if card.carries]
        house_rule = self._decks.options.sacrifice
        usual = edition.sacrifice or any(card.sacrifice for card in companions)
        roles = [f"**{escape(card.name)}** ({card.sex}): {text_of(card)}" for card in self.of_kind("role")]
        return {
            "traits": " or ".join(filter(None, (self["class"] and "Class", self["race"] and "Race"))),
            "roles told": bullets(roles),
            **{f"double {card.of}": card.name for card in reversed(self.of_kind("double"))},
            "comrade": words[0] if len(words) == 1 else "companion",
            "companions leave": companions and edition.companions_leave,
            "companion sexes": any(card.sex for card in companions),
            "sacrifice": companions and (usual if house_rule is None else house_rule),
            "carrying companions": names(carriers),
            "carriers": names([*self.of_kind("cheat"), *carriers]),
        }

    def _gear(self) -> Facts:
        edition, items, limit = self._edition, self.of_kind("item"), self._edition.big_limit
        breakers = [
            *self._with("hands", "companion", "special", "item"),
            *self._with("slots_free", "special", "item"),
        ]
        cheats = list(dict.fromkeys(card.name for card in self.of_kind("cheat")))
        told = dict.fromkeys(f"**{escape(card.name)}**: {text_of(card)}" for card in self.of_kind("cheat"))
        return {
            "big items": any(card.big for card in self.of_kind("item", "one_shot")),
            "big gear": any(card.big for card in items),
            "big cards": any(card.big for card in self.cards),
            "big limit": "" if limit == "none" else "one Big Item" if limit == 1 else f"{limit} Big Items",
            "restricted items": any(card.needs for card in items),
            "two hands": any(card.hands == 2 for card in self.cards),
            "slot breakers": names(breakers),
            "steed gear": names(card for card in items if "steed" in card.tags),
            "steeds fight": self["steed"] and edition.steeds_fight,
            "cheated steeds": edition.companions_leave and cheats,
            "cheat title": next(iter(cheats), "") if "Cheat!" not in cheats else "Cheat!",
            "cheats": " | ".join(cheats),
            "cheats told": "\n".join(told),
        }

    def _seals(self, opened: Sequence[Definition]) -> Facts:
        return {
            "seals": True,
            "seals open": len(opened),
            "seals told": self._seals_told(opened),
            "seal count": sum(card.copies for card in self.of_kind("seal")),
            "last seal": LAST_SEAL_NUMBER,
            "round seal sum": self._decks.round_seal_sum,
            "levels to close": LEVELS_TO_CLOSE_SEAL,
        }

    def _seals_told(self, opened: Sequence[Definition]) -> str:
        """Say which Seals are open and what each does, the one in force first."""
        if not opened:
            return f"**No {self['plural seal']} are open; number {LAST_SEAL_NUMBER} ends the game.**"
        lines = [f"**{len(opened)} of {LAST_SEAL_NUMBER} are open: +{len(opened)} to each monster.**"]
        for number, card in reversed(list(enumerate(opened, 1))):
            top = number == len(opened)
            name, text = escape(card.name), text_of(card)
            lines.append(
                f"{number}. **{name}** – {text}" if top else f"-# {number}. {name} (covered): {text}"
            )
        return "\n".join(lines)


def names(cards: Iterable[Definition], word: str = "and", most: int = USUAL_CARDS) -> str:
    """List cards by name, each once; many of them are cut short."""
    found = list(dict.fromkeys(escape(card.name) for card in cards))
    if len(found) > most:
        return ", ".join(found[:most]) + ", …"
    return listed(found, word)


def text_of(card: Definition) -> str:
    """Return what a card does in one line."""
    return escape(" ".join(card.text))


def bullets(lines: Iterable[str]) -> str:
    return "\n".join(f"- {line}" for line in lines)


def _is_linked(card: Definition) -> bool:
    """Return True if the card copies a monster so that later changes count for both."""
    return any(isinstance(word, Copy) and word.linked for block in card.blocks for word in block)
