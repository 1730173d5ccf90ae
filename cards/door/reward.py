"""After the kill: Levels, the win, Treasures, texts of monsters, the bargain (R-400 to R-410)."""

from __future__ import annotations

from itertools import zip_longest
from typing import Final

from cards.door import (
    arrivals,
    asking,
    characters,
    facts,
    foes,
    gear,
    legal,
    people,
    piles,
    places,
    reactions,
    score,
    waits,
    winning,
)
from cards.door import combat as fighting
from cards.door.card_events import CardReceived
from cards.door.combat_events import BargainItemVoid, MonsterKilled
from cards.door.state import HelpOffer
from cards.door.table import FrameHandler, Table
from cards.kernel.frames import Frame
from cards.kernel.moves import Slot, numbers_in

LEVELS_STEP: Final = 0
OFFER_STEP: Final = 1
DRAW_STEP: Final = 2
SHARE_STEP: Final = 3
AFTERMATH_STEP: Final = 4
BARGAIN_STEP: Final = 5
CLEAR_STEP: Final = 6
"""Steps of the frame of a reward, in the order of R-410."""


def reward(table: Table, frame: Frame) -> None:
    """Hand out everything that was won, together and only now (R-005)."""
    if not people.is_living(table, table.combat.fighter):
        frame.step = CLEAR_STEP
    elif table.combat.stage == "ended" and frame.step == LEVELS_STEP:
        settle_items(table, won=False)
        frame.step = CLEAR_STEP
    STEP_HANDLERS[frame.step](table, frame)


def _levels(table: Table, frame: Frame) -> None:
    """Give Levels to the fighter and to an Elf helper (R-400 to R-402); the game may end here (H-28).

    Then all that was in the combat is discarded: it can be drawn again at once (H-140).
    """
    fight = table.combat
    frame.step = OFFER_STEP
    loot = score.killed_pool(table)
    fighter, helper = fight.fighter, fight.helper
    slain = len(fight.foes) + fight.slain
    levels = score.levels_to_win(table) + fight.banked_levels
    for foe in fight.foes:
        table.emit(MonsterKilled(fighter, monster=foe.card, helper=helper))
    people.count(table, fighter, "monsters_killed", len(fight.foes))
    frame.vars["slain"] = slain
    frame.vars["won"] = tuple([foes.original(table, foe).like for foe in fight.foes])
    helps = facts.total(table, helper, "helper_levels") * slain if helper >= 0 else 0
    characters.change_level(table, fighter, levels, -1, kill=True)
    if helps > 0:
        characters.change_level(table, helper, helps, -1, kill=True)
    if table.options.shared_victory and helper >= 0 and fighter in table.state.winners:
        winning.win(table, helper)
    fighting.discard_all(table)
    fight.slain, fight.loot, fight.foes, fight.adds = slain, loot, [], []


def _offer(table: Table, frame: Frame) -> None:
    """Wait for what the fighter can do before drawing, e.g. a Cleric's Resurrection (H-40).

    Only cards in play open this wait, so that it reveals nothing about hands.
    """
    seat = table.fighter
    if not frame.vars.pop("closed", 0) and score.pool(table):
        waits.open_window(table, frame, "reward", 1 << seat, table.options.answer_seconds)
        used = [move.card for move in legal.moves(table, seat, "use") if move.verb == "use"]
        if any(not places.in_hand(table, card) for card in used):
            return
        frame.window = None
    frame.step = DRAW_STEP


def _draw(table: Table, frame: Frame) -> None:
    """Draw the Treasures: hidden if alone, open to all with a helper (R-403 to R-405)."""
    fight = table.combat
    frame.step = SHARE_STEP
    pool = score.pool(table)
    fight.banked = fight.banked_levels = 0
    helped = fight.helper >= 0
    fight.loot = 0
    pool += facts.total(table, fight.fighter, "extra_treasures") if frame.int_var("slain") else 0
    drawn = piles.draw(
        table, fight.fighter, "treasure", pool, face_up=helped, to="limbo" if helped else "hand"
    )
    frame.vars["drawn"] = tuple(drawn) if helped else ()


def pick_sequence(table: Table, deal: HelpOffer | None, count: int) -> list[int]:
    """Return the seat that picks each card, in order, by the bargain (H-04, R-407).

    A helper who has died meanwhile receives nothing, so all is the fighter's (R-486).
    """
    fight = table.combat
    if deal is None or not has_helper(table):
        return [fight.fighter] * count
    for_helper = count if deal.treasures < 0 else min(deal.treasures, count)
    for_fighter = count - for_helper
    helper, fighter = fight.helper, fight.fighter
    if deal.order == "fighter":
        return [fighter] * for_fighter + [helper] * for_helper
    if deal.order in ("alternating", "fighter_alternating"):
        parties = [[helper] * for_helper, [fighter] * for_fighter]
        first, second = parties if deal.order == "alternating" else reversed(parties)
        return [seat for pair in zip_longest(first, second) for seat in pair if seat is not None]
    return [helper] * for_helper + [fighter] * for_fighter


def has_helper(table: Table) -> bool:
    """Return True if there is a helper who can receive something."""
    return table.combat.helper >= 0 and people.is_living(table, table.combat.helper)


def _share(table: Table, frame: Frame) -> None:
    """Let the party pick from the open Treasures in the agreed order (R-406)."""
    drawn = frame.cards("drawn")
    cards = [card for card in drawn if places.in_limbo(table, card)]
    if not cards:
        frame.step = AFTERMATH_STEP
        return
    order = pick_sequence(table, table.combat.deal, len(drawn))
    if _shared_without_picking(table, cards):
        return
    turn = len(drawn) - len(cards)
    seat = order[turn]
    if len(set(order[turn:])) == 1:
        picked = cards
    else:
        slot = Slot("card", "card", tuple(cards))
        answer = asking.choose(table, frame, f"pick{turn}", seat, "pick_treasure", slot)
        picked = list(numbers_in(answer))
    _hand_out(table, picked, seat)


def _shared_without_picking(table: Table, cards: list[int]) -> bool:
    """Share the Treasures out by number or by lot, if that is the bargain (H-04)."""
    fight = table.combat
    deal = fight.deal
    if deal is None or not has_helper(table) or not (deal.numbers or deal.order == "lot"):
        return False
    mixed = list(cards)
    if deal.numbers:
        count = len(cards)
        there = [number for number in deal.numbers if number <= count]
        free = [number for number in range(count, 0, -1) if number not in there]
        due = {*there, *free[: len(deal.numbers) - len(there)]}  # as many as agreed, if there are as many
        helpers = [card for number, card in enumerate(cards, 1) if number in due]
    else:
        table.state.dice.shuffle(mixed)
        helpers = mixed if deal.treasures < 0 else mixed[: deal.treasures]
    _hand_out(table, helpers, fight.helper)
    _hand_out(table, [card for card in mixed if card not in helpers], fight.fighter)
    return True


def _hand_out(table: Table, cards: list[int], seat: int) -> None:
    for card in cards:
        if people.is_living(table, seat):
            piles.put_in_hand(table, card, seat)
            table.emit(CardReceived(seat, card=card, source="treasure"))
        else:
            piles.discard(table, card)


def _aftermath(table: Table, frame: Frame) -> None:
    """Follow the special instructions of monsters and abilities."""
    fight = table.combat
    frame.step = BARGAIN_STEP
    fighter, helper = fight.fighter, fight.helper
    reactions.fire_all(table, "won", fighter)
    if helper >= 0:
        reactions.fire_all(table, "won", helper)
    for _ in range(frame.int_var("slain")):  # H-145
        reactions.fire_all(table, "killed", fighter)
        if helper < 0:
            reactions.fire_all(table, "killed_alone", fighter)
        else:
            reactions.fire_all(table, "killed", helper)
            reactions.fire_all(table, "helped_kill", helper)
    for card in frame.cards("won"):
        reactions.fire(table, "won", fighter, card)


def _bargain(table: Table, frame: Frame) -> None:
    """Hand over promised Items, then play promised cards on the helper (H-05, R-410)."""
    frame.step = CLEAR_STEP
    settle_items(table, won=True)
    fight = table.combat
    deal = fight.deal
    if deal is not None and {deal.by, deal.to} == {fight.fighter, fight.helper}:
        for card in reversed(deal.promises):
            table.push(Frame("promise", deal.by, deal.to, card))


def settle_items(table: Table, *, won: bool) -> None:
    """Exchange the promised Items, if both live and these are still there (H-05, H-111)."""
    fight = table.combat
    deal, fighter, helper = fight.deal, fight.fighter, fight.helper
    if (
        deal is None
        or helper < 0
        or not (people.is_living(table, helper) and people.is_living(table, fighter))
    ):
        return
    if not won and deal.condition == "won":
        return
    mine, theirs = gear.tradable(table, fighter), gear.tradable(table, helper)
    gives = tuple(card for card in deal.items if card in mine)
    gets = tuple(card for card in deal.pays if card in theirs)
    for cards, giver, taker in ((gets, helper, fighter), (gives, fighter, helper)):
        back = gives if giver == helper else ()
        for card in cards:
            if gear.can_receive(table, taker, (card,), back):
                arrivals.hand_over(table, card, taker)
                table.emit(CardReceived(taker, card=card, giver=giver, source="carried"))
            else:
                table.emit(BargainItemVoid(taker, card=card))


def _clear(table: Table, frame: Frame) -> None:
    table.pop(frame)
    for card in frame.cards("drawn"):
        if places.in_limbo(table, card):
            piles.discard(table, card)
    fighting.clear_combat(table)


STEP_HANDLERS: Final[tuple[FrameHandler, ...]] = (
    _levels,
    _offer,
    _draw,
    _share,
    _aftermath,
    _bargain,
    _clear,
)
FRAME_HANDLERS: dict[str, FrameHandler] = {"reward": reward}
