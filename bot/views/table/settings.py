"""The settings of a lobby: game, speed and house rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.tables.table import Table
from bot.views.base import naming, wording
from bot.views.base.game_screens import screens_by_key
from bot.views.base.layout import (
    Block,
    Button,
    ButtonRow,
    Container,
    Field,
    Form,
    Option,
    Screen,
    Select,
    Text,
)
from bot.views.base.limits import MAX_FIELD_LABEL_CHARS, MAX_FIELD_NOTE_CHARS, MAX_OPTIONS, MAX_TITLE_CHARS
from bot.views.base.table_words import CHOSEN_SEX_TEXTS, SEX_SIGNS, SEX_TEXTS, SPEED_TEXTS, WATCHER_TEXTS
from bot.views.base.text import label, say
from bot.views.press.moves import lobby_custom_id
from bot.views.table.house_rules import speed_meaning
from bot.views.table.lobby import SHORT_GAME, time_text
from bot.views.table.private import SUCCESS_COLOR
from cards.game_module import GameModule
from cards.registry import title_of

OPEN_TEXT = "-# The host chooses; everybody may look."
SEX_NOTE = "Some cards care. Monsters bite either way."


def flags(module: GameModule) -> list[str]:
    """List the options that are yes or no and concern the game's cards, as many as fit into a menu."""
    return [key for key in _options(module) if isinstance(module.default_options[key], bool)][:MAX_OPTIONS]


def _options(module: GameModule) -> list[str]:
    return [key for key in module.default_options if key not in module.idle_options]


def settings_screen(
    table: Table,
    module: GameModule,
    sets: Sequence[GameModule],
    seat: int | None,
    *,
    mates: Sequence[GameModule] = (),
    note: str = "",
) -> Screen:
    """Draw the settings; only the host's choices count, but everybody may look.

    ``sets`` are the games to choose from, ``mates`` those that mix with the first one of the table, ``seat``
    is where the reader sits, ``note`` says why the last choice was refused.
    """
    blocks: list[Block] = [
        Text(f"### ⚙️ {say('Settings')}\n{f'❗ {note}' if note else say(OPEN_TEXT)}"),
        *_sets(table, sets, mates),
        *_short_game(table, module),
        _choice(table, "speed", table.speed, _speeds(table, module), say("Speed")),
        *_computers(table, module),
        *_character(table, module, seat),
        _choice(table, "watchers", table.watchers, WATCHER_TEXTS, say("Spectators")),
    ]
    return Screen((Container((*blocks, *_house_rules(table, module)), 0x5865F2),))


def _house_rules(table: Table, module: GameModule) -> list[Block]:
    """Draw the options of the game: those that are on or off, and those with a value."""
    blocks: list[Block] = []
    switches = flags(module)
    if switches:
        options = tuple(_option(table, module, key) for key in switches)
        blocks.append(Text(say("-# House rules that are on")))
        blocks.append(Select(lobby_custom_id(table, "flags"), options, say("House rules"), 0, len(switches)))
    others = [key for key in _options(module) if key not in switches][:MAX_OPTIONS]
    if others:
        options = tuple(_option(table, module, key) for key in others)
        blocks.append(Select(lobby_custom_id(table, "value"), options, say("Change times and variants…")))
    return blocks


def _sets(table: Table, sets: Sequence[GameModule], mates: Sequence[GameModule]) -> list[Block]:
    """Draw the menu of what is played, and one of what is mixed in.

    The first takes one answer: a menu of several keeps its old ticks, so who wants another game got both.
    """
    first, *mixed = table.game.split("+")
    games = tuple(
        Option(label(title_of(each.name), 100), each.name, label(_advice(each), 100), each.name == first)
        for each in sets[:MAX_OPTIONS]
    )
    found: list[Block] = [Select(lobby_custom_id(table, "game"), games, say("What is played"))]
    more = tuple(
        Option(
            label(f"+ {title_of(each.name)}", 100),
            each.name,
            label(say(each.blurb), 100),
            chosen=each.name in mixed,
        )
        for each in mates[:MAX_OPTIONS]
    )
    if more:
        press = lobby_custom_id(table, f"more.{first}")
        found.append(Select(press, more, say("Mix in more sets…"), 0, len(more)))
    return found


def _speeds(table: Table, module: GameModule) -> dict[str, tuple[str, str]]:
    """Return the speeds with how long a turn is at each of them."""
    return {
        speed: (title, speed_meaning(module, table.options, speed))
        for speed, (title, _) in SPEED_TEXTS.items()
    }


def _advice(module: GameModule) -> str:
    """Say how long a game takes and how hard it is, or what it is about."""
    return " · ".join(filter(None, [time_text(module), say(module.difficulty)])) or say(module.blurb)


def _short_game(table: Table, module: GameModule) -> list[Block]:
    if SHORT_GAME not in flags(module):
        return []
    on = table.options.get(SHORT_GAME) is True
    name = f"{'standard' if on else 'preset'}.{SHORT_GAME}"
    title, _ = wording.option(screens_by_key(module.screens).words, SHORT_GAME)
    button = Button(
        f"{title}: {say('on' if on else 'off')}",
        lobby_custom_id(table, name),
        "good" if on else "plain",
        emoji="⚡",
    )
    return [ButtonRow((button,))]


def _computers(table: Table, module: GameModule) -> list[Block]:
    """Draw the menu of computer players, each with its face and its strength."""
    if not module.players or len(table.seats) >= module.seat_limit(table.options):
        return []
    known = [(kind, naming.words_of_computer(kind)) for kind in module.players]
    options = (
        Option(say(words.title), kind, label(say(words.strength), 100), emoji=words.face)
        for kind, words in known
    )
    return [Select(lobby_custom_id(table, "robot"), tuple(options), say("Add a computer player…"))]


def _character(table: Table, module: GameModule, seat: int | None) -> list[Block]:
    """Draw the menu of what the reader's character starts as; without a choice the dice decide."""
    if seat is None or not module.has_sexes:
        return []
    return [_choice(table, "sex", table.seats[seat].sex, SEX_TEXTS, say("Your character"))]


def character_screen(table: Table, seat: int, told: str) -> Screen:
    """Ask somebody who has sat down whom they play, where no Role says it (R-034); ``told`` comes first."""
    chosen = table.seats[seat].sex
    asked = say("Who are you in this game? Say nothing, and the dice decide.")
    if chosen:
        asked = say(CHOSEN_SEX_TEXTS[chosen])
    buttons = tuple(
        Button(
            f"{SEX_SIGNS[sex]} {say(title)}",
            lobby_custom_id(table, f"sex.{sex}"),
            "good" if sex == chosen else "plain",
        )
        for sex, (title, _) in SEX_TEXTS.items()
    )
    blocks = (Text(told), Text(f"{asked}\n-# {say(SEX_NOTE)}"), ButtonRow(buttons))
    return Screen((Container(blocks, SUCCESS_COLOR),))


def _choice(table: Table, name: str, now: str, texts: Mapping[str, tuple[str, str]], hint: str) -> Select:
    """Draw the menu of one setting: its values, each with what it means."""
    options = (
        Option(say(title), value, label(say(meaning), 100), chosen=value == now)
        for value, (title, meaning) in texts.items()
    )
    return Select(lobby_custom_id(table, name), tuple(options), hint)


def _option(table: Table, module: GameModule, key: str) -> Option:
    value = table.options.get(key, module.default_options[key])
    title, note = wording.option(screens_by_key(module.screens).words, key)
    note = label(note, 100) if note else ""
    if isinstance(module.default_options[key], bool):
        return Option(label(title, 100), key, note, chosen=bool(value))
    return Option(label(f"{title}: {wording.option_value(value, key, table.speed)}", 100), key, note)


def value_form(table: Table, module: GameModule, key: str) -> Form:
    """Ask for the new value of an option."""
    title, note = wording.option(screens_by_key(module.screens).words, key)
    value = wording.option_value(table.options.get(key, module.default_options[key]), key)
    now = say("Now: {value}", value=value)
    told = label(f"{note}. {now}" if note else now, MAX_FIELD_NOTE_CHARS)
    entry = Field("value", label(title, MAX_FIELD_LABEL_CHARS), told, least=0, most=40)
    return Form(lobby_custom_id(table, f"set.{key}"), label(title, MAX_TITLE_CHARS), (entry,))
