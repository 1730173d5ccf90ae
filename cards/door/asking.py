"""What a frame asks of people and of chance; each answer is kept in the frame."""

from __future__ import annotations

from cards.door import interruption
from cards.door.events import DieRolled
from cards.door.table import Table
from cards.kernel.frames import Frame
from cards.kernel.machine import Asked
from cards.kernel.moves import Pick, Slot


def choose(
    table: Table,
    frame: Frame,
    key: str,
    seat: int,
    ask: str,
    slot: Slot,
    default: tuple[Pick, ...] | None = None,
    *,
    always: bool = False,
    card: int = -1,
) -> tuple[Pick, ...]:
    """Return a seat's answer to a question about a card, if not said the frame's; or raise Asked.

    Who has left gets the default answer (H-17). A frame must not have changed anything before it asks.
    """
    if interruption.is_outdated(frame, key, slot):
        del frame.vars[key]
    if table.state.people[seat].left and key not in frame.vars:
        frame.vars[key] = default if default is not None else slot.options[: slot.least]
    answer = table.ask(
        frame,
        key,
        seat,
        ask,
        slot,
        seconds=table.options.answer_seconds,
        default=default,
        card=card if card >= 0 else frame.card,
        always=always,
    )
    if answer is None:
        raise Asked
    return answer


def roll(table: Table, frame: Frame, key: str, seat: int) -> int:
    """Roll a die, once for each key of the frame."""
    got = frame.vars.get(key)
    if isinstance(got, int):
        return got
    die = table.state.dice.roll()
    frame.vars[key] = die
    table.emit(DieRolled(seat, die=die, card=frame.card))
    return die


def randbelow(table: Table, frame: Frame, key: str, bound: int) -> int:
    """Draw a random number, once for each key of the frame."""
    got = frame.vars.get(key)
    if not isinstance(got, int):
        got = table.state.dice.randbelow(bound)
        frame.vars[key] = got
    return got


def name_choices(table: Table, frame: Frame, key: str, card: int, n: int) -> tuple[str, ...]:
    """Return ``n`` names of cards of the card's kind, with its own among them; the same for each key."""
    made = table.defs[card]
    names = sorted({other.name for other in table.defs if other.kind == made.kind} - {made.name})
    found = [made.name]
    while names and len(found) < n:
        found.append(names.pop(randbelow(table, frame, f"{key}{len(found)}", len(names))))
    return tuple(sorted(found))
