"""The screens that only one person sees: hand, desks, one card, the steps of a move, refusals."""

from __future__ import annotations

from collections.abc import Sequence

from bot.tables.results import Sight
from bot.views import limits, moves, people, wording
from bot.views.halt import halt_text
from bot.views.layout import Block, Box, Button, Gap, Option, Row, Screen, Section, Select, Text
from bot.views.moves import Asking, press
from bot.views.shape import Group, Shape
from bot.views.sketches import hand_picture
from bot.views.text import escape, fit, label, shorten
from cards.kernel.game import Face
from cards.kernel.moves import ANSWER, Move

QUIET = 0x99AAB5
GOOD = 0x57F287
BAD = 0xED4245

MAIN_BUTTONS = 5
"""Moves without a card that are buttons on the hand; the others are in a menu."""

DESK_BUTTONS = 15
"""Moves that are buttons at a desk; further ones are in a menu."""

HAND_MENU = 9
"""Number of the menu in which the cards of the hand are read; the other groups count from 0."""

_FIRST = ("turn", "combat", "help", "other", "trade", "gear", "card")


def hand_screen(
    sight: Sight, shape: Shape, *, page: int = 0, note: str = "", lasting: bool = False
) -> Screen:
    """Draw the reader's own seat: his cards, and below them what he must or may do now.

    A chat shows the end of a long message, so what matters most stands there. ``note`` says what has just
    happened, ``lasting`` that the message is kept up to date (it needs no refresh button).
    """
    loose = _loose(sight, shape)
    cards = shape.groups(sight)
    tail = [*_tail(sight, shape, loose[MAIN_BUTTONS:], cards[1:], lasting=lasting), Gap()]
    tail.append(Text("\n".join([*_notes(note), *_halt(sight), *shape.own(sight)]) or "…"))
    answer = moves.answer_of(sight)
    if answer is not None:
        tail += moves.prompt_blocks(sight, answer)
    tail += moves.rows([moves.move_button(sight, move) for move in loose[:MAIN_BUTTONS]])
    blocks = _hand(sight, cards[0], page, _left(tail)) if cards else []
    return Screen((Box((*blocks, *tail), shape.colour(sight)),))


def _halt(sight: Sight) -> list[str]:
    return [f"⏸ {halt_text(sight.table)}"] if sight.table.halt else []


def _notes(note: str) -> list[str]:
    return [f"> {note}"] if note else []


def _left(tail: Sequence[Block]) -> int:
    return limits.COMPONENTS - limits.components(Screen((Box((*tail, Text("-"))),)))


def _loose(sight: Sight, shape: Shape) -> list[Move]:
    """List the moves that belong to no card of the reader's, the next steps of the turn first.

    What one would rather not do comes behind the others. Those that have a screen of their own are left to
    it, unless they are urgent.
    """
    elsewhere = {name for name, _ in shape.desks(sight)}
    own = {card for group in shape.groups(sight) for card in group.cards}
    found: list[tuple[bool, int, Move]] = []
    for move in sight.moves:
        verb = moves.verb_of(sight, move)
        if move.card not in own and move.verb != ANSWER and (verb.urgent or verb.group not in elsewhere):
            found.append((verb.style == "bad", _FIRST.index(verb.group), move))
    return [move for *_, move in sorted(found, key=lambda entry: entry[:2])]


def _hand(sight: Sight, group: Group, page: int, room: int) -> list[Block]:
    """Draw the cards of the hand: what can be played now with its button, the others in a line each."""
    if not group.cards:
        return [Text(f"### {group.title}\n-# No cards")]
    playable = {move.card for move in sight.moves}
    marks = dict(zip(group.cards, group.marks, strict=False))
    live = [card for card in group.cards if card in playable]
    idle = [card for card in group.cards if card not in playable]
    size = max(1, (room - 8) // 3)
    pages = max(1, -(-len(live) // size))
    page = min(page, pages - 1)
    shown = live[page * size : (page + 1) * size]
    heading = f"### {group.title}" + (f" ({page + 1} of {pages})" if pages > 1 else "")
    blocks: list[Block] = [Text(heading)]
    if page == 0:
        blocks.append(hand_picture(sight, group.cards))
    budget = 1800 // max(1, len(shown))
    blocks += [_card_line(sight, card, marks.get(card, ""), min(150, budget)) for card in shown]
    if pages > 1:
        onward = press(sight, "g", f"hand.{(page + 1) % pages}")
        blocks.append(Row((Button("More cards", str(onward)),)))
    if idle and page == pages - 1:
        lines = [_idle_line(sight, card, marks.get(card, "")) for card in idle]
        blocks.append(Text(fit((["-# Not now:"] if live else []) + lines, 1200)))
    blocks.append(_card_menu(sight, Group("Read a card", group.cards, group.marks), HAND_MENU))
    return blocks


def _idle_line(sight: Sight, card: int, mark: str) -> str:
    """Draw a card that cannot be played now in a line."""
    shown = people.face(sight, card)
    figures = people.card_figures(shown)
    return f"-# {people.card_sign(shown)} **{escape(shown.name)}**{mark}" + (
        f" · {escape(figures)}" if figures else ""
    )


def _card_line(sight: Sight, card: int, mark: str, room: int) -> Section:
    """Draw a card that can be played in two or three lines, with what can be done with it beside it."""
    shown = people.face(sight, card)
    mine = [move for move in sight.moves if move.card == card]
    note = escape(people.card_note(shown, room))
    text = f"{people.card_sign(shown)} **{escape(shown.name)}**{mark}\n-# {note or shown.kind}"
    if len(mine) == 1:
        button = moves.move_button(sight, mine[0], named=True, style="primary")
    else:
        button = Button("Play…", str(press(sight, "g", f"card.{card}")), "primary")
    return Section((Text(text),), button)


def _tail(
    sight: Sight, shape: Shape, rest: Sequence[Move], groups: Sequence[Group], *, lasting: bool
) -> list[Block]:
    blocks: list[Block] = []
    if rest:
        blocks.append(_menu_of(sight, rest))
    for number, group in enumerate(groups[:3]):
        if group.cards:
            blocks.append(_card_menu(sight, group, number))
    buttons = [Button(text, str(press(sight, "g", f"desk.{name}"))) for name, text in shape.desks(sight)]
    if not lasting:
        buttons.append(Button("Refresh", str(press(sight, "g", "hand")), emoji="🔄"))
    return blocks + moves.rows(buttons[:5])


def _menu_of(sight: Sight, rest: Sequence[Move]) -> Select:
    """Draw moves as a menu whose values are presses."""
    options = tuple(
        Option(moves.verb_label(sight, move), str(moves.move_press(sight, move)))
        for move in rest[: limits.OPTIONS]
    )
    return Select(str(press(sight, "g", "do")), options, "What else you can do")


def _card_menu(sight: Sight, group: Group, number: int) -> Select:
    options: list[Option] = []
    for place, card in enumerate(group.cards[: limits.OPTIONS]):
        shown = people.face(sight, card)
        mark = group.marks[place] if group.marks else ""
        options.append(Option(label(shown.name + mark, 100), str(card), people.card_note(shown)))
    return Select(str(press(sight, "g", f"cards.{number}")), tuple(options), group.title)


# one card


def face_text(shown: Face, room: int = 1500) -> str:
    """Return a card as people read it, in markdown."""
    lines = [f"### {people.card_sign(shown)} {escape(shown.name)}"]
    kind = [shown.kind.replace("_", " "), *shown.traits]
    lines.append("-# " + escape(" · ".join(dict.fromkeys(kind))))
    if shown.figures:
        lines.append(" · ".join(f"{escape(key)} **{escape(value)}**" for key, value in shown.figures))
    lines += [escape(line) for line in people.card_lines(shown)]
    if shown.flavour:
        lines.append(f"*{escape(shown.flavour)}*")
    return shorten("\n".join(lines), room)


def card_screen(sight: Sight, shape: Shape, card: int) -> Screen:
    """Draw one of the reader's cards in full, with everything he can do with it now."""
    mine = [move for move in sight.moves if move.card == card]
    blocks: list[Block] = [Text(face_text(people.face(sight, card)))]
    buttons = [moves.move_button(sight, move, named=True, style="primary") for move in mine[:10]]
    back = Button("Back", str(press(sight, "g", "hand")))
    return Screen((Box((*blocks, *moves.rows(buttons), Row((back,))), shape.colour(sight)),))


# desks


def desk_screen(sight: Sight, shape: Shape, group: str, note: str = "") -> Screen:
    """Draw all moves of one group, with what has to be known beside them."""
    mine = [move for move in sight.moves if _belongs(sight, move, group)]
    blocks: list[Block] = [Text(line) for line in _notes(note)]
    blocks += shape.desk(sight, group)
    buttons = [moves.move_button(sight, move) for move in mine[:DESK_BUTTONS]]
    blocks += moves.rows(buttons)
    if len(mine) > DESK_BUTTONS:
        blocks.append(_menu_of(sight, mine[DESK_BUTTONS:]))
    if not mine:
        blocks.append(Text("-# Nothing to do here at the moment."))
    back = Button("Back", str(press(sight, "g", "hand")))
    refresh = Button("Refresh", str(press(sight, "g", f"desk.{group}")), emoji="🔄")
    return Screen((Box((*blocks, Row((back, refresh))), shape.colour(sight)),))


def _belongs(sight: Sight, move: Move, group: str) -> bool:
    """Tell whether a move is offered at a desk; in a combat every playable card is."""
    found = moves.verb_of(sight, move).group
    return found == group or (group == "combat" and found == "card")


def step_screen(sight: Sight, shape: Shape, asking: Asking, note: str = "") -> Screen:
    """Ask for the next slot of a move."""
    blocks: list[Block] = []
    if asking.move.verb == ANSWER:
        head = wording.ask(moves.words_of(sight), sight.pending.name if sight.pending else "")
    else:
        head = moves.verb_label(sight, asking.move)
    lines = [f"### {escape(head)}", *_notes(note), *moves.slot_lines(sight, asking)]
    blocks = [Text("\n".join(lines)), *moves.slot_blocks(sight, asking)]
    back = Button("Back", str(press(sight, "g", "hand")))
    return Screen((Box((*blocks, Row((back,))), shape.colour(sight)),))


def seat_screen(sight: Sight, shape: Shape, seat: int) -> Screen:
    """Draw what everybody may know of a seat, and a menu of its open cards."""
    return Screen((Box(tuple(shape.seat(sight, seat)), shape.colour(sight)),))


def note_screen(text: str, colour: int = QUIET) -> Screen:
    """Draw a short word to one person."""
    return Screen((Box((Text(text),), colour),))
