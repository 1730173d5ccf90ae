"""When somebody is asked whether they pass, which they choose for themselves and nobody else learns."""

from __future__ import annotations

from bot.tables.choices import Choice, encode
from bot.tables.results import TableView
from bot.views.base import wording
from bot.views.base.custom_ids import ButtonAction
from bot.views.base.game_screens import screens_of
from bot.views.base.layout import Block, Button, ButtonRow, Container, Option, Screen, Select, Text
from bot.views.base.parts import Desk
from bot.views.base.text import label, say
from bot.views.press import moves
from bot.views.press.moves import lobby_custom_id, screen_custom_id
from cards.kernel.moves import PASS_VERB, Move
from cards.registry import REGISTRY

ASKING_COLOR = 0x5865F2

ASKING_TITLE = "When am I asked?"
ASKING_SHORT_TITLE = "Ask me…"
"""The same on a hand, where there is little room; so begins the menu of that screen."""
ASKING_SIGN = "⏱️"
ASKING_DESK = "quiet"
"""The group of a game's own moves about being asked, and the name of their desk: this screen."""

ASKING_TEXTS = {
    "auto": ("Only if it matters", "You pass by yourself when nothing you hold could change a thing."),
    "always": ("Always", "I ask every time, even with empty pockets."),
    "win": ("Only for the win", ""),
}
"""The rules to choose from, each with what it means; what is at stake in a win says the game."""

CHOSEN_TEXTS = {
    "auto": "I ask only if it matters. Put your feet up.",
    "always": "I ask every time.",
    "win": "I ask when it could be the end, or when something is about to hit you. Doze on.",
    "fight": "Not another word about this fight.",
}
"""What is said when one has been chosen."""

INTRODUCTION = (
    f"### {ASKING_SIGN} {ASKING_TITLE}\n"
    "{when}: then anybody may butt in. Choose when I ask you; otherwise I pass for you. Nobody sees your "
    "choice or can tell my pass from yours, and now and then I ask just to bluff."
)

ALOUD_TEXT = (
    "**Or tell the table**: it stops waiting for you, and everybody sees that. You may still play, and I "
    "still ask about Curses on you and about your bargains."
)


def can_pass_unasked(view: TableView) -> bool:
    """Return True if people may pass by themselves in the reader's game."""
    module = REGISTRY.find(view.table.game)
    return module is not None and module.has_stake is not None and view.table.phase == "playing"


def asking_screen(view: TableView) -> Screen:
    """Let the reader choose when they are asked."""
    asked = moves.words_of(view).asked
    rule = "auto" if view.habit is None else view.habit.rule
    options = tuple(
        Option(title, value, label(meaning or asked.for_win, 100), chosen=value == rule)
        for value, (title, meaning) in ASKING_TEXTS.items()
    )
    row: list[Button] = [Button(say("Back"), screen_custom_id(view, "hand"))]
    if _is_in_fight(view):
        row.append(_quiet_button(view))
    menu = Select(lobby_custom_id(view.table, "ask"), options, ASKING_SHORT_TITLE)
    introduction = Text(INTRODUCTION.format(when=asked.when))
    blocks = (introduction, menu, *_said_aloud(view), ButtonRow(tuple(row)))
    return Screen((Container(blocks, ASKING_COLOR),))


def _said_aloud(view: TableView) -> list[Block]:
    """Draw the game's own moves about being asked, which everybody sees."""
    buttons = [button for move in _aloud_moves(view) for button in _aloud_buttons(view, move)]
    return [Text(say(ALOUD_TEXT)), *moves.rows(buttons)] if buttons else []


def _aloud_moves(view: TableView) -> list[Move]:
    return [move for move in view.moves if moves.verb_of(view, move).group == ASKING_DESK]


def _aloud_buttons(view: TableView, move: Move) -> list[Button]:
    """Draw a move, once for each way to fill its only place if it has one."""
    if len(move.slots) != 1:
        return [moves.move_button(view, move)]
    (slot,), emoji = move.slots, moves.verb_of(view, move).emoji
    found: list[Button] = []
    for pick in slot.options:
        done = moves.custom_id_for(view, ButtonAction.MOVE, encode(Choice.of(move, (pick,))))
        found.append(Button(wording.pick(moves.words_of(view), slot.name, str(pick)), str(done), emoji=emoji))
    return found


def desks_of(view: TableView) -> list[Desk]:
    """List the reader's desks; the last one is for what their game lets them say aloud about being asked.

    While somebody wants an answer from them, that waits.
    """
    game = screens_of(view)
    found = [] if game.desks is None else game.desks.desks(view)
    if not _aloud_moves(view) or (game.bargains is not None and game.bargains.answers(view).offers):
        return found
    return [*found, Desk(ASKING_DESK, f"{ASKING_SIGN} {ASKING_SHORT_TITLE}")]


def asking_button(view: TableView) -> list[Button]:
    """Return the way to that screen, for a player in a game that asks for passes."""
    if view.seat is None or not can_pass_unasked(view):
        return []
    return [Button(ASKING_SHORT_TITLE, screen_custom_id(view, "asking"), emoji=ASKING_SIGN)]


def passes_soon(view: TableView) -> bool:
    """Return True if the reader passes by themselves in a moment, so that there is nothing to press.

    In a lesson it is theirs to press what its tip says.
    """
    return view.passes_unasked and view.table.speed == "live" and view.lesson is None


def quiet_buttons(view: TableView) -> list[Button]:
    """Return the button for a player who is asked about somebody's fight and wants to hear no more of it."""
    asked = view.pending is not None and view.seat in view.pending.awaited and not passes_soon(view)
    may_pass = any(move.verb == PASS_VERB for move in view.moves)
    return shared_quiet_buttons(view) if asked and may_pass else []


def shared_quiet_buttons(view: TableView) -> list[Button]:
    """Return the same button for the table's message, for everybody who is asked about a fight."""
    return [_quiet_button(view)] if _is_in_fight(view) and can_pass_unasked(view) else []


def _is_in_fight(view: TableView) -> bool:
    """Return True if the table waits for a last word on somebody's fight."""
    module = REGISTRY.find(view.table.game)
    return module is not None and view.pending is not None and view.pending.name in module.fight_waits


def _quiet_button(view: TableView) -> Button:
    press = moves.custom_id_for(view, ButtonAction.LOBBY, "ask.fight")
    return Button(say("Not in this fight"), str(press), emoji="🤫")
