"""The operations that words of the card language may use: the rules' side of every effect.

A word never touches the state. It asks and changes through these, so the same vocabulary can serve any
rules that offer them. Seats, cards and monsters are indices; -1 means none.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, Protocol, TypeAlias

from cards.kernel.frames import Frame
from cards.kernel.moves import Pick, Slot
from cards.language.printed import CompiledFilter, PrintedCard

PromptName: TypeAlias = Literal[
    "discard",
    "take",
    "give",
    "show",
    "card",
    "player",
    "option",
    "whether",
    "guess",
    "recall",
    "play",
    "monster",
    "sex",
    "question",
    "side",
]
"""What a question that a card puts is about; the screens put it into words."""


class Facts(Protocol):
    """Questions about the table. Nothing here changes anything."""

    as_drawback: bool | None
    """How the Class of a lone Super Munchkin (or the Race of a lone Half-Breed) counts: to their disadvantage
    (True) as not there, to their advantage (False) or for its own sake (None) as there (R-166, R-168). A
    negation turns the first two round."""

    @property
    def active(self) -> int:
        """Return the seat whose turn it is."""
        ...

    @property
    def fighter(self) -> int:
        """Return the seat whose combat it is, -1 outside combat."""
        ...

    @property
    def helper(self) -> int: ...

    @property
    def victim(self) -> int:
        """Return the seat that the pending curse is about to strike, -1 if none is pending."""
        ...

    @property
    def pending_curse(self) -> int:
        """Return the curse card that is pending, -1 if none."""
        ...

    @property
    def looted(self) -> int:
        """Return the card that the active seat has looted this turn and still holds, -1 if none (R-084)."""
        ...

    def definition(self, card: int) -> PrintedCard:
        """Return what the card is."""
        ...

    def printed_fits(self, asked: CompiledFilter) -> frozenset[int]:
        """Return all cards of the game that are what a filter asks for, as far as that is printed."""
        ...

    def living(self) -> list[int]:
        """Return the seats in play and alive, clockwise from the active one (R-487)."""
        ...

    def level(self, seat: int) -> int: ...

    def gain_cap(self) -> int:
        """Return the highest Level that anything but a kill can give."""
        ...

    def sex(self, seat: int) -> str: ...

    def of_sex(self, seat: int, sex: str) -> bool:
        """Return True if the seat is of this sex; to a monster's bonus its companions count too (R-606)."""
        ...

    def sex_of(self, card: int) -> str:
        """Return the sex of a companion, "" if it has none."""
        ...

    def answered(self, card: int) -> str:
        """Return what the card's owner has answered its question, "" before that."""
        ...

    def meddled(self, seat: int) -> bool:
        """Return True if the seat, not in the combat, has done something against those who are."""
        ...

    def in_combat(self, seat: int) -> bool: ...

    def has_trait(self, seat: int, kind: str, name: str) -> bool:
        """Return True if the seat is of this Class, Race or Role (``kind``); obeys ``as_drawback``.

        ``name`` is the trait's word, e.g. ``elf``; ``human`` holds without any Race (R-160, R-161).
        """
        ...

    def cards_of(self, seat: int, zone: str) -> list[int]:
        """Return the seat's cards in ``hand``, ``carried``, ``equipped``, ``traits`` (Classes, Races, Role,
        Super Munchkin, Half-Breed; obeys ``as_drawback``), ``companions`` (Steeds too), ``curses`` (lasting
        ones) or ``in_play`` (all but the hand)."""
        ...

    def pile(self, name: str) -> tuple[int, ...]:
        """Return ``door_discard``, ``treasure_discard``, ``seals_open``, ... from bottom to top."""
        ...

    def owner(self, card: int) -> int:
        """Return the seat whose hand or table holds the card, -1 if none does."""
        ...

    def can_carry(self, seat: int, card: int) -> bool:
        """Return True if the seat has room for this Item in play (R-244)."""
        ...

    def bonus(self, card: int) -> int:
        """Return what the Item adds to its owner's combat strength while equipped and allowed, item
        enhancers on it included."""
        ...

    def value(self, card: int) -> int:
        """Return the card's Gold Pieces, 0 for "No Value" and for cards that are no Items."""
        ...

    def tags(self, card: int) -> Sequence[str]:
        """Return the card's tags, those that enhancers gave a monster in combat included."""
        ...

    def monsters(self) -> list[int]:
        """Return the monsters in the combat, the oldest first."""
        ...

    def stand_in(self, card: int) -> int:
        """Return the monster that fights for a card: itself or, once it has left, a copy; else the card."""
        ...

    def fleeing(self) -> int:
        """Return the monster that is being fled, -1 outside escapes."""
        ...

    def ahead(self) -> bool:
        """Return True if the party would win as things stand, ties included."""
        ...

    def printed_level(self, monster: int) -> int: ...

    def treasures(self, monster: int) -> int: ...

    def attached_to(self, card: int) -> int:
        """Return the card that this one is laid on, -1 if none."""
        ...

    def pool(self) -> int:
        """Return the Treasures that the combat brings if all monsters are killed."""
        ...

    def killed_pool(self) -> int:
        """Return the part of the pool that is for monsters still in the combat, not for those taken out."""
        ...

    def can_be_compelled(self, seat: int) -> bool:
        """Return True if the seat can be made to help in the combat (R-357, R-359)."""
        ...

    def for_the_win(self) -> bool:
        """Return True if the combat, were it won now, would end the game (R-360)."""
        ...

    def option(self, name: str) -> Any:
        """Return a house rule."""
        ...

    def total(self, seat: int, stat: str) -> int:
        """Return the sum of the modifiers to a figure that are in force for the seat."""
        ...

    def tally(self, seat: int, name: str) -> int:
        """Return a figure kept for this turn, e.g. ``levels_gained`` or ``monsters_killed``."""
        ...


class Rules(Facts, Protocol):
    """What effects can do. Every operation obeys the general rules: levels stop at 1 (R-003), automatic
    gains stop below the winning Level (R-007), the dead receive nothing (R-486), and so on; one that
    finds nothing to act on does nothing (R-563)."""

    # deciding

    def choose(
        self,
        frame: Frame,
        key: str,
        seat: int,
        ask: PromptName,
        slot: Slot,
        default: tuple[Pick, ...] | None = None,
        *,
        always: bool = False,
    ) -> tuple[Pick, ...]:
        """Return the seat's answer kept under ``key`` in the frame, or put the question and raise Asked.

        The word is then called again, from its start, once the answer is there: it must not have changed
        anything before.
        """
        ...

    def roll(self, frame: Frame, key: str, seat: int) -> int:
        """Roll a die once for this word: later calls with the same key return the same number."""
        ...

    def randbelow(self, frame: Frame, key: str, bound: int) -> int:
        """Return a random number from 0 to ``bound - 1``, once for this word like ``roll``."""
        ...

    def name_choices(self, frame: Frame, key: str, card: int, n: int) -> tuple[str, ...]:
        """Return ``n`` names of cards of the same kind, in order and the card's own among them, drawn at
        random once for this word; fewer if the game has not as many."""
        ...

    def run_block(self, frame: Frame, effects: tuple[Any, ...], *, it: int = -2) -> None:
        """Put a nested list of effects (of the frame's card) on top of the stack, run before the frame
        goes on; "you", ``it`` unless given, and all bindings are inherited."""
        ...

    # characters

    def change_level(self, seat: int, n: int, card: int, *, may_win: bool = False) -> int:
        """Raise or lower a Level by ``n``; return by how much it changed."""
        ...

    def set_level(self, seat: int, level: int, card: int) -> None: ...

    def set_sex(self, seat: int, sex: str, card: int) -> None: ...

    def change_companion_sex(self, companion: int, sex: str, card: int) -> None:
        """Change the sex of a companion in play (R-606)."""
        ...

    def kill(self, seat: int, card: int) -> None:
        """Let the seat die (R-480); abilities that prevent death apply."""
        ...

    def skip_turn(self, seat: int, card: int) -> None: ...

    # cards

    def draw(self, seat: int, deck: str, n: int, *, face_up: bool = False, to: str = "hand") -> list[int]:
        """Draw ``n`` cards from ``door`` or ``treasure`` to the seat's hand."""
        ...

    def discard(self, card: int, *, by: int = -1) -> None:
        """Put a card, and what is attached to it, on the discards of its own back."""
        ...

    def take(self, card: int, seat: int, to: str) -> None:
        """Give a card to a seat: ``to`` its ``hand`` or into play (``carried``).

        Items that the seat cannot carry, or that are no Items, go to the hand; those in play stay where they
        are (R-044, R-244).
        """
        ...

    def put_on_deck(self, card: int, deck: str, *, bottom: bool = False) -> None: ...

    def show(self, cards: tuple[int, ...], to: Sequence[int] | None, *, owner: int) -> None:
        """Show cards of ``owner`` to some seats (None: to all)."""
        ...

    def swap_hands(self, a: int, b: int) -> None: ...

    def swap_items(self, one: int, other: int) -> None:
        """Let two Items in play change places, if both owners can carry what they get (R-244)."""
        ...

    def into_play(self, card: int, seat: int) -> None:
        """Put a trait, companion or lasting card into play before the seat, limits and displacing obeyed."""
        ...

    def unload(self, companion: int) -> None:
        """Let a companion put down what it carries, which stays with its owner (R-605)."""
        ...

    def stay(self, card: int, seat: int, until: str) -> None:
        """Let the card lie before the seat with its ``mods`` in force until ``next_combat`` is over,
        ``turn`` (its next turn, or the present one if it is on: R-565), or ``removed``."""
        ...

    def record_answer(self, card: int, word: str) -> None:
        """Keep what the card's owner has answered, for as long as the card lies where it is."""
        ...

    # combat

    def add_strength(self, side: str, n: int, card: int, *, seat: int = -1, monster: int = -1) -> None:
        """Add to ``party`` (of ``seat``) or ``monsters`` (on one ``monster``) for this combat."""
        ...

    def add_rule(self, rule: str, card: int) -> None:
        """Let a rule such as ``alone`` or ``no_one_shots`` hold for the rest of the combat."""
        ...

    def add_treasures(self, n: int, card: int, *, monster: int = -1) -> None: ...

    def add_monster(self, card: int, *, by: int) -> None:
        """Let a monster card join the combat from any place (R-310)."""
        ...

    def remove_monster(self, monster: int, *, treasures: bool, kill: bool, by: int) -> None:
        """Take a monster out (R-315, R-335, R-336); the last one out ends the combat at once (R-316)."""
        ...

    def replace_monster(self, monster: int, card: int) -> None: ...

    def copy_monster(self, monster: int, card: int, *, linked: bool) -> None:
        """Let ``card`` join as a copy; ``linked`` ones follow later enhancers too (Mate, R-303)."""
        ...

    def meet_monster(self, card: int, seat: int) -> None:
        """Let a seat fight a monster, unless it is one that does not fight them (R-317)."""
        ...

    def end_combat(self, card: int) -> None:
        """End the combat with neither reward nor Bad Stuff."""
        ...

    def force_help(self, seat: int, card: int) -> None:
        """Compel a seat to help (R-357)."""
        ...

    def dismiss_helper(self, card: int) -> None: ...

    def replace_fighter(self, seat: int, card: int) -> None: ...

    # escaping

    def add_flee(self, seat: int, n: int, card: int, *, monster: int = -1) -> None:
        """Change the seat's Run Away rolls of this combat, from one monster if given."""
        ...

    def escape(self, seat: int, monster: int = -1) -> None:
        """Let the seat escape from one monster, or all, without a roll (R-438)."""
        ...

    def suffer(self, seat: int, monster: int) -> None:
        """Let the seat suffer a monster card's Bad Stuff."""
        ...

    def set_roll(self, n: int, card: int) -> None:
        """Replace the Run Away roll that is pending (Loaded Die)."""
        ...

    def reroll(self, card: int) -> None: ...

    # curses and the rest

    def curse(self, seat: int, card: int) -> None:
        """Let a curse card strike a seat, from any place."""
        ...

    def cancel_curse(self, card: int) -> None:
        """Cancel the curse that is pending (R-008)."""
        ...

    def open_seal(self, seat: int) -> None: ...

    def close_seal(self, seat: int) -> None: ...
