"""Playing cards from the hand by their kind, and giving up Classes, Races and companions (R-090 to R-094)."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Final

from cards.door import escape
from cards.door.card_events import CardGivenUp, CardPlayed
from cards.door.engine import Engine
from cards.door.kinds import DOUBLE_MARK, KIND_BITS, LIMITED_MARK
from cards.door.rule_tables import VerbHandler
from cards.door.state import LIMBO_ZONE, table_zone
from cards.door.windows import (
    ANY_TIME_WINDOWS,
    COMBAT_WINDOWS,
    CURSE_WINDOWS,
    OPEN_PLAY_WINDOWS,
    OUT_OF_COMBAT_WINDOWS,
    WindowTable,
)
from cards.kernel.frames import Frame
from cards.kernel.moves import Move, MoveCache, Picks, Slot, make_move, make_slot
from cards.language.finding import fitting

PLAY_MOVES: Final = MoveCache("play")
LAY_MOVES: Final = MoveCache("lay")
GIVE_UP_MOVES: Final = MoveCache("give_up")
STEED_GEAR_TAG: Final = "steed"
"""The tag of Items for Steeds (R-621)."""


def own_time(engine: Engine, seat: int, kind: str, card: int) -> bool:
    """Return True if the seat may play Items: own turn, no combat, or just received (R-092, R-093)."""
    if kind == "setup":
        return True
    if kind not in OPEN_PLAY_WINDOWS or engine.in_combat(seat):
        return False
    if seat == engine.active and kind in OUT_OF_COMBAT_WINDOWS:
        return True
    return card in engine.state.people[seat].fresh


def trait_time(engine: Engine, seat: int, kind: str, card: int) -> bool:
    """Return True if a Class or Race may be laid down: own turn or just received, even in combat (R-151)."""
    if kind == "setup":
        return True
    mine = seat == engine.active or card in engine.state.people[seat].fresh
    return mine and kind in ANY_TIME_WINDOWS


def moves(engine: Engine, seat: int, kind: str, out: list[Move]) -> None:
    """List the cards of the hand that can be played by their kind, and what may be given up."""
    defs, fresh = engine.defs, engine.state.people[seat].fresh
    idle = IDLE_KINDS.at(kind, seat == engine.active, engine.in_combat(seat))
    bits = engine.decks.kind_bits
    for card in engine.hand(seat):
        if not bits[card] & idle or card in fresh:
            lister = MOVE_SOURCES_BY_KIND.get(defs[card].kind)
            if lister is not None:
                lister(engine, seat, kind, card, out)
    if kind in ANY_TIME_WINDOWS and engine.carried(seat).marks & (LIMITED_MARK | DOUBLE_MARK):
        for card in engine.table(seat):
            if _may_go(engine, seat, kind, card):
                out.append(GIVE_UP_MOVES.with_card(card))


def idle_kinds(kind: str, own: bool, fighting: bool) -> frozenset[str]:
    """Return the kinds of cards that nobody can play now, except for cards that were just received.

    ``own``: in the seat's turn, ``fighting``: in the combat.
    """
    idle = {"monster", "special", "role"}
    if kind != "setup" and (not own or fighting or kind not in OUT_OF_COMBAT_WINDOWS):
        idle |= {"item", "steed", "one_shot", "cheat", "item_enhancer"}
    if kind != "setup" and not own:
        idle |= {"class", "race", "double"}
    if kind not in COMBAT_WINDOWS:
        idle |= {"enhancer", "wandering"}
    return frozenset(idle)


def _idle_bits(kind: str, own: bool, fighting: bool) -> int:
    return sum(KIND_BITS[idle] for idle in idle_kinds(kind, own, fighting))


IDLE_KINDS: Final = WindowTable(_idle_bits)


def _may_go(engine: Engine, seat: int, kind: str, card: int) -> bool:
    """Return True if the card may be given up now (R-090, R-601); a slow Steed before the roll (R-622)."""
    definition = engine.defs[card]
    if definition.kind == "companion":
        return engine.decks.edition.companions_leave
    if definition.kind == "steed":
        fleeing = kind == "flee" and seat == escape.runner(engine)
        return fleeing and escape.steed_bonus(engine, seat) < 0
    return definition.kind in ("class", "race", "double")


def _trait(engine: Engine, seat: int, kind: str, card: int, out: list[Move]) -> None:
    """Offer a Class or Race that the seat does not have yet (R-165)."""
    definition = engine.defs[card]
    if not trait_time(engine, seat, kind, card):
        return
    held = engine.traits(seat, definition.kind)
    if any(engine.defs[other].trait == definition.trait for other in held):
        return
    if kind == "setup" and not engine.trait_room(seat, card):
        return  # one of each type
    out.append(PLAY_MOVES.with_card(card))


def _double(engine: Engine, seat: int, kind: str, card: int, out: list[Move]) -> None:
    """Offer Super Munchkin or Half-Breed, which need a Class or Race to attach to (R-165)."""
    of = engine.defs[card].of
    if trait_time(engine, seat, kind, card) and engine.traits(seat, of) and not engine.double(seat, of):
        out.append(PLAY_MOVES.with_card(card))


def _item(engine: Engine, seat: int, kind: str, card: int, out: list[Move]) -> None:
    allowed = own_time(engine, seat, kind, card) and engine.can_carry(seat, card)
    if allowed and (kind != "setup" or engine.usable(seat, card)):
        out.append(PLAY_MOVES.with_card(card))


def _steed(engine: Engine, seat: int, kind: str, card: int, out: list[Move]) -> None:
    """Offer a Steed if there is room: being an Item, the old one cannot just be dropped (R-208, R-620)."""
    allowed = own_time(engine, seat, kind, card) and engine.can_carry(seat, card)
    if allowed and (kind != "setup" or engine.usable(seat, card)):
        out.append(PLAY_MOVES.with_card(card))


def _one_shot(engine: Engine, seat: int, kind: str, card: int, out: list[Move]) -> None:
    """Offer to put a one-shot on the table, where it is an Item like others (R-226)."""
    if engine.defs[card].item and own_time(engine, seat, kind, card):
        out.append(LAY_MOVES.with_card(card))


def _companion(engine: Engine, seat: int, kind: str, card: int, out: list[Move]) -> None:
    """Offer a companion at any time, also in combat (R-600, R-601, R-607)."""
    out.append(PLAY_MOVES.with_card(card))


def _enhancer(engine: Engine, seat: int, kind: str, card: int, out: list[Move]) -> None:
    """Offer an enhancer in any combat, for one monster (R-300, R-301, R-304)."""
    if kind not in COMBAT_WINDOWS:
        return
    scope = Frame("scope", seat, card=card)
    fitting: list[int] = []
    for monster in engine.monsters():
        scope.vars["monster"] = monster
        if all(need.holds(engine, scope) for need in engine.defs[card].needs):
            fitting.append(monster)
    out.append(make_move("play", card, -1, (make_slot("monster", "card", tuple(fitting)),)))
    present = {tag for monster in engine.monsters() for tag in engine.tags(monster)}
    given = present & set(engine.defs[card].gives) & set(engine.decks.edition.joins)
    if given:
        others = tuple(
            other
            for other in engine.hand(seat)
            if engine.defs[other].kind == "monster" and not given & engine.defs[other].tags
        )
        out.append(make_move("raise", card, -1, (make_slot("monster", "card", others),)))


def _wandering(engine: Engine, seat: int, kind: str, card: int, out: list[Move]) -> None:
    """Offer to bring a monster from the hand into the combat (R-310)."""
    if kind in COMBAT_WINDOWS:
        scope = Frame("scope", seat, card=card)
        monsters = [other for other in engine.hand(seat) if engine.defs[other].kind == "monster"]
        fits = engine.defs[card].fits
        if fits is not None:
            monsters = fitting(fits, monsters, engine, scope)
        out.append(make_move("play", card, -1, (make_slot("monster", "card", tuple(monsters)),)))


def _curse(engine: Engine, seat: int, kind: str, card: int, out: list[Move]) -> None:
    """Offer a curse against anybody alive, at any time (R-561, R-487)."""
    if kind in CURSE_WINDOWS:
        out.append(make_move("play", card, -1, (_target_slot(engine.living_by_number()),)))


def _level_up(engine: Engine, seat: int, kind: str, card: int, out: list[Move]) -> None:
    """Offer a Level for any seat that it does not bring to the winning Level (R-265, R-266)."""
    out.append(make_move("play", card, -1, (_target_slot(raisable(engine, seat, card)),)))


@cache
def _target_slot(seats: tuple[int, ...]) -> Slot:
    """Return the slot for one of some seats, which is made once for the same ones."""
    return make_slot("target", "seat", seats)


def raisable(engine: Engine, seat: int, card: int) -> tuple[int, ...]:
    """Return the seats on which the seat could play this Go Up a Level card (R-267)."""
    definition = engine.defs[card]
    needs = definition.needs
    cap = engine.top_level if definition.may_win else engine.gain_cap()
    scope = Frame("scope", seat, card=card)
    found: list[int] = []
    for other in engine.living_by_number():
        scope.it = other
        scope.vars["target"] = other
        if engine.level(other) < cap and all(need.holds(engine, scope) for need in needs):
            found.append(other)
    return tuple(found)


def _rider(engine: Engine, seat: int, kind: str, card: int, out: list[Move]) -> None:
    """Offer a Cheat! or an item enhancer for the seat's own cards, out of combat (R-209, R-630)."""
    if not own_time(engine, seat, kind, card):
        return
    scope = Frame("scope", seat, card=card)
    cheat = engine.defs[card].kind == "cheat"
    hosts = _cheatable(engine, seat) if cheat else _enhanceable(engine, seat)
    free = [other for other in hosts if other not in engine.state.under]
    fits = engine.defs[card].fits
    if fits is not None:
        free = fitting(fits, free, engine, scope)
    out.append(make_move("play", card, -1, (make_slot("card", "card", tuple(free)),)))


def _enhanceable(engine: Engine, seat: int) -> list[int]:
    """Return the Items in play that can be enhanced: no Steeds or Items for Steeds (R-621)."""
    return [
        other
        for other in engine.cards_of(seat, "carried")
        if engine.defs[other].kind == "item" and STEED_GEAR_TAG not in engine.defs[other].tags
    ]


def _cheatable(engine: Engine, seat: int) -> list[int]:
    """Return what a Cheat! can go on: Items in play or in hand, companions if the edition says so."""
    companions = engine.decks.edition.companions_leave
    wide = ("item", "steed", "companion") if companions else ("item",)
    hosts = engine.cards_of(seat, "carried")
    if companions:
        hosts += engine.traits(seat, "companion")
    hosts += [other for other in engine.hand(seat) if engine.defs[other].kind in wide]
    return [other for other in hosts if not engine.is_cheated(other)]


MOVE_SOURCES_BY_KIND: Final[dict[str, Callable[[Engine, int, str, int, list[Move]], None]]] = {
    "class": _trait,
    "race": _trait,
    "double": _double,
    "item": _item,
    "steed": _steed,
    "one_shot": _one_shot,
    "companion": _companion,
    "enhancer": _enhancer,
    "wandering": _wandering,
    "curse": _curse,
    "level_up": _level_up,
    "cheat": _rider,
    "item_enhancer": _rider,
}


# carrying out moves


def do_play(engine: Engine, seat: int, move: Move, picks: Picks) -> None:
    """Play a card by its kind."""
    card = move.card
    kind = engine.defs[card].kind
    pick = picks[0][0] if picks else -1
    target = pick if isinstance(pick, int) else -1
    if kind in ("class", "race"):
        engine.into_play(card, seat)
        return
    if kind == "double":
        engine.move(card, table_zone(seat))
        engine.emit(CardPlayed(seat, card=card, card_kind=kind))
    elif kind in ("item", "one_shot"):
        engine.lay_item(card, seat)
    elif kind in ("companion", "steed"):
        engine.push(Frame("carry", seat, card=card))  # once it is settled that it stays
        engine.into_play(card, seat)
        return
    elif kind == "enhancer":
        engine.enhance(card, target, seat)
    elif kind == "wandering":
        engine.emit(CardPlayed(seat, card=card, card_kind=kind))
        engine.discard(card, by=seat)
        engine.add_monster(target, by=seat)
    elif kind == "curse":
        engine.curse(target, card, seat)
    elif kind == "level_up":
        raise_level(engine, seat, card, target)
    else:
        _ride(engine, seat, card, target)
    if engine.owner(card) == seat and not engine.in_hand(card):
        engine.fire("came_into_play", seat, card)


def _ride(engine: Engine, seat: int, card: int, host: int) -> None:
    """Attach a Cheat! or an enhancer to its host, which comes into play with it if it is in hand."""
    arrives = engine.in_hand(host)
    if arrives:
        engine.move(host, table_zone(seat))
        engine.emit(CardPlayed(seat, card=host, card_kind=engine.defs[host].kind))
    engine.attach(card, host)
    if arrives:
        engine.push(Frame("carry", seat, card=host))
        engine.fire("came_into_play", seat, host)
    equipped = engine.state.people[seat].equipped
    if engine.defs[host].kind == "item" and host not in equipped and engine.defs[card].kind == "cheat":
        equipped.append(host)


def do_lay(engine: Engine, seat: int, move: Move, picks: Picks) -> None:
    engine.lay_item(move.card, seat)


def raise_level(engine: Engine, seat: int, card: int, target: int) -> None:
    """Play a Go Up a Level card on somebody; it cannot be declined (R-265, R-268)."""
    definition = engine.defs[card]
    engine.move(card, LIMBO_ZONE)
    engine.emit(CardPlayed(seat, card=card, target=target, card_kind="level_up"))
    engine.change_level(target, definition.levels, card, may_win=definition.may_win)
    if definition.hits:
        number = definition.number_of(definition.hits)
        frame = Frame("run", seat, target, card, number, vars={"target": target})
        engine.push(Frame("spent", seat, card=card))
        engine.push(frame)
    else:
        engine.discard(card, by=seat)


def do_raise(engine: Engine, seat: int, move: Move, picks: Picks) -> None:
    """Send a monster into a fight with Undead, together with a card that makes it Undead (R-311)."""
    monster = picks[0][0]
    assert isinstance(monster, int)
    engine.add_monster(monster, by=seat)
    engine.enhance(move.card, monster, seat)


def do_give_up(engine: Engine, seat: int, move: Move, picks: Picks) -> None:
    """Give up a Class or Race (R-090), send a companion away (R-601), dismount to run (R-622)."""
    engine.emit(CardGivenUp(seat, card=move.card))
    engine.discard(move.card, by=seat)


WINDOWS: Final[frozenset[str]] = ANY_TIME_WINDOWS
VERB_HANDLERS: dict[str, VerbHandler] = {
    "play": do_play,
    "lay": do_lay,
    "raise": do_raise,
    "give_up": do_give_up,
}
