"""What is said before somebody leaves a game, ends it, or has a move taken back."""

from __future__ import annotations

from bot.tables.results import TableView
from bot.tables.table import Table
from bot.views.base import naming
from bot.views.base.layout import Button, ButtonRow, Container, Screen, Text
from bot.views.base.table_words import SAID_TEXTS
from bot.views.base.text import plural, say, shorten
from bot.views.press.moves import lobby_custom_id, screen_custom_id
from bot.views.table import story

WARNING_COLOR = 0xFEE75C
MAX_MOVE_CHARS = 200
"""Characters of the move that would be taken back."""

PAUSE_HINT = "-# `/kickdoor pause` only stops the clocks; `/kickdoor leave` lets the others play on."


def leave_screen(view: TableView) -> Screen:
    """Ask somebody who sits in a game whether they want to leave it, and who plays on."""
    table = view.table
    lines = [say("### 🚪 Leave this game?")]
    if len(table.people) == 1:
        lines.append(say("You’re the last person here: without you the game ends."))
    else:
        lines += [
            say(SAID_TEXTS["computer_plays_on"]),
            say(SAID_TEXTS["leave_for_good"]),
        ]
        if view.seat is not None and table.seats[view.seat].user == table.host:
            lines.append(say("Somebody else becomes the host."))
    lines.append(say(SAID_TEXTS["just_away"]))
    buttons = [
        Button(say("Leave for good"), lobby_custom_id(table, "out.gone"), "bad", emoji="🚪"),
        Button(say("Stay"), screen_custom_id(view, "hand")),
    ]
    if len(table.people) > 1:
        robot = Button(
            say("Let a computer play on"), lobby_custom_id(table, "out.robot"), "primary", emoji="🤖"
        )
        buttons.insert(0, robot)
    return _warning(lines, tuple(buttons))


def leave_button(view: TableView) -> list[Button]:
    """Return the way to that question, for a player who sits in a game."""
    if view.seat is None or view.table.phase != "playing":
        return []
    return [Button(say("Leave"), screen_custom_id(view, "leave"), emoji="🚪")]


def end_screen(view: TableView) -> Screen:
    """Say what it takes to end a running game; for somebody without a seat it ends at once."""
    table = view.table
    here = [seat for seat in table.people if not table.seats[seat].away]
    lines = [say("### 🏁 End this game?"), say("Nobody wins, and it does not count for statistics.")]
    if view.seat is None:
        lines.append(say("You manage this channel, so it ends **at once** for everybody."))
    elif len(here) < 2:
        lines.append(say("Nobody else is here, so it ends **at once**."))
    else:
        need = len(here) // 2 + 1
        most = len(here)
        lines.append(
            say("The others vote: {need} of {most} have to say Yes, you included.", need=need, most=most)
        )
    lines.append(say(PAUSE_HINT))
    buttons = [Button(say("End the game"), lobby_custom_id(table, "end"), "bad", emoji="🏁")]
    if view.seat is not None:
        buttons.append(Button(say("Play on"), screen_custom_id(view, "hand")))
    return _warning(lines, tuple(buttons))


def undo_screen(view: TableView) -> Screen:
    """Name the latest move and say what it takes to take it back; the button counts for that one only."""
    table = view.table
    here = [seat for seat in table.people if not table.seats[seat].away]
    told = story.tell(view, view.past)
    if told:  # without what was before it in the same line
        told = story.tell(view, view.past, told[-1].revision.revision - 1)
    lines = [say("### ↩️ Take back the latest move?")]
    if told:
        lines.append(f"> {shorten(story.without_joke(told[-1].text), MAX_MOVE_CHARS)}")
    if len(here) < 2:
        lines.append(say("Nobody else is here, so it is taken back **at once**."))
    else:
        people = plural(len(here), "person", "people")
        lines.append(say("The others vote: all {people} here have to agree.", people=people))
    lines.append(say(SAID_TEXTS["undo_limits"]))
    buttons = (
        Button(say("Take it back"), lobby_custom_id(table, "undo"), "primary", emoji="↩️"),
        Button(say("Let it stand"), screen_custom_id(view, "hand")),
    )
    return _warning(lines, buttons)


def left_text(table: Table, seat: int) -> str:
    """Say what becomes of the seat that somebody has just left."""
    if 0 <= seat < len(table.seats) and table.seats[seat].robot and table.phase == "playing":
        who = naming.name(table, seat)
        return say(
            "You have left. {who} plays on with your cards. `/kickdoor-table seat take` gets the seat back.",
            who=who,
        )
    return say("You slip out the back.")


def _warning(lines: list[str], buttons: tuple[Button, ...]) -> Screen:
    return Screen((Container((Text("\n".join(lines)), ButtonRow(buttons)), WARNING_COLOR),))
