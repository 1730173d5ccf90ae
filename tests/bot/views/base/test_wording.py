"""Every closed word that the games use reads like something, and nothing reads wrongly."""

import string
from collections.abc import Iterator
from itertools import product

import pytest

import bot.views.games  # noqa: F401 - it enters the screens of all games
from bot.app.games import game_registry
from bot.views.base import wording
from bot.views.base.event_names import EventNames
from bot.views.base.game_screens import screens_for
from bot.views.base.table_words import TABLE_REFUSALS
from bot.views.base.word_tables import Words
from bot.views.door.words.vocabulary import DOOR_WORDS
from bot.views.panic.words.vocabulary import PANIC_WORDS
from cards.door.events import DOOR_EVENT_KINDS
from cards.kernel.events import Event, EventKinds, EventRecord, event_slots
from cards.kernel.moves import ANSWER_VERB, TIME_UP_VERB, Refusal
from cards.language.rules_api import PromptName
from cards.panic import screen_terms
from cards.panic.events import PANIC_EVENT_KINDS
from cards.registry import module_of
from tests.bot.views.used_words import words_in

NAMES = EventNames(seat_name=lambda seat: f"S{seat}", card_name=lambda card: f"C{card}")


@pytest.fixture(scope="module")
def door_words() -> dict[str, set[str]]:
    return words_in("door", "language", "kernel")


def test_every_move_of_the_door_games_has_a_button(door_words: dict[str, set[str]]) -> None:
    verbs = door_words["verb"] - {ANSWER_VERB, TIME_UP_VERB}
    assert [verb for verb in sorted(verbs) if verb not in DOOR_WORDS.verbs] == []


def test_every_question_of_the_door_games_is_put_into_words(door_words: dict[str, set[str]]) -> None:
    asks = door_words["ask"] | set(PromptName.__args__)
    assert [ask for ask in sorted(asks) if ask not in DOOR_WORDS.prompts] == []


def test_every_window_of_the_door_games_says_what_is_going_on(door_words: dict[str, set[str]]) -> None:
    windows = door_words["window"] | {"victory", "defeat"}
    assert [window for window in sorted(windows) if window not in DOOR_WORDS.windows] == []


def test_every_slot_of_the_door_games_is_asked_for(door_words: dict[str, set[str]]) -> None:
    slots = {key.split(".")[-1] for key in DOOR_WORDS.slots}
    assert [slot for slot in sorted(door_words["slot"]) if slot not in slots] == []


def test_every_refusal_says_why(door_words: dict[str, set[str]]) -> None:
    codes = door_words["refusal"] | words_in("panic")["refusal"]
    spoken = {**TABLE_REFUSALS, **DOOR_WORDS.refusals, **PANIC_WORDS.refusals}
    assert [code for code in sorted(codes) if code not in spoken] == []


def test_every_refusal_of_a_table_says_why() -> None:
    """Whatever is played there: also where one of two codes is picked on the way."""
    codes = words_in("bot", "cogs", within="")["refusal"]
    assert {"unreadable", "no_seat", "stale"} <= codes
    setups = words_in("cards", within="")["setup"]
    assert {"bad_seat_count", "bad_option", "unknown_game"} <= setups  # they come out of a start
    codes |= setups
    assert [code for code in sorted(codes) if code not in TABLE_REFUSALS] == []


def test_every_reason_of_a_ledger_is_named(door_words: dict[str, set[str]]) -> None:
    assert [reason for reason in sorted(door_words["reason"]) if reason not in DOOR_WORDS.reasons] == []


def test_the_castle_game_is_put_into_words() -> None:
    """Its own list of closed words is the measure."""
    assert [verb for verb in screen_terms.VERBS if verb not in {*PANIC_WORDS.verbs, ANSWER_VERB}] == []
    assert [ask for ask in screen_terms.QUESTIONS if ask not in PANIC_WORDS.prompts] == []
    assert [window for window in screen_terms.WINDOWS if window not in PANIC_WORDS.windows] == []
    slots = {key.split(".")[-1] for key in PANIC_WORDS.slots}
    assert [slot for slot in sorted(words_in("panic")["slot"]) if slot not in slots] == []


@pytest.mark.parametrize("words", [DOOR_WORDS, PANIC_WORDS], ids=["door", "panic"])
def test_labels_use_only_what_they_are_given(words: Words) -> None:
    for verb in words.verbs.values():
        named = {name for _, name, _, _ in string.Formatter().parse(verb.label) if name is not None}
        assert named <= {"card", "seat", "offer"}, verb
        assert "{" not in verb.short


@pytest.mark.parametrize(
    ("words", "kinds"),
    [(DOOR_WORDS, DOOR_EVENT_KINDS), (PANIC_WORDS, PANIC_EVENT_KINDS)],
    ids=["door", "panic"],
)
def test_every_event_can_be_told_whatever_is_missing(words: Words, kinds: EventKinds) -> None:
    """A sentence has no gap without a seat or cards, and a kind of event is told always or never."""
    for name, kind in kinds.by_name.items():
        events = list(_events_of_kind(kind))
        told = {wording.event(words, event, NAMES) for event in events}
        assert told == {""} or name in PARTLY_SILENT or "" not in told, name
        for line in told:
            assert "{" not in line
            assert "S-1" not in line
            assert "C-1" not in line
        whole = [event for event in events if event.seat >= 0 and _has_other_seat(event)]
        assert whole
        assert [event for event in whole if "  " in wording.event(words, event, NAMES)] == []


PARTLY_SILENT = {"combat_ended", "discarded", "hurt", "rolled", "trade_ended", "truce_ended"}
"""Kinds of which some events are worth telling and others are not."""


def _has_other_seat(event: Event) -> bool:
    """Return True if the event names its second seat, or its kind has none."""
    return event.to_record().other >= 0 or all(slot.name != "other" for slot in event_slots(type(event)))


def _events_of_kind(kind: type[Event]) -> Iterator[Event]:
    """Yield events of a kind with everything there, hidden and missing."""
    samples: dict[str, tuple[object, ...]] = {
        "card": (3, -1),
        "cards": ((3, 4), ()),
        "other": (1, 0, -1),
        "count": (2, 0),
        "word": ("door", "level_up", "first", "item", "void", "refused"),
        "flag": (True, False),
    }
    fields = {slot.field: samples[slot.name] for slot in event_slots(kind)}
    for values in product(*fields.values()):
        for seat in (0, -1):
            yield kind(seat, **dict(zip(fields, values, strict=True)))


def test_unknown_words_fall_back_to_something_readable() -> None:
    record = EventRecord("some_new_thing", 0, 1, (2,))
    assert wording.event(DOOR_WORDS, DOOR_EVENT_KINDS.read(record), NAMES) == "S0: Some new thing C2 (S1)"
    assert wording.verb(DOOR_WORDS, "new_verb").label == "New verb"
    assert wording.ask(DOOR_WORDS, "new_ask") == "New ask?"
    assert wording.refusal(DOOR_WORDS, Refusal("brand_new")) == "You cannot do that now (brand new)."


def test_a_figure_that_is_missing_in_a_refusal_reads_as_a_dash() -> None:
    assert wording.refusal(DOOR_WORDS, Refusal("too_many_big")) == "Big Items you can carry: –, no more."


def test_free_text_in_a_refusal_is_escaped() -> None:
    said = wording.refusal(DOOR_WORDS, Refusal("no_card", {"name": "**x** <@1>"}))
    assert "<@1>" not in said.replace("\\<", "")
    assert "**x**" not in said.replace("\\*", "")


def test_a_refused_house_rule_is_called_as_in_its_form() -> None:
    faults = "turn_seconds: Input should be less than or equal to 900\nhalfling: Input should be a word"
    said = wording.refusal(DOOR_WORDS, Refusal("bad_options", {"faults": faults}))
    for key in ("turn_seconds", "halfling"):
        title, note = wording.option(DOOR_WORDS, key)
        assert title in said
        assert note in said
        assert key not in said
    assert "Input" not in said
    begun = wording.refusal(DOOR_WORDS, Refusal("bad_option", {"option": "epic"}))
    assert "“Epic game”" in begun
    unknown = wording.refusal(DOOR_WORDS, Refusal("bad_options", {"faults": "cheat: Extra inputs"}))
    assert "cheat" not in unknown
    assert "Extra" not in unknown


def test_every_option_of_every_game_is_explained_within_a_line() -> None:
    for name in game_registry().names():
        kind = module_of(name)
        words = screens_for(name).words
        unnamed = kind.default_options.keys() - words.options.keys()
        assert not unnamed, f"bot/views/*/words/ has no title and note for {sorted(unnamed)}"
        assert not words.options.keys() - kind.default_options.keys()
        for key in kind.default_options:
            title, note = wording.option(words, key)
            assert 0 < len(title) <= 40
            assert 0 < len(note) <= 60
    assert wording.option(DOOR_WORDS, "new_thing") == ("New thing", "")
    assert [wording.option_value(value) for value in (True, False, None, 3, "newer")] == [
        "yes", "no", "standard", "3", "newer",
    ]  # fmt: skip


def test_a_refusal_names_its_reason() -> None:
    """What is settled, and what is still to come, are told apart; games have their own words."""
    told = {
        phase: wording.refusal(Words(), Refusal("wrong_phase", {"phase": phase}))
        for phase in ("lobby", "playing", "ended", "")
    }
    assert len(set(told.values())) == len(told)
    for code in ("robot_host", "own_seat", "still_here", "seat_held"):
        assert not wording.refusal(Words(), Refusal(code)).startswith("You cannot do that now")


def test_a_number_of_a_slot_reads_as_its_sentence() -> None:
    assert wording.pick(DOOR_WORDS, "order", "21") == "The helper gets Treasure number 21"
    assert wording.pick(DOOR_WORDS, "order", "lot") == "Nobody picks: by lot"
    assert wording.pick(DOOR_WORDS, "treasures", "0") == "None"
