"""The door-kicking games in words."""

from __future__ import annotations

from bot.views.base.word_tables import AskedWords, Picking, load_words
from bot.views.door.words.events import DOOR_EVENTS
from cards.door.chronicle import level_change, levels

DOOR_WORDS = load_words(
    "bot.views.door.words",
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
