"""The door-kicking games in words."""

from __future__ import annotations

from bot.views.base.event_rows import EventTable
from bot.views.base.text import read_texts
from bot.views.base.word_tables import AskedWords, Picking, load_words
from bot.views.door.words.bargain_events import BARGAIN_ROWS
from bot.views.door.words.card_events import CARD_ROWS
from bot.views.door.words.character_events import CHARACTER_ROWS
from bot.views.door.words.combat_events import COMBAT_ROWS
from bot.views.door.words.escape_events import ESCAPE_ROWS
from bot.views.door.words.turn_events import TURN_ROWS
from cards.door.chronicle import level_change, levels
from cards.door.events import DOOR_EVENT_KINDS

VOICES = read_texts("bot.views.door.words", "voices")
"""The narrators of the sets."""

DOOR_EVENTS = EventTable(
    DOOR_EVENT_KINDS,
    *TURN_ROWS,
    *CARD_ROWS,
    *CHARACTER_ROWS,
    *COMBAT_ROWS,
    *BARGAIN_ROWS,
    *ESCAPE_ROWS,
    voices=VOICES,
)
"""How each kind of event is told."""

DOOR_WORDS = load_words(
    "bot.views.door.words",
    VOICES,
    events=DOOR_EVENTS,
    asked=AskedWords(
        "A kill is claimed, a fighter gives up, a curse flies",
        "In fights that would win the game, and when a curse is after you.",
    ),
    picking=Picking(
        ordered=frozenset({"flee_order"}),
        on_terms_screen=frozenset({"ask_help", "offer_help"}),
        shown_weights=frozenset({"sell.items", "sell_double.items", "use.cost", "answer.items"}),
        depends_on={"condition": "items", "order": "treasures"},
    ),
    level_change=level_change,
    levels=levels,
)
