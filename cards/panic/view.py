"""What one seat, or an onlooker, may see: built from an allow-list, and enough to draw a screen."""

from __future__ import annotations

from dataclasses import dataclass

from cards.kernel.dice import commitment
from cards.kernel.game import Pending
from cards.kernel.moves import Pick, Slot
from cards.panic import quiet
from cards.panic.board import ARCS
from cards.panic.engine import PanicMachine
from cards.panic.state import (
    BAG,
    CASTLE_DECK,
    CASTLE_DISCARDS,
    DRAWN_TOKEN,
    EARNED_TREASURES,
    HAND,
    TOKEN_DISCARDS,
    TREASURE_DECK,
    TREASURE_DISCARDS,
    TREASURES,
    TROPHIES,
    PastAttack,
)


@dataclass(frozen=True, slots=True)
class PanicSeenMonster:
    """A monster on the board. ``ring`` 0 (Forest) to 4 (Castle), ``arc`` 1 to 6, ``top`` its full health.

    ``health`` 0: slain, but its trophy has not been handed out yet. ``unslayable`` lasts until the turn ends,
    ``claimed`` are the seats that may fight it out of turn, ``attacked`` whether this phase saw an attack.
    """

    token: int
    ring: int
    arc: int
    health: int
    top: int
    lowest: int
    glued: bool
    unslayable: bool
    claimed: tuple[int, ...]
    attacked: bool


@dataclass(frozen=True, slots=True)
class PanicSeenSeat:
    """A seat as the table sees it. The hands themselves are in ``PanicView.castle`` and ``.treasures``.

    ``padded`` are the cards under trophies, each with its trophy; ``curse`` the Lose-help token in front
    of the seat, ``character`` its Character, -1 if none.
    """

    seat: int
    points: int
    trophies: tuple[int, ...]
    padded: tuple[tuple[int, int], ...]
    castle_count: int
    treasure_count: int
    earned_count: int
    hand_size: int
    character: int
    curse: int
    gone: bool
    waived: str = ""
    """Until when it is not asked what everybody is asked: its "turn", or until it takes that back ("me")."""


@dataclass(frozen=True, slots=True)
class PanicSeenOffer:
    """An open offer, or an accepted one whose card waits to be used (``accepted``) or was (``used``)."""

    seat: int
    card: int
    monster: int
    trophy: str
    treasures: int
    accepted: bool = False
    used: bool = False
    pay: tuple[int, ...] = ()
    """Cards and trophies that the active player hands over, ``when`` the deal is made or at the end."""
    when: str = "end"
    by_asker: bool = False
    """Whether the active player answered with these terms; ``answers`` counts the answers so far."""
    answers: int = 0
    target: int = -1
    """The monster on which the card was used."""


@dataclass(frozen=True, slots=True)
class PanicSeenCurse:
    """A Curse card that is pending. ``victims`` are those it still threatens, ``named`` a color or ring."""

    card: int
    seat: int
    victims: tuple[int, ...]
    named: str


@dataclass(frozen=True, slots=True)
class PanicSeenWait:
    """The seats the table waits for; ``slot`` is given only if the viewer has to answer.

    ``about`` is the seat that a question concerns, e.g. who gets the Charity; -1 if none.
    """

    serial: int
    kind: str
    name: str
    awaited: tuple[int, ...]
    passed: tuple[int, ...]
    seconds: int
    card: int
    about: int
    slot: Slot | None


@dataclass(frozen=True, slots=True)
class PanicView:
    """Everything that one seat (``seat`` None: an onlooker) may know."""

    seat: int | None
    turn: int
    active: int
    phase: int
    monsters: tuple[PanicSeenMonster, ...]
    walls: tuple[bool, ...]
    """By arc, from arc 1 on; so are ``towers`` and ``fortified``."""
    towers: tuple[bool, ...]
    fortified: tuple[bool, ...]
    asleep: bool
    past_attacks: tuple[PastAttack, ...]
    """Attacks of this phase 3 with Hits that Weapons may still follow."""
    seats: tuple[PanicSeenSeat, ...]
    castle: tuple[int, ...]
    treasures: tuple[int, ...]
    offers: tuple[PanicSeenOffer, ...]
    asks: int
    """How often the active player has asked for help in this turn."""
    asked_for: int
    deals_left: int
    """How many deals the active player can still make in this turn."""
    curse: PanicSeenCurse | None
    drawn: int
    """The token that waits to be placed or resolved, -1 if none."""
    quota: int
    """Monsters still to be placed in this turn."""
    shown_treasures: tuple[tuple[int, int], ...]
    """Treasures shown for a Curse, each with its owner; not the viewer's own."""
    peeked: tuple[int, ...]
    """The cards of another hand, or from the discards, that the viewer is looking at."""
    peeked_seat: int
    """Whose hand that is; -1 if nobody's."""
    castle_count: int
    castle_top: int
    treasure_count: int
    treasure_top: int
    bag_count: int
    token_discards: tuple[int, ...]
    """Discarded monsters and Curse tokens."""
    wait: PanicSeenWait | None
    over: bool
    winners: tuple[int, ...]
    commitment: str
    seed: int | None
    """Shown only once the game is over, so that the dice can be verified."""

    def monster(self, token: Pick) -> PanicSeenMonster | None:
        """Return a monster on the board by its token, None if it is not there."""
        for seen in self.monsters:
            if seen.token == token:
                return seen
        return None


def seats_in_mask(mask: int) -> tuple[int, ...]:
    """Return the seats in a mask."""
    return tuple(seat for seat in range(mask.bit_length()) if mask >> seat & 1)


def _by_arc(mask: int) -> tuple[bool, ...]:
    return tuple(bool(mask >> arc & 1) for arc in ARCS)


def _top(pile: tuple[int, ...]) -> int:
    return pile[-1] if pile else -1


def pending(table: PanicMachine, seat: int | None = None) -> Pending | None:
    """Return what the game waits for, as a seat sees it; None once it is over."""
    state = table.state
    if state.over:
        return None
    if state.prompt is not None:
        p = state.prompt
        return Pending(p.serial, "prompt", p.ask, (p.seat,), p.seconds, p.card)
    frame = state.frames[-1] if seat is None else table.frame_of(seat)
    w = frame.window
    assert w is not None
    return Pending(
        w.serial,
        "window",
        w.kind,
        seats_in_mask(w.awaited & ~w.passed),
        w.seconds,
        frame.card,
        optional=w.kind in quiet.OPTIONAL_WINDOWS,
        hides_passes=w.kind in quiet.DISCREET_WINDOWS and w.awaited.bit_count() > 1,
    )


def view(table: PanicMachine, seat: int | None) -> PanicView:
    """Return the state as one seat (None: an onlooker) may see it."""
    state, lists = table.state, table.state.zones.lists
    return PanicView(
        seat=seat,
        turn=state.turn,
        active=state.active,
        phase=state.phase,
        monsters=_monsters(table),
        walls=_by_arc(state.walls),
        towers=_by_arc(state.towers),
        fortified=_by_arc(state.fortified),
        asleep=state.asleep,
        past_attacks=tuple(state.past_attacks),
        seats=tuple(_seat(table, other) for other in range(state.seats)),
        castle=() if seat is None else table.seat_cards(seat, HAND),
        treasures=() if seat is None else table.seat_cards(seat, TREASURES),
        offers=_offers(table),
        asks=state.asks,
        asked_for=state.asked_for,
        deals_left=0 if table.may_not_bargain(state.active) else table.deals_left(),
        curse=_curse(table),
        drawn=_top(lists[DRAWN_TOKEN]),
        quota=next((f.int_var("quota") for f in state.frames if f.kind == "placing"), 0),
        shown_treasures=() if seat is None else _shown_treasures(table, seat),
        peeked=() if seat is None else peeked_cards(table, seat),
        peeked_seat=-1 if seat is None else _peeked_seat(table, seat),
        castle_count=len(lists[CASTLE_DECK]),
        castle_top=_top(lists[CASTLE_DISCARDS]),
        treasure_count=len(lists[TREASURE_DECK]),
        treasure_top=_top(lists[TREASURE_DISCARDS]),
        bag_count=len(lists[BAG]),
        token_discards=lists[TOKEN_DISCARDS],
        wait=_wait(table, seat),
        over=state.over,
        winners=state.winners,
        commitment=commitment(state.dice.seed),
        seed=state.dice.seed if state.over else None,
    )


def _monsters(table: PanicMachine) -> tuple[PanicSeenMonster, ...]:
    state = table.state
    lowest = table.rules.catalog.lowest
    return tuple(
        PanicSeenMonster(
            token=m.token,
            ring=m.ring,
            arc=m.arc,
            health=m.health,
            top=m.top,
            lowest=lowest[m.token],
            glued=state.glued == m.token,
            unslayable=m.token in state.unslayable,
            claimed=seats_in_mask(state.claims.get(m.token, 0)),
            attacked=m.token in state.attacked,
        )
        for m in state.board
    )


def _seat(table: PanicMachine, seat: int) -> PanicSeenSeat:
    state = table.state
    trophies = table.seat_cards(seat, TROPHIES)
    return PanicSeenSeat(
        seat=seat,
        points=table.points(seat),
        trophies=trophies,
        padded=tuple((card, token) for card, token in state.under.items() if token in trophies),
        castle_count=len(table.seat_cards(seat, HAND)),
        treasure_count=len(table.seat_cards(seat, TREASURES)),
        earned_count=len(table.seat_cards(seat, EARNED_TREASURES)),
        hand_size=table.hand_size(seat),
        character=state.characters[seat] if state.characters else -1,
        curse=table.curse_in_front(seat),
        gone=table.is_gone(seat),
        waived=state.waived.get(seat, ""),
    )


def _offers(table: PanicMachine) -> tuple[PanicSeenOffer, ...]:
    opened = [(offer, False, False, -1) for offer in table.state.offers]
    struck = [(deal.offer, True, deal.used, deal.target) for deal in table.state.deals]
    return tuple(
        PanicSeenOffer(
            seat=o.seat,
            card=o.card,
            monster=o.monster,
            trophy=o.trophy,
            treasures=o.treasures,
            accepted=accepted,
            used=used,
            pay=o.pay,
            when=o.when,
            by_asker=o.by_asker,
            answers=o.answers,
            target=target,
        )
        for o, accepted, used, target in opened + struck
    )


def _curse(table: PanicMachine) -> PanicSeenCurse | None:
    for frame in reversed(table.state.frames):
        if frame.kind == "curse":
            named = table.picked_word(frame, "named") if "named" in frame.vars else ""
            return PanicSeenCurse(frame.card, frame.seat, tuple(table.cursed_seats(frame)), named)
    return None


def _shown_treasures(table: PanicMachine, seat: int) -> tuple[tuple[int, int], ...]:
    """Return the Treasures shown to this seat (P-106).

    Onlookers see none: an onlooker could be one of the players, who may not see their own.
    """
    for frame in table.state.frames:
        if frame.kind == "curse":
            return tuple((card, owner) for card, owner in table.shown_treasures(frame) if owner != seat)
    return ()


def seen_in_hands(table: PanicMachine, seat: int) -> frozenset[int]:
    """Return the cards of other hands that the seat sees: Treasures shown to it, and a hand it looks at."""
    owner = _peeked_seat(table, seat)
    shown = (card for card, _ in _shown_treasures(table, seat))
    return frozenset((*shown, *(table.whole_hand(owner) if owner >= 0 else ())))


def peeked_cards(table: PanicMachine, seat: int) -> tuple[int, ...]:
    """Return the hand that the seat is looking at while it chooses from it (P-111, P-226), or the cards it
    found in the discards (P-222)."""
    owner = _peeked_seat(table, seat)
    if owner >= 0:
        return table.whole_hand(owner)
    prompt = table.state.prompt
    if prompt is None or prompt.seat != seat or prompt.ask != "sift":
        return ()
    return tuple(int(card) for card in prompt.slot.options)


def _peeked_seat(table: PanicMachine, seat: int) -> int:
    """Return whose hand the seat is looking at; a bargain meanwhile does not close it (P-111)."""
    found = (table.hand_seen(frame) for frame in table.state.frames if frame.seat == seat)
    return next((owner for owner in found if owner >= 0), -1)


def _wait(table: PanicMachine, seat: int | None) -> PanicSeenWait | None:
    wait = pending(table, seat)
    if wait is None:
        return None
    state = table.state
    frame = state.frames[-1] if seat is None else table.frame_of(seat)
    prompt = state.prompt
    mine = prompt is not None and seat is not None and prompt.seat == seat
    passed = seats_in_mask(frame.window.passed) if frame.window is not None and prompt is None else ()
    return PanicSeenWait(
        serial=wait.serial,
        kind=wait.kind,
        name=wait.name,
        awaited=wait.awaited,
        passed=passed,
        seconds=wait.seconds,
        card=wait.card,
        about=frame.it,
        slot=prompt.slot if prompt is not None and mine else None,
    )
