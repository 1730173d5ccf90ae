"""The story of a game: what happened, in lines that a friend would tell.

The events of one action that belong together make one line, which depends on nothing but them and the reader.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import groupby

from bot.tables.past import PastRevision
from bot.tables.results import TableView
from bot.tables.table import REACTIONS, Table
from bot.views.base import naming, wording
from bot.views.base.event_names import EventNames
from bot.views.base.event_rows import EventTable
from bot.views.base.table_words import NEWS_TEXTS, SPEED_TEXTS
from bot.views.base.text import escape, quoted, say, shorten
from bot.views.press.moves import words_of
from cards.kernel.chronicle import figures_before
from cards.kernel.events import Discarded, Event, EventRecord

MAX_LINE_CHARS = 240
"""Characters of one line, mark-up among them."""

MAX_FULL_LINE_CHARS = 700
"""Characters of a line that leaves nothing out, since it is all that anybody gets to see."""

MAX_MORE_CHARS = len(" and 99 more")
"""Characters that say how much of a line is left out."""

MAX_REMEMBERED_EVENTS = 120
"""Events before the one that is told, which its sentence may look at."""

MAX_REMEMBERED_REVISIONS = 60
"""Revisions whose preceding events are kept."""

_JOKE_PATTERN = re.compile(r"(?:\.|(?<=[!?])|(?<=[!?]\*)) “")
"""Where the joke begins: after a full stop, or where the line ends with a sign of its own."""

MAX_REMEMBERED_JOKES_TOLD = 1024
"""Jokes of cards that are remembered as they stand behind a line."""

MAX_REMEMBERED_JOKES = 8
"""Jokes that are not told again so soon."""


@dataclass(frozen=True, slots=True)
class StoryLine:
    """One line of the story, and the events that it tells; ``number`` is that of the first."""

    number: int
    text: str
    events: tuple[Event, ...]
    revision: PastRevision


@dataclass(slots=True)
class _Draft:
    """A line that is being written."""

    number: int
    lead: Event
    text: str
    outcomes: list[str] = field(default_factory=list[str])
    events: list[Event] = field(default_factory=list[Event])


def tell(
    view: TableView, past: Sequence[PastRevision], after: int = 0, *, joining: bool = True
) -> list[StoryLine]:
    """Tell what the reader may know of everything after a revision, oldest first.

    ``past`` reaches up to the moment of the view; what was before ``after`` is only remembered. Without
    ``joining`` no line goes on with that of an earlier action.
    """
    teller = _Storyteller(view, joining=joining)
    if past is view.past:  # several screens tell it
        return list(view.drawn_once(("story", after, joining), lambda: tuple(teller.tell(past, after))))
    return teller.tell(past, after)


def said(table: Table, revision: int) -> str:
    """Return what the maker of a revision said with it, as it stands behind a sentence; empty for nothing."""
    own = table.line_at(revision)
    return f". {quoted(escape(own.text))}" if own is not None else ""


def said_with(view: TableView, is_offer: Callable[[Event], bool]) -> str:
    """Return what was said with the latest offer of some kind, as it stands behind a sentence."""
    made = (past.revision for past in reversed(view.past) if any(map(is_offer, past.events)))
    return said(view.table, next(made, 0))


def with_table_news(view: TableView, lines: Sequence[StoryLine], after: int = 0) -> list[StoryLine]:
    """Return lines with those between them that tell what has happened beside the game."""
    told: list[tuple[int, str]] = []
    speeds = {str(speed): title.lower() for speed, (title, _) in SPEED_TEXTS.items()}
    for one in view.table.former:
        new, old = (naming.name(view.table.as_of(one.until - back), one.seat) for back in (0, 1))
        told.append((one.until, say("🪑 **{new}** plays on for **{old}**, cards and all", new=new, old=old)))
    for news in view.table.news:
        name = f"**{naming.name(view.table.as_of(news.revision), news.seat)}**"
        what = speeds.get(news.what, news.what)
        told.append((news.revision, say(NEWS_TEXTS[news.kind], name=name, what=what)))
    pasts = [(PastRevision(revision, ()), text) for revision, text in told if revision > after]
    added = [StoryLine(past.first_number, text, (), past) for past, text in pasts]
    return sorted([*lines, *added], key=lambda line: line.number) if added else list(lines)


class _Storyteller:
    """Tells one reader's past from its beginning."""

    def __init__(self, view: TableView, *, joining: bool) -> None:
        self._view = view
        self._table = view.table
        self._joining = joining
        self._words = words_of(view)
        self._events = self._words.events
        self._before: deque[Event] = deque(maxlen=MAX_REMEMBERED_EVENTS)
        self._used: dict[int, int] = {}
        self._jokes: deque[int] = deque(maxlen=MAX_REMEMBERED_JOKES)
        self._levels: dict[int, int] = {}
        self._seat_names: dict[int, str] = {}
        self._card_names: dict[int, str] = {}

    def _seat_name(self, seat: int) -> str:
        found = self._seat_names.get(seat)
        if found is None:
            found = self._seat_names[seat] = f"**{naming.name(self._table, seat)}**"
        return found

    def _go_to(self, revision: int) -> None:
        """Call the seats as they were called then: what somebody did stays theirs when another sits there."""
        if self._view.table.former:
            self._table = self._view.table.as_of(revision)
            self._seat_names.clear()

    def _card_name(self, card: int) -> str:
        found = self._card_names.get(card)
        if found is None:
            found = self._card_names[card] = f"*{naming.card_name(self._view, card)}*"
        return found

    def _with_remark(self, lines: list[StoryLine], revision: PastRevision) -> list[StoryLine]:
        """Return the lines of a revision with what was said with it in somebody's own words (H-132)."""
        own = self._table.line_at(revision.revision)
        if own is None or not (lines or revision.events):
            return lines
        name = self._seat_name(own.seat)
        if not lines:
            text = f"💬 {name}: {quoted(escape(own.text))}"
            return [StoryLine(revision.first_number, text, revision.events, revision)]
        *others, last = lines
        return [*others, replace(last, text=last.text + said(self._table, revision.revision))]

    def tell(self, past: Sequence[PastRevision], after: int) -> list[StoryLine]:
        first = next((place for place, each in enumerate(past) if each.revision > after), len(past))
        past = past[max(first - MAX_REMEMBERED_REVISIONS, 0) :]
        every = (event for revision in past for event in revision.events)
        game_view = self._view.game_view
        if game_view is not None:
            levels = self._words.levels(game_view)
            self._levels = figures_before(levels, self._words.level_change, every)
        lines: list[StoryLine] = []
        for place, revision in enumerate(past):
            self._go_to(revision.revision)
            drafts = self._drafts(place, revision, told=revision.revision > after)
            told = [self._line(draft, revision) for draft in drafts]
            for line in self._with_remark(told, revision) if revision.revision > after else told:
                self._append(lines, line)
        return lines

    def _append(self, lines: list[StoryLine], line: StoryLine) -> None:
        """Add a line, behind the one before where it continues it."""
        last = lines[-1] if lines else None
        joins = last is not None and not self._table.line_at(last.revision.revision)
        if last is not None and joins and (self._joining or last.revision is line.revision):
            continues = self._events.of(line.events[0]).continues
            names = self._names(line.number, ())
            said = None if continues is None else continues(last.events[-1], line.events[0], names)
            if said is not None:
                separator = "; " if ": " in last.text else ", "
                text = f"{last.text}{separator}{line.text.removeprefix(said)}"
                if len(text) <= MAX_LINE_CHARS:
                    lines[-1] = replace(line, number=last.number, text=text, events=last.events + line.events)
                    return
        lines.append(line)

    def _drafts(self, place: int, revision: PastRevision, *, told: bool) -> list[_Draft]:
        for event in revision.events:
            self._used.update(dict.fromkeys(self._events.used_up(event), place))
        if not told:
            self._remember(revision)
            return []
        drafts: list[_Draft] = []
        for number, event, group in _gathered(self._events, self._worth_telling(place, revision)):
            if change := self._words.level_change(event):
                self._levels[event.seat] = self._levels.get(event.seat, 0) + change
            self._add(drafts, number, event, group)
            self._before += group
        return drafts

    def _was_used(self, card: int, place: int) -> bool:
        """Return True if a card was used up not long before this place of the past."""
        return card in self._used and place - self._used[card] <= MAX_REMEMBERED_REVISIONS

    def _forget(self, cards: Iterable[int]) -> None:
        for card in cards:
            self._used.pop(card, None)

    def _remember(self, revision: PastRevision) -> None:
        """Take note of what is not told but may matter for what follows."""
        for event in revision.events:
            if change := self._words.level_change(event):
                self._levels[event.seat] = self._levels.get(event.seat, 0) + change
            if isinstance(event, Discarded):
                self._forget(event.cards)
            self._before.append(event)

    def _worth_telling(self, place: int, revision: PastRevision) -> Iterable[tuple[int, Event]]:
        """Leave out that cards which were used up are discarded."""
        for number, event in revision.numbered():
            if isinstance(event, Discarded) and event.cards:
                rest = tuple(card for card in event.cards if not self._was_used(card, place))
                self._forget(event.cards)
                if rest == event.cards:
                    yield number, event
                elif rest:
                    yield number, replace(event, cards=rest, card_count=len(rest))
            else:
                yield number, event

    def _add(self, drafts: list[_Draft], number: int, event: Event, group: list[Event]) -> None:
        """Tell an event at the end of a line of the same action, or in a line of its own.

        It may stand for a group of events.
        """
        others = tuple(dict.fromkeys(each.to_record().other for each in group)) if len(group) > 1 else ()
        names = self._names(number, others)
        outcome_of = self._events.of(event).outcome
        if outcome_of is not None:
            for draft in reversed(drafts):
                outcome = outcome_of(draft.lead, event, names)
                if outcome is not None:
                    draft.events += group
                    draft.outcomes += [outcome] if outcome else []
                    return
        text = wording.event(self._words, event, names)
        if text:
            drafts.append(_Draft(number, event, text, events=list(group)))

    def _names(self, number: int, others: tuple[int, ...]) -> EventNames:
        view = self._view
        return EventNames(
            seat_name=self._seat_name,
            card_name=self._card_name,
            others=naming.names(self._table, others) if len(others) > 1 else "",
            number=number,
            card_kind=lambda card: naming.face(view, card).kind,
            set_of=lambda card: naming.face(view, card).pack if card >= 0 else view.table.game,
            levels=self._levels,
            before=self._before,
        )

    def _line(self, draft: _Draft, revision: PastRevision) -> StoryLine:
        row = self._events.of(draft.lead)
        retold = () if row.retold is None else row.retold(draft.events, self._names(draft.number, ()))
        text = next((text for text in retold if len(text) <= MAX_LINE_CHARS), "")
        most = MAX_FULL_LINE_CHARS if row.in_full else MAX_LINE_CHARS
        text = text or close_markup(_with_outcomes(draft, most))
        if self._events.hold_s(draft.events):
            counts = zip(REACTIONS, self._table.reactions_to(revision.revision), strict=True)
            text += "".join(f" {sign}{count}" for sign, count in counts if count)
        text += self._joke(draft, text)
        return StoryLine(draft.number, text, tuple(draft.events), revision)

    def _joke(self, draft: _Draft, told: str) -> str:
        """Return the joke of the line's card where there is room for it; the same one not twice in a row."""
        card = self._events.joke_card(draft.lead, self._names(draft.number, ()))
        flavour = naming.face(self._view, card).flavour if card >= 0 else ""
        stop = "" if told.rstrip("*").endswith(("!", "?")) else "."
        joke = _joke_behind(stop, flavour) if flavour else ""
        if not joke or len(told) + len(joke) > MAX_LINE_CHARS or card in self._jokes:
            return ""
        self._jokes.append(card)
        return joke


def _with_outcomes(draft: _Draft, most: int) -> str:
    """Return a line with what came of its event; what has no room in ``most`` characters is counted."""
    text = shorten(draft.text, most - (MAX_MORE_CHARS if draft.outcomes else 0))
    for place, outcome in enumerate(draft.outcomes, 1):
        room = most - (MAX_MORE_CHARS if place < len(draft.outcomes) else 0)
        separator = ", " if ": " in text else ": "
        if outcome.startswith((", ", ". ")):
            separator = ""
        text = text.removesuffix("!")
        if len(text) + len(separator) + len(outcome) > room:
            return say("{text} and {count} more", text=text, count=len(draft.outcomes) - place + 1)
        text += separator + outcome
    return text


@lru_cache(MAX_REMEMBERED_JOKES_TOLD)
def _joke_behind(stop: str, flavour: str) -> str:
    """Return a card's joke as it stands at the end of a line."""
    return escape(f"{stop} {quoted(flavour)}")


def _gathered(
    rows: EventTable, events: Iterable[tuple[int, Event]]
) -> Iterable[tuple[int, Event, list[Event]]]:
    """Join events of one kind that come one after another: as one with all the cards, and the events."""

    def alike(numbered: tuple[int, Event]) -> EventRecord | int:
        if not rows.of(numbered[1]).gathered:
            return numbered[0]
        record = numbered[1].to_record()
        # Cards that the reader may know are named, others counted: the two do not mix.
        return replace(record, other=-1, cards=(), count=1 if record.cards else 0)

    for _, run in groupby(events, alike):
        group = list(run)
        number, first = group[0]
        if rows.of(first).gathered:
            alike_events = [each for _, each in group]
            yield number, _joined(alike_events), alike_events
        else:
            yield from ((number, event, [event]) for number, event in group)


def _joined(group: list[Event]) -> Event:
    """Return the first event of a group, with the cards of all where they are discarded."""
    discards = [event for event in group if isinstance(event, Discarded)]
    if not discards:
        return group[0]
    cards = tuple(dict.fromkeys(card for event in discards for card in event.cards))
    return replace(discards[0], cards=cards, card_count=sum(event.card_count for event in discards))


def latest_turns(view: TableView, turns: int) -> int:
    """Return the revision before which the latest turns began; 0 where they are not remembered."""
    rows = words_of(view).events
    for past in reversed(view.past):
        if any(rows.turn_begun(event) >= 0 for event in past.events):
            turns -= 1
            if not turns:
                return past.revision - 1
    return 0


def scene_start(view: TableView) -> int:
    """Return the revision in which the scene began that is still on; 0 if there is none."""
    rows = words_of(view).events
    for past in reversed(view.past):
        for event in reversed(past.events):
            if scene := rows.of(event).scene:
                return past.revision if scene == "start" else 0
    return 0


def counted(lines: Sequence[StoryLine]) -> list[str]:
    """Return the texts of lines, with those that repeat the line before counted."""
    told: list[str] = []
    for text, run in groupby(lines, lambda line: line.text):
        times = len(list(run))
        told.append(f"{text} (×{times})" if times > 1 else text)
    return told


def without_joke(line: str) -> str:
    """Return a line without the joke at its end."""
    return _JOKE_PATTERN.split(line, maxsplit=1)[0]


def squeezed(line: str, most: int) -> str:
    """Cut a line to ``most`` characters: its middle, so that its result stays, or behind one of its parts."""
    if len(line) <= most:
        return line
    head, sign, result = line.partition(": ")
    closing = len("****")
    if sign and len(result) < most // 2:
        return close_markup(shorten(head, most - len(sign + result) - closing)) + sign + result
    cut = shorten(line, most - closing)
    whole = cut.rpartition(", ")[0]
    return close_markup(f"{whole} …" if len(whole) > most // 2 else cut)


def close_markup(line: str) -> str:
    """Close the bold and the italics that shortening may have cut in two."""
    bare = line.replace("\\*", "")
    bold = bare.count("**")
    if (bare.count("*") - 2 * bold) % 2:
        line += "*"
    return line + "**" if bold % 2 else line
