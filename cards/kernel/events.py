"""Records of what happened, in the past tense, each with who may know its cards.

Every kind of event is a frozen dataclass with fields of its own; a game has those of some modules. What is
saved is the flat ``EventRecord``, the same for all of them: a field says in its metadata which slot of the
record holds it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from types import ModuleType
from typing import Any, ClassVar, Final

NOBODY: Final = -1
"""The seat of an event that no seat caused or suffered."""

EVERYONE_MASK: Final = -1
"""A mask with every seat in it, and onlookers too."""


@dataclass(frozen=True, slots=True)
class EventRecord:
    """An event as it is saved. Logs hold these names and values, so they never change.

    ``seat`` did it or suffered it, ``cards`` are the cards it names, ``seen`` is the mask of seats that may
    know them. What ``other``, ``count`` and ``word`` mean depends on ``kind``.
    """

    kind: str
    seat: int = -1
    other: int = -1
    cards: tuple[int, ...] = ()
    count: int = 0
    word: str = ""
    seen: int = EVERYONE_MASK


AS_CARD: Final[Mapping[str, Any]] = {"slot": "card"}
"""Metadata of a field that is one card (-1: none); several stand in ``cards`` in the order of the fields."""
AS_CARDS: Final[Mapping[str, Any]] = {"slot": "cards"}
"""Metadata of a field with all the other cards."""
AS_OTHER: Final[Mapping[str, Any]] = {"slot": "other"}
AS_COUNT: Final[Mapping[str, Any]] = {"slot": "count"}
AS_WORD: Final[Mapping[str, Any]] = {"slot": "word"}


def as_flag(yes: str, no: str) -> Mapping[str, Any]:
    """Return the metadata of a yes or no that is saved as one of two words."""
    return {"slot": "flag", "words": (no, yes)}


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened at the table: the base of every kind.

    ``seat`` did it or suffered it (-1: nobody). ``seen`` is the mask of seats that may know its cards; the
    rest of the event is public, so no other field may depend on a hidden card.
    """

    kind: ClassVar[str] = ""
    seat: int = -1
    seen: int = field(default=-1, kw_only=True)  # EVERYONE_MASK; compiled, every module of kinds repeats it

    def is_known_to(self, seat: int | None) -> bool:
        """Return True if this seat (None: an onlooker) may know the cards."""
        return self.seen == EVERYONE_MASK or (seat is not None and bool(self.seen >> seat & 1))

    def redacted_for(self, seat: int | None) -> Event:
        """Return the event as this seat (None: an onlooker) may know it, hidden cards taken out."""
        if self.is_known_to(seat):
            return self
        nothing: dict[str, Any] = {"card": -1, "cards": ()}
        hidden = {slot.field: nothing[slot.name] for slot in event_slots(type(self)) if slot.name in nothing}
        return replace(self, **hidden)

    def to_record(self) -> EventRecord:
        """Return the event as it is saved."""
        cards: tuple[int, ...] = ()
        values: dict[str, Any] = {}
        for slot in event_slots(type(self)):
            value = getattr(self, slot.field)
            if slot.name == "card":
                cards += (value,) if value >= 0 else ()
            elif slot.name == "cards":
                cards += value
            elif slot.name == "flag":
                values["word"] = slot.words[value]
            else:
                values[slot.name] = value
        return EventRecord(self.kind, self.seat, cards=cards, seen=self.seen, **values)


@dataclass(frozen=True, slots=True, kw_only=True)
class UnknownEvent(Event):
    """An event of an old log whose kind, or form of it, this release does not have."""

    record: EventRecord

    def redacted_for(self, seat: int | None) -> Event:
        """Return the event as this seat (None: an onlooker) may know it, hidden cards taken out."""
        if self.is_known_to(seat):
            return self
        return replace(self, record=replace(self.record, cards=()))

    def to_record(self) -> EventRecord:
        """Return the event as it was saved."""
        return self.record


# kinds that several games have


@dataclass(frozen=True, slots=True, kw_only=True)
class Discarded(Event):
    """Cards of a seat went to the discards; the seat is -1 where they were nobody's."""

    kind: ClassVar[str] = "discarded"
    cards: tuple[int, ...] = field(metadata=AS_CARDS)
    card_count: int = field(metadata=AS_COUNT)


@dataclass(frozen=True, slots=True, kw_only=True)
class Drew(Event):
    """A seat drew cards of a deck."""

    kind: ClassVar[str] = "drew"
    cards: tuple[int, ...] = field(metadata=AS_CARDS)
    card_count: int = field(metadata=AS_COUNT)
    deck: str = field(metadata=AS_WORD)


@dataclass(frozen=True, slots=True, kw_only=True)
class Reshuffled(Event):
    """The discards were shuffled and became the deck; not every game says how many they were."""

    kind: ClassVar[str] = "reshuffled"
    deck: str = field(metadata=AS_WORD)
    card_count: int = field(default=0, metadata=AS_COUNT)


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatLeft(Event):
    """A seat left the game for good."""

    kind: ClassVar[str] = "left"


# from records to events


@dataclass(frozen=True, slots=True)
class EventSlot:
    """Which slot of a record holds a field; of a flag also the words for no and yes."""

    field: str
    name: str
    words: tuple[str, ...]


_SLOTS_BY_CLASS: dict[type[Event], tuple[EventSlot, ...]] = {}


def event_slots(kind: type[Event]) -> tuple[EventSlot, ...]:
    """Return which slots of a record hold the fields of a kind, in their order."""
    found = _SLOTS_BY_CLASS.get(kind)
    if found is None:
        marked = [(each.name, each.metadata) for each in fields(kind) if "slot" in each.metadata]
        found = tuple(EventSlot(name, data["slot"], data.get("words", ())) for name, data in marked)
        _SLOTS_BY_CLASS[kind] = found
    return found


def kinds_in(*modules: ModuleType) -> Iterator[type[Event]]:
    """Yield the kinds of events that modules define."""
    for module in modules:
        for value in vars(module).values():
            own = isinstance(value, type) and value.__module__ == module.__name__
            if own and issubclass(value, Event) and value.kind:
                yield value


class EventKinds:
    """All kinds of events of a game, by the name under which they are saved."""

    def __init__(self, classes: Iterable[type[Event]]) -> None:
        self.by_name: dict[str, type[Event]] = {}
        for each in classes:
            if self.by_name.setdefault(each.kind, each) is not each:
                raise ValueError(f"two kinds of events are called {each.kind!r}")

    def read(self, record: EventRecord) -> Event:
        """Return the event of a record; an ``UnknownEvent`` where this release has no such kind or form."""
        kind = self.by_name.get(record.kind)
        event = None if kind is None else _read_as(kind, record)
        if event is None or event.to_record() != record:
            return UnknownEvent(record.seat, seen=record.seen, record=record)
        return event


def _read_as(kind: type[Event], record: EventRecord) -> Event:
    rest = record.cards
    values: dict[str, Any] = {}
    for slot in event_slots(kind):
        if slot.name == "card":
            values[slot.field] = rest[0] if rest else -1
            rest = rest[1:]
        elif slot.name == "cards":
            values[slot.field], rest = rest, ()
        elif slot.name == "flag":
            values[slot.field] = record.word == slot.words[1]
        else:
            values[slot.field] = getattr(record, slot.name)
    return kind(record.seat, seen=record.seen, **values)
