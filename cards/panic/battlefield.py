"""Monsters and structures: who can be reached, moved, hurt; what falls; when the game ends."""

from __future__ import annotations

from cards.kernel.frames import Frame
from cards.panic.board import CASTLE, RINGS, after_hit, space
from cards.panic.state import BAG, BOARD, DRAWN, EARNED, GRAVE, HAND, TREASURES, TROPHIES, Deal, Monster
from cards.panic.table import Table
from cards.panic.words.powers import NoSpecials


class Battlefield(Table):
    """The part of the machine that knows the board."""

    # looking

    def monster(self, token: int) -> Monster:
        """Return a monster on the board."""
        return next(m for m in self.state.board if m.token == token)

    def on_board(self, token: int) -> bool:
        """Tell whether the monster is on the board."""
        return self.state.zones.place[token] == BOARD

    def chosen_monster(self, frame: Frame) -> Monster:
        """Return the monster on which a card was played."""
        return self.monster(self.picked(frame, "monster")[0])

    def still(self, token: int) -> bool:
        """Tell whether a monster does not move: glued, or all are asleep (P-109, P-142)."""
        return self.state.asleep or self.state.glued == token

    def movable(self) -> tuple[int, ...]:
        """Return the monsters that can be moved."""
        return tuple(m.token for m in self.state.board if m.health > 0 and not self.still(m.token))

    def targets(self, mask: int, card: int, *, moving: bool = False, fights: bool = False) -> tuple[int, ...]:
        """Return the monsters on which this card may be used in these spaces.

        ``moving`` leaves out what cannot be moved (P-123, H-95), ``fights`` what a helper's card may not
        touch (P-205). A Wizard's Specials spare his nemesis (P-122), a pledged card its other monsters.
        """
        catalog = self.rules.catalog
        user = self.user(card)
        character = self.character(user) if user >= 0 else None
        nemesis = character.nemesis if character is not None else None
        spared = -1
        if catalog.kind[card] == "special" and isinstance(nemesis, NoSpecials):
            spared = catalog.index(nemesis.monster)
        deal = self.open_deal(card)
        found: list[int] = []
        for m in self.state.board:
            token = m.token
            if m.health == 0 or token == spared or not mask >> space(m.ring, m.arc) & 1:
                continue
            if moving and self.still(token):
                continue
            if deal is not None and not self.covers(deal, token, fights=fights):
                continue
            found.append(token)
        return tuple(found)

    def open_deal(self, card: int) -> Deal | None:
        """Return the deal by which the card was pledged and not used yet."""
        return next((d for d in self.state.deals if d.offer.card == card and not d.used), None)

    def covers(self, deal: Deal, token: int, *, fights: bool) -> bool:
        """Tell whether a pledged card may be used on the monster."""
        if fights and self.rules.catalog.alone[token]:
            return False
        return deal.offer.monster in (-1, token)

    def slain_outright(self, token: int) -> bool:
        """Tell whether the monster waits in the trophy window after a kill that asked for no damage."""
        return any(f.kind == "slain" and f.card == token and f.number("special") for f in self.state.frames)

    # changing

    def hurt(self, monster: Monster, by: str) -> None:
        """Take the one point that a structure does; a kill brings no trophy (P-074, P-055)."""
        health = after_hit(monster.health, 1, self.rules.catalog.lowest[monster.token])
        if health == 0 and monster.token in self.state.unslayable:
            return
        if health == 0:
            self.remove(monster, "died", -1, by)
        elif health != monster.health:
            monster.health = health
            self.tell("hurt", cards=(monster.token,), count=health, word=by)

    def remove(self, monster: Monster, how: str, seat: int = -1, by: str = "") -> None:
        """Discard a monster from the board (P-121)."""
        self.state.zones.move(monster.token, GRAVE)
        self.tell(how, seat, cards=(monster.token,), word=by)
        self.forget(monster)
        self.check_end()

    def forget(self, monster: Monster) -> None:
        """Take a monster off the board after its token went elsewhere."""
        state = self.state
        state.board.remove(monster)
        if state.glued == monster.token:
            state.glued = -1
        if monster.token in state.unslayable:
            state.unslayable.remove(monster.token)
        state.claims.pop(monster.token, None)
        state.attacked.pop(monster.token, None)

    def squash(self, ring: int, arc: int) -> None:
        """Discard everything in a space (P-191)."""
        for monster in [m for m in self.state.board if (m.ring, m.arc) == (ring, arc)]:
            self.remove(monster, "squashed")

    def put(self, monster: Monster, ring: int, arc: int) -> None:
        """Set a monster into a space and say so."""
        monster.ring, monster.arc = ring, arc
        self.tell("moved", cards=(monster.token,), count=arc, word=RINGS[ring])

    def shift(self, monster: Monster, ring: int, arc: int) -> None:
        """Move one monster; a Tower in its way falls and hurts it (H-110)."""
        if ring == CASTLE and self.break_tower(arc, "monster"):
            if self.state.over:
                return
            self.hurt(monster, "tower")
        if self.on_board(monster.token):
            self.put(monster, ring, arc)

    def march(self, movers: tuple[int, ...], way: str) -> None:
        """Let these monsters move at once, as soon as the frame on top is through with its step."""
        self.push(Frame("march", self.state.active, vars={"movers": movers, "way": way}))

    def break_wall(self, arc: int, by: str) -> bool:
        """Hit what stands between Swordsman ring and Castle: the Fortify token goes first (P-178).

        Returns False if nothing stood there.
        """
        state, bit = self.state, 1 << arc
        if state.fortified & bit:
            state.fortified &= ~bit
            self.tell("token_fell", count=arc, word=by)
        elif state.walls & bit:
            state.walls &= ~bit
            self.tell("wall_fell", count=arc, word=by)
        else:
            return False
        return True

    def break_tower(self, arc: int, by: str) -> bool:
        """Hit a Tower; the last one to fall may end the game (P-210). Returns False if none stood there."""
        state, bit = self.state, 1 << arc
        if not state.towers & bit:
            return False
        state.towers &= ~bit
        self.tell("tower_fell", count=arc, word=by)
        if not state.towers:
            self.end("towers")
        return True

    # the end

    def check_end(self) -> None:
        """End the game once all tokens were played and all monsters are gone (P-211, P-214)."""
        lists = self.state.zones.lists
        if not (lists[BAG] or lists[BOARD] or lists[DRAWN] or self.state.over):
            self.end("monsters")

    def end(self, why: str) -> None:
        """End the game: settle what is owed, count points, name the winner (P-211 to P-214)."""
        state = self.state
        if state.over:
            return
        self.take_earned()
        state.over = True
        state.prompt = None
        for seat in self.in_order(state.active):
            self.tell("scored", seat, count=self.points(seat))
        lost = why == "left" or (why == "towers" and self.rules.needs_tower)
        state.winners = () if lost else (self._master(),)
        self.tell("ended", word=why)
        for seat in state.winners:
            self.tell("won", seat, count=self.points(seat))

    def _master(self) -> int:
        """Return who has most points, then most trophies, then the better die (P-212, H-97)."""

        def rank(seat: int) -> tuple[int, int]:
            return self.points(seat), len(self.part(seat, TROPHIES))

        seats = self.in_order(self.state.active)
        best = max(map(rank, seats))
        tied = [seat for seat in seats if rank(seat) == best]
        while len(tied) > 1:
            rolls = {seat: self.roll(seat, "tie") for seat in tied}
            tied = [seat for seat in tied if rolls[seat] == max(rolls.values())]
        return tied[0]

    def close_seat(self, seat: int) -> None:
        """Discard all that a leaver has and let his seat be skipped (H-17)."""
        state = self.state
        state.gone |= 1 << seat
        self.tell("left", seat)
        for card in self.part(seat, HAND) + self.part(seat, TREASURES) + self.part(seat, EARNED):
            self.discard(card)
        for token in self.part(seat, TROPHIES):
            for card in [c for c, trophy in state.under.items() if trophy == token]:
                del state.under[card]
                self.discard(card)
            self.discard(token)
        curse = self.curse_in_front(seat)
        if curse >= 0:
            self.discard(curse)
