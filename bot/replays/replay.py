"""A finished game cut into chapters: the deal, each turn, each fight in it. Made from seed and log."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from bot.replays.markup import to_plain
from bot.replays.recording import PlayedGame, PlayedStep
from bot.tables.past import PastRevision, RecentPast, without_undone
from bot.tables.results import TableView
from bot.tables.table import Table
from bot.views.base import naming
from bot.views.base.layout import Picture
from bot.views.base.sketches import Reveal
from bot.views.base.table_words import CORRECTED_TEXT
from bot.views.games import screens_of
from bot.views.press.moves import words_of
from bot.views.table import story
from bot.views.table.replay import Moment, story_lines
from cards.kernel.game import Game
from cards.registry import title_of

MAX_CHAPTER_CHARS = 800
"""Characters of a chapter's story, so that it fits on a screen; only a single step may have more."""


@dataclass(slots=True)
class Chapter:
    """A piece of a game, with all that has happened in it, complete, and the game's state at its end."""

    turn: int
    fight: bool
    state: bytes
    past: list[PastRevision] = field(default_factory=list[PastRevision])
    turns: list[tuple[int, int]] = field(default_factory=list[tuple[int, int]])
    """For each revision the turn in which it began and the one in which it ended."""
    moments: list[Moment] = field(default_factory=list[Moment])
    """What the table showed on the way."""
    chars: int = 0
    """Characters of the story in it."""
    headline: str = ""
    """What happened, in plain text, if it is worth a jump."""

    def takes(self, turn: int, chars: int, *, fight: bool) -> bool:
        """Return True if a step belongs to the same part of a turn, and there is room for its story."""
        fits = not self.chars or self.chars + chars <= MAX_CHAPTER_CHARS
        return fits and (turn, fight) == (self.turn, self.fight)


@dataclass(frozen=True, slots=True)
class Replay:
    """A game to look at chapter by chapter. ``note`` says where it differs from what was saved."""

    table: Table
    game: Game[Any, Any]
    chapters: tuple[Chapter, ...]
    title: str
    note: str = ""

    def view(self, number: int, seat: int | None = None, *, hands_open: bool = False) -> TableView:
        """Return a chapter's end as a seat or an onlooker sees it, with the past of the chapter alone.

        ``hands_open`` leaves in the past what was hidden then; only for games that are over.
        """
        chapter = self.chapters[number]
        state = self.game.decode(chapter.state)
        past = tuple(each if hands_open else each.redacted_for(seat) for each in chapter.past)
        return TableView(
            self.table, seat, self.game, self.game.view(state, seat), (), self.game.pending(state), past
        )

    def hands(self, number: int) -> tuple[TableView, ...]:
        """Return a chapter's end as each seat sees it."""
        return tuple(self.view(number, seat) for seat in range(len(self.table.seats)))

    def next_turn(self, number: int) -> int:
        """Return the first chapter of the next turn; the last chapter where there is none."""
        turn = self.chapters[number].turn
        later = (n for n in range(number + 1, len(self.chapters)) if self.chapters[n].turn != turn)
        return next(later, len(self.chapters) - 1)

    def previous_turn(self, number: int) -> int:
        """Return the first chapter of this turn, or of the one before if that is where we are."""
        start = self._turn_start(number)
        return start if start < number or not start else self._turn_start(start - 1)

    def next_fight(self, number: int) -> int | None:
        """Return the next chapter that is a fight."""
        return next((n for n in range(number + 1, len(self.chapters)) if self.chapters[n].fight), None)

    def previous_fight(self, number: int) -> int | None:
        """Return the chapter before this one that is a fight."""
        return next((n for n in range(number - 1, -1, -1) if self.chapters[n].fight), None)

    def highlights(self) -> tuple[int, ...]:
        """Return the chapters that are worth a jump."""
        return tuple(number for number, chapter in enumerate(self.chapters) if chapter.headline)

    def _turn_start(self, number: int) -> int:
        turn = self.chapters[number].turn
        while number and self.chapters[number - 1].turn == turn:
            number -= 1
        return number


def replay_of(played: PlayedGame) -> Replay:
    """Cut a game that was played again into chapters."""
    # Boards are drawn as they were while the game went on.
    table = replace(played.table, phase="playing", halt="", poll=None, winners=())
    won = naming.won(played.table)
    title = f"{title_of(table.game)}, table {table.id}{f': {won}' if won else ''}"
    chapters = tuple(_chapters(played, table))
    numbers = _remembered(played, table, chapters)
    for chapter in chapters:
        chapter.headline = _headline(played, table, chapter, numbers)
    return Replay(table, played.game, chapters, title, _note(played))


def _note(played: PlayedGame) -> str:
    if played.fault:
        return f"The log of this game is damaged; this is as far as it goes ({played.fault})."
    if not played.as_saved:
        return "This differs from what was saved: today’s rules may be others."
    return CORRECTED_TEXT if any(step.entry.corrects for step in played.steps) else ""


def _remembered(played: PlayedGame, table: Table, chapters: Sequence[Chapter]) -> frozenset[int]:
    """Return the numbers of the events by which the end of the game remembers it."""
    if not chapters:
        return frozenset()
    past = tuple(each.redacted_for(None) for chapter in chapters for each in chapter.past)
    view = replace(_view(played, table, chapters[-1].state), past=past)
    found = screens_of(view).summary(view, past)
    return frozenset() if found is None else found.moments


def _headline(played: PlayedGame, table: Table, chapter: Chapter, numbers: frozenset[int]) -> str:
    """Tell the first thing in a chapter that is worth a jump, as everybody may know it."""
    past = tuple(each.redacted_for(None) for each in chapter.past)
    view = replace(_view(played, table, chapter.state), past=past)
    rows = words_of(view).events
    turns: dict[int, int] = {}
    for each, (turn, turn_after) in zip(past, chapter.turns, strict=True):
        for number, event in each.numbered():
            turn = turn_after if rows.of(event).begins_turn else turn
            if rows.of(event).is_highlight or number in numbers:
                turns[number] = turn
    for line in story.tell(view, past) if turns else ():
        for number, event in line.revision.numbered():
            if number in turns and event in line.events:
                return f"Turn {turns[number]}: {to_plain(story.without_joke(line.text))}"
    return ""


def _chapters(played: PlayedGame, table: Table) -> list[Chapter]:
    """Gather steps: a chapter for every turn, and for a fight from its first step to the one that ends it."""
    chapters: list[Chapter] = []
    fighting, turn_before = False, 0
    recent = RecentPast()
    for step, past in _kept_steps(played):
        recent.add(past)
        view = _view(played, table, step.state)
        fight = screens_of(view).board.open_fight(view)
        ends_fight = fighting and not fight
        fighting = fight
        chars = sum(map(len, story_lines(replace(view, past=(past.redacted_for(None),)))))
        last = chapters[-1] if chapters else None
        turn: int = view.game_view.turn
        if last is None or (chars and not ends_fight and not last.takes(turn, chars, fight=fight)):
            last = Chapter(turn, fight, step.state)
            chapters.append(last)
        last.past.append(past)
        last.turns.append((turn_before, turn))
        turn_before = turn
        last.moments += _moment(replace(view, past=recent.seen_by(None)), past)
        last.state = step.state
        last.chars += chars
    return chapters


def _moment(view: TableView, past: PastRevision) -> list[Moment]:
    """Return what the table shows of a step, where it shows that and not how all stands."""
    rows = words_of(view).events
    if all(rows.of(event).reveal is None for event in past.events):
        return []
    shown = [block for block in screens_of(view).board.draw(view) if isinstance(block, Picture)]
    return [(past.revision, each) for each in shown if isinstance(each.sketch, Reveal)]


def _view(played: PlayedGame, table: Table, state: bytes) -> TableView:
    return TableView(table, None, played.game, played.game.view(played.game.decode(state), None))


def _kept_steps(played: PlayedGame) -> Iterator[tuple[PlayedStep, PastRevision]]:
    """Go through the steps that were not taken back."""
    entries = [(_past(step), step.entry.back_to) for step in played.steps]
    kept = {past.revision for past in without_undone(entries)}
    for step, (past, _) in zip(played.steps, entries, strict=True):
        if past.revision in kept:
            yield step, past


def _past(step: PlayedStep) -> PastRevision:
    entry = step.entry
    return PastRevision(step.row.revision, step.events, entry.acting_seat, step.row.kind, entry.acting_verb)
