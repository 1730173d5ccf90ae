"""A combat on the screen: both totals and why, and the monsters."""

from __future__ import annotations

from collections.abc import Iterator

from bot.tables.results import TableView
from bot.views.base import naming
from bot.views.base.text import clean, escape, listed, plural, say
from bot.views.door.forecast import NOT_FOLLOWED, run_chance
from cards.door.card_events import CardUsed
from cards.door.combat_events import CombatStarted, MonsterEnhanced, MonsterJoined
from cards.door.view_types import DoorCombatView
from cards.kernel.events import Event

BAD_STUFF = "Bad Stuff"
"""Prefix of a monster's Bad Stuff line."""

MAX_TITLE_FOES = 2
"""Monsters that are named in the title."""


def title(view: TableView, combat: DoorCombatView) -> str:
    """Say who fights what, and how it stands."""
    who = listed(_party(view, combat))
    return f"## ⚔ {who} {combat.party} : {combat.monsters} {_foes(view, combat)}"


def _party(view: TableView, combat: DoorCombatView) -> list[str]:
    """Name who fights, in the room that a line has."""
    party = [combat.fighter] + ([combat.helper] if combat.helper >= 0 else [])
    return [naming.short_name(view.table, seat) for seat in party]


def _foes(view: TableView, combat: DoorCombatView) -> str:
    names = [naming.card_name(view, foe.card) for foe in combat.foes]
    if len(names) > MAX_TITLE_FOES:
        names = [names[0], f"{len(names) - 1} more"]
    return listed(names) or "nothing"


def verdict(combat: DoorCombatView) -> str:
    """Say in two words what the sums mean."""
    gap = combat.party - combat.monsters
    if combat.stage == "escape":
        return "running"
    if combat.ahead:
        return "winning" if gap else "a tie, and the party wins ties"
    return "a tie loses" if gap == 0 else f"{-gap + (not combat.wins_ties)} short"


def summary(view: TableView, combat: DoorCombatView) -> str:
    """Say to one reader whose fight it is, how it stands, and what that means, in one line."""
    sums = f"**{combat.party} : {combat.monsters}** {_foes(view, combat)}"
    return f"⚔ {_party_told(view, combat)} {sums} – {verdict(combat)}"


def brief(view: TableView, combat: DoorCombatView) -> str:
    """Say how a fight stands where something else matters more."""
    who = _party_told(view, combat)
    if view.seat in (combat.fighter, combat.helper):
        who = "You" if combat.helper < 0 else "Your party"
    return f"⚔ {who} **{combat.party} : {combat.monsters}** – {verdict(combat)}"


def _party_told(view: TableView, combat: DoorCombatView) -> str:
    """Name who fights to one reader, who comes first."""
    who = _party(view, combat)
    if view.seat == combat.helper >= 0:
        who = ["You", who[0]]
    elif view.seat == combat.fighter:
        who = ["You", *who[1:]]
    return listed(who)


def stakes(combat: DoorCombatView) -> str:
    """Say what the party gets if it wins."""
    prize = f"{plural(combat.treasures, 'Treasure')} · {plural(combat.levels, 'Level')}"
    if combat.helper_levels:
        prize += f", {plural(combat.helper_levels, 'Level')} for the helper"
    return f"For the win! {prize}" if combat.winners else prize


def _may_end(combat: DoorCombatView) -> bool:
    """Return True if the game ends with this fight unless somebody stops it."""
    return bool(combat.winners) and combat.stage in ("fight", "victory")


def final(view: TableView, combat: DoorCombatView) -> str:
    """Say in plain text who wins the game with this fight; empty where it goes on (R-360, R-402)."""
    if not _may_end(combat):
        return ""
    who = clean(naming.raw_name(view.table, combat.winners[0]))
    return f"{who} wins the game" if combat.ahead else f"{who} is {verdict(combat)} of the game"


def end_line(view: TableView, combat: DoorCombatView) -> str:
    """Say who has won the game if this fight is won; empty where it goes on, or where the fight is lost."""
    if not _may_end(combat):
        return ""
    when = "stands" if combat.stage == "victory" else "is won"
    who = ["YOU" if seat == view.seat else naming.name(view.table, seat).upper() for seat in combat.winners]
    verb = "WIN" if len(who) > 1 or who == ["YOU"] else "WINS"
    return f"If this {when}, **{listed(who)} {verb} THE GAME**"


def stage_line(view: TableView, combat: DoorCombatView) -> str:
    """Say how a flight goes; empty where the question below says it all."""
    if combat.fleeing < 0:
        return ""
    name = naming.card_name(view, combat.fleeing)
    if not combat.roll:
        return _pursuit(view, combat.fleeing, name)
    worst = bad_stuff(view, combat.fleeing)
    return f"🏃 **{name}** – rolled {combat.roll}" + (f"\n-# {worst}" if worst else "")


def _pursuit(view: TableView, monster: int, name: str) -> str:
    """Say whether a monster comes after the one who runs (R-438)."""
    runners = view.pending.awaited if view.pending is not None else ()
    if len(runners) == 1 and run_chance(view, runners[0], monster) == NOT_FOLLOWED:
        return f"🏃 **{name}** does not follow **{naming.name(view.table, runners[0])}**"
    return f"🏃 **{name}** is close behind"


def bad_stuff(view: TableView, monster: int) -> str:
    """Return what a monster does to whom it catches, as its card says; empty where it says nothing."""
    found = (say(line) for line in naming.printed(view, monster).text if line.startswith(BAD_STUFF))
    return escape(next(found, ""))


def risk(view: TableView, combat: DoorCombatView) -> str:
    """Tell a losing fighter what a single monster's Bad Stuff does; empty otherwise."""
    if combat.ahead or combat.stage != "fight" or len(combat.foes) != 1:
        return ""
    return bad_stuff(view, combat.foes[0].card).removeprefix(f"{BAD_STUFF}: ")


def meddlers(view: TableView, combat: DoorCombatView) -> dict[int, int]:
    """Return who outside the party brought each card into the fight, by the card."""
    brought: dict[int, int] = {}
    for event in _fight_backwards(view):
        match event:
            case MonsterJoined():
                brought.setdefault(event.monster, event.seat)
            case MonsterEnhanced() | CardUsed():
                brought.setdefault(event.card, event.seat)
            case _:
                pass
    party = (combat.fighter, combat.helper)
    return {card: seat for card, seat in brought.items() if seat >= 0 and seat not in party}


def _fight_backwards(view: TableView) -> Iterator[Event]:
    """Yield the events of the fight that is on, the newest first."""
    for past in reversed(view.past):
        for event in reversed(past.events):
            if isinstance(event, CombatStarted):
                return
            yield event
