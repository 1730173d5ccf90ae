"""How seats and cards are named, and which moment a clock shows."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from gettext import NullTranslations

from bot.tables.results import TableView
from bot.tables.seat_names import raw_name as raw_name
from bot.tables.seat_names import unique_name as unique_name
from bot.tables.table import Seat, Table
from bot.views.base import emoji
from bot.views.base.table_words import KIND_SIGNS
from bot.views.base.text import (
    escape,
    escape_print,
    label,
    listed,
    plural,
    true_minus,
)
from cards.kernel.game import CardFace
from cards.say import ENGLISH, say, spoken


def message_url(guild: int, channel: int, message: int) -> str:
    """Return the address at which Discord shows a message."""
    return f"https://discord.com/channels/{guild}/{channel}/{message}"


MAX_SHORT_NAME_CHARS = 14
"""The same in a heading, and where several names have to fit a phone."""

MAX_REMEMBERED_NOTES = 2048
"""Cards whose plain-text line is cached."""


def name(table: Table, seat: int) -> str:
    """Return the seat's name for use in markdown."""
    return escape(raw_name(table, seat))


def short_name(table: Table, seat: int) -> str:
    """Return the seat's name for use in a heading, in markdown."""
    return escape(unique_name(table, seat, MAX_SHORT_NAME_CHARS))


def mention(table: Table, seat: int) -> str:
    """Name a seat so that the person in it is called, where the message allows that."""
    user = table.seats[seat].user if table.seats[seat].human else 0
    return f"<@{user}>" if user else f"**{name(table, seat)}**"


def names(table: Table, seats: tuple[int, ...]) -> str:
    """Name several seats in bold, as in a sentence."""
    return listed(f"**{name(table, seat)}**" for seat in seats)


def won(table: Table) -> str:
    """Say who won; empty where nobody did."""
    return say("{names} won", names=names(table, table.winners)) if table.winners else ""


def call(table: Table, seats: tuple[int, ...], what: str) -> str:
    """Say who must do what: one person stands before it, several behind it."""
    if len(seats) == 1:
        return f"{names(table, seats)}: {what}"
    return f"{what} – {names(table, seats)}"


@dataclass(frozen=True, slots=True)
class ComputerWords:
    """What a kind of computer player is called, and how it plays."""

    face: str
    title: str
    strength: str


COMPUTER_TEXTS: dict[str, ComputerWords] = {
    "sensible": ComputerWords("🤖", "Sensible", "plays well and holds no grudge"),
    "cunning": ComputerWords("🦊", "Cunning", "thinks ahead, mostly about you"),
    "random": ComputerWords("🎲", "Random", "presses buttons and has a lovely time"),
}
"""By kind, the kinds of ``GameModule.players``."""

STRANGER = ComputerWords("🤖", "Computer", "plays by its own lights")


def words_of_computer(kind: str) -> ComputerWords:
    """Return the words for a kind of computer player, plain ones for a kind without any."""
    return COMPUTER_TEXTS.get(kind, STRANGER)


def sign(seat: Seat) -> str:
    """Return what sets a seat apart: played by the computer, away, given up."""
    if seat.dropped:
        return "🚪"
    if seat.robot:
        return words_of_computer(seat.robot).face
    return "💤" if seat.away else ""


def face(view: TableView, card: int) -> CardFace:
    """Return a card as its reader reads it; only for cards that the view names."""
    return said_face(printed(view, card))


def printed(view: TableView, card: int) -> CardFace:
    """Return the same as it is printed, to look for what its text says."""
    assert view.game is not None
    found: CardFace = view.game.face(card)
    return found


def said_face(shown: CardFace) -> CardFace:
    """Return a card in the language spoken; kind, figures and traits are closed words, said when shown."""
    return shown if spoken.get() is ENGLISH else _said_face(spoken.get(), shown)


@lru_cache(MAX_REMEMBERED_NOTES)
def _said_face(_: NullTranslations, shown: CardFace) -> CardFace:
    name, *text, flavour = map(say, (shown.name, *shown.text, shown.flavour))
    return replace(shown, name=name, text=tuple(text), flavour=flavour)


def card_name(view: TableView, card: int) -> str:
    """Return the name of a card for use in markdown."""
    return escape_print(face(view, card).name)


def card_label(view: TableView, card: int, most: int = 80) -> str:
    """Return the name of a card as buttons and options need it."""
    return label(face(view, card).name, most)


def card_sign(shown: CardFace) -> str:
    """Return the sign of the card's kind."""
    return KIND_SIGNS.get(shown.kind.lower(), "🂠")


def card_emoji(shown: CardFace) -> str:
    """Return the sign of the card's kind for a button or a menu, where it may be a picture of ours."""
    return emoji.with_picture(card_sign(shown), shown)


def card_note(shown: CardFace, most: int = 100) -> str:
    """Return the card in one line of plain text: figures, then what it does."""
    return _card_note(spoken.get(), shown, most)


@lru_cache(MAX_REMEMBERED_NOTES)
def _card_note(_: NullTranslations, shown: CardFace, most: int) -> str:
    parts = (card_figures(shown), " ".join(card_lines(shown)))
    return label(" · ".join(part for part in parts if part), most)


def card_figures(shown: CardFace) -> str:
    """Return the card's figures in one line; a value that explains itself has no label."""
    return ", ".join(figure(key, value) for key, value in shown.figures)


def figure(key: str, value: str) -> str:
    """Return a figure of a card in words, with a label where the value does not explain itself."""
    return true_minus(_figure(key, value))


def _figure(key: str, value: str) -> str:
    match key:
        case "Bonus":
            return value
        case "Slot" | "Sex":
            return say(value)
        case "Value":
            gold = value.removesuffix(" gold")
            return say("{n} gold", n=gold) if gold != value else say(value)
        case "Treasures" | "Levels":
            return plural(int(value), key.removesuffix("s")) if value.isdecimal() else f"{key} {value}"
        case _:
            return f"{say(key)} {say(value)}".strip()


def card_lines(shown: CardFace) -> list[str]:
    """Return what the card does, a line each, without what its figures say already."""
    bonus = dict(shown.figures).get("Bonus")
    own = "" if bonus is None else say(f"{bonus} to your strength.")
    return [true_minus(line) for line in shown.text if line != own]


def clock(view: TableView) -> str:
    """Return a running clock that every reader sees in their own time zone, or nothing.

    What all may pass is over as soon as they have.
    """
    if view.deadline is None:
        return ""
    if view.pending is not None and view.pending.optional:
        return " · ⏱ " + say("<t:{deadline}:R> at the latest", deadline=view.deadline)
    return f" · ⏱ <t:{view.deadline}:R>"
