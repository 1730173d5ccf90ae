"""The course of a castle-defense game in sentences: turns, waits, dice and the end."""

from __future__ import annotations

from bot.views.base.event_names import EventNames
from bot.views.base.event_rows import FACE_S, Stage, Told, tell
from bot.views.panic.board import arc_name
from cards.kernel.events import Event, SeatLeft
from cards.panic.card_events import PowerUsed
from cards.panic.events import (
    CharacterChosen,
    PanicBegan,
    PanicDieRolled,
    PanicEnded,
    PanicTurnStarted,
    PanicWon,
    SeatScored,
    WaitTimedOut,
)
from cards.panic.quiet import OPTIONAL_WINDOWS
from cards.say import say

ROLL_TEXTS = {"rock": "🎲 The Rock comes down arc {arc}", "march": "🎲 The die moves arc {arc}"}
"""The dice worth telling, by what they are rolled for."""


def _is_lapse(event: WaitTimedOut) -> bool:
    return event.seat < 0 and event.waited_for in OPTIONAL_WINDOWS


def _timed_out(event: WaitTimedOut, names: EventNames) -> str:
    if event.seat >= 0:
        return tell(event, names, "⏱ {seat} took too long")
    return "" if _is_lapse(event) else say("⏱ Time ran out")


def _then_rolled(lead: Event, event: PanicDieRolled, names: EventNames) -> str | None:
    return tell(event, names, "rolls {die}") if isinstance(lead, PowerUsed) else None


PANIC_TURN_ROWS = (
    Told(SeatLeft, "🚪 {seat} leaves the game", moment=8),
    Told(PanicBegan, "🎲 {seat} begins"),
    Told(CharacterChosen, "🎭 {seat} is the {card}"),
    Told(PanicTurnStarted, "— {seat}’s turn —", begins_turn=True),
    Told(
        PanicDieRolled,
        lambda event, names: say(ROLL_TEXTS.get(event.purpose, ""), arc=arc_name(event.die)),
        _then_rolled,
    ),
    Told(WaitTimedOut, _timed_out, lapse=_is_lapse),
    Told(SeatScored, "🏆 {seat}: {points point}"),
    Told(
        PanicEnded,
        {
            "monsters": "🏁 No monsters are left: the Castle stands!",
            "towers": "🏁 The last Tower has fallen",
            "left": "🏁 Nobody is left",
            "": "🏁 The game is over",
        },
        moment=10,
        is_highlight=True,
        stage=Stage(FACE_S),
    ),
    Told(PanicWon, "👑 {seat} is the Master Munchkin with {points point}", moment=10, is_highlight=True),
)
