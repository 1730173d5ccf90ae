"""Promises to play cards of one's hand on the other party of a bargain, and keeping them (R-352, H-05)."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from cards.door import abilities, plays
from cards.door.engine import Engine
from cards.door.kinds import PLAYED_KINDS
from cards.door.rule_tables import FrameHandler
from cards.kernel.frames import Frame
from cards.kernel.moves import Move
from cards.language.definition import Definition
from cards.language.timing import moment_mask

PROMISED_MOMENTS: Final = moment_mask({"any_time", "no_combat", "own_turn"})
"""Moments of abilities that can be used when promises are kept: after the combat."""


def promisable(engine: Engine, seat: int) -> tuple[int, ...]:
    """Return the hand cards that the seat could legally play on somebody else (R-352)."""
    defs = engine.defs
    return tuple([card for card in engine.hand(seat) if _is_for_others(defs[card])])


@lru_cache(maxsize=4096)
def _is_for_others(definition: Definition) -> bool:
    return definition.kind in ("level_up", "curse") or bool(_uses_on_players(definition))


def _uses_on_players(definition: Definition) -> list[int]:
    """Return the numbers of the card's abilities that choose a player and nothing else, free of charge."""
    if definition.kind not in PLAYED_KINDS:
        return []
    return [
        number
        for number, ability in enumerate(definition.play)
        if len(ability.targets) == 1
        and ability.targets[0].who is not None
        and ability.cost is None
        and PROMISED_MOMENTS & definition.moments[number]
    ]


def keep_promise(engine: Engine, frame: Frame) -> None:
    """Play a promised card on the other party, if that is still possible (R-352, H-05)."""
    engine.pop(frame)
    card, seat, other = frame.card, frame.seat, frame.it
    if card not in engine.hand(seat) or not engine.is_living(other):
        return
    kind = engine.defs[card].kind
    if kind == "level_up":
        if other in plays.raisable(engine, seat, card):
            plays.raise_level(engine, seat, card, other)
    elif kind == "curse":
        engine.curse(other, card, seat)
    else:
        _use_on(engine, seat, card, other)


def _use_on(engine: Engine, seat: int, card: int, other: int) -> None:
    for number in _uses_on_players(engine.defs[card]):
        slots = abilities.open_slots(engine, seat, card, number, engine.defs[card].asked[number])
        if slots is not None and other in slots[0].options:
            abilities.do_use(engine, seat, Move("use", card, number, slots), ((other,),))
            return


FRAME_HANDLERS: dict[str, FrameHandler] = {"promise": keep_promise}
