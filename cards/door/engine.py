"""The engine: runs pending frames, answers prompts, takes moves, and enforces limits in between."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from cards.door import interruption
from cards.door.card_events import TradeEnded
from cards.door.events import DieRolled, PassedWindow, TimedOut
from cards.door.kinds import FIGHTING_MARK, OWN_TURN_MARK
from cards.door.rule_tables import MAX_GROUPS, MoveGroup
from cards.door.state import LIMBO_ZONE, MAX_SEATS, hand_zone
from cards.door.state_based_actions import StateBasedActions
from cards.door.windows import (
    COMBAT_WINDOWS,
    OPEN_PLAY_WINDOWS,
    QUESTION_WINDOW,
    UNPASSABLE_WINDOWS,
)
from cards.kernel.events import SeatLeft
from cards.kernel.frames import Frame, Window
from cards.kernel.moves import ANSWER_VERB, PASS_VERB, Move, Pick, Picks, Refusal, Slot, can_fill, make_move
from cards.language import interpreter
from cards.language.base import Block

PASS_MOVE: Final = Move(PASS_VERB)
NO_LISTS: Final[list[Any]] = [None] * MAX_SEATS
"""Legal lists by seat, before there is one."""
NO_GROUP_LISTS: Final[list[Any]] = [None] * MAX_GROUPS
"""Lists by group of move sources, before there is one."""


class Engine(StateBasedActions):
    """All operations together. ``DoorEngine`` adds the rules' tables and the frame handlers."""

    # words of the card language

    def choose(
        self,
        frame: Frame,
        key: str,
        seat: int,
        ask: str,
        slot: Slot,
        default: tuple[Pick, ...] | None = None,
        *,
        always: bool = False,
        card: int = -1,
    ) -> tuple[Pick, ...] | None:
        """Ask a seat about a card, if not said the frame's; who has left gets the default answer (H-17)."""
        if interruption.is_outdated(frame, key, slot):
            del frame.vars[key]
        if self.state.people[seat].left and key not in frame.vars:
            frame.vars[key] = default if default is not None else slot.options[: slot.least]
        return self.ask(
            frame,
            key,
            seat,
            ask,
            slot,
            seconds=self.options.answer_seconds,
            default=default,
            card=card if card >= 0 else frame.card,
            always=always,
        )

    def roll(self, frame: Frame, key: str, seat: int) -> int:
        """Roll a die, once for each key of the frame."""
        got = frame.vars.get(key)
        if isinstance(got, int):
            return got
        die = self.state.dice.roll()
        frame.vars[key] = die
        self.emit(DieRolled(seat, die=die, card=frame.card))
        return die

    def randbelow(self, frame: Frame, key: str, bound: int) -> int:
        """Draw a random number, once for each key of the frame."""
        got = frame.vars.get(key)
        if not isinstance(got, int):
            got = self.state.dice.randbelow(bound)
            frame.vars[key] = got
        return got

    def name_choices(self, frame: Frame, key: str, card: int, n: int) -> tuple[str, ...]:
        """Return ``n`` names of cards of the card's kind, with its own among them; the same for each key."""
        made = self.defs[card]
        names = sorted({other.name for other in self.defs if other.kind == made.kind} - {made.name})
        found = [made.name]
        while names and len(found) < n:
            found.append(names.pop(self.randbelow(frame, f"{key}{len(found)}", len(names))))
        return tuple(sorted(found))

    def run_block(self, frame: Frame, effects: Block, *, you: int = -2, it: int = -2) -> None:
        self.push(interpreter.nested_frame(self, frame, effects, you=you, it=it))

    def meet_monster(self, card: int, seat: int) -> None:
        """Let a seat meet a monster as if it had been behind the door; it may not fight them (R-317)."""
        self.move(card, LIMBO_ZONE)
        self.push(Frame("encounter", seat, card=card))

    # taking actions

    def legal_moves(self, seat: int, verb: str = "") -> list[Move]:
        """Return what the seat may do now, limited to ``verb`` if given.

        A prompt leaves its seat nothing but the answer, and others what may be done at any time.
        """
        state = self.state
        if state.over or not 0 <= seat < state.seats:
            return []
        person, prompt = state.people[seat], state.prompt
        if person.left:
            return []
        window: Window | None = None
        if prompt is None:
            window = state.frames[-1].window if state.frames else None
            if window is None:
                return []
            kind = window.kind
        elif prompt.seat == seat:
            return [make_move(ANSWER_VERB, -1, -1, (prompt.slot,))]
        elif self.is_asked_about(seat):
            return []
        else:
            kind = QUESTION_WINDOW
        memo = None if verb else self.memo
        moves: list[Move] = []
        if person.alive:
            marks, groups = self.marks(seat), self.tables.move_groups.get(kind, ())
            kept = None if memo is None else self._kept_lists(memo, seat, kind)
            for number, group in enumerate(groups):
                if not group.cacheable:
                    for source in group.sources:
                        if not verb or verb in source.verbs:
                            source.moves(self, seat, kind, moves)
                elif kept is None:
                    moves += self._moves_of(group, seat, kind, verb, marks)
                else:
                    found: list[Move] | None = kept[number]
                    if found is None:
                        found = kept[number] = self._moves_of(group, seat, kind, "", marks)
                    moves += found
        if window is not None and self.may_pass(window, seat):
            moves.append(PASS_MOVE)
        return moves

    def _kept_lists(self, memo: dict[Any, Any], seat: int, kind: str) -> list[Any]:
        """Return the remembered lists of the groups of a window, None where there is none yet."""
        kept: list[Any] | None = memo.get(seat)
        if kept is None or kept[MAX_GROUPS] != kind:
            kept = memo[seat] = [*NO_GROUP_LISTS, kind]
        return kept

    def is_asked_about(self, seat: int) -> bool:
        """Return True if the open question is about the seat or its cards, as everybody can see (H-124)."""
        prompt = self.state.prompt
        if prompt is None:
            return False
        if prompt.slot.kind == "seat":
            return seat in prompt.slot.options
        about = [pick for pick in prompt.slot.options if isinstance(pick, int)]
        return prompt.slot.kind == "card" and any(self.owner(card) == seat for card in about)

    def marks(self, seat: int) -> int:
        """Return the marks of the seat's cards, in hand and in play, and of its own position."""
        found = self.held(seat).marks | self.carried(seat).marks_in_play
        if seat == self.state.active:
            found |= OWN_TURN_MARK
        return found | FIGHTING_MARK if self.in_combat(seat) else found

    def _moves_of(self, group: MoveGroup, seat: int, kind: str, verb: str, marks: int) -> list[Move]:
        """Return the moves of a cacheable group; with ``verb``, only of the sources that may list it."""
        found: list[Move] = []
        for source in group.sources:
            wants = source.wants
            if (not wants or wants & marks) and (not verb or verb in source.verbs):
                source.moves(self, seat, kind, found)
        for move in found:
            if move[3] and not can_fill(move):  # slots, by place as it is quicker
                return [move for move in found if not move[3] or can_fill(move)]
        return found

    def cached_legal_moves(self, seat: int, verb: str = "") -> list[Move]:
        """Return the legal list, complete if it is cached or no verb is given; callers must not change it."""
        state = self.state
        if self.memo is None or not 0 <= seat < state.seats:
            return self.legal_moves(seat, verb)
        lists = state.move_lists
        if lists is None:
            lists = state.move_lists = NO_LISTS.copy()
        moves: list[Move] | None = lists[seat]
        if moves is None:
            moves = self.legal_moves(seat, verb)
            if not verb:
                lists[seat] = moves
        return moves

    def may_pass(self, window: Window, seat: int) -> bool:
        """Return True if the window still waits for this seat, and can be passed at all."""
        if window.kind in UNPASSABLE_WINDOWS:
            return False
        return bool(window.awaited >> seat & 1 and not window.passed >> seat & 1)

    def apply_pass(self, seat: int) -> None:
        """Record a seat's pass; the last one closes the window."""
        frame = self.state.frames[-1]
        window = frame.window
        assert window is not None
        window.passed |= 1 << seat
        self.emit(PassedWindow(seat, window=window.kind))
        self._end_wait(window, seat)
        self.close_window_if_passed(frame)
        lists = self.state.move_lists
        if frame.window is None:
            self.state.move_lists = None
        elif lists is not None:
            lists[seat] = None  # the others can do what they could before

    def close_window_if_passed(self, frame: Frame) -> None:
        window = frame.window
        if window is not None and window.awaited & ~window.passed == 0:
            self.close_window(frame)

    def close_window(self, frame: Frame) -> None:
        """End the frame's window as if all had passed; one that waits for an act is evaluated again."""
        passed = frame.window is not None and frame.window.kind not in UNPASSABLE_WINDOWS
        frame.window = None
        if passed:
            frame.vars["closed"] = 1

    def apply_move(self, seat: int, move: Move, picks: Picks) -> None:
        """Carry out a move, and reopen the window or evaluate it again if necessary (R-330)."""
        frame = self.state.frames[-1]
        window = frame.window
        self.state.move_lists = None
        if self.state.prompt is not None:
            self._interrupt(seat, move, picks)
            return
        assert window is not None
        verb, tables = move[0], self.tables
        tables.verb_handlers[verb](self, seat, move, picks)
        if verb in tables.ends_wait:
            self._end_wait(window, seat)
        if frame.window is not window or verb in tables.keeps_passes or window.kind == "setup":
            return
        if window.kind in COMBAT_WINDOWS or window.kind in ("caught", "flee") or window.awaited >> seat & 1:
            reopens = tables.reopenings.get(window.kind)
            if reopens is None or reopens(self):
                frame.window = None

    def _interrupt(self, seat: int, move: Move, picks: Picks) -> None:
        """Carry out a move while somebody else is asked; the question is then asked again (H-124).

        A frame changes nothing before it asks, so it comes to the same question, with what is left to choose.
        """
        interruption.note_places(self.state)
        self.state.prompt = None
        self.tables.verb_handlers[move.verb](self, seat, move, picks)

    def open_window(self, frame: Frame, kind: str, awaited: int, seconds: int) -> None:
        """Open a window; note that what people have just received can be played in it (H-110)."""
        super().open_window(frame, kind, awaited, seconds)
        if kind in OPEN_PLAY_WINDOWS:
            for seat, person in enumerate(self.state.people):
                if person.fresh and not self.in_combat(seat):
                    person.offered = len(person.fresh)

    def _end_wait(self, window: Window, seat: int) -> None:
        """End the right to play cards just received with a wait in which it could be used (R-093, H-110)."""
        person = self.state.people[seat]
        if person.fresh and window.kind in OPEN_PLAY_WINDOWS and not self.in_combat(seat):
            person.fresh.clear()
            person.offered = 0
            self.clear_memo()

    def enter_phase(self, phase: str) -> None:
        """Enter a phase; offered trades stand, but for those that can no longer be kept."""
        state = self.state
        state.phase = phase
        state.refused.clear()
        if state.trades:
            for trade in [trade for trade in state.trades if not self.can_be_kept(trade)]:
                state.trades.remove(trade)
                self.emit(TradeEnded(trade.by, partner=trade.to, how="void"))

    def time_up(self, serial: int) -> bool:
        """Act for the seats whose time ran out; return False if that wait is already over."""
        state = self.state
        if state.prompt is not None:
            if state.prompt.serial != serial:
                return False
            self.emit(TimedOut(state.prompt.seat))
            self.answer(state.prompt.default)
            return True
        frame = state.frames[-1] if state.frames else None
        if frame is None or frame.window is None or frame.window.serial != serial:
            return False
        self.emit(TimedOut(window=frame.window.kind))
        for seat in frame.window.waiting_seats(state.seats):
            self._end_wait(frame.window, seat)
        self.tables.timeout_handlers.get(frame.window.kind, self.close_on_timeout)(self, frame)
        return True

    @staticmethod
    def close_on_timeout(engine: Engine, frame: Frame) -> None:
        engine.close_window(frame)

    # leaving

    def drop_seat(self, seat: int) -> Refusal | None:
        """Close a seat for good: its cards are discarded, not looted (H-17)."""
        state = self.state
        if not 0 <= seat < state.seats or state.people[seat].left:
            return Refusal("no_such_seat", {"seat": seat})
        if state.prompt is not None:
            interruption.note_places(state)
        person = state.people[seat]
        person.left = True
        person.alive = False
        self.emit(SeatLeft(seat))
        if seat in state.bodies:
            state.bodies.remove(seat)
        for card in self.table(seat):
            state.under.pop(card, None)
        for card in (*self.table(seat), *self.hand(seat)):
            self.discard(card, by=seat)
        if len(self.everyone()) < 2:
            state.prompt = None
            self.finish()
            return None
        self._remove_from_waits(seat)
        return None

    def _remove_from_waits(self, seat: int) -> None:
        """Take the seat out of the combat, the open prompt and every window."""
        state = self.state
        combat = state.combat
        if combat is not None:
            combat.offers = [o for o in combat.offers if seat not in (o.by, o.to)]
            combat.truce_offers = [o for o in combat.truce_offers if seat not in o.between]
            if combat.helper == seat:
                self.dismiss_helper(-1)
            elif combat.fighter == seat:
                self.end_combat(-1)
        state.trades = [t for t in state.trades if seat not in (t.by, t.to)]
        if state.prompt is not None and state.prompt.seat == seat:
            self.answer(state.prompt.default)
        self._stop_waiting_for(seat)

    def _stop_waiting_for(self, seat: int) -> None:
        """Stop waiting for the seat in every window."""
        for frame in self.state.frames:
            if frame.kind == "curse" and frame.seat == seat:
                frame.window = None  # its victim is gone
            if frame.window is not None:
                frame.window.awaited &= ~(1 << seat)
                self.close_window_if_passed(frame)

    def kill(self, seat: int, card: int) -> None:
        if self.is_living(seat):
            super().kill(seat, card)
            self._stop_waiting_for(seat)

    # helpers for the phases

    def seat_mask(self, seats: Iterable[int]) -> int:
        return sum(1 << seat for seat in seats)

    def put_in_hand(self, card: int, seat: int, *, fresh: bool = True) -> None:
        """Put a card into a hand without an event."""
        self.move(card, hand_zone(seat))
        if fresh:
            self.state.people[seat].fresh.append(card)
