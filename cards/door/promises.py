"""Promises to play cards of one's hand on the other party of a bargain, and keeping them (R-352, H-05)."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from cards.door import abilities, curses, people, places, plays
from cards.door.kinds import PLAYED_KINDS
from cards.door.rule_tables import FrameHandler
from cards.door.table import Table
from cards.kernel.frames import Frame
from cards.kernel.moves import Move
from cards.language.definition import Definition
from cards.language.timing import moment_mask

PROMISED_MOMENTS: Final = moment_mask({"any_time", "no_combat", "own_turn"})
"""Moments of abilities that can be used when promises are kept: after the combat."""


def promisable(table: Table, seat: int) -> tuple[int, ...]:
    """Return the hand cards that the seat could legally play on somebody else (R-352)."""
    defs = table.defs
    return tuple([card for card in places.hand(table, seat) if _is_for_others(defs[card])])


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


def keep_promise(table: Table, frame: Frame) -> None:
    """Play a promised card on the other party, if that is still possible (R-352, H-05)."""
    table.pop(frame)
    card, seat, other = frame.card, frame.seat, frame.it
    if card not in places.hand(table, seat) or not people.is_living(table, other):
        return
    kind = table.defs[card].kind
    if kind == "level_up":
        if other in plays.raisable(table, seat, card):
            plays.raise_level(table, seat, card, other)
    elif kind == "curse":
        curses.start_curse(table, other, card, seat)
    else:
        _use_on(table, seat, card, other)


def _use_on(table: Table, seat: int, card: int, other: int) -> None:
    for number in _uses_on_players(table.defs[card]):
        slots = abilities.open_slots(table, seat, card, number, table.defs[card].asked[number])
        if slots is not None and other in slots[0].options:
            abilities.do_use(table, seat, Move("use", card, number, slots), ((other,),))
            return


FRAME_HANDLERS: dict[str, FrameHandler] = {"promise": keep_promise}
