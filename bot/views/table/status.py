"""How a table stands, in a few lines for one person."""

from __future__ import annotations

from collections.abc import Sequence

from bot.tables.results import TableView
from bot.tables.table import Table
from bot.views.base import naming
from bot.views.base.game_screens import screens_of
from bot.views.base.layout import Button, ButtonRow, Container, LinkButton, Screen, Style, Text
from bot.views.base.table_words import halt_text
from bot.views.base.text import escape, fit, label, listed, plural, say, shorten
from bot.views.press import moves
from bot.views.press.moves import screen_custom_id
from bot.views.table import details
from bot.views.table.fairness import sealed_line
from bot.views.table.host import games_button
from bot.views.table.house_rules import agreed_lines
from cards.game_module import GameModule
from cards.registry import title_of

NO_GAMES_TEXT = "You sit at no table. `/kickdoor new` in a channel of a server opens one."
MAX_GAMES_CHARS = 3_500

ALONE_TEXT = "You against the machines"
GAME_COLORS = "🔴🟠🟡🟢🔵🟣🟤"
MAX_PLACE_CHARS = 50
MAX_HAND_BUTTONS = 10


def address(table: Table) -> str:
    """Say in a line to which game a direct message belongs: a lock screen shows that, and no card."""
    if table.lesson is not None:
        return f"🎓 {escape(title_of(table.game))}"
    if table.alone:
        return f"{_color(table)} {say(ALONE_TEXT)} · {escape(title_of(table.game))}"
    place = f"<#{table.channel}>"
    if table.place:
        shown = escape(shorten(table.place, MAX_PLACE_CHARS))
        place = f"[{shown}](https://discord.com/channels/{table.guild}/{table.channel})"
    return f"{_color(table)} {place} · {escape(title_of(table.game))}"


def _color(table: Table) -> str:
    return GAME_COLORS[table.id % len(GAME_COLORS)]


def status_screen(view: TableView, module: GameModule, where: tuple[int, int] | None) -> Screen:
    """Say which game is on, who must act, and where the table's message is (channel, message)."""
    table = view.table
    lines = [f"### {escape(title_of(module.name))}", *_seats(view), *agreed_lines(table, module)]
    if table.phase == "lobby":
        lines.append(say("The game has not begun yet."))
    elif table.phase == "ended":
        lines.append(say("The game is over."))
    elif not table.halt:
        lines.append(f"👉 {screens_of(view).board.waiting(view)}{naming.clock(view)}")
    if table.halt:
        lines.append(f"⏸ {halt_text(table)}")
    away = [number for number, seat in enumerate(table.seats) if seat.away and not seat.robot]
    if away:
        lines.append(say("💤 Away: {names}", names=naming.names(table, tuple(away))))
    if sealed := sealed_line(table):
        lines.append(sealed)
    lines.append(say("-# Table {id}, step {revision}", id=table.id, revision=table.revision))
    buttons: list[Button | LinkButton] = []
    if view.seat is not None and table.phase == "playing":
        buttons.append(Button(say("My hand"), screen_custom_id(view, "hand"), "primary", emoji="✋"))
    if where is not None:
        buttons.append(LinkButton(say("To the table"), naming.message_url(table.guild, *where)))
    if view.seat is not None:
        buttons.append(games_button(view))
    blocks = [Text("\n".join(lines))]
    return Screen((Container((*blocks, ButtonRow(tuple(buttons))) if buttons else tuple(blocks), 0x5865F2),))


def waits_for_reader(view: TableView) -> bool:
    """Return True if the game goes on only once the reader has decided."""
    pending = view.pending
    return pending is not None and view.seat in pending.awaited and not view.table.halt


def games_screen(views: Sequence[TableView]) -> Screen:
    """List somebody's games on all servers, those that wait for them first, with the hands of some."""
    lines, hands = [f"### {plural(len(views), 'game')}" if views else say(NO_GAMES_TEXT)], list[Button]()
    for view in sorted(views, key=lambda view: not waits_for_reader(view)):
        table, waits = view.table, waits_for_reader(view)
        line = f"{address(table)}{_standing(view)}"
        lines.append(f"👉 **{line}**" if waits else line)
        if table.phase == "playing" and view.seat is not None:
            title = label(table.place or title_of(table.game))
            style: Style = "primary" if waits else "plain"
            hands.append(Button(title, screen_custom_id(view, "hand"), style, emoji=_color(table)))
    rows = moves.rows(hands[:MAX_HAND_BUTTONS])
    return Screen((Container((Text(fit(lines, MAX_GAMES_CHARS)), *rows), 0x5865F2),))


def _standing(view: TableView) -> str:
    """Say whether a game goes on, for whom it waits and until when."""
    table = view.table
    if table.halt or table.phase == "lobby":
        return f" · {say(table.halt or 'not started')}"
    mine = waits_for_reader(view)
    waiting = say("your move") if mine else screens_of(view).board.waiting(view).partition("\n")[0]
    return f" · {waiting}{naming.clock(view)}"


def _seats(view: TableView) -> list[str]:
    """Name the seats with the numbers that the commands about seats take, and how each of them stands."""
    table = view.table
    taken = [
        (number, f"{number + 1} {naming.name(table, number)}")
        for number, seat in enumerate(table.seats)
        if not seat.dropped
    ]
    standing = dict(details.seats(view)) if table.phase == "playing" else {}
    if not standing:
        seats = listed(name for _, name in taken)
        return [f"-# {plural(len(taken), 'seat')}{': ' if seats else ''}{seats}"]
    return [name + (f": {told}" if (told := standing.get(number)) else "") for number, name in taken]


def brief_line(table: Table) -> str:
    """Tell in one line of plain text which table this is, who sits there and whether it goes on."""
    people = [naming.raw_name(table, number) for number, seat in enumerate(table.seats) if seat.human]
    phases = {"lobby": say("not started"), "ended": say("over")}
    state = say(table.halt) or phases.get(table.phase) or say("step {step}", step=table.revision)
    return f"{table.id} · {title_of(table.game)} · {listed(people) or say('nobody')} · {state}"
