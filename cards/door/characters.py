"""Levels, sex, death, curses and Seals: what happens to characters."""

from __future__ import annotations

from typing import Final

from cards.door.cards import CardOperations
from cards.door.character_events import (
    CharacterDied,
    CompanionTurned,
    CurseCancelled,
    Cursed,
    LevelChanged,
    RoleDealt,
    SealClosed,
    SealOpened,
    SexChanged,
)
from cards.door.combat_events import TruceEnded
from cards.door.events import GameWon, SkipOrdered, TurnLost
from cards.door.state import LIMBO_ZONE, SEAL_DECK, SEALS_OPEN, SPARE_ROLES, table_zone
from cards.kernel.frames import Frame

LAST_SEAL_NUMBER: Final = 7
"""The Seal that ends the world (R-665)."""
LEVELS_TO_CLOSE_SEAL: Final = 3
"""Levels gained in one turn that close a Seal (R-664)."""

MAX_PENDING_REACTIONS: Final = 16
"""With this many frames pending, further reactions are skipped."""


class CharacterOperations(CardOperations):
    """Operations on characters."""

    # levels

    def change_level(self, seat: int, n: int, card: int, *, may_win: bool = False, kill: bool = False) -> int:
        """Change a Level: never below 1 (R-003), to the winning Level only with ``may_win`` or ``kill``."""
        if not self.is_living(seat) or n == 0:
            return 0
        person = self.state.people[seat]
        before = person.level
        goal = self.win_level(seat) if kill else self.top_level
        if n < 0:
            person.level = max(1, before + n)
        elif kill or may_win:
            person.level = min(before + n, self.top_level)
        else:
            person.level = max(before, min(before + n, self.gain_cap()))
        change = person.level - before
        if change:
            self.recheck_limits = True
            self.emit(LevelChanged(seat, levels=change, card=card))
        if change > 0:
            self._after_level_gain(seat, change)
            if (kill or may_win) and person.level >= goal:
                self.win(seat)
        elif change < 0:
            self.count(seat, "levels_lost", -change)
            self.fire_all("lost_level", seat, levels=-change)
        return change

    def _after_level_gain(self, seat: int, n: int) -> None:
        self.count(seat, "levels_gained", n)
        self.fire_all("levelled", seat)
        person = self.state.people[seat]
        if person.tallies["levels_gained"] >= LEVELS_TO_CLOSE_SEAL and not person.tallies.get("closed_seal"):
            person.tallies["closed_seal"] = 1
            self.close_seal(seat)

    def set_level(self, seat: int, level: int, card: int) -> None:
        self.change_level(seat, level - self.level(seat), card)

    def win(self, seat: int) -> None:
        """Record a winner; others of the same event win as well, then the game stops (R-143, R-145)."""
        if seat not in self.state.winners:
            self.state.winners = (*self.state.winners, seat)

    def finish(self) -> None:
        """End the game."""
        self.state.over = True
        self.state.phase = "over"
        for seat in self.state.winners:
            self.emit(GameWon(seat))

    def set_sex(self, seat: int, sex: str, card: int) -> None:
        person = self.state.people[seat]
        if not self.is_living(seat) or person.sex == sex:
            return
        person.sex = sex
        self.recheck_limits = True
        self.emit(SexChanged(seat, card=card, sex=sex))

    def change_companion_sex(self, companion: int, sex: str, card: int) -> None:
        seat = self.owner(companion)
        if seat < 0 or self.in_hand(companion) or self.sex_of(companion) in ("", sex):
            return
        turned = self.state.turned
        if companion in turned:
            turned.remove(companion)
        else:
            turned.append(companion)
        self.recheck_limits = True
        self.emit(CompanionTurned(seat, companion=companion, sex=sex))

    def take_role(self, seat: int, card: int) -> None:
        """Give a seat a Role and the sex of it; the seat's previous Role becomes free (R-034, R-482)."""
        for old in self.traits(seat, "role"):
            self.move(old, SPARE_ROLES)
        self.move(card, table_zone(seat))
        person = self.state.people[seat]
        person.sex = self.defs[card].sex or person.sex
        self.emit(RoleDealt(seat, card=card))

    def spare_roles(self) -> tuple[int, ...]:
        """Return the Roles that nobody plays (H-79)."""
        cards = self.state.zones.lists[SPARE_ROLES]
        return tuple(card for card in cards if self.defs[card].kind == "role")

    def skip_turn(self, seat: int, card: int) -> None:
        """Let a seat miss its next turn; by a Curse in its own turn what is left of that (H-116)."""
        if self.defs[card].kind == "curse" and self.may_lose_turn(seat):
            self.count(seat, "turn_lost")
            self.emit(TurnLost(seat, card=card))
            return
        self.state.people[seat].skips += 1
        self.emit(SkipOrdered(seat, card=card))

    def is_cut_short(self, seat: int) -> bool:
        """Return True if nothing more happens in the seat's turn."""
        return not self.is_living(seat) or self.has_lost_turn(seat)

    def may_lose_turn(self, seat: int) -> bool:
        """Return True if the seat has a turn that is neither over nor lost already."""
        running = any(
            f.kind == "turn" and f.seat == seat and not f.vars.get("farewell") for f in self.state.frames
        )
        return running and not self.has_lost_turn(seat)

    def has_lost_turn(self, seat: int) -> bool:
        """Return True if a card has cost the seat what is left of the present turn."""
        return seat == self.active and self.tally(seat, "turn_lost") > 0

    def count(self, seat: int, name: str, n: int = 1) -> None:
        tallies = self.state.people[seat].tallies
        tallies[name] = tallies.get(name, 0) + n

    # death

    def kill(self, seat: int, card: int) -> None:
        """Let a seat die; the body is looted when the frames on top are done (R-480, H-08)."""
        if not self.is_living(seat):
            return
        if self.flag(seat, "deathless"):
            self.change_level(seat, -1, card)
            return
        person = self.state.people[seat]
        person.alive = False
        person.reborn = True
        self.state.bodies.append(seat)
        self.emit(CharacterDied(seat, card=card))
        self.fire_all("died", seat)

    # meddling

    def meddle(self, by: int) -> None:
        """Record that a seat has done something against the party (H-56); that breaks its truces (H-123)."""
        combat = self.state.combat
        if combat is None or by < 0 or self.in_combat(by):
            return
        combat.meddlers |= 1 << by
        for truce in [truce for truce in combat.truces if truce.bystander == by]:
            combat.truces.remove(truce)
            self.emit(TruceEnded(by, partner=truce.payer, items=truce.items, how="broken"))

    # curses

    def curse(self, seat: int, card: int, by: int = -1) -> None:
        """Start a curse: it is pending first, so that it can be canceled (R-008, H-07)."""
        if not self.is_living(seat):
            self.discard(card, by=by)
            return
        self.move(card, LIMBO_ZONE)
        if self.in_combat(seat):
            self.meddle(by)
        self.emit(Cursed(seat, card=card, by=by))
        frames = self.state.frames
        self.push(Frame("curse", seat, by, card))
        place = len(frames) - 1
        while place and frames[place - 1].kind == "curse" and not frames[place - 1].vars.get("struck"):
            place -= 1
        frames.insert(place, frames.pop())  # of several that are pending the first one played strikes first

    def cancel_curse(self, card: int) -> None:
        """Cancel the curse that is pending on top of the stack."""
        for frame in reversed(self.state.frames):
            if frame.kind == "curse":
                frame.vars["cancelled"] = 1
                frame.window = None
                self.emit(CurseCancelled(frame.seat, curse=frame.card, card=card))
                return

    # seals

    def open_seal(self, seat: int) -> None:
        """Open the top Seal: its text replaces the last one's; the seventh ends the game (R-662, R-665)."""
        deck = self.state.zones.lists[SEAL_DECK]
        if not deck or self.state.over:
            return
        card = deck[-1]
        self.move(card, SEALS_OPEN)
        self.recheck_limits = True
        opened = len(self.state.zones.lists[SEALS_OPEN])
        self.emit(SealOpened(seat, card=card, open_count=opened))
        if opened >= LAST_SEAL_NUMBER:
            self._end_world()
            return
        for other in self.living_seats():
            self.fire_all("seal_opened", other)
        if self.is_living(seat):
            self.fire("seal_opened", seat, card)
            hits = self.defs[card].hits
            if hits:  # on top of the stack, so it runs before the reactions of cards
                self.push(Frame("run", seat, -1, card, self.defs[card].number_of(hits)))

    def _end_world(self) -> None:
        """End the world: the highest bonus without Level wins, ties by Level, then together (R-665)."""
        scores = {
            seat: (self._standing_bonus(seat), self.level(seat)) for seat in self.living() or self.everyone()
        }
        best = max(scores.values())
        self.state.winners = tuple(seat for seat in sorted(scores) if scores[seat] == best)
        self.finish()

    def _standing_bonus(self, seat: int) -> int:
        """Return what a seat's cards in play add to its Level, whatever a fight that is on does to them."""
        combat, self.state.combat = self.state.combat, None
        self.clear_memo()
        found = sum(line.amount for line in self.member_lines(seat) if line.reason != "level")
        self.state.combat = combat
        self.clear_memo()
        return found

    def close_seal(self, seat: int) -> None:
        """Put the top open Seal under the deck of Seals; the one below it is in force again (R-664)."""
        opened = self.state.zones.lists[SEALS_OPEN]
        if not opened:
            return
        card = opened[-1]
        self.move(card, SEAL_DECK, bottom=True)
        self.recheck_limits = True
        self.emit(SealClosed(seat, card=card, open_count=len(opened) - 1))

    # reactions

    def into_play(self, card: int, seat: int) -> None:
        super().into_play(card, seat)
        if self.owner(card) == seat and not self.in_hand(card):
            self.fire("came_into_play", seat, card)

    def fire(self, event: str, seat: int, card: int, *, it: int = -1, levels: int = 0) -> None:
        """Push a card's reactions to an event, with the seat as "you" and the Levels lost as `levels`.

        Reactions to reactions are limited in depth, so that two cards that undo each other come to an end.
        """
        if sum(frame.kind == "run" for frame in self.state.frames) >= MAX_PENDING_REACTIONS:
            return
        definition = self.defs[card]
        for reaction in reversed(definition.on.get(event, ())):
            if reaction.drawback and self.is_lone(seat, definition.kind):
                continue
            frame = Frame("run", seat, it, card, definition.number_of(reaction.then))
            if levels:
                frame.vars["levels"] = levels
            if reaction.test is not None:
                # What a monster or a Seal does harms the party; it spares a lone Super Munchkin.
                self.as_drawback = True if self.owner(card) < 0 else None
                holds = reaction.test.compiled_test.holds(self, frame)
                self.as_drawback = None
                if not holds:
                    continue
            self.push(frame)

    def fire_all(self, event: str, seat: int, *, it: int = -1, levels: int = 0) -> None:
        """Push the reactions of all cards in force in front of the seat to an event."""
        reacting = self.decks.reacting.get(event)
        if reacting is None:
            return
        concerned = [card for card in self.table(seat) if card in reacting]
        for card in [card for card in concerned if self.counts(seat, card)]:
            self.fire(event, seat, card, it=it, levels=levels)
