"""The private screen that steps through a finished game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from bot.tables.results import TableView
from bot.views.base import naming
from bot.views.base.custom_ids import ButtonAction, CustomId
from bot.views.base.game_screens import screens_of
from bot.views.base.layout import (
    AttachedFile,
    Block,
    Button,
    ButtonRow,
    Container,
    File,
    Option,
    Picture,
    Screen,
    Select,
    Separator,
    Style,
    Text,
)
from bot.views.base.limits import text_length
from bot.views.base.phone_height import blocks_px, room_px
from bot.views.base.sketches import Castle
from bot.views.base.table_words import SAID_TEXTS
from bot.views.base.text import fit, label, listed, say
from bot.views.pages.help import part_of
from bot.views.table import news, story

REPLAY_COLOR = 0x9B59B6
MAX_TOLD_LINES = 60
"""More than a chapter has."""
MAX_STORY_CHARS = 1200
MAX_HANDS_CHARS = 1200
ROOM_CHARS = 3900
"""Characters on a screen; the board comes first, then the story, then the hands."""
PICTURE_PX = 165
"""About how high the picture of a fight or a table is on a phone."""
CASTLE_PX = 275
"""About how high the picture of a castle is there."""
MIN_STORY_PX = 110
"""Where a board leaves less room for the story, it has a part of its own."""
MAX_JUMPS = 25
"""What a menu holds."""


@dataclass(frozen=True, slots=True)
class ReplayJumps:
    """The chapters that the buttons lead to; None where there is none."""

    first: int | None
    previous_turn: int | None
    previous: int | None
    next: int | None
    next_turn: int | None
    previous_fight: int | None
    next_fight: int | None
    highlights: tuple[tuple[int, str], ...] = ()


Moment = tuple[int, Picture]
"""A revision, and what the table showed of it."""


@dataclass(frozen=True, slots=True)
class ReplayPage:
    """What a screen of a replay shows. ``hands`` are the seats' views where all hands lie open.

    ``view`` is an onlooker's; with open hands its past is complete. ``part`` is the part of a story that is
    too long for one screen or has several ``moments`` with a picture.
    """

    number: int
    count: int
    fight: bool
    view: TableView
    jumps: ReplayJumps
    hands: tuple[TableView, ...] = ()
    note: str = ""
    with_files: bool = False
    part: int = 0
    moments: tuple[Moment, ...] = ()


def replay_screen(page: ReplayPage) -> Screen:
    """Draw a chapter: what happened in it, how the table stood at its end, and where to go from here.

    The story is told in parts: up to each moment that had a picture on the table, and what is too long for a
    phone in several. The table, which gives the end away, stands below the last one.
    """
    view, game = page.view, screens_of(page.view)
    what = say("⚔ fight" if page.fight else "table")
    place = say("{part} of {parts}", part=page.number + 1, parts=page.count)
    head = f"{game.board.title(view)}\n-# 🎬 {say('Replay')} · {what} · {place}"
    note = f"\n-# ⚠ {page.note}" if page.note else ""
    px = room_px([Text(head + note), *_buttons(page, 1)])
    scenes = cut_at(view, page.moments, game.board.draw(view))
    parts = [(told, shown) for lines, board in scenes for told, shown in _parts(lines, px, board)]
    part = max(0, min(page.part, len(parts) - 1))
    page = replace(page, part=part)
    head += part_of(part + 1, len(parts))
    lines, board = parts[part]
    room = ROOM_CHARS - len(head) - len(page.note) - text_length(Screen(tuple(board)).without_pictures())
    told = fit(lines, min(MAX_STORY_CHARS, room))
    blocks: list[Block] = [Text(head + note), *([Text(told)] if told else [])]
    blocks += [Separator(), *board] if board else []
    if page.hands:
        room = min(MAX_HANDS_CHARS, room - len(told))
        blocks += [Separator(), Text(fit([hand_line(own) for own in page.hands], room))]
    blocks += [Separator(line=False), *_buttons(page, len(parts))]
    return Screen((Container(tuple(blocks), REPLAY_COLOR),))


def cut_at(
    view: TableView, moments: Sequence[Moment], board: Sequence[Block]
) -> list[tuple[list[str], Sequence[Block]]]:
    """Cut the story of a view where the table had something to show; what is on it now stands at the end."""
    told = story.tell(view, view.past)[-MAX_TOLD_LINES:]
    shown = [block.sketch for block in board if isinstance(block, Picture)]
    scenes: list[tuple[list[str], Sequence[Block]]] = []
    for revision, picture in moments:
        lines = [line for line in told if line.revision.revision <= revision]
        if lines and picture.sketch not in shown:
            scenes.append((story.counted(lines), (picture,)))
            told = told[len(lines) :]
    return [*scenes, (story.counted(told), board)]


def _parts(
    lines: Sequence[str], room: int, board: Sequence[Block]
) -> list[tuple[list[str], Sequence[Block]]]:
    """Return the lines of a story in parts that a phone has room for; the board stands with the last one."""
    parts = _line_parts(lines, room, board)
    return [(part, board if number == len(parts) else ()) for number, part in enumerate(parts, 1)]


def _line_parts(lines: Sequence[str], room: int, board: Sequence[Block]) -> list[list[str]]:
    parts: list[list[str]] = [[]]
    for line in (f"> {line}" for line in lines):
        if parts[-1] and _height_px([*parts[-1], line]) > room:
            parts.append([])
        parts[-1].append(line)
    beside = room - int(blocks_px(board)) - sum(map(_picture_px, board))
    if beside < MIN_STORY_PX:
        return [*parts, []] if parts[-1] else parts
    last = parts[-1]
    while len(last) > 1 and _height_px(last) > beside:
        kept = next((n for n in range(1, len(last)) if _height_px(last[n:]) <= beside), len(last) - 1)
        parts[-1:] = [last[:kept], last[kept:]]
        last = parts[-1]
    return [*parts, []] if _height_px(last) > beside else parts


def _picture_px(block: Block) -> int:
    if not isinstance(block, Picture):
        return 0
    return CASTLE_PX if isinstance(block.sketch, Castle) else PICTURE_PX


def _height_px(lines: Sequence[str]) -> float:
    return blocks_px((Text("\n".join(lines)),))


def story_lines(view: TableView) -> list[str]:
    """Tell the past of a view: the one place where replays ask for the words of the story."""
    return news.sentences(view, MAX_TOLD_LINES)


def hand_line(view: TableView) -> str:
    """List the cards of a seat as it sees them itself."""
    assert view.seat is not None
    groups = [(title, names) for title, names in own_cards(view) if names]
    cards = " · ".join(f"{title}: {listed(names)}" for title, names in groups)
    return f"**{naming.name(view.table, view.seat)}** ✋ {cards or say('no cards')}"


def own_cards(view: TableView) -> list[tuple[str, list[str]]]:
    """Return a seat's own cards by name, under the headings of its hand."""
    return [
        (
            group.title.removeprefix("Your ").capitalize(),
            [naming.card_name(view, card) for card in group.cards],
        )
        for group in screens_of(view).hand.groups(view)
    ]


def replay_custom_id(
    table: int, chapter: int = 0, part: int = 0, *, hands_open: bool = False, tag: str = ""
) -> CustomId:
    """Return the custom_id that shows a part of a chapter; ``tag`` keeps two buttons for one apart."""
    rest = f"{chapter}.{_mode(hands_open=hands_open)}" + (f".{part}" if part else "")
    return CustomId(table, 0, ButtonAction.REPLAY, rest, tag)


def files_screen(table: int, files: Sequence[File]) -> Screen:
    """Hand the files of a game to its host."""
    text = say(SAID_TEXTS["replay_files"])
    attachments = (AttachedFile(file.name) for file in files)
    back = ButtonRow((Button(say("Back to the replay"), str(replay_custom_id(table)), emoji="🎬"),))
    return Screen((Text(text), *attachments, back), tuple(files))


def _buttons(page: ReplayPage, parts: int) -> list[Block]:
    """Draw the ways on; ``parts`` is how many parts the story has."""
    jumps = page.jumps
    back = (page.number, page.part - 1) if page.part else (jumps.previous, 0)
    on = (page.number, page.part + 1) if page.part + 1 < parts else (jumps.next, 0)
    steps = (
        _jump(page, "first", say("First"), jumps.first),
        _jump(page, "pt", say("◀ Turn"), jumps.previous_turn),
        _jump(page, "p", say("◀ Back"), *back),
        _jump(page, "n", say("On ▶"), *on, style="primary"),
        _jump(page, "nt", say("Turn ▶"), jumps.next_turn, style="primary"),
    )
    has_fights = jumps.previous_fight is not None or jumps.next_fight is not None
    fights = (
        _jump(page, "pf", say("◀ Fight"), jumps.previous_fight),
        _jump(page, "nf", say("Fight ▶"), jumps.next_fight),
    )
    more = [
        *(fights if has_fights else ()),
        Button(
            say("Public view" if page.hands else "All hands"),
            str(replay_custom_id(page.view.table.id, page.number, hands_open=not page.hands, tag="m")),
            emoji="👀",
        ),
    ]
    if page.with_files:
        files = CustomId(page.view.table.id, 0, ButtonAction.REPLAY, "files")
        more.append(Button(say("Files"), str(files), emoji="📎"))
    rows: list[Block] = [ButtonRow(steps), ButtonRow(tuple(more))]
    if jumps.highlights:
        options = tuple(
            Option(label(text, 100), f"{number}.{_mode(hands_open=bool(page.hands))}")
            for number, text in _spread(jumps.highlights)
        )
        jump = CustomId(page.view.table.id, 0, ButtonAction.REPLAY, "jump")
        rows.append(Select(str(jump), options, say("Jump to a highlight")))
    return rows


def _spread(highlights: tuple[tuple[int, str], ...]) -> list[tuple[int, str]]:
    """Return as many highlights as a menu holds, from the first to the last, which is how it ended."""
    count, last = min(len(highlights), MAX_JUMPS), len(highlights) - 1
    return [highlights[place * last // max(count - 1, 1)] for place in range(count)]


def _jump(
    page: ReplayPage, tag: str, text: str, number: int | None, part: int = 0, *, style: Style = "plain"
) -> Button:
    target = page.number if number is None else number
    custom_id = replay_custom_id(page.view.table.id, target, part, hands_open=bool(page.hands), tag=tag)
    return Button(text, str(custom_id), style, disabled=number is None)


def _mode(*, hands_open: bool) -> str:
    return "open" if hands_open else "public"
