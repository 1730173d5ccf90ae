"""Using what cards offer: abilities of cards in play, one-shots and other cards played for their effect."""

from __future__ import annotations

from typing import Final

from cards.door import arrivals, escape, facts, foes, memory, party, people, piles, places, score, turn
from cards.door.card_events import CardUsed
from cards.door.state import COMBAT_ZONE, LIMBO_ZONE
from cards.door.table import FrameHandler, Table, VerbHandler
from cards.door.windows import (
    ANY_TIME_WINDOWS,
    COMBAT_WINDOWS,
    OPEN_PLAY_WINDOWS,
    OUT_OF_COMBAT_WINDOWS,
    PLAYED_KINDS,
    WindowTable,
)
from cards.kernel.frames import Frame
from cards.kernel.moves import Move, Picks, Slot, is_fillable, make_move, make_slot
from cards.language.abilities import Ability
from cards.language.activation import ability_slots, bind_choices
from cards.language.timing import MOMENT_BITS, moment_mask

OWN_TURN: Final = moment_mask(["own_turn"])
NO_COMBAT: Final = moment_mask(["no_combat"])


def moments(table: Table, seat: int, kind: str) -> int:
    """Return the moments of the card language that hold for the seat now, as bits."""
    own = seat == table.state.active
    found = MOMENTS.at(kind, own, people.in_combat(table, seat))
    if kind == "after" and own and turn.looted_card(table) >= 0:
        return found | MOMENT_BITS["looted"]
    if kind == "flee" and seat == escape.runner(table):
        return found | MOMENT_BITS["flee"]
    if kind == "caught" and seat == escape.runner(table):
        return found | MOMENT_BITS["caught"]
    if kind == "reward" and seat == table.fighter:
        return found | MOMENT_BITS["reward"]
    return found


def _moments(kind: str, own: bool, fighting: bool) -> int:
    """Return the moments that hold in a window; ``own``: own turn, ``fighting``: in the combat."""
    now: set[str] = set()
    if kind in ANY_TIME_WINDOWS:
        now.add("any_time")
    if kind in OPEN_PLAY_WINDOWS and not fighting:
        now.add("no_combat")
    if kind in OUT_OF_COMBAT_WINDOWS and own:
        now.add("own_turn")
        now |= {"arrange": {"door"}, "trouble": {"trouble"}, "charity": {"charity"}}.get(kind, set())
    if kind in COMBAT_WINDOWS:
        now |= {"combat", "own_combat" if fighting else "other_combat"}
    now |= {"flee": {"any_flee"}, "caught": {"any_caught"}, "curse": {"curse"}}.get(kind, set())
    return moment_mask(now)


WINDOWS: Final[frozenset[str]] = ANY_TIME_WINDOWS | {"reward"}
MOMENTS: Final = WindowTable(_moments)


def moves(table: Table, seat: int, kind: str, out: list[Move]) -> None:
    """List the abilities that the seat can use now."""
    now = moments(table, seat, kind)
    fresh = table.state.people[seat].fresh
    for card in _sources(table, seat, now, fresh):
        definition = table.defs[card]
        received = bool(NO_COMBAT & now) and card in fresh  # as in its own turn
        for number, whens in enumerate(definition.moments):
            if not now & whens and not (received and OWN_TURN & whens):
                continue
            ability = definition.play[number]
            if ability.max and not _has_uses_left(table, seat, card, number, ability):
                continue
            slots = open_slots(table, seat, card, number, ability)
            if slots is not None:
                out.append(make_move("use", card, number, slots))


def _sources(table: Table, seat: int, now: int, fresh: list[int]) -> list[int]:
    """Return which cards the seat may be able to use now: hand cards that are spent, and cards in force.

    Abilities of a monster belong to those who fight it.
    """
    defs, moments_of = table.defs, table.decks.moments
    found = [card for card in memory.held(table, seat).spendable if moments_of[card] & now or card in fresh]
    for card in memory.carried(table, seat).usable:
        if moments_of[card] & now or card in fresh:
            kind = defs[card].kind
            if kind == "one_shot" or (kind not in PLAYED_KINDS and facts.counts(table, seat, card)):
                found.append(card)
    combat = table.state.combat
    if combat is not None and (seat == combat.fighter or seat == combat.helper):
        one_shots = [card for card in found if defs[card].kind == "one_shot"]
        if one_shots and score.combat_flag(table, "no_one_shots"):
            found = [card for card in found if card not in one_shots]
        for foe in combat.foes:
            like = foe.like
            if moments_of[like] & now and like not in found and defs[like].kind != "steed":
                found.append(like)
    return found


def _key(table: Table, seat: int, card: int, number: int) -> str:
    """Return the name of a seat's power, which is the same for all copies of a card (H-114)."""
    return f"{seat}:{table.decks.powers[card]}:{number}"


def _has_uses_left(table: Table, seat: int, card: int, number: int, ability: Ability) -> bool:
    """Return True if the ability has uses left; a limit for each target is checked in ``open_slots``."""
    if not ability.max:
        return True
    key = _key(table, seat, card, number)
    if ability.per in ("combat", "roll"):
        fight = table.state.combat
        return fight is not None and fight.used.get(_use_scope(table, key, ability), 0) < ability.max
    if ability.per == "target":
        return True
    prefix = "game:" if ability.per == "game" else "turn:"
    return table.state.used.get(prefix + key, 0) < ability.max


def _use_scope(table: Table, key: str, ability: Ability) -> str:
    """Return the name under which uses count in this combat; each runner rolls once for each monster."""
    if ability.per == "combat":
        return key
    return f"{key}:{escape.runner(table)}:{foes.fleeing(table)}"


def open_slots(table: Table, seat: int, card: int, number: int, ability: Ability) -> tuple[Slot, ...] | None:
    """Return the open slots; dead players (R-487) and targets whose limit is reached are left out.

    What concerns one Run Away roll has to wait until it is chosen which one that is (R-433).
    """
    if ability.flees and foes.fleeing(table) < 0 <= escape.runner(table):
        return None
    frame = Frame("scope", seat, card=card)
    slots = ability_slots(ability, table.rules, frame)
    if slots is None or not (ability.max and ability.per == "target"):
        return slots
    fight = table.state.combat
    used = {} if fight is None else fight.used
    key = _key(table, seat, card, number)
    narrowed = tuple(
        slot
        if slot.name == "cost"
        else make_slot(
            slot.name,
            slot.kind,
            tuple(pick for pick in slot.options if used.get(f"{key}:{pick}", 0) < ability.max),
            slot.least,
            slot.most,
        )
        for slot in slots
    )
    return narrowed if all(is_fillable(slot) for slot in narrowed) else None


def _count_use(table: Table, seat: int, card: int, number: int, ability: Ability, picks: Picks) -> None:
    if not ability.max:
        return
    key = _key(table, seat, card, number)
    if ability.per in ("combat", "target", "roll"):
        used = table.combat.used if table.state.combat is not None else {}
        if ability.per == "target":
            names = [f"{key}:{pick}" for pick in picks[0]]
        else:
            names = [_use_scope(table, key, ability)]
    else:
        used = table.state.used
        names = [("game:" if ability.per == "game" else "turn:") + key]
    for name in names:
        used[name] = used.get(name, 0) + 1


def do_use(table: Table, seat: int, move: Move, picks: Picks) -> None:
    """Use an ability: pay its cost, spend the card if it is used up, then push the effect."""
    card = move.card
    definition = table.defs[card]
    ability = definition.play[move.ability]
    _count_use(table, seat, card, move.ability, definition.play[move.ability], picks)
    frame = Frame("run", seat, -1, card, definition.number_of(ability.then))
    cost = bind_choices(definition.play[move.ability], frame, picks)
    target = frame.vars.get("target", -1)
    other = target if isinstance(target, int) else -1
    frame.it = other
    spend = ability.spend or definition.kind in PLAYED_KINDS
    chosen = tuple(
        pick
        for slot, slot_picks in zip(move.slots, picks, strict=True)
        if slot.kind == "card" and slot.name == "monster"
        for pick in slot_picks
        if isinstance(pick, int)
    )
    table.emit(
        CardUsed(seat, card=card, monsters=chosen, target=other, ability=move.ability, spent=bool(spend))
    )
    if other >= 0 and people.in_combat(table, other):
        party.meddle(table, seat)
    if spend:
        piles.move(table, card, LIMBO_ZONE)
        table.push(Frame("spent", seat, card=card, vars={"stays": definition.stays}))
    table.push(frame)
    for paid in cost:
        piles.discard(table, paid, by=seat)


def spent(table: Table, frame: Frame) -> None:
    """Put a used card away: in front of its player, into the combat for which it acts, or discarded."""
    table.pop(frame)
    card = frame.card
    if not places.in_limbo(table, card):
        return
    stays = frame.vars.get("stays", "")
    if isinstance(stays, str) and stays and people.is_living(table, frame.seat):
        arrivals.stay(table, card, frame.seat, stays)
    elif _lasts_for_combat(table, card):
        piles.move(table, card, COMBAT_ZONE)
    else:
        piles.discard(table, card, by=frame.seat)


def _lasts_for_combat(table: Table, card: int) -> bool:
    """Return True if the card has changed something for the rest of the combat (R-334, H-152)."""
    combat = table.state.combat
    return combat is not None and not combat.over and any(add.card == card for add in combat.adds)


FRAME_HANDLERS: dict[str, FrameHandler] = {"spent": spent}
VERB_HANDLERS: dict[str, VerbHandler] = {"use": do_use}
