"""Playing cards from the hand by their kind, and giving up Classes, Races and companions (R-090 to R-094)."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Final

from cards.door import (
    arrivals,
    characters,
    curses,
    escape,
    facts,
    fights,
    foes,
    gear,
    memory,
    people,
    piles,
    places,
    reactions,
)
from cards.door.card_events import CardGivenUp, CardPlayed
from cards.door.state import LIMBO_ZONE, table_zone
from cards.door.table import Table, VerbHandler
from cards.door.windows import (
    ANY_TIME_WINDOWS,
    COMBAT_WINDOWS,
    CURSE_WINDOWS,
    DOUBLE_MARK,
    KIND_BITS,
    LIMITED_MARK,
    OPEN_PLAY_WINDOWS,
    OUT_OF_COMBAT_WINDOWS,
    WindowTable,
)
from cards.kernel.frames import Frame
from cards.kernel.moves import Move, MoveCache, Picks, Slot, make_move, make_slot, numbers_in
from cards.language.finding import fitting

PLAY_MOVES: Final = MoveCache("play")
LAY_MOVES: Final = MoveCache("lay")
GIVE_UP_MOVES: Final = MoveCache("give_up")
STEED_GEAR_TAG: Final = "steed"
"""The tag of Items for Steeds (R-621)."""


def own_time(table: Table, seat: int, kind: str, card: int) -> bool:
    """Return True if the seat may play Items: own turn, no combat, or just received (R-092, R-093)."""
    if kind == "setup":
        return True
    if kind not in OPEN_PLAY_WINDOWS or people.in_combat(table, seat):
        return False
    if seat == table.state.active and kind in OUT_OF_COMBAT_WINDOWS:
        return True
    return card in table.state.people[seat].fresh


def trait_time(table: Table, seat: int, kind: str, card: int) -> bool:
    """Return True if a Class or Race may be laid down: own turn or just received, even in combat (R-151)."""
    if kind == "setup":
        return True
    mine = seat == table.state.active or card in table.state.people[seat].fresh
    return mine and kind in ANY_TIME_WINDOWS


def moves(table: Table, seat: int, kind: str, out: list[Move]) -> None:
    """List the cards of the hand that can be played by their kind, and what may be given up."""
    defs, fresh = table.defs, table.state.people[seat].fresh
    idle = IDLE_KINDS.at(kind, seat == table.state.active, people.in_combat(table, seat))
    bits = table.decks.kind_bits
    for card in places.hand(table, seat):
        if not bits[card] & idle or card in fresh:
            lister = MOVE_SOURCES_BY_KIND.get(defs[card].kind)
            if lister is not None:
                lister(table, seat, kind, card, out)
    if kind in ANY_TIME_WINDOWS and memory.carried(table, seat).marks & (LIMITED_MARK | DOUBLE_MARK):
        for card in places.in_play(table, seat):
            if _may_go(table, seat, kind, card):
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


def _may_go(table: Table, seat: int, kind: str, card: int) -> bool:
    """Return True if the card may be given up now (R-090, R-601); a slow Steed before the roll (R-622)."""
    definition = table.defs[card]
    if definition.kind == "companion":
        return table.decks.edition.companions_leave
    if definition.kind == "steed":
        fleeing = kind == "flee" and seat == escape.runner(table)
        return fleeing and escape.is_slow(table, seat, card)
    return definition.kind in ("class", "race", "double")


def _trait(table: Table, seat: int, kind: str, card: int, out: list[Move]) -> None:
    """Offer a Class or Race that the seat does not have yet (R-165)."""
    definition = table.defs[card]
    if not trait_time(table, seat, kind, card):
        return
    held = places.traits(table, seat, definition.kind)
    if any(table.defs[other].trait == definition.trait for other in held):
        return
    if kind == "setup" and not gear.trait_room(table, seat, card):
        return  # one of each type
    out.append(PLAY_MOVES.with_card(card))


def _double(table: Table, seat: int, kind: str, card: int, out: list[Move]) -> None:
    """Offer Super Munchkin or Half-Breed, which need a Class or Race to attach to (R-165)."""
    of = table.defs[card].of
    if (
        trait_time(table, seat, kind, card)
        and places.traits(table, seat, of)
        and not places.double(table, seat, of)
    ):
        out.append(PLAY_MOVES.with_card(card))


def _item(table: Table, seat: int, kind: str, card: int, out: list[Move]) -> None:
    """Offer an Item if there is room; as such, an old Steed cannot just be dropped (R-208, R-620)."""
    allowed = own_time(table, seat, kind, card) and gear.can_carry(table, seat, card)
    if allowed and (kind != "setup" or facts.usable(table, seat, card)):
        out.append(PLAY_MOVES.with_card(card))


def _one_shot(table: Table, seat: int, kind: str, card: int, out: list[Move]) -> None:
    """Offer to put a one-shot on the table, where it is an Item like others (R-226)."""
    if table.defs[card].item and own_time(table, seat, kind, card):
        out.append(LAY_MOVES.with_card(card))


def _companion(table: Table, seat: int, kind: str, card: int, out: list[Move]) -> None:
    """Offer a companion at any time, also in combat (R-600, R-601, R-607)."""
    out.append(PLAY_MOVES.with_card(card))


def _enhancer(table: Table, seat: int, kind: str, card: int, out: list[Move]) -> None:
    """Offer an enhancer in any combat, for one monster (R-300, R-301, R-304)."""
    if kind not in COMBAT_WINDOWS:
        return
    scope = Frame("scope", seat, card=card)
    fitting: list[int] = []
    for monster in foes.monsters(table):
        scope.vars["monster"] = monster
        if all(need.holds(table.rules, scope) for need in table.defs[card].needs):
            fitting.append(monster)
    out.append(make_move("play", card, -1, (make_slot("monster", "card", tuple(fitting)),)))
    present = {tag for monster in foes.monsters(table) for tag in facts.tags(table, monster)}
    given = present & set(table.defs[card].gives) & set(table.decks.edition.joins)
    if given:
        others = tuple(
            other
            for other in places.hand(table, seat)
            if table.defs[other].kind == "monster" and not given & table.defs[other].tags
        )
        out.append(make_move("raise", card, -1, (make_slot("monster", "card", others),)))


def _wandering(table: Table, seat: int, kind: str, card: int, out: list[Move]) -> None:
    """Offer to bring a monster from the hand into the combat (R-310)."""
    if kind in COMBAT_WINDOWS:
        scope = Frame("scope", seat, card=card)
        monsters = [other for other in places.hand(table, seat) if table.defs[other].kind == "monster"]
        fits = table.defs[card].fits
        if fits is not None:
            monsters = fitting(fits, monsters, table.rules, scope)
        out.append(make_move("play", card, -1, (make_slot("monster", "card", tuple(monsters)),)))


def _curse(table: Table, seat: int, kind: str, card: int, out: list[Move]) -> None:
    """Offer a curse against anybody alive, at any time (R-561, R-487)."""
    if kind in CURSE_WINDOWS:
        out.append(make_move("play", card, -1, (_target_slot(people.living_by_number(table)),)))


def _level_up(table: Table, seat: int, kind: str, card: int, out: list[Move]) -> None:
    """Offer a Level for any seat that it does not bring to the winning Level (R-265, R-266)."""
    out.append(make_move("play", card, -1, (_target_slot(raisable(table, seat, card)),)))


@cache
def _target_slot(seats: tuple[int, ...]) -> Slot:
    """Return the slot for one of some seats, which is made once for the same ones."""
    return make_slot("target", "seat", seats)


def raisable(table: Table, seat: int, card: int) -> tuple[int, ...]:
    """Return the seats on which the seat could play this Go Up a Level card (R-266)."""
    cap = table.decks.top_level if table.defs[card].may_win else table.decks.gain_cap
    return tuple([other for other in fitting_seats(table, seat, card) if people.level(table, other) < cap])


def fitting_seats(table: Table, seat: int, card: int) -> list[int]:
    """Return the seats for which a Go Up a Level card is meant, whatever their Level (R-267)."""
    definition = table.defs[card]
    if definition.kind != "level_up":
        return []
    scope = Frame("scope", seat, card=card)
    found: list[int] = []
    for other in people.living_by_number(table):
        scope.it = other
        scope.vars["target"] = other
        if all(need.holds(table.rules, scope) for need in definition.needs):
            found.append(other)
    return found


def _rider(table: Table, seat: int, kind: str, card: int, out: list[Move]) -> None:
    """Offer a Cheat! or an item enhancer for the seat's own cards, out of combat (R-209, R-630)."""
    if not own_time(table, seat, kind, card):
        return
    scope = Frame("scope", seat, card=card)
    cheat = table.defs[card].kind == "cheat"
    hosts = _cheatable(table, seat) if cheat else _enhanceable(table, seat)
    free = [other for other in hosts if other not in table.state.under]
    fits = table.defs[card].fits
    if fits is not None:
        free = fitting(fits, free, table.rules, scope)
    out.append(make_move("play", card, -1, (make_slot("card", "card", tuple(free)),)))


def _enhanceable(table: Table, seat: int) -> list[int]:
    """Return the Items in play that can be enhanced: no Steeds or Items for Steeds (R-621)."""
    return [
        other
        for other in facts.cards_of(table, seat, "carried")
        if table.defs[other].kind == "item" and STEED_GEAR_TAG not in table.defs[other].tags
    ]


def _cheatable(table: Table, seat: int) -> list[int]:
    """Return what a Cheat! can go on: Items in play or in hand, companions if the edition says so."""
    companions = table.decks.edition.companions_leave
    wide = ("item", "steed", "companion") if companions else ("item",)
    hosts = facts.cards_of(table, seat, "carried")
    if companions:
        hosts += places.traits(table, seat, "companion")
    hosts += [other for other in places.hand(table, seat) if table.defs[other].kind in wide]
    return [other for other in hosts if not places.is_cheated(table, other)]


MOVE_SOURCES_BY_KIND: Final[dict[str, Callable[[Table, int, str, int, list[Move]], None]]] = {
    "class": _trait,
    "race": _trait,
    "double": _double,
    "item": _item,
    "steed": _item,
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


def do_play(table: Table, seat: int, move: Move, picks: Picks) -> None:
    """Play a card by its kind."""
    card = move.card
    kind = table.defs[card].kind
    pick = picks[0][0] if picks else -1
    target = pick if isinstance(pick, int) else -1
    if kind in ("class", "race"):
        arrivals.into_play(table, card, seat)
        return
    if kind == "double":
        piles.move(table, card, table_zone(seat))
        table.emit(CardPlayed(seat, card=card, card_kind=kind))
    elif kind in ("item", "one_shot"):
        arrivals.lay_item(table, card, seat)
    elif kind in ("companion", "steed"):
        table.push(Frame("carry", seat, card=card))  # once it is settled that it stays
        arrivals.into_play(table, card, seat)
        return
    elif kind == "enhancer":
        fights.enhance(table, card, target, seat)
    elif kind == "wandering":
        table.emit(CardPlayed(seat, card=card, card_kind=kind))
        piles.discard(table, card, by=seat)
        fights.add_monster(table, target, by=seat)
    elif kind == "curse":
        curses.start_curse(table, target, card, seat)
    elif kind == "level_up":
        raise_level(table, seat, card, target)
    else:
        _ride(table, seat, card, target)
    if places.owner(table, card) == seat and not places.in_hand(table, card):
        reactions.fire(table, "came_into_play", seat, card)


def _ride(table: Table, seat: int, card: int, host: int) -> None:
    """Attach a Cheat! or an enhancer to its host, which comes into play with it if it is in hand."""
    arrives = places.in_hand(table, host)
    if arrives:
        piles.move(table, host, table_zone(seat))
        table.emit(CardPlayed(seat, card=host, card_kind=table.defs[host].kind))
    arrivals.attach(table, card, host)
    if arrives:
        table.push(Frame("carry", seat, card=host))
        reactions.fire(table, "came_into_play", seat, host)
    equipped = table.state.people[seat].equipped
    if table.defs[host].kind == "item" and host not in equipped and table.defs[card].kind == "cheat":
        equipped.append(host)


def do_lay(table: Table, seat: int, move: Move, picks: Picks) -> None:
    arrivals.lay_item(table, move.card, seat)


def raise_level(table: Table, seat: int, card: int, target: int) -> None:
    """Play a Go Up a Level card on somebody; it cannot be declined (R-265, R-268)."""
    definition = table.defs[card]
    piles.move(table, card, LIMBO_ZONE)
    table.emit(CardPlayed(seat, card=card, target=target, card_kind="level_up"))
    characters.change_level(table, target, definition.levels, card, may_win=definition.may_win)
    if definition.hits:
        number = definition.number_of(definition.hits)
        frame = Frame("run", seat, target, card, number, vars={"target": target})
        table.push(Frame("spent", seat, card=card))
        table.push(frame)
    else:
        piles.discard(table, card, by=seat)


def do_raise(table: Table, seat: int, move: Move, picks: Picks) -> None:
    """Send a monster into a fight with Undead, together with a card that makes it Undead (R-311)."""
    monster = numbers_in(picks[0])[0]
    fights.add_monster(table, monster, by=seat)
    fights.enhance(table, move.card, monster, seat)


def do_give_up(table: Table, seat: int, move: Move, picks: Picks) -> None:
    """Give up a Class or Race (R-090), send a companion away (R-601), dismount to run (R-622)."""
    table.emit(CardGivenUp(seat, card=move.card))
    piles.discard(table, move.card, by=seat)


WINDOWS: Final[frozenset[str]] = ANY_TIME_WINDOWS
VERB_HANDLERS: dict[str, VerbHandler] = {
    "play": do_play,
    "lay": do_lay,
    "raise": do_raise,
    "give_up": do_give_up,
}
