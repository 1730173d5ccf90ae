"""A narrator for each set: its own accent, and always the same facts."""

import re
from typing import Any

import pytest

from bot.views.base import wording
from bot.views.base.event_names import EventNames
from bot.views.base.event_rows import EventTable
from bot.views.base.text import read_texts
from bot.views.base.word_tables import WORDINGS_OF_A_WAIT, Words
from bot.views.door.words.vocabulary import DOOR_EVENTS, DOOR_WORDS
from bot.views.panic.words.vocabulary import PANIC_EVENTS, PANIC_WORDS
from cards.door.combat_events import HelperJoined, HelpOffered, MonsterEnhanced
from cards.door.events import CharacterDied, DoorKicked, GameWon, LookedForTrouble
from cards.kernel.events import event_slots
from cards.kernel.moves import Refusal
from cards.language.packs import pack_names

DOOR: dict[str, Any] = read_texts("bot.views.door.words", "voices")
PANIC: dict[str, Any] = read_texts("bot.views.panic.words", "voices")
BIG_MOMENTS = ("kick_monster", "stab", "rescue", "died", "won")
MIN_THINGS = 30
MIN_BIG_WORDINGS = 5
MAX_CHARS = 60
FIELD = re.compile(r"\{[^}]+\}")
SIGNED_OFF = {"stab", "cancelled"}
"""What ends with a figure, or with who is safe, behind a colon."""


def story(voices: dict[str, Any]) -> list[tuple[str, str, list[str]]]:
    return [(name, key, told) for name, voice in voices.items() for key, told in voice["story"].items()]


def told(event: Any, number: int, name: str, before: tuple[Any, ...] = ()) -> str:
    names = EventNames(
        lambda seat: f"seat{seat}",
        lambda card: f"card{card}",
        number=number,
        card_kind=lambda card: "monster",
        set_of=lambda card: name,
        before=before,
    )
    return DOOR_EVENTS.sentence(event, names)


def test_every_set_tells_the_same_thirty_things() -> None:
    assert set(DOOR) == set(pack_names())
    for table in ("story", "windows", "refusals"):
        assert len({frozenset(voice[table]) for voice in DOOR.values()}) == 1
    assert sum(len(DOOR["classic"][table]) for table in ("story", "windows", "refusals")) >= MIN_THINGS


def test_big_moments_have_five_wordings() -> None:
    assert all(len(DOOR[name]["story"][key]) >= MIN_BIG_WORDINGS for name in DOOR for key in BIG_MOMENTS)
    assert all(len(told) >= MIN_BIG_WORDINGS for _, _, told in story(PANIC))


@pytest.mark.parametrize("voices", [DOOR, PANIC], ids=["door", "panic"])
def test_facts_never_vary_between_wordings(voices: dict[str, Any]) -> None:
    """The same fields in each wording of each set, and no figure of its own."""
    facts: dict[str, list[str]] = {}
    for name, key, wordings in story(voices):
        for text in wordings:
            assert sorted(FIELD.findall(text)) == facts.setdefault(key, sorted(FIELD.findall(text))), text
            assert not re.search(r"\d", text), (name, text)


@pytest.mark.parametrize("voices", [DOOR, PANIC], ids=["door", "panic"])
def test_a_wording_goes_on_well(voices: dict[str, Any]) -> None:
    """Short, and what comes of it can stand behind it: no stop, no colon, and each only once in a set."""
    for name, key, wordings in story(voices):
        assert len(set(wordings)) == len(wordings) >= 2, (name, key)
        for text in wordings:
            assert len(FIELD.sub("", text)) <= MAX_CHARS, text
            assert not text.endswith((".", "?")), text
            assert ": " not in text or key in SIGNED_OFF, text


@pytest.mark.parametrize(
    ("table", "voices"), [(DOOR_EVENTS, DOOR), (PANIC_EVENTS, PANIC)], ids=["door", "panic"]
)
def test_every_wording_names_fields_of_one_kind_of_event(table: EventTable, voices: dict[str, Any]) -> None:
    kinds = [row.kind for row in table._rows.values()]
    fields = [{"seat", *(slot.field for slot in event_slots(kind))} for kind in kinds]
    for _, key, wordings in story(voices):
        asked = {re.split(r"[ +}]", field[1:])[0] for field in FIELD.findall(wordings[0])}
        assert any(asked <= known for known in fields), key


def test_the_set_of_the_card_or_of_the_door_speaks() -> None:
    """In a mix, too; what no set has words for is told as ever."""
    trouble = LookedForTrouble(1, monster=7)
    for name in DOOR:
        wordings = {told(trouble, number, name) for number in range(99)}
        expected = {
            text.format(seat="seat1", monster="card7") for text in DOOR[name]["story"]["looked_for_trouble"]
        }
        assert wordings == {f"👹 {text}" for text in expected}
    assert told(trouble, 1, "another") in {
        f"👹 seat1 {does} card7"
        for does in ("looks for trouble with", "picks a fight with", "goes looking for")
    }
    sets = {7: "wild_west", -1: "classic+wild_west"}
    names = EventNames(
        lambda seat: "Ann", str, set_of=lambda card: sets[card], before=(DoorKicked(1, card=7),)
    )
    won = {f"🏆 {text}".format(seat="Ann") for text in DOOR["wild_west"]["story"]["won"]}
    assert DOOR_EVENTS.sentence(GameWon(1), names) in won


def test_the_number_of_an_event_chooses_so_that_all_read_the_same() -> None:
    stab = MonsterEnhanced(2, card=5, monster=7, bonus=5)
    for number in range(20):
        first = told(stab, number, "apocalypse")
        assert first == told(stab, number, "apocalypse")
        assert first.endswith(": +5")
        assert {"seat2", "card5", "card7"} <= set(re.findall(r"\w+\d", first))
    died = {told(CharacterDied(3), number, "classic") for number in range(200)}
    assert len(died) == len(DOOR["classic"]["story"]["died"])


def test_a_price_stands_behind_whatever_is_said() -> None:
    offer = HelpOffered(2, to=1, treasures=2, items=(), counter=False)
    joined = HelperJoined(2, fighter=1, compelled=False)
    for name in DOOR:
        assert told(joined, 3, name, (offer,)).endswith(" for 2 Treasures")
        assert told(HelperJoined(2, fighter=1, compelled=True), 3, name) == "🤝 seat2 has to help seat1"


@pytest.mark.parametrize(
    ("words", "voices"), [(DOOR_WORDS, DOOR), (PANIC_WORDS, PANIC)], ids=["door", "panic"]
)
def test_windows_and_refusals_are_said_in_the_accent_for_as_long_as_a_wait_lasts(
    words: Words, voices: dict[str, Any]
) -> None:
    for name, voice in voices.items():
        for table in ("windows", "refusals"):
            for key, wordings in voice.get(table, {}).items():
                assert key in getattr(words, table), key
                assert len(set(wordings)) == WORDINGS_OF_A_WAIT, (name, key)
                said = [getattr(words.of_wait(name, since), table)[key] for since in range(4)]
                assert said == wordings * 2
                assert FIELD.findall(getattr(words, table)[key]) == [] == FIELD.findall("".join(wordings))
    assert words.of_wait("another", 5) is words
    west = DOOR_WORDS.of_wait("wild_west", 0)
    assert wording.refusal(west, Refusal("not_your_turn")) == "Not your turn, pardner. Whittle somethin’."
