"""Moves as buttons, the same way for every game and every card, and what each needs to be complete.

A move whose slots leave no choice is one tap. One open slot is one more step (``slot_steps``); several become
a form (``move_form``), and more than a form can ask a screen of their own (``terms``).
What was chosen so far travels in the custom_ids, so a half-made move survives a restart.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.tables.choices import Choice, encode, encode_pick
from bot.tables.results import TableView
from bot.tables.table import Table
from bot.views.base import naming, wording
from bot.views.base.custom_ids import SURE, ButtonAction, CustomId, PartialChoice
from bot.views.base.game_screens import screens_of
from bot.views.base.layout import Block, Button, ButtonRow, Option, Style
from bot.views.base.limits import MAX_FIELDS, MAX_OPTION_CHARS, MAX_OPTIONS
from bot.views.base.parts import Desk
from bot.views.base.text import label, say, shorten
from bot.views.base.word_tables import Verb, Words
from cards.kernel.moves import ANSWER_VERB, Move, Pick, Picks, Slot

MAX_TERM_OPTIONS = 150
"""Candidates of all terms together; what is chosen of more does not fit into a custom_id."""


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
    tried: tuple[Pick, ...] = ()
    """What was picked and is not enough: the menu keeps it."""


def words_of(view: TableView) -> Words:
    """Return the words of the game that is played, as its narrator says them."""
    return screens_of(view).words.of_wait(view.table.game, view.table.since)


def custom_id_for(view: TableView, action: ButtonAction, rest: str) -> CustomId:
    """Return the custom_id of a press that counts as long as the present wait lasts."""
    return CustomId(view.table.id, view.table.since, action, rest)


def screen_custom_id(view: TableView, rest: str) -> str:
    """Return the custom_id of a button that shows a screen."""
    return str(custom_id_for(view, ButtonAction.SCREEN, rest))


def lobby_custom_id(table: Table, rest: str) -> str:
    """Return the custom_id of a button about the table itself."""
    return str(CustomId(table.id, table.revision, ButtonAction.LOBBY, rest))


def desk_button(view: TableView, desk: Desk) -> Button:
    """Return the way to a screen for moves that belong together."""
    custom_id = screen_custom_id(view, f"desk.{desk.group}")
    return Button(desk.label, custom_id, "good" if desk.is_main else "plain")


def answer_of(view: TableView) -> Move | None:
    """Return the answer that the reader owes, if a prompt waits for it."""
    return next((move for move in view.moves if move.verb == ANSWER_VERB), None)


def only_picks(slot: Slot) -> tuple[Pick, ...] | None:
    """Return the only way to fill the slot, None if there are several."""
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
    empty, depends_on = {slot.name for slot in move.slots if not slot.options}, words.picking.depends_on
    return [
        n
        for n, slot in enumerate(move.slots)
        if only_picks(slot) is None and depends_on.get(slot.name) not in empty
    ]


def form_slots(words: Words, move: Move) -> list[int]:
    """List the slots that the move's form asks for; empty if it has no form.

    A form is for two to five open slots that all fit into menus. What takes all of something is confirmed
    on a screen of its own instead.
    """
    if move.verb in words.picking.on_terms_screen or any(takes_all(slot) for slot in move.slots):
        return []
    asked = asked_slots(words, move)
    slots = [move.slots[number] for number in asked]
    fits = all(len(slot.options) <= MAX_OPTIONS and slot.name not in words.picking.ordered for slot in slots)
    return asked if fits and 2 <= len(asked) <= MAX_FIELDS else []


def has_terms_screen(words: Words, move: Move) -> bool:
    """Return True if the move is made on a screen of its terms: by its kind, or as no form holds them all."""
    slots = [move.slots[number] for number in asked_slots(words, move)]
    by_kind = move.verb in words.picking.on_terms_screen
    fits = all(slot.name not in words.picking.ordered for slot in slots)
    many = len(slots) > (0 if by_kind else MAX_FIELDS)
    return fits and many and sum(len(s.options) for s in move.slots) <= MAX_TERM_OPTIONS


def move_custom_id(view: TableView, move: Move) -> CustomId:
    """Return what the button of a move says: do it, look at it first, open its form, or ask for a slot."""
    found = advance(move, PartialChoice(Choice.of(move)))
    if isinstance(found, CompleteChoice):
        look = custom_id_for(view, ButtonAction.SCREEN, f"{SURE}.{encode(found.choice)}")
        forecast = screens_of(view).forecast
        if look.fits and forecast is not None and forecast.asks_first(view, move, found.choice.picks):
            return look
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
    names = screens_of(view).names
    case = "" if names is None else names.verb_case(view, move)
    return wording.verb(words_of(view), move.verb, case or window)


def agrees(view: TableView, move: Move) -> bool:
    """Return True if the move agrees to what somebody has proposed: that has its place before any card."""
    verb = verb_of(view, move)
    return verb.urgent and verb.style in ("good", "primary") and move.verb.startswith(("accept", "agree"))


def verb_label(view: TableView, move: Move, *, named: bool = False) -> str:
    """Return what a move's button says; with ``named`` its card is named beside the button."""
    text = verb_text(view, move, named=named)
    done = advance(move, PartialChoice(Choice.of(move)))
    comes = outcome(view, move, done.choice.picks) if isinstance(done, CompleteChoice) else ""
    return label(f"{text} ({comes})" if comes else text)


def verb_text(view: TableView, move: Move, *, named: bool = False) -> str:
    """Return the same without what would come of it, uncut."""
    verb = verb_of(view, move)
    text = say(verb.short if named and verb.short else verb.label)
    if "{card}" in text and move.card >= 0:
        text = text.replace("{card}", naming.card_label(view, move.card, 40))
    elif move.card >= 0 and not named:
        text = f"{text}: {naming.card_label(view, move.card, 40)}"
    if "{seat}" in text:
        text = text.replace("{seat}", naming.raw_name(view.table, move.ability))
    game = screens_of(view)
    if "{offer}" in text and game.bargains is not None:
        text = text.replace("{offer}", game.bargains.offer_name(view, move))
    power = "" if game.names is None else game.names.power_name(view, move)
    return f"{text}: {power}" if power else text


def power_text(view: TableView, move: Move, most: int) -> str:
    """Return what the move's card does in plain text; of several powers only what the move uses."""
    shown, names = naming.face(view, move.card), screens_of(view).names
    name = "" if names is None else names.power_name(view, move)
    begins = f"{name}. "
    own = next((line for line in naming.card_lines(shown) if name and line.startswith(begins)), "")
    return shorten(own, most) if own else naming.card_note(shown, most)


def outcome(view: TableView, move: Move, picks: Picks) -> str:
    """Say in a few words what would come of a move with these picks; empty where nobody can know."""
    forecast = screens_of(view).forecast
    return "" if forecast is None else forecast.outcome(view, move, picks)


def rows(buttons: Sequence[Button], width: int = 5) -> list[Block]:
    """Lay buttons out in rows."""
    return [ButtonRow(tuple(buttons[i : i + width])) for i in range(0, len(buttons), width)]


def option(view: TableView, move: Move, slot: Slot, candidate: Pick, made: Picks = ()) -> Option:
    """Describe a candidate of a slot."""
    extra = ""
    if slot.weights and f"{move.verb}.{slot.name}" in words_of(view).picking.shown_weights:
        extra = str(slot.weights[slot.options.index(candidate)])
    if (
        len(made) < len(move.slots)
        and move.slots[len(made)] is slot
        and (slot.most == 1 or slot.kind == "seat")
    ):
        extra = extra or outcome(view, move, (*made, (candidate,)))
    return _described(view, slot, candidate, extra)


def _said_once(extra: str, note: str) -> str:
    """Join what stands first with a card's note, without figures that the card's own repeat.

    Those are the gold that it is worth, and a bonus that is the printed one.
    """
    now, mark, rest = note.partition(" now · ")
    if mark and rest.partition(",")[0] == now:
        note = rest
    repeated = any(say("{extra} gold", extra=extra) in part.split(", ") for part in note.split(" · ")[:2])
    return note if repeated or not extra else f"{extra} · {note}"


def _described(view: TableView, slot: Slot, candidate: Pick, extra: str) -> Option:
    """Name a candidate; ``extra`` is what stands first in its small print."""
    value, names = encode_pick(candidate), screens_of(view).names
    own_name = "" if names is None else names.pick_name(view, slot, candidate)
    if slot.kind == "card" and isinstance(candidate, int) and candidate >= 0:
        shown = naming.face(view, candidate)
        note = "" if names is None else names.pick_note(view, candidate)
        note = note or naming.card_note(shown, MAX_OPTION_CHARS - len(extra) - 3)
        told = shorten(_said_once(extra, note), MAX_OPTION_CHARS)
        name = label(own_name or shown.name, MAX_OPTION_CHARS)
        return Option(name, value, told, emoji=naming.card_emoji(shown))
    if slot.kind == "seat" and isinstance(candidate, int):
        you = " (you)" if candidate == view.seat else ""
        return Option(label(f"{naming.raw_name(view.table, candidate)}{you}", 100), value, extra)
    if isinstance(candidate, str):
        return Option(label(wording.pick(words_of(view), slot.name, candidate), 100), value, extra)
    read = wording.pick(words_of(view), slot.name, value) if value.startswith("-") else value
    return Option(label(own_name or read, 100), value, extra)


def span(least: int, most: int) -> str:
    """Say how many are to be chosen."""
    if least == most:
        return say("choose {least}", least=least)
    return say("choose {least} to {most}", least=least, most=most)
