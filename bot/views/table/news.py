"""The latest part of the story, for the table's message and for answers to presses."""

from __future__ import annotations

from dataclasses import replace

from bot.tables.past import PastRevision
from bot.tables.results import TableView
from bot.views.base.text import fit
from bot.views.press.moves import words_of
from bot.views.table import story
from bot.views.table.story import StoryLine

TURNS_TOLD = 2
"""Turns of which the table's message may tell: the present one and the one before."""


def sentences(view: TableView, most: int) -> list[str]:
    """Tell everything in the past of the view, oldest first; of more than ``most`` lines the latest."""
    return story.counted(story.tell(view, view.past))[-most:]


def of_revision(view: TableView, revision: PastRevision, most: int) -> list[str]:
    """Tell one revision, in the light of what the view knows of the time before it."""
    if all(past.revision != revision.revision for past in view.past):
        view = replace(view, past=(revision,))
    told = story.tell(view, view.past, revision.revision - 1, joining=False)
    return story.counted([line for line in told if line.revision.revision == revision.revision])[-most:]


def block(view: TableView, most: int, room: int, *, jokes: bool = True) -> str:
    """Return the news as small print, the newest last; empty when there is nothing to tell.

    A fight that is on keeps its first line, however long it lasts. Without ``jokes`` only what happened is
    told: whose turn it is stands elsewhere on the screen.
    """
    after = story.latest_turns(view, TURNS_TOLD)
    told = story.tell(view, view.past, after)
    if not jokes:
        told = [line for line in told if not _only_begins_turn(view, line)]
    told = story.with_table_news(view, told, after)
    began = story.scene_start(view)
    scene = [line for line in told if line.revision.revision >= began] if began else []
    lines = [f"-# {line if jokes else story.without_joke(line)}" for line in story.counted(scene or told)]
    head = lines[:1] if scene and len(lines) > most else []
    tail = lines[len(lines) - most + len(head) :] if len(lines) > most else lines
    while len(tail) > 1 and len("\n".join([*head, *tail])) > room:
        tail.pop(0)
    if tail and len("\n".join([*head, *tail])) > room:
        head = []  # what has just happened tells more than how it began
    if not head and len(tail) == 1:
        return story.squeezed(tail[0], room)
    return fit([*head, *tail], room) if head or tail else ""


def _only_begins_turn(view: TableView, line: StoryLine) -> bool:
    rows = words_of(view).events
    return all(rows.of(event).begins_turn for event in line.events)
