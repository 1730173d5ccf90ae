"""What a seat may see, built from an allow-list: the only place that decides about secrets."""

from __future__ import annotations

from typing import Final

from cards.door import curses, facts, foes, gear, places, score
from cards.door.charity import hand_limit
from cards.door.help import can_be_helped
from cards.door.state import (
    DOOR_DECK,
    DOOR_DISCARD,
    MONSTERS_SIDE,
    PARTY_SIDE,
    SEALS_OPEN,
    TREASURE_DECK,
    TREASURE_DISCARD,
    HelpOffer,
)
from cards.door.table import Table
from cards.door.view_types import (
    DoorCombatView,
    DoorItemView,
    DoorMonsterView,
    DoorOfferView,
    DoorRunView,
    DoorSeatView,
    DoorView,
    DoorWaitView,
)
from cards.door.windows import COMPANION_KINDS, TRAIT_KINDS

RUN_STATS: Final = frozenset({"flee", "no_escape"})
"""Changes of a combat that concern running away."""


def view(table: Table, seat: int | None) -> DoorView:
    """Return the table as a seat may see it, or an onlooker (None)."""
    state = table.state
    piles = state.zones.lists
    return DoorView(
        seat=seat,
        turn=state.turn,
        active=state.active,
        phase=state.phase,
        seats=tuple(_seat(table, other, seat) for other in range(state.seats)),
        door_count=len(piles[DOOR_DECK]),
        treasure_count=len(piles[TREASURE_DECK]),
        door_discards=len(piles[DOOR_DISCARD]),
        treasure_discards=len(piles[TREASURE_DISCARD]),
        door_top=piles[DOOR_DISCARD][-1] if piles[DOOR_DISCARD] else -1,
        treasure_top=piles[TREASURE_DISCARD][-1] if piles[TREASURE_DISCARD] else -1,
        combat=_combat(table, seat),
        trades=tuple(state.trades),
        refused=tuple(state.refused),
        wait=_wait(table, seat),
        curse=curses.pending_card(table),
        curse_on=curses.victim(table),
        seals=piles[SEALS_OPEN],
        win_level=table.decks.top_level,
        over=state.over,
        winners=state.winners,
        commitment=state.commitment,
        seed=state.dice.seed if state.over else None,
    )


def seen_hand(table: Table, seat: int, viewer: int | None) -> tuple[int, ...]:
    """Return what the viewer sees of a seat's hand: everything, or nothing."""
    return places.hand(table, seat) if seat == viewer or facts.flag(table, seat, "open_hand") else ()


def _seat(table: Table, other: int, viewer: int | None) -> DoorSeatView:
    person = table.state.people[other]
    in_play = places.in_play(table, other)
    hand = places.hand(table, other)
    lasting = table.state.lasting
    strength_lines = tuple(score.member_lines(table, other))
    return DoorSeatView(
        seat=other,
        level=person.level,
        sex=person.sex,
        alive=person.alive,
        left=person.left,
        strength=sum(line.amount for line in strength_lines),
        traits=tuple(card for card in in_play if table.defs[card].kind in TRAIT_KINDS),
        items=tuple(
            _item(table, other, card)
            for card in in_play
            if table.defs[card].kind not in TRAIT_KINDS | COMPANION_KINDS and card not in lasting
        ),
        companions=tuple(card for card in in_play if table.defs[card].kind in COMPANION_KINDS),
        curses=tuple(card for card in in_play if card in lasting),
        hand_size=len(hand),
        hand=seen_hand(table, other, viewer),
        hand_limit=hand_limit(table, other),
        turned=tuple(card for card in in_play if card in table.state.turned),
        aside=tuple(person.aside),
        win_level=facts.win_level(table, other),
        strength_lines=strength_lines,
    )


def _item(table: Table, seat: int, card: int) -> DoorItemView:
    equipped = card in table.state.people[seat].equipped
    counts = equipped and facts.usable(table, seat, card)
    under = table.state.under.get(card, -1)
    bearer = next((c for c in places.attached(table, card) if table.defs[c].kind == "companion"), -1)
    return DoorItemView(card, equipped, gear.bonus_now(table, seat, card) if counts else 0, under, bearer)


def _combat(table: Table, viewer: int | None) -> DoorCombatView | None:
    fight = table.state.combat
    if fight is None:
        return None
    return DoorCombatView(
        fighter=fight.fighter,
        helper=fight.helper,
        compelled=fight.compelled,
        party=score.strength(table, PARTY_SIDE),
        monsters=score.strength(table, MONSTERS_SIDE),
        ahead=score.ahead(table),
        party_lines=tuple(score.party_lines(table)),
        side_lines=tuple(score.side_lines(table)),
        foes=tuple(_foe(table, foe.card) for foe in fight.foes),
        treasures=score.pool(table),
        levels=score.levels_to_win(table) + fight.banked_levels,
        stage=fight.stage,
        offers=tuple(_offer(offer, viewer) for offer in fight.offers),
        deal=None if fight.deal is None else _offer(fight.deal, viewer),
        refused=tuple(_offer(offer, viewer) for offer in fight.refused),
        fleeing=fight.fleeing,
        roll=fight.roll,
        can_be_helped=can_be_helped(table),
        truces=tuple(fight.truces),
        truce_offers=tuple(fight.truce_offers),
        refused_truces=tuple(fight.refused_truces),
        runs=tuple(
            DoorRunView(add.stat, add.amount, add.card, add.seat, add.monster)
            for add in fight.adds
            if add.stat in RUN_STATS
        ),
        wins_ties=score.wins_ties(table),
        winners=tuple(score.winners(table)),
        helper_levels=score.helper_levels(table),
    )


def _foe(table: Table, card: int) -> DoorMonsterView:
    foe = table.combat.foe(card)
    assert foe is not None
    lines = tuple(score.foe_lines(table, foe))
    original = foes.original(table, foe)
    return DoorMonsterView(
        card=foe.card,
        strength=sum(line.amount for line in lines),
        levels=score.kill_levels(table, foe),
        treasures=score.treasures(table, card),
        enhancers=tuple(original.enhancers),
        lines=lines,
        copy_of=foe.like if foe.like != foe.card else -1,
        stacked=tuple(foes.stack_of(table, foe)),
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


def _wait(table: Table, viewer: int | None) -> DoorWaitView | None:
    state = table.state
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
    window = table.window
    if window is None:
        return None
    return DoorWaitView(
        window.serial,
        "window",
        window.kind,
        window.waiting_seats(state.seats),
        tuple(seat for seat in range(state.seats) if window.passed >> seat & 1),
        window.seconds,
        curses.pending_card(table) if window.kind == "curse" else -1,
        None,
    )
