"""Levels, sex, Roles, lost turns and death: what happens to characters."""

from __future__ import annotations

from typing import Final

from cards.door import facts, party, people, piles, places, reactions, waits, winning
from cards.door.events import (
    CharacterDied,
    CompanionTurned,
    LevelChanged,
    RoleDealt,
    SexChanged,
    SkipOrdered,
    TurnLost,
)
from cards.door.state import SPARE_ROLES, table_zone
from cards.door.table import Table

LEVELS_TO_CLOSE_SEAL: Final = 3
"""Levels gained in one turn that close a Seal (R-664)."""


# levels


def change_level(
    table: Table, seat: int, n: int, card: int, *, may_win: bool = False, kill: bool = False
) -> int:
    """Change a Level: never below 1 (R-003), to the winning Level only with ``may_win`` or ``kill``."""
    if not people.is_living(table, seat) or n == 0:
        return 0
    person = table.state.people[seat]
    before = person.level
    goal = facts.win_level(table, seat) if kill else table.decks.top_level
    if n < 0:
        person.level = max(1, before + n)
    elif kill or may_win:
        person.level = min(before + n, table.decks.top_level)
    else:
        person.level = max(before, min(before + n, table.decks.gain_cap))
    change = person.level - before
    if change:
        table.recheck_limits = True
        table.emit(LevelChanged(seat, levels=change, card=card))
    if change > 0:
        _after_level_gain(table, seat, change)
        if (kill or may_win) and person.level >= goal:
            winning.win(table, seat)
    elif change < 0:
        people.count(table, seat, "levels_lost", -change)
        reactions.fire_all(table, "lost_level", seat, levels=-change)
    return change


def _after_level_gain(table: Table, seat: int, n: int) -> None:
    people.count(table, seat, "levels_gained", n)
    reactions.fire_all(table, "levelled", seat)
    person = table.state.people[seat]
    if person.tallies["levels_gained"] >= LEVELS_TO_CLOSE_SEAL and not person.tallies.get("closed_seal"):
        person.tallies["closed_seal"] = 1
        winning.close_seal(table, seat)


# sex and Roles


def set_sex(table: Table, seat: int, sex: str, card: int) -> None:
    person = table.state.people[seat]
    if not people.is_living(table, seat) or person.sex == sex:
        return
    person.sex = sex
    table.recheck_limits = True
    table.emit(SexChanged(seat, card=card, sex=sex))


def change_companion_sex(table: Table, companion: int, sex: str, card: int) -> None:
    seat = places.owner(table, companion)
    if seat < 0 or places.in_hand(table, companion) or places.sex_of(table, companion) in ("", sex):
        return
    turned = table.state.turned
    if companion in turned:
        turned.remove(companion)
    else:
        turned.append(companion)
    table.recheck_limits = True
    table.emit(CompanionTurned(seat, companion=companion, sex=sex))


def take_role(table: Table, seat: int, card: int) -> None:
    """Give a seat a Role and the sex of it; the seat's previous Role becomes free (R-034, R-482)."""
    for old in places.traits(table, seat, "role"):
        piles.move(table, old, SPARE_ROLES)
    piles.move(table, card, table_zone(seat))
    person = table.state.people[seat]
    person.sex = table.defs[card].sex or person.sex
    table.emit(RoleDealt(seat, card=card))


# turns


def skip_turn(table: Table, seat: int, card: int) -> None:
    """Let a seat miss its next turn; by a Curse in its own turn what is left of that (H-116)."""
    if table.defs[card].kind == "curse" and may_lose_turn(table, seat):
        people.count(table, seat, "turn_lost")
        table.emit(TurnLost(seat, card=card))
        return
    table.state.people[seat].skips += 1
    table.emit(SkipOrdered(seat, card=card))


def is_cut_short(table: Table, seat: int) -> bool:
    """Return True if nothing more happens in the seat's turn."""
    return not people.is_living(table, seat) or has_lost_turn(table, seat)


def may_lose_turn(table: Table, seat: int) -> bool:
    """Return True if the seat has a turn that is neither over nor lost already."""
    running = any(
        f.kind == "turn" and f.seat == seat and not f.vars.get("farewell") for f in table.state.frames
    )
    return running and not has_lost_turn(table, seat)


def has_lost_turn(table: Table, seat: int) -> bool:
    """Return True if a card has cost the seat what is left of the present turn."""
    return seat == table.state.active and people.tally(table, seat, "turn_lost") > 0


# death


def kill(table: Table, seat: int, card: int) -> None:
    """Let a seat die; the body is looted when the frames on top are done (R-480, H-08)."""
    if people.is_living(table, seat):
        _die(table, seat, card)
        waits.stop_waiting_for(table, seat)


def _die(table: Table, seat: int, card: int) -> None:
    if facts.flag(table, seat, "deathless"):
        change_level(table, seat, -1, card)
        return
    person = table.state.people[seat]
    person.alive = False
    person.reborn = True
    table.state.bodies.append(seat)
    table.emit(CharacterDied(seat, card=card))
    combat = table.state.combat
    if combat is not None and combat.helper == seat and combat.stage != "reward":
        party.dismiss_helper(table, -1)  # H-149
    reactions.fire_all(table, "died", seat)
