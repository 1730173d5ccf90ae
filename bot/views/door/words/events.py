"""The table of a door-kicking game's events: how each kind is told."""

from __future__ import annotations

from bot.views.base.event_rows import EventTable
from bot.views.door.words.bargain_events import BARGAIN_ROWS
from bot.views.door.words.card_events import CARD_ROWS
from bot.views.door.words.character_events import CHARACTER_ROWS
from bot.views.door.words.combat_events import COMBAT_ROWS
from bot.views.door.words.escape_events import ESCAPE_ROWS
from bot.views.door.words.turn_events import TURN_ROWS
from cards.door.events import DOOR_EVENT_KINDS

DOOR_EVENTS = EventTable(
    DOOR_EVENT_KINDS,
    *TURN_ROWS,
    *CARD_ROWS,
    *CHARACTER_ROWS,
    *COMBAT_ROWS,
    *BARGAIN_ROWS,
    *ESCAPE_ROWS,
)
