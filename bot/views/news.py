"""The latest events as short sentences."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import groupby

from bot.tables.results import TableView
from bot.views import naming, wording
from bot.views.moves import words_of
from bot.views.text import fit, shorten
from bot.views.words.base import Words
from bot.views.words.event_names import EventNames
from cards.kernel.events import Discarded, Event, EventRecord

MAX_SENTENCE_CHARS = 160
"""Characters of one sentence."""


def sentences(view: TableView, most: int) -> list[str]:
    """Tell the latest events that the reader may know, oldest first; repeated ones are counted."""
    words = words_of(view)
    told: list[str] = []
    times: list[int] = []
    for what, others in _gathered(words, _worth_telling(words, view.events)):
        names = EventNames(
            seat_name=lambda seat: f"**{naming.name(view.table, seat)}**",
            card_name=lambda card: f"*{naming.card_name(view, card)}*",
            others=naming.names(view.table, others) if len(others) > 1 else "",
        )
        line = wording.event(words, what, names)
        if not line:
            continue
        if told and told[-1] == line:
            times[-1] += 1
            continue
        told.append(line)
        times.append(1)
    lines = [f"{line} (×{count})" if count > 1 else line for line, count in zip(told, times, strict=True)]
    return [_close(shorten(line, MAX_SENTENCE_CHARS)) for line in lines[-most:]]


def _worth_telling(words: Words, events: Iterable[Event]) -> Iterator[Event]:
    """Leave out events that only repeat the one before, and the discarding of a card that was used up."""
    before: type[Event] = Event
    used = set[tuple[int, int]]()
    for what in events:
        echo = (before, type(what)) in words.echoes
        before = type(what)
        used |= {(what.seat, card) for card in words.used_up_by(what)}
        discarded = {(what.seat, card) for card in (what.cards if isinstance(what, Discarded) else ())}
        spent = bool(discarded) and used >= discarded
        if spent:
            used -= discarded
        if not echo and not spent:
            yield what


def _gathered(words: Words, events: Iterable[Event]) -> Iterator[tuple[Event, tuple[int, ...]]]:
    """Join events of one kind that come one after another: as one with all the cards, and to whom."""

    def alike(what: Event) -> EventRecord:
        record = what.to_record()
        if type(what) not in words.gathered:
            return record
        # Cards that the reader may know are named, others counted: the two do not mix.
        return replace(record, other=-1, cards=(), count=1 if record.cards else 0)

    for _, run in groupby(events, alike):
        group = list(run)
        if type(group[0]) in words.gathered:
            yield _joined(group), tuple(dict.fromkeys(what.to_record().other for what in group))
        else:
            yield from ((what, ()) for what in group)


def _joined(group: list[Event]) -> Event:
    """Return the first event of a group, with the cards of all where they are discarded."""
    discards = [what for what in group if isinstance(what, Discarded)]
    if not discards:
        return group[0]
    cards = tuple(dict.fromkeys(card for what in discards for card in what.cards))
    return replace(discards[0], cards=cards, card_count=sum(what.card_count for what in discards))


def _close(line: str) -> str:
    """Close the bold and the italics that shortening may have cut in two."""
    bare = line.replace("\\*", "")
    bold = bare.count("**")
    if (bare.count("*") - 2 * bold) % 2:
        line += "*"
    return line + "**" if bold % 2 else line


def block(view: TableView, most: int, room: int) -> str:
    """Return the news as small print, the newest last; empty when there is nothing to tell."""
    lines = [f"-# {line}" for line in sentences(view, most)]
    while lines and len("\n".join(lines)) > room:
        lines.pop(0)
    return fit(lines, room) if lines else ""
