"""Who fights: helpers come and go, the fighter changes, promises and truces end; and who meddles."""

from __future__ import annotations

from cards.door import people, piles, places, reactions, score
from cards.door.combat_events import BargainItemVoid, FighterChanged, HelperJoined, HelperLeft, TruceEnded
from cards.door.table import Table

# meddling


def actor(table: Table) -> int:
    """Return the seat that controls the effect being run, -1 if none is running."""
    frames = table.state.frames
    return frames[-1].seat if frames and frames[-1].kind == "run" else -1


def meddle(table: Table, by: int) -> None:
    """Record that a seat has done something against the party (H-56); that breaks its truces (H-123)."""
    combat = table.state.combat
    if combat is None or by < 0 or people.in_combat(table, by):
        return
    combat.meddlers |= 1 << by
    for truce in [truce for truce in combat.truces if truce.bystander == by]:
        combat.truces.remove(truce)
        table.emit(TruceEnded(by, partner=truce.payer, items=truce.items, how="broken"))


# helpers


def join(table: Table, seat: int, *, compelled: bool) -> None:
    """Let a seat join as the one helper (R-293, R-354)."""
    combat = table.combat
    combat.helper = seat
    combat.compelled = compelled
    combat.offers.clear()
    _drop_truce_offers(table)
    table.recheck_limits = True
    table.emit(HelperJoined(seat, fighter=combat.fighter, compelled=compelled))


def force_help(table: Table, seat: int, card: int) -> None:
    """Compel help; not possible if the fight is for the win or must be fought alone (R-357, R-359)."""
    if not score.can_be_compelled(table, seat):
        return
    join(table, seat, compelled=True)
    if score.for_the_win(table):
        dismiss_helper(table, card)


def dismiss_helper(table: Table, card: int) -> None:
    """Let the helper leave without penalty; another one may be asked (R-358)."""
    combat = table.state.combat
    if combat is None or combat.helper < 0:
        return
    meddle(table, actor(table))
    seat, combat.helper = combat.helper, -1
    combat.compelled = False
    combat.deal = None
    use_up_next_combat(table, seat)
    _void_truces(table, seat)
    table.recheck_limits = True
    table.emit(HelperLeft(seat, card=card))


def use_up_next_combat(table: Table, seat: int) -> None:
    """Discard what lasted for the seat's next combat, which is over for it (R-565)."""
    for card in [c for c in places.in_play(table, seat) if table.state.lasting.get(c) == "next_combat"]:
        piles.discard(table, card, by=seat)


# the fighter


def replace_fighter(table: Table, seat: int, card: int) -> None:
    """Replace the fighter by another seat, which is not bound by the bargain of the old one (R-352)."""
    combat = table.state.combat
    if combat is None or not people.is_living(table, seat) or seat == combat.fighter:
        return
    _void_deal(table)
    if combat.helper == seat:
        combat.helper, combat.compelled = -1, False
    old, combat.fighter = combat.fighter, seat
    if combat.stage in ("victory", "defeat"):
        combat.stage = "fight"  # the new one has claimed nothing and given nothing up
    use_up_next_combat(table, old)
    combat.offers.clear()
    _void_truces(table, old)
    table.recheck_limits = True
    table.emit(FighterChanged(seat, card=card))
    reactions.fire_all(table, "combat_start", seat)


# promises


def promised_items(table: Table, seat: int) -> set[int]:
    """Return the Items that the seat has promised to somebody in this combat (H-123)."""
    combat = table.combat
    deal = combat.deal if combat.helper >= 0 else None
    found = {card for truce in combat.truces if truce.payer == seat for card in truce.items}
    if deal is not None:
        found.update(deal.items if seat == combat.fighter else deal.pays if seat == combat.helper else ())
    return found


def _void_deal(table: Table) -> None:
    """End the bargain between the fighter and a helper who may stay; its Items are not handed over."""
    combat = table.combat
    deal, combat.deal = combat.deal, None
    if deal is None or combat.helper < 0:
        return
    for cards, taker in ((deal.pays, combat.fighter), (deal.items, combat.helper)):
        for card in cards:
            table.emit(BargainItemVoid(taker, card=card))


def _void_truces(table: Table, left: int) -> None:
    """End the truces with a seat that has left the combat, and with a bystander who is the fighter now.

    There is nothing to be spared any more, or nobody who keeps out.
    """
    combat = table.combat
    over = [t for t in combat.truces if t.payer == left or t.bystander == combat.fighter]
    for truce in over:
        combat.truces.remove(truce)
        table.emit(TruceEnded(truce.bystander, partner=truce.payer, items=truce.items, how="void"))
    _drop_truce_offers(table)


def _drop_truce_offers(table: Table) -> None:
    """Drop the offers that are no longer between a member of the party and a bystander."""
    combat = table.combat
    combat.truce_offers = [
        truce
        for truce in combat.truce_offers
        if people.in_combat(table, truce.payer) and not people.in_combat(table, truce.bystander)
    ]
