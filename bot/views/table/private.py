"""The screens that only one person sees: hand, desks, one card, the steps of a move, refusals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from bot.tables.choices import Choice, encode
from bot.tables.results import TableView
from bot.views.base import card_text, limits, naming, wording
from bot.views.base.custom_ids import DETAILS, ButtonAction
from bot.views.base.game_screens import screens_of
from bot.views.base.layout import (
    Block,
    Button,
    ButtonRow,
    Container,
    Option,
    Picture,
    Screen,
    Section,
    Select,
    Separator,
    Text,
)
from bot.views.base.limits import MAX_LABEL_CHARS
from bot.views.base.phone_height import blocks_px, room_px
from bot.views.base.table_words import halt_text
from bot.views.base.text import escape, label, say
from bot.views.pages.rule_links import card_word_blocks, rules_button
from bot.views.press import asking, moves, saying, slot_steps
from bot.views.press.moves import CompleteChoice, OpenSlot, screen_custom_id
from bot.views.table import recap
from bot.views.table.hand_cards import hand_blocks, is_idle, needed_px, presses_of, shown_powers, uses_of
from bot.views.table.hint import HINT_SIGN, hint_button
from bot.views.table.lesson import lesson_px, with_lesson
from bot.views.table.status import address
from bot.views.table.story import without_joke
from cards.kernel.moves import ANSWER_VERB, PASS_VERB, Move, Refusal

NEUTRAL_COLOR = 0x99AAB5
SUCCESS_COLOR = 0x57F287
ERROR_COLOR = 0xED4245

MAX_MAIN_BUTTONS = 3
"""Moves without a card that are buttons on the hand; if there are more, one place is a menu's."""

MAX_DESK_BUTTONS = 15
"""Moves that are buttons at a desk; further ones are in a menu."""

GENEROUS_PX = 64
"""By about how much the height of a hand is reckoned too large."""
STRIP_SLACK_PX = 30
"""The part of it that a strip of the board may use."""

MAX_SURE_NOTE_CHARS = 350
"""Characters of the card's text: who decides on it reads it here."""

IDLE_TEXT = "The card says when."
PASSES_SOON_TEXT = "-# 👌 Nothing to press: you pass by yourself in a moment."
AWAY_TEXT = "💤 A caretaker plays for you. Press anything here, and you are back."

_GROUP_ORDER = ("turn", "combat", "help", "other", "trade", "gear", "card", "quiet")


def hand_screen(
    view: TableView,
    *,
    note: str = "",
    auto_updated: bool = False,
    with_recap: bool = True,
) -> Screen:
    """Draw the reader's own seat in one view of a phone: their cards, and below them what they may do now.

    A chat shows the end of a long message, so what matters most stands there. ``note`` says what has just
    happened, ``auto_updated`` that this is the direct message, which says first where it belongs and is kept
    up to date (it needs no refresh button). On top stands what the reader has missed when their turn or a
    question has just come (``with_recap``), otherwise what others have just done to them.
    """
    missed = _missed(view) if with_recap else _noticed(view)
    head: list[Block] = [Text(address(view.table))] if auto_updated and view.lesson is None else []
    game = screens_of(view)
    groups, awaited, notes = game.hand.groups(view), _awaited(view), _shorter_and_shorter(note)
    strip = [] if game.strip is None else game.strip(view)
    needed = needed_px(view, groups) + blocks_px(strip) + int(lesson_px(view))
    tail = _next_steps(view, notes[0], awaited, lasting=auto_updated)
    if view.lesson is None:  # it tells what matters itself
        head += _news(view, missed, room_px([*head, *tail]) - needed)
    shorter = [(told, awaited) for told in notes[1:]] + ([(notes[-1], [])] if awaited else [])
    while (room := room_px([*head, *tail])) < needed and shorter:
        tail = _next_steps(view, *shorter.pop(0), lasting=auto_updated)
    if needed <= room + STRIP_SLACK_PX:
        head += strip
        room -= int(blocks_px(strip))
    # An answer and a message that is kept up to date often show the same cards, with another note.
    taken, room = frozenset(presses_of(tail)), room - int(lesson_px(view))
    cards = view.drawn_once(
        ("cards of the hand", room, taken), lambda: hand_blocks(view, groups, room, taken)
    )
    if view.lesson is not None and room_px([*head, *tail]) < needed:
        cards = [Text(f"-# ✋ {block.alt}") if isinstance(block, Picture) else block for block in cards]
    return with_lesson(view, Screen((Container((*head, *cards, *tail), game.board.color(view)),)))


def _news(view: TableView, missed: str, high: float) -> list[Block]:
    """Return what strikes the reader, or what they have missed, in this height."""
    struck = screens_of(view).struck(view)
    top: list[Block] = struck or ([Text(missed), Separator()] if missed else [])
    if struck and blocks_px(top) > high + GENEROUS_PX:  # words in place of pictures
        return [Text(block.text_instead) if isinstance(block, Picture) else block for block in top]
    return top


def _missed(view: TableView) -> str:
    """Tell what the reader has missed, otherwise what others have just done to them."""
    return view.drawn_once("missed", lambda: recap.hand_recap(view) or _noticed(view))


def _noticed(view: TableView) -> str:
    return view.drawn_once("noticed", lambda: recap.hand_notices(view) or _latest(view))


def _latest(view: TableView) -> str:
    return recap.latest_of_others(view) if view.table.alone else ""


def _next_steps(view: TableView, note: str, strip: Sequence[str], *, lasting: bool) -> list[Block]:
    """Draw how the reader's seat stands, what they may do without a card, and the ways to other screens."""
    offers = screens_of(view).offers(view)
    shown, rest = _main_moves(view, offers)
    blocks: list[Block] = [_menu_of(view, rest)] if rest else []
    answer = moves.answer_of(view)
    lines = [*_notes(note), *_halt(view), *strip, *screens_of(view).hand.own(view)]
    blocks.append(Text("\n".join(lines) or "…"))
    for move, told in offers.items():
        blocks.append(Section((Text(told),), moves.move_button(view, move, named=True)))
    if answer is not None:
        blocks += slot_steps.prompt_blocks(view, answer)
    buttons = [button for desk in asking.desks_of(view) for button in desk.quick]
    for move in shown:
        buttons += _buttons_of(view, move)
        if move.verb == PASS_VERB:  # an offer that comes never takes the place of letting things pass
            buttons += asking.quiet_buttons(view)
    for move, name in shown_powers(view):
        button = moves.move_button(view, move)
        # Behind the name stands on whom it acts, and what comes of it.
        named = name + button.label.rpartition(name)[2] if name in button.label else name
        buttons.append(replace(button, label=label(named, MAX_LABEL_CHARS)))
    buttons.sort(key=lambda button: button.style == "bad")
    last = _desk_buttons(view, lasting=lasting)[: limits.MAX_ROW_BUTTONS]
    first = buttons if len(buttons) + len(last) > limits.MAX_ROW_BUTTONS else []
    last = last if first else [*buttons, *last]
    hint = hint_button(view, HINT_SIGN) if view.moves and len(last) < limits.MAX_ROW_BUTTONS else []
    return blocks + moves.rows(first) + moves.rows([*last, *hint])


def _main_moves(view: TableView, beside: Mapping[Move, str]) -> tuple[list[Move], list[Move]]:
    """Return the moves that are buttons, and those that a menu holds: never the one that gives up.

    Some have their buttons ``beside`` what they agree to.
    """
    loose = [move for move in _moves_without_card(view) if move not in beside]
    most = MAX_MAIN_BUTTONS
    if agreeing := sum(moves.agrees(view, move) for move in loose):  # no offer is left to a menu
        most = max(most, min(agreeing + 2, limits.MAX_ROW_BUTTONS))
    if len(loose) <= most:
        return loose, []
    exits = [move for move in loose if moves.verb_of(view, move).style == "bad"]
    others = [move for move in loose if move not in exits]
    return [*others[: most - 1], *exits], others[most - 1 :]


def _shorter_and_shorter(note: str) -> list[str]:
    """Return a note in the versions that are tried until the cards have room: all of it is in the story."""
    plain = list(map(without_joke, note.split("\n")))
    return list(dict.fromkeys([note, "\n".join(plain), "\n".join(plain[:2]), plain[0]]))


def _buttons_of(view: TableView, move: Move) -> list[Button]:
    """Draw a move, behind the button that makes it as most people would."""
    suggested = _suggestion(view, move)
    own = moves.move_button(view, move)
    return [own] if suggested is None else [suggested, replace(own, style="plain")]


def _suggestion(view: TableView, move: Move) -> Button | None:
    advice = screens_of(view).advice
    return None if advice is None else advice.suggestion(view, move)


def _halt(view: TableView) -> list[str]:
    halted = [f"⏸ {halt_text(view.table)}"] if view.table.halt else []
    away = view.seat is not None and view.table.seats[view.seat].away
    return [*halted, *([say(AWAY_TEXT)] if away else [])]


def _awaited(view: TableView) -> list[str]:
    """Say for whom the table waits, where that is not the reader: their hand is all that they look at."""
    if asking.passes_soon(view):
        return [PASSES_SOON_TEXT]
    if view.table.halt or view.pending is None or view.seat in view.pending.awaited:
        return []
    told = screens_of(view).board.waiting(view).partition("\n")[0]  # what is at stake stands with the fight
    return [f"-# 👉 {told}{naming.clock(view)}"]


def _notes(note: str) -> list[str]:
    return [f"> {note}"] if note else []


def _moves_without_card(view: TableView) -> list[Move]:
    """List the moves that need no card of the reader's or agree to terms for one, the next steps first.

    What people would rather not do comes last. Those that have a screen of their own are left to
    it, unless they are urgent.
    """
    elsewhere = {desk.group for desk in asking.desks_of(view)}
    own = {card for group in screens_of(view).hand.groups(view) for card in group.cards}
    found: list[tuple[bool, int, Move]] = []
    for move in view.moves:
        verb = moves.verb_of(view, move)
        belongs = move.card not in own and (verb.urgent or verb.group not in elsewhere)
        belongs = belongs and not (move.verb == PASS_VERB and asking.passes_soon(view))
        if move.verb != ANSWER_VERB and (belongs or moves.agrees(view, move)):
            found.append((verb.style == "bad" or verb.last, _GROUP_ORDER.index(verb.group), move))
    return [move for *_, move in sorted(found, key=lambda entry: entry[:2])]


def _desk_buttons(view: TableView, *, lasting: bool) -> list[Button]:
    """Draw the ways to other screens.

    A hand that is kept up to date stands in a direct message, where no table is near to open the rules from;
    another one needs a button to be drawn again.
    """
    buttons = [moves.desk_button(view, desk) for desk in asking.desks_of(view)]
    buttons.append(Button(say("Story"), screen_custom_id(view, "story"), emoji="📖"))
    again = Button("🔄", screen_custom_id(view, "hand"))
    if view.table.alone and view.lesson is None:  # there is no table's message with a way to all else
        buttons.append(Button(say("More"), screen_custom_id(view, DETAILS), emoji="➕"))
    return [*buttons, rules_button(view.table) if lasting else again]


def _menu_of(view: TableView, rest: Sequence[Move]) -> Select:
    """Draw moves as a menu whose values are presses."""
    options = tuple(
        Option(moves.verb_label(view, move), str(moves.move_custom_id(view, move)))
        for move in rest[: limits.MAX_OPTIONS]
    )
    return Select(screen_custom_id(view, "do"), options, say("What else you can do"))


# one card


def card_screen(view: TableView, card: int, idle: Refusal | None = None) -> Screen:
    """Draw one of the reader's cards in full, with everything they can do with it now.

    ``idle`` is why they can do nothing, if the game gives a reason.
    """
    mine = [move for move in view.moves if move.card == card]
    shown = naming.face(view, card)
    blocks: list[Block] = [card_text.large_card(shown), *card_word_blocks(view, card, shown)]
    buttons = [moves.move_button(view, move, named=True, style="primary") for move in mine[:10]]
    buttons += uses_of(view, card)[: limits.MAX_OPTIONS - len(buttons)]
    if is_idle(view, card):
        why = say(IDLE_TEXT) if idle is None else wording.refusal(moves.words_of(view), idle)
        blocks.append(Text(f"-# ⏳ {why}"))
    back = Button(say("Back"), screen_custom_id(view, "hand" if view.seat is not None else "watch"))
    blocks += [*moves.rows(buttons), ButtonRow((back,))]
    return Screen((Container(tuple(blocks), screens_of(view).board.color(view)),))


# desks


def desk_screen(view: TableView, group: str) -> Screen:
    """Draw all moves of one group, with what has to be known beside them."""
    if group == asking.ASKING_DESK and view.seat is not None and asking.can_pass_unasked(view):
        return asking.asking_screen(view)
    game = screens_of(view)
    shown_on_hand = [move for move, _ in shown_powers(view)]
    mine = [move for move in view.moves if _belongs(view, move, group) and move not in shown_on_hand]
    blocks = [] if game.desks is None else game.desks.desk(view, group)
    speaks = group in saying.TALK_GROUPS and saying.may_speak(view, mine)
    blocks += [Text(line) for line in saying.waiting_lines(view)] if speaks else []
    drawn = {moves.move_button(view, move).label: move for move in reversed(mine)}
    mine = [move for move in mine if move in drawn.values()]  # copies do the same
    blocks += moves.rows([moves.move_button(view, move) for move in mine[:MAX_DESK_BUTTONS]])
    if len(mine) > MAX_DESK_BUTTONS:
        blocks.append(_menu_of(view, mine[MAX_DESK_BUTTONS:]))
    if not mine:
        blocks.append(Text(say("-# Nothing to do here at the moment.")))
    back = Button(say("Back"), screen_custom_id(view, "hand"))
    refresh = Button(say("Refresh"), screen_custom_id(view, f"desk.{group}"), emoji="🔄")
    line = (saying.button(view, saying.custom_id(view, group)),) if speaks else ()
    return Screen((Container((*blocks, ButtonRow((*line, back, refresh))), game.board.color(view)),))


def _belongs(view: TableView, move: Move, group: str) -> bool:
    """Return True if a move is offered at a desk; in a combat every card is that can change it."""
    found = moves.verb_of(view, move).group
    desks = screens_of(view).desks
    if (group, found) != ("combat", "card") or desks is None:
        return found == group
    return desks.is_for_combat(view, move)


def step_screen(view: TableView, asking: OpenSlot, note: str = "") -> Screen:
    """Ask for the next slot of a move."""
    back = Button(say("Back"), screen_custom_id(view, "hand"))
    game = screens_of(view)
    own = [] if game.calculator is None else game.calculator.step(view, asking.move, asking.step)
    if own:
        noted: list[Block] = [Text(line) for line in _notes(note)]
        return Screen((Container((*noted, *own, ButtonRow((back,))), game.board.color(view)),))
    blocks: list[Block] = []
    if asking.move.verb == ANSWER_VERB:
        head = wording.ask(moves.words_of(view), view.pending.name if view.pending else "")
    else:
        head = moves.verb_label(view, asking.move)
    speaks = saying.may_speak(view, [asking.move])
    lines = [f"### {escape(head)}", *_notes(note), *slot_steps.slot_lines(view, asking)]
    lines += saying.waiting_lines(view) if speaks else []
    options = slot_steps.slot_blocks(view, asking)
    suggested = None if asking.step.partial else _suggestion(view, asking.move)
    # What is one of the options anyway needs no second button.
    is_new = suggested is not None and suggested.custom_id not in presses_of(options)
    quick: list[Block] = [ButtonRow((suggested,))] if suggested is not None and is_new else []
    blocks = [Text("\n".join(lines)), *quick, *options]
    where = saying.custom_id(view, encode(Choice.of(asking.move)))
    row = (saying.button(view, where), back) if speaks else (back,)
    return Screen((Container((*blocks, ButtonRow(row)), game.board.color(view)),))


def sure_screen(view: TableView, move: Move, done: CompleteChoice) -> Screen:
    """Show a move once more before it is made: what its card does, its known outcome, and the way back.

    A button that says itself what comes of it needs none: the outcome of others is a die's or somebody's
    answer, or they hit somebody whom their label does not name.
    """
    head = f"{moves.verb_of(view, move).emoji} {escape(moves.verb_label(view, move))}?"
    lines = [f"### {head.strip()}"]
    if move.card >= 0:
        lines.append(f"-# {escape(moves.power_text(view, move, MAX_SURE_NOTE_CHARS))}")
    game = screens_of(view)
    if game.forecast is not None:
        lines += game.forecast.before_move(view, move, done.choice.picks)
    press = moves.custom_id_for(view, ButtonAction.MOVE, encode(done.choice))
    row = Button(say("Do it"), str(press), "primary"), Button(say("Back"), screen_custom_id(view, "hand"))
    return Screen((Container((Text("\n".join(lines)), ButtonRow(row)), game.board.color(view)),))


def note_screen(text: str, color: int = NEUTRAL_COLOR) -> Screen:
    """Draw a short note to one person."""
    return Screen((Container((Text(text),), color),))
