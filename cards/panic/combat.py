"""Attacks: which cards reach which monster, what they do to it, and who gets it (P-050, P-070)."""

from __future__ import annotations

from collections.abc import Iterator

from cards.kernel.frames import Frame
from cards.kernel.moves import Move, Slot
from cards.panic.board import after_hit, space
from cards.panic.engine import PanicMachine
from cards.panic.follow_ups import count_open_hits, join_attacks
from cards.panic.monster_events import MonsterAttacked, MonsterDied, MonsterHurt, MonsterSurvived
from cards.panic.state import Monster, PastAttack

ATTACK = "attack"
_WEAPON_WEIGHT = 100
"""In an attack's slot, what a Weapon subtracts and what a Hit adds for each Weapon that may go with it."""


def attack_cards(table: PanicMachine, seat: int, *, helped: bool) -> list[int]:
    """Return the seat's cards that add to attacks, pledged ones included if it is its own phase 3."""
    catalog = table.rules.catalog
    owed = table.promised_cards(seat)
    cards = [card for card in table.whole_hand(seat) if catalog.spaces[card] and card not in owed]
    if helped:
        for deal in table.state.deals:
            if not deal.used and catalog.spaces[deal.offer.card]:
                cards.append(deal.offer.card)
    return cards


def attack_moves(table: PanicMachine, seat: int, tokens: list[int] | None = None) -> Iterator[Move]:
    """Yield an attack on each monster that the seat can reach; ``tokens`` limits them (P-237).

    The slot's weights make sure that each Weapon has its Hit: every Hit adds what its Weapons subtract, and
    the sum may be negative by the Weapons that go with Hits of earlier attacks (P-203).
    """
    catalog = table.rules.catalog
    cards = attack_cards(table, seat, helped=tokens is None)
    if not cards:
        return
    per_hit = table.weapons_per_hit(seat)
    for monster in table.state.board:
        if monster.health == 0 or (tokens is not None and monster.token not in tokens):
            continue
        here = 1 << space(monster.ring, monster.arc)
        options = [c for c in cards if catalog.spaces[c] & here and _may_attack_with(table, c, monster.token)]
        weights = [attack_weight(table, card, per_hit) for card in options]
        followed = count_open_hits(catalog, table.state.past_attacks, seat, monster.token, monster.ring)
        if any(w > 0 for w in weights) or (followed and weights):
            need = -_WEAPON_WEIGHT * followed or 1
            slot = Slot("cards", "card", tuple(options), 1, len(options), tuple(weights), need)
            yield Move(ATTACK, monster.token, slots=(slot,))


def _may_attack_with(table: PanicMachine, card: int, token: int) -> bool:
    deal = table.open_deal_for(card)
    return deal is None or table.deal_covers(deal, token, fights=True)


def attack_weight(table: PanicMachine, card: int, per_hit: int) -> int:
    """Return what a card counts in the slot of an attack.

    The sum is positive exactly if any card is chosen and there are no more Weapons than these Hits allow.
    """
    if table.rules.catalog.is_weapon[card]:
        return -_WEAPON_WEIGHT
    return _WEAPON_WEIGHT * per_hit + 1 if table.rules.catalog.is_hit[card] else 1


def attack(table: PanicMachine, seat: int, token: int, cards: tuple[int, ...]) -> None:
    """Carry out one attack: the sum of its cards hits at once (P-073).

    With Weapons that follow earlier Hits it continues their attacks, and all counts together (H-121).
    """
    catalog = table.rules.catalog
    monster = table.monster(token)
    damage = sum(catalog.harm[card][monster.ring] for card in cards)
    hits = [card for card in cards if catalog.is_hit[card]]
    weapons = sum(catalog.is_weapon[card] for card in cards)
    past = table.state.past_attacks
    joined = join_attacks(catalog, past, seat, token, monster.ring, weapons)
    for card in cards:
        table.mark_deal_used(card, token)
        table.discard(card)
    table.emit(MonsterAttacked(seat, monster=token, cards=cards, damage=damage))
    before, all_hits = monster.health, joined.hits + len(hits)
    is_spared = apply_damage(table, seat, monster, damage + joined.wasted, all_hits)
    lost = before - monster.health
    table.state.past_attacks = [attack for attack in past if attack not in joined.continued]
    if all_hits:
        open_hits = sorted(
            hits * table.weapons_per_hit(seat), key=lambda card: catalog.spaces[card].bit_count()
        )
        open_hits = [*joined.open_hits, *open_hits[joined.own_weapons :]]
        wasted = damage + joined.wasted - lost if monster.health and not is_spared else 0
        table.state.past_attacks.append(PastAttack(seat, token, all_hits, tuple(open_hits), wasted))
    if monster.health and table.rules.enhancers:
        table.push(Frame("attacked", seat, card=token))


def run_attacked(table: PanicMachine, frame: Frame) -> None:
    """Wait for Enhancers on a monster that has survived, until its attacker goes on (P-236)."""
    if frame.step == 0:
        frame.step = 1
        others = table.other_seats_mask(frame.seat)
        table.wait(frame, "attacked", others, table.rules.options.trophy_seconds, general=True)
    else:
        table.pop(frame)


def apply_damage(table: PanicMachine, seat: int, monster: Monster, damage: int, hits: int) -> bool:
    """Apply damage; what may not be slain stays on its lowest number, and the rest is lost (P-072, P-230).

    Return True if it was spared like that.
    """
    token = monster.token
    lowest = table.rules.catalog.lowest[token]
    health = after_hit(monster.health, damage, lowest)
    is_spared = health == 0 and not table.can_slay(seat, token, hits=hits)
    if is_spared:
        health = min(lowest, monster.health)
    table.note_attack(seat, token)
    if health != monster.health:
        monster.health = health
        table.emit(MonsterHurt(seat, monster=token, health=health, cause="attack"))
    if health == 0:
        table.start_slain(seat, monster, special=False)
    return is_spared


def run_slain(table: PanicMachine, frame: Frame) -> None:
    """Wait for Enhancers where the game has them, then hand over the trophy (H-94, P-236)."""
    monster = table.monster(frame.card)
    if frame.step == 0:
        frame.step = 1
        if table.rules.enhancers:
            others = table.other_seats_mask(frame.seat)
            table.wait(frame, "trophy", others, table.rules.options.trophy_seconds, general=True)
        return
    table.pop(frame)
    if monster.health > 0:
        table.emit(MonsterSurvived(frame.seat, monster=monster.token, health=monster.health))
    elif table.is_gone(frame.seat):
        table.remove(monster, MonsterDied(frame.seat, monster=monster.token, cause="left"))
    else:
        table.award(frame.seat, monster)
