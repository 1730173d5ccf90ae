"""The table as the card language sees it: each operation of ``rules_api`` bound to the function that does it.

The language stands below the games and knows none of their modules. What its operations mean is said there,
what they do in the modules that are named here. The rules call those, and never this.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cards.door import (
    arrivals,
    asking,
    characters,
    curses,
    escape,
    facts,
    fights,
    foes,
    gear,
    memory,
    party,
    people,
    piles,
    places,
    score,
    turn,
    winning,
)
from cards.door.state import DECK_ZONES
from cards.door.table import Table
from cards.kernel.frames import Frame
from cards.kernel.moves import Pick, Slot
from cards.language.base import Block
from cards.language.definition import Definition
from cards.language.interpreter import nested_frame
from cards.language.printed import CompiledFilter
from cards.language.rules_api import Rules


class LanguagePort(Table):
    """A table that the card language can ask and change."""

    @property
    def rules(self) -> Rules:
        return self

    # questions

    @property
    def active(self) -> int:
        return self.state.active

    @property
    def victim(self) -> int:
        return curses.victim(self)

    @property
    def pending_curse(self) -> int:
        return curses.pending_card(self)

    @property
    def looted(self) -> int:
        return turn.looted_card(self)

    def definition(self, card: int) -> Definition:
        return self.defs[card]

    def printed_fits(self, asked: CompiledFilter) -> frozenset[int]:
        return memory.printed_fits(self, asked)

    def living(self) -> list[int]:
        return people.living(self)

    def level(self, seat: int) -> int:
        return people.level(self, seat)

    def gain_cap(self) -> int:
        return self.decks.gain_cap

    def sex(self, seat: int) -> str:
        return people.sex(self, seat)

    def of_sex(self, seat: int, sex: str) -> bool:
        return facts.of_sex(self, seat, sex)

    def sex_of(self, card: int) -> str:
        return places.sex_of(self, card)

    def answered(self, card: int) -> str:
        return self.state.answers.get(card, "")

    def meddled(self, seat: int) -> bool:
        combat = self.state.combat
        return combat is not None and bool(combat.meddlers >> seat & 1)

    def in_combat(self, seat: int) -> bool:
        return people.in_combat(self, seat)

    def has_trait(self, seat: int, kind: str, name: str) -> bool:
        return facts.has_trait(self, seat, kind, name)

    def cards_of(self, seat: int, zone: str) -> list[int]:
        return facts.cards_of(self, seat, zone)

    def owner(self, card: int) -> int:
        return places.owner(self, card)

    def can_carry(self, seat: int, card: int) -> bool:
        return gear.can_carry(self, seat, card)

    def bonus(self, card: int) -> int:
        return gear.bonus(self, card)

    def value(self, card: int) -> int:
        return gear.value(self, card)

    def tags(self, card: int) -> Sequence[str]:
        return facts.tags(self, card)

    def monsters(self) -> list[int]:
        return foes.monsters(self)

    def stand_in(self, card: int) -> int:
        return foes.stand_in(self, card)

    def fleeing(self) -> int:
        return foes.fleeing(self)

    def ahead(self) -> bool:
        return score.ahead(self)

    def printed_level(self, monster: int) -> int:
        return foes.printed_level(self, monster)

    def treasures(self, monster: int) -> int:
        return score.treasures(self, monster)

    def attached_to(self, card: int) -> int:
        return places.attached_to(self, card)

    def pool(self) -> int:
        return score.pool(self)

    def killed_pool(self) -> int:
        return score.killed_pool(self)

    def can_be_compelled(self, seat: int) -> bool:
        return score.can_be_compelled(self, seat)

    def for_the_win(self) -> bool:
        return score.for_the_win(self)

    def option(self, name: str) -> Any:
        return self.decks.option(name)

    def total(self, seat: int, stat: str) -> int:
        return facts.total(self, seat, stat)

    def tally(self, seat: int, name: str) -> int:
        return people.tally(self, seat, name)

    # operations

    def choose(
        self,
        frame: Frame,
        key: str,
        seat: int,
        ask: str,
        slot: Slot,
        default: tuple[Pick, ...] | None = None,
        *,
        always: bool = False,
    ) -> tuple[Pick, ...]:
        return asking.choose(self, frame, key, seat, ask, slot, default, always=always)

    def roll(self, frame: Frame, key: str, seat: int) -> int:
        return asking.roll(self, frame, key, seat)

    def randbelow(self, frame: Frame, key: str, bound: int) -> int:
        return asking.randbelow(self, frame, key, bound)

    def name_choices(self, frame: Frame, key: str, card: int, n: int) -> tuple[str, ...]:
        return asking.name_choices(self, frame, key, card, n)

    def run_block(self, frame: Frame, effects: Block, *, it: int = -2) -> None:
        self.push(nested_frame(self, frame, effects, it=it))

    def change_level(self, seat: int, n: int, card: int, *, may_win: bool = False) -> int:
        return characters.change_level(self, seat, n, card, may_win=may_win)

    def set_level(self, seat: int, level: int, card: int) -> None:
        characters.change_level(self, seat, level - people.level(self, seat), card)

    def set_sex(self, seat: int, sex: str, card: int) -> None:
        characters.set_sex(self, seat, sex, card)

    def change_companion_sex(self, companion: int, sex: str, card: int) -> None:
        characters.change_companion_sex(self, companion, sex, card)

    def kill(self, seat: int, card: int) -> None:
        characters.kill(self, seat, card)

    def skip_turn(self, seat: int, card: int) -> None:
        characters.skip_turn(self, seat, card)

    def draw(self, seat: int, deck: str, n: int, *, face_up: bool = False, to: str = "hand") -> list[int]:
        return piles.draw(self, seat, deck, n, face_up=face_up, to=to)

    def discard(self, card: int, *, by: int = -1) -> None:
        piles.discard(self, card, by=by)

    def take(self, card: int, seat: int, to: str) -> None:
        arrivals.take(self, card, seat, to)

    def put_on_deck(self, card: int, deck: str, *, bottom: bool = False) -> None:
        piles.move(self, card, DECK_ZONES[deck], bottom=bottom)

    def show(self, cards: tuple[int, ...], to: Sequence[int] | None, *, owner: int) -> None:
        piles.show(self, cards, to, owner=owner)

    def swap_hands(self, a: int, b: int) -> None:
        piles.swap_hands(self, a, b)

    def swap_items(self, one: int, other: int) -> None:
        arrivals.swap_items(self, one, other)

    def into_play(self, card: int, seat: int) -> None:
        arrivals.into_play(self, card, seat)

    def unload(self, companion: int) -> None:
        arrivals.unload(self, companion)

    def stay(self, card: int, seat: int, until: str) -> None:
        arrivals.stay(self, card, seat, until)

    def record_answer(self, card: int, word: str) -> None:
        arrivals.record_answer(self, card, word)

    def add_strength(self, side: str, n: int, card: int, *, seat: int = -1, monster: int = -1) -> None:
        fights.add_strength(self, side, n, card, seat=seat, monster=monster)

    def add_rule(self, rule: str, card: int) -> None:
        fights.add_rule(self, rule, card)

    def add_treasures(self, n: int, card: int, *, monster: int = -1) -> None:
        fights.add_treasures(self, n, card, monster=monster)

    def add_monster(self, card: int, *, by: int) -> None:
        fights.add_monster(self, card, by=by)

    def remove_monster(self, monster: int, *, treasures: bool, kill: bool, by: int) -> None:
        fights.remove_monster(self, monster, treasures=treasures, kill=kill, by=by)

    def replace_monster(self, monster: int, card: int) -> None:
        fights.replace_monster(self, monster, card)

    def copy_monster(self, monster: int, card: int, *, linked: bool) -> None:
        fights.copy_monster(self, monster, card, linked=linked)

    def meet_monster(self, card: int, seat: int) -> None:
        turn.meet_monster(self, card, seat)

    def end_combat(self, card: int) -> None:
        fights.end_combat(self, card)

    def force_help(self, seat: int, card: int) -> None:
        party.force_help(self, seat, card)

    def dismiss_helper(self, card: int) -> None:
        party.dismiss_helper(self, card)

    def replace_fighter(self, seat: int, card: int) -> None:
        party.replace_fighter(self, seat, card)

    def add_flee(self, seat: int, n: int, card: int, *, monster: int = -1) -> None:
        fights.add_flee(self, seat, n, card, monster=monster)

    def escape(self, seat: int, monster: int = -1) -> None:
        escape.let_escape(self, seat, monster)

    def suffer(self, seat: int, monster: int) -> None:
        escape.suffer(self, seat, monster)

    def set_roll(self, n: int, card: int) -> None:
        escape.set_roll(self, n, card)

    def reroll(self, card: int) -> None:
        combat = self.state.combat
        if combat is not None and combat.roll:
            escape.set_roll(self, self.state.dice.roll(), card)

    def curse(self, seat: int, card: int) -> None:
        curses.start_curse(self, seat, card)

    def cancel_curse(self, card: int) -> None:
        curses.cancel_curse(self, card)

    def open_seal(self, seat: int) -> None:
        winning.open_seal(self, seat)

    def close_seal(self, seat: int) -> None:
        winning.close_seal(self, seat)
