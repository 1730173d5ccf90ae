"""The cards as data: what a pack file may say, and the frozen list of cards of one game."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache
from pathlib import Path
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

from cards.kernel.codec import digest
from cards.kernel.looks import MAX_LOOK_CHARS, LookError, parse_look
from cards.language.checking import PackError, PackFault, read_file, validate
from cards.language.packs import PACKS_DIR
from cards.panic.board import lowest_number
from cards.panic.options import PanicOptions
from cards.panic.words.attack import AttackWord, Boost, Hit, Wound
from cards.panic.words.base import PanicCurseWord, PanicWord
from cards.panic.words.cancel import Cancel
from cards.panic.words.cards import Borrow, ChooseArc, Fortify, Pad, PanicDraw, Reclaim, Redraw
from cards.panic.words.curses import Demand, ShowAndTake, Snatch, SwapTrophies
from cards.panic.words.enhance import Enhance, Restore
from cards.panic.words.monsters import Glue, PanicDismiss, PanicReplace, Push, Slay, Sleep
from cards.panic.words.powers import AnyNemesis, AnyPower, Banish
from cards.panic.words.tokens import LoseHelp, March, PlaceMore, Rock

CardWord = Annotated[
    Hit
    | Boost
    | Wound
    | Slay
    | Push
    | Glue
    | Sleep
    | PanicDismiss
    | PanicReplace
    | PanicDraw
    | Redraw
    | Borrow
    | Reclaim
    | Pad
    | Fortify
    | ChooseArc
    | Cancel
    | Snatch
    | Demand
    | SwapTrophies
    | ShowAndTake
    | Enhance
    | Restore,
    Field(discriminator="do"),
]
TokenWord = Annotated[March | Rock | LoseHelp | PlaceMore, Field(discriminator="do")]
Id = Annotated[str, Field(pattern=r"^[a-z0-9_]{1,40}$")]
DisplayName = Annotated[str, Field(min_length=1, max_length=60)]
CardTiming = Literal["play", "any", "draw", "place", "cancel", "attack"]


class PanicDefinition(BaseModel):
    """What all cards and tokens say. Without ``solo`` they stay in the box in solitaire (P-243).

    ``look`` are the words that say how it is drawn; they have no effect on a game or on its digest.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    id: Id
    name: DisplayName
    flavour: Annotated[str, Field(max_length=120)] = ""
    look: Annotated[str, Field(max_length=MAX_LOOK_CHARS)] = ""
    solo: bool = True


class CardDefinition(PanicDefinition):
    """A Castle or Treasure card. ``set`` "more" marks the expansion, ``when`` its timing.

    ``play`` is phase 3, ``any`` any time, ``draw`` phase 1, ``place`` the die of a placed monster,
    ``cancel`` a pending Curse, ``attack`` another player's attack.
    """

    kind: Literal["hit", "curse", "special", "weapon", "potion", "enhancer"]
    when: CardTiming
    effect: CardWord
    copies: Annotated[int, Field(ge=1, le=9)] = 1
    set: Literal["base", "more"] = "base"

    @model_validator(mode="after")
    def _check_kind_and_timing(self) -> CardDefinition:
        """Refuse a card if its word does not go with its kind or timing."""
        if (self.kind == "curse") != isinstance(self.effect, PanicCurseWord):
            raise ValueError("a card of kind 'curse', and no other, needs an effect of Curse cards")
        if isinstance(self.effect, AttackWord) and self.when != "play":
            raise ValueError("a card that adds to an attack needs when = 'play'")
        return self


class MonsterDefinition(PanicDefinition):
    """A monster token. ``treasures`` are its dots; ``alone``: no help against it (P-205)."""

    points: Annotated[int, Field(ge=1, le=5)]
    treasures: Annotated[int, Field(ge=0, le=5)]
    alone: bool = False


class CurseDefinition(PanicDefinition):
    """A Curse token."""

    effect: TokenWord


class CharacterDefinition(PanicDefinition):
    """A Character of the expansion."""

    powers: tuple[AnyPower, ...]
    nemesis: AnyNemesis | None = None


class Box(BaseModel):
    """Everything in the box."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    castle: tuple[CardDefinition, ...]
    treasure: tuple[CardDefinition, ...]
    monsters: tuple[MonsterDefinition, ...]
    curses: tuple[CurseDefinition, ...]
    characters: tuple[CharacterDefinition, ...]

    @model_validator(mode="after")
    def _check_ids(self) -> Box:
        """Refuse duplicate ids and references to monsters that do not exist."""
        ids = [d.id for d in self.all_definitions()]
        doubled = sorted({i for i in ids if ids.count(i) > 1})
        monsters = {m.id for m in self.monsters}
        unknown = sorted(set(self.black_bordered_monsters()) - monsters)
        if doubled or unknown:
            raise ValueError(f"duplicate ids: {doubled}, unknown monsters: {unknown}")
        return self

    def black_bordered_monsters(self) -> Iterator[str]:
        """Yield the monsters with a black border: the nemeses, and what can be banished."""
        for character in self.characters:
            if character.nemesis is not None:
                yield character.nemesis.monster
            yield from (power.monster for power in character.powers if isinstance(power, Banish))

    def all_definitions(self) -> Iterator[PanicDefinition]:
        """Yield every definition once, decks first."""
        yield from self.castle
        yield from self.treasure
        yield from self.monsters
        yield from self.curses
        yield from self.characters


@cache
def load_box() -> Box:
    """Return the box of the release. Raises PackError with all faults if it is broken."""
    return read_box(PACKS_DIR / "panic")


def read_box(folder: Path) -> Box:
    """Read the files of a box and check them. Raises PackError with all faults, each with its place."""
    files = {
        name: read_file(folder / f"{name}.toml") for name in ("castle", "treasure", "tokens", "characters")
    }
    data = {part: files[name].get(key, []) for part, (name, key) in _PARTS.items()}
    box, faults = validate(Box, data)
    if box is not None:
        faults = [fault for definition in box.all_definitions() for fault in _look_faults(definition)]
    if box is None or faults:
        raise PackError(faults)
    return box


_PARTS = {
    "castle": ("castle", "card"),
    "treasure": ("treasure", "card"),
    "monsters": ("tokens", "monster"),
    "curses": ("tokens", "curse"),
    "characters": ("characters", "character"),
}
"""The parts of a box: the file of each, and what its tables are called there."""


def _look_faults(definition: PanicDefinition) -> Iterator[PackFault]:
    """Yield what cannot be drawn. Boxes saved with a game are not asked."""
    try:
        parse_look(definition.look or "blob")
    except LookError as error:
        yield PackFault(definition.id, "look", str(error))


class Catalog:
    """The cards of one game as a frozen list: a card is its index in it.

    What the rules ask often is kept in lists by index: ``deck`` ("castle", "treasure", "token" or
    "character"), ``points``, ``dots`` and ``lowest`` number of monsters (0 for anything else), ``spaces`` in
    which a card adds to an attack (a mask, 0 for all others) and ``harm`` by ring.
    """

    def __init__(self, contents: Box, options: PanicOptions, seats: int) -> None:
        self.definitions: list[PanicDefinition] = []
        self.deck: list[str] = []
        solo = seats == 1
        for deck, cards in (("castle", contents.castle), ("treasure", contents.treasure)):
            for card in cards:
                if _in_game(card, options, solo):
                    self._add(card, deck, card.copies)
        for token in (*contents.monsters, *contents.curses):
            if token.solo or not solo:
                self._add(token, "token")
        if options.more_munchkin or options.characters:
            for character in contents.characters:
                self._add(character, "character")
        self.black_bordered_ids = frozenset(contents.black_bordered_monsters())
        """Ids of the monsters that matter to some Character, in the game or not."""
        self._ids = {d.id: index for index, d in reversed(list(enumerate(self.definitions)))}
        self._fill_tables()

    def _add(self, definition: PanicDefinition, deck: str, copies: int = 1) -> None:
        self.definitions += [definition] * copies
        self.deck += [deck] * copies

    def _fill_tables(self) -> None:
        monsters = [d if isinstance(d, MonsterDefinition) else None for d in self.definitions]
        words = [d.effect if isinstance(d, CardDefinition) else None for d in self.definitions]
        attacks = [w if isinstance(w, AttackWord) else None for w in words]
        self.points = [m.points if m else 0 for m in monsters]
        self.dots = [m.treasures if m else 0 for m in monsters]
        self.lowest = [lowest_number(m.points) if m else 0 for m in monsters]
        self.alone = [m is not None and m.alone for m in monsters]
        self.spaces = [a.reach() if a else 0 for a in attacks]
        self.harm = [tuple(a.damage(ring) for ring in range(5)) if a else () for a in attacks]
        self.is_hit = [isinstance(w, Hit) for w in words]
        self.is_weapon = [isinstance(w, Boost) for w in words]
        self.when = [d.when if isinstance(d, CardDefinition) else "" for d in self.definitions]
        self.kind = [d.kind if isinstance(d, CardDefinition) else "" for d in self.definitions]
        self.digest = digest("".join(d.model_dump_json(exclude={"look"}) for d in self.definitions).encode())

    def __len__(self) -> int:
        return len(self.definitions)

    def index(self, name: str) -> int:
        """Return the first card with this id."""
        return self._ids[name]

    def name(self, card: str) -> str:
        """Return the name that goes with an id."""
        return self.definitions[self._ids[card]].name

    def all_of(self, name: str) -> list[int]:
        """Return all copies of a card, by id or name."""
        return [index for index, d in enumerate(self.definitions) if name in (d.id, d.name)]

    def word(self, card: int) -> PanicWord:
        """Return what a Castle card, Treasure or Curse token does."""
        definition = self.definitions[card]
        assert isinstance(definition, CardDefinition | CurseDefinition)
        return definition.effect

    def counts_as_help(self, card: int) -> bool:
        """Return True if a helper's card helps to slay: not if it only holds monsters (P-224, P-227)."""
        return not isinstance(self.word(card), Sleep | Glue)

    def of_deck(self, deck: str) -> list[int]:
        """Return all cards of a deck."""
        return [index for index, name in enumerate(self.deck) if name == deck]


@lru_cache(maxsize=64)
def catalog_of(options: PanicOptions, seats: int) -> Catalog:
    """Return the cards of the release for these options; tables with the same options share one catalog."""
    return Catalog(load_box(), options, seats)


def _in_game(card: CardDefinition, options: PanicOptions, solo: bool) -> bool:
    if solo and not card.solo:
        return False
    if card.kind == "curse" and not options.curse_cards:
        return False
    if card.set == "base" or options.more_munchkin:
        return True
    chosen = {"weapon": options.expansion_weapons, "enhancer": options.enhancers}
    return chosen.get(card.kind, options.illusion)
