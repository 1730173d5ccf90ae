"""What the four Curse cards do (P-103 to P-106)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from typing import Literal

from cards.kernel.frames import Frame
from cards.kernel.moves import Move, Slot
from cards.panic.board import COLORS, FIGHT_RINGS
from cards.panic.card_events import CardHeldToForehead, CurseFoundNothing, TrophyTaken
from cards.panic.state import HAND, TREASURES, TROPHIES, zone
from cards.panic.table_api import PanicTableApi
from cards.panic.words.attack import Hit
from cards.panic.words.base import PLAY, PanicCurseWord


class Snatch(PanicCurseWord):
    """Get a random Treasure from one other player (P-103); one who has none gives nothing (H-103)."""

    do: Literal["snatch"]

    def describe(self) -> str:
        return "Another player gives you a random Treasure from their hand."

    def moves(self, table: PanicTableApi, seat: int, card: int) -> Iterable[Move]:
        if others := table.other_seats(seat):
            yield Move(PLAY, card, slots=(Slot("seat", "seat", others),))

    def victims(self, table: PanicTableApi, frame: Frame) -> int:
        return 1 << table.picked(frame, "seat")[0]

    def run(self, table: PanicTableApi, frame: Frame) -> None:
        for victim in table.cursed_seats(frame):
            if treasures := table.seat_cards(victim, TREASURES):
                card = treasures[table.state.dice.randbelow(len(treasures))]
                table.hand_over(card, frame.seat, "snatched", other=victim)
            else:
                tell_in_vain(table, frame)
        table.finish(frame)


class Demand(PanicCurseWord):
    """Get all Hits of one color or ring from all others (P-104, P-126, H-104)."""

    do: Literal["demand"]

    def describe(self) -> str:
        return (
            "Name a color or a ring: all others give you their Hits of it. "
            "Heroes go with their color, Any Color cards with their ring."
        )

    def moves(self, table: PanicTableApi, seat: int, card: int) -> Iterable[Move]:
        yield Move(PLAY, card, slots=(Slot("named", "word", (*COLORS, *FIGHT_RINGS)),))

    def is_demanded(self, table: PanicTableApi, card: int, named: str) -> bool:
        """Return True if the card has to be handed over."""
        return self.demands(table.rules.catalog.word(card), named)

    def demands(self, word: object, named: str) -> bool:
        """Return True if a card that does this has to be handed over."""
        if not isinstance(word, Hit):
            return False
        if named in COLORS:
            return word.colours == (named,)
        return not word.hero and named in word.rings

    def run(self, table: PanicTableApi, frame: Frame) -> None:
        named = table.picked_word(frame, "named")
        victims, found = table.cursed_seats(frame), 0
        for victim in victims:
            for card in [c for c in table.seat_cards(victim, HAND) if self.is_demanded(table, c, named)]:
                table.hand_over(card, frame.seat, "demanded", other=victim)
                found += 1
        if victims and not found:
            tell_in_vain(table, frame)
        table.finish(frame)


class SwapTrophies(PanicCurseWord):
    """Swap the player's lowest trophy for the highest of a player with more points (P-105, H-109)."""

    do: Literal["swap_trophies"]

    def describe(self) -> str:
        return (
            "Choose a player with more trophy points: your lowest trophy for their highest. "
            "Without trophies you give nothing."
        )

    def moves(self, table: PanicTableApi, seat: int, card: int) -> Iterable[Move]:
        trophies = table.seat_cards(seat, TROPHIES)
        if trophies and table.promised_cards(seat).issuperset(trophies):
            return  # what is owed to a helper cannot be swapped away (H-127), and it has nothing else
        mine = table.points(seat)
        if richer := tuple(other for other in table.other_seats(seat) if table.points(other) > mine):
            yield Move(PLAY, card, slots=(Slot("seat", "seat", richer),))

    def victims(self, table: PanicTableApi, frame: Frame) -> int:
        return 1 << table.picked(frame, "seat")[0]

    def run(self, table: PanicTableApi, frame: Frame) -> None:
        for victim in table.cursed_seats(frame):
            # Another Curse may have taken all but what is owed; only who has no trophy gives nothing (P-105).
            owed = table.promised_cards(frame.seat)
            mine = self.extremes(table, frame.seat, min, owed) or self.extremes(table, frame.seat, min)
            theirs = self.extremes(table, victim, max)
            if not theirs:
                break
            slot = Slot("trophy", "card", theirs)
            take = table.choose(frame, "take", victim, "trophy_lost", slot, card=frame.card)
            if take is None:
                return
            give: tuple[int | str, ...] = ()
            if mine:
                slot = Slot("trophy", "card", mine)
                got = table.choose(frame, "give", frame.seat, "trophy_given", slot, card=frame.card)
                if got is None:
                    return
                give = got
            for giver, taker, tokens, how in (
                (victim, frame.seat, take, ""),
                (frame.seat, victim, give, "swapped"),
            ):
                for token in tokens:
                    table.state.zones.move(int(token), zone(taker, TROPHIES))
                    table.emit(TrophyTaken(taker, trophy=int(token), giver=giver, how=how))
        table.finish(frame)

    def extremes(
        self,
        table: PanicTableApi,
        seat: int,
        which: Callable[[Iterable[int]], int],
        kept: Collection[int] = (),
    ) -> tuple[int, ...]:
        """Return the seat's trophies with the lowest or highest value; their owner chooses among them.

        Those that are ``kept`` do not count.
        """
        trophies = tuple(token for token in table.seat_cards(seat, TROPHIES) if token not in kept)
        if not trophies:
            return ()
        worth = {token: table.trophy_points(token) for token in trophies}
        best = which(worth.values())
        return tuple(token for token in trophies if worth[token] == best)


class ShowAndTake(PanicCurseWord):
    """All others hold up a random Treasure that they do not see; its player may take one (P-106)."""

    do: Literal["show_and_take"]

    def describe(self) -> str:
        return (
            "All others hold a random Treasure to their foreheads, unseen by themselves. "
            "You may take one of them; the others go back."
        )

    def moves(self, table: PanicTableApi, seat: int, card: int) -> Iterable[Move]:
        yield Move(PLAY, card)

    def run(self, table: PanicTableApi, frame: Frame) -> None:
        if "shown" not in frame.vars:
            shown: list[int] = []
            for victim in table.cursed_seats(frame):
                if treasures := table.seat_cards(victim, TREASURES):
                    card = treasures[table.state.dice.randbelow(len(treasures))]
                    shown.append(card)
                    all_but = table.seats_mask() & ~(1 << victim)
                    table.emit(CardHeldToForehead(victim, card=card, by=frame.seat, seen=all_but))
            frame.vars["shown"] = tuple(shown)
        options = tuple(card for card, _ in table.shown_treasures(frame))
        if options:
            slot = Slot("card", "card", options, 0, 1)
            got = table.choose(frame, "card", frame.seat, "forehead", slot, default=(), card=frame.card)
            if got is None:
                return
            for pick in got:
                owner = table.owner(int(pick))
                table.hand_over(int(pick), frame.seat, "taken", other=owner, seen=table.seats_mask())
        elif table.cursed_seats(frame):
            tell_in_vain(table, frame)
        table.finish(frame)


def tell_in_vain(table: PanicTableApi, frame: Frame) -> None:
    """Tell that a Curse card found nothing to take."""
    table.emit(CurseFoundNothing(frame.seat, curse=frame.card))
