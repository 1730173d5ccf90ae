"""The event of the moment in a door-kicking game: which card has just changed it, and what it does here."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import chain

from bot.tables.results import TableView
from bot.views.base import naming
from bot.views.base.event_names import EventNames
from bot.views.base.event_rows import Props
from bot.views.base.sketches import Reveal
from bot.views.base.text import clean, plural, say, signed
from bot.views.door import combat as door_combat
from bot.views.door.seen import view_of
from bot.views.door.words.vocabulary import DOOR_EVENTS
from cards.door.card_events import CardUsed
from cards.door.combat_events import (
    BadStuffSuffered,
    CombatScored,
    FleeRolled,
    MonsterJoined,
    MonsterKilled,
)
from cards.door.events import DieRolled, DoorKicked, LevelChanged, LookedForTrouble, PassedWindow, TimedOut
from cards.door.view_types import DoorView
from cards.door.winning import LAST_SEAL_NUMBER
from cards.kernel.dice import DIE_SIDES
from cards.kernel.events import Drew, Event

QUIET_EVENTS = (PassedWindow, TimedOut, CombatScored)
"""Events that nothing comes of: what was shown before them still matters."""

TOLD_KINDS = ("curse", "trap", "disaster", "seal")
"""Kinds of cards of which everybody wants to know what they do."""

DOOM_LOOK = "planet, orange, dark, sad, crack, flames, inferno"
"""How the last Seal is drawn, whichever it is."""

_DIE_CLAUSE = re.compile(r"[Oo]n (?:a )?(\d)(?:-(\d))?, ([^.;]+)")
"""What a card does on which numbers, as its text says."""

FOUGHT_STAGES = ("fight", "victory")
"""Stages of a fight in which its sums decide; who runs is not winning."""

MAX_QUIET_REVISIONS = 12
"""Revisions without news that are looked through for what came before them."""

MAX_LOOKED_BACK = 40
"""Revisions before it that may explain what an event shows."""


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
            names = _plain_names(view, past.revision)
            found = [each for event in acts if (each := _shown(view, event, names))[1] >= 0]
            if not found:
                return _pursuer(view, game_view)
            _, card, head = max(found, key=lambda each: each[0])
            reveal = _with_props(view, _reveal(view, game_view, card, head), acts, names)
            won = any(isinstance(event, MonsterKilled) and event.monster == card for event in acts)
            # Of a fight that is won the sums are of no more interest.
            return replace(reveal, notes=_winnings(view, acts), score=None, final="") if won else reveal
    return None


def _shown(view: TableView, event: Event, names: EventNames) -> tuple[int, int, str]:
    """Return how much an event matters, its card, and who did what; a card of -1 shows nothing."""
    reveal = DOOR_EVENTS.of(event).reveal
    if reveal is None or (isinstance(event, CardUsed) and not _in_combat(view)):
        return 0, -1, ""
    found: tuple[int, int, str] = reveal(event, names)
    return found


def _pursuer(view: TableView, game_view: DoorView) -> Reveal | None:
    """Show the monster from which somebody is running, and what it does to whom it catches."""
    combat = game_view.combat
    if combat is None or combat.stage != "escape" or combat.fleeing < 0:
        return None
    return Reveal(naming.face(view, combat.fleeing), "Close behind", _bad_stuff(view, combat.fleeing))


def _bad_stuff(view: TableView, monster: int) -> tuple[str, ...]:
    """Say what a monster does to whom it catches; a copy does what its original does (R-303)."""
    foes = () if (combat := view_of(view).combat) is None else combat.foes
    like = next((foe.copy_of for foe in foes if foe.card == monster and foe.copy_of >= 0), monster)
    text = naming.printed(view, like).text
    return tuple(say(line) for line in text if line.startswith(door_combat.BAD_STUFF))[:1]


def _with_props(view: TableView, reveal: Reveal, acts: Sequence[Event], names: EventNames) -> Reveal:
    """Put beside the card what its act shows as well: a die, cards, or how near the end of the world is."""
    for event in acts:
        made = DOOR_EVENTS.of(event).props
        props = Props() if made is None else made(event, names)
        if props.die:
            need, told = _die_told(view, event, props, names)
            more = () if reveal.notes == reveal.face.text[:1] else reveal.notes  # what the die decided
            reveal = replace(reveal, die=props.die, need=need, notes=(*told, *more)[:3])
        if props.cards:
            faces = tuple(naming.face(view, card) for card in props.cards)
            reveal = replace(reveal, cards=faces, score=None)
        if props.steps >= 0:
            end = props.steps >= LAST_SEAL_NUMBER
            face = replace(reveal.face, look=DOOM_LOOK) if end else reveal.face
            reveal = replace(reveal, face=face, steps=(props.steps, LAST_SEAL_NUMBER), score=None)
    for event in acts:
        if isinstance(event, BadStuffSuffered | FleeRolled) and not reveal.die >= max(reveal.need, 1):
            return replace(reveal, notes=(*reveal.notes, *_bad_stuff(view, event.monster))[:3])
    return reveal


def _die_told(view: TableView, event: Event, props: Props, names: EventNames) -> tuple[int, list[str]]:
    """Return the least that a die has to show (0: no matter), and what it means in words."""
    rolled = f"rolled {props.die}"
    if not isinstance(event, DieRolled):  # a run
        need = max(props.need, 1)
        return need, [f"needs {f'{need}+' if need <= DIE_SIDES else 'a bigger die'}, {rolled}"]
    used = names.latest(CardUsed)
    clauses = _DIE_CLAUSE.findall(" ".join(naming.face(view, event.card).text))
    found = [what for low, high, what in clauses if int(low) <= props.die <= int(high or low)]
    is_own_try = used is not None and used.card == event.card and clauses
    need = int(clauses[-1][0]) if is_own_try else 0
    return need, [f"needs {need}+, {rolled}" if need else rolled, *found]


def _plain_names(view: TableView, revision: int = 0) -> EventNames:
    """Name everything without markup, and know what happened up to a revision."""
    table = view.table.as_of(revision) if revision else view.table
    earlier = [past.events for past in view.past[-MAX_LOOKED_BACK:] if past.revision <= revision]
    return EventNames(
        lambda seat: clean(naming.raw_name(table, seat)),
        lambda card: naming.face(view, card).name,
        card_kind=lambda card: naming.face(view, card).kind,
        before=tuple(chain.from_iterable(earlier)),
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
    told = face.text[:1] if face.kind.lower() in TOLD_KINDS else ()
    if combat is None:
        return Reveal(face, head, told, face.flavour)
    notes: list[str] = [*told]
    for foe in combat.foes:
        for line in foe.lines:
            if line.source == card and (line.reason == "ability" or card != foe.card):
                to = "against you" if card == foe.card else f"for {naming.face(view, foe.card).name}"
                notes.append(f"{signed(line.amount)} {to}")
    notes += [f"{signed(line.amount)} for the party" for line in combat.party_lines if line.source == card]
    notes += [f"{signed(line.amount)} for the monsters" for line in combat.side_lines if line.source == card]
    if combat.stage not in FOUGHT_STAGES:
        return Reveal(face, head, told, face.flavour)
    if any(foe.card == card for foe in combat.foes):
        notes.append(plural(combat.treasures, "Treasure") + " at stake")
    if combat.stage == "fight" and not told:
        notes.append(door_combat.verdict(combat).capitalize())
    score, final = (combat.party, combat.monsters), door_combat.final(view, combat)
    return Reveal(face, head, tuple(notes[:3]), face.flavour, score, combat.ahead, final)
