"""How events are told: a game has one table with one row for each kind of event."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import chain
from typing import Any, Generic, Literal, TypeAlias, TypeVar

from bot.views.base.event_names import EventNames
from bot.views.base.text import plural, signed
from cards.kernel.events import NOBODY, Event, EventKinds, event_slots
from cards.say import say, say_as

E = TypeVar("E", bound=Event)


FACE_S, BEAT_S = 6.0, 3.0
"""Seconds in which a card that changes everything is read, and those that a claim, a die or a death needs."""


@dataclass(frozen=True, slots=True)
class Stage:
    """How an event stands on the stage: a moment, which no slack delays and no computer covers too soon.

    Both fields may be functions of the event and all events of its action.
    """

    hold_s: float | Callable[[Any, Sequence[Event]], float]
    """Seconds for which it stays in sight before a computer acts; 0: it is no moment."""
    strikes: str | Callable[[Any, Sequence[Event]], int] = ""
    """The field of the seat that it hits or asks, if somebody else brought it about: it sees that on top of
    its own hand at once, and is called if it is not there."""


@dataclass(frozen=True, slots=True)
class Props:
    """What stands beside the card that an event shows: a die and the least it has to show (0: no matter).

    Or other cards, or so many steps to doom (−1: it has nothing to do with that).
    """

    die: int = 0
    need: int = 0
    cards: tuple[int, ...] = ()
    steps: int = -1


@dataclass(frozen=True, slots=True)
class Told(Generic[E]):
    """How one kind of event is told, and to whom it matters. All but the sentence may be left out.

    ``line`` stands for all events of one line of the story, the one that begins it first. A weight is a
    figure, or a function of the event and its line.
    """

    kind: type[E]
    sentence: str | Mapping[str, str] | Callable[[E, EventNames], str]
    """The event in one sentence, by its word where there are several (under ``""`` for all others), or a
    function that returns it; empty for those that are not worth telling.

    Fields of the event stand in braces and are named, counted (``{points point}``, ``{card a card}`` where it
    is hidden) or signed (``{bonus+}``); of wordings in brackets (``[hits|gets]``) its number chooses one.
    """
    outcome: Callable[[Event, E, EventNames], str | None] | None = None
    """Returns how the event is told at the end of the line that another one of the same action begins: empty
    where it goes without saying, None where it is told in a line of its own. An outcome that begins with a
    comma goes on with the sentence, one with a full stop begins another."""
    continues: Callable[[Event, E, EventNames], str | None] | None = None
    """Returns with which words, said already, the line of the event begins that belongs behind the line which
    ends with another event; None where it is a line of its own."""
    retold: Callable[[Sequence[Event], EventNames], Sequence[str]] | None = None
    """Returns other wordings for all events of the line that it begins, the fullest first, of which the first
    that has room is told; empty where sentence and outcomes say it best."""
    used_up: str | Callable[[E], tuple[int, ...]] = ""
    """The field of the card that it uses up, or a function that returns all of them: that they are discarded
    goes without saying."""
    joke_card: str | Callable[[E, EventNames], int] = ""
    """The field of the card whose joke belongs behind the line that it begins, or a function that returns it;
    -1 for none."""
    concern: int | Callable[[E, Sequence[Event]], int] = 0
    """How much it concerns the seats it is about, if they did not bring it about; 0: not at all."""
    about: tuple[str, ...] = ("seat",)
    """The fields of the seats that it concerns."""
    moment: int | Callable[[E, Sequence[Event]], int] = 0
    """How big a moment for the whole table it is; 0: not worth repeating."""
    toll: Callable[[E], str] | None = None
    """Returns in two words what is lost for good by it: a recap without room for its line names that."""
    reveal: Callable[[E, EventNames], tuple[int, int, str]] | None = None
    """Returns how much it matters which card it shows to the table, the card, and who did what in plain text;
    a card of -1 shows nothing."""
    stage: Stage | None = None
    props: Callable[[E, EventNames], Props] | None = None
    """Returns what is shown with that card, or with a card that another event of the same action shows."""
    settled_by: Callable[[E, Event], bool] | None = None
    """Returns True if a later event is the end of what it has asked: it is no news any more."""
    lapse: Callable[[E], bool] | None = None
    """Returns True if it says that the time of a wait was up in which one may act but need not."""
    is_opening: bool = False
    """Whether what becomes of it is told later, so that the line that it begins is no moment yet."""
    is_highlight: bool = False
    """Whether it makes a part of a game worth a jump in its replay."""
    begins_turn: bool = False
    scene: Literal["", "start", "end"] = ""
    """Whether a scene starts or ends with it, such as a fight, whose lines stay together."""
    in_full: bool = False
    """Whether its line is not cut: what it says is shown nowhere else."""
    gathered: bool = False
    """Whether somebody does it card after card or seat after seat, told in one sentence."""
    asked_again: bool = False
    """Whether it is a question that is asked again with another offer, so that only the latest is news."""
    voiced: Callable[[E, EventNames], str] | None = None
    """Returns under which name the narrators of the sets tell it; as a rule that of its kind."""
    tail: Callable[[E, EventNames], str] | None = None
    """Returns what stands behind every wording of the sentence, such as a price."""


Voices: TypeAlias = Mapping[str, Mapping[str, Mapping[str, Sequence[str]]]]
"""The narrators by set: under "story", "windows" and so on, several wordings of each text."""

_UNLISTED: Told[Any] = Told(Event, "")

NO_MORE: Mapping[str, object] = {}

_FIELD_PATTERN = re.compile(r"\{(\w+)(?: ([^}]+))?(\+)?\}")


@dataclass(frozen=True, slots=True)
class _Piece:
    """Some text, and the field of an event behind it; empty where there is none."""

    text: str
    field: str = ""
    slot: str = ""
    noun: str = ""

    def said(self, event: Event, names: EventNames, more: Mapping[str, object]) -> str:
        """Return the field as people read it."""
        if self.field in more or not self.slot:
            return str(more[self.field])
        value: Any = getattr(event, self.field)
        match self.slot:
            case "card":
                return names.card_or(value, say(self.noun) if self.noun else plural(1, "card"))
            case "cards":
                return names.cards(value, getattr(event, "card_count", 0), self.noun or "card")
            case "other":
                return names.seat(value)
            case "word":
                return names.word(value)
            case "signed":
                return signed(value)
            case _:
                return plural(value, self.noun) if self.noun else f"{value:,}"


class _Template:
    """The sentences of a row that are written as text: by word, each wording."""

    def __init__(self, kind: type[Event], sentences: Mapping[str, str]) -> None:
        """Read the sentences. Raises ValueError for a field that the kind does not have."""
        slots = _slots(kind)
        self._word = next((field for field, slot in slots.items() if slot == "word"), "")
        self._wordings = {word: wordings_of(text) for word, text in sentences.items()}
        for text in chain(*self._wordings.values()):
            if unknown := {piece.field for piece in _pieces(text, tuple(slots.items())) if not piece.slot} - {
                ""
            }:
                raise ValueError(f"there is no field {min(unknown)!r} to tell: {text}")

    def told(self, event: Event, names: EventNames) -> str:
        """Return the sentence about an event."""
        word = getattr(event, self._word) if len(self._wordings) > 1 else ""
        return _said(self._wordings.get(word) or self._wordings[""], event, names)


@cache
def wordings_of(text: str) -> list[str]:
    """Return each wording of a sentence that has several in brackets."""
    head, _, rest = text.partition("[")
    wordings, _, tail = rest.partition("]")
    return [head + each + tail for each in wordings.split("|")]


def tell(event: Event, names: EventNames, sentence: str, **more: object) -> str:
    """Return a sentence in the reader's language about the fields of an event, and what is given besides."""
    return _said(wordings_of(sentence), event, names, "", more)


def _said(
    wordings: Sequence[str],
    event: Event,
    names: EventNames,
    voice: str = "",
    more: Mapping[str, object] = NO_MORE,
) -> str:
    """Return the wording that the event's number chooses, with its fields named."""
    told = say_as(voice, wordings[names.pick(len(wordings))])
    pieces = _pieces(told, tuple(_slots(type(event)).items()))
    return "".join([piece.text + (piece.said(event, names, more) if piece.field else "") for piece in pieces])


def _slots(kind: type[Event]) -> dict[str, str]:
    """Return the slot of each field of a kind of event that can be told."""
    return {"seat": "other", **{slot.field: slot.name for slot in event_slots(kind)}}


def cards_of(event: Event) -> Iterator[int]:
    """Yield the cards that an event names, one by one, of those that the reader may know."""
    fields = (field for field, slot in _slots(type(event)).items() if slot == "card")
    return (card for field in fields if (card := getattr(event, field)) >= 0)


@cache
def _pieces(text: str, slots: tuple[tuple[str, str], ...]) -> list[_Piece]:
    """Return the pieces of a wording, also of one in another language."""
    parts, known = _FIELD_PATTERN.split(text), dict(slots)
    found: list[_Piece] = []
    for before, field, noun, plus in zip(parts[::4], parts[1::4], parts[2::4], parts[3::4], strict=False):
        found.append(_Piece(before, field, "signed" if plus else known.get(field, ""), noun or ""))
    return [*found, _Piece(parts[-1])]


class EventTable:
    """The rows of a game, found by the kind of event."""

    def __init__(self, kinds: EventKinds, *rows: Told[Any], voices: Voices | None = None) -> None:
        """Take one row for each of the kinds, and how the sets tell those that are ``voiced``.

        Raises ValueError where a kind has no row, or several.
        """
        self._voices: Voices = voices or {}
        self._voiced_names = {name for voice in self._voices.values() for name in voice.get("story", ())}
        self._rows: dict[type[Event], Told[Any]] = {row.kind: row for row in rows}
        faults = set(kinds.by_name.values()) ^ set(self._rows)
        if faults or len(self._rows) < len(rows):
            names = ", ".join(sorted(kind.__name__ for kind in faults)) or "a kind that is listed twice"
            raise ValueError(f"a kind of event has one row: {names}")
        self._templates: dict[type[Event], _Template] = {}
        for row in rows:
            if not callable(row.sentence):
                texts = {"": row.sentence} if isinstance(row.sentence, str) else row.sentence
                self._templates[row.kind] = _Template(row.kind, texts)

    def of(self, event: Event) -> Told[Any]:
        """Return the row of an event; an empty one for those that the game does not list."""
        return self._rows.get(type(event), _UNLISTED)

    def sentence(self, event: Event, names: EventNames) -> str:
        """Return an event in one sentence; the empty string for those that are not worth telling."""
        row, template = self.of(event), self._templates.get(type(event))
        if template is not None:
            told = template.told(event, names)
        else:
            told = row.sentence(event, names) if callable(row.sentence) else ""
        if told and (voiced := self._voiced(row, event, names)):
            told = f"{told.partition(' ')[0]} {voiced}"  # all begin with the same sign
        return told + row.tail(event, names) if told and row.tail is not None else told

    def _voiced(self, row: Told[Any], event: Event, names: EventNames) -> str:
        """Return the event as the set of its card tells it, or that of the latest door; "" if it does not."""
        key = event.kind if row.voiced is None else row.voiced(event, names)
        if key not in self._voiced_names:
            return ""  # most are not: nothing has to be looked for
        openings = (past for past in reversed(names.before) if self.of(past).is_opening)
        cards = (card for each in (event, *openings) for card in cards_of(each))
        voice = names.set_of(next(cards, NOBODY))
        wordings = self._voices.get(voice, {}).get("story", {}).get(key, ())
        return _said(wordings, event, names, voice) if wordings else ""

    def used_up(self, event: Event) -> tuple[int, ...]:
        """Return the cards that an event uses up."""
        used_up = self.of(event).used_up
        if isinstance(used_up, str):
            return (getattr(event, used_up),) if used_up else ()
        return used_up(event)

    def joke_card(self, event: Event, names: EventNames) -> int:
        """Return the card whose joke belongs behind the line that an event begins; -1 for none."""
        joke_card = self.of(event).joke_card
        if not isinstance(joke_card, str):
            return joke_card(event, names)
        found: int = getattr(event, joke_card) if joke_card else -1
        return found

    def turn_begun(self, event: Event) -> int:
        """Return whose turn an event begins; -1 for others."""
        return event.seat if self.of(event).begins_turn else -1

    def is_lapse(self, event: Event) -> bool:
        """Return True if an event says that the time of a wait was up in which one may act but need not."""
        lapse = self.of(event).lapse
        return lapse is not None and lapse(event)

    def concern(self, line: Sequence[Event], seat: int) -> int:
        """Return how much the events of a line concern a seat that did not bring them about."""
        return max((self._concern(event, line, seat) for event in line), default=0)

    def _concern(self, event: Event, line: Sequence[Event], seat: int) -> int:
        row = self.of(event)
        is_concerned = row.concern and seat in [getattr(event, field) for field in row.about]
        found: int = _weight(row.concern, event, line) if is_concerned else 0
        return found

    def hold_s(self, events: Sequence[Event]) -> float:
        """Return for how many seconds what an action brought stays in sight; 0: it was no moment."""
        staged = [(event, stage) for event in events if (stage := self.of(event).stage) is not None]
        return max((_weight(stage.hold_s, event, events) for event, stage in staged), default=0.0)

    def struck(self, events: Sequence[Event], by: int) -> frozenset[int]:
        """Return the seats that an action hits which another seat, or nobody, brought about."""
        found = {self._struck(event, events) for event in events}
        return frozenset(found - {by, NOBODY})

    def _struck(self, event: Event, events: Sequence[Event]) -> int:
        stage = self.of(event).stage
        if stage is None or not stage.strikes:
            return NOBODY
        found: int = (
            getattr(event, stage.strikes) if isinstance(stage.strikes, str) else stage.strikes(event, events)
        )
        return found

    def moment(self, line: Sequence[Event]) -> int:
        """Return how big a moment for the whole table the events of a line are."""
        if self.of(line[0]).is_opening:
            return 0
        biggest: int = max(_weight(self.of(event).moment, event, line) for event in line)
        return biggest


NO_EVENTS = EventTable(EventKinds(()))
"""The table of a game that tells nothing."""


def _weight(weight: Any, event: Event, line: Sequence[Event]) -> Any:
    return weight(event, line) if callable(weight) else weight
