"""The table of the castle-defense game's events: how each kind is told."""

from __future__ import annotations

from bot.views.base.event_rows import EventTable
from bot.views.panic.words.card_events import PANIC_CARD_ROWS
from bot.views.panic.words.deal_events import PANIC_DEAL_ROWS
from bot.views.panic.words.monster_events import PANIC_MONSTER_ROWS
from bot.views.panic.words.turn_events import PANIC_TURN_ROWS
from cards.panic.events import PANIC_EVENT_KINDS

PANIC_EVENTS = EventTable(
    PANIC_EVENT_KINDS,
    *PANIC_TURN_ROWS,
    *PANIC_CARD_ROWS,
    *PANIC_MONSTER_ROWS,
    *PANIC_DEAL_ROWS,
)
