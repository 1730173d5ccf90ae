"""When somebody is asked whether they pass, which they choose for themselves and nobody else learns."""

from __future__ import annotations

from bot.tables.results import FIGHT_WAITS, TableView
from bot.views.custom_ids import ButtonAction, CustomId
from bot.views.layout import Button, ButtonRow, Container, Option, Screen, Select, Text
from bot.views.moves import screen_custom_id
from bot.views.text import label
from cards.catalogue import CATALOGUE
from cards.kernel.moves import PASS_VERB

ASKING_COLOUR = 0x5865F2

ASKING_TEXTS = {
    "auto": ("Only if it matters", "You pass by yourself when nothing you hold could change a thing."),
    "always": ("Always", "You are asked every time, even with empty pockets."),
    "win": ("Only for the win", "In fights that would win the game, and when a curse is after you."),
}
"""The rules to choose from, each with what it means."""

CHOSEN_TEXTS = {
    "auto": "You are asked only if it matters. Put your feet up.",
    "always": "You are asked every time.",
    "win": "You are asked when somebody is about to win, or a curse is after you. Doze on.",
    "fight": "Not another word about this fight.",
}
"""What is said when one has been chosen."""

INTRODUCTION = (
    "### ⏱️ When am I asked?\n"
    "A kill is claimed, a fighter gives up, a curse flies: everybody may answer or pass. Choose when you "
    "want to be asked; otherwise I pass for you. Nobody sees your choice, nobody can tell my pass from "
    "yours, and now and then I ask for no reason at all, so that a pause proves nothing."
)


def can_pass_unasked(view: TableView) -> bool:
    """Return True if people may pass by themselves in the reader's game."""
    module = CATALOGUE.find(view.table.game)
    return module is not None and module.has_stake is not None and view.table.phase == "playing"


def asking_screen(view: TableView) -> Screen:
    """Let the reader choose when they are asked."""
    rule = "auto" if view.habit is None else view.habit.rule
    options = tuple(
        Option(title, value, label(meaning, 100), chosen=value == rule)
        for value, (title, meaning) in ASKING_TEXTS.items()
    )
    row: list[Button] = [Button("Back", screen_custom_id(view, "hand"))]
    if view.pending is not None and view.pending.name in FIGHT_WAITS:
        row.append(_quiet_button(view))
    menu = Select(_custom_id(view, "ask"), options, "Ask me…")
    return Screen((Container((Text(INTRODUCTION), menu, ButtonRow(tuple(row))), ASKING_COLOUR),))


def asking_button(view: TableView) -> list[Button]:
    """Return the way to that screen, for who sits at a game in which people are asked."""
    if view.seat is None or not can_pass_unasked(view):
        return []
    return [Button("When am I asked?", screen_custom_id(view, "asking"), emoji="⏱️")]


def quiet_buttons(view: TableView) -> list[Button]:
    """Return the button for who is asked about somebody's fight and wants to hear no more of it."""
    pending = view.pending
    asked = pending is not None and view.seat in pending.awaited and pending.name in FIGHT_WAITS
    if not asked or not any(move.verb == PASS_VERB for move in view.moves) or not can_pass_unasked(view):
        return []
    return [_quiet_button(view)]


def shared_quiet_buttons(view: TableView) -> list[Button]:
    """Return the same button for the table's message, for everybody who is asked about a fight."""
    asked = view.pending is not None and view.pending.name in FIGHT_WAITS and can_pass_unasked(view)
    return [_quiet_button(view)] if asked else []


def _quiet_button(view: TableView) -> Button:
    return Button("Not in this fight", _custom_id(view, "ask.fight"), emoji="🤫")


def _custom_id(view: TableView, rest: str) -> str:
    return str(CustomId(view.table.id, view.table.revision, ButtonAction.LOBBY, rest))
