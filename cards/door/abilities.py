"""Using what cards offer: abilities of cards in play, one-shots and other cards played for their effect."""

from __future__ import annotations

from typing import Final

from cards.door import escape
from cards.door.card_events import CardUsed
from cards.door.engine import Engine
from cards.door.kinds import PLAYED_KINDS
from cards.door.rule_tables import FrameHandler, VerbHandler
from cards.door.state import COMBAT_ZONE, LIMBO_ZONE
from cards.door.windows import (
    ANY_TIME_WINDOWS,
    COMBAT_WINDOWS,
    OPEN_PLAY_WINDOWS,
    OUT_OF_COMBAT_WINDOWS,
    WindowTable,
)
from cards.kernel.frames import Frame
from cards.kernel.moves import Move, Picks, Slot, is_fillable, make_move, make_slot
from cards.language.activation import ability_slots, bind_choices
from cards.language.compiled_ability import CompiledAbility
from cards.language.timing import MOMENT_BITS, moment_mask

OWN_TURN: Final = moment_mask(["own_turn"])
NO_COMBAT: Final = moment_mask(["no_combat"])


def moments(engine: Engine, seat: int, kind: str) -> int:
    """Return the moments of the card language that hold for the seat now, as bits."""
    own = seat == engine.active
    found = MOMENTS.at(kind, own, engine.in_combat(seat))
    if kind == "after" and own and engine.looted >= 0:
        return found | MOMENT_BITS["looted"]
    if kind == "flee" and seat == escape.runner(engine):
        return found | MOMENT_BITS["flee"]
    if kind == "caught" and seat == escape.runner(engine):
        return found | MOMENT_BITS["caught"]
    if kind == "reward" and seat == engine.fighter:
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


def moves(engine: Engine, seat: int, kind: str, out: list[Move]) -> None:
    """List the abilities that the seat can use now."""
    now = moments(engine, seat, kind)
    fresh = engine.state.people[seat].fresh
    for card in _sources(engine, seat, now, fresh):
        definition = engine.defs[card]
        received = bool(NO_COMBAT & now) and card in fresh  # as in its own turn
        for number, whens in enumerate(definition.moments):
            if not now & whens and not (received and OWN_TURN & whens):
                continue
            ability = definition.asked[number]
            if ability.max and not _has_uses_left(engine, seat, card, number, ability):
                continue
            slots = open_slots(engine, seat, card, number, ability)
            if slots is not None:
                out.append(make_move("use", card, number, slots))


def _sources(engine: Engine, seat: int, now: int, fresh: list[int]) -> list[int]:
    """Return which cards the seat may be able to use now: hand cards that are spent, and cards in force.

    Abilities of a monster belong to those who fight it.
    """
    defs, moments_of = engine.defs, engine.decks.moments
    found = [card for card in engine.held(seat).spendable if moments_of[card] & now or card in fresh]
    for card in engine.carried(seat).usable:
        if moments_of[card] & now or card in fresh:
            kind = defs[card].kind
            if kind == "one_shot" or (kind not in PLAYED_KINDS and engine.counts(seat, card)):
                found.append(card)
    combat = engine.state.combat
    if combat is not None and (seat == combat.fighter or seat == combat.helper):
        one_shots = [card for card in found if defs[card].kind == "one_shot"]
        if one_shots and engine.combat_flag("no_one_shots"):
            found = [card for card in found if card not in one_shots]
        for foe in combat.foes:
            like = foe.like
            if moments_of[like] & now and like not in found and defs[like].kind != "steed":
                found.append(like)
    return found


def _key(engine: Engine, seat: int, card: int, number: int) -> str:
    """Return the name of a seat's power, which is the same for all copies of a card (H-114)."""
    return f"{seat}:{engine.decks.powers[card]}:{number}"


def _has_uses_left(engine: Engine, seat: int, card: int, number: int, ability: CompiledAbility) -> bool:
    """Return True if the ability has uses left; a limit for each target is checked in ``open_slots``."""
    if not ability.max:
        return True
    key = _key(engine, seat, card, number)
    if ability.per in ("combat", "roll"):
        fight = engine.state.combat
        return fight is not None and fight.used.get(_use_scope(engine, key, ability), 0) < ability.max
    if ability.per == "target":
        return True
    prefix = "game:" if ability.per == "game" else "turn:"
    return engine.state.used.get(prefix + key, 0) < ability.max


def _use_scope(engine: Engine, key: str, ability: CompiledAbility) -> str:
    """Return the name under which uses count in this combat; each runner rolls once for each monster."""
    if ability.per == "combat":
        return key
    return f"{key}:{escape.runner(engine)}:{engine.fleeing()}"


def open_slots(
    engine: Engine, seat: int, card: int, number: int, ability: CompiledAbility
) -> tuple[Slot, ...] | None:
    """Return the open slots; dead players (R-487) and targets whose limit is reached are left out.

    What concerns one Run Away roll has to wait until it is chosen which one that is (R-433).
    """
    if ability.flees and engine.fleeing() < 0 <= escape.runner(engine):
        return None
    frame = Frame("scope", seat, card=card)
    slots = ability_slots(ability, engine, frame)
    if slots is None or not (ability.max and ability.per == "target"):
        return slots
    fight = engine.state.combat
    used = {} if fight is None else fight.used
    key = _key(engine, seat, card, number)
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


def _count_use(
    engine: Engine, seat: int, card: int, number: int, ability: CompiledAbility, picks: Picks
) -> None:
    if not ability.max:
        return
    key = _key(engine, seat, card, number)
    if ability.per in ("combat", "target", "roll"):
        used = engine.combat.used if engine.state.combat is not None else {}
        if ability.per == "target":
            names = [f"{key}:{pick}" for pick in picks[0]]
        else:
            names = [_use_scope(engine, key, ability)]
    else:
        used = engine.state.used
        names = [("game:" if ability.per == "game" else "turn:") + key]
    for name in names:
        used[name] = used.get(name, 0) + 1


def do_use(engine: Engine, seat: int, move: Move, picks: Picks) -> None:
    """Use an ability: pay its cost, spend the card if it is used up, then push the effect."""
    card = move.card
    definition = engine.defs[card]
    ability = definition.play[move.ability]
    _count_use(engine, seat, card, move.ability, definition.asked[move.ability], picks)
    frame = Frame("run", seat, -1, card, definition.number_of(ability.then))
    cost = bind_choices(ability, frame, picks)
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
    engine.emit(
        CardUsed(seat, card=card, monsters=chosen, target=other, ability=move.ability, spent=bool(spend))
    )
    if other >= 0 and engine.in_combat(other):
        engine.meddle(seat)
    if spend:
        engine.move(card, LIMBO_ZONE)
        engine.push(Frame("spent", seat, card=card, vars={"stays": definition.stays}))
    engine.push(frame)
    for paid in cost:
        engine.discard(paid, by=seat)


def spent(engine: Engine, frame: Frame) -> None:
    """Put a used card away: into the combat until it ends, in front of its player, or discarded."""
    engine.pop(frame)
    card = frame.card
    if not engine.in_limbo(card):
        return
    stays = frame.vars.get("stays", "")
    if isinstance(stays, str) and stays and engine.is_living(frame.seat):
        engine.stay(card, frame.seat, stays)
    elif engine.defs[card].once and engine.state.combat is not None and not engine.combat.over:
        engine.move(card, COMBAT_ZONE)
    else:
        engine.discard(card, by=frame.seat)


FRAME_HANDLERS: dict[str, FrameHandler] = {"spent": spent}
VERB_HANDLERS: dict[str, VerbHandler] = {"use": do_use}
