"""The cards of a hand in the height that is left: a picture, buttons of what works by itself, one menu."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from bot.tables.choices import Choice
from bot.tables.results import TableView
from bot.views.base import limits, naming
from bot.views.base.custom_ids import ButtonAction, CustomId, PartialChoice
from bot.views.base.game_screens import screens_of
from bot.views.base.layout import (
    ALT_TEXT_ROOM_CHARS,
    Block,
    Button,
    Option,
    Picture,
    Screen,
    Select,
    Separator,
    Style,
    Text,
)
from bot.views.base.limits import MAX_LABEL_CHARS
from bot.views.base.parts import LAST_RANK, CardGroup
from bot.views.base.phone_height import blocks_px, hand_picture_px
from bot.views.base.sketches import Strip, TextSize
from bot.views.base.text import escape, fit, label, listed_within, say, shorten
from bot.views.press import moves
from bot.views.press.moves import screen_custom_id
from cards.kernel.game import CardFace
from cards.kernel.moves import Move

MAX_POWER_BUTTONS = 4
"""Powers of the reader's own that stand with the next steps of a fight; all are on their cards as well."""

MAX_CARD_BUTTONS = 3
"""Cards of the hand with a button, fewer where there is little room; all are in the menu as well."""

USE_VERB = "use"
"""What one does with a card on the table; to wear or sell gear is possible so often that it is no news."""

TRIED_VERBS = ("play", "trouble", "attack")
"""What people want to do with a card of the hand, when they ask why it cannot be done."""

EXPECTED_VERBS = ("play", "attack")
"""What one does with a card of the hand if its button only names it."""

SELF_PLAYED_KINDS = ("go up a level",)
"""Kinds of cards that nearly everybody plays on themselves."""

MAX_DOES_CHARS = 44
"""Characters of what a card does, on a button that plays it at once."""

MAX_HAND_CHARS = 1500
"""Characters of the cards for people who want words instead of a picture."""

MAX_IDLE_CHARS = 72
"""Characters of the line that names what cannot be played now."""

HAND_MENU_NUMBER = 9
"""Number of the menu of all cards in a custom_id."""

HAND_MENU_LABEL = "Read or play a card"


def presses_of(blocks: Sequence[Block]) -> set[str]:
    """Return the custom_ids of what can be pressed in some blocks."""
    return set(Screen(tuple(blocks)).custom_ids())


def hand_blocks(
    view: TableView, groups: Sequence[CardGroup], room: int, taken: Collection[str]
) -> list[Block]:
    """Draw a hand in the height that is left, in px: a picture, buttons of what works by itself, one menu.

    ``taken`` are the custom_ids of buttons that stand below: Discord takes none twice.
    """
    cards = groups[0].cards if groups else ()
    menu = _hand_menu(view, groups)
    buttons = [button for button in _hand_buttons(view, groups) if button.custom_id not in taken]
    top = _hand_picture(view, cards) if cards else Text(say("-# No cards in your hand"))
    idle = [card for card in cards if not is_live(view, card)]
    told = list[Block]()
    if idle and len(idle) < len(cards):
        told = [Text(_idle_line([naming.card_name(view, card) for card in idle]))]
    room -= hand_picture_px(_strip(view, cards)) if cards else int(blocks_px([top]))
    counts = range(min(MAX_CARD_BUTTONS, len(buttons)), 0, -1)
    # A button is worth more than the line that names what cannot be played.
    none = [] if buttons else [(told, 0)]
    for above, count in [*((told, n) for n in counts), *(([], n) for n in counts), *none]:
        found = [*above, *moves.rows(buttons[:count]), *menu]
        if blocks_px([*found, Separator()]) <= room:
            return [top, *found]
    # What can be played never goes for want of room, unless an offer wants an answer first.
    return [top, *([] if screens_of(view).offers(view) else moves.rows(buttons[:1])), *menu]


def needed_px(view: TableView, groups: Sequence[CardGroup]) -> float:
    """Return the height that a hand needs to be of use: its picture, its menu, and a button if it has any."""
    held = _strip(view, groups[0].cards if groups else ())
    least = [*moves.rows(_hand_buttons(view, groups)[:1]), *_hand_menu(view, groups)]
    return hand_picture_px(held) + blocks_px([*least, Separator()])


def _idle_line(names: Sequence[str]) -> str:
    """Name what cannot be played now, and count what has no room.

    The names are set apart: some have a comma in them.
    """
    return say("-# Not now: {cards}", cards=listed_within([f"*{name}*" for name in names], MAX_IDLE_CHARS))


def _hand_buttons(view: TableView, groups: Sequence[CardGroup]) -> list[Button]:
    """Draw what the reader's cards can do by themselves: the best gear, cards of the hand, then powers."""
    cards = groups[0].cards if groups else ()
    advice = screens_of(view).advice
    gear_text, gear = ("", frozenset[int]()) if advice is None else advice.best_gear(view)
    alone = [card for card in cards if card not in gear and any(move.card == card for move in view.moves)]
    ranks = {card: 0 if advice is None else advice.card_rank(view, card) for card in alone}
    alone.sort(key=ranks.__getitem__)
    press = str(moves.custom_id_for(view, ButtonAction.LOBBY, "equip"))
    buttons = [Button(gear_text, press, "good", emoji="🎒")] if gear else []
    buttons += [
        _card_button(view, card, "plain" if ranks[card] >= LAST_RANK else "primary") for card in alone
    ]
    buttons += [moves.move_button(view, move, style="primary") for move in _other_powers(view, groups)]
    return list({button.label: button for button in reversed(buttons)}.values())[::-1]  # copies do the same


def is_live(view: TableView, card: int) -> bool:
    """Return True if the reader can do something with a card now."""
    return any(move.card == card for move in view.moves) or bool(uses_of(view, card))


def uses_of(view: TableView, card: int) -> list[Button]:
    """List the buttons that begin a move of something else with this card of the reader's."""
    calculator = screens_of(view).calculator
    return [] if calculator is None else calculator.uses_of(view, card)


def shown_powers(view: TableView) -> list[tuple[Move, str]]:
    """List the powers of cards in play that stand with the reader's next steps, each with a name."""
    names = screens_of(view).names
    return [] if names is None else names.own_powers(view)[:MAX_POWER_BUTTONS]


def _other_powers(view: TableView, groups: Sequence[CardGroup]) -> list[Move]:
    """List what the reader's cards on the table can do now, but for what stands with the next steps."""
    held = {card for group in groups[1:] for card in group.cards}
    shown = [move for move, _ in shown_powers(view)]
    return [move for move in view.moves if move.verb == USE_VERB and move.card in held and move not in shown]


def _card_button(view: TableView, card: int, style: Style) -> Button:
    """Return the button of a card: its move if it has one, else the screen of the card."""
    shown = naming.face(view, card)
    mine = [move for move in view.moves if move.card == card]
    text, press = shown.name, screen_custom_id(view, f"card.{card}")
    if len(mine) == 1:
        made = moves.move_custom_id(view, mine[0])
        press = str(made)
        text = moves.verb_label(view, mine[0])
        if mine[0].verb in EXPECTED_VERBS:
            text = text.removeprefix(f"{moves.verb_of(view, mine[0]).short} ")
        if (own := _played_on_oneself(view, mine[0], shown)) is not None:
            press, text = str(own), say("{text}: for you", text=text)
        elif text == shown.name and made.action is ButtonAction.MOVE:
            text = f"{text}: {_does(shown)}"  # no sum says it
    return Button(label(text, MAX_LABEL_CHARS), press, style, emoji=naming.card_emoji(shown))


def _does(shown: CardFace) -> str:
    """Say in plain text what a card does, as many sentences as there is room for."""
    whole = naming.card_note(shown, MAX_HAND_CHARS)
    if len(whole) <= MAX_DOES_CHARS:
        return whole
    return whole[:MAX_DOES_CHARS].rpartition(". ")[0] or shorten(whole, MAX_DOES_CHARS)


def _played_on_oneself(view: TableView, move: Move, shown: CardFace) -> CustomId | None:
    """Return the press that plays a card on its owner, where that is what nearly everybody wants.

    The menu of all cards leads to the question on whom.
    """
    asked = moves.open_slots(move)
    if shown.kind.lower() not in SELF_PLAYED_KINDS or len(asked) != 1 or len(move.slots) != 1:
        return None
    slot = move.slots[0]
    if slot.kind != "seat" or slot.most != 1 or view.seat not in slot.options:
        return None
    pressed = moves.custom_id_for(
        view, ButtonAction.MOVE, str(PartialChoice(Choice.of(move).with_picks(view.seat)))
    )
    return pressed if pressed.fits else None


def _hand_menu(view: TableView, groups: Sequence[CardGroup]) -> list[Block]:
    """Draw the menu of all of the reader's cards, those that can be played now first."""
    options: list[Option] = []
    usable = {move.card for move in view.moves if move.verb == USE_VERB}
    for number, group in enumerate(groups):
        live = {card: is_live(view, card) if number == 0 else card in usable for card in group.cards}
        for card in sorted(group.cards, key=lambda card: not live[card]):
            shown = naming.face(view, card)
            where = "" if number == 0 else f" ({group.title.removeprefix('Your ')})"
            name = label(f"{'▶ ' if live[card] else ''}{shown.name}{where}", 100)
            options.append(Option(name, str(card), naming.card_note(shown), emoji=naming.card_emoji(shown)))
    if not options:
        return []
    custom_id = screen_custom_id(view, f"cards.{HAND_MENU_NUMBER}")
    return [Select(custom_id, tuple(options[: limits.MAX_OPTIONS]), HAND_MENU_LABEL)]


def _strip(view: TableView, cards: tuple[int, ...]) -> Strip:
    """Lay out a hand; four stand in a row where a strip of the board needs the room."""
    size: TextSize = "normal" if screens_of(view).strip is None else "small"
    return Strip(tuple(naming.face(view, card) for card in cards), size)


def _hand_picture(view: TableView, cards: tuple[int, ...]) -> Picture:
    """Draw a hand; the words in its place say the same, a card a line."""
    strip = _strip(view, cards)
    faces = strip.faces
    told = say("Your hand: {cards}", cards=", ".join(face.name for face in faces))
    words = fit([_card_line(face) for face in faces], MAX_HAND_CHARS)
    return Picture("attachment://hand.png", shorten(told, ALT_TEXT_ROOM_CHARS), strip, words)


def _card_line(shown: CardFace) -> str:
    figures = naming.card_figures(shown)
    return f"-# {naming.card_sign(shown)} **{escape(shown.name)}**" + (
        f" · {escape(figures)}" if figures else ""
    )


def is_idle(view: TableView, card: int) -> bool:
    """Return True if a card is in the reader's hand and they can do nothing with it now."""
    groups = [] if view.seat is None or view.game_view is None else screens_of(view).hand.groups(view)
    return bool(groups) and card in groups[0].cards and not is_live(view, card)
