"""Why somebody says no, or names another price: the reasons that may go with an answer (H-131).

A reason stands behind the picks of an answer. It is no slot of the move: nobody has to give one, and what
is legal does not depend on it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from cards.door.card_events import TradeEnded, TradeOffered
from cards.door.combat_events import HelpOffered, HelpRefused, ReasonGiven, TruceEnded, TruceOffered
from cards.door.help import TERMS_BY_VERB
from cards.kernel.events import Event
from cards.kernel.moves import Action, Pick

REASONS: Final[dict[str, str]] = {
    "alone": "the fighter would rather manage without help",
    "danger": "who is caught would pay dearly, so help is dear",
    "dear": "it costs too much",
    "for_nothing": "nothing is given for it",
    "harmless": "the other could not do enough harm to be paid for doing none",
    "hopeless": "the fight would be lost even together",
    "leader": "the other is ahead of everybody",
    "minding": "the seat is only looked after, and makes no bargains",
    "needless": "there is a helper already, or no need of one any more",
    "no_room": "what would be paid cannot be had or carried",
    "own_mind": "none that everybody can see",
    "price": "it is not enough; where a number goes with it, so many Treasures are",
    "useless": "what is offered is of no use",
    "watch": "a lost fight of the other is worth more than any share",
    "worn": "what is wanted is in use",
    "would_win": "it would win the other the game",
}
"""The closed list of reasons, with what they mean."""

MAX_REASON_TREASURES: Final = 99
"""The most Treasures that a price may name."""

REASON_PLACE_BY_VERB: Final[dict[str, int]] = {
    "refuse_help": 0,
    "refuse_truce": 0,
    "refuse_trade": 0,
    "offer_truce": 1,
    "offer_trade": 2,
    **TERMS_BY_VERB,
}
"""The answers that may carry a reason, with the number of picks in front of it."""


class Reason(NamedTuple):
    """Why an answer is what it is; ``treasures`` is the price where one is named."""

    word: str
    treasures: int = 0


def with_reason(action: Action, reason: Reason) -> Action:
    """Return an answer with a reason behind its picks."""
    word, treasures = reason
    return action._replace(picks=(*action.picks, (word, treasures) if treasures else (word,)))


def without_reason(action: Action) -> tuple[Action, Reason | None]:
    """Return an answer as the move has it, and the reason that it carries; None where there is none.

    What is no reason of the list stays where it is, so that it is refused like any other wrong pick.
    """
    place = REASON_PLACE_BY_VERB.get(action.verb, -1)
    if place < 0 or len(action.picks) != place + 1:
        return action, None
    reason = _read(action.picks[place])
    return (action, None) if reason is None else (action._replace(picks=action.picks[:place]), reason)


def _read(picks: tuple[Pick, ...]) -> Reason | None:
    word = picks[0] if picks else ""
    if not isinstance(word, str) or word not in REASONS:
        return None
    if len(picks) == 1:
        return Reason(word)
    treasures = picks[1]
    named = word == "price" and len(picks) == 2 and isinstance(treasures, int)
    return Reason(word, int(treasures)) if named and 0 < int(treasures) <= MAX_REASON_TREASURES else None


def reason_event(seat: int, events: Iterable[Event], reason: Reason) -> ReasonGiven | None:
    """Return that a seat gave a reason for the answer among the events of its action.

    None where nothing was answered: who only asks owes nobody a reason.
    """
    for event in events:
        match event:
            case HelpRefused() | HelpOffered(counter=True) | TruceOffered(counter=True):
                return ReasonGiven(seat, to=event.to, reason=reason.word, treasures=reason.treasures)
            case TradeOffered(form="counter"):
                return ReasonGiven(seat, to=event.to, reason=reason.word, treasures=reason.treasures)
            case TruceEnded(how="refused") | TradeEnded(how="refused"):
                return ReasonGiven(seat, to=event.partner, reason=reason.word, treasures=reason.treasures)
            case _:
                pass
    return None
