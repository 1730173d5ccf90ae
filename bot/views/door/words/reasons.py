"""What people and computers say when they refuse an offer, or name another price."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from bot.tables.past import MAX_EVENTS_PER_REVISION
from bot.views.base.event_names import EventNames
from bot.views.base.text import humanize, plural, read_texts, say
from cards.door.combat_events import ReasonGiven

_TEXTS = read_texts("bot.views.door.words", "sayings")

REASON_SAYINGS: Final[Mapping[str, Sequence[str]]] = _TEXTS["usual"]
"""Several sayings for each reason; the number of the action chooses one."""

PRICE_SAYINGS: Final[Sequence[str]] = _TEXTS["named"]["price"]
"""Sayings that name the Treasures that would do."""

TRADE_SAYINGS: Final[Mapping[str, Sequence[str]]] = _TEXTS["trade"]
"""What is said instead about a trade."""


def reason_said(event: ReasonGiven, names: EventNames, *, trade: bool = False) -> str:
    """Return a reason in the words of the seat that gives it, in quotation marks; ``trade``: for a trade."""
    if event.reason == "price" and event.treasures > 0:
        saying = say(_saying(PRICE_SAYINGS, names), price=plural(event.treasures, "Treasure"))
    else:
        usual = REASON_SAYINGS.get(event.reason, (humanize(event.reason) + ".",))
        saying = say(_saying(TRADE_SAYINGS.get(event.reason, usual) if trade else usual, names))
    return f"“{saying}”"


def _saying(sayings: Sequence[str], names: EventNames) -> str:
    """Choose by the number of the action: two who answer one after another do not say the same."""
    return sayings[names.number // MAX_EVENTS_PER_REVISION % len(sayings)]
