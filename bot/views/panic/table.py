"""What the table's message shows of the castle-defense game, and what is one tap away from it."""

from __future__ import annotations

from bot.tables.results import TableView
from bot.views.base import naming
from bot.views.base.layout import Block, Picture, Text
from bot.views.base.sketches import Castle, MonsterToken, Outlook, OutlookCell
from bot.views.base.text import fit, listed, plural, shorten
from bot.views.panic import march as panic_march
from bot.views.panic import waiting as panic_waiting
from bot.views.panic.board import (
    ARC_LABELS,
    RING_NAMES,
    catalog_of,
    letter_of,
    options_of,
    short_name,
    view_of,
)
from bot.views.panic.open_cards import held, open_cards
from cards.kernel.moves import Move
from cards.panic.events import PanicTurnStarted
from cards.panic.forecast import falls, marched, next_space
from cards.panic.monster_events import TowerFell
from cards.panic.view import PanicSeenMonster, PanicView

MAX_STRIP_CELLS = 6
"""Threatened arcs above a hand, the nearest first: two rows."""
MAX_NAMED_MARCH_CHARS = 44
"""With more, the march tells monsters by their letters alone, so that it stays on one line."""

MAX_MARCH_CHARS = 100
"""Characters of the march on the table's message; the rest is one tap away."""


PHASE_COLORS = (0x5865F2, 0x57A0F2, 0x57A0F2, 0xED4245, 0xFEE75C, 0xE67E22, 0x9B59B6)


PHASE_TITLES = (
    "Characters",
    "Draw",
    "Charity",
    "Attack",
    "Collect",
    "The march",
    "New monsters",
)


def color(view: TableView) -> int:
    """Return the color of the frame, which tells the phase at a glance."""
    return PHASE_COLORS[view_of(view).phase]


def title(view: TableView) -> str:
    """Say in one line whose turn it is."""
    game_view = view_of(view)
    if game_view.phase == 0:
        return "## 🏰 Characters"
    alarm = alarm_of(view)
    sign = f"🚨 {alarm} ·" if alarm else "🏰"
    return f"## {sign} {short_name(view, game_view.active)}’s turn"


def alarm_of(view: TableView) -> str:
    """Say that a Tower has fallen in this turn or the one before, or which one is the last; else nothing."""
    towers = view_of(view).towers
    if sum(towers) == 1:
        return f"Last Tower: {ARC_LABELS[towers.index(True) + 1]}"
    turns, fallen = 0, list[int]()
    for event in (event for past in reversed(view.past) for event in reversed(past.events)):
        turns += isinstance(event, PanicTurnStarted)
        if turns > 1:
            break
        fallen += [event.arc] if isinstance(event, TowerFell) else []
    if not fallen:
        return ""
    return f"Tower{'s' * (len(fallen) > 1)} {listed(ARC_LABELS[arc] for arc in sorted(fallen))} fell"


def draw(view: TableView) -> list[Block]:
    """Draw the castle, what comes next, and who has how many points."""
    words = (march(view), scores(view))
    return [picture(view), Text("\n".join(filter(None, words)))]


def waiting(view: TableView) -> str:
    """Say who must act and what is to be done."""
    return panic_waiting.waiting(view)


def shared_moves(view: TableView) -> list[Move]:
    """List the moves that get a button on the table's message."""
    wait = view_of(view).wait
    if wait is None or wait.kind == "prompt":
        return []
    if wait.name == "place" and view_of(view).quota > 1:
        return [Move("roll_all")]  # one by one from the hand, where a Loaded Die is as well
    # A computer has its own patience.
    may_wait = wait.name == "offers" and view.table.seats[view_of(view).active].human
    return [Move("pass"), Move("enough")] if may_wait else [Move("pass")]


def open_fight(view: TableView) -> bool:
    """Return False: nobody's fight stops the others."""
    return False


def details(view: TableView) -> list[Block]:
    """Draw the march, the monsters, what everybody has, and the decks."""
    tops = [naming.card_name(view, card) for card, _ in open_cards(view)]
    told = (
        f"-# As of turn {view_of(view).turn}, {PHASE_TITLES[view_of(view).phase]}. Newer: press Map again.",
        march_in_full(view),
        monsters(view),
        holdings(view),
        decks(view, tops),
    )
    return [Text(text) for text in told if text]


def details_label(view: TableView) -> str:
    """Return what the button of the details says."""
    return "Map"


def lettered(view: TableView) -> list[tuple[str, PanicSeenMonster]]:
    """Return the monsters on the board with their letters, the nearest to the towers first."""
    order = sorted(view_of(view).monsters, key=lambda monster: (-monster.ring, monster.arc, monster.token))
    return [(letter_of(view, monster.token), monster) for monster in order]


def picture(view: TableView) -> Picture:
    """Return the board as a picture; in words: the same defenses, and the monsters by name."""
    game_view = view_of(view)
    tokens = tuple(token_of(view, monster) for _, monster in lettered(view))
    towers, walls = game_view.towers, game_view.walls
    if game_view.phase == 0:
        # Nothing has been built yet, so nothing may look like a ruin.
        towers, walls = (True,) * 6, (True,) * 6
    notes = f"Turn {game_view.turn}", f"{game_view.bag_count} to come", PHASE_TITLES[game_view.phase]
    built = options_of(view).walls
    castle = Castle(tokens, towers, walls, game_view.fortified, game_view.asleep, notes, built)
    instead = f"-# {' · '.join(notes)}\n{_castle(game_view)}\n{monsters(view)}"
    told = [
        f"{'. '.join(notes)}.",
        f"{plural(sum(towers), 'Tower')} and {plural(sum(walls), 'Wall')} stand.",
        *(line.replace("**", "") for line in panic_march.march_lines(view)),
    ]
    told += [
        f"{letter}: {naming.face(view, m.token).name}, {RING_NAMES[m.ring]} arc {m.arc}, health {m.health}."
        for letter, m in lettered(view)
    ]
    return Picture("attachment://castle.png", shorten(" ".join(told), 1000), castle, instead)


def token_of(view: TableView, monster: PanicSeenMonster) -> MonsterToken:
    """Return a monster as the pictures of the board show it."""
    game_view = view_of(view)
    breakers = {each.token for fall in panic_march.coming(view) for each in fall.group}
    return MonsterToken(
        monster.ring,
        monster.arc,
        letter_of(view, monster.token),
        monster.health,
        monster.top,
        monster.glued,
        lowest=monster.lowest,
        marches=next_space(game_view, monster) is not None,
        breaks=monster.token in breakers,
        face=naming.face(view, monster.token),
        points=catalog_of(view).points[monster.token],
    )


def strip(view: TableView) -> list[Block]:
    """Draw the threatened arcs as they stand above a hand: what falls in the next march, and what then."""
    after = marched(view_of(view))
    found = [(fall, False) for fall in panic_march.coming(view)]
    found += [(fall, True) for fall in falls(after)]
    cells = tuple(
        OutlookCell(fall.arc, fall.what, tuple(token_of(view, monster) for monster in fall.group), later)
        for fall, later in found[:MAX_STRIP_CELLS]
    )
    if not cells:
        return []
    lines = [f"{'Then' if later else 'Next march'}: {panic_march.brief(view, fall)}" for fall, later in found]
    told = " · ".join(lines)
    return [Picture("attachment://outlook.png", told.replace("**", ""), Outlook(cells), f"-# {told}")]


def _castle(game_view: PanicView) -> str:
    """Draw towers, walls and Fortify tokens by arc."""
    parts: list[str] = []
    for place, tower in enumerate(game_view.towers):
        sign = "🗼" if tower else "✖️"
        sign += "🧱" if game_view.walls[place] else ""
        sign += "🛡️" if game_view.fortified[place] else ""
        parts.append(f"{ARC_LABELS[place + 1]} {sign}")
    asleep = "\n😴 The monsters are asleep" if game_view.asleep else ""
    return " · ".join(parts[:3]) + "\n" + " · ".join(parts[3:]) + asleep


def monsters(view: TableView) -> str:
    """List the monsters arc by arc, with what stands there; those nearest to the towers first."""
    game_view = view_of(view)
    lines: list[str] = []
    for arc in range(1, 7):
        here = [(letter, monster) for letter, monster in lettered(view) if monster.arc == arc]
        if not here:
            continue
        stands = ["Tower" if game_view.towers[arc - 1] else "no Tower"]
        stands.append("Wall" if game_view.walls[arc - 1] else "no Wall")
        lines.append(f"**{ARC_LABELS[arc]}** · {', '.join(stands)}")
        lines += [f"-# {letter} {_monster(view, monster)}" for letter, monster in here]
    return fit(lines, 1400) or "-# No monsters on the board"


def _monster(view: TableView, monster: PanicSeenMonster) -> str:
    marks = ("🍯" if monster.glued else "") + ("🚫" if monster.unslayable else "")
    hearts = "❤️" * monster.health + "🤍" * max(0, monster.top - monster.health)
    claimed = f" – {listed(naming.name(view.table, s) for s in monster.claimed)}" if monster.claimed else ""
    lock = f" 🔒{monster.lowest}" if monster.lowest > 1 else ""
    where = RING_NAMES[monster.ring]
    return f"{where}: {naming.card_name(view, monster.token)} {hearts}{lock}{marks}{claimed}"


def march(view: TableView) -> str:
    """Say in a line or two what the coming march brings down, Towers first."""
    lines = panic_march.march_lines(view)
    if len(" · ".join(lines)) > MAX_NAMED_MARCH_CHARS:
        lines = panic_march.brief_march(view)
    kept: list[str] = []
    ruin = panic_march.ruin(view)
    room = MAX_MARCH_CHARS - len(ruin)
    for line in lines:
        if kept and len(" · ".join([*kept, line])) > room:
            kept.append(f"and {len(lines) - len(kept)} more")
            break
        kept.append(line)
    title = f"**Next march: {ruin}!** " if ruin else "**Next march:** "
    return title + " · ".join(kept) if kept else ""


def march_in_full(view: TableView) -> str:
    """Say line by line what the coming march brings down; empty where it is nothing."""
    lines = panic_march.march_lines(view)
    ruin = panic_march.ruin(view)
    title = f"**Next march: {ruin}!**" if ruin else "**Next march**"
    return "\n".join([title, *(f"-# {line}" for line in lines)]) if lines else ""


def scores(view: TableView) -> str:
    """Say in a line who has how many points; whose turn it is comes with a mark."""
    parts: list[str] = []
    for seat in view_of(view).seats:
        if not seat.gone:
            mark = "▶ " if seat.seat == view_of(view).active else ""
            parts.append(f"{mark}**{short_name(view, seat.seat)}** {seat.points}")
    return "🏆 " + " · ".join(parts)


def holdings(view: TableView) -> str:
    """Say in a line for each seat what it has."""
    return "\n".join(
        f"**{naming.name(view.table, seat.seat)}** {plural(seat.points, 'point')} · {held(seat)}"
        for seat in view_of(view).seats
        if not seat.gone
    )


def decks(view: TableView, tops: list[str]) -> str:
    """Say how many cards are left, and what lies on top of the discards."""
    game_view = view_of(view)
    castle, treasures = game_view.castle_count, game_view.treasure_count
    left = f"-# 🃏 {plural(castle, 'Castle card')} · 💰 {plural(treasures, 'Treasure')} left"
    return f"{left}\n-# 🗑 {listed(tops)}" if tops else left
