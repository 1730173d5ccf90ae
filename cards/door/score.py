"""What a combat adds up to: flags, strength and Treasures, each with its reasons."""

from __future__ import annotations

from typing import TypeAlias

from cards.door import facts, foes, gear, memory, people, places
from cards.door.memory import memoized
from cards.door.state import MONSTERS_SIDE, PARTY_SIDE, SEALS_OPEN, Foe
from cards.door.table import Table
from cards.door.view_types import LedgerLine, ledger_line
from cards.door.windows import ITEM_KINDS
from cards.language.definition import CompiledModifier

LedgerPart: TypeAlias = tuple[int, str, int, int]
"""What a ``LedgerLine`` is made of; quicker to make where only the sum is wanted."""


def as_lines(parts: list[LedgerPart]) -> list[LedgerLine]:
    return [ledger_line(amount, reason, source, seat) for amount, reason, source, seat in parts]


def total_of(parts: list[LedgerPart]) -> int:
    """Return the sum of a ledger."""
    total = 0
    for part in parts:
        total += part[0]
    return total


# flags


def foe_flag(table: Table, foe: Foe, stat: str) -> bool:
    """Return True if a monster has a property such as ``no_escape``, by itself or from its enhancers."""
    holders = table.decks.holders.get(stat)
    if holders is None:
        return False
    if foe.linked < 0 and not foe.enhancers and not foe.borrowed and foe.like not in holders:
        return False
    for card in foes.shapers(table, foe):
        if card in holders:
            for mod in monster_mods(table, card, stat):
                if facts.modifier_amount(table, mod, table.fighter, card):
                    return True
    return False


def combat_flag(table: Table, stat: str) -> bool:
    """Return True if a property of one monster holds for the whole combat (R-314)."""
    combat = table.state.combat
    if combat is None:
        return False
    if combat.adds and has_combat_rule(table, stat):
        return True
    if stat in table.decks.holders:
        for foe in combat.foes:
            if foe_flag(table, foe, stat):
                return True
    return False


def has_combat_rule(table: Table, stat: str) -> bool:
    """Return True if a played card made this a rule for the rest of the combat."""
    adds = table.combat.adds
    return bool(adds) and any(add.stat == stat for add in adds)


def fought_alone(table: Table) -> bool:
    """Return True if a monster, or a card of the fighter, forbids help (R-359)."""
    return combat_flag(table, "alone") or facts.flag(table, table.fighter, "alone")


def can_be_compelled(table: Table, seat: int) -> bool:
    """Return True if the seat can be made to help in a combat that is not for the win (R-357, R-359)."""
    combat = table.state.combat
    if combat is None or combat.over or combat.helper >= 0 or seat == combat.fighter:
        return False
    if not people.is_living(table, seat) or facts.flag(table, seat, "no_help"):
        return False
    return not fought_alone(table) and not for_the_win(table)


# strength


def foe_lines(table: Table, foe: Foe) -> list[LedgerLine]:
    """Return the ledger of one monster: Level, enhancers, its own conditions, cards, Seals (R-281)."""
    return as_lines(_foe_parts(table, foe))


def _foe_parts(table: Table, foe: Foe) -> list[LedgerPart]:
    root = foes.original(table, foe)
    base = table.defs[root.like].level if root.base is None else root.base
    parts: list[LedgerPart] = [(base, "level", root.like, -1)]
    for card in root.enhancers:
        parts.append((_enhancement(table, card, base), "enhancer", card, -1))
    if root.stacked:
        parts += [(table.defs[card].level, "stacked", card, -1) for card in foes.stack_of(table, foe)]
    for card in foes.shapers(table, foe):
        for n in _foe_mods(table, card, "strength", ("this", "owner")):
            parts.append((n, "power", card, -1))
    for add in table.combat.adds:
        if add.monster in (foe.card, root.card) and add.stat == "strength":
            parts.append((add.amount, "card", add.card, add.seat))
    seals = table.state.zones.lists[SEALS_OPEN]
    if seals:
        parts.append((len(seals), "seals", -1, -1))
        for n in _foe_mods(table, seals[-1], "strength", ("monsters",)):
            parts.append((n, "power", seals[-1], -1))
    return parts


def _enhancement(table: Table, card: int, base: int) -> int:
    """Return what an enhancer adds; its minimum limits only its own subtraction (R-285)."""
    definition = table.defs[card]
    if definition.minimum is None:
        return definition.strength
    return max(definition.strength, min(definition.minimum - base, 0))


def monster_mods(table: Table, card: int, stat: str) -> tuple[CompiledModifier, ...]:
    """Return a monster's or enhancer's own modifiers; a Steed that is fought has none (R-623)."""
    definition = table.defs[card]
    return () if definition.kind == "steed" else definition.mods_by_stat.get(stat, ())


def _foe_mods(table: Table, card: int, stat: str, reach: tuple[str, ...]) -> list[int]:
    """Return the amounts by which a card changes its monster.

    What harms the party looks at the sex of companions, too (R-606).
    """
    found: list[int] = []
    holders = table.decks.holders.get(stat)
    if holders is None or card not in holders:
        return found
    for mod in monster_mods(table, card, stat):
        if (mod.to or "this") not in reach:
            continue
        table.reacting = mod.drawback
        amount = facts.modifier_amount(table, mod, table.fighter, card)
        table.reacting = False
        if amount:
            found.append(amount)
    return found


def side_lines(table: Table) -> list[LedgerLine]:
    """Return the lines of cards played for the monsters' side as a whole."""
    return as_lines(_side_parts(table))


def _side_parts(table: Table) -> list[LedgerPart]:
    parts: list[LedgerPart] = []
    for add in table.combat.adds:
        if add.side == MONSTERS_SIDE and add.monster < 0 and add.stat == "strength":
            parts.append((add.amount, "card", add.card, add.seat))
    return parts + _against(table)


def _against(table: Table) -> list[LedgerPart]:
    """Return the parts of the party's cards in play that change the monsters' side as a whole."""
    found: list[LedgerPart] = []
    for card in table.decks.wide.get("strength", ()):
        seat = places.owner(table, card)
        if (
            seat < 0
            or places.in_hand(table, card)
            or not people.in_combat(table, seat)
            or not facts.counts(table, seat, card)
        ):
            continue
        for mod in table.defs[card].mods_by_stat["strength"]:
            amount = facts.modifier_amount(table, mod, seat, card) if mod.to == "monsters" else 0
            if amount:
                found.append((amount, "ability", card, seat))
    return found


def member_lines(table: Table, seat: int) -> list[LedgerLine]:
    """Return the ledger of one party member, or of a seat outside combat."""
    return as_lines(_member_parts(table, seat))


def _member_parts(table: Table, seat: int) -> list[LedgerPart]:
    """Return the parts of a ledger by seat, remembered in the same way."""
    kept = memory.answers_by_seat(table, "member")
    if kept is None:
        return _new_member_parts(table, seat)
    found: list[LedgerPart] | None = kept[seat]
    if found is None:
        found = kept[seat] = _new_member_parts(table, seat)
    return found


def _new_member_parts(table: Table, seat: int) -> list[LedgerPart]:
    level_only = combat_flag(table, "level_only")
    parts: list[LedgerPart] = []
    if level_only or not combat_flag(table, "no_level"):
        parts.append((people.level(table, seat), "level", -1, seat))
    if level_only:
        return parts
    bare = combat_flag(table, "no_items")  # it takes bonuses away, but no penalties
    if not bare:
        for card in table.state.people[seat].equipped:
            amount = gear.bonus(table, card)
            if amount and facts.usable(table, seat, card):
                parts.append((amount, "item", card, seat))
        for card in facts.steeds(table, seat):
            if gear.bonus(table, card):
                parts.append((gear.bonus(table, card), "steed", card, seat))
    for amount, card in facts.mods(table, seat, "strength"):
        is_item = table.defs[card].kind in ITEM_KINDS
        if not (bare and is_item and amount > 0):
            parts.append((amount, "item" if is_item else "ability", card, seat))
    return parts


def party_lines(table: Table) -> list[LedgerLine]:
    return as_lines(_party_parts(table))


def _party_parts(table: Table) -> list[LedgerPart]:
    parts: list[LedgerPart] = []
    for seat in people.party(table):
        parts += _member_parts(table, seat)
    if not table.combat.adds or combat_flag(table, "level_only"):
        return parts
    for add in table.combat.adds:
        if (
            add.side == PARTY_SIDE
            and add.stat == "strength"
            and (add.seat < 0 or people.in_combat(table, add.seat))
            and not is_denied_bonus(table, add.amount, add.card)
        ):
            parts.append((add.amount, "card", add.card, add.seat))
    return parts


def is_denied_bonus(table: Table, amount: int, card: int) -> bool:
    """Return True if it is an Item's bonus to the party in a combat that allows none."""
    return amount > 0 and table.defs[card].kind in ITEM_KINDS and combat_flag(table, "no_items")


def strength(table: Table, side: str) -> int:
    """Return a side's total; it may be negative (R-003)."""
    memo = table.memo
    if memo is None:
        return _strength(table, side)
    found: int | None = memo.get(side)  # asked so often that a key of its own is worth it
    if found is None:
        found = memo[side] = _strength(table, side)
    return found


def _strength(table: Table, side: str) -> int:
    if table.state.combat is None:
        return 0
    if side == PARTY_SIDE:
        return total_of(_party_parts(table))
    total = total_of(_side_parts(table))
    for foe in table.combat.foes:
        total += total_of(_foe_parts(table, foe))
    return total


def ahead(table: Table) -> bool:
    memo = table.memo
    if memo is None:
        return _is_ahead(table)
    found: bool | None = memo.get("ahead")
    if found is None:
        found = memo["ahead"] = _is_ahead(table)
    return found


def _is_ahead(table: Table) -> bool:
    combat = table.state.combat
    if combat is None or not combat.foes:
        return True
    margin = strength(table, PARTY_SIDE) - strength(table, MONSTERS_SIDE)
    return margin > 0 or (margin == 0 and wins_ties(table))


def wins_ties(table: Table) -> bool:
    """Return True if a tie is enough for the party (R-180)."""
    return has_combat_rule(table, "wins_ties") or any(
        facts.flag(table, seat, "wins_ties") for seat in people.party(table)
    )


# reward


@memoized
def treasures(table: Table, monster: int) -> int:
    """Return the Treasures a monster is worth now (R-403), at least 0."""
    foe = table.combat.foe(monster)
    if foe is None:
        return 0
    own = loot(table, foe)
    for card in foes.shapers(table, foe):
        own += sum(_foe_mods(table, card, "treasures", ("this", "owner")))
    return max(own, 0)


def loot(table: Table, foe: Foe) -> int:
    """Return a monster's Treasures without its own conditions, with enhancers, pile and cards played."""
    root = foes.original(table, foe)
    printed = table.defs[root.like].treasures if root.loot is None else root.loot
    changes = [table.defs[card].treasures for card in root.enhancers]
    fewer = sum(n for n in changes if n < 0)
    played = sum(
        add.amount
        for add in table.combat.adds
        if add.stat == "treasures" and add.monster in (foe.card, root.card)
    )
    more = printed + sum(n for n in changes if n > 0) + foes.stack_bonus(table, foe) + played
    return max(more + fewer, min(more, 1))  # what lowers Treasures leaves one (H-112)


@memoized
def pool(table: Table) -> int:
    """Return the Treasures that killing all monsters now would bring.

    What cards add for the whole combat comes with those of a monster: not if all have been taken out
    without a kill and without Treasures (R-335).
    """
    combat = table.combat
    if not (combat.foes or combat.slain or combat.banked or combat.loot):
        return 0
    whole = sum(add.amount for add in combat.adds if add.stat == "treasures" and add.monster < 0)
    left = combat.loot + combat.banked + whole
    return max(sum(treasures(table, foe.card) for foe in combat.foes) + left, 0)


def killed_pool(table: Table) -> int:
    """Return the part of the pool that does not come from monsters removed earlier (H-27)."""
    combat = table.combat
    return max(pool(table) - combat.banked, 0) if combat.foes or combat.loot else 0


def kill_levels(table: Table, foe: Foe) -> int:
    """Return the Levels that killing the monster gives (R-400, R-409); enhancers do not count (R-302)."""
    foe = foes.original(table, foe)
    extra = sum(_foe_mods(table, foe.like, "levels", ("this", "owner")))
    return table.defs[foe.like].levels + extra


def levels_to_win(table: Table) -> int:
    """Return the Levels that the fighter would get if the combat were won now."""
    return sum(kill_levels(table, foe) for foe in table.combat.foes)


@memoized
def for_the_win(table: Table) -> bool:
    """Return True if winning now would end the game (R-360)."""
    return table.state.combat is not None and bool(winners(table))


def winners(table: Table) -> list[int]:
    """Return who of the party would win the game by winning the combat now (R-360, R-402, R-701)."""
    combat = table.combat
    levels = levels_to_win(table) + combat.banked_levels
    found = [combat.fighter] if _reaches_end(table, combat.fighter, levels) else []
    shares = bool(found) and table.options.shared_victory and combat.helper >= 0
    return [*found, combat.helper] if shares or would_helper_win(table) else found


def _reaches_end(table: Table, seat: int, levels: int) -> bool:
    return people.level(table, seat) + levels >= facts.win_level(table, seat)


def helper_levels(table: Table) -> int:
    """Return the Levels that the helper would get if the combat were won now (R-402)."""
    combat = table.combat
    if combat.helper < 0:
        return 0
    return facts.total(table, combat.helper, "helper_levels") * (len(combat.foes) + combat.slain)


def would_helper_win(table: Table) -> bool:
    """Return True if winning now would bring the helper to the winning Level (R-402)."""
    gain = helper_levels(table)
    return gain > 0 and _reaches_end(table, table.combat.helper, gain)
