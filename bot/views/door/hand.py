"""What a hand of the door-kicking games says of its reader's seat, and which of their cards stand first."""

from __future__ import annotations

from bot.tables.results import TableView
from bot.views.base import naming, wording
from bot.views.base.parts import CardGroup
from bot.views.base.table_words import SEX_SIGNS
from bot.views.base.text import escape
from bot.views.door import bargains as door_bargains
from bot.views.door import combat as door_combat
from bot.views.door import outcomes as door_outcomes
from bot.views.door import table as door_table
from bot.views.door.seen import view_of
from bot.views.press import moves
from cards.door.view_types import DoorCombatView, DoorSeatView, DoorView

LAST_WORD_WINDOWS = ("victory", "defeat")
"""Windows in which who does not fight is asked for a last card: the hand says so, since no button does."""

BESIDE_FIGHT = ("curse", "reward")
"""Windows during a fight in which something else matters more."""

MAX_CURSE_NOTE_CHARS, MAX_OWN_CURSE_CHARS, CLOCK_CHARS = 60, 400, 20
"""Characters of the text of a Curse that is about to fall; one on the reader is told whole."""


def own(view: TableView) -> list[str]:
    """Say how the reader's seat stands: their fight, a Curse that falls, Level, strength, what they are."""
    game_view = view_of(view)
    assert view.seat is not None
    mine = game_view.seats[view.seat]
    lines: list[str] = []
    if game_view.combat is not None:
        lines += _fight_lines(view, game_view.combat)
        party = (game_view.combat.fighter, game_view.combat.helper)
        if view.seat in party and (risk := door_combat.risk(view, game_view.combat)):
            lines.append(f"-# 💥 {risk}")
        lines += door_bargains.own_lines(view, game_view.combat)
    if game_view.curse >= 0:
        lines.append(_curse_line(view, game_view))
    lines += [
        door_table.trade_line(view, trade).removeprefix("• ")
        for trade in game_view.trades
        if trade.to == view.seat
    ]
    cards = f"✋ {len(mine.hand)} (keep {mine.hand_limit})"
    special = door_table.special_traits(view, mine)
    sex = "" if special or not mine.sex else f" · {SEX_SIGNS[mine.sex]}"  # no line for that alone
    lines.append(f"**Level {mine.level}** of {mine.win_level}{sex} · ⚔ {mine.strength} · {cards}")
    if special:
        lines.append(f"-# {door_table.traits_line(view, mine)}")
    if game_view.combat is None:
        lines.append(f"-# {door_table.others(view, game_view)}")
    lines += _charity_lines(view, game_view, mine)
    if not mine.alive:
        lines.append("-# 💀 Dead until the next turn begins")
    return lines


def _curse_line(view: TableView, game_view: DoorView) -> str:
    """Say which Curse falls on whom and, to who is asked about it, until when."""
    pending = view.pending
    is_asked = pending is not None and pending.name == "curse" and view.seat in pending.awaited
    clock = naming.clock(view).removesuffix(" at the latest") if is_asked else ""
    most = MAX_CURSE_NOTE_CHARS - CLOCK_CHARS if clock else MAX_CURSE_NOTE_CHARS
    most = MAX_OWN_CURSE_CHARS if game_view.curse_on == view.seat else most
    told = naming.card_note(naming.face(view, game_view.curse), most)
    victim = f"**{naming.name(view.table, game_view.curse_on)}**" if game_view.curse_on >= 0 else ""
    on = " on you" if game_view.curse_on == view.seat else f" on {victim}" if victim else ""
    return f"🌀 **{naming.card_name(view, game_view.curse)}**{on}: {escape(told)}{clock}"


def _charity_lines(view: TableView, game_view: DoorView, mine: DoorSeatView) -> list[str]:
    """Say who gets what the reader cannot keep, once there is no gear to lay out any more."""
    is_over_limit = mine.hand_size > mine.hand_limit and game_view.active == mine.seat
    if not is_over_limit or game_view.phase not in ("after", "charity"):
        return []
    if door_outcomes.layout(view).actions:
        return []
    receivers = door_table.charity_seats(game_view)
    goes = f"goes to {naming.names(view.table, receivers)}" if receivers else "is discarded"
    return [f"-# 🎁 What you cannot keep {goes}"]


def _fight_lines(view: TableView, combat: DoorCombatView) -> list[str]:
    """Say whose fight it is, how it stands, until when the reader is asked, and for what no button says."""
    wait = view_of(view).wait
    if wait is None or wait.kind == "prompt" or wait.name in BESIDE_FIGHT:
        return [door_combat.brief(view, combat)]
    told, end = door_combat.summary(view, combat), door_combat.end_line(view, combat)
    ends = [f"🏆 {end}"] if end else []
    still = tuple(seat for seat in wait.awaited if seat not in wait.passed)
    if view.seat not in still:
        last = wait.name in LAST_WORD_WINDOWS and still
        return [told, *ends, *([f"-# ⏳ {naming.names(view.table, still)} may still act"] if last else [])]
    asked = [f"👉 {window_told(view, wait.name)}"] if wait.name in LAST_WORD_WINDOWS else []
    return [told + naming.clock(view), *ends, *asked]


def window_told(view: TableView, window: str) -> str:
    """Say what the table waits for, in the words of this moment."""
    game_view, words, name = view_of(view), moves.words_of(view), window
    if window == "combat" and game_view.combat is not None:
        if game_view.combat.ahead:
            name = "combat.ahead"
        elif not game_view.combat.can_be_helped:
            name = "combat.unhelped"
    elif window == "charity" and door_table.is_poorest(game_view):
        name = "charity.poorest"
    return wording.window(words, name)


def groups(view: TableView) -> list[CardGroup]:
    """List the reader's own cards: the hand, the gear, the rest."""
    game_view = view_of(view)
    assert view.seat is not None
    mine = game_view.seats[view.seat]
    gear = tuple(item.card for item in mine.items)
    marks = tuple(door_table.gear_mark(item) for item in mine.items)
    rest = (*mine.traits, *mine.companions, *mine.curses)
    return [
        CardGroup("Your hand", mine.hand),
        CardGroup("Your gear", gear, marks),
        CardGroup("Your other cards", rest),
    ]
