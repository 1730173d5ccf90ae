"""A move with more open places than a form has room for: its terms on one private screen.

Each term has its own menu; a button sends the whole. The first two stand there from the beginning, and
whatever is set; another button shows the others. What is set so far travels in the custom_ids, as a bit
for each candidate of each slot. A stamp of the candidates stands beside them, so that bits which were drawn
for other candidates are never taken for these.
"""

from __future__ import annotations

from dataclasses import replace
from zlib import crc32

from bot.tables.choices import Choice, encode_pick
from bot.tables.results import TableView
from bot.views.base import wording
from bot.views.base.custom_ids import SEND_DRAFT, ButtonAction, MoveDraft, base36
from bot.views.base.game_screens import screens_of
from bot.views.base.layout import (
    Block,
    Button,
    ButtonRow,
    Container,
    Screen,
    Select,
    Text,
)
from bot.views.base.limits import MAX_HINT_CHARS, MAX_OPTIONS
from bot.views.base.text import escape, say, shorten
from bot.views.base.word_tables import Words
from bot.views.press import move_form, moves, saying
from cards.kernel.moves import Move, Pick, Picks, Slot

SEND = SEND_DRAFT
"""The control of a draft that sends it; the others are the number of a slot, and where its menu begins."""

USUAL_PRICE = "1"
"""How many Treasures are offered for help unless somebody says otherwise."""

MORE = "more"
"""The control of a draft that shows all terms."""

SAY = "say"
"""The control of a draft that asks for a line of one's own, and of the form that has it go with the terms."""

MAIN_TERMS = 2
"""Terms that nearly everybody sets: whom one asks, and for how much."""

_STAMPS = 36**4


def begin(view: TableView, move: Move) -> Picks:
    """Return what the terms of a move are set to at first."""
    return tuple(move_form.preset_picks(view, move, number) for number in range(len(move.slots)))


def usual(move: Move) -> Picks:
    """Return the terms that go without saying: everybody is asked, for one Treasure if there is any."""
    return tuple(_usual_picks(slot) for slot in move.slots)


def _usual_picks(slot: Slot) -> tuple[Pick, ...]:
    if slot.kind == "seat" and slot.least > 0:
        return slot.options[: slot.most]
    if slot.least == 0:
        return ()
    return (USUAL_PRICE,) if USUAL_PRICE in slot.options else slot.options[: slot.least]


def draft_of(move: Move, picks: Picks, control: str = "") -> MoveDraft:
    """Write picks for all slots of a move into a draft."""
    masks = tuple(
        sum(1 << place for place, option in enumerate(slot.options) if option in made)
        for slot, made in zip(move.slots, picks, strict=True)
    )
    return MoveDraft(Choice.of(move), _stamp(move), masks, control)


def _press(view: TableView, move: Move, picks: Picks, control: str = "") -> str:
    """Return the custom_id of a control on the screen of these terms."""
    return str(moves.custom_id_for(view, ButtonAction.TERMS, str(draft_of(move, picks, control))))


def read(move: Move, draft: MoveDraft) -> Picks | None:
    """Return the picks of a draft; None if it was drawn for other candidates than the move has now."""
    if draft.stamp != _stamp(move) or len(draft.masks) != len(move.slots):
        return None
    return tuple(
        tuple(option for place, option in enumerate(slot.options) if mask >> place & 1)
        for slot, mask in zip(move.slots, draft.masks, strict=True)
    )


def _stamp(move: Move) -> str:
    """Return a short text that changes with the candidates."""
    candidates = ";".join(",".join(map(encode_pick, slot.options)) for slot in move.slots)
    return base36(crc32(candidates.encode()) % _STAMPS)


def set_term(move: Move, picks: Picks, control: str, chosen: tuple[Pick, ...]) -> Picks | None:
    """Return the picks after a menu was used; None where no menu of this move can have been."""
    name, _, begins = control.partition(".")
    if not name.isdecimal() or not begins.isdecimal() or int(name) >= len(move.slots):
        return None
    number, first = int(name), int(begins)
    slot = move.slots[number]
    shown = slot.options[first : first + MAX_OPTIONS]
    if any(pick not in shown for pick in chosen):
        return None
    # A menu that holds one pick replaces it, wherever the former one was shown.
    kept = () if slot.most == 1 and chosen else tuple(p for p in picks[number] if p not in shown)
    made = tuple(option for option in slot.options if option in kept or option in chosen)
    return (*picks[:number], made, *picks[number + 1 :])


def complete(move: Move, picks: Picks) -> Choice | None:
    """Return the choice that the terms make; None if a term is still missing."""
    fits = all(slot.accepts(made) for slot, made in zip(move.slots, picks, strict=True))
    return Choice.of(move, *picks) if fits else None


def shows_all(move: Move, control: str, words: Words) -> bool:
    """Return True if what was pressed stood on the screen of all terms."""
    name = control.partition(".")[0]
    return control == MORE or (
        name.isdecimal() and int(name) not in moves.asked_slots(words, move)[:MAIN_TERMS]
    )


def line_custom_id(view: TableView, move: Move, picks: Picks) -> str:
    """Return the custom_id of the button that asks for a line of one's own, and of the form behind it."""
    return _press(view, move, picks, SAY)


def terms_screen(
    view: TableView, move: Move, picks: Picks, note: str = "", *, all_terms: bool = False
) -> Screen:
    """Draw the terms of a move, each with its menu, and what sends them."""
    asked = moves.asked_slots(moves.words_of(view), move)
    shown = [n for place, n in enumerate(asked) if all_terms or place < MAIN_TERMS or picks[n]]
    heading = escape(moves.verb_label(view, move))
    notes = [f"> {note}"] if note else []
    lines = [f"### {heading}", *notes, *saying.waiting_lines(view), say("-# Set the terms, then send them.")]
    blocks: list[Block] = [Text("\n".join(lines))]
    for number in shown:
        blocks.append(Text(wording.question(moves.words_of(view), move.verb, move.slots[number].name)))
        blocks += _menus(view, move, picks, number)
    bargains = screens_of(view).bargains
    quick = [] if bargains is None else bargains.quick_terms(view, move, picks)
    blocks += moves.rows([Button(each.text, _press(view, move, each.picks)) for each in quick])
    incomplete = complete(move, picks) is None
    send = Button(say("Send"), _press(view, move, picks, SEND), "good", disabled=incomplete, emoji="📨")
    line = (saying.button(view, line_custom_id(view, move, picks)),) if saying.may_speak(view, [move]) else ()
    back = Button(say("Back"), moves.screen_custom_id(view, "hand"))
    more = (Button(say("More terms"), _press(view, move, picks, MORE)),) if shown != asked else ()
    blocks.append(ButtonRow((send, *more, *line, back)))
    return Screen((Container(tuple(blocks), screens_of(view).board.color(view)),))


def _menus(view: TableView, move: Move, picks: Picks, number: int) -> list[Block]:
    """Draw the menu of a term; several where one does not hold all candidates."""
    slot = move.slots[number]
    unset = moves.words_of(view).picks.get(f"{slot.name}.unset", "Nothing")
    blocks: list[Block] = []
    for first in range(0, len(slot.options), MAX_OPTIONS):
        shown = slot.options[first : first + MAX_OPTIONS]
        options = tuple(
            replace(moves.option(view, move, slot, pick), chosen=pick in picks[number]) for pick in shown
        )
        whole = len(shown) == len(slot.options)
        blocks.append(
            Select(
                _press(view, move, picks, f"{number}.{first}"),
                options,
                say("Choose") if slot.least else shorten(unset, MAX_HINT_CHARS),
                slot.least if whole else 0,
                min(slot.most, len(shown)),
            )
        )
    return blocks
