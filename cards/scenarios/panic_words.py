"""The words that a scenario of the castle-defense game can use."""

from __future__ import annotations

from cards.kernel.moves import ANSWER_VERB, PASS_VERB
from cards.panic.board import COLORS, FIGHT_RINGS
from cards.panic.events import PANIC_EVENT_KINDS
from cards.panic.screen_terms import QUESTIONS, REFUSALS, VERBS, WINDOWS
from cards.scenarios.words import GameWords, event_meanings

ANY_MONSTER_NAME = "any"
"""How people call no particular monster in an offer."""

_SLOTS_BY_VERB = {
    "discard": ("discards",),
    "attack": ("cards",),
    "play": ("monster", "seat", "arc", "named", "trophy", "discards"),
    "power": ("seat",),
    "ask": ("monster", "note"),
    "offer": ("monster", "trophy", "treasures", "pay", "note"),
    "counter": ("trophy", "treasures", "pay", "when", "note"),
    "waive": ("until",),
}

PANIC_WORDS = GameWords(
    verbs=frozenset({*VERBS, ANSWER_VERB, PASS_VERB}),
    events=event_meanings(PANIC_EVENT_KINDS),
    questions=QUESTIONS,
    windows=WINDOWS,
    refusals=REFUSALS,
    phases=range(7),
    stages=(),
    slots=_SLOTS_BY_VERB,
    other_verbs=frozenset({"accept", "agree", "counter", "refuse", "release"}),
    slot_words=frozenset(
        {*COLORS, *FIGHT_RINGS, "asker", "helper", "now", "end", "turn", "me", ANY_MONSTER_NAME}
    ),
)
