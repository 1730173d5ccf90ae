"""The way into a game: the word of welcome, and the lobby with what is played and who is there."""

from __future__ import annotations

from bot.tables.results import TableView
from bot.tables.table import Table
from bot.views.base import naming
from bot.views.base.custom_ids import ButtonAction, CustomId
from bot.views.base.layout import Block, Button, ButtonRow, Container, Picture, Screen, Style, Text
from bot.views.base.sketches import Poster
from bot.views.base.table_words import SEX_SIGNS
from bot.views.base.text import escape, plural, say
from bot.views.pages.rule_links import RULES_EMOJI, RulesLink, rules_button
from bot.views.press.moves import lobby_custom_id
from bot.views.table.fairness import seal_mark
from bot.views.table.house_rules import agreed_lines
from bot.views.table.public import HALTED_COLOR, halt_blocks
from cards.game_module import GameModule
from cards.kernel.game import CardFace
from cards.registry import title_of

WELCOME_TEXT = (
    "Kick doors, fight monsters, bribe a helper, stab a friend. One game per channel; hands are private."
)
LOBBY_COLOR = 0x5865F2
POSTER_FACES = 5
_posters: dict[str, tuple[CardFace, ...]] = {}
"""By game: a game's cards are made once."""

WITH_ROBOTS = "robots"
"""What the press of a start adds that lets computers take the seats that are missing."""

SHORT_GAME = "short"
"""The option that makes a game shorter, of those games that have it."""

SHORT_GAME_SHARE = 0.7
"""How long a short game takes, compared with others: by its turns, between computers."""


def lobby_screen(view: TableView, module: GameModule) -> Screen:
    """Draw the lobby."""
    table = view.table
    blocks: list[Block] = [
        Text(f"## 🚪 {escape(title_of(module.name))}"),
        *_poster(module, short=bool(table.options.get(SHORT_GAME))),
    ]
    asked = tuple(one.user for one in table.former if one.user)
    again = say("🔁 Same again? {people}", people=", ".join(f"<@{user}>" for user in asked))
    blocks += [
        *([Text(again)] if asked else []),
        Text(_who(table, module)),
        Text("\n".join(filter(None, [*agreed_lines(table, module), seal_mark(table)]))),
        *halt_blocks(table),
        Text(_prompt(table, module)),
        ButtonRow(tuple(_seat_buttons(table, module))),
        ButtonRow(
            (
                Button(say("Settings"), lobby_custom_id(table, "settings"), emoji="⚙️"),
                rules_button(table),
                Button(say("First time? Ten minutes"), lobby_custom_id(table, "learn"), emoji="🎓"),
                Button(say("Leave"), lobby_custom_id(table, "leave")),
            )
        ),
    ]
    color = HALTED_COLOR if table.halt else LOBBY_COLOR
    return Screen((Container(tuple(blocks), color),), mentioned_users=asked)


def _poster(module: GameModule, *, short: bool) -> list[Block]:
    """Draw what the game looks like and is about, how long it takes, and how hard it is."""
    faces = poster_faces(module)
    facts = " · ".join(filter(None, [time_text(module, short=short), say(module.difficulty)]))
    words = "\n".join(filter(None, [say(module.blurb), f"-# ⏱ {facts}" if facts else ""]))
    if not faces:
        return [Text(words)] if words else []
    about, drawn = say(module.blurb), tuple(map(naming.said_face, faces))
    told = f"{about} {facts}. {say('Drawings of some of its monsters.')}"
    return [Picture("attachment://poster.png", told, Poster(drawn, about, facts), words)]


def poster_faces(module: GameModule) -> tuple[CardFace, ...]:
    """Return the cards that a game shows itself with: monsters from all over its sets."""
    if module.name not in _posters:
        monsters = [face for face in module.faces() if face.kind.casefold() == "monster"]
        count = min(POSTER_FACES, len(monsters))
        spots = [(2 * number + 1) * len(monsters) // (2 * count) for number in range(count)]
        _posters[module.name] = tuple(monsters[spot] for spot in spots)
    return _posters[module.name]


def time_text(module: GameModule, *, short: bool = False) -> str:
    """Say how long a game, or a short one, takes; empty where nobody knows."""
    if module.minutes is None:
        return ""
    least, most = (
        round(minutes * SHORT_GAME_SHARE / 5) * 5 if short else minutes for minutes in module.minutes
    )
    if least == most:
        return say("{most} minutes", most=most)
    return say("{least} to {most} minutes", least=least, most=most)


def _who(table: Table, module: GameModule) -> str:
    seats = [_seat(table, module, number) for number in range(len(table.seats))]
    least, most = module.min_seats, module.seat_limit(table.options)
    return say("👥 {seats} ({least} to {most} can play)", seats=", ".join(seats), least=least, most=most)


def _seat(table: Table, module: GameModule, number: int) -> str:
    seat = table.seats[number]
    marks = [naming.sign(seat), "👑" if seat.user and seat.user == table.host else ""]
    marks += [SEX_SIGNS.get(seat.sex, "")] if module.has_sexes else []
    return " ".join(filter(None, [f"**{naming.name(table, number)}**", *marks]))


def _prompt(table: Table, module: GameModule) -> str:
    need = module.min_seats - len(table.seats)
    if need > 0:
        missing = plural(need, "more player")
        return say("👉 {missing} needed: **Join**, or play with computers.", missing=missing)
    seat = table.seat_of(table.host)
    host = naming.name(table, seat) if seat is not None else say("The host")
    if len(table.seats) == 1:
        return say("👉 **{host}** can press **Start** now to play alone, or wait for others.", host=host)
    return say("👉 **{host}** can press **Start** now.", host=host)


def _seat_buttons(table: Table, module: GameModule) -> list[Button]:
    missing = len(table.seats) < module.min_seats
    full = len(table.seats) >= module.seat_limit(table.options)
    more: Style = "primary" if missing else "plain"
    found = [
        Button(say("Join"), lobby_custom_id(table, "join"), "primary", disabled=full, emoji="🪑"),
        _start_button(table, module),
    ]
    if module.players:
        robot = lobby_custom_id(table, "robot")
        found.append(Button(say("Add computer"), robot, more, disabled=full, emoji="🤖"))
    return found


def _start_button(table: Table, module: GameModule) -> Button:
    """Return what begins the game; as long as people are missing, with computers in their place."""
    need = module.min_seats - len(table.seats)
    if need <= 0 or not module.players:
        style: Style = "plain" if need > 0 else "good"
        return Button(say("Start"), lobby_custom_id(table, "start"), style, disabled=need > 0, emoji="▶️")
    press = lobby_custom_id(table, f"start.{WITH_ROBOTS}")
    return Button(say("Start with {computers}", computers=plural(need, "computer")), press, "good", emoji="▶️")


def welcome_screen(*, pictures: bool) -> Screen:
    """Say how a game begins, and what is lacking where we may send no pictures."""
    lines = [
        say("### 🚪 Kickdoor is at your door"),
        say(WELCOME_TEXT),
        say("Press **Open a table** here, or type `/kickdoor new` where you want to play."),
    ]
    if not pictures:
        lines.append(say("-# I lack **Attach Files** here, so you would read words instead of pictures."))
    lines.append(say("-# Who may use which command: Server Settings, **Integrations**, Kickdoor."))
    buttons = (
        Button(say("Open a table"), str(CustomId(0, 0, ButtonAction.LOBBY, "new")), "primary", emoji="🎲"),
        Button(say("Rules"), RulesLink().custom_id("rules"), emoji=RULES_EMOJI),
    )
    return Screen((Container((Text("\n".join(lines)), ButtonRow(buttons))),))
