"""What a seat may see, built from an allow-list: the only place that decides about secrets."""

from __future__ import annotations

from typing import Final

from cards.door.charity import hand_limit
from cards.door.help import can_be_helped
from cards.door.kinds import COMPANION_KINDS, TRAIT_KINDS
from cards.door.rules import DoorEngine
from cards.door.state import (
    DOOR_DECK,
    DOOR_DISCARD,
    MONSTERS_SIDE,
    PARTY_SIDE,
    SEALS_OPEN,
    TREASURE_DECK,
    TREASURE_DISCARD,
    HelpOffer,
    Trade,
    Truce,
)
from cards.door.view_types import (
    DoorCombatView,
    DoorItemView,
    DoorMonsterView,
    DoorOfferView,
    DoorRunView,
    DoorSeatView,
    DoorTradeView,
    DoorTruceView,
    DoorView,
    DoorWaitView,
)

RUN_STATS: Final = frozenset({"flee", "no_escape"})
"""Changes of a combat that concern running away."""


def view(engine: DoorEngine, seat: int | None) -> DoorView:
    """Return the table as a seat may see it, or an onlooker (None)."""
    state = engine.state
    piles = state.zones.lists
    return DoorView(
        seat=seat,
        turn=state.turn,
        active=state.active,
        phase=state.phase,
        seats=tuple(_seat(engine, other, seat) for other in range(state.seats)),
        door_count=len(piles[DOOR_DECK]),
        treasure_count=len(piles[TREASURE_DECK]),
        door_discards=len(piles[DOOR_DISCARD]),
        treasure_discards=len(piles[TREASURE_DISCARD]),
        door_top=piles[DOOR_DISCARD][-1] if piles[DOOR_DISCARD] else -1,
        treasure_top=piles[TREASURE_DISCARD][-1] if piles[TREASURE_DISCARD] else -1,
        combat=_combat(engine, seat),
        trades=tuple(map(_trade, state.trades)),
        refused=tuple(map(_trade, state.refused)),
        wait=_wait(engine, seat),
        curse=engine.pending_curse,
        curse_on=engine.victim,
        curse_by=engine.curse_sender,
        seals=piles[SEALS_OPEN],
        win_level=engine.top_level,
        over=state.over,
        winners=state.winners,
        commitment=state.commitment,
        seed=state.dice.seed if state.over else None,
    )


def seen_hand(engine: DoorEngine, seat: int, viewer: int | None) -> tuple[int, ...]:
    """Return what the viewer sees of a seat's hand: everything, or nothing."""
    return engine.hand(seat) if seat == viewer or engine.flag(seat, "open_hand") else ()


def _seat(engine: DoorEngine, other: int, viewer: int | None) -> DoorSeatView:
    person = engine.state.people[other]
    table = engine.table(other)
    hand = engine.hand(other)
    lasting = engine.state.lasting
    strength_lines = tuple(engine.member_lines(other))
    return DoorSeatView(
        seat=other,
        level=person.level,
        sex=person.sex,
        alive=person.alive,
        left=person.left,
        strength=sum(line.amount for line in strength_lines),
        traits=tuple(card for card in table if engine.defs[card].kind in TRAIT_KINDS),
        items=tuple(
            _item(engine, other, card)
            for card in table
            if engine.defs[card].kind not in TRAIT_KINDS | COMPANION_KINDS and card not in lasting
        ),
        companions=tuple(card for card in table if engine.defs[card].kind in COMPANION_KINDS),
        curses=tuple(card for card in table if card in lasting),
        hand_size=len(hand),
        hand=seen_hand(engine, other, viewer),
        hand_limit=hand_limit(engine, other),
        turned=tuple(card for card in table if card in engine.state.turned),
        aside=tuple(person.aside),
        win_level=engine.win_level(other),
        strength_lines=strength_lines,
    )


def _item(engine: DoorEngine, seat: int, card: int) -> DoorItemView:
    equipped = card in engine.state.people[seat].equipped
    counts = equipped and engine.usable(seat, card)
    under = engine.state.under.get(card, -1)
    bearer = next((c for c in engine.attached(card) if engine.defs[c].kind == "companion"), -1)
    return DoorItemView(card, equipped, engine.bonus_now(seat, card) if counts else 0, under, bearer)


def _combat(engine: DoorEngine, viewer: int | None) -> DoorCombatView | None:
    fight = engine.state.combat
    if fight is None:
        return None
    return DoorCombatView(
        fighter=fight.fighter,
        helper=fight.helper,
        compelled=fight.compelled,
        party=engine.strength(PARTY_SIDE),
        monsters=engine.strength(MONSTERS_SIDE),
        ahead=engine.ahead(),
        party_lines=tuple(engine.party_lines()),
        side_lines=tuple(engine.side_lines()),
        foes=tuple(_foe(engine, foe.card) for foe in fight.foes),
        treasures=engine.pool(),
        levels=engine.levels_to_win() + fight.banked_levels,
        for_the_win=engine.for_the_win(),
        stage=fight.stage,
        offers=tuple(_offer(offer, viewer) for offer in fight.offers),
        deal=None if fight.deal is None else _offer(fight.deal, viewer),
        refused=tuple(_offer(offer, viewer) for offer in fight.refused),
        fleeing=fight.fleeing,
        roll=fight.roll,
        can_be_helped=can_be_helped(engine),
        truces=tuple(map(_truce, fight.truces)),
        truce_offers=tuple(map(_truce, fight.truce_offers)),
        refused_truces=tuple(map(_truce, fight.refused_truces)),
        runs=tuple(
            DoorRunView(add.stat, add.amount, add.card, add.seat, add.monster)
            for add in fight.adds
            if add.stat in RUN_STATS
        ),
    )


def _foe(engine: DoorEngine, card: int) -> DoorMonsterView:
    foe = engine.combat.foe(card)
    assert foe is not None
    lines = tuple(engine.foe_lines(foe))
    original = engine.original(foe)
    return DoorMonsterView(
        card=foe.card,
        strength=sum(line.amount for line in lines),
        levels=engine.kill_levels(foe),
        treasures=engine.treasures(card),
        enhancers=tuple(original.enhancers),
        lines=lines,
        copy_of=foe.like if foe.like != foe.card else -1,
        stacked=tuple(engine.stack_of(foe)),
        linked=foe.linked,
        borrowed=tuple(original.borrowed),
    )


def _offer(offer: HelpOffer, viewer: int | None) -> DoorOfferView:
    """Return a bargain; only the two seats concerned see which hand cards are promised in it."""
    return DoorOfferView(
        offer.number,
        offer.by,
        offer.to,
        offer.treasures,
        offer.order,
        offer.items,
        len(offer.promises),
        offer.promises if viewer in (offer.by, offer.to) else (),
        offer.condition,
        offer.numbers,
        offer.pays,
        offer.countered,
    )


def _truce(truce: Truce) -> DoorTruceView:
    return DoorTruceView(truce.number, truce.by, truce.to, truce.payer, truce.items, truce.countered)


def _trade(trade: Trade) -> DoorTradeView:
    return DoorTradeView(trade.number, trade.by, trade.to, trade.gives, trade.wants, trade.countered)


def _wait(engine: DoorEngine, viewer: int | None) -> DoorWaitView | None:
    state = engine.state
    prompt = state.prompt
    if prompt is not None:
        mine = prompt.seat == viewer
        return DoorWaitView(
            prompt.serial,
            "prompt",
            prompt.ask,
            (prompt.seat,),
            (),
            prompt.seconds,
            prompt.card,
            prompt.slot if mine else None,
        )
    window = engine.window
    if window is None:
        return None
    return DoorWaitView(
        window.serial,
        "window",
        window.kind,
        window.waiting_seats(state.seats),
        tuple(seat for seat in range(state.seats) if window.passed >> seat & 1),
        window.seconds,
        engine.pending_curse if window.kind == "curse" else -1,
        None,
    )
