"""Whether a card of another player could be used, so that nobody bargains for nothing (P-200)."""

from __future__ import annotations

from cards.panic.board import space
from cards.panic.combat import attack_cards
from cards.panic.engine import PanicMachine
from cards.panic.follow_ups import count_open_hits
from cards.panic.state import HAND, PLEDGED_CARDS, Monster


def offer_targets(table: PanicMachine, card: int) -> tuple[int, ...]:
    """Return the monsters on which a card that its holder offers could be used, as far as all can see.

    A Weapon needs a Hit of the active player: one used on the monster in this phase, one that was pledged,
    or one that may be among their Castle cards.
    """
    catalog = table.rules.catalog
    if not catalog.spaces[card]:
        targets = _targets_of_effect(table, card)
        alone = catalog.alone if catalog.word(card).fights else ()
        return tuple(token for token in targets if not alone or not alone[token])
    hit_may_come = bool(table.seat_cards(table.state.active, HAND)) or any(
        catalog.is_hit[pledged] for pledged in table.state.zones.lists[PLEDGED_CARDS]
    )
    return tuple(
        m.token
        for m in _foes(table)
        if catalog.spaces[card] >> space(m.ring, m.arc) & 1
        and (not catalog.is_weapon[card] or hit_may_come or _has_open_hit(table, m, m.ring))
    )


def needs_target(table: PanicMachine, card: int) -> bool:
    """Return True if the card is used on a monster."""
    return bool(table.rules.catalog.spaces[card]) or not _moves_without_target(table, card)


def is_usable_offer(table: PanicMachine, card: int, monster: int) -> bool:
    """Return True if the card could be used on the monster (-1: on any), as far as all can see."""
    if not needs_target(table, card):
        return True
    targets = offer_targets(table, card)
    return bool(targets) if monster < 0 else monster in targets


def is_usable_by_active(table: PanicMachine, card: int, monster: int) -> bool:
    """Return True if the active player can use the offered card with what they hold.

    That counts cards and powers of theirs that bring the monster to where the card reaches it.
    """
    catalog = table.rules.catalog
    if not catalog.spaces[card]:
        return is_usable_offer(table, card, monster)
    return any(
        _can_attack_with(table, card, foe) for foe in _foes(table) if monster < 0 or foe.token == monster
    )


def _foes(table: PanicMachine) -> list[Monster]:
    """Return the monsters that a helper's card may hit (P-205)."""
    return [m for m in table.state.board if m.health > 0 and not table.rules.catalog.alone[m.token]]


def _has_open_hit(table: PanicMachine, monster: Monster, ring: int) -> bool:
    state = table.state
    catalog = table.rules.catalog
    return count_open_hits(catalog, state.past_attacks, state.active, monster.token, ring) > 0


def _moves_without_target(table: PanicMachine, card: int) -> bool:
    moves = table.rules.catalog.word(card).moves(table, table.state.active, card)
    return any(all(slot.name != "monster" for slot in move.slots) for move in moves)


def _targets_of_effect(table: PanicMachine, card: int) -> tuple[int, ...]:
    """Return the monsters that a card which is played by itself may be played on."""
    moves = table.rules.catalog.word(card).moves(table, table.state.active, card)
    return tuple(
        int(token)
        for move in moves
        for slot in move.slots
        if slot.name == "monster"
        for token in slot.options
    )


def _can_attack_with(table: PanicMachine, card: int, monster: Monster) -> bool:
    catalog = table.rules.catalog
    spaces = catalog.spaces[card] & _spaces_in_reach(table, monster)
    if not catalog.is_weapon[card]:
        return bool(spaces)
    hits = [c for c in attack_cards(table, table.state.active, helped=True) if catalog.is_hit[c]]
    if any(catalog.spaces[hit] & spaces for hit in hits):
        return True
    return any(spaces >> 6 * ring & 0b111111 and _has_open_hit(table, monster, ring) for ring in range(5))


def _spaces_in_reach(table: PanicMachine, monster: Monster) -> int:
    """Return where the monster stands and where the active player could bring it, as a mask."""
    seat = table.state.active
    spaces = 1 << space(monster.ring, monster.arc)
    if table.is_immobile(monster.token):
        return spaces
    for card in (*table.whole_hand(seat), *table.state.zones.lists[PLEDGED_CARDS]):
        spaces |= table.rules.catalog.word(card).destinations(table, card, monster)
    for power in table.powers(seat):
        if power.window == "play" and power.can not in table.state.spent:
            spaces |= power.destinations(table, monster)
    return spaces
