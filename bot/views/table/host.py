"""What is done at a running table beside playing: by its host, and by everybody who sits there."""

from __future__ import annotations

from bot.tables.results import TableView
from bot.views.base import naming
from bot.views.base.layout import Block, Button, ButtonRow, Container, Option, Screen, Select, Text
from bot.views.base.limits import MAX_OPTIONS
from bot.views.base.table_words import SAID_TEXTS, SPEED_TEXTS
from bot.views.base.text import label, say
from bot.views.press.moves import lobby_custom_id, screen_custom_id
from bot.views.table.house_rules import speed_meaning
from bot.views.table.parting import WARNING_COLOR
from cards.game_module import GameModule

HOST_COLOR = 0x5865F2

REMOVE_TEXTS = {
    "computer": "Removed, it is gone for good **at once**: its cards are discarded.",
    "away": "Nobody has seen them for a while. Removed, they are gone for good **at once**, cards and all.",
    "present": "They are here, so the others vote on removing them. Their cards would be discarded.",
}


def host_button(view: TableView) -> list[Button]:
    """Return the way to that screen, for a player who sits in a game."""
    if view.seat is None or view.table.phase != "playing":
        return []
    name, sign = (say("Host"), "👑") if view.table.hosted_by(view.seat) else (say("Table"), "🛠️")
    return [Button(name, screen_custom_id(view, "host"), emoji=sign)]


def games_button(view: TableView) -> Button:
    """Return the button for the list of all games of the reader."""
    return Button(say("My tables"), screen_custom_id(view, "games"), emoji="🗂️")


def host_screen(view: TableView, module: GameModule) -> Screen:
    """Show what may be done: everything to the host, or to anybody while the host is away."""
    table, hosts = view.table, view.table.hosted_by(view.seat)
    pause = Button(say("Pause"), lobby_custom_id(table, "pause"), emoji="⏸️")
    if table.halt:
        pause = Button(say("Resume"), lobby_custom_id(table, "resume"), "good", emoji="▶️")
    buttons = [
        pause,
        Button(say("Take back"), screen_custom_id(view, "undo"), emoji="↩️"),
        Button(say("End"), screen_custom_id(view, "end"), emoji="🏁"),
        games_button(view),
        Button(say("Back"), screen_custom_id(view, "hand")),
    ]
    host = table.seat_of(table.host)
    guest_text = say(SAID_TEXTS["guest"], host=naming.names(table, () if host is None else (host,)))
    blocks = [Text(say(SAID_TEXTS["host"])), *_menus(view, module)] if hosts else [Text(guest_text)]
    return Screen((Container((*blocks, ButtonRow(tuple(buttons))), HOST_COLOR),))


def _menus(view: TableView, module: GameModule) -> list[Block]:
    """Draw what the host chooses from: the speed, and what becomes of the others."""
    table = view.table
    speeds = [
        Option(title, speed, label(speed_meaning(module, table.options, speed), 100), speed == table.speed)
        for speed, (title, _) in SPEED_TEXTS.items()
    ]
    others = [
        Option(label(f"{naming.raw_name(table, number)} {naming.sign(seat)}".strip(), 100), str(number))
        for number, seat in enumerate(table.seats)
        if not seat.dropped and number != view.seat
    ]
    found: list[Block] = [Select(lobby_custom_id(table, "speed"), tuple(speeds), say("Speed"))]
    if others:
        press = screen_custom_id(view, "chair")
        found.append(Select(press, tuple(others[:MAX_OPTIONS]), say("Make somebody host, or remove them…")))
    press = lobby_custom_id(table, "move")
    return [*found, Select(press, (), say("Move the table to another channel…"), channels=True)]


def chair_screen(view: TableView, number: int, module: GameModule) -> Screen | None:
    """Show what the host may do about a seat; None where nobody else sits there."""
    table = view.table
    if not 0 <= number < len(table.seats) or number == view.seat or table.seats[number].dropped:
        return None
    seat = table.seats[number]
    standing = "present" if seat.present else "away" if seat.human else "computer"
    lines = [f"### 🪑 {naming.name(table, number)} {naming.sign(seat)}", say(REMOVE_TEXTS[standing])]
    buttons = [Button(say("Remove"), lobby_custom_id(table, f"kick.{number}.{seat.user}"), "bad", emoji="🚪")]
    if seat.human and seat.away:
        lines.append(say("A computer that takes over keeps seat and cards, and they can have the seat back."))
        press = lobby_custom_id(table, f"replace.{number}.{module.default_player}")
        buttons.insert(0, Button(say("Let a computer play on"), press, "primary", emoji="🤖"))
    if seat.human and seat.user != table.host:
        buttons.insert(
            0, Button(say("Make host"), lobby_custom_id(table, f"host.{number}.{seat.user}"), emoji="👑")
        )
    buttons.append(Button(say("Back"), screen_custom_id(view, "host")))
    return Screen((Container((Text("\n".join(lines)), ButtonRow(tuple(buttons))), WARNING_COLOR),))
