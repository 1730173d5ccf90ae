"""How the events of one action of a door-kicking game become one line of the story."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bot.views.base.event_names import EventNames
from bot.views.base.text import escape, plural, quoted, signed
from bot.views.door.words.character_events import level_clause
from bot.views.door.words.reasons import reason_said
from cards.door.card_events import (
    CardGivenUp,
    CardPlayed,
    CardReceived,
    CardStays,
    CardUsed,
    ItemsSold,
    TradeEnded,
    TradeOffered,
)
from cards.door.character_events import (
    CharacterDied,
    Cursed,
    CurseShruggedOff,
    CurseStruck,
    LevelChanged,
    SexChanged,
)
from cards.door.combat_events import (
    BadStuffSuffered,
    Caught,
    CombatEnded,
    CombatRuleAdded,
    CombatScored,
    CombatStarted,
    CompanionSacrificed,
    Escaped,
    FighterChanged,
    FleeAdded,
    FleeRolled,
    HelperJoined,
    HelperLeft,
    HelperPaymentSet,
    HelpOffered,
    HelpRefused,
    LineSaid,
    MonsterCopied,
    MonsterEnhanced,
    MonsterJoined,
    MonsterKilled,
    MonsterRemoved,
    MonsterStacked,
    NotPursued,
    ReasonGiven,
    StrengthAdded,
    TreasuresAdded,
    TruceEnded,
    TruceOffered,
)
from cards.door.events import (
    CorrectionMade,
    DieRolled,
    DoorKicked,
    LookedForTrouble,
    RoomLooted,
    TurnStarted,
)
from cards.door.view_types import DoorView
from cards.kernel.events import Discarded, Drew, Event

SCENE_STARTS: Final[frozenset[type[Event]]] = frozenset((CombatStarted,))
SCENE_ENDS: Final[frozenset[type[Event]]] = frozenset((CombatEnded, TurnStarted))

_LIVELY_KINDS = frozenset({"monster", "curse", "trap", "disaster"})
"""Kinds of cards that do something as soon as a door is open."""

_SPENT_KINDS = frozenset({"level_up", "wandering"})
"""Kinds of cards that are played once and gone."""

_FIGHT_STARTS = (DoorKicked, LookedForTrouble)
_SCORED = (
    *_FIGHT_STARTS,
    CardPlayed,
    CardUsed,
    CombatRuleAdded,
    CurseStruck,
    FighterChanged,
    HelperJoined,
    HelperLeft,
    MonsterCopied,
    MonsterEnhanced,
    MonsterJoined,
    MonsterRemoved,
    MonsterStacked,
    StrengthAdded,
)
"""Lines that end with how the fight stands."""
_BLOWS = (CurseStruck, Caught, BadStuffSuffered, CharacterDied)
"""Lines that end with what their seat lost."""
_CAUSES = (*_BLOWS, CardUsed, CardPlayed, DieRolled)
"""Lines that end with what a card did."""


def door_outcome(lead: Event, event: Event, names: EventNames) -> str | None:
    """Return how an event is told at the end of the line that another one of the same action begins.

    Empty: it goes without saying. None: it has a line of its own. One with a comma goes on with the sentence.
    """
    match event:
        case CombatScored():
            return _score(lead, event, names) if isinstance(lead, _SCORED) else None
        case LevelChanged():
            return _level(lead, event, names)
        case Discarded():
            return _discarded(lead, event, names)
        case Drew():
            return _drew(lead, event, names)
        case CardReceived():
            return _received(lead, event, names)
        case MonsterKilled():
            return f"{names.card(event.monster)} falls, too" if isinstance(lead, MonsterKilled) else None
        case CombatStarted():
            return "" if isinstance(lead, _FIGHT_STARTS) else None
        case CombatEnded():
            return "that ends the fight" if event.card >= 0 and _does(lead, (event.card,)) else None
        case MonsterJoined():
            return _joined(lead, event, names)
        case StrengthAdded():
            side = names.word(event.side)
            return f"{signed(event.bonus)} for the {side}" if _does(lead, event.cards) else None
        case FleeAdded():
            whose = f" for {names.seat(event.seat)}" if event.seat not in (lead.seat, -1) else ""
            return f"{signed(event.bonus)} to run away{whose}" if _does(lead, event.cards) else None
        case TreasuresAdded():
            noun = "Treasure" if abs(event.treasures) == 1 else "Treasures"
            return f"{signed(event.treasures)} {noun}" if _does(lead, event.cards) else None
        case MonsterRemoved():
            gone = "is finished off" if event.killed else "leaves the fight"
            return f"{names.card(event.monster)} {gone}" if isinstance(lead, CardUsed) else None
        case Cursed():
            return "" if isinstance(lead, DoorKicked) and lead.card == event.card else None
        case CharacterDied():
            return f"{names.seat(event.seat)} dies" if isinstance(lead, _CAUSES) else None
        case SexChanged():
            same = isinstance(lead, _BLOWS) and lead.seat == event.seat
            return f"{names.word(event.sex)} from now on" if same else None
        case CardStays():
            return ", and stays" if isinstance(lead, CurseStruck) and lead.card == event.card else None
        case BadStuffSuffered():
            return "" if isinstance(lead, Caught) and lead.seat == event.seat else None
        case Escaped() | Caught():
            return _got_away(lead, event, names)
        case ReasonGiven():
            return _reason(lead, event, names)
        case HelperPaymentSet():
            payer = "" if lead.seat == event.seat else f"{names.seat(event.seat)} "
            return f", and {payer}pays {names.listed(event.items)}" if isinstance(lead, HelpOffered) else None
        case LineSaid():
            said = isinstance(lead, HelpOffered) and lead.seat == event.seat
            return f". {quoted(escape(event.text))}" if said else None
        case NotPursued():
            return f", nor {names.seat(event.seat)}" if _same_pursuer(lead, event) else None
        case DieRolled():
            die = f"the die says {event.die}"
            return die if event.card >= 0 and isinstance(lead, (*_BLOWS, CardUsed)) else None
        case _:
            return None


def continues(before: Event, event: Event, names: EventNames) -> str | None:
    """Return the words to leave out where a line goes on with the one before; None where it does not.

    Loot is shared out card by card, and who is asked for help answers.
    """
    match before, event:
        case CardReceived(source="treasure"), CardReceived(source="treasure"):
            return f"💰 {names.seat(event.seat)} gets " if before.seat == event.seat else "💰 "
        case HelpOffered(), HelpRefused() if before.seat == event.to:
            return "🤝 "
        case HelperPaymentSet(), HelpRefused() if {before.seat, before.fighter} == {event.seat, event.to}:
            return "🤝 "
        case HelpRefused() | ReasonGiven(), HelpRefused() if before.to == event.to:
            return "🤝 "
        case _:
            return None


def used_up_by(event: Event) -> tuple[int, ...]:
    """Return the cards that an event uses up: that they are discarded goes without saying."""
    match event:
        case CardPlayed():
            return (event.card,) if event.card_kind in _SPENT_KINDS else ()
        case CardUsed():
            return (event.card,) if event.spent else ()
        case ItemsSold():
            return event.cards
        case MonsterJoined() | MonsterKilled() | LookedForTrouble():
            return (event.monster,)
        case (
            MonsterCopied()
            | MonsterStacked()
            | MonsterEnhanced()
            | Cursed()
            | CurseShruggedOff()
            | CompanionSacrificed()
            | CardGivenUp()
        ):
            return (event.card,)
        case _:
            return ()


def joke_card(event: Event, names: EventNames) -> int:
    """Return the card whose joke fits behind the line that an event begins; -1 for none."""
    match event:
        case DoorKicked():
            return event.card if names.kind(event.card) in _LIVELY_KINDS else -1
        case Cursed() | MonsterEnhanced():
            return event.card
        case LookedForTrouble() | MonsterJoined():
            return event.monster
        case CardPlayed():
            return event.card if event.card_kind == "level_up" else -1
        case _:
            return -1


def turn_begun(event: Event) -> int:
    """Return whose turn an event begins; -1 for others."""
    return event.seat if isinstance(event, TurnStarted) else -1


def level_change(event: Event) -> int:
    """Return by how much an event changes the Level of its seat."""
    return event.levels if isinstance(event, LevelChanged | CorrectionMade) else 0


def levels(game_view: DoorView) -> Mapping[int, int]:
    """Return the Level of every seat."""
    return {seat.seat: seat.level for seat in game_view.seats}


def _does(lead: Event, cards: tuple[int, ...]) -> bool:
    """Return True if the line is about a card that does this."""
    return isinstance(lead, CardUsed | CardPlayed) and lead.card in cards


def _score(lead: Event, event: CombatScored, names: EventNames) -> str:
    before = names.latest(CombatScored)
    same = before is not None and (before.party, before.monsters) == (event.party, event.monsters)
    return "" if same and not isinstance(lead, _FIGHT_STARTS) else standing(event, names)


def standing(event: CombatScored, names: EventNames) -> str:
    """Say how a fight stands."""
    seat = names.seat(event.seat)
    if event.ahead and event.party == event.monsters:
        return f"{seat} wins ties, and it is {event.party} : {event.monsters}"
    if event.ahead:
        return f"{seat} leads {event.party} : {event.monsters}"
    return f"{seat} is {event.monsters - event.party + 1} short"


def _reason(lead: Event, event: ReasonGiven, names: EventNames) -> str | None:
    """Return a reason behind the answer that it belongs to."""
    if lead.seat != event.seat:
        return None
    said = reason_said(event, names, trade=isinstance(lead, TradeEnded | TradeOffered))
    if isinstance(lead, HelpRefused | TruceEnded | TradeEnded):
        return said
    if isinstance(lead, HelpOffered | TruceOffered | TradeOffered):
        return f". {said}"
    return None


def _level(lead: Event, event: LevelChanged, names: EventNames) -> str | None:
    if not isinstance(lead, (*_CAUSES, ItemsSold, MonsterKilled)):
        return None
    told = level_clause(event, names)
    if _is_plainly_about(lead, event.seat, names):
        return told.removeprefix("is ")
    return f"{names.seat(event.seat)} {told}"


def _is_plainly_about(lead: Event, seat: int, names: EventNames) -> bool:
    """Return True if whatever follows is about this seat without saying so."""
    if names.before and names.before[-1].seat not in (seat, -1):
        return False  # somebody else was spoken of in between
    if isinstance(lead, MonsterKilled):
        return lead.seat == seat and lead.helper < 0
    if isinstance(lead, CardUsed | CardPlayed) and lead.target not in (-1, lead.seat):
        return False
    return lead.seat == seat


def _discarded(lead: Event, event: Discarded, names: EventNames) -> str | None:
    lost = names.cards(event.cards, event.card_count)
    if isinstance(lead, CardUsed) and lead.seat == event.seat:
        return f"it costs {lost}"
    if isinstance(lead, _BLOWS) and event.seat == lead.seat:
        return f"{lost} {'is' if event.card_count == 1 else 'are'} gone"
    if isinstance(lead, MonsterEnhanced | MonsterJoined) and event.seat >= 0:
        return f"{names.seat(event.seat)} loses {lost}"
    return None


def _drew(lead: Event, event: Drew, names: EventNames) -> str | None:
    if isinstance(lead, RoomLooted) and lead.seat == event.seat:
        return names.listed(event.cards)
    if isinstance(lead, MonsterKilled) and event.deck == "treasure":
        loot = names.listed(event.cards)
        return f"the loot is {loot}" if loot else plural(event.card_count, "Treasure")
    if isinstance(lead, CardUsed) and lead.seat == event.seat:
        return f"draws {names.cards(event.cards, event.card_count)}"
    return None


def _received(lead: Event, event: CardReceived, names: EventNames) -> str | None:
    if event.source == "door":
        return "" if isinstance(lead, DoorKicked) and lead.card == event.card else None
    if isinstance(lead, MonsterKilled) and event.source == "hand":
        return None
    if isinstance(lead, CurseStruck | CardUsed | Caught | BadStuffSuffered | DieRolled | MonsterKilled):
        card = names.cards((event.card,), event.card_count)
        giver = f" from {names.seat(event.giver)}" if event.giver >= 0 else ""
        subject = "" if _is_plainly_about(lead, event.seat, names) else names.seat(event.seat) + " "
        return f"{subject}gets {card}{giver}"
    return None


def _joined(lead: Event, event: MonsterJoined, names: EventNames) -> str | None:
    if isinstance(lead, DoorKicked):
        return "" if lead.card == event.monster else None
    if isinstance(lead, LookedForTrouble):
        return "" if lead.monster == event.monster else None
    joins = isinstance(lead, CardUsed | CardPlayed)
    return f"{names.card(event.monster)} joins the fight" if joins else None


def _got_away(lead: Event, event: Escaped | Caught, names: EventNames) -> str | None:
    if not isinstance(lead, FleeRolled) or lead.seat != event.seat:
        return None
    if isinstance(event, Caught):
        return "too slow"
    return names.one_of("gone", "that will do", "fast enough")


def _same_pursuer(lead: Event, event: NotPursued) -> bool:
    return isinstance(lead, NotPursued) and lead.monster == event.monster
