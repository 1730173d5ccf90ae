"""The door-kicking game behind the kernel's interface."""

from __future__ import annotations

from typing import Final

from cards.door import characters, engine, fights, legal, memory
from cards.door.corrections import correct
from cards.door.deck_building import build_decks, raise_own_cards
from cards.door.decks import Decks
from cards.door.events import DOOR_EVENT_KINDS
from cards.door.imagine import redeal_hidden
from cards.door.reasons import REASON_PLACE_BY_VERB, Reason, reason_event, without_reason
from cards.door.refusals import explain
from cards.door.rules import DoorEngine
from cards.door.state import DECK_ZONES, FIRST_HAND_ZONE, SPARE_ROLES, DoorCharacter, DoorState, hand_zone
from cards.door.table import Table
from cards.door.trying import would_be_wasted
from cards.door.turn import STARTING_CARDS_PER_DECK
from cards.door.verify import faults
from cards.door.view import seen_hand, view
from cards.door.view_types import DoorView
from cards.door.waste import ask_first, loss, may_ask
from cards.door.windows import OPTIONAL_WINDOWS
from cards.kernel.codec import Codec
from cards.kernel.dice import Dice, commitment
from cards.kernel.events import Event, EventRecord
from cards.kernel.frames import Frame
from cards.kernel.game import Accepted, CardFace, Opening, Pending, Setup, SetupError
from cards.kernel.moves import (
    ANSWER_VERB,
    CORRECT_VERB,
    DROP_VERB,
    HOST_SEAT,
    PASS_VERB,
    TIME_UP_VERB,
    Action,
    Move,
    Refusal,
    find_move,
)
from cards.kernel.zones import Zones

DEFAULT_SEXES: Final = ("male", "female")
_STATE_CODEC = Codec(DoorState)


class DoorGame:
    """Any mix of door-kicking sets with its options, for any number of tables.

    Raises SetupError for an impossible number of seats, set or option.
    """

    def __init__(self, setup: Setup, decks: Decks | None = None, opening: Opening | None = None) -> None:
        """``opening``: the game is rehearsed."""
        self.setup = setup
        self.opening = opening
        self.decks = build_decks(setup) if decks is None else decks
        most = 8 if self.decks.options.allow_many else 6
        if not 3 <= setup.seats <= most:
            raise SetupError("bad_seat_count", {"least": 3, "most": most})  # R-030, H-19

    @property
    def digest(self) -> str:
        return self.decks.digest

    def start(self) -> tuple[DoorState, tuple[Event, ...]]:
        """Shuffle, deal four Doors and four Treasures each, and let all play their first cards (R-032)."""
        setup = self.setup
        if self.opening is not None:
            return self.opening.state.clone(), ()
        lists = self.in_decks()
        dice = Dice(setup.seed)
        for zone in sorted(set(DECK_ZONES.values())):
            dice.shuffle(lists[zone])
        if self.decks.options.keep_weight:
            for deck in ("door", "treasure"):
                cards, stacks = self.decks.definitions, self.decks.edition.stacks
                raise_own_cards(lists[DECK_ZONES[deck]], cards, stacks, dice)
        sexes = setup.sexes or tuple(DEFAULT_SEXES[seat % 2] for seat in range(setup.seats))
        people = [DoorCharacter(sex=sexes[seat]) for seat in range(setup.seats)]
        state = DoorState(setup.seats, Zones([tuple(cards) for cards in lists]), dice, people=people)
        state.commitment = commitment(setup.seed)
        table = DoorEngine(state, self.decks)
        self._deal(table)
        table.push(Frame("setup"))
        table.run()
        return state, tuple(table.events)

    def in_decks(self) -> list[list[int]]:
        """Return the contents of all zones before the game: every card in its deck, in printed order."""
        lists: list[list[int]] = [[] for _ in range(FIRST_HAND_ZONE + 2 * self.setup.seats)]
        for card, definition in enumerate(self.decks.definitions):
            lists[DECK_ZONES[definition.back]].append(card)
        return lists

    def _deal(self, table: Table) -> None:
        for seat in range(table.state.seats):
            roles = table.state.zones.lists[SPARE_ROLES]
            if roles and self.decks.edition.roles:  # R-035; beyond six seats some go without
                characters.take_role(table, seat, roles[-1])
            for deck in ("door", "treasure"):
                cards = table.state.zones.lists[DECK_ZONES[deck]]
                for card in reversed(cards[-STARTING_CARDS_PER_DECK:]):  # H-18: or fewer if there are no more
                    table.state.zones.move(card, hand_zone(seat))

    def step(self, state: DoorState, action: Action) -> Accepted[DoorState] | Refusal:
        """Return the next state and its events, or why the action is refused."""
        copy = state.clone()
        result = self.step_in_place(copy, action)
        return result if isinstance(result, Refusal) else Accepted(copy, result)

    def step_in_place(self, state: DoorState, action: Action) -> tuple[Event, ...] | Refusal:
        """Carry out an action in place; a refusal leaves the state unchanged."""
        if state.over:
            return Refusal("game_over")
        table = DoorEngine.reading(state, self.decks)
        # A cost paid before a question may have ended a permission, so limits are checked after the answer.
        table.recheck_limits = state.prompt is not None
        if self.opening is not None:
            state.dice.coming = list(self.opening.rolls.get(action, ()))
        refusal = self._apply(table, action)
        if refusal is None:
            table.run()
        if self.opening is not None:
            state.dice.coming = []
        if refusal is not None:
            return refusal
        memory.start(table)  # nothing changes any more before somebody acts
        fights.report_score(table)
        state.seq += 1
        return tuple(table.events)

    def read_event(self, record: EventRecord) -> Event:
        """Return a saved event."""
        return DOOR_EVENT_KINDS.read(record)

    def _apply(self, table: Table, action: Action) -> Refusal | None:
        if action[0] == HOST_SEAT:
            memory.forget(table)
            if action.verb == TIME_UP_VERB:
                return None if engine.time_up(table, action.ability) else Refusal("too_late")
            if action.verb == DROP_VERB:
                return engine.drop_seat(table, action.ability)
            if action.verb == CORRECT_VERB:
                return correct(table, action)
            return Refusal("not_now", {"verb": action.verb})
        reason: Reason | None = None
        if action[1] in REASON_PLACE_BY_VERB:
            action, reason = without_reason(action)
        seat, verb, _, _, picks = action
        move = find_move(legal.cached_moves(table, seat, verb), action)
        if isinstance(move, Refusal):
            return explain(table, action, move)
        if verb == PASS_VERB:
            engine.apply_pass(table, seat)
            return None
        if verb not in table.rule_tables.keeps_cache:
            memory.forget(table)
        if verb == ANSWER_VERB:
            table.answer(picks[0])
            return None
        if verb in ("use", "play") and may_ask(table):
            wasted = verb == "use" and would_be_wasted(table.state, self.decks, move, action)
            ask = "waste" if wasted else loss(table, action)
            if ask:
                ask_first(table, action, ask)
                return None
        engine.apply_move(table, seat, move, picks)
        given = None if reason is None else reason_event(seat, table.events, reason)
        if given is not None:
            table.emit(given)
        return None

    def legal_moves(self, state: DoorState, seat: int) -> list[Move]:
        return legal.cached_moves(DoorEngine.reading(state, self.decks), seat).copy()

    def pending(self, state: DoorState) -> Pending | None:
        """Return what the game waits for; None once it is over."""
        if state.over:
            return None
        prompt = state.prompt
        if prompt is not None:
            return Pending(prompt.serial, "prompt", prompt.ask, (prompt.seat,), prompt.seconds, prompt.card)
        window = state.frames[-1].window
        if window is None:
            return None
        seats, optional = window.waiting_seats(state.seats), window.kind in OPTIONAL_WINDOWS
        return Pending(window.serial, "window", window.kind, seats, window.seconds, optional=optional)

    def view(self, state: DoorState, seat: int | None) -> DoorView:
        return view(DoorEngine.reading(state, self.decks), seat)

    def face(self, card: int) -> CardFace:
        return self.decks.definitions[card].face

    def clone(self, state: DoorState) -> DoorState:
        return state.clone()

    def encode(self, state: DoorState) -> bytes:
        return _STATE_CODEC.encode(state)

    def decode(self, data: bytes) -> DoorState:
        return _STATE_CODEC.decode(data)

    def check(self, state: DoorState) -> list[str]:
        return faults(DoorEngine.reading(state, self.decks), len(self.decks.definitions))

    def seen_in_hands(self, state: DoorState, seat: int | None) -> frozenset[int]:
        table = DoorEngine.reading(state, self.decks)
        others = [other for other in range(state.seats) if other != seat]
        return frozenset(card for other in others for card in seen_hand(table, other, seat))

    def redeal_hidden(self, state: DoorState, seat: int | None, seed: int) -> DoorState:
        return redeal_hidden(state, self.decks, seat, seed)
