"""What a card is, ready for play: one object per distinct card, built once when a pack is loaded."""

from __future__ import annotations

from dataclasses import dataclass, field

from cards.kernel.game import CardFace
from cards.language.abilities import Ability, Mod, Reaction, Spares
from cards.language.base import Block, Condition, Number
from cards.language.filters import Filter
from cards.language.forms import CardForm
from cards.language.printed import PrintedCard


@dataclass(frozen=True, slots=True, eq=False)
class CompiledModifier:
    """A ``Mod`` for the rules, which ask it all the time: a plain object, quick to read.

    ``flat`` is True if it is always the same number, ``drawback`` if it is bad for the players concerned.
    """

    stat: str
    n: Number
    to: str | None
    test: Condition | None
    flat: bool
    drawback: bool


@dataclass(frozen=True, slots=True, eq=False)
class Definition(PrintedCard):
    """A card's data: what is printed on it, and what it does.

    ``hits`` is what a curse does to its victim or a Seal to its opener ("you"), or what a Go Up a Level card
    does besides (``target`` has the Level, "you" played it); ``bad`` is the Bad Stuff.
    """

    needs: tuple[Condition, ...] = ()
    """Who ("you") may equip it; which monsters (``monster``) an enhancer fits; whom ("it") a Go Up a Level
    card lifts; which party a one-shot can help. All of them must hold."""
    fits: Filter | None = None
    """What a Cheat! or an item enhancer can be laid on; what a wandering monster card can bring."""
    mods: tuple[Mod, ...] = ()
    mods_by_stat: dict[str, tuple[CompiledModifier, ...]] = field(
        default_factory=dict[str, tuple[CompiledModifier, ...]]
    )
    play: tuple[Ability, ...] = ()
    """What can be done with it: by its owner; with a monster by fighter and helper while it is fought."""
    moments: tuple[int, ...] = ()
    """For each of these, when: the bits of its moments, of which one is enough (``timing.py``)."""
    on: dict[str, tuple[Reaction, ...]] = field(default_factory=dict[str, tuple[Reaction, ...]])
    bad: Block = ()
    hits: Block = ()
    spares: Spares | None = None
    pursues: Condition | None = None
    """Whom the monster runs after, tried as "it" (R-442); None: everybody."""
    form: CardForm | None = None
    """The card as it is written; None for a definition made by hand."""
    face: CardFace = field(default_factory=lambda: CardFace("", "", "", "", ()))
