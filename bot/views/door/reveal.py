"""The event of the moment in a door-kicking game: which card has just changed it, and what it does here."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from bot.tables.results import TableView
from bot.views.base import naming
from bot.views.base.event_names import EventNames
from bot.views.base.sketches import Reveal
from bot.views.base.text import clean, plural, signed
from bot.views.door import combat as door_combat
from bot.views.door.words.events import DOOR_EVENTS
from cards.door.card_events import CardUsed
from cards.door.character_events import LevelChanged
from cards.door.combat_events import (
    CombatScored,
    MonsterJoined,
    MonsterKilled,
)
from cards.door.events import DoorKicked, LookedForTrouble, PassedWindow, TimedOut
from cards.door.view_types import DoorView
from cards.kernel.events import Drew, Event

QUIET_EVENTS = (PassedWindow, TimedOut, CombatScored)
"""Events that nothing comes of: what was shown before them still matters."""

CURSE_KINDS = ("curse", "trap", "disaster")
"""Kinds of cards of which everybody wants to know what they do to somebody."""

MAX_QUIET_REVISIONS = 12
"""Revisions without news that are looked through for what came before them."""


def reveal_of(view: TableView, game_view: DoorView, *, struck: bool = False) -> Reveal | None:
    """Return what the latest act has revealed; None if it was nothing to look at.

    With ``struck`` it counts only if somebody else has hit the reader with it.
    """
    for past in view.past[: -MAX_QUIET_REVISIONS - 1 : -1]:
        acts = [event for event in past.events if not isinstance(event, QUIET_EVENTS)]
        if acts:
            if struck and view.seat not in DOOR_EVENTS.struck(past.events, past.seat):
                return None
            acts = [event for event in acts if not _is_told_by_another(event, acts)]
            found = [each for event in acts if (each := _shown(view, event))[1] >= 0]
            if not found:
                return None
            _, card, head = max(found, key=lambda each: each[0])
            reveal = _reveal(view, game_view, card, head)
            won = any(isinstance(event, MonsterKilled) and event.monster == card for event in acts)
            # Of a fight that is won the sums are of no more interest.
            return replace(reveal, notes=_winnings(view, acts), score=None) if won else reveal
    return None


def _shown(view: TableView, event: Event) -> tuple[int, int, str]:
    """Return how much an event matters, its card, and who did what; a card of -1 shows nothing."""
    reveal = DOOR_EVENTS.of(event).reveal
    if reveal is None or (isinstance(event, CardUsed) and not _in_combat(view)):
        return 0, -1, ""
    found: tuple[int, int, str] = reveal(event, _plain_names(view))
    return found


def _plain_names(view: TableView) -> EventNames:
    return EventNames(
        lambda seat: clean(naming.raw_name(view.table, seat)),
        lambda card: naming.face(view, card).name,
        card_kind=lambda card: naming.face(view, card).kind,
    )


def _winnings(view: TableView, acts: list[Event]) -> tuple[str, ...]:
    """Say what the winners of a fight gained: Levels, and how many Treasures."""
    levels: Counter[int] = Counter()
    treasures = 0
    for event in acts:
        match event:
            case LevelChanged(seat=seat, levels=gained) if gained > 0:
                levels[seat] += gained
            case Drew(deck="treasure", card_count=count):
                treasures += count
            case _:
                pass
    notes = [
        f"{clean(naming.raw_name(view.table, seat))} +{plural(gained, 'Level')}"
        for seat, gained in levels.items()
    ]
    return (*notes[:2], plural(treasures, "Treasure")) if treasures else tuple(notes[:3])


def _is_told_by_another(event: Event, acts: list[Event]) -> bool:
    """Return True for a monster that joins because somebody met it: how they met is the news."""
    return isinstance(event, MonsterJoined) and any(
        (isinstance(act, DoorKicked) and act.card == event.monster)
        or (isinstance(act, LookedForTrouble) and act.monster == event.monster)
        for act in acts
    )


def _in_combat(view: TableView) -> bool:
    return isinstance(view.game_view, DoorView) and view.game_view.combat is not None


def _reveal(view: TableView, game_view: DoorView, card: int, head: str) -> Reveal:
    face = naming.face(view, card)
    combat = game_view.combat
    curse = face.kind.lower() in CURSE_KINDS
    if combat is None:
        return Reveal(face, head, face.text[:1] if curse else (), face.flavour)
    notes: list[str] = [*face.text[:1]] if curse else []
    for foe in combat.foes:
        for line in foe.lines:
            if line.source == card and (line.reason == "ability" or card != foe.card):
                to = "against you" if card == foe.card else f"for {naming.face(view, foe.card).name}"
                notes.append(f"{signed(line.amount)} {to}")
    notes += [f"{signed(line.amount)} for the party" for line in combat.party_lines if line.source == card]
    notes += [f"{signed(line.amount)} for the monsters" for line in combat.side_lines if line.source == card]
    if any(foe.card == card for foe in combat.foes):
        notes.append(plural(combat.treasures, "Treasure") + " at stake")
    if combat.stage == "fight" and not curse:
        notes.append(door_combat.verdict(combat).capitalize())
    return Reveal(face, head, tuple(notes[:3]), face.flavour, (combat.party, combat.monsters), combat.ahead)
