"""Typed events: what is saved of them, what is read back, and who may know their cards."""

import inspect
from collections.abc import Iterator
from itertools import product
from types import ModuleType

import pytest

from cards.door import card_events, combat_events, events
from cards.door.card_events import CardReceived, CardUsed, HandsSwapped
from cards.door.combat_events import FleeRolled, HelperJoined, MonsterEnhanced
from cards.door.events import DOOR_EVENT_KINDS
from cards.kernel import events as kernel_events
from cards.kernel.codec import Codec
from cards.kernel.events import Drew, Event, EventKinds, EventRecord, UnknownEvent, event_slots
from cards.panic import card_events as panic_card_events
from cards.panic import events as panic_events
from cards.panic import monster_events
from cards.panic.events import PANIC_EVENT_KINDS

GAMES = pytest.mark.parametrize("kinds", [DOOR_EVENT_KINDS, PANIC_EVENT_KINDS], ids=["door", "panic"])

SAMPLES: dict[str, tuple[object, ...]] = {
    "card": (3, 0),
    "cards": ((), (4,), (4, 5)),
    "other": (-2, -1, 0, 2),
    "count": (-1, 0, 7),
    "word": ("", "door"),
    "flag": (False, True),
}


def events_of_kind(kind: type[Event]) -> Iterator[Event]:
    """Yield events of a kind with all sorts of values in their fields."""
    values_by_field = {slot.field: SAMPLES[slot.name] for slot in event_slots(kind)}
    for values in product(*values_by_field.values()):
        for seat, seen in ((1, -1), (-1, 0b10)):
            yield kind(seat, seen=seen, **dict(zip(values_by_field, values, strict=True)))


@GAMES
def test_every_event_is_read_back_as_it_was(kinds: EventKinds) -> None:
    codec = Codec(EventRecord)
    for kind in kinds.by_name.values():
        for event in events_of_kind(kind):
            saved = codec.encode(event.to_record())
            assert kinds.read(codec.decode(saved)) == event


@pytest.mark.parametrize(
    ("event", "saved"),
    [
        (
            Drew(1, cards=(7, 8), card_count=2, deck="door", seen=0b10),
            b'{"kind":"drew","seat":1,"cards":[7,8],"count":2,"word":"door","seen":2}',
        ),
        (
            FleeRolled(0, monster=5, die=4, bonus=-2),
            b'{"kind":"flee_rolled","seat":0,"other":-2,"cards":[5],"count":4}',
        ),
        (
            MonsterEnhanced(2, card=3, monster=9, bonus=5),
            b'{"kind":"enhanced","seat":2,"cards":[3,9],"count":5}',
        ),
        (
            CardUsed(0, card=4, monsters=(9,), target=2, spent=True),
            b'{"kind":"used","seat":0,"other":2,"cards":[4,9],"word":"play"}',
        ),
        (HelperJoined(1, fighter=0, compelled=False), b'{"kind":"helper_joined","seat":1,"other":0}'),
        (
            CardReceived(1, card=4, source="door"),
            b'{"kind":"received","seat":1,"cards":[4],"count":1,"word":"door"}',
        ),
    ],
    ids=lambda value: value.kind if isinstance(value, Event) else "",
)
def test_logs_keep_their_form(event: Event, saved: bytes) -> None:
    """Bytes as the first release wrote them."""
    assert Codec(EventRecord).encode(event.to_record()) == saved


@GAMES
def test_who_may_not_know_the_cards_gets_an_event_without_them(kinds: EventKinds) -> None:
    for kind in kinds.by_name.values():
        for event in events_of_kind(kind):
            record = event.to_record()
            for seat in (0, None):
                told = event.redacted_for(seat)
                assert type(told) is kind
                hidden = event.seen != -1
                assert told.to_record().cards == (() if hidden else record.cards)
                assert told.to_record().count == record.count
            assert event.redacted_for(1) is event


@pytest.mark.parametrize(
    "record",
    [
        EventRecord("some_old_kind", 1, 2, (7, 8), 3, "word", seen=0b10),
        EventRecord("kicked", 1, cards=(7, 8), seen=0b10),  # it names one card
        EventRecord("helper_joined", 1, 2, (7,), word="compelled", seen=0b10),  # it names none
        EventRecord("escaped", 1, cards=(7,), word="by magic", seen=0b10),
    ],
    ids=lambda record: record.kind,
)
def test_what_no_class_fits_is_kept_as_it_was_and_stays_secret(record: EventRecord) -> None:
    event = DOOR_EVENT_KINDS.read(record)
    assert isinstance(event, UnknownEvent)
    assert event.to_record() == record
    assert event.redacted_for(1) is event
    for seat in (0, None):
        told = event.redacted_for(seat)
        assert told.to_record().cards == ()
        assert told.seat == 1


def test_a_hand_that_is_swapped_stays_between_the_two() -> None:
    swapped = HandsSwapped(0, other=2, cards=(4, 5), seen=0b101)
    assert swapped.redacted_for(2) is swapped
    assert swapped.redacted_for(1) == HandsSwapped(0, other=2, cards=(), seen=0b101)


def classes_in(*modules: ModuleType) -> set[type[Event]]:
    """Return the kinds of events that modules define."""
    found: set[type[Event]] = set()
    for module in modules:
        for _, value in inspect.getmembers(module, inspect.isclass):
            if issubclass(value, Event) and value.__module__.endswith("events") and value.kind:
                found.add(value)
    return found


@pytest.mark.parametrize(
    ("kinds", "modules"),
    [
        (DOOR_EVENT_KINDS, (kernel_events, events, card_events, combat_events)),
        (PANIC_EVENT_KINDS, (kernel_events, panic_events, panic_card_events, monster_events)),
    ],
    ids=["door", "panic"],
)
def test_a_game_has_every_kind(kinds: EventKinds, modules: tuple[ModuleType, ...]) -> None:
    assert set(kinds.by_name.values()) == classes_in(*modules)
    for name, kind in kinds.by_name.items():
        assert name == kind.kind
        assert kind.__doc__, kind


def test_two_kinds_of_one_name_are_refused() -> None:
    class SecondDrew(Event):
        kind = "drew"

    with pytest.raises(ValueError, match="two kinds of events are called 'drew'"):
        EventKinds((Drew, SecondDrew))
