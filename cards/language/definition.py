"""What a card is, ready for play: one object per distinct card, built once when a pack is loaded."""

from __future__ import annotations

from dataclasses import dataclass, field

from cards.kernel.game import CardFace
from cards.language.abilities import Ability, Mod, Reaction, Spares
from cards.language.base import Block, Number, Test, Word
from cards.language.filters import Filter


@dataclass(frozen=True, slots=True, eq=False)
class CompiledModifier:
    """A ``Mod`` for the rules, which ask it all the time: a plain object, quick to read.

    ``flat`` tells whether it is always the same number, ``drawback`` whether it is bad for the players
    concerned.
    """

    stat: str
    n: Number
    to: str | None
    test: Test | None
    flat: bool
    drawback: bool


@dataclass(frozen=True, slots=True, eq=False)
class Definition:
    """A card's data. Every card has every attribute; what does not concern its kind has a neutral value.

    ``back`` is ``door``, ``treasure``, ``seal`` or ``role``. ``trait`` is the word of a Class, Race or Role.
    ``strength`` is what an enhancer adds, ``treasures`` what a monster brings or an enhancer adds.
    ``slot`` is ``head``, ``armor``, ``feet``, ``hand`` or "" and ``hands`` the hands it takes.
    ``item`` tells whether it counts as an Item (R-201, R-226), ``once`` whether it is usable once only.
    ``hits`` is what a curse does to its victim or a Seal to its opener ("you"), or what a Go Up a Level card
    does besides (``target`` has the Level, "you" played it); ``bad`` is the Bad Stuff.
    """

    id: str
    name: str
    pack: str
    kind: str
    back: str
    copies: int = 1
    label: str = ""
    """What the edition calls the kind: Curse, Trap, Hireling, Ally, ..."""
    tags: frozenset[str] = frozenset()
    trait: str = ""
    sex: str = ""
    """Of a Role or companion; "" for all others."""
    level: int = 0
    treasures: int = 0
    levels: int = 0
    """Levels for killing the monster."""
    strength: int = 0
    minimum: int | None = None
    """An enhancer does not bring its monster below this strength on its own account (R-285)."""
    gives: tuple[str, ...] = ()
    """Tags that an enhancer gives its monster."""
    bonus: int = 0
    value: int = 0
    slot: str = ""
    hands: int = 0
    big: bool = False
    item: bool = False
    once: bool = False
    needs: tuple[Test, ...] = ()
    """Who ("you") may equip it; which monsters (``monster``) an enhancer fits; whom ("it") a Go Up a Level
    card lifts; which party a one-shot can help. All of them must hold."""
    of: str = ""
    """Of a double (Super Munchkin, Half-Breed): ``class`` or ``race``."""
    carries: int = 0
    """Items that a companion carries free of all limits (Hireling)."""
    sacrifice: bool = False
    """Whether a companion can be given up to escape (R-603)."""
    fits: Filter | None = None
    """What a Cheat! or an item enhancer can be laid on; what a wandering monster card can bring."""
    stays: str = ""
    """How long it lies before its player after use: "", ``turn``, ``next_combat`` or ``removed``."""
    may_win: bool = False
    """Whether its Levels may be the winning one (R-006)."""
    mods: tuple[Mod, ...] = ()
    mods_by_stat: dict[str, tuple[CompiledModifier, ...]] = field(
        default_factory=dict[str, tuple[CompiledModifier, ...]]
    )
    play: tuple[Ability, ...] = ()
    """What can be done with it: by its owner; with a monster by fighter and helper while it is fought."""
    moments: tuple[frozenset[str], ...] = ()
    """For each of these, when: one of the moments is enough."""
    on: dict[str, tuple[Reaction, ...]] = field(default_factory=dict[str, tuple[Reaction, ...]])
    bad: Block = ()
    hits: Block = ()
    spares: Spares | None = None
    pursues: Test | None = None
    """Whom the monster runs after, tried as "it" (R-442); None: everybody."""
    blocks: tuple[Block, ...] = ()
    """Every list of effects of the card, so that a frame can name one by its number."""
    numbers: dict[int, int] = field(default_factory=dict[int, int])
    text: tuple[str, ...] = ()
    flavour: str = ""
    face: CardFace = field(default_factory=lambda: CardFace("", "", "", "", ()))

    def number_of(self, effects: tuple[Word, ...]) -> int:
        """Return the number under which ``blocks`` holds this very list of effects."""
        return self.numbers[id(effects)]
