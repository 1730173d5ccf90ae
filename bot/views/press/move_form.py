"""The modal that asks for all open slots of a move at once, and what comes back with it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from bot.tables.choices import Choice, decode_pick
from bot.tables.results import TableView
from bot.views.base import wording
from bot.views.base.custom_ids import ButtonAction, PartialChoice
from bot.views.base.game_screens import screens_of
from bot.views.base.layout import Field, Form
from bot.views.base.limits import MAX_FIELD_LABEL_CHARS, MAX_FIELD_NOTE_CHARS, MAX_TITLE_CHARS
from bot.views.base.text import label, say
from bot.views.press.moves import (
    custom_id_for,
    form_slots,
    only_picks,
    option,
    power_text,
    span,
    verb_label,
    words_of,
)
from cards.kernel.moves import Move, Pick, Slot

MAX_POWER_CHARS = 400


def form(view: TableView, move: Move) -> Form:
    """Return the modal that asks for all open slots of a move at once."""
    words = words_of(view)
    fields: list[Field] = []
    for number in form_slots(words, move):
        slot, preset = move.slots[number], preset_picks(view, move, number)
        # Some are chosen, so that one tap sends what most people want.
        options = tuple(
            replace(option(view, move, slot, candidate), chosen=candidate in preset)
            for candidate in slot.options
        )
        question = label(wording.question(words, move.verb, slot.name), MAX_FIELD_LABEL_CHARS)
        most = min(slot.most, len(slot.options))
        fields.append(Field(f"s{number}", question, _field_note(slot), options, slot.least, most))
    if move.card >= 0 and fields:
        # Where, when and the price stand before the last colon; what comes of it, a die as well, behind it.
        does = power_text(view, move, MAX_POWER_CHARS).rpartition(": ")[2]
        fields[0] = replace(fields[0], note=label(does, MAX_FIELD_NOTE_CHARS))
    title = label(verb_label(view, move), MAX_TITLE_CHARS)
    custom_id = custom_id_for(view, ButtonAction.FORM, str(PartialChoice(Choice.of(move))))
    return Form(str(custom_id), title, tuple(fields))


def _field_note(slot: Slot) -> str:
    if slot.need > 1:
        return label(say("At least {need:,} in total", need=slot.need), MAX_FIELD_NOTE_CHARS)
    if slot.most > 1:
        return span(slot.least, min(slot.most, len(slot.options))).capitalize()
    return "" if slot.least else say("Optional")


def preset_picks(view: TableView, move: Move, number: int) -> tuple[Pick, ...]:
    """Return what is chosen for a slot before anybody chooses: what most people would.

    That is what the game begins with, else the first number or word where one is needed, and everybody where
    everybody may be asked.
    """
    slot = move.slots[number]
    bargains = screens_of(view).bargains
    first = None if bargains is None else bargains.first_picks(view, move).get(slot.name)
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
        picks = (only_picks(slot) if slot.least else ()) if raw is None else _read(raw)
        if picks is None or not slot.accepts(picks):
            return None
        choice = choice.with_picks(*picks)
    return choice


def _read(raw: tuple[str, ...]) -> tuple[Pick, ...] | None:
    picks = [decode_pick(value) for value in raw]
    return None if None in picks else tuple(pick for pick in picks if pick is not None)
