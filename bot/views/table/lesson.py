"""What a lesson adds to the private screen of its learner: one box on top that holds still."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.tables.choices import Choice, encode
from bot.tables.results import TableView
from bot.views.base.custom_ids import SEND_DRAFT, ButtonAction, MoveDraft
from bot.views.base.layout import Block, Button, ButtonRow, Container, Screen, Text
from bot.views.base.phone_height import blocks_px
from bot.views.base.text import escape, say
from bot.views.base.text import label as fit_label
from bot.views.press import moves
from bot.views.press.moves import custom_id_for, lobby_custom_id
from cards.lessons.progress import Guide

LESSON_COLOR = 0xFEE75C

FRAME_PX = 34
"""Height of the box's own frame."""

REHEARSED_TEXT = "-# 🎭 Rehearsed: all learners get the same cards and dice, and you play with computers."
WATCHING_TEXT = "👀 Watch: the others are at it."
WORKS_TOO_TEXT = "✔ That order works, too."
NEXT_TEXT = "💡 **This comes next:**"
SKIPPED_TEXT = "-# 💡 No tip for this one. Your own buttons are below."
FIND_TEXT = "-# Find its button below."
ADRIFT_TEXT = "🎓 Nobody has rehearsed this, so all play as they like. Play on, or begin that turn again."
LEFT_TEXT = "You have left the lesson. **/kickdoor learn** begins it again, whenever you like."
OVER_TEXT = (
    "🎓 **That was the lesson.** Play a real one: **/kickdoor new** in a channel; computers fill "
    "the empty seats. **/kickdoor learn** has more, each in three minutes."
)

MAX_TOLD_LINES = 2
"""Lines about what has happened."""

TAG = "tip"


def lesson_box(view: TableView, below: Sequence[Block] = ()) -> list[Block]:
    """Draw what the lesson says and a copy of the suggested button; ``below`` is the rest of the screen."""
    guide = view.lesson
    if guide is None:
        return []
    return [Text("\n".join(_lines(guide))), ButtonRow(tuple(_buttons(view, guide, below)))]


def with_lesson(view: TableView, screen: Screen) -> Screen:
    """Put the lesson's box on top of a screen that is drawn already."""
    container = screen.parts[0]
    if view.lesson is None or not isinstance(container, Container):
        return screen
    box = Container(tuple(lesson_box(view, container.blocks)), LESSON_COLOR)
    return replace(screen, parts=(box, *screen.parts))


def lesson_end(view: TableView) -> Container:
    """Draw what a lesson says at its end."""
    told = [f"✔ {text}" for text in view.lesson.after] if view.lesson is not None else []
    return Container((Text("\n".join([*told, say(OVER_TEXT)])),), LESSON_COLOR)


def lesson_px(view: TableView) -> float:
    """Return how much height the box takes."""
    box = lesson_box(view)
    return blocks_px(box) + FRAME_PX if box else 0


def _lines(guide: Guide) -> list[str]:
    lines = [say("-# 🎓 Lesson · {number} of {presses}", number=guide.number, presses=guide.presses)]
    lines += [say(REHEARSED_TEXT)] if guide.number == 1 else []
    said = [f"🗣 **{escape(name)}:** {text}" for name, text in guide.said]
    lines += [*(f"✔ {text}" for text in guide.after), *said][:MAX_TOLD_LINES]
    lines += [f"↪ {guide.detour}"] if guide.detour else []
    if guide.adrift:
        return [*lines, say(ADRIFT_TEXT)]
    if guide.reordered and not guide.after:
        lines.append(say(WORKS_TOO_TEXT))
    if guide.tip:
        lines.append(f"💡 **{guide.tip}**")
    elif guide.action is not None:
        lines.append(say(NEXT_TEXT))
    elif guide.skipped:
        lines.append(say(SKIPPED_TEXT))
    else:
        lines.append(say(WATCHING_TEXT))
    return [*lines, say(FIND_TEXT)] if guide.tip and guide.find else lines


def _buttons(view: TableView, guide: Guide, below: Sequence[Block]) -> list[Button]:
    suggested = _suggested(view, guide, below)
    buttons = [] if suggested is None else [suggested]
    if guide.adrift:
        back = lobby_custom_id(view.table, "again")
        buttons.append(Button(say("That turn again"), back, "primary", emoji="↩️"))
    elif guide.action is not None:
        buttons.append(Button(say("Skip tip"), lobby_custom_id(view.table, "skip")))
    return [*buttons, Button(say("Leave"), lobby_custom_id(view.table, "out.gone"), emoji="🚪")]


def _suggested(view: TableView, guide: Guide, below: Sequence[Block]) -> Button | None:
    """Return a copy of the button that the tip suggests, with the same press behind it."""
    if guide.action is None or guide.find or view.seat is None:
        return None
    _, verb, card, ability, picks = guide.action
    choice = Choice(verb, card, ability, picks)
    move = choice.find_move(view.moves)
    if move is None:
        return None
    press = custom_id_for(view, ButtonAction.MOVE, encode(choice))
    sent = custom_id_for(view, ButtonAction.TERMS, str(MoveDraft(Choice.of(move), control=SEND_DRAFT)))
    asked = custom_id_for(view, ButtonAction.LOBBY, guide.button)
    same = {str(each) for each in (press, sent, asked)}
    for row in below:
        for button in row.buttons if isinstance(row, ButtonRow) else ():
            if isinstance(button, Button) and button.custom_id in same:
                return replace(button, custom_id=f"{button.custom_id}!{TAG}", style="primary")
    told = moves.outcome(view, move, picks) or ", ".join(
        moves.option(view, move, slot, pick).label
        for slot, picked in zip(move.slots, picks, strict=True)
        for pick in picked
    )
    plain = moves.move_button(view, move)
    label = plain.label if not told or told in plain.label else fit_label(f"{plain.label} ({told})")
    return replace(plain, label=label, custom_id=str(press.with_tag(TAG)), style="primary")
