"""What people and computers say when they refuse an offer, or name another price."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from bot.tables.past import MAX_EVENTS_PER_REVISION
from bot.views.base.event_names import EventNames
from bot.views.base.text import humanize, plural
from cards.door.combat_events import ReasonGiven

REASON_SAYINGS: Final[Mapping[str, tuple[str, ...]]] = {
    "alone": (
        "My fight, my loot.",
        "I was about to look heroic. Do not spoil it.",
        "Thanks, I have a plan. Sort of.",
    ),
    "danger": (
        "Have you seen what that does to people?",
        "I charge extra for things that bite.",
        "That price covers the bandages.",
    ),
    "dear": (
        "At that price I might as well lose.",
        "I wanted help, not a landlord.",
        "Half the loot for half the work. That is generous.",
    ),
    "for_nothing": (
        "And what do I get? Your smile?",
        "I gave at the last dungeon.",
        "It is not my birthday, and it is not yours either.",
    ),
    "harmless": (
        "Pay you for doing nothing? You do that for free.",
        "With those few cards? I will risk it.",
        "Show me teeth first, then talk about bribes.",
    ),
    "hopeless": (
        "We would lose together. I prefer to watch.",
        "I can count. It is not enough, even with me.",
        "Two of us running is not a plan.",
    ),
    "leader": (
        "You are far enough ahead as it is.",
        "Help the one in front? My mother raised no saint.",
        "The view of your back is getting dull.",
    ),
    "minding": (
        "I’m only keeping this chair warm. No deals.",
        "The boss is out. I sign nothing.",
        "I was told to touch nothing, and nobody.",
    ),
    "needless": (
        "You need me like a second helmet.",
        "You are doing fine. Carry on.",
        "It is crowded enough in there.",
    ),
    "no_room": (
        "And where would I put it?",
        "My hands are full. So are my pockets.",
        "It doesn’t fit. I’ve tried on worse.",
    ),
    "own_mind": (
        "I have my reasons. They are small and mean.",
        "Call it a feeling.",
        "Ask me again when I like you more.",
    ),
    "price": (
        "Make it worth my while.",
        "I have turned down better offers today.",
        "For that I do not even draw my sword.",
    ),
    "useless": (
        "What would I do with that? Prop up a table?",
        "I can’t use it. I tried.",
        "Keep it. It suits you.",
    ),
    "watch": (
        "I’d rather watch. I brought snacks.",
        "No price for that. I want to see you run.",
        "Losing builds character. Yours could use it.",
    ),
    "worn": (
        "I am wearing that.",
        "Over my dead body. Do not take that as a hint.",
        "It took me an hour to get this on.",
    ),
    "would_win": (
        "And hand you the game? Nice try.",
        "You would win. I would clap. No.",
        "Ask somebody who has given up.",
    ),
}
"""Several sayings for each reason; the number of the action chooses one."""

PRICE_SAYINGS: Final = (
    "{price} or I watch.",
    "{price}. That’s the friends-and-family price.",
    "Make it {price} and I find my sword.",
)
"""Sayings that name the Treasures that would do."""


TRADE_SAYINGS: Final[Mapping[str, tuple[str, ...]]] = {
    "dear": (
        "For that I could buy two.",
        "I wanted to swap, not to be robbed.",
        "That is my shirt you are asking for. Almost.",
    ),
    "for_nothing": (
        "And what do I get? Your smile?",
        "I swap. I do not donate.",
        "It is not my birthday, and it is not yours either.",
    ),
    "leader": (
        "You are far enough ahead as it is.",
        "Arm the one in front? My mother raised no saint.",
        "You look well equipped to me. Too well.",
    ),
    "price": (
        "Make it worth my while.",
        "I have turned down better offers today.",
        "For that? My trash is worth more.",
    ),
}
"""What is said instead about a trade, where the usual sayings speak of fights."""


def reason_said(event: ReasonGiven, names: EventNames, *, trade: bool = False) -> str:
    """Return a reason in the words of the seat that gives it, in quotation marks; ``trade``: for a trade."""
    if event.reason == "price" and event.treasures > 0:
        saying = _saying(PRICE_SAYINGS, names).format(price=plural(event.treasures, "Treasure"))
    else:
        usual = REASON_SAYINGS.get(event.reason, (humanize(event.reason) + ".",))
        saying = _saying(TRADE_SAYINGS.get(event.reason, usual) if trade else usual, names)
    return f"“{saying}”"


def _saying(sayings: Sequence[str], names: EventNames) -> str:
    """Choose by the number of the action: two who answer one after another do not say the same."""
    return sayings[names.number // MAX_EVENTS_PER_REVISION % len(sayings)]
