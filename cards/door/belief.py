"""Builds a state from what a seat sees: the same open cards, and a guess at the rest.

It is made from a view and the public list of cards alone, so no hidden card can leak through it.
"""

from __future__ import annotations

from cards.door.decks import Decks
from cards.door.state import (
    COMBAT_ZONE,
    DOOR_DECK,
    DOOR_DISCARD,
    FIRST_HAND_ZONE,
    LIMBO_ZONE,
    MONSTERS_SIDE,
    PARTY_SIDE,
    SEAL_DECK,
    SEALS_OPEN,
    SPARE_ROLES,
    TREASURE_DECK,
    TREASURE_DISCARD,
    Combat,
    CombatAdjustment,
    DoorCharacter,
    DoorState,
    Foe,
    HelpOffer,
    hand_zone,
    table_zone,
)
from cards.door.view_types import (
    DoorCombatView,
    DoorMonsterView,
    DoorOfferView,
    DoorSeatView,
    DoorView,
    LedgerLine,
)
from cards.kernel.dice import Dice
from cards.kernel.frames import Frame, Prompt, Window
from cards.kernel.zones import Zones

_STRIDES = (61, 67)
"""Unseen cards are placed in an arbitrary order: every 61st (or 67th) card, going around the list.

One of the two primes does not divide the number of cards, so that step reaches every card.
"""


def believe(view: DoorView, decks: Decks) -> DoorState:
    """Return a table that looks like the view, complete enough to try moves on."""
    zones = _Zones(view, len(decks.definitions))
    people = [_person(zones, seen) for seen in view.seats]
    state = DoorState(
        len(view.seats),
        Zones([], [0]),
        Dice(view.turn * 31 + 7),
        people=people,
        active=view.active,
        turn=view.turn,
        phase=view.phase,
        trades=list(view.trades),
        refused=list(view.refused),
        under=zones.under,
        lasting={
            card: decks.definitions[card].stays or "removed" for seen in view.seats for card in seen.curses
        },
        turned=[card for seen in view.seats for card in seen.turned],
    )
    if view.combat is not None:
        state.combat = _combat(zones, view.combat)
    _waits(zones, state, view)
    zones.fill(view, decks)
    state.zones = Zones([tuple(cards) for cards in zones.lists], zones.place)
    return state


class _Zones:
    """Puts every card in a zone, seen cards first."""

    def __init__(self, view: DoorView, count: int) -> None:
        self.lists: list[list[int]] = [[] for _ in range(FIRST_HAND_ZONE + 2 * len(view.seats))]
        self.place = [-1] * count
        self.under: dict[int, int] = {}
        self.put(DOOR_DISCARD, view.door_top)
        self.put(TREASURE_DISCARD, view.treasure_top)
        for seal in view.seals:
            self.put(SEALS_OPEN, seal)
        self.put(LIMBO_ZONE, view.curse)

    def put(self, zone: int, card: int) -> None:
        """Put a card in its known zone, unless it has been put somewhere already."""
        if card >= 0 and self.place[card] < 0:
            self.lists[zone].append(card)
            self.place[card] = zone

    def fill(self, view: DoorView, decks: Decks) -> None:
        """Put the unseen cards where cards are missing, hands first."""
        count = len(self.place)
        stride = next(prime for prime in _STRIDES if count % prime)
        order = ((number * stride + view.turn) % count for number in range(count))
        unseen = [card for card in order if self.place[card] < 0]
        piles = {
            "door": [card for card in unseen if decks.definitions[card].back == "door"],
            "treasure": [card for card in unseen if decks.definitions[card].back == "treasure"],
        }
        for seen in view.seats:
            missing = seen.hand_size - len(self.lists[hand_zone(seen.seat)])
            for number in range(missing):
                pile = piles["door" if number % 2 == 0 else "treasure"] or piles["door"] or piles["treasure"]
                if pile:
                    self.put(hand_zone(seen.seat), pile.pop())
        for back, deck, discards, size in (
            ("door", DOOR_DECK, DOOR_DISCARD, view.door_count),
            ("treasure", TREASURE_DECK, TREASURE_DISCARD, view.treasure_count),
        ):
            top = self.lists[discards].copy()
            self.lists[discards].clear()
            for number, card in enumerate(piles[back]):
                self.put(deck if number < size else discards, card)
            self.lists[discards] += top
        for card in unseen:
            self.put(SEAL_DECK if decks.definitions[card].back == "seal" else SPARE_ROLES, card)


def _person(zones: _Zones, seen: DoorSeatView) -> DoorCharacter:
    table, hand = table_zone(seen.seat), hand_zone(seen.seat)
    for card in (*seen.traits, *seen.companions, *seen.curses):
        zones.put(table, card)
    for item in seen.items:
        zones.put(table, item.card)
        if item.under >= 0:
            zones.under[item.card] = item.under
        if item.bearer >= 0:
            zones.under[item.bearer] = item.card
    for card in seen.hand:
        zones.put(hand, card)
    equipped = [item.card for item in seen.items if item.equipped]
    return DoorCharacter(
        seen.level, seen.sex, seen.alive, seen.left, equipped=equipped, aside=list(seen.aside)
    )


def _combat(zones: _Zones, seen: DoorCombatView) -> Combat:
    combat = Combat(seen.fighter, seen.helper, seen.compelled, seen.stage)
    for monster in seen.foes:
        combat.foes.append(_foe(monster))
        for card in (monster.card, *monster.enhancers, *monster.stacked):
            zones.put(COMBAT_ZONE, card)
        combat.adds += [
            CombatAdjustment("strength", MONSTERS_SIDE, line.amount, line.source, line.seat, monster.card)
            for line in _played_on(monster, seen)
        ]
    combat.adds += [
        CombatAdjustment("strength", MONSTERS_SIDE, line.amount, line.source, line.seat)
        for line in seen.side_lines
        if line.reason == "card"
    ]
    combat.adds += [
        CombatAdjustment("strength", PARTY_SIDE, line.amount, line.source, line.seat)
        for line in seen.party_lines
        if line.reason == "card"
    ]
    for add in combat.adds:
        zones.put(COMBAT_ZONE, add.card)
    combat.offers += [_offer(zones, offer) for offer in seen.offers]
    combat.refused += [_offer(zones, offer) for offer in seen.refused]
    combat.deal = None if seen.deal is None else _offer(zones, seen.deal)
    own = sum(monster.treasures for monster in seen.foes)
    if seen.stage == "reward":
        combat.loot = seen.treasures
    else:
        combat.banked = max(seen.treasures - own, 0)
    combat.banked_levels = max(seen.levels - sum(monster.levels for monster in seen.foes), 0)
    combat.fleeing, combat.roll = seen.fleeing, seen.roll
    combat.truces += seen.truces
    combat.truce_offers += seen.truce_offers
    combat.refused_truces += seen.refused_truces
    return combat


def _offer(zones: _Zones, seen: DoorOfferView) -> HelpOffer:
    for card in seen.promises:
        zones.put(hand_zone(seen.by), card)
    return HelpOffer(
        seen.number,
        seen.by,
        seen.to,
        seen.treasures,
        seen.order,
        seen.items,
        seen.promises,
        seen.condition,
        seen.numbers,
        seen.pays,
        seen.countered,
    )


def _played_on(monster: DoorMonsterView, combat: DoorCombatView) -> list[LedgerLine]:
    """Return what cards changed about a monster itself; a Mate's ledger repeats that of its original."""
    found = [line for line in monster.lines if line.reason == "card"]
    original = next((foe for foe in combat.foes if foe.card == monster.linked), None)
    for line in () if original is None else original.lines:
        if line in found:
            found.remove(line)
    return found


def _foe(monster: DoorMonsterView) -> Foe:
    like = monster.copy_of if monster.copy_of >= 0 else monster.card
    if monster.linked >= 0:
        return Foe(monster.card, like, linked=monster.linked, matched=len(monster.stacked))
    return Foe(
        monster.card,
        like,
        base=next((line.amount for line in monster.lines if line.reason == "level"), None),
        enhancers=list(monster.enhancers),
        stacked=list(monster.stacked),
        borrowed=list(monster.borrowed),
    )


def _waits(zones: _Zones, state: DoorState, view: DoorView) -> None:
    """Set up what the table waits for: the open prompt, or the frame with the open window."""
    wait = view.wait
    if wait is None:
        return
    if wait.slot is not None and wait.slot.kind == "card":
        for card in wait.slot.options:
            if isinstance(card, int):
                zones.put(LIMBO_ZONE, card)
    zones.put(LIMBO_ZONE, wait.card)
    if wait.kind == "prompt":
        if wait.slot is not None:
            state.prompt = Prompt(wait.awaited[0], wait.name, wait.slot, "", 0, 0, (), wait.card)
        return
    mask = sum(1 << seat for seat in wait.awaited)
    window = Window(wait.name, mask, 0, wait.serial)
    if wait.name in ("flee", "caught"):
        foes = () if view.combat is None else tuple(foe.card for foe in view.combat.foes)
        state.frames.append(Frame("escape", wait.awaited[0], window=window, vars={"left": foes}))
    elif wait.name == "curse":
        state.frames.append(Frame("curse", view.curse_on, card=view.curse, step=1, window=window))
    else:
        state.frames.append(Frame("rest", view.active, window=window))
