"""The controls that fill one slot of a move, and those that answer a prompt."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.tables.choices import Choice, encode
from bot.tables.results import TableView
from bot.views.base import naming, wording
from bot.views.base.custom_ids import ButtonAction, PartialChoice
from bot.views.base.game_screens import screens_of
from bot.views.base.layout import Block, Button, ButtonRow, Select, Style, Text
from bot.views.base.limits import MAX_CUSTOM_ID_CHARS, MAX_OPTIONS
from bot.views.base.text import escape, label, listed, say, shorten
from bot.views.base.word_tables import Words
from bot.views.press.moves import (
    CompleteChoice,
    OpenSlot,
    advance,
    custom_id_for,
    option,
    outcome,
    power_text,
    rows,
    span,
    takes_all,
    words_of,
)
from cards.kernel.moves import Move, Pick, Slot

MAX_PICK_BUTTONS = 5
"""Candidates up to this many are buttons, more are a menu."""

PAGE_OPTIONS = 24
"""Candidates on a page of a menu that has several; one option of 25 is kept free for safety."""

EXPLAINED_VERBS = ("play", "use", "raise")
"""Moves whose questions are easier with the text of their card above them."""

MAX_STEP_NOTE_CHARS = 250
"""Characters of that text."""

MAX_PROMPT_NOTE_CHARS = 400
"""Characters of the card that asks: people have to see what it wants to know."""


def picks_one_by_one(words: Words, slot: Slot) -> bool:
    """Return True if the picks are made one after another: their order matters, or no menu holds them."""
    return slot.most > 1 and (slot.name in words.picking.ordered or len(slot.options) > MAX_OPTIONS)


def slot_blocks(view: TableView, asking: OpenSlot) -> list[Block]:
    """Draw the controls that fill a slot."""
    slot, step = asking.slot, asking.step
    words = words_of(view)
    left = tuple(candidate for candidate in slot.options if candidate not in step.partial)
    advice = screens_of(view).advice
    if slot.kind == "seat" and advice is not None and advice.harms(view, asking.move):
        left = tuple(sorted(left, key=lambda seat: seat == view.seat))
    blocks = list[Block]()
    if takes_all(slot) and not step.partial and slot.name not in words.picking.ordered:
        everything = _all_button(view, asking)
        if len(everything.custom_id) <= MAX_CUSTOM_ID_CHARS:
            return [ButtonRow((everything,))]
    if slot.most == 1 and not step.partial and len(left) <= MAX_PICK_BUTTONS:
        buttons = [_pick_button(view, asking, candidate) for candidate in left]
        buttons += _finish(view, asking, single=False)
        if all(len(button.custom_id) <= MAX_CUSTOM_ID_CHARS for button in buttons):
            return rows(buttons, 5 if _short(buttons) else 1)
    pages = max(1, -(-len(left) // PAGE_OPTIONS)) if len(left) > MAX_OPTIONS else 1
    page = min(step.page, pages - 1)
    shown = left if pages == 1 else left[page * PAGE_OPTIONS : (page + 1) * PAGE_OPTIONS]
    single = picks_one_by_one(words, slot)
    made = step.choice.picks
    if slot.most == 1 and len(made) + 1 == len(asking.move.slots):  # what something comes of is a tap away
        best = [pick for pick in left if outcome(view, asking.move, (*made, (pick,)))]
        if len(best) <= MAX_PICK_BUTTONS:
            blocks += rows([_pick_button(view, asking, pick) for pick in best], 1)
    if shown and len(step.partial) < slot.most:
        blocks.append(_menu(view, asking, shown, page, single=single))
    buttons = _turn_page(view, step, page, pages) + _finish(view, asking, single=single)
    return blocks + rows(buttons)


def _pick_button(view: TableView, asking: OpenSlot, candidate: Pick) -> Button:
    made = asking.step.choice.picks
    read = option(view, asking.move, asking.slot, candidate, made)
    last = len(made) + 1 == len(asking.move.slots)
    told = read.label
    if asking.slot.kind != "card" or _is_placed(view, asking.slot, candidate):
        told += f": {read.note}" if read.note else ""
    elif last and (comes := outcome(view, asking.move, (*made, (candidate,)))):
        told += f" ({comes})"
    return Button(label(told), _filled(view, asking, (candidate,)))


def _filled(view: TableView, asking: OpenSlot, picks: tuple[Pick, ...], tag: str = "") -> str:
    """Return the custom_id that fills the slot, and makes the move where it was the last one."""
    choice = asking.step.choice.with_picks(*picks)
    last = len(choice.picks) == len(asking.move.slots)
    action = ButtonAction.MOVE if last else ButtonAction.PICK
    return str(custom_id_for(view, action, str(PartialChoice(choice))).with_tag(tag))


def _is_placed(view: TableView, slot: Slot, card: Pick) -> bool:
    """Return True if a card is told by where it lies and how it stands there."""
    names = screens_of(view).names
    if names is None or not isinstance(card, int):
        return False
    return bool(names.pick_name(view, slot, card) and names.pick_note(view, card))


def _all_button(view: TableView, asking: OpenSlot) -> Button:
    """Return the one button that picks every candidate; what they are stands above it."""
    everything = asking.slot.options
    return Button(say("Yes, all {count}", count=len(everything)), _filled(view, asking, everything), "bad")


def _short(buttons: Sequence[Button]) -> bool:
    return sum(len(button.label) for button in buttons) <= 60


def _menu(view: TableView, asking: OpenSlot, shown: tuple[Pick, ...], page: int, *, single: bool) -> Select:
    slot, step = asking.slot, asking.step
    least, most = slot.least, min(slot.most, len(shown))
    if single:
        least = most = 1
    hint = wording.question(words_of(view), asking.move.verb, slot.name)
    if not single and most > 1:
        hint += f" ({span(max(least, 1), most)})"
    return Select(
        str(custom_id_for(view, ButtonAction.PICK, str(PartialChoice(step.choice, step.partial, page)))),
        tuple(
            replace(
                option(view, asking.move, slot, candidate, step.choice.picks),
                chosen=candidate in asking.tried,
            )
            for candidate in shown
        ),
        shorten(hint, 150),
        max(least, 1),
        most,
    )


def _turn_page(view: TableView, partial_choice: PartialChoice, page: int, pages: int) -> list[Button]:
    if pages == 1:
        return []
    onward = PartialChoice(partial_choice.choice, partial_choice.partial, (page + 1) % pages)
    custom_id = custom_id_for(view, ButtonAction.PICK, str(onward)).with_tag("m")
    return [Button(say("More ({page} of {pages})", page=page + 1, pages=pages), str(custom_id))]


def _finish(view: TableView, asking: OpenSlot, *, single: bool) -> list[Button]:
    """Draw the buttons that end the choosing: done with these, or none at all."""
    slot, step = asking.slot, asking.step
    enough = slot.accepts(step.partial)
    if not enough or not ((single and step.partial) or slot.least == 0):
        return []
    text = say("Done ({count} chosen)", count=len(step.partial)) if step.partial else say("None")
    style: Style = "good" if step.partial else "plain"
    return [Button(text, _filled(view, asking, step.partial, "d"), style)]


def slot_lines(view: TableView, asking: OpenSlot) -> list[str]:
    """Say in words what is being asked."""
    slot, step = asking.slot, asking.step
    lines = [*_card_lines(view, asking.move), wording.question(words_of(view), asking.move.verb, slot.name)]
    if slot.need > 1:
        made = sum(slot.weights[slot.options.index(candidate)] for candidate in step.partial)
        so_far = say("so far {made}", made=made) if made else ""
        lines.append(", ".join(filter(None, [say("-# At least {need:,} in total", need=slot.need), so_far])))
    if takes_all(slot) and not step.partial:
        named = (option(view, asking.move, slot, candidate).label for candidate in slot.options)
        lines.append(say("It takes all of them: {named}.", named=escape(listed(named))))
    if step.partial:
        chosen = (option(view, asking.move, slot, candidate).label for candidate in step.partial)
        lines.append(say("-# So far: {chosen}", chosen=", ".join(chosen)))
    return lines


def _card_lines(view: TableView, move: Move) -> list[str]:
    """Say what the card does that is about to be played; nothing where no card is."""
    if move.card < 0 or move.verb not in EXPLAINED_VERBS:
        return []
    return [f"-# {escape(power_text(view, move, MAX_STEP_NOTE_CHARS))}"]


def add_picks(asking: OpenSlot, words: Words, values: Sequence[Pick]) -> PartialChoice | None:
    """Add what was picked in a menu; return None if one is not offered or was picked before.

    The result may still be short of what the slot needs: the caller asks again then.
    """
    slot, step = asking.slot, asking.step
    if any(value not in slot.options or value in step.partial for value in values):
        return None
    partial = (*step.partial, *values)
    if picks_one_by_one(words, slot):
        if len(partial) == slot.most and slot.accepts(partial):
            return PartialChoice(step.choice.with_picks(*partial))
        return PartialChoice(step.choice, partial)
    if not slot.accepts(partial):
        return PartialChoice(step.choice)
    return PartialChoice(step.choice.with_picks(*partial))


def prompt_blocks(view: TableView, move: Move) -> list[Block]:
    """Draw a mandatory decision: the question, which card wants to know, and the answers."""
    pending = view.pending
    assert pending is not None
    words = words_of(view)
    lines = [f"### ❗ {wording.ask(words, pending.name)}"]
    if pending.card >= 0:
        shown = naming.face(view, pending.card)
        lines.append(
            f"-# {naming.card_name(view, pending.card)}: {naming.card_note(shown, MAX_PROMPT_NOTE_CHARS)}"
        )
    found = advance(move, PartialChoice(Choice.of(move)))
    if isinstance(found, CompleteChoice):
        done = custom_id_for(view, ButtonAction.MOVE, encode(found.choice))
        return [Text("\n".join(lines)), ButtonRow((Button(say("Go on"), str(done), "primary"),))]
    if not isinstance(found, OpenSlot):
        return [Text("\n".join(lines))]
    if found.slot.need > 1:
        lines.append(say("-# At least {need:,} in total", need=found.slot.need))
    return [Text("\n".join(lines)), *slot_blocks(view, found)]
