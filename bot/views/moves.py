"""Moves as buttons, menus and forms, the same way for every game and every card.

A move whose slots leave no choice is one tap. One open slot is one more step; several become a form, and more
than a form can ask a screen of their own (``terms``).
What was chosen so far travels in the custom_ids, so a half-made move survives a restart.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bot.tables.choices import Choice, decode_pick, encode, encode_pick
from bot.tables.results import TableView
from bot.views import naming, wording
from bot.views.custom_ids import ButtonAction, CustomId, PartialChoice
from bot.views.game_screens import screens_of
from bot.views.layout import Block, Button, ButtonRow, Field, Form, Option, Select, Style, Text
from bot.views.limits import (
    MAX_CUSTOM_ID_CHARS,
    MAX_FIELD_LABEL_CHARS,
    MAX_FIELD_NOTE_CHARS,
    MAX_FIELDS,
    MAX_OPTIONS,
    MAX_TITLE_CHARS,
)
from bot.views.text import clean, escape, label, listed, plural, shorten
from bot.views.words.base import Verb, Words
from cards.kernel.moves import ANSWER_VERB, MAX_TEXT_LENGTH, Move, Pick, Picks, Slot

MAX_PICK_BUTTONS = 5
"""Candidates up to this many are buttons, more are a menu."""

PAGE_OPTIONS = 24
"""Candidates on a page of a menu that has several; one option of 25 is kept free for safety."""

MAX_TERM_OPTIONS = 150
"""Candidates of all terms together; what is chosen of more does not fit into a custom_id."""

EXPLAINED_VERBS = ("play", "use", "raise")
"""Moves whose questions are easier with the text of their card above them."""

MAX_STEP_NOTE_CHARS = 200
"""Characters of that text."""

MAX_PROMPT_NOTE_CHARS = 400
"""Characters of the card that asks: people have to see what it wants to know."""


@dataclass(frozen=True, slots=True)
class CompleteChoice:
    """A choice with all its slots filled."""

    choice: Choice


@dataclass(frozen=True, slots=True)
class OpenSlot:
    """The slot to be filled next, and what has been picked for it so far."""

    move: Move
    slot: Slot
    step: PartialChoice


def words_of(view: TableView) -> Words:
    """Return the words of the game that is played."""
    return screens_of(view).words


def custom_id_for(view: TableView, action: ButtonAction, rest: str) -> CustomId:
    """Return the custom_id of a press that counts as long as the present wait lasts."""
    return CustomId(view.table.id, view.table.since, action, rest)


def screen_custom_id(view: TableView, rest: str) -> str:
    """Return the custom_id of a button that shows a screen."""
    return str(custom_id_for(view, ButtonAction.SCREEN, rest))


def only_picks(slot: Slot) -> tuple[Pick, ...] | None:
    """Return the only way to fill the slot, None if there are several.

    Free text has no candidates: only a form can ask for it, elsewhere it stays empty.
    """
    if len(slot.options) == slot.least and len(slot.options) <= 1:
        return slot.options
    if slot.most == 0:
        return ()
    return None


def takes_all(slot: Slot) -> bool:
    """Return True if the slot takes several candidates, and every one of them: a price of the whole hand."""
    return 1 < len(slot.options) == slot.least


def open_slots(move: Move) -> list[int]:
    """List the slots in which there is something to choose."""
    return [number for number, slot in enumerate(move.slots) if only_picks(slot) is None]


def advance(move: Move, partial_choice: PartialChoice) -> CompleteChoice | OpenSlot | None:
    """Fill what leaves no choice and return what to ask next, None if the step does not fit the move."""
    picks = partial_choice.choice.picks
    if len(picks) > len(move.slots):
        return None
    for slot, made in zip(move.slots, picks, strict=False):
        if not slot.accepts(made):
            return None
    choice = partial_choice.choice
    while len(choice.picks) < len(move.slots):
        slot = move.slots[len(choice.picks)]
        only = only_picks(slot)
        if only is None:
            same = choice == partial_choice.choice
            return OpenSlot(move, slot, partial_choice if same else PartialChoice(choice))
        choice = choice.with_picks(*only)
    return CompleteChoice(choice)


def asked_slots(words: Words, move: Move) -> list[int]:
    """List the slots that are worth a question: there is something to choose, and it means something."""
    empty = {slot.name for slot in move.slots if not slot.options}
    return [
        n
        for n, slot in enumerate(move.slots)
        if slot.kind == "text" or (only_picks(slot) is None and words.depends_on.get(slot.name) not in empty)
    ]


def form_slots(words: Words, move: Move) -> list[int]:
    """List the slots that the move's form asks for; empty if it has no form.

    A form is for two to five open slots that all fit into menus. What takes all of something is confirmed
    on a screen of its own instead.
    """
    if move.verb in words.on_terms_screen or any(takes_all(slot) for slot in move.slots):
        return []
    asked = asked_slots(words, move)
    slots = [move.slots[number] for number in asked]
    fits = all(len(slot.options) <= MAX_OPTIONS and slot.name not in words.ordered for slot in slots)
    return asked if fits and 2 <= len(asked) <= MAX_FIELDS else []


def has_terms_screen(words: Words, move: Move) -> bool:
    """Return True if the move is made on a screen of its terms: by its kind, or as no form holds them all."""
    slots = [move.slots[number] for number in asked_slots(words, move)]
    by_kind = move.verb in words.on_terms_screen
    # A line of text has a form of its own there.
    slots = [slot for slot in slots if slot.kind != "text" or not by_kind]
    fits = all(slot.kind != "text" and slot.name not in words.ordered for slot in slots)
    many = len(slots) > (1 if by_kind else MAX_FIELDS)
    return fits and many and sum(len(s.options) for s in move.slots) <= MAX_TERM_OPTIONS


def move_custom_id(view: TableView, move: Move) -> CustomId:
    """Return what the button of a move says: do it, open its form, or ask for its first open slot."""
    found = advance(move, PartialChoice(Choice.of(move)))
    if isinstance(found, CompleteChoice):
        done = custom_id_for(view, ButtonAction.MOVE, encode(found.choice))
        if done.fits:
            return done
    words, action = words_of(view), ButtonAction.PICK
    if form_slots(words, move):
        action = ButtonAction.FORM
    elif has_terms_screen(words, move):
        action = ButtonAction.TERMS
    return custom_id_for(view, action, str(PartialChoice(Choice.of(move))))


def move_button(view: TableView, move: Move, *, named: bool = False, style: Style | None = None) -> Button:
    """Return the button of a move; with ``named`` its card is named beside the button."""
    verb = verb_of(view, move)
    return Button(
        verb_label(view, move, named=named),
        str(move_custom_id(view, move)),
        style or verb.style,
        emoji=verb.emoji,
    )


def shared_button(view: TableView, move: Move) -> Button:
    """Return a button for everybody: the presser is asked for the choices."""
    verb = verb_of(view, move)
    begin = custom_id_for(view, ButtonAction.PICK, str(PartialChoice(Choice.of(move))))
    return Button(verb_label(view, move), str(begin), verb.style, emoji=verb.emoji)


def verb_of(view: TableView, move: Move) -> Verb:
    """Return how the move reads at this moment."""
    window = view.pending.name if view.pending is not None else ""
    case = screens_of(view).shape.verb_case(view, move)
    return wording.verb(words_of(view), move.verb, case or window)


def verb_label(view: TableView, move: Move, *, named: bool = False) -> str:
    """Return what a move's button says; with ``named`` its card is named beside the button."""
    verb = verb_of(view, move)
    text = verb.short if named and verb.short else verb.label
    if "{card}" in text and move.card >= 0:
        text = text.replace("{card}", naming.card_label(view, move.card, 40))
    elif move.card >= 0 and not named:
        text = f"{text}: {naming.card_label(view, move.card, 40)}"
    if "{seat}" in text:
        text = text.replace("{seat}", naming.raw_name(view.table, move.ability))
    if "{offer}" in text:
        text = text.replace("{offer}", screens_of(view).shape.offer_name(view, move))
    power = screens_of(view).shape.power_name(view, move)
    if power:
        text = f"{text}: {power}"
    outcome = "" if move.slots else screens_of(view).shape.outcome(view, move)
    return label(f"{text} ({outcome})" if outcome else text)


def rows(buttons: Sequence[Button], width: int = 5) -> list[Block]:
    """Lay buttons out in rows."""
    return [ButtonRow(tuple(buttons[i : i + width])) for i in range(0, len(buttons), width)]


# one slot


def option(view: TableView, move: Move, slot: Slot, candidate: Pick, made: Picks = ()) -> Option:
    """Describe a candidate of a slot."""
    extra = ""
    if slot.weights and f"{move.verb}.{slot.name}" in words_of(view).shown_weights:
        extra = str(slot.weights[slot.options.index(candidate)])
    if (
        len(made) < len(move.slots)
        and move.slots[len(made)] is slot
        and (slot.most == 1 or slot.kind == "seat")
    ):
        extra = extra or screens_of(view).shape.outcome(view, move, (*made, (candidate,)))
    return _described(view, slot, candidate, extra)


def _described(view: TableView, slot: Slot, candidate: Pick, extra: str) -> Option:
    """Name a candidate; ``extra`` is what stands first in its small print."""
    value = encode_pick(candidate)
    if slot.kind == "card" and isinstance(candidate, int) and candidate >= 0:
        shown = naming.face(view, candidate)
        note = screens_of(view).shape.pick_note(view, candidate)
        note = note or naming.card_note(shown, 100 - len(extra) - 3)
        name = screens_of(view).shape.pick_name(view, slot, candidate) or shown.name
        return Option(label(name, 100), value, f"{extra} · {note}" if extra else note)
    if slot.kind == "seat" and isinstance(candidate, int):
        return Option(label(naming.raw_name(view.table, candidate), 100), value, extra)
    if isinstance(candidate, str):
        return Option(label(wording.pick(words_of(view), slot.name, candidate), 100), value, extra)
    read = wording.pick(words_of(view), slot.name, value) if value.startswith("-") else value
    read = screens_of(view).shape.pick_name(view, slot, candidate) or read
    return Option(label(read, 100), value, extra)


def picks_one_by_one(words: Words, slot: Slot) -> bool:
    """Return True if the picks are made one after another: their order matters, or no menu holds them."""
    return slot.most > 1 and (slot.name in words.ordered or len(slot.options) > MAX_OPTIONS)


def slot_blocks(view: TableView, asking: OpenSlot) -> list[Block]:
    """Draw the controls that fill a slot."""
    slot, step = asking.slot, asking.step
    words = words_of(view)
    left = tuple(candidate for candidate in slot.options if candidate not in step.partial)
    blocks: list[Block] = []
    if takes_all(slot) and not step.partial and slot.name not in words.ordered:
        everything = _all_button(view, asking)
        if len(everything.custom_id) <= MAX_CUSTOM_ID_CHARS:
            return [ButtonRow((everything,))]
    if slot.least == slot.most == 1 and len(left) <= MAX_PICK_BUTTONS:
        buttons = [_pick_button(view, asking, candidate) for candidate in left]
        if all(len(button.custom_id) <= MAX_CUSTOM_ID_CHARS for button in buttons):
            return rows(buttons, 5 if _short(buttons) else 1)
    pages = max(1, -(-len(left) // PAGE_OPTIONS)) if len(left) > MAX_OPTIONS else 1
    page = min(step.page, pages - 1)
    shown = left if pages == 1 else left[page * PAGE_OPTIONS : (page + 1) * PAGE_OPTIONS]
    single = picks_one_by_one(words, slot)
    if shown and len(step.partial) < slot.most:
        blocks.append(_menu(view, asking, shown, page, single=single))
    buttons = _turn_page(view, step, page, pages) + _finish(view, asking, single=single)
    return blocks + rows(buttons)


def _pick_button(view: TableView, asking: OpenSlot, candidate: Pick) -> Button:
    choice = asking.step.choice.with_picks(candidate)
    last = len(choice.picks) == len(asking.move.slots)
    read = option(view, asking.move, asking.slot, candidate, asking.step.choice.picks)
    action = ButtonAction.MOVE if last else ButtonAction.PICK
    is_placed = asking.slot.kind != "card" or screens_of(view).shape.pick_name(view, asking.slot, candidate)
    told = f"{read.label}: {read.note}" if read.note and is_placed else read.label
    return Button(label(told), str(custom_id_for(view, action, str(PartialChoice(choice)))))


def _all_button(view: TableView, asking: OpenSlot) -> Button:
    """Return the one button that picks every candidate; what they are stands above it."""
    choice = asking.step.choice.with_picks(*asking.slot.options)
    last = len(choice.picks) == len(asking.move.slots)
    action = ButtonAction.MOVE if last else ButtonAction.PICK
    custom_id = custom_id_for(view, action, str(PartialChoice(choice)))
    return Button(f"Yes, all {len(asking.slot.options)}", str(custom_id), "bad")


def _short(buttons: Sequence[Button]) -> bool:
    return sum(len(button.label) for button in buttons) <= 60


def _menu(view: TableView, asking: OpenSlot, shown: tuple[Pick, ...], page: int, *, single: bool) -> Select:
    slot, step = asking.slot, asking.step
    least, most = slot.least, min(slot.most, len(shown))
    if single:
        least = most = 1
    hint = wording.question(words_of(view), asking.move.verb, slot.name)
    if not single and most > 1:
        hint += f" ({_span(max(least, 1), most)})"
    return Select(
        str(custom_id_for(view, ButtonAction.PICK, str(PartialChoice(step.choice, step.partial, page)))),
        tuple(option(view, asking.move, slot, candidate, step.choice.picks) for candidate in shown),
        shorten(hint, 150),
        max(least, 1),
        most,
    )


def _span(least: int, most: int) -> str:
    return f"choose {least}" if least == most else f"choose {least} to {most}"


def _turn_page(view: TableView, partial_choice: PartialChoice, page: int, pages: int) -> list[Button]:
    if pages == 1:
        return []
    onward = PartialChoice(partial_choice.choice, partial_choice.partial, (page + 1) % pages)
    custom_id = custom_id_for(view, ButtonAction.PICK, str(onward)).with_tag("m")
    return [Button(f"More ({page + 1} of {pages})", str(custom_id))]


def _finish(view: TableView, asking: OpenSlot, *, single: bool) -> list[Button]:
    """Draw the buttons that end the choosing: done with these, or none at all."""
    slot, step = asking.slot, asking.step
    enough = slot.accepts(step.partial)
    if not enough or not ((single and step.partial) or slot.least == 0):
        return []
    choice = step.choice.with_picks(*step.partial)
    last = len(choice.picks) == len(asking.move.slots)
    text = plural(len(step.partial), "pick") + ": go on" if step.partial else "None"
    action = ButtonAction.MOVE if last else ButtonAction.PICK
    custom_id = custom_id_for(view, action, str(PartialChoice(choice))).with_tag("d")
    return [Button(text, str(custom_id), "good")]


def slot_lines(view: TableView, asking: OpenSlot) -> list[str]:
    """Say in words what is being asked."""
    slot, step = asking.slot, asking.step
    lines = [*_card_lines(view, asking.move), wording.question(words_of(view), asking.move.verb, slot.name)]
    if slot.need > 1:
        made = sum(slot.weights[slot.options.index(candidate)] for candidate in step.partial)
        lines.append(f"-# Worth at least {slot.need:,} together" + (f", so far {made}" if made else ""))
    if takes_all(slot) and not step.partial:
        named = (option(view, asking.move, slot, candidate).label for candidate in slot.options)
        lines.append(f"It takes all of them: {escape(listed(named))}.")
    if step.partial:
        chosen = (option(view, asking.move, slot, candidate).label for candidate in step.partial)
        lines.append("-# So far: " + ", ".join(chosen))
    return lines


def _card_lines(view: TableView, move: Move) -> list[str]:
    """Say what the card does that is about to be played; nothing where no card is."""
    if move.card < 0 or move.verb not in EXPLAINED_VERBS:
        return []
    return [f"-# {escape(naming.card_note(naming.face(view, move.card), MAX_STEP_NOTE_CHARS))}"]


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


# a form


def form(view: TableView, move: Move) -> Form:
    """Return the modal that asks for all open slots of a move at once."""
    words = words_of(view)
    fields = tuple(
        Field(
            f"s{number}",
            label(wording.question(words, move.verb, move.slots[number].name), MAX_FIELD_LABEL_CHARS),
            _field_note(move.slots[number]),
            _field_options(view, move, number),
            move.slots[number].least,
            _field_most(move.slots[number]),
        )
        for number in form_slots(words, move)
    )
    title = label(verb_label(view, move), MAX_TITLE_CHARS)
    custom_id = custom_id_for(view, ButtonAction.FORM, str(PartialChoice(Choice.of(move))))
    return Form(str(custom_id), title, fields)


def _field_most(slot: Slot) -> int:
    return MAX_TEXT_LENGTH if slot.kind == "text" else min(slot.most, len(slot.options))


def _field_note(slot: Slot) -> str:
    if slot.need > 1:
        return label(f"Worth at least {slot.need:,} together", MAX_FIELD_NOTE_CHARS)
    if slot.most > 1:
        return _span(slot.least, min(slot.most, len(slot.options))).capitalize()
    return "" if slot.least else "May stay empty"


def _field_options(view: TableView, move: Move, number: int) -> tuple[Option, ...]:
    """Describe the candidates, some of them chosen, so that one tap sends what most people want."""
    slot = move.slots[number]
    preset = preset_picks(view, move, number)
    found: list[Option] = []
    for candidate in slot.options:
        read = option(view, move, slot, candidate)
        found.append(Option(read.label, read.value, read.note, chosen=candidate in preset))
    return tuple(found)


def preset_picks(view: TableView, move: Move, number: int) -> tuple[Pick, ...]:
    """Return what is chosen for a slot before anybody chooses: what most people would.

    That is what the game begins with, else the first number or word where one is needed, and everybody where
    everybody may be asked.
    """
    slot = move.slots[number]
    first = screens_of(view).shape.first_picks(view, move).get(slot.name)
    if first is not None and slot.accepts(first):
        return first
    if slot.kind in ("number", "word") and slot.least == slot.most == 1:
        return slot.options[:1]
    return slot.options if slot.kind == "seat" and slot.least > 0 and slot.most >= len(slot.options) else ()


def choice_from_form(move: Move, values: Mapping[str, tuple[str, ...]]) -> Choice | None:
    """Return the choice that a sent form makes, None if it does not fit the move as it is now."""
    choice = Choice.of(move)
    for number, slot in enumerate(move.slots):
        raw = values.get(f"s{number}")
        picks = (only_picks(slot) if slot.least else ()) if raw is None else _read(slot, raw)
        if picks is None or not slot.accepts(picks):
            return None
        choice = choice.with_picks(*picks)
    return choice


def read_lines(raw: tuple[str, ...]) -> tuple[str, ...]:
    """Return what somebody has written, as it fits into a slot for text."""
    return tuple(line[:MAX_TEXT_LENGTH] for line in map(clean, raw) if line)


def _read(slot: Slot, raw: tuple[str, ...]) -> tuple[Pick, ...] | None:
    if slot.kind == "text":
        return read_lines(raw)
    picks = [decode_pick(value) for value in raw]
    return None if None in picks else tuple(pick for pick in picks if pick is not None)


# prompts


def answer_of(view: TableView) -> Move | None:
    """Return the answer that the reader owes, if a prompt waits for it."""
    return next((move for move in view.moves if move.verb == ANSWER_VERB), None)


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
        return [Text("\n".join(lines)), ButtonRow((Button("Go on", str(done), "primary"),))]
    if not isinstance(found, OpenSlot):
        return [Text("\n".join(lines))]
    if found.slot.need > 1:
        lines.append(f"-# Worth at least {found.slot.need:,} together")
    return [Text("\n".join(lines)), *slot_blocks(view, found)]
