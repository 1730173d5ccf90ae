"""What a person has missed: since their own last turn, while the caretaker played, and the whole story.

All of it is drawn from the past as that person may know it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from bot.tables.past import PastRevision
from bot.tables.results import TableView
from bot.views.base import naming
from bot.views.base.event_rows import EventTable
from bot.views.base.layout import Block, Button, ButtonRow, Container, Screen, Text
from bot.views.base.phone_height import GAP_PX, blocks_px
from bot.views.base.text import fit, plural, say
from bot.views.press.moves import screen_custom_id, words_of
from bot.views.table import story, words_said
from bot.views.table.details import watch_button
from bot.views.table.story import StoryLine
from cards.kernel.events import Event

MAX_RECAP_LINES = 10
MAX_OWN_LINES = 6
"""Lines of a recap about its reader, before the table's big moments."""
MAX_RECAP_CHARS = 1000
MAX_HAND_RECAP_CHARS = 160
"""Characters of a recap on a hand that has to fit into one view of a phone."""
MAX_NOTICES_CHARS = 100
MAX_LATEST_LINES = 3
_QUOTE = re.compile(r"[:.] “[^”]*”")
"""What somebody said behind what they did: it goes where there is little room."""
_SAYING = "💬 "
"""How a line begins that tells only what somebody has said."""
NOTICES_TITLE = "**🔔 For you, {name}**"
MIN_BLOW = 7
"""Minimum relevance of a line about the reader's own pass."""
MIN_MOMENT = 3
"""How big a moment has to be to be worth a line."""

STORY_ROOM_PX = 430.0
"""Height of the lines of a page in one view of a phone, beside its title and its buttons."""
STORY_RECAP_PX = 270
"""How much of that what the reader has missed may take on the first page."""
STORY_COLOR = 0x9B84EC

RECAP_TITLE = "**📖 Since your last turn**"
TOLL_TITLE = "💥 Fallen: "
NOTHING_TEXT = "-# Nothing that concerns you, and nothing big."


def hand_recap(view: TableView) -> str:
    """Return what to say on top of a hand; empty unless the reader's turn or a question has just come.

    It leaves out the least of it, so that the whole hand fits into one view of a phone.
    """
    if view.pending is None or view.seat is None or view.seat not in view.pending.awaited:
        return ""
    turns = _turns(view)
    is_asked = view.pending.kind == "prompt" or bool(turns and turns[-1][1] == view.seat)
    if not is_asked or _has_acted(view, turns):
        return ""
    lines = _told_since_last_turn(view, turns)
    most, count = MAX_RECAP_LINES, len(lines)
    while most > 1 and sum(len(line.replace("*", "")) for line in lines) > MAX_HAND_RECAP_CHARS:
        most = min(most, len(lines)) - 1
        lines = _told_since_last_turn(view, turns, most)
    left = count - sum(not line.startswith(TOLL_TITLE) for line in lines)
    left_out = " · " + plural(left, "more", "more") if left > 0 else ""
    return fit([RECAP_TITLE + left_out, *(f"-# {line}" for line in lines)], MAX_RECAP_CHARS) if lines else ""


def hand_notices(view: TableView) -> str:
    """Say on top of a hand what others have done to the reader in this turn, since their own last act."""
    if view.seat is None:
        return ""
    turns = _turns(view)
    own_acts = (
        past.revision - past.is_pass  # what a pass let happen is news
        for past in view.past
        if past.seat == view.seat and past.played_by_person
    )
    after = max(turns[-1][0] - 1 if turns else 0, max(own_acts, default=0))
    rows = words_of(view).events
    found = [
        (rows.concern(line.events, view.seat), f"-# {_short(line, played=False)}")
        for line in story.tell(view, view.past, after)
        if not _is_own(line, view.seat, rows)
    ]
    lines = _with_room([entry for entry in found if entry[0]])
    title = NOTICES_TITLE.format(name=naming.name(view.table, view.seat))
    return "\n".join([title, *lines]) if lines else ""


def latest_of_others(view: TableView) -> str:
    """Tell what others did last, where no table's message says so."""
    rows, me = words_of(view).events, view.seat
    lines = [line for line in story.tell(view, view.past) if me is None or not _is_own(line, me, rows)]
    return "\n".join(f"-# {_short(line, played=False)}" for line in lines[-MAX_LATEST_LINES:])


def _with_room(lines: list[tuple[int, str]]) -> list[str]:
    """Leave out what somebody said and then what concerns the reader least, the oldest first."""

    def chars() -> int:
        return sum(len(text.replace("*", "")) for _, text in lines)

    if chars() > MAX_NOTICES_CHARS:
        # A line that only says something would say nothing without it.
        spoken = [entry for entry in lines if _SAYING in entry[1]]
        lines = [(concern, _QUOTE.sub("", text)) for concern, text in lines if _SAYING not in text] or spoken
    while len(lines) > 1 and chars() > MAX_NOTICES_CHARS:
        lines.remove(min(lines, key=lambda entry: entry[0]))
    return [text for _, text in lines]


def since_last_turn(view: TableView, most: int = MAX_RECAP_LINES) -> list[str]:
    """Tell what happened since the reader's own last turn, what concerns them first."""
    return _told_since_last_turn(view, _turns(view), most)


def _told_since_last_turn(
    view: TableView, turns: list[tuple[int, int]], most: int = MAX_RECAP_LINES
) -> list[str]:
    after = _end_of_last_turn(view, turns)
    return [] if after is None else recap_lines(view, story.tell(view, view.past, after), most)


def recap_lines(view: TableView, lines: Sequence[StoryLine], most: int = MAX_RECAP_LINES) -> list[str]:
    """Choose from a story what its reader should know: what was done for them, to them, and the rest."""
    rows, me = words_of(view).events, view.seat
    mine: list[tuple[int, StoryLine]] = []
    moments: list[tuple[int, StoryLine]] = []
    for line in _unsettled(lines, rows):
        if me is not None and _is_own(line, me, rows):
            continue
        played = me is not None and was_played_for(line, me, rows)
        concern = 10 if played else rows.concern(line.events, me) if me is not None else 0
        if concern:
            mine.append((concern, line))
        elif (size := rows.moment(line.events)) >= MIN_MOMENT:
            moments.append((size, line))
    chosen = _biggest(_latest_asked(mine, rows), min(MAX_OWN_LINES, most))
    chosen += _biggest(moments, most - len(chosen))
    told = [_short(line, played=me is not None and was_played_for(line, me, rows)) for line in chosen]
    return told + _tolls(lines, chosen, rows)


def _tolls(lines: Sequence[StoryLine], chosen: Sequence[StoryLine], rows: EventTable) -> list[str]:
    """Name in one line what is lost for good and told in no line that was chosen."""
    shown = {line.number for line in chosen}
    events = [event for line in lines if line.number not in shown for event in line.events]
    lost = [toll(event) for event in events if (toll := rows.of(event).toll) is not None]
    return [TOLL_TITLE + ", ".join(lost)] if lost else []


def played_for(view: TableView, past: Sequence[PastRevision]) -> list[str]:
    """Tell what was done in the reader's name while they were away, then what else concerns them."""
    return recap_lines(view, story.tell(view, past))


def was_played_for(line: StoryLine, seat: int, rows: EventTable) -> bool:
    """Return True if the caretaker or the clock did this in the seat's name."""
    past = line.revision
    if not past.played_by_host or past.is_pass or any(rows.is_lapse(event) for event in past.events):
        return False
    if past.kind != "time_up":
        return past.seat == seat
    # What somebody asked before may stand in the line of an answer that the clock gave.
    begun = next((event for event in line.events if event in past.events), line.events[0])
    return seat in (past.seat, begun.seat) and rows.turn_begun(begun) < 0


def story_screen(view: TableView, past: Sequence[PastRevision], page: int = 0) -> Screen:
    """Draw the story, the newest page first; page 0 begins with what the reader has missed."""
    lines = story.counted(story.with_table_news(view, story.tell(view, past)))
    missed = _missed(view) if view.seat is not None and view.table.phase == "playing" else []
    pages = _pages(lines, blocks_px(missed))
    page = min(page, len(pages) - 1)
    blocks = [] if page else missed
    title = say("**📜 The story** ({part} of {parts})", part=len(pages) - page, parts=len(pages))
    blocks.append(Text("\n".join([title, *(f"-# {line}" for line in pages[page])])))
    blocks += words_said.reacting(view) if page == 0 else []
    buttons: list[Button] = []
    if page + 1 < len(pages):
        buttons.append(Button(say("Earlier"), screen_custom_id(view, f"story.{page + 1}"), emoji="⬅️"))
    if page:
        buttons.append(Button(say("Later"), screen_custom_id(view, f"story.{page - 1}"), emoji="➡️"))
    if view.seat is not None and view.table.phase == "playing":
        buttons.append(Button(say("Back"), screen_custom_id(view, "hand")))
    elif view.table.phase == "playing":
        buttons.append(watch_button(view))
    if buttons:
        blocks.append(ButtonRow(tuple(buttons)))
    return Screen((Container(tuple(blocks), STORY_COLOR),))


def _missed(view: TableView) -> list[Block]:
    """Tell what the reader has missed since their last turn, the least of it left out where it is much."""
    found: list[Block] = []
    for most in range(MAX_RECAP_LINES, 0, -1):
        lines = [f"-# {line}" for line in since_last_turn(view, most)] or [say(NOTHING_TEXT)]
        found = [Text("\n".join([RECAP_TITLE, *lines]))]
        if blocks_px(found) <= STORY_RECAP_PX:
            break
    return found


def _pages(lines: Sequence[str], taken_px: float) -> list[list[str]]:
    """Lay lines out in pages of one view, the newest first; the oldest lines of a page stand on top."""
    pages: list[list[str]] = [[]]
    room = STORY_ROOM_PX - taken_px
    for line in reversed(lines):
        high = blocks_px([Text(f"-# {line}")]) - GAP_PX
        if pages[-1] and high > room:
            pages.append([])
            room = STORY_ROOM_PX
        pages[-1].insert(0, line)
        room -= high
    return pages


def _has_acted(view: TableView, turns: list[tuple[int, int]]) -> bool:
    """Return True if the reader has done something in this turn, and so has seen how things stand."""
    begun = turns[-1][0] if turns else 0
    return any(
        past.seat == view.seat and past.played_by_person for past in view.past if past.revision > begun
    )


def _turns(view: TableView) -> list[tuple[int, int]]:
    """List the turns that are remembered: the revision in which each began, and whose it is."""
    rows = words_of(view).events
    found = ((past.revision, rows.turn_begun(event)) for past in view.past for event in past.events)
    return [(revision, seat) for revision, seat in found if seat >= 0]


def _end_of_last_turn(view: TableView, turns: list[tuple[int, int]]) -> int | None:
    """Return the revision after which the reader's last turn was over; None where nothing came since."""
    if turns and turns[-1][1] == view.seat:
        turns = turns[:-1]  # the one that is on
    own = [place for place, (_, seat) in enumerate(turns) if seat == view.seat]
    if not own:
        return 0 if turns else None
    return turns[own[-1] + 1][0] - 1 if own[-1] + 1 < len(turns) else None


def _is_own(line: StoryLine, seat: int, rows: EventTable) -> bool:
    """Return True if the reader did it, and so knows; what others do to them while they pass they do not."""
    past = line.revision
    if past.seat != seat or past.played_by_host:
        return False
    return not past.is_pass or rows.concern(line.events, seat) < MIN_BLOW


def _unsettled(lines: Sequence[StoryLine], rows: EventTable) -> list[StoryLine]:
    """Leave out what somebody has asked and what has been answered since, perhaps by the reader."""
    kept: list[StoryLine] = []
    later: list[Event] = []
    for line in reversed(lines):
        lead = line.events[0]
        settled_by = rows.of(lead).settled_by
        if settled_by is None or not any(settled_by(lead, event) for event in later):
            kept.append(line)
        later += line.events
    return kept[::-1]


def _latest_asked(found: Sequence[tuple[int, StoryLine]], rows: EventTable) -> list[tuple[int, StoryLine]]:
    """Leave out what somebody has asked before they asked for it again, with another offer."""
    latest = {
        (type(line.events[0]), line.events[0].seat): line
        for _, line in found
        if rows.of(line.events[0]).asked_again
    }
    return [
        (concern, line)
        for concern, line in found
        if latest.get((type(line.events[0]), line.events[0].seat), line) is line
    ]


def _biggest(found: Sequence[tuple[int, StoryLine]], most: int) -> list[StoryLine]:
    """Return the biggest lines, of equal ones the latest, in the order in which they happened."""
    ranked = sorted(found, key=lambda entry: (entry[0], entry[1].number), reverse=True)[: max(most, 0)]
    return sorted((line for _, line in ranked), key=lambda line: line.number)


def _short(line: StoryLine, *, played: bool) -> str:
    """Return a line without its joke; what was done in the reader's name is marked."""
    text = story.without_joke(line.text)
    return say("🤖 For you: {text}", text=text) if played else text
