"""Closed words of the games put into sentences. What has no wording yet falls back to the word itself."""

from __future__ import annotations

from collections.abc import Mapping

from bot.tables.table import Speed, allowed_s
from bot.views.base.event_names import EventNames
from bot.views.base.table_words import TABLE_REFUSALS
from bot.views.base.text import duration, escape, humanize
from bot.views.base.word_tables import Verb, Words
from cards.kernel.events import Event, EventRecord, UnknownEvent
from cards.kernel.moves import Refusal
from cards.say import say, say_as


def verb(words: Words, name: str, window: str = "") -> Verb:
    """Return how a move reads, in the window that is open."""
    return words.verbs.get(f"{name}.{window}") or words.verbs.get(name) or Verb(humanize(name))


def ask(words: Words, name: str) -> str:
    """Return the question of a prompt."""
    return say(words.prompts.get(name) or humanize(name) + "?")


def window(words: Words, name: str) -> str:
    """Return what is going on in a window."""
    return say_as(words.voice, words.windows.get(name) or humanize(name))


def question(words: Words, verb_name: str, slot: str) -> str:
    """Return the question for a slot of a move."""
    return say(words.slots.get(f"{verb_name}.{slot}") or words.slots.get(slot) or humanize(slot) + "?")


def pick(words: Words, slot: str, word: str) -> str:
    """Return how a word reads as a candidate of a slot."""
    if word.isdecimal() and (numbered := words.picks.get(f"{slot}.number")):
        return say(numbered, number=word)
    return say(words.picks.get(f"{slot}.{word}") or words.picks.get(word) or humanize(word))


def reason(words: Words, name: str) -> str:
    """Return what an entry of a ledger is for."""
    return say(words.reasons.get(name) or humanize(name).lower())


def option(words: Words, key: str) -> tuple[str, str]:
    """Return what an option of a game is called, and what it changes."""
    title, meaning = words.options.get(key) or (humanize(key), "")
    return say(title), say(meaning)


def option_value(value: object, key: str = "", speed: Speed = "live") -> str:
    """Return the value of an option as people write it; one of seconds as they last at this speed."""
    if isinstance(value, bool):
        return say("yes" if value else "no")
    if isinstance(value, int) and is_time(key):
        return duration(allowed_s(speed, value))
    return say("standard") if value is None else say(value) if isinstance(value, str) else str(value)


def is_time(key: str) -> bool:
    """Return True for an option that is a length of time, by the unit in its name."""
    return key.endswith("_seconds")


def refusal(words: Words, why: Refusal) -> str:
    """Return a refusal as a sentence."""
    if limits := _option_limits(words, why):
        return " ".join(limits)
    template = words.refusals.get(why.code) or TABLE_REFUSALS.get(f"{why.code}.{why.data.get('phase')}")
    template = template or TABLE_REFUSALS.get(why.code)
    if template is None:
        return say("You cannot do that now ({why}).", why=why.code.replace("_", " "))
    return say_as(words.voice, template).format_map(_Data(why.data))


def _option_limits(words: Words, why: Refusal) -> list[str]:
    """Say what refused house rules take, as their forms do; nothing where the game's words name none."""
    faults = str(why.data.get("faults") or why.data.get("option", "")).splitlines()
    keys = dict.fromkeys(fault.partition(":")[0] for fault in faults)
    found = [option(words, key) for key in keys if key in words.options]
    return [say("“{title}” did not fit: {note}.", title=title, note=note) for title, note in found]


class _Data(dict[str, object]):
    """Figures of a refusal; one that is not given reads as a dash, strings are escaped."""

    def __init__(self, data: Mapping[str, object]) -> None:
        super().__init__({k: escape(v) if isinstance(v, str) else v for k, v in data.items()})

    def __missing__(self, key: str) -> str:
        return "–"


def event(words: Words, what: Event, names: EventNames) -> str:
    """Return an event in one sentence; the empty string for those that are not worth telling.

    The event must have been redacted for the reader.
    """
    if isinstance(what, UnknownEvent):
        return _plain(what.record, names)
    return words.events.sentence(what, names)


def _plain(record: EventRecord, names: EventNames) -> str:
    """Describe an event of an old log, of which only the record is known."""
    parts = [f"{names.seat(record.seat)}:"] if record.seat >= 0 else []
    parts.append(humanize(record.kind))
    parts += [names.cards(record.cards)] if record.cards else []
    parts += [f"({names.seat(record.other)})"] if record.other >= 0 else []
    return " ".join(parts)
