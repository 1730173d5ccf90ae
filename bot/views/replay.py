"""The private screen that steps through a finished game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.tables.results import TableView
from bot.views import naming, news
from bot.views.custom_ids import ButtonAction, CustomId
from bot.views.game_screens import screens_of
from bot.views.layout import (
    AttachedFile,
    Block,
    Button,
    ButtonRow,
    Container,
    File,
    Option,
    Screen,
    Select,
    Separator,
    Style,
    Text,
)
from bot.views.limits import text_length
from bot.views.text import fit, label, listed

REPLAY_COLOUR = 0x9B59B6
MAX_TOLD_LINES = 60
"""More than a chapter has."""
MAX_STORY_CHARS = 1200
MAX_HANDS_CHARS = 1200
ROOM_CHARS = 3900
"""Characters on a screen; the board comes first, then the story, then the hands."""
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


@dataclass(frozen=True, slots=True)
class ReplayPage:
    """What a screen of a replay shows. ``hands`` are the seats' views where all hands lie open.

    ``view`` is an onlooker's; with open hands its past is complete.
    """

    number: int
    count: int
    fight: bool
    view: TableView
    jumps: ReplayJumps
    hands: tuple[TableView, ...] = ()
    note: str = ""
    with_files: bool = False


def replay_screen(page: ReplayPage) -> Screen:
    """Draw a chapter: what happened in it, how the table stood at its end, and where to go from here."""
    view, shape = page.view, screens_of(page.view).shape
    what = "⚔ fight" if page.fight else "table"
    head = f"{shape.title(view)}\n-# 🎬 Replay · {what} · {page.number + 1} of {page.count}"
    blocks: list[Block] = [Text(head + (f"\n-# ⚠ {page.note}" if page.note else ""))]
    board = shape.board(view)
    room = ROOM_CHARS - len(head) - len(page.note) - text_length(Screen(tuple(board)).without_pictures())
    told = fit([f"> {line}" for line in story_lines(view)], min(MAX_STORY_CHARS, room))
    blocks += [Text(told)] if told else []
    blocks += [Separator(), *board]
    if page.hands:
        room = min(MAX_HANDS_CHARS, room - len(told))
        blocks += [Separator(), Text(fit([hand_line(own) for own in page.hands], room))]
    blocks += [Separator(line=False), *_buttons(page)]
    return Screen((Container(tuple(blocks), REPLAY_COLOUR),))


def story_lines(view: TableView) -> list[str]:
    """Tell the past of a view: the one place where replays ask for the words of the story."""
    return news.sentences(view, MAX_TOLD_LINES)


def hand_line(view: TableView) -> str:
    """List the cards of a seat as it sees them itself."""
    assert view.seat is not None
    groups = [(title, names) for title, names in own_cards(view) if names]
    cards = " · ".join(f"{title}: {listed(names)}" for title, names in groups)
    return f"**{naming.name(view.table, view.seat)}** ✋ {cards or 'no cards'}"


def own_cards(view: TableView) -> list[tuple[str, list[str]]]:
    """Return a seat's own cards by name, under the headings of its hand."""
    return [
        (
            group.title.removeprefix("Your ").capitalize(),
            [naming.card_name(view, card) for card in group.cards],
        )
        for group in screens_of(view).shape.groups(view)
    ]


def replay_custom_id(table: int, chapter: int = 0, *, hands_open: bool = False, tag: str = "") -> CustomId:
    """Return the custom_id that shows a chapter; ``tag`` keeps two buttons for the same one apart."""
    return CustomId(table, 0, ButtonAction.REPLAY, f"{chapter}.{_mode(hands_open=hands_open)}", tag)


def files_screen(table: int, files: Sequence[File]) -> Screen:
    """Hand the files of a game to its host."""
    text = (
        "### The files of this game\n"
        "The page opens in any browser, without network. `kickdoor verify` checks the dice in the lines: "
        "every card and every hand of the game is in both."
    )
    attachments = (AttachedFile(file.name) for file in files)
    back = ButtonRow((Button("Back to the replay", str(replay_custom_id(table)), emoji="🎬"),))
    return Screen((Text(text), *attachments, back), tuple(files))


def _buttons(page: ReplayPage) -> list[Block]:
    jumps = page.jumps
    steps = (
        _jump(page, "first", "First", jumps.first),
        _jump(page, "pt", "◀ Turn", jumps.previous_turn),
        _jump(page, "p", "◀ Back", jumps.previous),
        _jump(page, "n", "On ▶", jumps.next, "primary"),
        _jump(page, "nt", "Turn ▶", jumps.next_turn, "primary"),
    )
    more = [
        _jump(page, "pf", "◀ Fight", jumps.previous_fight),
        _jump(page, "nf", "Fight ▶", jumps.next_fight),
        Button(
            "Public view" if page.hands else "All hands",
            str(replay_custom_id(page.view.table.id, page.number, hands_open=not page.hands, tag="m")),
            emoji="👀",
        ),
    ]
    if page.with_files:
        files = CustomId(page.view.table.id, 0, ButtonAction.REPLAY, "files")
        more.append(Button("Files", str(files), emoji="📎"))
    rows: list[Block] = [ButtonRow(steps), ButtonRow(tuple(more))]
    if jumps.highlights:
        options = tuple(
            Option(label(text, 100), f"{number}.{_mode(hands_open=bool(page.hands))}")
            for number, text in jumps.highlights[:MAX_JUMPS]
        )
        jump = CustomId(page.view.table.id, 0, ButtonAction.REPLAY, "jump")
        rows.append(Select(str(jump), options, "Jump to a highlight"))
    return rows


def _jump(page: ReplayPage, tag: str, text: str, number: int | None, style: Style = "plain") -> Button:
    target = page.number if number is None else number
    custom_id = replay_custom_id(page.view.table.id, target, hands_open=bool(page.hands), tag=tag)
    return Button(text, str(custom_id), style, disabled=number is None)


def _mode(*, hands_open: bool) -> str:
    return "open" if hands_open else "public"
