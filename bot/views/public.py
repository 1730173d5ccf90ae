"""The table's message in the channel: lobby, game and end, the same message throughout."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bot.tables.games import GameKind
from bot.tables.results import Sight
from bot.tables.table import Table
from bot.views import moves, news, people, wording
from bot.views.halt import halt_text
from bot.views.layout import Block, Box, Button, Gap, Option, Row, Screen, Select, Text
from bot.views.moves import press
from bot.views.presses import Press
from bot.views.shape import Shape
from bot.views.text import escape, label, plural
from bot.views.words.table import POLLS, SPEEDS

LOBBY = 0x5865F2
OVER = 0xFEE75C
HALTED = 0x99AAB5

OPENING = {"panic": 1}
"""The last turn in which the seal of the dice is shown, where that is not the laying out before the first."""

NEWS = 6
"""Sentences about what happened lately."""


def lobby_press(table: Table, rest: str) -> str:
    """Return the custom_id of a button about the table itself."""
    return str(Press(table.id, table.revision, "l", rest))


def _halt(table: Table) -> list[Block]:
    """Say why the table stands still, in the lobby as in a game, and offer to go on."""
    if not table.halt:
        return []
    resume = Button("Resume", lobby_press(table, "resume"), "good", emoji="▶️")
    return [Text(f"⏸ **{halt_text(table)}**"), Row((resume,))]


# lobby


def lobby_screen(sight: Sight, kind: GameKind, options: Sequence[str]) -> Screen:
    """Draw the lobby: who is there, which game, and how to get in. ``options`` are those that differ."""
    table = sight.table
    need = kind.least - len(table.seats)
    blocks: list[Block] = [
        Text(f"## 🚪 {escape(kind.title)}\n{_who(table, kind)}"),
        Text(_lobby_facts(table, kind, options)),
        Gap(),
        *_halt(table),
        Text(
            f"👉 {plural(need, 'more player')} needed: press **Join**, or **Add computer**."
            if need > 0
            else f"👉 **{_host(table)}** can press **Start** now."
        ),
        Row(tuple(_join_buttons(table, kind))),
        Row(
            (
                Button(
                    "Start",
                    lobby_press(table, "start"),
                    "good" if need <= 0 else "plain",
                    disabled=need > 0,
                    emoji="▶️",
                ),
                Button(
                    "Add computer",
                    lobby_press(table, "robot"),
                    "primary" if need > 0 else "plain",
                    emoji="🤖",
                ),
                Button("Add cunning one", lobby_press(table, "robot.cunning"), emoji="🦊"),
                Button("Settings", lobby_press(table, "settings"), emoji="⚙️"),
                Button("Leave", lobby_press(table, "leave")),
            )
        ),
    ]
    return Screen((Box(tuple(blocks), HALTED if table.halt else LOBBY),))


def _join_buttons(table: Table, kind: GameKind) -> list[Button]:
    full = len(table.seats) >= kind.room(table.options)
    if not kind.sexes:
        return [Button("Join", lobby_press(table, "join"), "primary", disabled=full, emoji="🪑")]
    return [
        Button("Join", lobby_press(table, "join"), "primary", disabled=full, emoji="🪑"),
        Button("… as a woman", lobby_press(table, "join.female"), disabled=full),
        Button("… as a man", lobby_press(table, "join.male"), disabled=full),
    ]


def _who(table: Table, kind: GameKind) -> str:
    lines: list[str] = []
    for number, seat in enumerate(table.seats):
        marks = [people.sign(seat), "👑" if seat.user and seat.user == table.host else ""]
        if kind.sexes and seat.sex:
            marks.append("♀" if seat.sex == "female" else "♂")
        lines.append(
            f"{number + 1}. **{people.name(table, number)}** {' '.join(filter(None, marks))}".rstrip()
        )
    lines.append(f"-# {kind.least} to {kind.room(table.options)} can play")
    return "\n".join(lines)


def _lobby_facts(table: Table, kind: GameKind, options: Sequence[str]) -> str:
    speed, meaning = SPEEDS[table.speed]
    lines = [f"-# {speed}: {meaning}"]
    lines += [f"-# {line}" for line in options[:12]]
    return "\n".join(lines)


def _host(table: Table) -> str:
    seat = table.seat_of(table.host)
    return people.name(table, seat) if seat is not None else "The host"


def changed_options(kind: GameKind, options: Mapping[str, Any]) -> list[str]:
    """Name the options that differ from the standard ones."""
    return [
        f"{escape(wording.option(key)[0])}: {escape(wording.option_value(value))}"
        for key, value in options.items()
        if kind.defaults.get(key) != value
    ]


# game


def game_screen(sight: Sight, shape: Shape, *, ping: str = "") -> Screen:
    """Draw the running game as everybody may see it. The sight has to be an onlooker's."""
    table = sight.table
    blocks: list[Block] = [Text(shape.title(sight)), *shape.board(sight)]
    if sight.view is not None and sight.view.turn <= OPENING.get(table.game, 0):
        blocks.append(Text(f"-# 🎲 The dice are sealed. SHA-256 of their seed: {table.commitment}"))
    told = news.block(sight, NEWS, 800)
    if told:
        blocks += [Gap(), Text(told)]
    blocks.append(Gap())
    if table.halt:
        blocks += [*_halt(table), *_poll(table)]
        return Screen((Box(tuple(blocks), HALTED),))
    wait = shape.waiting(sight)
    if wait:
        blocks.append(Text(f"👉 {wait}{people.clock(sight.deadline)}"))
    blocks += _poll(table)
    blocks += _game_buttons(sight, shape)
    return Screen((Box(tuple(blocks), shape.colour(sight)),))


def _game_buttons(sight: Sight, shape: Shape) -> list[Block]:
    shared = [moves.shared_button(sight, move) for move in shape.shared_moves(sight)[:4] if _manned(sight)]
    desks = [Button(text, str(press(sight, "g", f"desk.{name}"))) for name, text in shape.desks(sight)[:3]]
    hand = Button("My hand", str(press(sight, "g", "hand")), "primary", emoji="✋")
    blocks = moves.rows([*shared, hand]) if shared else []
    blocks += moves.rows(desks if shared else [hand, *desks])
    seats = shape.seats(sight)
    if seats:
        options = tuple(
            Option(label(people.raw_name(sight.table, seat), 100), str(seat), label(text, 100))
            for seat, text in seats
        )
        blocks.append(Select(str(press(sight, "g", "seat")), options, "Look at somebody’s cards"))
    return blocks


def _manned(sight: Sight) -> bool:
    """Tell whether a person is awaited; what only computers are to press would just be in the way."""
    awaited = sight.pending.awaited if sight.pending is not None else ()
    return any(sight.table.seats[seat].human for seat in awaited)


def _poll(table: Table) -> list[Block]:
    poll = table.poll
    if poll is None:
        return []
    text = POLLS.get(poll.kind, "{asker} asks something.").format(
        asker=f"**{people.name(table, poll.asker)}**", subject=f"**{people.name(table, poll.subject)}**"
    )
    tally = f"-# Yes: {len(poll.yes)} · No: {len(poll.no)}"
    buttons = (
        Button("Yes", str(Press(table.id, table.revision, "v", "yes")), "good"),
        Button("No", str(Press(table.id, table.revision, "v", "no")), "bad"),
    )
    return [Text(f"🗳️ {text}\n{tally}"), Row(buttons)]


# end


def _proof(table: Table) -> str:
    """Give the seed away, and how to see that it is the one that was sealed."""
    return (
        f"-# 🎲 The dice’s seed was {table.seed}, sealed at the start by its SHA-256: {table.commitment}\n"
        f"-# See for yourself: `printf {table.seed} | sha256sum`"
    )


def over_screen(sight: Sight, shape: Shape | None) -> Screen:
    """Draw the end: who won, how all stood, and the proof that the dice were fixed before play."""
    table = sight.table
    blocks: list[Block] = []
    if table.winners:
        blocks.append(Text(f"## 🏆 {people.names(table, table.winners)} won!"))
    elif sight.view is not None and sight.pending is None:
        blocks.append(Text("## 💥 The game is lost: nobody won"))
    else:
        blocks.append(Text("## The game was closed"))
    if shape is not None and sight.view is not None:
        blocks += shape.board(sight)
        told = news.block(sight, 3, 400)
        blocks += [Gap(), Text(told)] if told else []
    if table.seed >= 0:
        blocks.append(Text(_proof(table)))
    blocks.append(Row((Button("Play again", lobby_press(table, "rematch"), "primary", emoji="🔁"),)))
    return Screen((Box(tuple(blocks), OVER),))
