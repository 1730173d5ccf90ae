"""Monsters and structures: who can be reached, moved, hurt; what falls; when the game ends."""

from __future__ import annotations

from cards.kernel.events import NOBODY, Event, SeatLeft
from cards.kernel.frames import Frame
from cards.panic.board import CASTLE, RINGS, after_hit, space
from cards.panic.events import PanicEnded, PanicWon, SeatScored
from cards.panic.monster_events import (
    FortifyTokenFell,
    MonsterDied,
    MonsterHurt,
    MonsterMoved,
    MonsterSquashed,
    TowerFell,
    WallFell,
)
from cards.panic.state import (
    BAG,
    BOARD,
    DRAWN_TOKEN,
    EARNED_TREASURES,
    HAND,
    TOKEN_DISCARDS,
    TREASURES,
    TROPHIES,
    Deal,
    Monster,
)
from cards.panic.table import PanicTable
from cards.panic.words.powers import NoSpecials


class Battlefield(PanicTable):
    """The part of the machine that knows the board."""

    # looking

    def monster(self, token: int) -> Monster:
        """Return a monster on the board."""
        return next(m for m in self.state.board if m.token == token)

    def on_board(self, token: int) -> bool:
        """Return True if the monster is on the board."""
        return self.state.zones.place[token] == BOARD

    def chosen_monster(self, frame: Frame) -> Monster:
        """Return the monster on which a card was played."""
        return self.monster(self.picked(frame, "monster")[0])

    def is_immobile(self, token: int) -> bool:
        """Return True if a monster does not move: glued, or all are asleep (P-109, P-142)."""
        return self.state.asleep or self.state.glued == token

    def movable_monsters(self) -> tuple[int, ...]:
        """Return the monsters that can be moved."""
        return tuple(m.token for m in self.state.board if m.health > 0 and not self.is_immobile(m.token))

    def targets(
        self,
        mask: int,
        card: int,
        *,
        moving: bool = False,
        fights: bool = False,
        as_agreed: bool = True,
        user: int = NOBODY,
    ) -> tuple[int, ...]:
        """Return the monsters on which ``user``, by default the card's own, may use it in these spaces.

        ``moving`` leaves out what cannot be moved (P-123, H-95), ``fights`` what a helper's card may not
        touch (P-205), ``as_agreed`` what a pledged card was not offered against. A Wizard's Specials never
        reach the Wizard's nemesis (P-122).
        """
        catalog = self.rules.catalog
        if user == NOBODY:
            user = self.card_user(card)
        character = self.character(user) if user >= 0 else None
        nemesis = character.nemesis if character is not None else None
        spared = -1
        if catalog.kind[card] == "special" and isinstance(nemesis, NoSpecials):
            spared = catalog.index(nemesis.monster)
        deal = self.open_deal_for(card) if as_agreed else None
        found: list[int] = []
        for m in self.state.board:
            token = m.token
            if m.health == 0 or token == spared or not mask >> space(m.ring, m.arc) & 1:
                continue
            if moving and self.is_immobile(token):
                continue
            if deal is not None and not self.deal_covers(deal, token, fights=fights):
                continue
            found.append(token)
        return tuple(found)

    def open_deal_for(self, card: int) -> Deal | None:
        """Return the deal under which the card is pledged, if it has not been used yet."""
        return next((d for d in self.state.deals if d.offer.card == card and not d.used), None)

    def deal_covers(self, deal: Deal, token: int, *, fights: bool) -> bool:
        """Return True if a pledged card may be used on the monster."""
        if fights and self.rules.catalog.alone[token]:
            return False
        return deal.offer.monster in (-1, token)

    def was_slain_outright(self, token: int) -> bool:
        """Return True if the monster waits in the trophy window after being slain without damage."""
        return any(f.kind == "slain" and f.card == token and f.int_var("special") for f in self.state.frames)

    # changing

    def hit_by_structure(self, monster: Monster, by: str) -> None:
        """Deal the one point of damage that a structure does; a kill brings no trophy (P-074, P-055)."""
        health = after_hit(monster.health, 1, self.rules.catalog.lowest[monster.token])
        if health == 0 and monster.token in self.state.unslayable:
            return
        if health == 0:
            self.remove(monster, MonsterDied(monster=monster.token, cause=by))
        elif health != monster.health:
            monster.health = health
            self.emit(MonsterHurt(monster=monster.token, health=health, cause=by))

    def remove(self, monster: Monster, event: Event) -> None:
        """Discard a monster from the board (P-121); the event says how it went."""
        self.state.zones.move(monster.token, TOKEN_DISCARDS)
        self.emit(event)
        self.drop_from_board(monster)
        self.check_end()

    def drop_from_board(self, monster: Monster) -> None:
        """Take a monster off the board after its token has moved to another zone."""
        state = self.state
        state.board.remove(monster)
        if state.glued == monster.token:
            state.glued = -1
        if monster.token in state.unslayable:
            state.unslayable.remove(monster.token)
        state.claims.pop(monster.token, None)
        state.attacked.pop(monster.token, None)
        state.past_attacks = [attack for attack in state.past_attacks if attack.token != monster.token]

    def squash_space(self, ring: int, arc: int) -> None:
        """Discard everything in a space (P-191)."""
        for monster in [m for m in self.state.board if (m.ring, m.arc) == (ring, arc)]:
            self.remove(monster, MonsterSquashed(monster=monster.token))

    def set_space(self, monster: Monster, ring: int, arc: int) -> None:
        """Put a monster in a space and emit the event."""
        monster.ring, monster.arc = ring, arc
        self.emit(MonsterMoved(monster=monster.token, arc=arc, ring=RINGS[ring]))

    def move_monster(self, monster: Monster, ring: int, arc: int) -> None:
        """Move one monster; a Tower in its way falls and hurts it (H-119)."""
        if ring == CASTLE and self.break_tower(arc, "monster", (monster.token,)):
            if self.state.over:
                return
            self.hit_by_structure(monster, "tower")
        if self.on_board(monster.token):
            self.set_space(monster, ring, arc)

    def start_march(self, movers: tuple[int, ...], way: str) -> None:
        """Make these monsters move together once the frame on top has finished its step."""
        self.push(Frame("march", self.state.active, vars={"movers": movers, "way": way}))

    def break_wall(self, arc: int, by: str) -> bool:
        """Hit what stands between Swordsman ring and Castle: the Fortify token goes first (P-178).

        Returns False if nothing stood there.
        """
        state, bit = self.state, 1 << arc
        if state.fortified & bit:
            state.fortified &= ~bit
            self.emit(FortifyTokenFell(arc=arc, cause=by))
        elif state.walls & bit:
            state.walls &= ~bit
            self.emit(WallFell(arc=arc, cause=by))
        else:
            return False
        return True

    def break_tower(self, arc: int, by: str, monsters: tuple[int, ...] = ()) -> bool:
        """Hit a Tower; the last one to fall may end the game (P-210). Returns False if none stood there."""
        state, bit = self.state, 1 << arc
        if not state.towers & bit:
            return False
        state.towers &= ~bit
        self.emit(TowerFell(arc=arc, cause=by, monsters=monsters))
        if not state.towers:
            self.end_game("towers")
        return True

    # the end

    def check_end(self) -> None:
        """End the game if all tokens have been played and all monsters are gone (P-211, P-214).

        Once what is being done is done, whoever holds cards has time for those of any time (H-154).
        """
        lists, frames = self.state.zones.lists, self.state.frames
        if lists[BAG] or lists[BOARD] or lists[DRAWN_TOKEN] or self.state.over:
            return
        if not self.may_play_last():
            self.end_game("monsters")
        elif all(frame.kind != "last_call" for frame in frames):
            frames.insert(1, Frame("last_call", self.state.active))

    def may_play_last(self) -> bool:
        """Return True if points decide and anybody has cards, which is public."""
        seats = self.seats_from(self.state.active)
        parts = (HAND, TREASURES, EARNED_TREASURES)
        return len(seats) > 1 and any(self.seat_cards(seat, part) for seat in seats for part in parts)

    def end_game(self, why: str) -> None:
        """End the game: settle what is owed, count points, name the winner (P-211 to P-214)."""
        state = self.state
        if state.over:
            return
        self.collect_earned()
        state.over = True
        state.prompt = None
        for seat in self.seats_from(state.active):
            self.emit(SeatScored(seat, points=self.points(seat)))
        lost = why == "left" or (why == "towers" and self.rules.needs_tower)
        state.winners = () if lost else (self._decide_winner(),)
        self.emit(PanicEnded(reason=why))
        for seat in state.winners:
            self.emit(PanicWon(seat, points=self.points(seat)))

    def _decide_winner(self) -> int:
        """Return the seat with the most points; trophies, then dice break ties (P-212, H-97)."""

        def rank(seat: int) -> tuple[int, int]:
            return self.points(seat), len(self.seat_cards(seat, TROPHIES))

        seats = self.seats_from(self.state.active)
        best = max(map(rank, seats))
        tied = [seat for seat in seats if rank(seat) == best]
        while len(tied) > 1:
            rolls = {seat: self.roll(seat, "tie") for seat in tied}
            tied = [seat for seat in tied if rolls[seat] == max(rolls.values())]
        return tied[0]

    def close_seat(self, seat: int) -> None:
        """Discard everything a leaving player has; their seat is skipped from now on (H-17).

        What they have borrowed and not played goes back to its owner (P-111).
        """
        state = self.state
        state.gone |= 1 << seat
        state.waived.pop(seat, None)
        state.offers = [offer for offer in state.offers if offer.seat != seat]
        self.emit(SeatLeft(seat))
        for card, owner in list(state.borrowed.items()):
            if self.in_hand(card, seat):
                del state.borrowed[card]
                self.give_back(card, owner, 1 << seat | 1 << owner)
        for card in (
            self.seat_cards(seat, HAND)
            + self.seat_cards(seat, TREASURES)
            + self.seat_cards(seat, EARNED_TREASURES)
        ):
            self.discard(card)
        for token in self.seat_cards(seat, TROPHIES):
            for card in [c for c, trophy in state.under.items() if trophy == token]:
                del state.under[card]
                self.discard(card)
            self.discard(token)
        curse = self.curse_in_front(seat)
        if curse >= 0:
            self.discard(curse)
