"""The castle-defense game in words."""

from __future__ import annotations

from bot.views.base.event_rows import EventTable
from bot.views.base.text import read_texts
from bot.views.base.word_tables import AskedWords, Picking, load_words
from bot.views.panic.words.card_events import PANIC_CARD_ROWS
from bot.views.panic.words.deal_events import PANIC_DEAL_ROWS
from bot.views.panic.words.monster_events import PANIC_MONSTER_ROWS
from bot.views.panic.words.turn_events import PANIC_TURN_ROWS
from cards.panic.events import PANIC_EVENT_KINDS

VOICES = read_texts("bot.views.panic.words", "voices")
"""The narrators of the sets."""

PANIC_EVENTS = EventTable(
    PANIC_EVENT_KINDS,
    *PANIC_TURN_ROWS,
    *PANIC_CARD_ROWS,
    *PANIC_MONSTER_ROWS,
    *PANIC_DEAL_ROWS,
    voices=VOICES,
)
"""How each kind of event is told."""

PANIC_WORDS = load_words(
    "bot.views.panic.words",
    VOICES,
    events=PANIC_EVENTS,
    asked=AskedWords(
        "A Curse is drawn, a monster falls, the march comes",
        "When the game could end, and when it is about you alone.",
    ),
    picking=Picking(on_terms_screen=frozenset({"ask"})),
)
