"""Running away in a door-kicking game, monster by monster, in sentences."""

from __future__ import annotations

from bot.views.base.event_names import EventNames
from bot.views.base.event_rows import BEAT_S, FACE_S, Props, Stage, Told, tell
from cards.door.combat_events import (
    BadStuffSuffered,
    Caught,
    CombatStarted,
    CompanionSacrificed,
    Escaped,
    FleeRolled,
    NotPursued,
)
from cards.door.escape import MIN_ESCAPE_ROLL
from cards.kernel.dice import DIE_SIDES
from cards.kernel.events import Event
from cards.say import say


def _not_pursued(event: NotPursued, names: EventNames) -> str:
    if _has_escaped(event, names):
        return ""
    return tell(event, names, "🏃 {monster} does not follow {seat}")


def _has_escaped(event: NotPursued, names: EventNames) -> bool:
    """Return True if the seat has got away from this monster already, and it was told."""
    for past in reversed(names.before):
        if isinstance(past, CombatStarted):
            return False
        if isinstance(past, Escaped) and (past.seat, past.monster) == (event.seat, event.monster):
            return True
    return False


def _nor(lead: Event, event: NotPursued, names: EventNames) -> str | None:
    is_same = isinstance(lead, NotPursued) and lead.monster == event.monster
    return tell(event, names, ", nor {seat}") if is_same else None


def _rolled(event: FleeRolled, names: EventNames) -> str:
    least = run_need(event)
    if least > DIE_SIDES:
        told = "🎲 {seat} needs a bigger die to get away from {monster} and rolls {die}"
    elif least > 1:
        told = "🎲 {seat} needs {least}+ to get away from {monster} and rolls {die}"
    else:
        told = "🎲 {seat} cannot fail to get away from {monster} and rolls {die}"
    return tell(event, names, told, least=str(least))


def run_need(event: FleeRolled) -> int:
    """Return the least that the die has to show."""
    return MIN_ESCAPE_ROLL - event.bonus


def _then_caught(lead: Event, event: Caught, names: EventNames) -> str | None:
    return say("too slow") if isinstance(lead, FleeRolled) and lead.seat == event.seat else None


def _escaped(event: Escaped, names: EventNames) -> str:
    return tell(
        event, names, "🏃 {seat} gets away from {monster}" if event.monster >= 0 else "🏃 {seat} gets away"
    )


def _then_escaped(lead: Event, event: Escaped, names: EventNames) -> str | None:
    is_its = isinstance(lead, FleeRolled) and lead.seat == event.seat
    return tell(event, names, "[gone|that will do|fast enough]") if is_its else None


ESCAPE_ROWS = (
    Told(NotPursued, _not_pursued, _nor),
    Told(
        FleeRolled,
        _rolled,
        reveal=lambda event, names: (6, event.monster, tell(event, names, "{seat} runs")),
        props=lambda event, names: Props(event.die, run_need(event)),
        stage=Stage(BEAT_S),
    ),
    Told(Caught, "😖 {monster} catches {seat}", _then_caught, concern=9, moment=5, stage=Stage(BEAT_S)),
    Told(
        BadStuffSuffered,
        "😖 {monster} does its worst to {seat}",
        lambda lead, event, names: "" if isinstance(lead, Caught) and lead.seat == event.seat else None,
        concern=9,
        reveal=lambda event, names: (8, event.monster, tell(event, names, "It got {seat}")),
        stage=Stage(FACE_S),
    ),
    Told(Escaped, _escaped, _then_escaped, voiced=lambda event, _: "escaped" if event.monster >= 0 else ""),
    Told(CompanionSacrificed, "🕯️ {seat} leaves {card} behind to get away", used_up="card", is_highlight=True),
)
