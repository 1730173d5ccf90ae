"""The words that a scenario of the door-kicking games can use."""

from __future__ import annotations

from cards.door.events import DOOR_EVENT_KINDS
from cards.door.help import ALL_TREASURES, DEAL_CONDITIONS, PICK_ORDERS
from cards.door.rules import RULE_TABLES
from cards.door.screen_terms import PHASES, QUESTIONS, REFUSALS, STAGES, WINDOWS
from cards.door.state import MONSTERS_SIDE, PARTY_SIDE
from cards.kernel.moves import ANSWER_VERB, PASS_VERB
from cards.scenarios.words import GameWords, event_meanings

SEAT_VERBS = ("offer_trade", "offer_truce")
"""Verbs whose ability number is a seat."""
OFFER_VERBS = ("accept_help", "refuse_help", "withdraw_help")
TRADE_VERBS = ("accept_trade", "refuse_trade", "withdraw_trade")
TRUCE_VERBS = ("accept_truce", "refuse_truce", "withdraw_truce")
WITHDRAW_VERBS = ("withdraw_help", "withdraw_trade", "withdraw_truce")

_TERMS = ("treasures", "order", "items", "condition", "promises", "pays", "note")
_SLOTS_BY_VERB = {
    "give_away": ("cards",),
    "play": ("target", "monster", "card"),
    "load": ("card",),
    "equip": ("off",),
    "sell": ("items",),
    "sell_double": ("items",),
    "offer_trade": ("gives", "wants"),
    "ask_help": ("seats", *_TERMS),
    "offer_help": _TERMS,
    "offer_truce": ("items",),
    "show": ("cards", "seats"),
    "raise": ("monster",),
    "stack": ("monster",),
    "flee": ("monster",),
    "sacrifice": ("saves",),
    "use": ("target", "second", "card", "second_card", "monster", "side", "word", "cost"),
}

DOOR_WORDS = GameWords(
    verbs=frozenset({*RULE_TABLES.verb_handlers, ANSWER_VERB, PASS_VERB}),
    events=event_meanings(DOOR_EVENT_KINDS),
    questions=QUESTIONS,
    windows=WINDOWS,
    refusals=REFUSALS,
    phases=PHASES,
    stages=STAGES,
    slots=_SLOTS_BY_VERB,
    other_verbs=frozenset({*SEAT_VERBS, *OFFER_VERBS, *TRADE_VERBS, *TRUCE_VERBS}),
    slot_words=frozenset(
        {PARTY_SIDE, MONSTERS_SIDE, ALL_TREASURES, *PICK_ORDERS, *DEAL_CONDITIONS, "alone", "both"}
    ),
)
