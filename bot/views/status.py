"""How a table stands, in a few lines for one person."""

from __future__ import annotations

from bot.tables.games import GameKind
from bot.tables.results import Sight
from bot.views import gallery, people
from bot.views.halt import halt_text
from bot.views.layout import Box, Button, Link, Row, Screen, Text
from bot.views.moves import press
from bot.views.text import escape, listed, plural
from bot.views.words.table import SPEEDS


def status_screen(sight: Sight, kind: GameKind, where: tuple[int, int] | None) -> Screen:
    """Say which game is on, who must act, and where the table's message is (channel, message)."""
    table = sight.table
    taken = [number for number, seat in enumerate(table.seats) if not seat.dropped]
    # The numbers are those that the commands about seats take.
    seats = listed(f"{number + 1} {people.name(table, number)}" for number in taken)
    lines = [
        f"### {escape(kind.title)}",
        f"-# {SPEEDS[table.speed][0]} · {plural(len(taken), 'seat')}{': ' if seats else ''}{seats}",
    ]
    if table.phase == "lobby":
        lines.append("The game has not begun yet.")
    elif table.phase == "ended":
        lines.append("The game is over.")
    elif not table.halt:
        lines.append(f"👉 {gallery.shape_of(sight).waiting(sight)}{people.clock(sight.deadline)}")
    if table.halt:
        lines.append(f"⏸ {halt_text(table)}")
    away = [number for number, seat in enumerate(table.seats) if seat.away and not seat.robot]
    if away:
        lines.append(f"💤 Away: {people.names(table, tuple(away))}")
    if table.commitment:
        lines.append(f"-# 🎲 The dice are sealed. SHA-256 of their seed: {table.commitment}")
    lines.append(f"-# Table {table.id}, step {table.revision}")
    buttons: list[Button | Link] = []
    if sight.seat is not None and table.phase == "playing":
        buttons.append(Button("My hand", str(press(sight, "g", "hand")), "primary", emoji="✋"))
    if where is not None:
        buttons.append(
            Link("To the table", f"https://discord.com/channels/{table.guild}/{where[0]}/{where[1]}")
        )
    blocks = [Text("\n".join(lines))]
    return Screen((Box((*blocks, Row(tuple(buttons))) if buttons else tuple(blocks), 0x5865F2),))
