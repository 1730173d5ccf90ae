"""What a hand of the castle-defense game says of its reader's seat."""

from __future__ import annotations

from collections import Counter

from bot.tables.results import TableView
from bot.views.base import naming
from bot.views.base.card_text import reveal_picture
from bot.views.base.event_names import EventNames
from bot.views.base.event_rows import cards_of
from bot.views.base.layout import Block, Text
from bot.views.base.parts import CardGroup
from bot.views.base.sketches import Reveal
from bot.views.base.text import clean, escape, plural
from bot.views.panic import attack as panic_attack
from bot.views.panic import bargains as panic_bargains
from bot.views.panic import waiting as panic_waiting
from bot.views.panic.board import PLAY_PHASE, short_name, view_of
from bot.views.panic.names import pick_note
from bot.views.panic.open_cards import held
from bot.views.panic.words.vocabulary import PANIC_EVENTS
from bot.views.press import moves, slot_steps
from cards.kernel.events import NOBODY

WAIVED_TEXTS = {"turn": "not asked until your turn", "me": "asked only when it is about you"}


def own(view: TableView) -> list[str]:
    """Say how the reader's seat stands, what they are offered, and what they are asked."""
    game_view = view_of(view)
    assert view.seat is not None
    mine = game_view.seats[view.seat]
    lines: list[str] = []
    if game_view.phase > 0:
        points = plural(mine.points, "point")
        lines.append(f"**{points}** · 🏆 {len(mine.trophies)} · {held(mine)}")
    elif mine.character < 0:
        lines += _characters(view)
    if mine.character >= 0:
        lines.append(f"-# 🎭 {naming.card_name(view, mine.character)}")
    if mine.curse >= 0:
        is_now = game_view.active == view.seat and game_view.phase <= PLAY_PHASE
        told = "No help in this turn" if is_now else naming.card_name(view, mine.curse)
        lines.append(f"-# 🌀 {told}")
    if mine.waived:
        lines.append(f"-# 🔕 {WAIVED_TEXTS[mine.waived]}")
    lines += _peeked(view)
    for card, owner in game_view.shown_treasures:
        lines.append(f"-# {naming.name(view.table, owner)} shows {naming.card_name(view, card)}")
    lines += [*panic_bargains.hand_lines(view), *panic_waiting.hand_call(view)]
    return [*lines, *panic_attack.ready_line(view)]


def struck(view: TableView) -> list[Block]:
    """Draw what somebody else has just done to the reader, for the top of their own hand."""
    past = next((past for past in reversed(view.past) if past.events), None)
    events = () if past is None else past.events
    names = EventNames(
        lambda seat: clean(naming.raw_name(view.table, seat)), lambda card: naming.face(view, card).name
    )
    for event in events:
        if past is not None and view.seat in PANIC_EVENTS.struck((event,), past.seat):
            head = PANIC_EVENTS.sentence(event, names).partition(" ")[2]
            card = next(cards_of(event), NOBODY)
            if card < 0:
                return [Text(f"**{escape(head)}**")]
            face = naming.face(view, card)
            return [reveal_picture(Reveal(face, head, face.text[:2]))]
    return []


def groups(view: TableView) -> list[CardGroup]:
    """List the reader's own cards: the hand, the Character, what they look at, trophies."""
    game_view = view_of(view)
    assert view.seat is not None
    mine = game_view.seats[view.seat]
    found = [CardGroup("Your hand", (*game_view.castle, *game_view.treasures))]
    if mine.character >= 0:
        found.append(CardGroup("Your character", (mine.character,)))
    if game_view.peeked:
        whose = (
            "Discards" if game_view.peeked_seat < 0 else naming.raw_name(view.table, game_view.peeked_seat)
        )
        found.append(CardGroup(whose, game_view.peeked))
    if mine.trophies:
        found.append(CardGroup("Your trophies", mine.trophies))
    return found


def _characters(view: TableView) -> list[str]:
    """Say what the Characters can do that the reader may pick; those of a menu are explained there."""
    lines = ["Everybody is somebody: with a power and a nemesis, for the whole game."]
    answer = moves.answer_of(view)
    options = () if answer is None else answer.slots[0].options
    if len(options) <= slot_steps.MAX_PICK_BUTTONS:
        lines += [
            f"-# **{naming.card_name(view, card)}**: {escape(pick_note(view, card))}"
            for card in map(int, options)
        ]
    return lines


def _peeked(view: TableView) -> list[str]:
    """Name the cards of a hand or of the discards that the reader is looking at."""
    game_view = view_of(view)
    seat = game_view.peeked_seat
    if game_view.peeked:
        counted = Counter(naming.card_name(view, card) for card in game_view.peeked)
        cards = ", ".join(f"{name} (×{count})" if count > 1 else name for name, count in counted.items())
        whose = "In the discards" if seat < 0 else f"{short_name(view, seat)} shows you"
        return [f"👀 {whose}: {cards}"]
    return [f"👀 {naming.name(view.table, seat)} has an empty hand"] if seat >= 0 else []
